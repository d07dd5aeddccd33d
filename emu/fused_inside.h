/* The engine of fused kernels, as the rest of the machine sees it. */
#ifndef EMU_FUSED_INSIDE_H
#define EMU_FUSED_INSIDE_H

#include "warp.h"

/* Runs the current block of worker->grid, all lanes of it, on the calling lane's stack. While it does no lane is
 * runnable, so that nothing of the emulator that a lane calls lets another run. */
void emu_fused_block(emu_worker *worker);
void emu_fused_free(emu_worker *worker);

#endif
