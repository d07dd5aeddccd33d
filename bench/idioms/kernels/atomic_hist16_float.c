/* A histogram of 16 bins of floats: atomics to few addresses in global memory. */
#include "idiom.h"

IDIOM(atomic_hist16_float, (const unsigned *, in), (const float *, weight), (float *, bin))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bin[in[i] % 16], weight[i]);
}
