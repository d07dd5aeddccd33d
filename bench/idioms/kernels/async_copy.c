/* Asynchronous copies into two buffers of shared memory in turn (__pipeline_memcpy_async): m tiles a block. */
#include "idiom.h"

IDIOM(async_copy, (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [2][BLOCK]);
    int tid = threadIdx.x;
    const float *from = in + (size_t)blockIdx.x * m * BLOCK;
    float sum = 0;
    __pipeline_memcpy_async(&tile[0][tid], &from[tid], sizeof(float));
    __pipeline_commit();
    for (int k = 0; k < m; k++) {
        if (k + 1 < m)
            __pipeline_memcpy_async(&tile[(k + 1) & 1][tid], &from[(k + 1) * BLOCK + tid], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[k & 1][tid] + tile[k & 1][BLOCK - 1 - tid];
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + tid] = sum;
}
