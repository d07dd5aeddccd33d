/* Kernels whose threads never wait for another thread, and kernels whose blocks are short. */
#include "barrier_free.h"

#include "../../fused/fused.h"

bool fuse_is_barrier_free(const fuse_kernel *kernel)
{
    for (int r = 0; r < kernel->regions; r++)
        if (kernel->block[kernel->region[r]].sync.kind != EMU_FUSED_NOTHING)
            return false;
    return true;
}

bool fuse_runs_next_block(const fuse_kernel *kernel)
{
    enum { SHORT = 128 }; /* instructions of a thread */
    return fuse_is_barrier_free(kernel) || kernel->size <= SHORT;
}
