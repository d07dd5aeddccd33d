/* Sums and least elements of floats, doubles and ints; the greatest are as the least of what is turned round. */
#include <limits.h>
#include <math.h>

#include "rivals.h"

#define SUM(type, work)                                                                                                \
    type rival_reduce_sum_##type(size_t n, const type *in, int threads)                                                \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        work sum = 0;                                                                                                  \
        PARALLEL(+)                                                                                                    \
        for (size_t i = 0; i < n; i++)                                                                                 \
            sum += (work)in[i];                                                                                        \
        return (type)sum;                                                                                              \
    }

#define EXTREME(name, type, before, most)                                                                              \
    type rival_reduce_##name##_##type(size_t n, const type *in, int threads)                                           \
    {                                                                                                                  \
        (void)threads;                                                                                                 \
        type sum = most;                                                                                               \
        PARALLEL(name)                                                                                                 \
        for (size_t i = 0; i < n; i++)                                                                                 \
            sum = in[i] before sum ? in[i] : sum;                                                                      \
        return sum;                                                                                                    \
    }

#define PRAGMA(text) _Pragma(#text)
#define PARALLEL(operation) PRAGMA(omp parallel for simd num_threads(threads) schedule(static) reduction(operation : sum))

SUM(float, float)
SUM(double, double)
SUM(int, unsigned)
EXTREME(min, float, <, (float)INFINITY)
EXTREME(min, double, <, (double)INFINITY)
EXTREME(min, int, <, INT_MAX)
EXTREME(max, float, >, -(float)INFINITY)
EXTREME(max, double, >, -(double)INFINITY)
EXTREME(max, int, >, INT_MIN)
