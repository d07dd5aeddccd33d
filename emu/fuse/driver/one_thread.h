/* --until=PASS --object: kernels for one thread, as a pass before `emit` leaves them, for tests to run. */
#ifndef FUSE_DRIVER_ONE_THREAD_H
#define FUSE_DRIVER_ONE_THREAD_H

#include "../support/kernel.h"

/* The kernel's function becomes NAME__one_thread, which calls lw_fused_wait() for each synchronisation point. */
void fuse_keep_one_thread(const fuse_kernel *kernel);
/* The same for all kernels of a module before any pass over kernels. */
void fuse_keep_all_one_thread(LLVMModuleRef module);

#endif
