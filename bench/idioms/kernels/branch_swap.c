/* A sort's comparator: two neighbours are written swapped if they are out of order; otherwise nothing is written. */
#include "idiom.h"

IDIOM(branch_swap, (const unsigned *, in), (unsigned *, out))
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        unsigned a = in[i], b = in[i + 1];
        if (a > b) {
            out[i] = b;
            out[i + 1] = a;
        }
    }
}
