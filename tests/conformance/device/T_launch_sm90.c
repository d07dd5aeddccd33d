#include <lanewise/kernel.h>

#include "T_launch_sm90.h"
#include <tests/harness/place.h>

/* A special register of PTX, for which Lanewise has no name. */
__device__ static unsigned dynamic_size(void)
{
    unsigned size = 0;
#if defined(__CUDA_ARCH__)
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
#endif
    return size;
}

LW_KERNEL(t_configuration, (unsigned, bytes), (t_launch *, out))
{
    LW_DYNAMIC_SHARED(unsigned char, board);
    LW_SHARED(unsigned, usable);
    unsigned lanes = blockDim.x * blockDim.y * blockDim.z;
    unsigned lane = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), good = 0;
    if (lane == 0)
        *usable = 0;
    for (unsigned i = lane; i < bytes; i += lanes)
        board[i] = (unsigned char)(i * 7 + blockIdx.x);
    __syncthreads();
    for (unsigned i = lane; i < bytes; i += lanes) /* the values from the threads at the other end */
        good += board[bytes - 1 - i] == (unsigned char)((bytes - 1 - i) * 7 + blockIdx.x);
    atomicAdd(usable, good);
    __syncthreads();
    if (lane != 0)
        return;
    t_launch *mine = &out[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)];
    store3(mine->grid, gridDim);
    store3(mine->block, blockDim);
    store3(mine->cluster, __clusterDim());
    mine->usable = *usable;
    mine->dynamic = dynamic_size();
    mine->launches++;
}

LW_KERNEL(t_last_byte, (unsigned, bytes), (int *, out))
{
    LW_DYNAMIC_SHARED(unsigned char, board);
    *out = __cluster_map_shared_rank(board + bytes, 0) != NULL;
}
