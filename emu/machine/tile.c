/* Tiles of 64 to 512 threads: aligned groups of a block's warps. Their barrier has two steps. First the lanes of each
 * warp meet as in any collective, which does not wait for ended lanes. Then the tile's warps wait for each other. */
#include "machine.h"

#include <string.h>

#include "switch.h"

/* The tile's last warp has arrived: wakes the waiting threads. */
static void complete(emu_worker *worker, emu_tiles *tiles, unsigned first, unsigned warps, const emu_site *site)
{
    tiles->arrived &= ~(((1u << warps) - 1) << first);
    tiles->phase[first]++;
    if (worker->check) {
        unsigned lanes[EMU_MAX_WARPS] = {0};
        memcpy(lanes + first, worker->alive + first, warps * sizeof *lanes);
        emu_check_join(worker, lanes);
        emu_check_ended(worker, first, warps, site);
    }
    for (unsigned i = first; i < first + warps; i++) {
        worker->runnable[1 + i] |= tiles->waiting[i];
        tiles->waiting[i] = 0;
    }
    emu_stop_if_cancelled(worker, site);
    if (worker->schedule->yields_at_sync)
        emu_yield(worker, 0);
}

void emu_tile_sync(unsigned size, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    unsigned warps = size / EMU_WARP, number = me->at.rank / EMU_WARP, first = number & ~(warps - 1);
    emu_tiles *tiles = &worker->tiles[__builtin_ctz(warps) - 1];
    if (first + warps > worker->warps)
        emu_fail_saying(worker, LW_ERROR_INVALID_BARRIER, site,
                        "invalid barrier: %s of an incomplete tile of %u threads: the block has only %u", site->what,
                        size, worker->threads);
    unsigned phase = tiles->phase[first], all = ((1u << warps) - 1) << first;
    emu_syncwarp(~0u, site);
    if (tiles->phase[first] != phase)
        return; /* another lane of this warp has completed the barrier */
    tiles->arrived |= 1u << number;
    if ((tiles->arrived & all) == all) {
        complete(worker, tiles, first, warps, site);
        return;
    }
    tiles->waiting[number] |= 1u << me->at.rank % EMU_WARP;
    me->site = site;
    emu_wait(worker, me);
}

void *emu_tile_slot(unsigned warp)
{
    emu_worker *worker = emu_self;
    return &worker->tile_slot[warp % EMU_MAX_WARPS];
}
