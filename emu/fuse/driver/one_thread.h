/* --until=PASS --object: kernels for one thread, as a pass before `emit` leaves them, to be run by a test. */
#ifndef FUSE_DRIVER_ONE_THREAD_H
#define FUSE_DRIVER_ONE_THREAD_H

#include "../support/kernel.h"

/* The kernel's function becomes NAME__one_thread, which calls lw_fused_wait() for each synchronisation point. */
void fuse_keep_one_thread(const fuse_kernel *kernel);
/* All kernels of a module of which no pass has taken one yet. */
void fuse_keep_all_one_thread(LLVMModuleRef module);

#endif
