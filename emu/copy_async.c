/* cp.async: small copies from global to shared memory, in batches that a lane commits and waits for. */
#include "async.h"

#include <stdlib.h>
#include <string.h>

#include "credit.h"

static void copy_now(char *to, const char *from, unsigned size, unsigned zeros)
{
    if (size > zeros) /* else there may be no source */
        memcpy(to, from, size - zeros);
    memset(to + (size - zeros), 0, zeros);
}

void emu_copy_perform(emu_worker *worker, unsigned lane)
{
    emu_async *async = worker->async;
    emu_lane_copies *queue = &async->lane[lane];
    unsigned number = queue->first;
    emu_copy copy = async->copies[number];
    queue->first = copy.next;
    async->copies[number].next = async->free;
    async->free = number;
    async->pending--;
    if (queue->first == EMU_NO_COPY) {
        queue->last = EMU_NO_COPY;
        async->copying[lane / EMU_WARP] &= ~(1u << lane % EMU_WARP);
    }
    if (copy.barrier)
        emu_mbarrier_late_arrival(copy.barrier, copy.site);
    else
        copy_now(copy.to, copy.from, copy.size, copy.zeros);
}

static void perform_all(emu_worker *worker, unsigned lane)
{
    while (worker->async->lane[lane].first != EMU_NO_COPY)
        emu_copy_perform(worker, lane);
}

/* A free entry's number, or EMU_NO_COPY: none is free, and no more may or can be made. */
static unsigned take(emu_async *async)
{
    unsigned number = async->free;
    if (number != EMU_NO_COPY) {
        async->free = async->copies[number].next;
        return number;
    }
    if (async->made + 1 >= async->room) {
        unsigned room = async->room ? 2 * async->room : 1024;
        bool refused = room > EMU_MOST_COPIES || (emu_allocation_fails && emu_allocation_fails());
        emu_copy *copies = refused ? 0 : realloc(async->copies, room * sizeof *copies);
        if (!copies)
            return EMU_NO_COPY;
        async->copies = copies;
        async->room = room;
    }
    return ++async->made;
}

/* Queues a copy or arrival of the calling lane; what cannot be queued is done at once, which is allowed, too. */
static void queue_up(emu_worker *worker, emu_async *async, emu_copy copy)
{
    unsigned lane = emu_current()->at.rank, number = take(async);
    emu_lane_copies *queue = &async->lane[lane];
    if (number == EMU_NO_COPY) {
        perform_all(worker, lane);
        if (copy.barrier)
            emu_mbarrier_late_arrival(copy.barrier, copy.site);
        else
            copy_now(copy.to, copy.from, copy.size, copy.zeros);
        return;
    }
    copy.batch = queue->commits;
    copy.next = EMU_NO_COPY;
    async->copies[number] = copy;
    if (queue->first == EMU_NO_COPY)
        queue->first = number;
    else
        async->copies[queue->last].next = number;
    queue->last = number;
    async->pending++;
    async->copying[lane / EMU_WARP] |= 1u << lane % EMU_WARP;
}

void emu_copy_async(void *shared, const void *global, size_t size, size_t zeros, const emu_site *site)
{
    emu_worker *worker = emu_self;
    if (size != 4 && size != 8 && size != 16)
        emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, site, "%s: the size is %zu bytes, not 4, 8 or 16", site->what,
                        size);
    if (zeros > size)
        emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, site, "%s: %zu of %zu bytes to fill with zeros", site->what,
                        zeros, size);
    emu_require_shared("the destination", shared, size, site);
    emu_require_aligned("the destination", shared, size, site);
    emu_require_global("the source", global, site);
    emu_require_aligned("the source", global, size, site);
    emu_touch(global, size - zeros, false);
    emu_copy copy = {.to = shared, .from = global, .size = (unsigned char)size, .zeros = (unsigned char)zeros};
    queue_up(worker, emu_async_of(worker, site), copy);
}

void emu_copy_commit(void)
{
    emu_worker *worker = emu_self;
    if (worker->async)
        worker->async->lane[emu_current()->at.rank].commits++;
}

void emu_copy_wait(size_t prior)
{
    enum { MOST_PRIOR = 8 };
    emu_worker *worker = emu_self;
    if (worker->async) {
        unsigned lane = emu_current()->at.rank, waived = prior < MOST_PRIOR ? (unsigned)prior : MOST_PRIOR;
        const emu_lane_copies *queue = &worker->async->lane[lane];
        while (queue->first != EMU_NO_COPY &&
               (int)(worker->async->copies[queue->first].batch + waived - queue->commits) < 0)
            emu_copy_perform(worker, lane);
    }
    emu_spend();
}

void emu_copy_arrive_on(uint64_t *barrier, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_async *async = emu_async_of(worker, site);
    emu_mbarrier_expect_one_more(barrier, site);
    if (async->lane[emu_current()->at.rank].first == EMU_NO_COPY) {
        emu_mbarrier_late_arrival(barrier, site);
        return;
    }
    emu_copy arrival = {.barrier = barrier, .site = site};
    queue_up(worker, async, arrival);
}
