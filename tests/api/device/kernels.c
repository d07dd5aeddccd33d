#include <lanewise/kernel.h>

#include "kernels.h"

LW_GLOBAL(int, api_counter, [4]) = {10, 20, 30, 40};
LW_CONSTANT(int, api_increment) = 1;

LW_KERNEL(api_nothing) {}

LW_KERNEL(api_fill, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = value;
}

LW_KERNEL(api_add, (int *, out), (int, value))
{
    atomicAdd(out, value);
}

LW_KERNEL(api_bounds, LW_LAUNCH_BOUNDS(128), (int *, out))
{
    if (threadIdx.x == 0)
        *out = (int)blockDim.x;
}

LW_KERNEL(api_block, LW_BLOCK_SIZE(8, 4, 2), (int *, out))
{
    if (threadIdx.x == 7 && threadIdx.y == 3 && threadIdx.z == 1)
        *out = (int)(blockDim.x * blockDim.y * blockDim.z);
}

LW_KERNEL(api_shared, (int *, out), (int, last))
{
    LW_SHARED(int, fixed, [1024]);
    LW_DYNAMIC_SHARED(int, dynamic);
    int i = (int)threadIdx.x;
    fixed[i] = i + 1;
    if (i == 0 && last >= 0)
        dynamic[last] = 41;
    __syncthreads();
    if (i == 0)
        *out = fixed[0] + (last >= 0 ? dynamic[last] : 0);
}

LW_KERNEL(api_step)
{
    if (threadIdx.x < 4)
        api_counter[threadIdx.x] += api_increment;
}

LW_KERNEL(api_store, (int *, where))
{
    *where = 1;
}
