/* The inverses of the error function, of its complement and of the normal distribution.
 *
 * As in M. Giles, "Approximating the erfinv function" (GPU Computing Gems, 2011): near 0 a series in p^2; elsewhere
 * a series in t = sqrt(-log q), where q is the distance from 1. erfcinv(q) is t times a function of 1 / t that
 * changes little, so only half of the logarithm's error remains. The series are ours (coefficients.py). */
#include <math.h>

#include <emu/device/device_math.h>

#include "erf_series.h"
#include "family.h"

/* On |p| <= 1/2. */
static double erfinv_near(double p)
{
    return p * SERIES(erfinv_middle, 8 * p * p - 1);
}

/* On 0 < q <= 1/2; each series is in 1 / t from 1 / end to 1 / begin. */
static double erfcinv_far(double q)
{
    double t = __builtin_sqrt(-emu_math_family->log(q));
#define TAIL(c, begin, end) SERIES(c, (2 / t - (1 / (begin) + 1 / (end))) / (1 / (begin) - 1 / (end)))
    return t * (t <= 2 ? TAIL(erfcinv_0, 0.83, 2.0) : t <= 5 ? TAIL(erfcinv_1, 2.0, 5.0) : TAIL(erfcinv_2, 5.0, 27.5));
#undef TAIL
}

double emu_math_erfinv(double p)
{
    double size = __builtin_fabs(p);
    if (size <= 0.5)
        return erfinv_near(p);
    if (!(size < 1))
        return size == 1 ? __builtin_copysign(HUGE_VAL, p) : NAN;
    return __builtin_copysign(erfcinv_far(1 - size), p); /* the difference is exact */
}

double emu_math_erfcinv(double q)
{
    if (q >= 0.5 && q <= 1.5)
        return erfinv_near(1 - q);
    if (!(q > 0 && q < 2))
        return q == 0 ? HUGE_VAL : q == 2 ? -HUGE_VAL : NAN;
    return q < 1 ? erfcinv_far(q) : -erfcinv_far(2 - q);
}

double emu_math_normcdfinv(double p)
{
    return -M_SQRT2 * emu_math_erfcinv(2 * p);
}

float emu_math_erfinvf(float p)
{
    return (float)emu_math_erfinv(p);
}

float emu_math_erfcinvf(float q)
{
    return (float)emu_math_erfcinv(q);
}

float emu_math_normcdfinvf(float p)
{
    return (float)emu_math_normcdfinv(p);
}
