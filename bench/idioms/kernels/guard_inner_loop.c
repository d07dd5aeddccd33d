/* The loop of stride_inner_loop inside `if (i < n)`: a thread for each element. */
#include "idiom.h"

IDIOM(guard_inner_loop, (const float *, in), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = in[i], v = 0;
        for (int k = 0; k < m; k++)
            v = v * x + (float)(k & 3);
        out[i] = v;
    }
}
