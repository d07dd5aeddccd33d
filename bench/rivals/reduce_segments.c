/* The loops of rivals/reduce.c for each segment; threads share the segments. */
#include <limits.h>
#include <math.h>

#include "rivals.h"

#define SEGMENTS(name, type, work, most, step, operation)                                                              \
    void rival_segments_##name##_##type(size_t segments, const size_t *offsets, const type *in, type *out,             \
                                        int threads)                                                                   \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        PRAGMA(omp parallel for num_threads(threads) schedule(static))                                                 \
        for (size_t s = 0; s < segments; s++) {                                                                        \
            work all = most;                                                                                           \
            PRAGMA(omp simd reduction(operation : all))                                                                \
            for (size_t i = offsets[s]; i < offsets[s + 1]; i++)                                                       \
                all = step;                                                                                            \
            out[s] = (type)all;                                                                                        \
        }                                                                                                              \
    }

#define PRAGMA(text) _Pragma(#text)
#define LEAST (in[i] < all ? in[i] : all)
#define GREATEST (in[i] > all ? in[i] : all)

SEGMENTS(sum, float, float, 0, all + in[i], +)
SEGMENTS(sum, double, double, 0, all + in[i], +)
SEGMENTS(sum, int, unsigned, 0, all + (unsigned)in[i], +)
SEGMENTS(min, float, float, (float)INFINITY, LEAST, min)
SEGMENTS(min, double, double, (double)INFINITY, LEAST, min)
SEGMENTS(min, int, int, INT_MAX, LEAST, min)
SEGMENTS(max, float, float, -(float)INFINITY, GREATEST, max)
SEGMENTS(max, double, double, -(double)INFINITY, GREATEST, max)
SEGMENTS(max, int, int, INT_MIN, GREATEST, max)
