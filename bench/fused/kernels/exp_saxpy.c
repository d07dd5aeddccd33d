#include <lanewise/kernel.h>

#include "kernels.h"

LW_KERNEL(bench_exp_saxpy, (int, n), (float, a), (const float *, x), (float *, y))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        y[i] = fmaf(a, expf(x[i]), y[i]);
}
