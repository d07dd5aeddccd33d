#include <lanewise/kernel.h>

#include "kernels.h"

LW_KERNEL(fill, (int *, to), (int, n), (int, value))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = value;
}
