/* A block of 16x16 sums its rows by shuffles; then half a warp, if (threadIdx.y == 0), sums the rows' sums. */
#include "idiom.h"

IDIOM(half_warp_tail, (const float *, in), (float *, out))
{
    LW_SHARED(float, rows, [16]);
    int i = blockIdx.x * 256 + threadIdx.y * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int offset = 8; offset > 0; offset /= 2)
        v += __shfl_down_sync(LW_FULL_MASK, v, offset);
    if (threadIdx.x == 0)
        rows[threadIdx.y] = v;
    __syncthreads();
    if (threadIdx.y == 0) {
        v = rows[threadIdx.x];
        for (int offset = 8; offset > 0; offset /= 2)
            v += __shfl_down_sync(0xffff, v, offset);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}
