/* Powers with fractions as exponents, by roots: faster than pow(), and as exact. */
#ifndef TEST_POWERS_H
#define TEST_POWERS_H

#include <lanewise/launch.h>

/* X(numerator, denominator, result): x to the power numerator / denominator, by SQRT, RSQRT, CBRT and RCBRT. */
#define TEST_POWERS(X)                                                                                                 \
    X(1, 9, RCBRT(RCBRT(x)))                                                                                           \
    X(-1, 9, CBRT(RCBRT(x)))                                                                                           \
    X(1, 6, RCBRT(RSQRT(x)))                                                                                           \
    X(-1, 6, RCBRT(SQRT(x)))                                                                                           \
    X(1, 4, RSQRT(RSQRT(x)))                                                                                           \
    X(-1, 4, SQRT(RSQRT(x)))                                                                                           \
    X(1, 3, CBRT(x))                                                                                                   \
    X(-1, 3, RCBRT(x))                                                                                                 \
    X(1, 2, SQRT(x))                                                                                                   \
    X(-1, 2, RSQRT(x))                                                                                                 \
    X(2, 3, CBRT(x) * CBRT(x))                                                                                         \
    X(-2, 3, RCBRT(x) * RCBRT(x))                                                                                      \
    X(3, 4, SQRT(x) * SQRT(SQRT(x)))                                                                                   \
    X(-3, 4, RSQRT(x) * SQRT(RSQRT(x)))                                                                                \
    X(7, 6, x *RCBRT(RSQRT(x)))                                                                                        \
    X(5, 4, x *RSQRT(RSQRT(x)))                                                                                        \
    X(4, 3, x *CBRT(x))                                                                                                \
    X(3, 2, x *SQRT(x))                                                                                                \
    X(-7, 6, (1 / x) * RCBRT(SQRT(x)))                                                                                 \
    X(-5, 4, (1 / x) * SQRT(RSQRT(x)))                                                                                 \
    X(-4, 3, (1 / x) * RCBRT(x))                                                                                       \
    X(-3, 2, (1 / x) * RSQRT(x))

/* out[p * n + i] = in[i] to the power p of the list. */
LW_DECLARE_KERNEL(test_powers_float, (int, n), (const float *, in), (float *, out));
LW_DECLARE_KERNEL(test_powers_double, (int, n), (const double *, in), (double *, out));

#endif
