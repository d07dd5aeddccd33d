/* A warp is a vector of 32; a shuffle by a constant is one of the vector's, zeros coming in from below. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256 };

/* Lane i takes element 32 + i - by of the two vectors' concatenation. */
#define UP(v, by)                                                                                                      \
    __builtin_shufflevector((warp_vector){0}, v, 32 - by, 33 - by, 34 - by, 35 - by, 36 - by, 37 - by, 38 - by,        \
                            39 - by, 40 - by, 41 - by, 42 - by, 43 - by, 44 - by, 45 - by, 46 - by, 47 - by, 48 - by,  \
                            49 - by, 50 - by, 51 - by, 52 - by, 53 - by, 54 - by, 55 - by, 56 - by, 57 - by, 58 - by,  \
                            59 - by, 60 - by, 61 - by, 62 - by, 63 - by)

void hand_scan_warp(size_t first, size_t last, const float *restrict in, float *restrict out)
{
    for (size_t i = first * LANES; i < last * LANES; i += WARP) {
        warp_vector v;
        memcpy(&v, in + i, sizeof v);
        v += UP(v, 1);
        v += UP(v, 2);
        v += UP(v, 4);
        v += UP(v, 8);
        v += UP(v, 16);
        memcpy(out + i, &v, sizeof v);
    }
}
