/* All threads add atomically to one int. */
#include "idiom.h"

IDIOM(atomic_one_int, (const unsigned *, in), (unsigned *, sum))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, in[i]);
}
