/* The dot product: every block sums its share in shared memory, then adds it to the result. */
#include <lanewise/kernel.h>

#include "dot.h"

LW_KERNEL(dot, LW_BLOCK_SIZE(DOT_LANES, 1, 1), (int, n), (const float *, a), (const float *, b), (float *, out))
{
    LW_SHARED(float, partial, [DOT_LANES]);
    float sum = 0.0f;
    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += (int)(gridDim.x * blockDim.x))
        sum = fmaf(a[i], b[i], sum);
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int half = DOT_LANES / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, partial[0]);
}
