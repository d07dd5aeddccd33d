/* The references: the C library's long double functions, or definitions where it has none. */
#include <math.h>

#include "W_reference.h"

#define PI 3.14159265358979323846264338327950288L
#define ROOT_PI 1.77245385090551602729816748334114518L
#define ROOT_2 1.41421356237309504880168872420969808L

/* exp(sign * x * x / divisor): the square in two parts, as its error would grow with it. */
static long double exp_of_square(long double x, int sign, int divisor)
{
    long double square = x * x, rest = square < 1e5L ? fmal(x, x, -square) : 0;
    return expl(sign * square / divisor) * (1 + sign * rest / divisor);
}

static long double erfcx_reference(long double x)
{
    if (x < 4)
        return exp_of_square(x, 1, 1) * erfcl(x);
    if (x > 1e10L)
        return 1 / (ROOT_PI * x);
    long double fraction = x; /* the continued fraction of DLMF 7.9.1 */
    for (int k = 100; k > 0; k--)
        fraction = x + k / (2 * fraction);
    return 1 / (ROOT_PI * fraction);
}

static long double normcdf_reference(long double x)
{
    return !(x <= -1) || isinf(x) ? erfcl(-x / ROOT_2) / 2 : exp_of_square(x, -1, 2) * erfcx_reference(-x / ROOT_2) / 2;
}

/* The inverses, by Newton's method; away from the middle on the logarithm, where q may be tiny. */
static long double erfinv_middle(long double p)
{
    long double x = p * (ROOT_PI / 2);
    for (int i = 0; i < 20 && fabsl(p) > 1e-12L; i++)
        x -= (erfl(x) - p) * (ROOT_PI / 2) * expl(x * x);
    return x;
}

static long double erfcinv_tail(long double q)
{
    long double x = sqrtl(-logl(q));
    for (int i = 0; i < 40; i++) {
        long double scaled = erfcx_reference(x), step = (logl(scaled) - x * x - logl(q)) * scaled * (ROOT_PI / 2);
        x += step;
        if (fabsl(step) < x * 1e-25L)
            break;
    }
    return x;
}

static long double erfcinv_reference(long double q)
{
    if (!(q >= 0 && q <= 2))
        return NAN;
    if (q == 0 || q == 2)
        return q == 0 ? HUGE_VALL : -HUGE_VALL;
    return q < 0.5L ? erfcinv_tail(q) : q > 1.5L ? -erfcinv_tail(2 - q) : erfinv_middle(1 - q);
}

static long double erfinv_reference(long double p)
{
    long double size = fabsl(p);
    return size <= 0.5L ? erfinv_middle(p) : copysignl(erfcinv_reference(1 - size), p);
}

/* sin or cos of pi x: whole turns and quarters subtracted exactly. A zero of the sine has the sign of x, one of the
 * cosine is positive. */
static long double half_turns(long double x, int quarter)
{
    if (!isfinite(x))
        return NAN;
    long double turn = fmodl(x, 2), quarters = rintl(2 * turn), angle = (turn - quarters / 2) * PI;
    switch (((int)quarters + quarter) & 3) {
    case 0: return angle == 0 && !quarter ? copysignl(0, x) : sinl(angle);
    case 1: return cosl(angle);
    case 2: return angle == 0 ? quarter ? 0 : copysignl(0, x) : -sinl(angle);
    default: return -cosl(angle);
    }
}

/* DLMF 10.25.2. */
static long double modified_bessel(int order, long double x)
{
    if (!(fabsl(x) < 750))
        return isnan(x) ? x : order && x < 0 ? -HUGE_VALL : HUGE_VALL;
    long double term = order ? x / 2 : 1, sum = 0;
    for (int k = 1; k < 2000 && fabsl(term) > fabsl(sum) * 1e-25L; k++) {
        sum += term;
        term *= x * x / 4 / ((long double)k * (k + order));
    }
    return sum == 0 ? x : sum;
}

/* Any infinite number makes the length infinite. */
static long double length(const long double *x, int count)
{
    long double sum = 0;
    for (int i = 0; i < count; i++) {
        if (isinf(x[i]))
            return HUGE_VALL;
        sum += x[i] * x[i];
    }
    return sqrtl(sum);
}

long double math_reference(math_function function, const long double *x)
{
    switch (function) {
#define LIBRARY(name)                                                                                                  \
    case MATH_##name: return name##l(x[0]);
        LIBRARY(cbrt)
        LIBRARY(exp)
        LIBRARY(exp2)
        LIBRARY(exp10)
        LIBRARY(expm1)
        LIBRARY(log)
        LIBRARY(log2)
        LIBRARY(log10)
        LIBRARY(log1p)
        LIBRARY(sin)
        LIBRARY(cos)
        LIBRARY(tan)
        LIBRARY(asin)
        LIBRARY(acos)
        LIBRARY(atan)
        LIBRARY(sinh)
        LIBRARY(cosh)
        LIBRARY(tanh)
        LIBRARY(asinh)
        LIBRARY(acosh)
        LIBRARY(atanh)
        LIBRARY(erf)
        LIBRARY(erfc)
        LIBRARY(lgamma)
        LIBRARY(j0)
        LIBRARY(j1)
        LIBRARY(y0)
        LIBRARY(y1)
#undef LIBRARY
    case MATH_tgamma: return x[0] < 0 && x[0] == floorl(x[0]) ? NAN : tgammal(x[0]);
    case MATH_rsqrt: return 1 / sqrtl(x[0]);
    case MATH_rcbrt: return 1 / cbrtl(x[0]);
    case MATH_sinpi: return half_turns(x[0], 0);
    case MATH_cospi: return half_turns(x[0], 1);
    case MATH_erfinv: return erfinv_reference(x[0]);
    case MATH_erfcinv: return erfcinv_reference(x[0]);
    case MATH_erfcx: return erfcx_reference(x[0]);
    case MATH_normcdf: return normcdf_reference(x[0]);
    case MATH_normcdfinv: return -ROOT_2 * erfcinv_reference(2 * x[0]);
    case MATH_cyl_bessel_i0: return modified_bessel(0, x[0]);
    case MATH_cyl_bessel_i1: return modified_bessel(1, x[0]);
    case MATH_pow: return powl(x[0], x[1]);
    case MATH_atan2: return atan2l(x[0], x[1]);
    case MATH_hypot: return hypotl(x[0], x[1]);
    case MATH_rhypot: return 1 / hypotl(x[0], x[1]);
    case MATH_norm3d: return length(x, 3);
    case MATH_rnorm3d: return 1 / length(x, 3);
    case MATH_norm4d: return length(x, 4);
    case MATH_rnorm4d: return 1 / length(x, 4);
    case MATH_jn: return x[0] < 0 ? NAN : jnl((int)x[0], x[1]);
    case MATH_yn: return x[0] < 0 ? NAN : ynl((int)x[0], x[1]);
    case MATH_FUNCTIONS: break;
    }
    return NAN;
}

double math_reference_slack(math_function function)
{
    return function == MATH_j0 || function == MATH_j1 || function == MATH_y0 || function == MATH_y1 ? 1e-19 : 0;
}

double math_distance(double value, long double exact, bool single)
{
    int digits = single ? 24 : 53, least = single ? -125 : -1021, most = single ? 128 : 1024, exponent;
    if (isnan(value) || isnan(exact))
        return isnan(value) && isnan(exact) ? 0 : HUGE_VAL;
    long double limit = ldexpl(1, most), from = value;
    if (isinf(value))
        from = copysignl(limit, value);
    if (fabsl(exact) > limit)
        exact = copysignl(limit, exact);
    if (from == exact)
        return 0;
    frexpl(exact, &exponent);
    if (exponent < least || exact == 0)
        exponent = least;
    if (exponent > most)
        exponent = most;
    return (double)(fabsl(from - exact) / ldexpl(1, exponent - digits));
}

bool math_reference_is_wide(void)
{
    volatile long double one = 1, little = 0x1p-60L;
    return one + little != one;
}
