/* A bitonic sort of 512 keys in a block, with a conditional swap. */
#include "idiom.h"

IDIOM(sort_bitonic, (const unsigned *, in), (unsigned *, out))
{
    LW_SHARED(unsigned, key, [2 * BLOCK]);
    int tid = threadIdx.x, first = blockIdx.x * 2 * BLOCK;
    key[tid] = in[first + tid];
    key[tid + BLOCK] = in[first + tid + BLOCK];
    for (int size = 2; size <= 2 * BLOCK; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            int at = 2 * tid - (tid & (distance - 1));
            int ascending = (at & size) == 0;
            unsigned a = key[at], b = key[at + distance];
            if ((a > b) == ascending) {
                key[at] = b;
                key[at + distance] = a;
            }
        }
    __syncthreads();
    out[first + tid] = key[tid];
    out[first + tid + BLOCK] = key[tid + BLOCK];
}
