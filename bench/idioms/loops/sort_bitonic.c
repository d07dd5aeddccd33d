/* The loop for kernels/sort_bitonic.c. */
#include "loop.h"

LOOP(sort_bitonic)
{
    const unsigned *in = buffer[0];
    unsigned *out = buffer[1];
    (void)m;
#pragma omp parallel for
    for (int block = 0; block < n / (2 * BLOCK); block++) {
        unsigned *key = out + block * 2 * BLOCK;
        memcpy(key, in + block * 2 * BLOCK, 2 * BLOCK * sizeof *key);
        for (int size = 2; size <= 2 * BLOCK; size *= 2)
            for (int distance = size / 2; distance > 0; distance /= 2)
                for (int start = 0; start < 2 * BLOCK; start += 2 * distance)
                    for (int i = start; i < start + distance; i++) {
                        unsigned a = key[i], b = key[i + distance];
                        unsigned low = a < b ? a : b, high = a < b ? b : a;
                        key[i] = start & size ? high : low;
                        key[i + distance] = start & size ? low : high;
                    }
    }
}
