/* Rows of 16 summed by __shfl_xor_sync of width 16, in blocks of 256x1. */
#include "idiom.h"

IDIOM(shuffle_rows_256x1, (const float *, in), (float *, out))
{
    int i = blockIdx.x * 256 + threadIdx.y * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int mask = 8; mask > 0; mask /= 2)
        v += __shfl_xor_sync(LW_FULL_MASK, v, mask, 16);
    out[i] = v;
}
