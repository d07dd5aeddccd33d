/* Softmax of rows, a block for each: block-stride loops and two trees over shared memory; `&&` guards the loads. */
#include "idiom.h"

static __device__ float tree(float v, int is_max, float *scratch)
{
    int tid = threadIdx.x;
    scratch[tid] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            scratch[tid] = is_max ? fmaxf(scratch[tid], scratch[tid + s]) : scratch[tid] + scratch[tid + s];
        __syncthreads();
    }
    float result = scratch[0];
    __syncthreads();
    return result;
}

IDIOM(softmax, (const float *, in), (const unsigned char *, keep), (float *, out))
{
    LW_SHARED(float, scratch, [BLOCK]);
    for (int row = blockIdx.x; row < n; row += gridDim.x) {
        const float *x = in + (size_t)row * m;
        float most = -1e30f, sum = 0;
        for (int i = threadIdx.x; i < m; i += blockDim.x)
            if (keep[i] && x[i] > most)
                most = x[i];
        most = tree(most, 1, scratch);
        for (int i = threadIdx.x; i < m; i += blockDim.x)
            if (keep[i])
                sum += expf(x[i] - most);
        sum = tree(sum, 0, scratch);
        for (int i = threadIdx.x; i < m; i += blockDim.x)
            out[(size_t)row * m + i] = keep[i] ? expf(x[i] - most) / sum : 0.0f;
    }
}
