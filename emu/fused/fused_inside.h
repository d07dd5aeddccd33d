/* Declarations that the files of the fused engine share. */
#ifndef EMU_FUSED_INSIDE_H
#define EMU_FUSED_INSIDE_H

#include "../machine/warp.h"

/* Runs the blocks of worker->grid, from the current one (which has been entered) to the run's end, on the calling
 * thread's stack. Each call runs all threads of a block. Meanwhile no thread is marked runnable or alive, so no
 * function that a thread calls lets another run. Only before a report the states are copied to the threads. */
void emu_fused_run(emu_worker *worker);
/* Parts of emu_fused_run(). This one sets up what is the same for all blocks of the run. */
void emu_fused_begin(emu_worker *worker, const emu_fused_kernel *kernel);
/* Runs on from the state of all threads, or MIXED: to ENDED, or until all threads that have not ended wait for the
 * grid. Returns their state, or MIXED. */
unsigned emu_fused_advance(emu_worker *worker, const emu_fused_kernel *kernel, unsigned state);

/* ---- fused_extent.c ---- */
/* The common state of the threads that have not ended, if `all` can run these; frame->extent is then their extent. Else
 * MIXED. */
unsigned emu_fused_common_state(emu_worker *worker, const emu_fused_kernel *kernel);
/* Sets the state of all threads of frame->extent. */
void emu_fused_set_states(emu_worker *worker, unsigned state);

static inline bool emu_fused_is_whole(const emu_fused_frame *frame)
{
    return frame->extent[0] == frame->block_dim[0] && frame->extent[1] == frame->block_dim[1] &&
           frame->extent[2] == frame->block_dim[2];
}

/* Threads first .. end - 1; some may have ended. */
typedef struct emu_fused_span {
    unsigned first, end;
} emu_fused_span;

/* Whether a thread in this state waits for others. */
static inline bool emu_fused_waits(const emu_fused_kernel *kernel, unsigned state)
{
    return !(state & 1) && kernel->region[EMU_FUSED_REGION(state)].wait != EMU_FUSED_NOTHING;
}

/* ---- fused_waits.c ---- */
/* If every thread that has not ended waits at the block's barrier: makes them READY. Else false. */
bool emu_fused_release_barrier(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);
/* Releases the threads of complete collectives, before regions in `member` (null: any). False: there are none. */
bool emu_fused_complete_collectives(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads,
                                    const bool *member);
/* All threads of the extent wait before one region. True: all may continue. */
bool emu_fused_release_all(emu_worker *worker, const emu_fused_region *region);
/* If the threads all have one state, all others have ended, and what they wait for has happened: makes them READY.
 * False: that must be decided thread by thread, and nothing has changed. */
bool emu_fused_release_together(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);
/* The span without ended threads at its ends. */
emu_fused_span emu_fused_trim(const emu_worker *worker, emu_fused_span threads);

/* ---- fused_report.c ---- */
/* Copies the states to where reports read them. */
void emu_fused_publish_threads(emu_worker *worker, const emu_fused_kernel *kernel);

/* ---- fused_tiles.c ---- */
/* Releases the tiles whose threads all wait at their barrier or have ended. False: there are none. Threads of one tile
 * may be at different places of the source. */
bool emu_fused_release_tiles(emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);

/* ---- fused_grid.c ---- */
/* Whether every thread that has not ended waits for the grid. */
bool emu_fused_waits_for_grid(const emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads);
/* Leads a cooperative grid's team, or joins it. Returns when all blocks have ended; a worker that does not lead also
 * returns when another task needs it. */
void emu_fused_serve_grid(emu_worker *worker, emu_grid *grid, bool leads);
/* The part that runs blocks, on the thread's stack: each up to the grid's next barrier. */
void emu_fused_run_grid(emu_worker *worker, const emu_fused_kernel *kernel);
/* The threads wait for the grid, but the launch is not cooperative: ends the launch. */
__attribute__((noreturn)) void emu_fused_fail_not_cooperative(emu_worker *worker, const emu_fused_kernel *kernel,
                                                              unsigned state);

/* Allocates the frame's arrays. */
void emu_fused_allocate(emu_worker *worker, const emu_fused_kernel *kernel);
void emu_fused_free(emu_worker *worker);

#endif
