/* A histogram of 16 bins of ints: atomics to few addresses in global memory. */
#include "idiom.h"

IDIOM(atomic_hist16_int, (const unsigned *, in), (const unsigned *, weight), (unsigned *, bin))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bin[in[i] % 16], weight[i]);
}
