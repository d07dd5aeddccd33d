/* cp.async.bulk: copies of many bytes, counted by an mbarrier where they go to shared memory, waited for in batches
 * where they go to global memory. */
#include "async.h"

#include <stdlib.h>
#include <string.h>

#include "../check/check.h"
#include "yield_budget.h"

/* In the kernel, for the checker. */
#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

/* Reads the source now, to be written later; false when there is no memory to keep it in. */
static bool hold(emu_bulk *bulk)
{
    if (!bulk->held && bulk->size && !(emu_allocation_fails && emu_allocation_fails())) {
        bulk->held = malloc(bulk->size);
        if (bulk->held)
            memcpy(bulk->held, bulk->from, bulk->size);
    }
    return bulk->held != 0;
}

/* Within shared memory the ranges may overlap. */
static void copy_now(const emu_bulk *bulk)
{
    if (bulk->size)
        memmove(bulk->to, bulk->held ? bulk->held : bulk->from, bulk->size);
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
    copy_now(&bulk); /* which may fault: who drops the list then frees what is held */
    free(bulk.held);
    memmove(async->bulk + index, async->bulk + index + 1, (--async->bulks - index) * sizeof bulk);
    count_now(worker, &bulk);
}

/* What cannot be queued is done at once, which is allowed, too. */
static void queue_up(emu_worker *worker, const emu_bulk *wanted, uintptr_t pc)
{
    emu_async *async = emu_async_of(worker, wanted->site);
    const emu_thread_copies *mine = &async->thread[emu_current()->at.rank];
    emu_bulk one = *wanted, *bulk = &one;
    one.thread = emu_current()->at.rank;
    one.batch = mine->bulk_commits;
    if (worker->check)
        emu_check_copy_begins(worker, one.barrier ? EMU_COPY_COUNTED : EMU_COPY_BULK, one.batch, one.to, one.size,
                              one.from, one.size, pc);
    if (async->bulks == async->bulk_room) {
        unsigned room = async->bulk_room ? 2 * async->bulk_room : 32;
        bool refused = room > EMU_MOST_BULKS || (emu_allocation_fails && emu_allocation_fails());
        emu_bulk *larger = refused ? 0 : realloc(async->bulk, room * sizeof *larger);
        if (!larger) {
            copy_now(bulk);
            count_now(worker, bulk);
            return;
        }
        async->bulk = larger;
        async->bulk_room = room;
    }
    async->bulk[async->bulks++] = *bulk;
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
    queue_up(emu_self, &bulk, HERE);
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
    queue_up(emu_self, &bulk, HERE);
}

void emu_bulk_to_global(void *global, const void *shared, unsigned size, const emu_site *site)
{
    check("the source", shared, "the destination", global, size, site);
    emu_require_global("the destination", global, site);
    emu_touch(global, size, true);
    emu_bulk bulk = {.kind = EMU_BULK_TO_GLOBAL, .size = size, .to = global, .from = shared, .site = site};
    queue_up(emu_self, &bulk, HERE);
}

void emu_bulk_commit(void)
{
    emu_worker *worker = emu_self;
    if (worker->async)
        worker->async->thread[emu_current()->at.rank].bulk_commits++;
}

/* One of the thread's copies to global memory that a wait for its first `batches` batches has still to see to, read or
 * done: the latest, under the random schedule any. Or none: as many as there are. */
static unsigned choose(emu_worker *worker, unsigned thread, unsigned batches, bool read)
{
    emu_async *async = worker->async;
    unsigned from = worker->schedule->yields_at_sync && async->bulks ? emu_schedule_draw(worker, async->bulks) : 0;
    for (unsigned i = 1; i <= async->bulks; i++) {
        unsigned index = (async->bulks + from - i) % async->bulks;
        const emu_bulk *bulk = &async->bulk[index];
        if (bulk->kind == EMU_BULK_TO_GLOBAL && bulk->thread == thread && (int)(bulk->batch - batches) < 0 &&
            !(read && bulk->held))
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
        unsigned thread = emu_current()->at.rank, waived = prior < MOST_PRIOR ? prior : MOST_PRIOR, index;
        while ((index = choose(worker, thread, async->thread[thread].bulk_commits - waived, read)) < async->bulks)
            if (!(read && hold(&async->bulk[index])))
                emu_bulk_perform(worker, index);
        if (worker->check)
            emu_check_copies_waited(worker, EMU_COPY_BULK, async->thread[thread].bulk_commits - waived, read);
    }
    emu_spend_yield_budget();
}
