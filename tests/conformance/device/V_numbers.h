/* NaNs, signed zeros, denormals, contraction. */
#ifndef V_NUMBERS_H
#define V_NUMBERS_H

#include <lanewise/launch.h>

/* Functions of floats that make or pass a NaN, of x, y, z. */
/* clang-format off */
#define V_FLOAT_FUNCTIONS(X)                                                                                           \
    X(__fadd_rn(x, y))                                                                                                 \
    X(__fsub_ru(x, y))                                                                                                 \
    X(__fmul_rd(x, y))                                                                                                 \
    X(__fdiv_rz(x, y))                                                                                                 \
    X(__fmaf_rn(x, y, z))                                                                                              \
    X(__fmaf_ieee_ru(x, y, z))                                                                                         \
    X(__frcp_rn(x))                                                                                                    \
    X(__fsqrt_rn(x))                                                                                                   \
    X(__frsqrt_rn(x))                                                                                                  \
    X(fminf(x, y))                                                                                                     \
    X(fmaxf(x, y))                                                                                                     \
    X(min(x, y))                                                                                                       \
    X(max(x, y))                                                                                                       \
    X(__fdividef(x, y))                                                                                                \
    X(__expf(x))                                                                                                       \
    X(__exp10f(x))                                                                                                     \
    X(__logf(x))                                                                                                       \
    X(__log2f(x))                                                                                                      \
    X(__log10f(x))                                                                                                     \
    X(__sinf(x))                                                                                                       \
    X(__cosf(x))                                                                                                       \
    X(__tanf(x))                                                                                                       \
    X(__tanhf(x))                                                                                                      \
    X(__powf(x, y))
/* clang-format on */
#define V_FLOAT_OPERATORS(X) X(x + y) X(x - y) X(x *y) X(x / y) X(-x)
/* clang-format off */
#define V_DOUBLE_FUNCTIONS(X)                                                                                          \
    X(__dadd_rn(x, y))                                                                                                 \
    X(__dsub_rz(x, y))                                                                                                 \
    X(__dmul_ru(x, y))                                                                                                 \
    X(__ddiv_rd(x, y))                                                                                                 \
    X(fmin(x, y))                                                                                                      \
    X(fmax(x, y))
#define V_DOUBLE_OF_THREE(X)                                                                                           \
    X(__fma_rn(x, y, z))                                                                                               \
    X(__fma_rz(x, y, z))                                                                                               \
    X(__fma_ru(x, y, z))                                                                                               \
    X(__fma_rd(x, y, z))
/* clang-format on */

/* out[expression * n + i]: bits. */
LW_DECLARE_KERNEL(v_float_functions, (int, n), (const float *, x), (const float *, y), (const float *, z),
                  (unsigned *, out));
LW_DECLARE_KERNEL(v_float_operators, (int, n), (const float *, x), (const float *, y), (const float *, z),
                  (unsigned *, out));
LW_DECLARE_KERNEL(v_double_functions, (int, n), (const double *, x), (const double *, y), (const double *, z),
                  (unsigned long long *, out));
LW_DECLARE_KERNEL(v_double_of_three, (int, n), (const double *, x), (const double *, y), (const double *, z),
                  (unsigned long long *, out));
LW_DECLARE_KERNEL(v_saturate, (int, n), (const float *, x), (unsigned *, out));

/* x * y + z: out[0] with operators, [1] by intrinsics, [2] fused; out[3] to [5] the same of doubles. */
LW_DECLARE_KERNEL(v_contraction, (float, x), (float, z), (double, dx), (double, dz), (double *, out));
/* Results from denormals, and denormal results: floats in out[0] to [4], doubles in [5] to [9]. */
LW_DECLARE_KERNEL(v_denormals, (float, tiny), (float, least), (double, dtiny), (double, dleast), (double *, out));
/* Each a function of halves: rint, round, nearbyint, trunc, of float and double. */
LW_DECLARE_KERNEL(v_halves, (int, n), (const float *, x), (double *, out));
/* sin and cos of floats and doubles. */
LW_DECLARE_KERNEL(v_large_angles, (int, n), (const float *, x), (const double *, d), (float *, out), (double *, dout));
/* Sums that show the rounding mode and whether denormals count; raises every exception. */
LW_DECLARE_KERNEL(v_mode, (float, one), (float, tiny), (float, zero), (int, signalling), (float *, out));

#endif
