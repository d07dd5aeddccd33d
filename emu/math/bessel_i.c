/* Modified Bessel functions of the first kind, orders 0 and 1. Below 8: the power series (DLMF 10.25.2), whose terms
 * are all positive. From 8 on: exp(x) / sqrt(x) times a series of our own (coefficients.py). */
#include <math.h>

#include <emu/device/device_math.h>

#include "bessel_series.h"
#include "family.h"

/* For x >= 0. The factor exp() would overflow before the result does. */
static double modified(int order, double x)
{
    if (x < 8) {
        double w = x * x / 4, value = 0;
        for (int k = (int)(sizeof i0_near / sizeof *i0_near) - 1; k >= 0; k--)
            value = value * w + (order ? i1_near[k] : i0_near[k]);
        return order ? value * x / 2 : value;
    }
    if (x > 800)
        return HUGE_VAL;
    double half = emu_math_family->exp(x / 2), s = 16 / x - 1;
    return half * ((order ? SERIES(i1_far, s) : SERIES(i0_far, s)) / __builtin_sqrt(x)) * half;
}

double emu_math_cyl_bessel_i0(double x)
{
    return x != x ? x : modified(0, __builtin_fabs(x));
}

double emu_math_cyl_bessel_i1(double x)
{
    return x != x ? x : __builtin_copysign(modified(1, __builtin_fabs(x)), x);
}

float emu_math_cyl_bessel_i0f(float x)
{
    return (float)emu_math_cyl_bessel_i0(x);
}

float emu_math_cyl_bessel_i1f(float x)
{
    return (float)emu_math_cyl_bessel_i1(x);
}
