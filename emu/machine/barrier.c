/* Block barriers: complete when every thread that has not ended has arrived. A warp arrives at one place in the source.
 * Warps may arrive at different places, as on a GPU; the checked copy reports that, since CUDA leaves it undefined. */
#include "machine.h"

#include <string.h>

#include "../count/count.h"
#include "barrier_place.h"
#include "switch.h"

static __attribute__((noinline)) void check_complete(emu_worker *worker)
{
    emu_check_ended(worker, 0, worker->warps, worker->barrier.site);
    emu_check_barrier(worker);
}

void emu_release_barrier(emu_worker *worker)
{
    emu_barrier *barrier = &worker->barrier;
    barrier->result = barrier->predicates;
    barrier->participants = barrier->arrived;
    barrier->predicates = barrier->arrived = 0;
    barrier->mixed = false;
    if (__builtin_expect(worker->check != 0, 0))
        check_complete(worker);
    if (__builtin_expect(worker->count != 0, 0))
        emu_count_barrier(worker);
    for (unsigned i = 0; i < worker->warps; i++)
        worker->runnable[1 + i] = worker->alive[i];
    emu_stop_if_cancelled(worker, barrier->site);
}

/* Whether the waiting thread waits for something else than the block's barrier; it may arrive here later. */
static bool waits_elsewhere(const emu_worker *worker, const emu_thread *thread)
{
    unsigned rank = thread->at.rank, warp = rank / EMU_WARP, bits = 0;
    for (unsigned left = worker->named_in_use; left; left &= left - 1)
        bits |= worker->named[__builtin_ctz(left)].waiting[warp];
    for (unsigned i = 0; i < EMU_TILE_SIZES; i++)
        bits |= worker->tiles[i].waiting[warp];
    return thread->mask || thread->in_cluster_wait || bits >> rank % EMU_WARP & 1 || emu_mbarrier_of(worker, rank);
}

/* The place where a thread of the caller's warp waits at the block's barrier, if it is not the caller's: at another
 * __syncthreads(), or one of them at __barrier_sync(0), with which a GPU hangs. Null: there is none. */
static const emu_site *place_of_split_warp(const emu_worker *worker, const emu_site *site)
{
    unsigned rank = emu_here.thread->rank, warp = rank / EMU_WARP;
    for (unsigned left = worker->alive[warp] & ~worker->runnable[1 + warp]; left; left &= left - 1) {
        const emu_thread *other = &worker->thread[warp * EMU_WARP + (unsigned)__builtin_ctz(left)];
        if (waits_elsewhere(worker, other))
            continue;
        bool both = emu_is_syncthreads(other->site) && emu_is_syncthreads(site);
        if (both ? !emu_same_place(other->site, site) : emu_is_syncthreads(other->site) != emu_is_syncthreads(site))
            return other->site;
    }
    return NULL;
}

/* Whether warps at the two places wait together. __barrier_sync(0) is the same barrier, from any place. */
static bool may_wait_together(const emu_worker *worker, const emu_site *a, const emu_site *b)
{
    if (!emu_is_syncthreads(a) || !emu_is_syncthreads(b) || emu_same_place(a, b))
        return true;
    return strcmp(a->what, b->what) == 0 && !worker->check;
}

static __attribute__((noinline)) void complete(emu_worker *worker)
{
    emu_release_barrier(worker);
    if (worker->schedule->yields_at_sync)
        emu_yield(worker, 0);
}

static inline __attribute__((always_inline)) void count_arrival(emu_worker *worker, unsigned predicates,
                                                                const emu_site *site)
{
    emu_barrier *barrier = &worker->barrier;
    barrier->site = site;
    barrier->predicates += predicates;
    if (++barrier->arrived == worker->live) {
        complete(worker);
        return;
    }
    emu_thread *me = emu_current();
    me->site = site;
    emu_wait(worker, me);
}

static __attribute__((noinline)) void arrive_at_another_site(emu_worker *worker, unsigned predicates,
                                                             const emu_site *site)
{
    emu_barrier *barrier = &worker->barrier;
    barrier->mixed = barrier->mixed || !emu_same_place(barrier->site, site);
    const emu_site *split = barrier->mixed ? place_of_split_warp(worker, site) : NULL;
    if (split || !may_wait_together(worker, barrier->site, site)) {
        barrier->site = split ? split : barrier->site;
        emu_fail(worker, LW_ERROR_DIVERGENT_BARRIER, site);
    }
    count_arrival(worker, predicates, site);
}

/* Each call is a tail call, so the common path saves no registers. */
static inline __attribute__((always_inline)) void arrive(emu_worker *worker, unsigned predicates, const emu_site *site)
{
    const emu_barrier *barrier = &worker->barrier;
    if (__builtin_expect(barrier->arrived != 0 && (barrier->mixed || barrier->site != site), 0))
        arrive_at_another_site(worker, predicates, site);
    else
        count_arrival(worker, predicates, site);
}

void emu_syncthreads(const emu_site *site)
{
    arrive(emu_self, 0, site);
}

/* The results below stay valid until the next barrier completes, so until every thread has read them. */
int emu_syncthreads_count(int predicate, const emu_site *site)
{
    emu_worker *worker = emu_self;
    arrive(worker, predicate != 0, site);
    return (int)worker->barrier.result;
}

int emu_syncthreads_and(int predicate, const emu_site *site)
{
    emu_worker *worker = emu_self;
    arrive(worker, predicate != 0, site);
    return worker->barrier.result == worker->barrier.participants;
}

int emu_syncthreads_or(int predicate, const emu_site *site)
{
    emu_worker *worker = emu_self;
    arrive(worker, predicate != 0, site);
    return worker->barrier.result != 0;
}
