/* Tasks: which one a thread runs, as which worker, and for how long. */
#include "../device/float_mode.h"
#include "pool_inside.h"

static unsigned threads_of(const emu_task *task)
{
    return atomic_load_explicit(&task->threads, memory_order_relaxed);
}

static bool is_place_kept(const emu_task *task)
{
    return atomic_load_explicit(&task->place_kept, memory_order_relaxed);
}

static bool is_unserved(const emu_pool *pool)
{
    return atomic_load_explicit(&pool->unserved, memory_order_relaxed) != 0;
}

/* ---- the list of tasks; with the lock held ---- */
/* Puts the task at the end of those of its priority. */
static void append(emu_pool *pool, emu_task *task)
{
    emu_task *before = pool->last;
    while (before && before->priority > task->priority)
        before = before->before;
    task->before = before;
    task->after = before ? before->after : pool->first;
    *(before ? &before->after : &pool->first) = task;
    *(task->after ? &task->after->before : &pool->last) = task;
}

static void take_out(emu_pool *pool, emu_task *task)
{
    *(task->before ? &task->before->after : &pool->first) = task->after;
    *(task->after ? &task->after->before : &pool->last) = task->before;
}

/* The number of places in the task: how many more pool threads it is worth. */
static unsigned places(const emu_task *task)
{
    unsigned place_kept = is_place_kept(task), taken = threads_of(task) + place_kept,
             open = taken < task->team_size ? task->team_size - taken : 0;
    uint64_t left = open ? emu_pool_items_left(task, open + place_kept) : 0;
    left -= left ? place_kept : 0;
    return open < left ? open : (unsigned)left;
}

/* A thread that finds nothing left to take leaves without the lock. The last one ends the task once it has the lock. So
 * with `threads` at 0 and no items left, no thread may join. */
bool emu_pool_join(emu_task *task, unsigned count)
{
    unsigned threads = atomic_load_explicit(&task->threads, memory_order_acquire);
    do {
        if (threads == 0 && !emu_pool_items_left(task, 1))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&task->threads, &threads, threads + count, memory_order_acquire,
                                                    memory_order_acquire));
    return true;
}

static bool is_without_thread(const emu_task *task)
{
    return threads_of(task) == 0 && emu_pool_items_left(task, 1);
}

static bool has_free_worker(const emu_pool *pool)
{
    unsigned number = 0;
    while (number < pool->worker_count && atomic_load_explicit(&pool->threads[number].used, memory_order_relaxed))
        number++;
    return number < pool->worker_count;
}

emu_task *emu_pool_choose(emu_pool *pool)
{
    emu_task *chosen = NULL;
    for (emu_task *task = pool->first; task; task = task->after) {
        if (is_without_thread(task)) {
            chosen = task;
            break;
        }
        if (!chosen && places(task))
            chosen = task;
    }
    if (!chosen || !has_free_worker(pool))
        return NULL;
    if (chosen != pool->last) {
        take_out(pool, chosen);
        append(pool, chosen);
    }
    return chosen;
}

bool emu_pool_may_help(const emu_pool *pool, const emu_task *task)
{
    unsigned threads = threads_of(task);
    return threads < task->team_size && (threads == 0 || !is_unserved(pool)) && emu_pool_items_left(task, 1) &&
           has_free_worker(pool);
}

/* ---- calling threads; with the lock held ---- */
/* Wakes at most two threads; each of these wakes two more. */
static void wake(emu_pool *pool, unsigned wanted)
{
    if (wanted == 0 && is_unserved(pool) && emu_pool_ready_count(pool) == 0)
        wanted = 1; /* perhaps no thread of the program waits for it */
    for (int i = 0; i < 2 && pool->sleepers && pool->woken < wanted; i++) {
        struct emu_pool_thread *thread = pool->sleepers;
        pool->sleepers = thread->next;
        thread->next = pool->to_wake;
        pool->to_wake = thread;
        pool->woken++;
    }
}

void emu_pool_call(emu_pool *pool)
{
    unsigned unserved = 0, open = 0;
    for (emu_task *task = pool->first; task; task = task->after) {
        unsigned wanted = places(task);
        open += wanted - emu_pool_post(pool, task, wanted);
        unserved += is_without_thread(task);
    }
    if (atomic_load_explicit(&pool->unserved, memory_order_relaxed) != unserved)
        atomic_store_explicit(&pool->unserved, unserved, memory_order_relaxed);
    if (atomic_load_explicit(&pool->places, memory_order_relaxed) != open)
        atomic_store_explicit(&pool->places, open, memory_order_relaxed);
    wake(pool, open);
}

/* Not inlined, so that no floating-point operation moves out of the pool's own rounding mode. */
static __attribute__((noinline)) void set_team_size(const emu_pool *pool, emu_task *task)
{
    double ns = task->pace_ns * (double)task->items;
    task->team_size = task->pace->team_size = emu_pool_team_size(pool, ns, task->pace->team_size);
    task->single_chunks = emu_pool_has_single_chunks(pool, task->team_size, ns);
}

void emu_pool_submit(emu_pool *pool, emu_task *task)
{
    task->pace_ns = task->pace && !pool->fixed_chunks && pool->worker_count > 1 ? task->pace->ns : 0;
    task->team_size = task->led ? 1 : pool->worker_count;
    task->single_chunks = false;
    task->leader = 0;
    if (task->pace_ns > 0) {
        emu_float_mode callers = emu_float_mode_enter(); /* the pool must not raise the caller's floating-point flags */
        set_team_size(pool, task);
        emu_float_mode_leave(callers);
    }
    task->slots = 0;
    atomic_init(&task->threads, 0);
    /* Blocks that wait for others need as many threads as there are workers, so no place is kept. */
    atomic_init(&task->place_kept, !pool->fixed_chunks && (!task->in_order || task->led || task->items == 1));
    emu_pool_divide(pool, task);
    append(pool, task);
    /* Written only with the lock held. */
    unsigned earlier = atomic_load_explicit(&pool->submissions, memory_order_relaxed);
    atomic_store_explicit(&pool->submissions, earlier + 1, memory_order_relaxed);
    emu_pool_call(pool);
}

void emu_pool_call_helpers(emu_pool *pool, emu_task *task, unsigned threads)
{
    emu_pool_lock(pool);
    if (task->team_size < threads)
        task->team_size = threads < pool->worker_count ? threads : pool->worker_count;
    atomic_store_explicit(&task->place_kept, false, memory_order_relaxed);
    emu_pool_call(pool);
    emu_pool_unlock(pool);
}

void emu_pool_end_items(emu_task *task)
{
    atomic_store_explicit(&task->part[0].next, task->items, memory_order_relaxed);
}

const atomic_uint *emu_pool_unserved(const emu_pool *pool)
{
    return &pool->unserved;
}

/* No thread runs the task any more. */
static void end_task(emu_pool *pool, emu_task *task)
{
    if (emu_pool_items_left(task, 1) == 0) {
        take_out(pool, task);
        task->finish(task);
    }
    emu_pool_call(pool);
}

void emu_pool_take_all_back(emu_pool *pool, emu_task *task)
{
    unsigned back = 0;
    for (uint64_t slots = task->slots; slots; slots &= slots - 1)
        back += emu_pool_take_back(pool, task, (unsigned)__builtin_ctzll(slots));
    if (back && atomic_fetch_sub_explicit(&task->threads, back, memory_order_acq_rel) == back)
        end_task(pool, task);
}

/* ---- running ---- */
/* Takes the worker with the thread's number, or the last worker for a thread of the program: the same one in each
 * launch, so that its part is in that processor's cache. A thread outside of the team takes the first free worker. A
 * thread that runs the task alone takes the worker used last. */
static unsigned take_worker(emu_pool *pool, const emu_task *task, unsigned thread)
{
    bool alone = task->team_size == 1 || task->items == 1, outside = thread == pool->worker_count;
    unsigned number = alone ? pool->last_worker : outside ? thread - 1 : thread;
    bool own = alone || outside || number + 1 < task->team_size;
    if (!own || atomic_load_explicit(&pool->threads[number].used, memory_order_acquire))
        for (number = 0; atomic_load_explicit(&pool->threads[number].used, memory_order_acquire);)
            number++;
    atomic_store_explicit(&pool->threads[number].used, true, memory_order_relaxed);
    return number;
}

enum { PLACE_KEPT_NS = 5000 }; /* ns that the place is kept */

/* Makes the team larger: the work is more than expected, or no thread has come for the kept place. */
static void enlarge_team(emu_pool *pool, emu_task *task, emu_bounds *bounds, double ns_left)
{
    emu_pool_lock(pool);
    unsigned team_size = emu_pool_team_size(pool, ns_left, 0);
    if (task->team_size < team_size) {
        task->team_size = team_size;
        emu_pool_divide_finer(task);
    }
    atomic_store_explicit(&task->place_kept, false, memory_order_relaxed);
    bounds->shift = task->shift;
    bounds->team_size = task->team_size;
    emu_pool_call(pool);
    emu_pool_unlock(pool);
}

/* The thread has finished its part of a task that is known to be short. Items of other parts are probably in other
 * threads' caches, and would take longer here. So it leaves them to the others for as long as its own part took, and
 * for LEAST_NS at least; not at all if its part took SHORT_NS. Returns the time after that. */
static uint64_t let_others_finish(const emu_pool *pool, const emu_task *task, uint64_t took, uint64_t now)
{
    enum { LEAST_NS = 2000, SHORT_NS = 10000 };
    uint64_t until = now + (took < LEAST_NS ? LEAST_NS : took < SHORT_NS ? took : 0);
    while (now < until && emu_pool_items_left(task, 1) && !is_unserved(pool)) {
        emu_pause();
        now = emu_pool_now();
    }
    return now;
}

typedef struct progress {
    uint64_t items, ns; /* items measured, and their time */
    bool all;           /* nothing is left to take */
} progress;

/* Runs the chunk, then takes further ones. */
static progress run_chunks(emu_pool *pool, emu_task *task, emu_worker *worker, unsigned own, emu_bounds bounds,
                           emu_chunk chunk)
{
    if (task->parts == 1 && chunk.count == task->items) {
        task->run(task, worker, chunk.first, chunk.count);
        return (progress){.all = true};
    }
    progress sum = {0};
    const uint64_t entered = emu_pool_now();
    bool trial = task->pace_ns > 0 && !task->single_chunks; /* the first chunk finds cold caches */
    for (uint64_t began = entered; chunk.count; chunk = emu_pool_take(task, own, &bounds)) {
        task->run(task, worker, chunk.first, chunk.count);
        if (is_unserved(pool))
            return sum;
        if (pool->fixed_chunks || task->led)
            continue;
        uint64_t now = emu_pool_now(), ns = now - began, own_left = emu_pool_part_left(task, own);
        emu_pool_measure(task, &bounds, chunk.count, ns);
        if (!trial)
            sum = (progress){.items = sum.items + chunk.count, .ns = sum.ns + ns};
        trial = false;
        double item_ns = emu_pool_item_ns(task, chunk.count, ns), ns_left = (double)(own_left * task->parts) * item_ns;
        if (emu_pool_is_misjudged(pool, bounds.team_size, item_ns / task->pace_ns, ns_left) ||
            (is_place_kept(task) && now - entered > PLACE_KEPT_NS &&
             emu_pool_is_worth_waking(bounds.team_size, ns_left)))
            enlarge_team(pool, task, &bounds, ns_left);
        began = task->pace_ns > 0 && own_left == 0 ? let_others_finish(pool, task, sum.ns, now) : now;
    }
    sum.all = true;
    return sum;
}

/* Raises the pace slowly, because an interrupted thread takes long, too. Not inlined, as set_team_size(). */
static __attribute__((noinline)) void update_pace(const emu_task *task, progress own_progress)
{
    double now = (double)own_progress.ns / (double)own_progress.items, *pace = &task->pace->ns;
    *pace = *pace > 0 && now > *pace ? *pace + (now - *pace) / 4 : now;
}

/* The thread that waits for the task stays for a short while until the others have left: the data that the task's end
 * needs is in its cache. */
static void linger(const emu_pool *pool, const emu_task *task)
{
    enum { LINGER_NS = 5000 };
    for (uint64_t now = 0, until = 0; threads_of(task) > 1 && now <= until && !is_unserved(pool);) {
        emu_pause();
        now = emu_pool_now();
        until = until ? until : now + LINGER_NS;
    }
}

static void leave(emu_pool *pool, emu_task *task, unsigned worker, progress own_progress)
{
    atomic_store_explicit(&pool->threads[worker].used, false, memory_order_release);
    if (own_progress.all && atomic_fetch_sub_explicit(&task->threads, 1, memory_order_acq_rel) > 1)
        return;
    emu_pool_lock(pool);
    if (own_progress.all || atomic_fetch_sub_explicit(&task->threads, 1, memory_order_acq_rel) == 1) {
        pool->last_worker = task->led ? task->leader : worker;
        if (task->pace && own_progress.items) {
            emu_float_mode callers = emu_float_mode_enter();
            update_pace(task, own_progress);
            emu_float_mode_leave(callers);
        }
        end_task(pool, task);
    }
    emu_pool_unlock(pool);
}

static void run(emu_pool *pool, emu_task *task, unsigned number, unsigned own, emu_bounds bounds, emu_chunk chunk,
                bool waits)
{
    emu_worker *worker = pool->workers[number];
    if (task->led && chunk.count && chunk.first == 0)
        task->leader = number;
    emu_worker_enter(worker);
    progress own_progress = run_chunks(pool, task, worker, own, bounds, chunk);
    emu_worker_leave(worker);
    if (waits && own_progress.all && pool->waiters_spin)
        linger(pool, task);
    leave(pool, task, number, own_progress);
}

void emu_pool_serve(emu_pool *pool, emu_task *task, unsigned thread)
{
    if (!emu_pool_join(task, 1)) {
        emu_pool_unlock(pool);
        return;
    }
    unsigned number = take_worker(pool, task, thread), own = emu_pool_own_part(pool, task, number);
    emu_bounds bounds = emu_pool_first_bounds(pool, task);
    emu_chunk chunk = emu_pool_take(task, own, &bounds);
    if (thread == pool->worker_count)
        atomic_store_explicit(&task->place_kept, false, memory_order_relaxed);
    emu_pool_call(pool);
    emu_pool_unlock(pool);
    run(pool, task, number, own, bounds, chunk, thread == pool->worker_count);
}

void emu_pool_serve_slot(emu_pool *pool, emu_task *task, unsigned thread)
{
    unsigned own = emu_pool_own_part(pool, task, thread);
    emu_bounds bounds = emu_pool_first_bounds(pool, task);
    run(pool, task, thread, own, bounds, emu_pool_take(task, own, &bounds), false);
}
