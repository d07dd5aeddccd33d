/* W5 to W49: functions within CUDA's documented errors, at special and random arguments (W_rules.c has the bounds; the
 * bench lanewise-ulp measures the errors themselves at every float).
 */
#include "W_sweep.h"

#define WITHIN_BOUNDS(id, name, ...)                                                                                   \
    TEST(row, id##_##name##_within_bounds)                                                                             \
    {                                                                                                                  \
        const math_function functions[] = {__VA_ARGS__};                                                               \
        for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)                                            \
            CHECK_CALL(math_sweep(t, functions[i]));                                                                   \
    }

WITHIN_BOUNDS(W5, rsqrt, MATH_rsqrt)
WITHIN_BOUNDS(W6, cbrt_and_rcbrt, MATH_cbrt, MATH_rcbrt)
WITHIN_BOUNDS(W7, hypot, MATH_hypot)
WITHIN_BOUNDS(W8, rhypot, MATH_rhypot)
WITHIN_BOUNDS(W9, norm3d_and_norm4d, MATH_norm3d, MATH_norm4d)
WITHIN_BOUNDS(W10, rnorm3d_and_rnorm4d, MATH_rnorm3d, MATH_rnorm4d)
WITHIN_BOUNDS(W12, exp, MATH_exp)
WITHIN_BOUNDS(W13, exp2, MATH_exp2)
WITHIN_BOUNDS(W14, exp10, MATH_exp10)
WITHIN_BOUNDS(W15, expm1, MATH_expm1)
WITHIN_BOUNDS(W16, log, MATH_log)
WITHIN_BOUNDS(W17, log2, MATH_log2)
WITHIN_BOUNDS(W18, log10, MATH_log10)
WITHIN_BOUNDS(W19, log1p, MATH_log1p)
WITHIN_BOUNDS(W20, sin, MATH_sin)
WITHIN_BOUNDS(W21, cos, MATH_cos)
WITHIN_BOUNDS(W22, tan, MATH_tan)
WITHIN_BOUNDS(W24, sinpi_and_cospi, MATH_sinpi, MATH_cospi)
WITHIN_BOUNDS(W25, asin, MATH_asin)
WITHIN_BOUNDS(W26, acos, MATH_acos)
WITHIN_BOUNDS(W27, atan, MATH_atan)
WITHIN_BOUNDS(W28, atan2, MATH_atan2)
WITHIN_BOUNDS(W29, sinh, MATH_sinh)
WITHIN_BOUNDS(W30, cosh, MATH_cosh)
WITHIN_BOUNDS(W31, tanh, MATH_tanh)
WITHIN_BOUNDS(W32, asinh, MATH_asinh)
WITHIN_BOUNDS(W33, acosh, MATH_acosh)
WITHIN_BOUNDS(W34, atanh, MATH_atanh)
WITHIN_BOUNDS(W35, pow, MATH_pow)
WITHIN_BOUNDS(W36, erf, MATH_erf)
WITHIN_BOUNDS(W37, erfc, MATH_erfc)
WITHIN_BOUNDS(W38, erfinv, MATH_erfinv)
WITHIN_BOUNDS(W39, erfcinv, MATH_erfcinv)
WITHIN_BOUNDS(W40, erfcx, MATH_erfcx)
WITHIN_BOUNDS(W41, normcdf, MATH_normcdf)
WITHIN_BOUNDS(W42, normcdfinv, MATH_normcdfinv)
WITHIN_BOUNDS(W43, lgamma, MATH_lgamma)
WITHIN_BOUNDS(W44, tgamma, MATH_tgamma)
WITHIN_BOUNDS(W47, j0_j1_y0_y1, MATH_j0, MATH_j1, MATH_y0, MATH_y1)
WITHIN_BOUNDS(W48, jn_and_yn, MATH_jn, MATH_yn)
WITHIN_BOUNDS(W49, cyl_bessel_i0_and_i1, MATH_cyl_bessel_i0, MATH_cyl_bessel_i1)
