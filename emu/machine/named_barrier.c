/* Named barriers: some of the block's warps wait there, and some only arrive.
 *
 * Whole warps take part, so a count is a multiple of 32. The threads of a warp may arrive one by one and from different
 * places. The barrier does not wait for threads of the warp that have ended, or that a partial last warp lacks. Barrier
 * 0 with the whole block is __syncthreads() under another name (barrier.c).
 */
#include "machine.h"

#include <string.h>

#include "switch.h"

/* The block's threads, rounded up to whole warps. */
static unsigned whole_block(const emu_worker *worker)
{
    return worker->warps * EMU_WARP;
}

static void check_number(emu_worker *worker, unsigned id, const emu_site *site)
{
    if (id >= EMU_NAMED_BARRIERS)
        emu_fail_saying(worker, LW_ERROR_INVALID_BARRIER, site, "invalid barrier: %s of barrier %u; there are 0 to 15",
                        site->what, id);
}

static void check_numbers(emu_worker *worker, unsigned id, unsigned count, const emu_site *site)
{
    check_number(worker, id, site);
    if (count == 0 || count % EMU_WARP != 0)
        emu_fail_saying(worker, LW_ERROR_INVALID_BARRIER, site,
                        "invalid barrier: %s of barrier %u with a count of %u threads, which must be a multiple of 32",
                        site->what, id, count);
    if (count > whole_block(worker))
        emu_fail_saying(worker, LW_ERROR_INVALID_BARRIER, site,
                        "invalid barrier: %s of barrier %u with a count of %u threads, more than the block's %u",
                        site->what, id, count, worker->threads);
}

/* Ends the launch unless the threads that arrived earlier gave the same count, and the caller is not one of them. */
static void check_agreement(emu_worker *worker, unsigned id, unsigned count, unsigned rank, const emu_site *site)
{
    const emu_named_barrier *barrier = &worker->named[id];
    bool is_syncthreads = id == 0 && worker->barrier.arrived; /* other threads wait in __syncthreads() */
    const emu_site *first = is_syncthreads ? worker->barrier.site : barrier->site;
    unsigned expected = is_syncthreads ? whole_block(worker) : barrier->count;
    if (!first)
        return;
    if (expected != count)
        emu_fail_saying(worker, LW_ERROR_INVALID_BARRIER, site,
                        "invalid barrier: %s of barrier %u with a count of %u threads, where %s at %s:%d waits for %u",
                        site->what, id, count, first->what, first->file, first->line, expected);
    if (barrier->arrived[rank / EMU_WARP] >> rank % EMU_WARP & 1)
        emu_fail_saying(
            worker, LW_ERROR_INVALID_BARRIER, site,
            "invalid barrier: %s of barrier %u by thread %u, which has arrived already: %u of %u threads have",
            site->what, id, rank, (unsigned)__builtin_popcount(barrier->full_warps) * EMU_WARP, count);
}

/* Records the warp as full if all of its threads have arrived. If it was the last warp, wakes the waiting
 * threads and returns true. */
static bool try_complete(emu_worker *worker, unsigned id, unsigned warp)
{
    emu_named_barrier *barrier = &worker->named[id];
    if (!(barrier->arrived[warp] || barrier->live_only) || worker->alive[warp] & ~barrier->arrived[warp])
        return false;
    barrier->full_warps |= 1u << warp;
    if ((unsigned)__builtin_popcount(barrier->full_warps) * EMU_WARP != barrier->count)
        return false;
    const emu_site *site = barrier->site;
    if (worker->check)
        emu_check_join(worker, barrier->arrived);
    for (unsigned i = 0; i < worker->warps; i++)
        worker->runnable[1 + i] |= barrier->waiting[i];
    memset(barrier, 0, sizeof *barrier);
    worker->named_in_use &= ~(1u << id);
    emu_stop_if_cancelled(worker, site);
    return true;
}

/* `count` 0: the block's warps that have not ended. */
static void arrive(unsigned id, unsigned count, bool waits, const emu_site *site)
{
    emu_worker *worker = emu_self;
    bool live_only = count == 0;
    if (live_only)
        count = whole_block(worker);
    emu_thread *me = emu_current();
    unsigned rank = me->at.rank, warp = rank / EMU_WARP, bit = 1u << rank % EMU_WARP;
    check_agreement(worker, id, count, rank, site);
    emu_named_barrier *barrier = &worker->named[id];
    if (!barrier->site) {
        barrier->site = site;
        barrier->count = count;
        barrier->live_only = live_only;
        worker->named_in_use |= 1u << id;
        for (unsigned i = 0; i < worker->warps; i++)
            if (i != warp)
                try_complete(worker, id, i); /* warps that ended earlier */
    }
    barrier->arrived[warp] |= bit;
    if (try_complete(worker, id, warp)) {
        if (worker->schedule->yields_at_sync)
            emu_yield(worker, 0);
    } else if (waits) {
        barrier->waiting[warp] |= bit;
        me->site = site;
        emu_wait(worker, me);
    }
}

void emu_barrier_sync(unsigned id, const emu_site *site)
{
    check_number(emu_self, id, site);
    if (id == 0)
        emu_syncthreads(site);
    else
        arrive(id, 0, true, site);
}

/* A barrier with a count also waits for warps that have ended, as on a GPU; so it is not __syncthreads() then. */
static bool any_warp_ended(const emu_worker *worker)
{
    for (unsigned i = 0; i < worker->warps; i++)
        if (!worker->alive[i])
            return true;
    return false;
}

void emu_barrier_sync_count(unsigned id, unsigned count, const emu_site *site)
{
    emu_worker *worker = emu_self;
    check_numbers(worker, id, count, site);
    if (id == 0 && count == whole_block(worker) && !any_warp_ended(worker))
        emu_syncthreads(site);
    else
        arrive(id, count, true, site);
}

void emu_barrier_arrive(unsigned id, unsigned count, const emu_site *site)
{
    emu_worker *worker = emu_self;
    check_numbers(worker, id, count, site);
    if (id == 0 && count == whole_block(worker))
        emu_fail_saying(
            worker, LW_ERROR_INVALID_BARRIER, site,
            "invalid barrier: %s of barrier 0 for the whole block, which is __syncthreads(): there every thread "
            "waits",
            site->what);
    arrive(id, count, false, site);
}

void emu_named_thread_ended(emu_worker *worker, unsigned rank)
{
    if (worker->live == 0) { /* no thread waits; arrivals without a wait end with the block */
        memset(worker->named, 0, sizeof worker->named);
        worker->named_in_use = 0;
    }
    for (unsigned open = worker->named_in_use; open; open &= open - 1)
        try_complete(worker, (unsigned)__builtin_ctz(open), rank / EMU_WARP);
}
