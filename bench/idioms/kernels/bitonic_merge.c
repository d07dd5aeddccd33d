/* Bitonic merges of 512 keys, at addresses 2 * tid - (tid & (size - 1)). */
#include "idiom.h"

IDIOM(bitonic_merge, (const unsigned *, in), (unsigned *, out))
{
    LW_SHARED(unsigned, key, [2 * BLOCK]);
    int tid = threadIdx.x, first = blockIdx.x * 2 * BLOCK;
    key[tid] = in[first + tid];
    key[tid + BLOCK] = in[first + tid + BLOCK];
    for (int size = BLOCK; size > 0; size /= 2) {
        __syncthreads();
        int at = 2 * tid - (tid & (size - 1));
        unsigned a = key[at], b = key[at + size];
        key[at] = a < b ? a : b;
        key[at + size] = a < b ? b : a;
    }
    __syncthreads();
    out[first + tid] = key[tid];
    out[first + tid + BLOCK] = key[tid + BLOCK];
}
