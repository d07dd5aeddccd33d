/* All threads add atomically to one float. */
#include "idiom.h"

IDIOM(atomic_one_float, (const float *, in), (float *, sum))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, in[i]);
}
