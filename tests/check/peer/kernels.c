#include <lanewise/kernel.h>

#include "kernels.h"

LW_GLOBAL(int, counter);

LW_KERNEL(add_one, (int *, to), (const int *, from), (int, n))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] + 1;
}

LW_KERNEL(set_counter, (int, n))
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        counter = n;
}
