/* Tasks: which of them a thread runs, and how its items are shared out. */
#include "pool_inside.h"

/* A chunk is to take about so long, unless one item takes longer: much more than taking it, and little enough for a
 * small grid to get in between a large one's. */
enum { CHUNK_NS = 200000, FIRST_CHUNK = 16 };

/* ---- the list of tasks, under the lock ---- */
static uint64_t items_left(emu_task *task)
{
    uint64_t next = atomic_load_explicit(&task->next, memory_order_relaxed);
    return next < task->items ? task->items - next : 0;
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

void emu_pool_submit(emu_pool *pool, emu_task *task)
{
    atomic_init(&task->next, 0);
    task->threads = 0;
    task->listed = true;
    append(pool, task);
    add_unserved(pool, 1);
    atomic_fetch_add_explicit(&pool->submissions, 1, memory_order_relaxed);
    encourage(pool);
}

/* ---- running ---- */
/* Takes a chunk: one item in 4 per worker of what is left, rounded to a power of two so that none divides, and at most
 * `limit`. Relaxed: the task came to the thread through the lock, and its results go the same way. */
static uint64_t take(const emu_pool *pool, emu_task *task, uint64_t limit, uint64_t *first)
{
    uint64_t next = atomic_load_explicit(&task->next, memory_order_relaxed), count;
    do {
        if (next >= task->items)
            return 0;
        count = (task->items - next) >> pool->shift;
        count = count < limit ? count : limit;
        count = count ? count : 1;
    } while (!atomic_compare_exchange_weak_explicit(&task->next, &next, next + count, memory_order_relaxed,
                                                    memory_order_relaxed));
    *first = next;
    return count;
}

void emu_pool_serve(emu_pool *pool, emu_task *task)
{
    emu_worker *worker = pool->free[--pool->free_count];
    if (task->threads++ == 0)
        add_unserved(pool, -1u);
    uint64_t limit = FIRST_CHUNK, first = 0, count = take(pool, task, limit, &first);
    bool more = items_left(task) != 0;
    if (!more)
        delist(pool, task);
    encourage(pool);
    emu_pool_unlock(pool);

    emu_worker_enter(worker);
    uint64_t began = more ? emu_pool_now() : 0;
    while (count) {
        task->run(task, worker, first, count);
        if (!more || atomic_load_explicit(&pool->unserved, memory_order_relaxed))
            break;
        uint64_t ended = pool->steady ? began + CHUNK_NS : emu_pool_now();
        if (ended - began < CHUNK_NS / 2)
            limit *= ended - began < CHUNK_NS / 16 ? 8 : 2;
        else if (ended - began > CHUNK_NS * 2 && limit > 1)
            limit /= 2;
        began = ended;
        count = take(pool, task, limit, &first);
        if (count && first + count == task->items) {
            emu_pool_lock(pool);
            delist(pool, task);
            emu_pool_unlock(pool);
        }
    }
    emu_worker_leave(worker);

    emu_pool_lock(pool);
    pool->free[pool->free_count++] = worker;
    if (--task->threads == 0) {
        if (task->listed)
            add_unserved(pool, 1);
        else
            task->finish(task);
    }
    encourage(pool);
}
