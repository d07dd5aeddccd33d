#include <lanewise/kernel.h>
#include <lanewise/multimem.h>

#include "kernels.h"

LW_KERNEL(fill, (int *, own), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        own[i] = i;
}

LW_KERNEL(copy, (int *, to), (const int *, own), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = own[i];
}

LW_KERNEL(sum, (int *, to), (const int *, all), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = lw_multimem_ld_reduce_add(all + i, __NV_ATOMIC_RELAXED);
}

LW_KERNEL(store, (int *, all), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        lw_multimem_st(all + i, 1, __NV_ATOMIC_RELAXED);
}

LW_KERNEL(add, (int *, all), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        lw_multimem_red_add(all + i, 1, __NV_ATOMIC_RELAXED);
}

LW_KERNEL(in_block, (int *, own), (int *, all), (int, barrier))
{
    if (threadIdx.x == 0)
        *own = 1;
    if (barrier)
        __syncthreads();
    if (threadIdx.x == 33)
        lw_multimem_red_add(all, 1, __NV_ATOMIC_RELAXED);
}

LW_KERNEL(pass, (int *, own_data), (int *, all_flag), (int *, to), (int, release), (int, acquire))
{
    if (blockIdx.x == 0) {
        *own_data = 7;
        lw_multimem_red_add(all_flag, 1, release ? __NV_ATOMIC_RELEASE : __NV_ATOMIC_RELAXED);
    } else {
        while (lw_multimem_ld_reduce_add(all_flag, acquire ? __NV_ATOMIC_ACQUIRE : __NV_ATOMIC_RELAXED) == 0)
            ;
        *to = *own_data;
    }
}

LW_KERNEL(plain, (int *, all))
{
    *all = 1;
}

LW_KERNEL(plain_add, (int *, all))
{
    atomicAdd(all, 1);
}
