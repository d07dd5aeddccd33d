/* Blocks of a plain launch that wait for each other: resident.c. */
#ifndef EMU_RESIDENT_H
#define EMU_RESIDENT_H

#include "machine.h"

/* A block begins. What an earlier one left, such as a word that it was about to look at, says nothing about it. */
static inline void emu_polls_begin(emu_worker *worker)
{
    emu_polls *polls = &worker->polls;
    polls->word = 0;
    polls->registers = 0;
    polls->calls = polls->yields = polls->spins = 0;
    worker->gang->rounds = 0;
}
/* Whether all that the block's threads do is to wait. Called at each yield; `pc`: of the thread, in the kernel. */
bool emu_block_spins(emu_worker *worker, const emu_thread *me, uintptr_t pc);
/* Whether the gang's blocks wait so often, for their own threads, that they may poll for another block. Called at each
 * wait at which the thread after `me` is not runnable: about once for each barrier. */
static inline bool emu_blocks_poll(emu_gang *gang)
{
    enum { ALONE = 4096, TURN = 256 };
    return ++gang->rounds >= (gang->size > 1 ? TURN * gang->size : ALONE) && gang->may_grow;
}
/* Suspends `me` and begins another block; false if there is none, or if the device holds no more. */
bool emu_begin_another_block(emu_worker *worker, emu_thread *me);
/* Blocks begin, or end, that are counted as resident. */
void emu_resident_begin(emu_worker *leader, emu_grid *grid, unsigned blocks);
void emu_resident_end(emu_worker *leader, emu_grid *grid, unsigned blocks);

#endif
