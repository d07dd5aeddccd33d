/* The block's threads as sixteen vectors, which stay in registers from step to step. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256, VECTORS = LANES / VECTOR };

/* Sixteen elements of the concatenation of `before` and `v`: those that lie `distance` before v's. */
#define LOWER(before, v, d)                                                                                            \
    __builtin_shufflevector(before, v, 16 - d, 17 - d, 18 - d, 19 - d, 20 - d, 21 - d, 22 - d, 23 - d, 24 - d, 25 - d, \
                            26 - d, 27 - d, 28 - d, 29 - d, 30 - d, 31 - d)

/* From the last vector down: the vectors below still hold the sums of the step before. */
#define NEAR(distance)                                                                                                 \
    UNROLL_ALL                                                                                                         \
    for (int i = VECTORS - 1; i >= 0; i--)                                                                             \
        sum[i] += LOWER(i ? sum[i - 1] : (vector){0}, sum[i], distance);

void hand_scan_hillis(size_t first, size_t last, const float *restrict in, float *restrict out)
{
    for (size_t block = first; block < last; block++) {
        vector sum[VECTORS];
        memcpy(sum, in + block * LANES, sizeof sum);
        IN_MEMORY(sum);
        UNROLL_ALL
        for (int i = 0; i < VECTORS; i++)
            __builtin_prefetch(in + (block + 8) * LANES + i * VECTOR);
        NEAR(1)
        NEAR(2)
        NEAR(4)
        NEAR(8)
        UNROLL_ALL
        for (int distance = 1; distance < VECTORS; distance *= 2)
            UNROLL_ALL
        for (int i = VECTORS - 1; i >= distance; i--)
            sum[i] += sum[i - distance];
        UNROLL_ALL
        for (int i = 0; i < VECTORS; i++)
            vector_store(out + block * LANES + i * VECTOR, sum[i]);
    }
}
