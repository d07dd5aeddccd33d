/* Tasks: which of them a thread runs, and how its items are shared out. */
#include "pool_inside.h"

/* No chunk is to take less than LEAST_NS, many times the taking of it, nor, unless one item does, more than MOST_NS, so
 * that a small grid gets in between a large one's. The first is of FIRST_CHUNK items at most: nothing is known of them.
 * Where time is not to decide, none is of more than STEADY_CHUNK, nor is the first of those whose items may wait for one
 * another. */
enum { LEAST_NS = 3000, MOST_NS = 200000, FIRST_CHUNK = 256, STEADY_CHUNK = 16 };
#define MOST_ITEMS ((uint64_t)1 << 32)

/* ---- the list of tasks, under the lock ---- */
static uint64_t items_left(emu_task *task)
{
    return atomic_load_explicit(&task->left, memory_order_relaxed);
}

static void add_unserved(emu_pool *pool, unsigned change)
{
    /* Under the lock: no other thread writes it. */
    unsigned value = atomic_load_explicit(&pool->unserved, memory_order_relaxed);
    atomic_store_explicit(&pool->unserved, value + change, memory_order_relaxed);
}

static void append(emu_pool *pool, emu_task *task)
{
    task->before = pool->last;
    task->after = NULL;
    *(pool->last ? &pool->last->after : &pool->first) = task;
    pool->last = task;
}

static void take_out(emu_pool *pool, emu_task *task)
{
    *(task->before ? &task->before->after : &pool->first) = task->after;
    *(task->after ? &task->after->before : &pool->last) = task->before;
}

/* Every item is taken: nobody else is to come. */
static void delist(emu_pool *pool, emu_task *task)
{
    if (!task->listed)
        return;
    task->listed = false;
    take_out(pool, task);
}

emu_task *emu_pool_choose(emu_pool *pool)
{
    if (pool->free_count == 0)
        return NULL;
    emu_task *chosen = NULL;
    for (emu_task *task = pool->first; task; task = task->after) {
        if (items_left(task) == 0)
            continue;
        if (task->threads == 0) {
            chosen = task;
            break;
        }
        if (!chosen)
            chosen = task;
    }
    if (chosen && chosen != pool->last) {
        take_out(pool, chosen);
        append(pool, chosen);
    }
    return chosen;
}

bool emu_pool_may_help(emu_pool *pool, emu_task *task)
{
    return task->listed && pool->free_count && items_left(task) &&
           (task->threads == 0 || atomic_load_explicit(&pool->unserved, memory_order_relaxed) == 0);
}

/* Has as many threads look for work as there are chunks and free workers; at most two are woken here, who wake two
 * more each. */
static void encourage(emu_pool *pool)
{
    uint64_t wanted = 0;
    for (emu_task *task = pool->first; task && wanted < pool->free_count; task = task->after)
        wanted += items_left(task);
    if (wanted > pool->free_count)
        wanted = pool->free_count;
    for (int i = 0; i < 2 && pool->sleepers && pool->searching < wanted; i++) {
        struct emu_pool_thread *thread = pool->sleepers;
        pool->sleepers = thread->next;
        thread->next = pool->to_wake;
        pool->to_wake = thread;
        pool->searching++;
    }
}

/* ---- parts ---- */
typedef struct chunk {
    uint64_t first, count; /* 0: nothing is left to take */
    bool last;
} chunk;

typedef struct bounds {
    uint64_t least, most; /* items */
} bounds;

static uint64_t begin_of(const emu_task *task, unsigned part)
{
    return part * task->share + (part < task->longer ? part : task->longer);
}

/* As many parts as workers, all of one length or one more; one part where order matters. */
static void divide(const emu_pool *pool, emu_task *task)
{
    unsigned most = task->in_order                          ? 1
                    : pool->worker_count < EMU_POOL_PARTS ? pool->worker_count
                                                          : EMU_POOL_PARTS;
    task->shift = task->in_order ? pool->shift_in_order : pool->shift;
    task->parts = task->items < most ? (unsigned)task->items : most;
    task->share = task->items / task->parts;
    task->longer = (unsigned)(task->items % task->parts);
    for (unsigned part = 0; part < task->parts; part++)
        atomic_init(&task->next[part], begin_of(task, part));
    atomic_init(&task->left, task->items);
}

void emu_pool_submit(emu_pool *pool, emu_task *task)
{
    divide(pool, task);
    task->threads = 0;
    task->listed = true;
    append(pool, task);
    add_unserved(pool, 1);
    atomic_fetch_add_explicit(&pool->submissions, 1, memory_order_relaxed);
    encourage(pool);
}

/* ---- running ---- */
/* A worker for worker number `home`, where that is free, else the last that is. */
static unsigned take_worker(emu_pool *pool, unsigned home)
{
    unsigned number = home;
    for (unsigned i = pool->worker_count; !pool->free[number];)
        number = --i;
    pool->free[number] = false;
    pool->free_count--;
    return number;
}

/* How many items such chunks hold, as far as the latest chunk tells. */
static void measure(bounds *found, uint64_t count, uint64_t ns)
{
    ns = ns ? ns : 1;
    count = count < MOST_ITEMS ? count : MOST_ITEMS;
    found->least = count * LEAST_NS / ns;
    found->most = count * MOST_NS / ns;
}

/* Takes a chunk: of the worker's own part as long as there is something in it, then of the parts behind. Relaxed: the
 * task came to the thread through the lock, and its results go the same way. */
static chunk take(emu_task *task, unsigned home, bounds within)
{
    for (unsigned i = 0, part = home % task->parts; i < task->parts; i++, part = part + 1 < task->parts ? part + 1 : 0) {
        uint64_t end = begin_of(task, part + 1);
        uint64_t next = atomic_load_explicit(&task->next[part], memory_order_relaxed);
        while (next < end) {
            uint64_t left = end - next, count = left >> task->shift;
            count = count > within.least ? count : within.least;
            count = count < within.most ? count : within.most;
            count = count < left ? count : left;
            count = count ? count : 1;
            if (!atomic_compare_exchange_weak_explicit(&task->next[part], &next, next + count, memory_order_relaxed,
                                                       memory_order_relaxed))
                continue;
            bool last = atomic_fetch_sub_explicit(&task->left, count, memory_order_relaxed) == count;
            return (chunk){next, count, last};
        }
    }
    return (chunk){0};
}

void emu_pool_serve(emu_pool *pool, emu_task *task, unsigned home)
{
    /* What is not shared out is best done by the worker used last, whose memory is in the cache. */
    unsigned number = take_worker(pool, task->items > 1 ? home : pool->latest);
    emu_worker *worker = pool->workers[number];
    if (task->threads++ == 0)
        add_unserved(pool, -1u);
    bounds within = {0, pool->steady || task->in_order ? STEADY_CHUNK : FIRST_CHUNK};
    chunk now = take(task, number, within);
    bool more = now.count && items_left(task) != 0;
    if (!more) /* taken, even if that is not yet counted */
        delist(pool, task);
    encourage(pool);
    emu_pool_unlock(pool);

    emu_worker_enter(worker);
    uint64_t began = more ? emu_pool_now() : 0;
    while (now.count) {
        task->run(task, worker, now.first, now.count);
        if (!more || atomic_load_explicit(&pool->unserved, memory_order_relaxed))
            break;
        if (!pool->steady) {
            uint64_t ended = emu_pool_now();
            measure(&within, now.count, ended - began);
            began = ended;
        }
        now = take(task, number, within);
        if (now.last) {
            emu_pool_lock(pool);
            delist(pool, task);
            emu_pool_unlock(pool);
        }
    }
    emu_worker_leave(worker);

    emu_pool_lock(pool);
    pool->free[number] = true;
    pool->free_count++;
    pool->latest = number;
    if (--task->threads == 0) {
        if (task->listed)
            add_unserved(pool, 1);
        else
            task->finish(task);
    }
    encourage(pool);
}
