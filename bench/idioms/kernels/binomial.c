/* Binomial options: a block an option, its values walk down the tree in shared memory between barriers. */
#include "idiom.h"

IDIOM(binomial, (const float *, spot), (float *, out))
{
    LW_SHARED(float, value, [BLOCK + 1]);
    int tid = threadIdx.x;
    float s = spot[blockIdx.x];
    value[tid] = fmaxf(s + 0.125f * (float)(tid - BLOCK / 2), 0.0f);
    if (tid == 0)
        value[BLOCK] = fmaxf(s + 0.125f * (float)(BLOCK / 2), 0.0f);
    __syncthreads();
    for (int i = BLOCK; i > 0; i--) {
        float next = 0.0f;
        if (tid < i)
            next = 0.5f * value[tid + 1] + 0.4999f * value[tid];
        __syncthreads();
        if (tid < i)
            value[tid] = next;
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = value[0];
}
