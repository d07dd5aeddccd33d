/* cp.async.bulk: copies of many bytes. An mbarrier counts those to shared memory; a thread waits for
 * batches of those to global memory. */
#include "async.h"

#include <stdlib.h>
#include <string.h>

#include "../check/check.h"
#include "yield_budget.h"

/* The caller's address in the kernel, for checked mode. */
#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

/* Reads the source into a buffer, to be written later; false when out of memory. */
static bool read_source(emu_bulk *bulk)
{
    if (!bulk->buffer && bulk->size && !(emu_allocation_fails && emu_allocation_fails())) {
        bulk->buffer = malloc(bulk->size);
        if (bulk->buffer)
            memcpy(bulk->buffer, bulk->from, bulk->size);
    }
    return bulk->buffer != 0;
}

/* Within shared memory the ranges may overlap. */
static void copy_now(const emu_bulk *bulk)
{
    if (bulk->size)
        memmove(bulk->to, bulk->buffer ? bulk->buffer : bulk->from, bulk->size);
}

static void count_now(emu_worker *worker, const emu_bulk *bulk)
{
    if (bulk->barrier && worker->check)
        emu_check_copies_arrive(worker, bulk->thread, bulk->to, bulk->barrier);
    if (bulk->barrier)
        emu_mbarrier_complete(bulk->barrier, bulk->size, bulk->site);
}

void emu_bulk_perform(emu_worker *worker, unsigned index)
{
    emu_async *async = worker->async;
    emu_bulk bulk = async->bulk[index];
    copy_now(&bulk); /* may fault; emu_async_drop() then frees the buffer */
    free(bulk.buffer);
    memmove(async->bulk + index, async->bulk + index + 1, (--async->bulks - index) * sizeof bulk);
    count_now(worker, &bulk);
}

/* Queues the copy; without room in the queue, performs it at once, which is allowed, too. */
static void enqueue(emu_worker *worker, const emu_bulk *copy, uintptr_t pc)
{
    emu_async *async = emu_async_of(worker, copy->site);
    const emu_thread_copies *mine = &async->thread[emu_current()->at.rank];
    emu_bulk queued = *copy;
    queued.thread = emu_current()->at.rank;
    queued.batch = mine->bulk_commits;
    if (worker->check)
        emu_check_copy_begins(worker, queued.barrier ? EMU_COPY_COUNTED : EMU_COPY_BULK, queued.batch, queued.to,
                              queued.size, queued.from, queued.size, pc);
    if (async->bulks == async->bulk_capacity) {
        unsigned capacity = async->bulk_capacity ? 2 * async->bulk_capacity : 32;
        bool refused = capacity > EMU_MOST_BULKS || (emu_allocation_fails && emu_allocation_fails());
        emu_bulk *larger = refused ? 0 : realloc(async->bulk, capacity * sizeof *larger);
        if (!larger) {
            copy_now(&queued);
            count_now(worker, &queued);
            return;
        }
        async->bulk = larger;
        async->bulk_capacity = capacity;
    }
    async->bulk[async->bulks++] = queued;
}

static void check(const char *shared_role, const void *shared, const char *other_role, const void *other, unsigned size,
                  const emu_site *site)
{
    enum { UNIT = 16 };
    if (size % UNIT)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site, "%s: the size, %u bytes, is no multiple of %d",
                        site->what, size, UNIT);
    emu_require_shared(shared_role, shared, size, site);
    emu_require_aligned(shared_role, shared, UNIT, site);
    emu_require_aligned(other_role, other, UNIT, site);
}

void emu_bulk_to_shared(void *shared, const void *global, unsigned size, uint64_t *barrier, const emu_site *site)
{
    check("the destination", shared, "the source", global, size, site);
    emu_require_global("the source", global, site);
    emu_mbarrier_require(barrier, site);
    emu_touch(global, size, false);
    emu_bulk bulk = {
        .kind = EMU_BULK_TO_SHARED, .size = size, .to = shared, .from = global, .barrier = barrier, .site = site};
    enqueue(emu_self, &bulk, HERE);
}

void emu_bulk_to_block(void *shared, const void *source, unsigned size, uint64_t *barrier, unsigned rank,
                       const emu_site *site)
{
    check("the source", source, "the destination", shared, size, site);
    emu_require_shared("the destination", shared, size, site);
    uint64_t *counter = emu_peer_address(barrier, rank, site);
    emu_mbarrier_require(counter, site);
    emu_bulk bulk = {.kind = EMU_BULK_TO_BLOCK,
                     .size = size,
                     .to = emu_peer_address(shared, rank, site),
                     .from = source,
                     .barrier = counter,
                     .site = site};
    enqueue(emu_self, &bulk, HERE);
}

void emu_bulk_to_global(void *global, const void *shared, unsigned size, const emu_site *site)
{
    check("the source", shared, "the destination", global, size, site);
    emu_require_global("the destination", global, site);
    emu_touch(global, size, true);
    emu_bulk bulk = {.kind = EMU_BULK_TO_GLOBAL, .size = size, .to = global, .from = shared, .site = site};
    enqueue(emu_self, &bulk, HERE);
}

void emu_bulk_commit(void)
{
    emu_worker *worker = emu_self;
    if (worker->async)
        worker->async->thread[emu_current()->at.rank].bulk_commits++;
}

/* The index of a copy to global memory that the thread's wait for its first `batches` batches must still perform
 * (`read`: must still read): the latest, under the random schedule any. async->bulks: none. */
static unsigned next_copy(emu_worker *worker, unsigned thread, unsigned batches, bool read)
{
    emu_async *async = worker->async;
    unsigned from = worker->schedule->yields_at_sync && async->bulks ? emu_schedule_draw(worker, async->bulks) : 0;
    for (unsigned i = 1; i <= async->bulks; i++) {
        unsigned index = (async->bulks + from - i) % async->bulks;
        const emu_bulk *bulk = &async->bulk[index];
        if (bulk->kind == EMU_BULK_TO_GLOBAL && bulk->thread == thread && (int)(bulk->batch - batches) < 0 &&
            !(read && bulk->buffer))
            return index;
    }
    return async->bulks;
}

void emu_bulk_wait(unsigned prior, bool read)
{
    enum { MOST_PRIOR = 8 };
    emu_worker *worker = emu_self;
    emu_async *async = worker->async;
    if (async) {
        unsigned thread = emu_current()->at.rank, may_pend = prior < MOST_PRIOR ? prior : MOST_PRIOR, index;
        while ((index = next_copy(worker, thread, async->thread[thread].bulk_commits - may_pend, read)) < async->bulks)
            if (!(read && read_source(&async->bulk[index])))
                emu_bulk_perform(worker, index);
        if (worker->check)
            emu_check_copies_waited(worker, EMU_COPY_BULK, async->thread[thread].bulk_commits - may_pend, read);
    }
    emu_spend_yield_budget();
}
