/* How a task reaches spinning threads. Each polls a word of its own, its slot. A thread that finds a task there already
 * counts as one of the task's threads, with the worker of its number. So threads that start at the same time take no
 * lock, and no thread polls a word that another thread's task changes. The submitter, with the lock held, first removes
 * the thread from those that are ready. It can take back a task that a thread has not read, if the system does not run
 * that thread. */
#include "pool_inside.h"

static uint64_t bit(unsigned thread)
{
    return (uint64_t)1 << thread;
}

static bool is_used(const emu_pool *pool, unsigned worker)
{
    return atomic_load_explicit(&pool->threads[worker].used, memory_order_acquire);
}

unsigned emu_pool_ready_count(const emu_pool *pool)
{
    return (unsigned)__builtin_popcountll(atomic_load_explicit(&pool->ready, memory_order_relaxed));
}

/* The ready threads with the lowest numbers: the same ones each time. */
static uint64_t choose(const emu_pool *pool, unsigned most)
{
    uint64_t chosen = 0;
    for (uint64_t ready = atomic_load_explicit(&pool->ready, memory_order_relaxed); ready && most; ready &= ready - 1) {
        unsigned thread = (unsigned)__builtin_ctzll(ready);
        if (is_used(pool, thread))
            continue;
        chosen |= bit(thread);
        most--;
    }
    return chosen;
}

unsigned emu_pool_post(emu_pool *pool, emu_task *task, unsigned most)
{
    uint64_t chosen = most ? choose(pool, most) : 0;
    if (!chosen)
        return 0;
    chosen &= atomic_fetch_and_explicit(&pool->ready, ~chosen, memory_order_acquire);
    unsigned count = (unsigned)__builtin_popcountll(chosen);
    if (!emu_pool_join(task, count)) {
        atomic_fetch_or_explicit(&pool->ready, chosen, memory_order_release);
        return 0;
    }
    task->slots |= chosen;
    for (; chosen; chosen &= chosen - 1) {
        unsigned thread = (unsigned)__builtin_ctzll(chosen);
        atomic_store_explicit(&pool->threads[thread].used, true, memory_order_relaxed);
        atomic_store_explicit(&pool->threads[thread].slot, task, memory_order_release);
    }
    return count;
}

bool emu_pool_take_back(emu_pool *pool, emu_task *task, unsigned thread)
{
    if (!atomic_compare_exchange_strong_explicit(&pool->threads[thread].slot, &task, NULL, memory_order_relaxed,
                                                 memory_order_relaxed))
        return false;
    atomic_store_explicit(&pool->threads[thread].used, false, memory_order_relaxed);
    atomic_fetch_or_explicit(&pool->ready, bit(thread), memory_order_release);
    return true;
}

void emu_pool_set_ready(struct emu_pool_thread *self)
{
    atomic_fetch_or_explicit(&self->pool->ready, bit((unsigned)(self - self->pool->threads)), memory_order_release);
}

emu_task *emu_pool_take_slot(struct emu_pool_thread *self)
{
    emu_task *task = atomic_load_explicit(&self->slot, memory_order_relaxed);
    if (task &&
        !atomic_compare_exchange_strong_explicit(&self->slot, &task, NULL, memory_order_acquire, memory_order_relaxed))
        task = NULL; /* it was taken back */
    return task;
}

bool emu_pool_clear_ready(struct emu_pool_thread *self)
{
    uint64_t mine = bit((unsigned)(self - self->pool->threads));
    return atomic_fetch_and_explicit(&self->pool->ready, ~mine, memory_order_acquire) & mine;
}
