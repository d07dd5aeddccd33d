/* The step from one block of a run to the next, for fibers and for fused blocks. */
#ifndef EMU_BLOCKS_H
#define EMU_BLOCKS_H

#include <string.h>

#include "machine.h"

/* Counts a block that begins, for the watchdog. */
static inline void emu_count_block(emu_worker *worker)
{
    unsigned blocks_begun = atomic_load_explicit(&worker->blocks_begun, memory_order_relaxed) + 1;
    atomic_store_explicit(&worker->blocks_begun, blocks_begun ? blocks_begun : 1, memory_order_relaxed);
}

/* Enters the block worker->block and counts it for the watchdog. False if the run is over or the grid has failed. */
static inline bool emu_enter_block(emu_worker *worker)
{
    if (worker->block == worker->end || atomic_load_explicit(&worker->grid->failed, memory_order_relaxed))
        return false;
    if (__builtin_expect(worker->has_errors, 0)) {
        worker->has_errors = false;
        memset(worker->error, 0, sizeof worker->error);
    }
    emu_count_block(worker);
    return true;
}

/* Advances the linear number and blockIdx, x fastest. */
static inline void emu_next_block(emu_worker *worker)
{
    worker->block++;
    emu_place *here = &emu_here;
    if (__builtin_expect(++here->block[0] < here->grid_dim[0], 1))
        return;
    here->block[0] = 0;
    if (++here->block[1] < here->grid_dim[1])
        return;
    here->block[1] = 0;
    here->block[2]++;
}

#endif
