/* A tree over dynamic shared memory whose active threads are those with tid % (2 * s) == 0. */
#include "idiom.h"

IDIOM(tree_modulo_dynamic, (const float *, in), (float *, out))
{
    LW_DYNAMIC_SHARED(float, sums);
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    sums[tid] = (int)i < n ? in[i] : 0.0f;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sums[0];
}
