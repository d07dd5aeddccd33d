/* Barriers with a number: some of the block's warps meet there, and some only say that they came.
 *
 * A warp takes part as a whole, so a count is a multiple of 32. Its threads may come one by one and from different places;
 * those of it that have ended, or that it lacks, are not waited for. Number 0 for the whole block is __syncthreads()
 * under another name (barrier.c).
 */
#include "machine.h"

#include <string.h>

#include "switch.h"

/* The block's threads with the missing ones of the last warp. */
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

/* Those who came before said the same count, and the thread is not one of them. */
static void check_company(emu_worker *worker, unsigned id, unsigned count, unsigned rank, const emu_site *site)
{
    const emu_named_barrier *barrier = &worker->named[id];
    bool with_all = id == 0 && worker->barrier.arrived; /* others are in __syncthreads() */
    const emu_site *first = with_all ? worker->barrier.site : barrier->site;
    unsigned said = with_all ? whole_block(worker) : barrier->count;
    if (!first)
        return;
    if (said != count)
        emu_fail_saying(worker, LW_ERROR_INVALID_BARRIER, site,
                        "invalid barrier: %s of barrier %u with a count of %u threads, where %s at %s:%d waits for %u",
                        site->what, id, count, first->what, first->file, first->line, said);
    if (barrier->came[rank / EMU_WARP] >> rank % EMU_WARP & 1)
        emu_fail_saying(
            worker, LW_ERROR_INVALID_BARRIER, site,
            "invalid barrier: %s of barrier %u by thread %u, which came before and is still counted: %u of %u "
            "threads are",
            site->what, id, rank, (unsigned)__builtin_popcount(barrier->whole) * EMU_WARP, count);
}

/* Notes whether all of the warp has come, and wakes those who wait where it was the last. */
static bool settle(emu_worker *worker, unsigned id, unsigned warp)
{
    emu_named_barrier *barrier = &worker->named[id];
    if (!(barrier->came[warp] || barrier->everyone) || worker->alive[warp] & ~barrier->came[warp])
        return false;
    barrier->whole |= 1u << warp;
    if ((unsigned)__builtin_popcount(barrier->whole) * EMU_WARP != barrier->count)
        return false;
    const emu_site *site = barrier->site;
    if (worker->check)
        emu_check_join(worker, barrier->came);
    for (unsigned i = 0; i < worker->warps; i++)
        worker->runnable[1 + i] |= barrier->waiting[i];
    memset(barrier, 0, sizeof *barrier);
    worker->named_open &= ~(1u << id);
    emu_stop_if_cancelled(worker, site);
    return true;
}

/* A count of 0 is the whole block, without warps that have ended. */
static void arrive(unsigned id, unsigned count, bool waits, const emu_site *site)
{
    emu_worker *worker = emu_self;
    bool everyone = count == 0;
    if (everyone)
        count = whole_block(worker);
    emu_thread *me = emu_current();
    unsigned rank = me->at.rank, warp = rank / EMU_WARP, bit = 1u << rank % EMU_WARP;
    check_company(worker, id, count, rank, site);
    emu_named_barrier *barrier = &worker->named[id];
    if (!barrier->site) {
        barrier->site = site;
        barrier->count = count;
        barrier->everyone = everyone;
        worker->named_open |= 1u << id;
        for (unsigned i = 0; i < worker->warps; i++)
            if (i != warp)
                settle(worker, id, i); /* those that have ended before */
    }
    barrier->came[warp] |= bit;
    if (settle(worker, id, warp)) {
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

/* A count waits for warps that have ended, too, as on a GPU: then it is not __syncthreads(). */
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
    if (worker->live == 0) { /* nobody waits; who came without waiting is forgotten with the block */
        memset(worker->named, 0, sizeof worker->named);
        worker->named_open = 0;
    }
    for (unsigned open = worker->named_open; open; open &= open - 1)
        settle(worker, (unsigned)__builtin_ctz(open), rank / EMU_WARP);
}
