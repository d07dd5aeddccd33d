/* The engine of fused kernels, as the rest of the machine sees it. */
#ifndef EMU_FUSED_INSIDE_H
#define EMU_FUSED_INSIDE_H

#include "../machine/warp.h"

/* Runs the blocks of worker->grid from the current one, which has been entered, to the run's end, all threads of each at
 * once, on the calling thread's stack. While it does no thread is runnable or alive, so that nothing of the emulator that a
 * thread calls lets another run; only before a report do the threads become what it reads. */
void emu_fused_run(emu_worker *worker);
/* The parts of it. First: what is the same for all blocks of the run. */
void emu_fused_begin(emu_worker *worker, const emu_fused_kernel *kernel);
/* From the state that all threads have, or MIXED, to ENDED; or to where all that have not ended wait for the grid: their
 * state, or MIXED. */
unsigned emu_fused_advance(emu_worker *worker, const emu_fused_kernel *kernel, unsigned state);

/* ---- fused_extent.c ---- */
/* The state of all threads that have not ended, where `all` can run these, which frame->extent is then for; else MIXED. */
unsigned emu_fused_common_state(emu_worker *worker, const emu_fused_kernel *kernel);
/* Gives all threads of frame->extent the state. */
void emu_fused_set_states(emu_worker *worker, unsigned state);

static inline bool emu_fused_is_whole(const emu_fused_frame *frame)
{
    return frame->extent[0] == frame->block_dim[0] && frame->extent[1] == frame->block_dim[1] &&
           frame->extent[2] == frame->block_dim[2];
}

/* Threads that have not ended are among these. */
typedef struct emu_fused_span {
    unsigned first, end;
} emu_fused_span;

/* Whether a thread of that state waits for others. */
static inline bool emu_fused_waits(const emu_fused_kernel *kernel, unsigned state)
{
    return !(state & 1) && kernel->region[EMU_FUSED_REGION(state)].wait != EMU_FUSED_NOTHING;
}

/* ---- fused_waits.c ---- */
/* READY where every thread that has not ended waits in the block's barrier; else false. */
bool emu_fused_release_barrier(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);
/* Releases the threads of the collectives that are complete, of those before regions in `member` (null: before any); false
 * if there are none. */
bool emu_fused_complete_collectives(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads,
                                    const bool *member);
/* Every thread of the extent waits before one region; true where all may go on. */
bool emu_fused_release_all(emu_worker *worker, const emu_fused_region *region);
/* Where the threads all have one state, while all others have ended, and what they wait for has come: they are READY. False:
 * that is to be found out thread by thread, and nothing has changed. */
bool emu_fused_release_together(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);
/* Without those at both ends that have ended. */
emu_fused_span emu_fused_trim(const emu_worker *worker, emu_fused_span threads);

/* ---- fused_report.c ---- */
/* Each thread's place, as reports look for it. */
void emu_fused_show_threads(emu_worker *worker, const emu_fused_kernel *kernel);

/* ---- fused_tiles.c ---- */
/* Releases the tiles all of whose threads that have not ended wait in its barrier; false if there are none. Threads of one
 * tile may stand in different places of the source. */
bool emu_fused_release_tiles(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);

/* ---- fused_grid.c ---- */
/* Whether every thread that has not ended waits for the grid. */
bool emu_fused_waits_for_grid(const emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);
/* The worker leads a cooperative grid's team, or joins it. Returns when all blocks have ended; one that does not lead also
 * returns when another task needs it. */
void emu_fused_serve_grid(emu_worker *worker, emu_grid *grid, bool leads);
/* The part of it that runs blocks, on the thread's stack: each up to the grid's next barrier. */
void emu_fused_run_grid(emu_worker *worker, const emu_fused_kernel *kernel);
/* The threads wait for the grid, and it is not cooperative: the launch ends. */
__attribute__((noreturn)) void emu_fused_cannot_meet(emu_worker *worker, const emu_fused_kernel *kernel,
                                                     unsigned state);

/* Lays the frame's arrays out. */
void emu_fused_place(emu_worker *worker, const emu_fused_kernel *kernel);
void emu_fused_free(emu_worker *worker);

#endif
