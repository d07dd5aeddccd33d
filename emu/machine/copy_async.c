/* cp.async: copies of 4 to 16 bytes from global to shared memory, in batches that a thread commits and waits for. */
#include "async.h"

#include <stdlib.h>
#include <string.h>

#include "../check/check.h"
#include "yield_budget.h"

/* The caller's address in the kernel, for checked mode. */
#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

static void copy_now(char *to, const char *from, unsigned size, unsigned zeros)
{
    if (size > zeros) /* else the source may be null */
        memcpy(to, from, size - zeros);
    memset(to + (size - zeros), 0, zeros);
}

static void arrive_now(emu_worker *worker, unsigned thread, uint64_t *barrier, const emu_site *site)
{
    if (worker->check)
        emu_check_copies_arrive(worker, thread, 0, barrier);
    emu_mbarrier_late_arrival(barrier, site);
}

/* Takes an entry out of the thread's queue and performs it. */
static void perform(emu_worker *worker, unsigned thread, unsigned number)
{
    emu_async *async = worker->async;
    emu_thread_copies *queue = &async->thread[thread];
    emu_copy copy = async->copies[number];
    *(copy.previous == EMU_NO_COPY ? &queue->first : &async->copies[copy.previous].next) = copy.next;
    *(copy.next == EMU_NO_COPY ? &queue->last : &async->copies[copy.next].previous) = copy.previous;
    async->copies[number].next = async->free;
    async->free = number;
    async->pending--;
    if (queue->first == EMU_NO_COPY)
        async->copying[thread / EMU_WARP] &= ~(1u << thread % EMU_WARP);
    if (copy.barrier)
        arrive_now(worker, thread, copy.barrier, copy.site);
    else
        copy_now(copy.to, copy.from, copy.size, copy.zeros);
}

/* The entry to perform next of the thread's entries up to `last`: the latest copy or, under the random schedule, the
 * first or the latest. An arrival follows all copies before it. */
static unsigned next_entry(emu_worker *worker, unsigned thread, unsigned last)
{
    const emu_copy *copies = worker->async->copies;
    unsigned first = worker->async->thread[thread].first;
    if (copies[first].barrier || (worker->schedule->yields_at_sync && emu_schedule_draw(worker, 2)))
        return first;
    while (copies[last].barrier)
        last = copies[last].previous;
    return last;
}

void emu_copy_perform(emu_worker *worker, unsigned thread)
{
    perform(worker, thread, next_entry(worker, thread, worker->async->thread[thread].last));
}

/* Performs the thread's entries up to `last`, which may be EMU_NO_COPY. */
static void perform_all(emu_worker *worker, unsigned thread, unsigned last)
{
    while (last != EMU_NO_COPY) {
        unsigned number = next_entry(worker, thread, last);
        if (number == last)
            last = worker->async->copies[last].previous;
        perform(worker, thread, number);
    }
}

/* A free entry's number; EMU_NO_COPY if the queue is full or out of memory. */
static unsigned take_entry(emu_async *async)
{
    unsigned number = async->free;
    if (number != EMU_NO_COPY) {
        async->free = async->copies[number].next;
        return number;
    }
    if (async->used + 1 >= async->capacity) {
        unsigned capacity = async->capacity ? 2 * async->capacity : 1024;
        bool refused = capacity > EMU_MOST_COPIES || (emu_allocation_fails && emu_allocation_fails());
        emu_copy *copies = refused ? 0 : realloc(async->copies, capacity * sizeof *copies);
        if (!copies)
            return EMU_NO_COPY;
        async->copies = copies;
        async->capacity = capacity;
    }
    return ++async->used;
}

/* Queues a copy or arrival of the calling thread; without a free entry, performs it at once, which is allowed, too. */
static void enqueue(emu_worker *worker, emu_async *async, emu_copy copy)
{
    unsigned thread = emu_current()->at.rank, number = take_entry(async);
    emu_thread_copies *queue = &async->thread[thread];
    if (number == EMU_NO_COPY) {
        perform_all(worker, thread, queue->last);
        if (copy.barrier)
            arrive_now(worker, thread, copy.barrier, copy.site);
        else
            copy_now(copy.to, copy.from, copy.size, copy.zeros);
        return;
    }
    copy.batch = queue->commits;
    copy.next = EMU_NO_COPY;
    copy.previous = queue->last;
    async->copies[number] = copy;
    if (queue->first == EMU_NO_COPY)
        queue->first = number;
    else
        async->copies[queue->last].next = number;
    queue->last = number;
    async->pending++;
    async->copying[thread / EMU_WARP] |= 1u << thread % EMU_WARP;
}

static void require_size(emu_worker *worker, size_t size, size_t zeros, const emu_site *site)
{
    if (size != 4 && size != 8 && size != 16)
        emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, site, "%s: the size is %zu bytes, not 4, 8 or 16", site->what,
                        size);
    if (zeros > size)
        emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, site, "%s: %zu of %zu bytes to fill with zeros", site->what,
                        zeros, size);
}

void emu_copy_async(void *shared, const void *global, size_t size, size_t zeros, const emu_site *site)
{
    emu_worker *worker = emu_self;
    require_size(worker, size, zeros, site);
    emu_require_shared("the destination", shared, size, site);
    emu_require_aligned("the destination", shared, size, site);
    emu_require_global("the source", global, site);
    emu_require_aligned("the source", global, size, site);
    emu_touch(global, size - zeros, false);
    emu_copy copy = {.to = shared, .from = global, .size = (unsigned char)size, .zeros = (unsigned char)zeros};
    emu_async *async = emu_async_of(worker, site);
    if (worker->check)
        emu_check_copy_begins(worker, EMU_COPY_BATCHED, async->thread[emu_current()->at.rank].commits, shared, size,
                              global, size - zeros, HERE);
    enqueue(worker, async, copy);
}

void emu_copy_commit(void)
{
    emu_worker *worker = emu_self;
    if (worker->async)
        worker->async->thread[emu_current()->at.rank].commits++;
}

void emu_copy_wait(size_t prior)
{
    enum { MOST_PRIOR = 8 };
    emu_worker *worker = emu_self;
    if (worker->async) {
        unsigned thread = emu_current()->at.rank, may_pend = prior < MOST_PRIOR ? (unsigned)prior : MOST_PRIOR;
        const emu_thread_copies *queue = &worker->async->thread[thread];
        const emu_copy *copies = worker->async->copies;
        unsigned last = queue->last;
        while (last != EMU_NO_COPY && (int)(copies[last].batch + may_pend - queue->commits) >= 0)
            last = copies[last].previous;
        perform_all(worker, thread, last);
        if (worker->check)
            emu_check_copies_waited(worker, EMU_COPY_BATCHED, queue->commits - may_pend, false);
    }
    emu_spend_yield_budget();
}

void emu_copy_arrive_on(uint64_t *barrier, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_async *async = emu_async_of(worker, site);
    emu_mbarrier_expect_one_more(barrier, site);
    if (async->thread[emu_current()->at.rank].first == EMU_NO_COPY) {
        arrive_now(worker, emu_current()->at.rank, barrier, site);
        return;
    }
    emu_copy arrival = {.barrier = barrier, .site = site};
    enqueue(worker, async, arrival);
}

/* Fused threads have no stack each; emu_space_of() knows where their variables are. */
void emu_fused_check_copy(const void *shared, const void *global, size_t size, size_t zeros, const emu_site *site)
{
    require_size(emu_self, size, zeros, site);
    emu_require_shared("the destination", shared, size, site);
    emu_require_aligned("the destination", shared, size, site);
    emu_space space = emu_space_of(global);
    if (space == EMU_SPACE_SHARED || space == EMU_SPACE_LOCAL)
        emu_fail_saying(emu_self, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "%s: the source %p is in %s memory, not in global memory", site->what, global,
                        space == EMU_SPACE_LOCAL ? "local" : "shared");
    emu_require_aligned("the source", global, size, site);
}
