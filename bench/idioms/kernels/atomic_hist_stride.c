/* All threads count bytes in global memory, in a grid-stride loop. */
#include "idiom.h"

IDIOM(atomic_hist_stride, (const unsigned char *, in), (unsigned *, bins))
{
    int stride = blockDim.x * gridDim.x;
    (void)m;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[in[i]], 1);
}
