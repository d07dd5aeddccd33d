/* CUDA's orders of combination, as plain loops over the values of a group's ranks. */
#ifndef M_ORDER_H
#define M_ORDER_H

#include <math.h>
#include <string.h>

#include "numbers.h"

enum { MOST = 512 };
typedef float (*combination)(float a, float b);

static inline float sum_of(float a, float b)
{
    return a + b;
}

static inline float strange_of(float a, float b)
{
    return (a - b / 2) * 1.25f;
}

/* Each rank's value becomes op(its own, that of rank ^ m), for m = n/2, n/4 ... 1. */
static inline void butterfly(float *value, unsigned n, combination op)
{
    for (unsigned m = n / 2; m > 0; m /= 2) {
        float before[MOST];
        memcpy(before, value, n * sizeof *value);
        for (unsigned rank = 0; rank < n; rank++)
            value[rank] = op(before[rank], before[rank ^ m]);
    }
}

/* Each rank's value becomes op(its own, that of rank - i) if that rank exists, for i = 1, 2, 4 ... */
static inline void inclusive(float *value, unsigned n, combination op)
{
    for (unsigned i = 1; i < n; i *= 2) {
        float before[MOST];
        memcpy(before, value, n * sizeof *value);
        for (unsigned rank = i; rank < n; rank++)
            value[rank] = op(before[rank], before[rank - i]);
    }
}

static inline void exclusive(float *value, unsigned n, combination op)
{
    inclusive(value, n, op);
    memmove(value + 1, value, (n - 1) * sizeof *value);
    value[0] = 0;
}

/* A tile: a butterfly within each warp, then over the warps' results. */
static inline void reduce_tile(float *value, unsigned n, combination op)
{
    if (n <= 32) {
        butterfly(value, n, op);
        return;
    }
    float warp[MOST / 32];
    for (unsigned i = 0; i < n / 32; i++) {
        butterfly(value + 32 * i, 32, op);
        warp[i] = value[32 * i];
    }
    butterfly(warp, n / 32, op);
    for (unsigned rank = 0; rank < n; rank++)
        value[rank] = warp[rank / 32];
}

/* A coalesced group: as a tile if it is a whole warp, else a scan whose last value all get. */
static inline void reduce_coalesced(float *value, unsigned n, combination op)
{
    if (n == 32) {
        butterfly(value, n, op);
        return;
    }
    inclusive(value, n, op);
    for (unsigned rank = 0; rank < n; rank++)
        value[rank] = value[n - 1];
}

/* A tile's scans: within each warp; then an exclusive one of the warps' last values, which are op's last operand. */
static inline void scan_tile(float *value, unsigned n, combination op, int is_exclusive)
{
    if (n <= 32) {
        if (is_exclusive)
            exclusive(value, n, op);
        else
            inclusive(value, n, op);
        return;
    }
    float warp[MOST / 32];
    for (unsigned i = 0; i < n / 32; i++) {
        inclusive(value + 32 * i, 32, op);
        warp[i] = value[32 * i + 31];
        if (is_exclusive)
            memmove(value + 32 * i + 1, value + 32 * i, 31 * sizeof *value);
    }
    exclusive(warp, n / 32, op);
    for (unsigned rank = 0; rank < n; rank++) {
        if (is_exclusive && rank % 32 == 0)
            value[rank] = warp[rank / 32];
        else if (rank >= 32)
            value[rank] = op(value[rank], warp[rank / 32]);
    }
}

/* Numbers of many sizes, whose sums show the order. */
static inline void fill(struct test *t, float *in, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        in[i] = ldexpf((float)test_random_below(t, 1 << 24) - (1 << 23), (int)test_random_below(t, 24) - 12);
}

#endif
