#include <lanewise/kernel.h>

#include "stream_kernels.h"

LW_KERNEL(stream_append, (int *, log), (int *, count), (int, value))
{
    log[*count] = value;
    *count = *count + 1;
}

LW_KERNEL(stream_affine, (int, n), (int *, p), (int, factor), (int, term))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        p[i] = p[i] * factor + term;
}

LW_KERNEL(stream_count, (int *, sum))
{
    atomicAdd(sum, 1);
}

LW_KERNEL(stream_move, (int *, to), (const int *, from))
{
    *to = *from;
}
