#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "compare.h"

LW_GLOBAL(int, compare_total);

LW_KERNEL(compare_add, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] += value + i;
}

LW_KERNEL(compare_sum, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    (void)value;
    if (i < n)
        atomicAdd((float *)out, COMPARE_TERM(i));
}

LW_KERNEL(compare_list, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[1 + atomicAdd(out, 1)] = value + i;
}

LW_KERNEL(compare_first, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    (void)value;
    if (i < n && atomicAdd(out, 1) == 0)
        out[1 + i % 8] = 1;
}

LW_KERNEL(compare_nothing, (int *, out), (int, value), (int, n))
{
    (void)out, (void)value, (void)n;
}

LW_KERNEL(compare_print, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    (void)out, (void)value;
    if (i < n)
        printf("thread %d\n", i);
}

LW_KERNEL(compare_trap, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i == n)
        __trap();
    out[i] = value;
}

LW_KERNEL(compare_count, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    (void)out;
    if (i < n)
        atomicAdd(&compare_total, value);
}

LW_KERNEL(compare_heap, (int *, out), (int, value), (int, n))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), **mine = (int **)out + i;
    if (i >= n)
        return;
    *mine = (int *)malloc(sizeof **mine);
    if (!*mine) {
        atomicAdd(&compare_total, 1);
        return;
    }
    **mine = value + i;
    if (i % 2 == 1) {
        free(*mine);
        *mine = NULL;
    }
}

LW_KERNEL(compare_launch, (int *, out), (int, value), (int, n))
{
    if (blockIdx.x + threadIdx.x == 0)
        lw_launch_device(compare_add, lw_device_linear(NULL, (size_t)n, 16), out, value, n);
}
