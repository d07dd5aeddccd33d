/* The engine of fused kernels, as the rest of the machine sees it. */
#ifndef EMU_FUSED_INSIDE_H
#define EMU_FUSED_INSIDE_H

#include "warp.h"

/* Runs the blocks of worker->grid from the current one, which has been entered, to the run's end, all lanes of each at
 * once, on the calling lane's stack. While it does no lane is runnable or alive, so that nothing of the emulator that a
 * lane calls lets another run; only before a report do the lanes become what it reads. */
void emu_fused_run(emu_worker *worker);
/* Lays the frame's arrays out. */
void emu_fused_place(emu_worker *worker, const emu_fused_kernel *kernel);
void emu_fused_free(emu_worker *worker);

#endif
