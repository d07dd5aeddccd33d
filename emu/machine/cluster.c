/* What blocks of a gang share: the cluster's barrier and shared memory, and the cooperative grid's barrier. */
#include "machine.h"

#include "switch.h"

/* ---- the cluster's barrier ---- */
static emu_worker *in_cluster(const emu_worker *worker, unsigned rank)
{
    return worker->gang->member[worker->cluster->index + rank];
}

static bool alive(const emu_worker *worker, const emu_thread *thread)
{
    return worker->alive[thread->at.rank / EMU_WARP] >> thread->at.rank % EMU_WARP & 1;
}

/* All live threads of the blocks have arrived. */
static void check_complete(emu_worker *const *blocks, unsigned count, bool whole_grid)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned rank = 0; rank < blocks[i]->threads; rank++)
            if (alive(blocks[i], &blocks[i]->thread[rank])) {
                emu_check_ended(blocks[i], 0, blocks[i]->warps, blocks[i]->thread[rank].site);
                break;
            }
    emu_check_join_blocks(blocks, count, whole_grid);
}

/* Completes the phase if all live threads of the cluster have arrived: makes the waiting threads runnable. */
static void try_complete_cluster(emu_worker *worker)
{
    emu_worker *first = worker->cluster;
    unsigned live = 0, phase = first->cluster_phase_now;
    for (unsigned i = 0; i < worker->cluster_size; i++)
        live += in_cluster(worker, i)->live;
    if (first->cluster_arrived != live || live == 0)
        return;
    first->cluster_arrived = 0;
    first->cluster_phase_now = phase + 1 ? phase + 1 : 1;
    if (worker->check)
        check_complete(worker->gang->member + first->index, worker->cluster_size, false);
    for (unsigned i = 0; i < worker->cluster_size; i++) {
        emu_worker *block = in_cluster(worker, i);
        for (unsigned rank = 0; rank < block->threads; rank++)
            if (block->thread[rank].cluster_phase == phase && block->thread[rank].in_cluster_wait &&
                alive(block, &block->thread[rank]))
                block->runnable[1 + rank / EMU_WARP] |= 1u << rank % EMU_WARP;
    }
}

void emu_cluster_arrive(const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    if (me->cluster_phase)
        emu_fail_saying(worker, LW_ERROR_DIVERGENT_BARRIER, site,
                        "cluster barrier: the thread arrives again before it has waited");
    me->site = site;
    me->cluster_phase = worker->cluster->cluster_phase_now;
    worker->cluster->cluster_arrived++;
    worker->outer_arrivals++;
    emu_stop_if_cancelled(worker, site);
    try_complete_cluster(worker);
}

void emu_cluster_wait(const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    if (!me->cluster_phase)
        emu_fail_saying(worker, LW_ERROR_DIVERGENT_BARRIER, site,
                        "cluster barrier: the thread waits and has not arrived");
    if (worker->cluster->cluster_phase_now == me->cluster_phase) {
        me->site = site;
        me->in_cluster_wait = true;
        emu_wait(worker, me);
        me->in_cluster_wait = false;
    } else if (worker->schedule->yields_at_sync) {
        emu_yield(worker, 0);
    }
    me->cluster_phase = 0;
    worker->outer_arrivals--;
    emu_stop_if_cancelled(worker, site);
}

/* ---- the cluster's shared memory ---- */
void *emu_map_shared_rank(const void *pointer, unsigned rank, const emu_site *site)
{
    emu_worker *worker = emu_self;
    size_t offset = (size_t)((const char *)pointer - worker->shared);
    if (offset >= worker->shared_size)
        emu_fail_saying(worker, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "illegal address: %p cannot be mapped: it is not in the block's %zu bytes of shared memory",
                        pointer, worker->shared_size);
    if (rank >= worker->cluster_size)
        emu_fail_saying(worker, LW_ERROR_ILLEGAL_ADDRESS, site,
                        "illegal address: shared memory of block %u of a cluster of %u", rank, worker->cluster_size);
    return in_cluster(worker, rank)->shared + offset;
}

unsigned emu_query_shared_rank(const void *pointer)
{
    const emu_worker *worker = emu_self;
    for (unsigned i = 0; i < worker->cluster_size; i++) {
        const emu_worker *block = in_cluster(worker, i);
        if ((size_t)((const char *)pointer - block->shared) < block->shared_size)
            return i;
    }
    return worker->index - worker->cluster->index;
}

/* ---- the grid's barrier ---- */
/* Completes the barrier if all threads of all blocks wait; returns whether it did. A block that has ended never
 * arrives, so the wait of the others is a deadlock, as on a GPU. */
static bool try_complete_grid(emu_worker *worker)
{
    emu_gang *gang = worker->gang;
    if (worker->in_grid_sync != worker->live || worker->live == 0)
        return false;
    worker->in_grid_sync = 0;
    if (++gang->blocks_in_grid_sync < gang->size)
        return false;
    gang->blocks_in_grid_sync = 0;
    if (worker->check)
        check_complete(gang->member, gang->size, true);
    for (unsigned i = 0; i < gang->size; i++) {
        emu_worker *block = gang->member[i];
        block->outer_arrivals -= block->live;
        for (unsigned warp = 0; warp < block->warps; warp++)
            block->runnable[1 + warp] = block->alive[warp];
    }
    return true;
}

void emu_grid_sync(const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    if (!emu_here.cooperative)
        emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, site,
                        "trap: the grid cannot synchronise, its launch was not cooperative");
    emu_stop_if_cancelled(worker, site);
    worker->in_grid_sync++;
    worker->outer_arrivals++;
    me->site = site;
    if (!try_complete_grid(worker))
        emu_wait(worker, me);
    else if (worker->schedule->yields_at_sync)
        emu_yield(worker, 0);
}

/* ---- threads that have ended ---- */
void emu_cluster_threads_ended(emu_worker *worker)
{
    try_complete_cluster(worker);
}

void emu_gang_thread_ended(emu_worker *worker, emu_thread *thread)
{
    if (thread->cluster_phase) {
        if (thread->cluster_phase == worker->cluster->cluster_phase_now)
            worker->cluster->cluster_arrived--;
        thread->cluster_phase = 0;
        worker->outer_arrivals--;
    }
    try_complete_cluster(worker);
    try_complete_grid(worker);
}
