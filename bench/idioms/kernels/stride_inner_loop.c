/* A grid-stride loop with a loop in it. */
#include "idiom.h"

IDIOM(stride_inner_loop, (const float *, in), (float *, out))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = in[i], v = 0;
        for (int k = 0; k < m; k++)
            v = v * x + (float)(k & 3);
        out[i] = v;
    }
}
