/* Every conversion by intrinsic, of arrays: one list for the kernels and the test. */
#ifndef V_CONVERT_H
#define V_CONVERT_H

#include <lanewise/launch.h>

/* X(type of the result, its bits, whether signed, rounding). */
/* clang-format off */
#define V_ROUNDED(X, to, bits, is_signed)                                                                              \
    X(to, bits, is_signed, rn)                                                                                         \
    X(to, bits, is_signed, rz)                                                                                         \
    X(to, bits, is_signed, ru)                                                                                         \
    X(to, bits, is_signed, rd)
#define V_TO_INTEGER(X)                                                                                                \
    V_ROUNDED(X, int, 32, 1)                                                                                           \
    V_ROUNDED(X, uint, 32, 0)                                                                                          \
    V_ROUNDED(X, ll, 64, 1)                                                                                            \
    V_ROUNDED(X, ull, 64, 0)
/* clang-format on */

/* X(type of the argument, its type in C, digits of the result, result, rounding). */
/* clang-format off */
#define V_FROM_ROUNDED(X, from, type, digits, to)                                                                      \
    X(from, type, digits, to, rn)                                                                                      \
    X(from, type, digits, to, rz)                                                                                      \
    X(from, type, digits, to, ru)                                                                                      \
    X(from, type, digits, to, rd)
/* clang-format on */
#define V_FROM_INTEGER(X)                                                                                              \
    V_FROM_ROUNDED(X, int, int, 24, float)                                                                             \
    V_FROM_ROUNDED(X, uint, unsigned, 24, float)                                                                       \
    V_FROM_ROUNDED(X, ll, long long, 24, float)                                                                        \
    V_FROM_ROUNDED(X, ull, unsigned long long, 24, float)                                                              \
    V_FROM_ROUNDED(X, ll, long long, 53, double)                                                                       \
    V_FROM_ROUNDED(X, ull, unsigned long long, 53, double)                                                             \
    X(int, int, 53, double, rn)                                                                                        \
    X(uint, unsigned, 53, double, rn)

/* Results lie as out[conversion * n + i]; integers extended to 64 bits by their own sign, floats as doubles. */
LW_DECLARE_KERNEL(v_float_to_integer, (int, n), (const float *, x), (unsigned long long *, out));
LW_DECLARE_KERNEL(v_double_to_integer, (int, n), (const double *, x), (unsigned long long *, out));
LW_DECLARE_KERNEL(v_integer_to_floating, (int, n), (const unsigned long long *, x), (double *, out));

/* out[0 to 9]: the bits of x's parts and of numbers combined from them. */
LW_DECLARE_KERNEL(v_reinterpret, (float, f), (double, d), (unsigned long long *, out));

/* Casts of x[i] in range to bytes and halves: out[4 * i]: signed char, unsigned char, short, unsigned short. */
LW_DECLARE_KERNEL(v_narrow_casts, (int, n), (const float *, x), (int *, out));

#endif
