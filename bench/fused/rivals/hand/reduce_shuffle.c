/* A warp is a vector of 32; a shuffle by a constant is one of the vector's. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256, WARPS = LANES / WARP };

#define DOWN(v, by)                                                                                                    \
    __builtin_shufflevector(v, v, 0 + by, 1 + by, 2 + by, 3 + by, 4 + by, 5 + by, 6 + by, 7 + by, 8 + by, 9 + by,      \
                            10 + by, 11 + by, 12 + by, 13 + by, 14 + by, 15 + by, 16 + by, 17 + by, 18 + by, 19 + by,  \
                            20 + by, 21 + by, 22 + by, 23 + by, 24 + by, 25 + by, 26 + by, 27 + by, 28 + by, 29 + by,  \
                            30 + by, 31 + by)

/* A value from beyond the last lane never reaches lane 0. */
static inline float sum_of_warp(warp_vector v)
{
    v += DOWN(v, 16);
    v += DOWN(v, 8);
    v += DOWN(v, 4);
    v += DOWN(v, 2);
    v += DOWN(v, 1);
    return v[0];
}

void hand_reduce_shuffle(size_t first, size_t last, const float *restrict in, float *restrict out)
{
    for (size_t block = first; block < last; block++) {
        warp_vector sums = {0};
        UNROLL_ALL
        for (int warp = 0; warp < WARPS; warp++) {
            warp_vector v;
            memcpy(&v, in + block * LANES + warp * WARP, sizeof v);
            sums[warp] = sum_of_warp(v);
        }
        out[block] = sum_of_warp(sums);
    }
}
