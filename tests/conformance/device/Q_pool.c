#include <lanewise/kernel.h>

#include "Q_pool.h"

LW_KERNEL(q_fill, (int, n), (int *, p), (int, value))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = value;
}

LW_KERNEL(q_compare, (int, n), (const int *, p), (int, value), (int *, errors))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (p[i] != value)
            atomicAdd(errors, 1);
}
