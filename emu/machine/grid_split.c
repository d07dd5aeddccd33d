/* The cooperative grid's barrier in two halves, as in CUDA. Arrive: a barrier of the block, after which thread 0 counts
 * the block as arrived. Wait: thread 0 waits for all blocks, and the block's threads wait for thread 0. */
#include "machine.h"

#include "switch.h"

static void require_cooperative(emu_worker *worker, const emu_site *site)
{
    if (!emu_here.cooperative)
        emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, site,
                        "trap: the grid cannot synchronise, its launch was not cooperative");
}

unsigned emu_grid_arrive(const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_gang *gang = worker->gang;
    require_cooperative(worker, site);
    emu_barrier_sync(0, site);
    unsigned token = gang->grid_phase;
    if (emu_current()->at.rank != 0 || ++gang->grid_arrived < gang->size)
        return token;
    gang->grid_arrived = 0;
    gang->grid_phase++;
    if (worker->check)
        emu_check_join_blocks(gang->member, gang->size, true);
    for (unsigned i = 0; i < gang->size; i++) {
        emu_worker *block = gang->member[i];
        block->runnable[1] |= block->in_grid_wait;
        block->in_grid_wait = 0;
    }
    emu_stop_if_cancelled(worker, site);
    return token;
}

void emu_grid_wait(unsigned token, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    require_cooperative(worker, site);
    if (me->at.rank == 0 && worker->gang->grid_phase == token) {
        worker->in_grid_wait = 1;
        me->site = site;
        emu_wait(worker, me);
    }
    emu_barrier_sync(0, site);
}
