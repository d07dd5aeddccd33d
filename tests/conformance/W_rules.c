/* CUDA's documented maximal errors, function by function, and the arguments at which each is tested. */
#include <math.h>

#include "W_reference.h"

#define RULE(name, single, twice, low, high) [MATH_##name] = {#name, 1, single, twice, low, high, 0, 0, 0, 0}
#define RULE_OF(name, arguments, single, twice, low, high)                                                             \
    [MATH_##name] = {#name, arguments, single, twice, low, high, 0, 0, 0, 0}
/* The bounds hold for |x| < 8; beyond, the error is absolute. */
#define BESSEL(name, low, high) [MATH_##name] = {#name, 1, 9, 7, low, high, -8, 8, 2.2e-6, 5e-12}

const math_rule math_rules[MATH_FUNCTIONS] = {
    RULE(rsqrt, 2, 1, 0, 100),
    RULE(cbrt, 1, 1, -100, 100),
    RULE(rcbrt, 1, 1, -100, 100),
    RULE(exp, 2, 1, -746, 710),
    RULE(exp2, 2, 1, -1080, 1025),
    RULE(exp10, 2, 1, -325, 309),
    RULE(expm1, 1, 1, -50, 710),
    RULE(log, 1, 1, 0, 4),
    RULE(log2, 1, 1, 0, 4),
    RULE(log10, 2, 1, 0, 4),
    RULE(log1p, 1, 1, -1, 3),
    RULE(sin, 2, 2, -1e6, 1e6),
    RULE(cos, 2, 2, -1e6, 1e6),
    RULE(tan, 4, 2, -1e6, 1e6),
    RULE(sinpi, 2, 2, -100, 100),
    RULE(cospi, 2, 2, -100, 100),
    RULE(asin, 4, 2, -1, 1),
    RULE(acos, 3, 2, -1, 1),
    RULE(atan, 2, 2, -10, 10),
    RULE(sinh, 3, 2, -711, 711),
    RULE(cosh, 2, 1, -711, 711),
    RULE(tanh, 2, 1, -20, 20),
    RULE(asinh, 3, 2, -100, 100),
    RULE(acosh, 4, 2, 1, 100),
    RULE(atanh, 3, 2, -1, 1),
    RULE(erf, 2, 2, -6, 6),
    RULE(erfc, 4, 5, -6, 27.5),
    RULE(erfinv, 2, 5, -1, 1),
    RULE(erfcinv, 4, 6, 0, 2),
    RULE(erfcx, 4, 4, -27, 50),
    RULE(normcdf, 5, 5, -39, 9),
    RULE(normcdfinv, 5, 8, 0, 1),
    [MATH_lgamma] = {"lgamma", 1, 6, 4, -30, 200, -11.0001, -2.2637, 0, 0},
    RULE(tgamma, 11, 8, -185, 172),
    BESSEL(j0, -50, 50),
    BESSEL(j1, -50, 50),
    BESSEL(y0, 0, 50),
    BESSEL(y1, 0, 50),
    RULE(cyl_bessel_i0, 6, 6, -715, 715),
    RULE(cyl_bessel_i1, 6, 6, -715, 715),
    RULE_OF(pow, 2, 9, 2, -30, 30),
    RULE_OF(atan2, 2, 3, 2, -10, 10),
    RULE_OF(hypot, 2, 3, 2, -10, 10),
    RULE_OF(rhypot, 2, 2, 1, -10, 10),
    RULE_OF(norm3d, 3, 3, 2, -10, 10),
    RULE_OF(rnorm3d, 3, 2, 1, -10, 10),
    RULE_OF(norm4d, 4, 3, 2, -10, 10),
    RULE_OF(rnorm4d, 4, 2, 1, -10, 10),
    /* Absolute: jn everywhere, yn beyond its order (double: half as much again); below it, a float's grows with the
     * order. */
    [MATH_jn] = {"jn", -2, 0, 0, 0, 100, 0, 0, 2.2e-6, 5e-12},
    [MATH_yn] = {"yn", -2, 0, 0, 0, 100, 0, 0, 2.2e-6, 5e-12},
};
