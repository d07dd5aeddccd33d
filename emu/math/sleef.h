/* The elementary functions, and SLEEF's function for each.
 *
 * SLEEF's deterministic functions are named Sleef_finz_NAMEf1_BOUNDpurecfma (float, with fused multiply-adds),
 * Sleef_cinz_NAMEd1_BOUNDpurec (double, without), and so on. All of one family give the same bits, for one number or
 * in a vector of any width (Sleef_finz_sinf8_u10avx2). The bound is in tenths of an ULP. Where SLEEF has two bounds,
 * the lower is used: the other, 3.5, is more than CUDA documents for most functions, and cannot be mixed with it. */
#ifndef EMU_MATH_SLEEF_H
#define EMU_MATH_SLEEF_H

/* X(name, bound): float to float and double to double. */
/* clang-format off */
#define SLEEF_OF_1(X)                                                                                                  \
    X(acos, u10)                                                                                                       \
    X(acosh, u10)                                                                                                      \
    X(asin, u10)                                                                                                       \
    X(asinh, u10)                                                                                                      \
    X(atan, u10)                                                                                                       \
    X(atanh, u10)                                                                                                      \
    X(cbrt, u10)                                                                                                       \
    X(cos, u10)                                                                                                        \
    X(cosh, u10)                                                                                                       \
    X(cospi, u05)                                                                                                      \
    X(erf, u10)                                                                                                        \
    X(erfc, u15)                                                                                                       \
    X(exp, u10)                                                                                                        \
    X(exp10, u10)                                                                                                      \
    X(exp2, u10)                                                                                                       \
    X(expm1, u10)                                                                                                      \
    X(lgamma, u10)                                                                                                     \
    X(log, u10)                                                                                                        \
    X(log10, u10)                                                                                                      \
    X(log1p, u10)                                                                                                      \
    X(log2, u10)                                                                                                       \
    X(sin, u10)                                                                                                        \
    X(sinh, u10)                                                                                                       \
    X(sinpi, u05)                                                                                                      \
    X(tan, u10)                                                                                                        \
    X(tanh, u10)                                                                                                       \
    X(tgamma, u10)
/* clang-format on */

/* clang-format off */
#define SLEEF_OF_2(X)                                                                                                  \
    X(atan2, u10)                                                                                                      \
    X(hypot, u05)                                                                                                      \
    X(pow, u10)
/* clang-format on */

#endif
