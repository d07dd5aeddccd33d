/* The gamma function and its logarithm: SLEEF's double ones. SLEEF's float functions have larger errors than CUDA
 * documents, so a float's result is the double's, rounded. */
#include <math.h>

#include <emu/device/device_math.h>

#include "family.h"

enum { STEPS = 20 };

/* Where the result is smaller than 2^-1022, SLEEF returns 0. There the recurrence gamma(x) = gamma(x + 1) / x gives
 * the denormal. */
static double tgamma_tiny(double x)
{
    double down = __builtin_floor(x);
    if (x < -190 || x == down) /* 0 with the sign of the odd or even interval; NaN at a pole */
        return x == down ? NAN : __builtin_fmod(down, 2) == 0 ? 0.0 : -0.0;
    double value = emu_math_family->tgamma(x + STEPS);
    for (int i = STEPS - 1; i >= 0; i--)
        value /= x + i;
    return value;
}

double emu_math_tgamma(double x)
{
    return x < -170 ? tgamma_tiny(x) : emu_math_family->tgamma(x);
}

float emu_math_tgammaf(float x)
{
    return (float)emu_math_tgamma(x);
}

double emu_math_lgamma(double x)
{
    return emu_math_family->lgamma(x);
}

float emu_math_lgammaf(float x)
{
    return (float)emu_math_family->lgamma(x);
}
