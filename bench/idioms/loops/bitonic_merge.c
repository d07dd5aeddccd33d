/* The loop for kernels/bitonic_merge.c. */
#include "loop.h"

LOOP(bitonic_merge)
{
    const unsigned *in = buffer[0];
    unsigned *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / (2 * BLOCK); block++) {
        unsigned *key = out + block * 2 * BLOCK;
        memcpy(key, in + block * 2 * BLOCK, 2 * BLOCK * sizeof *key);
        for (int size = BLOCK; size > 0; size /= 2)
            for (int start = 0; start < 2 * BLOCK; start += 2 * size)
                for (int i = start; i < start + size; i++) {
                    unsigned a = key[i], b = key[i + size];
                    key[i] = a < b ? a : b;
                    key[i + size] = a < b ? b : a;
                }
    }
}
