/* The scaled complementary error function and the normal distribution, from exp() and erfc(). */
#include <math.h>

#include <emu/device/device_math.h>

#include "erf_series.h"
#include "family.h"
#include "pair.h"

#define TWO_OVER_ROOT_PI 0x1.20dd750429b6dp+0

/* For x >= 0. The variable and the factor are M. M. Shepherd's and J. G. Laframboise's, "Chebyshev approximation of
 * (1+2x)exp(x^2)erfc x in 0 <= x < infinity", Math. Comp. 36 (1981). */
static double erfcx_positive(double x)
{
    if (x > 0x1p27)
        return TWO_OVER_ROOT_PI / 2 / x;
    double sum = x < 2 ? SERIES_LEFT(erfcx_series, 2 * x / (x + 3.75)) : SERIES(erfcx_series, (x - 3.75) / (x + 3.75));
    return sum / (1 + 2 * x);
}

double emu_math_erfcx(double x)
{
    if (!(x < 0))
        return erfcx_positive(x);
    if (x < -27)
        return HUGE_VAL;
    pair square = pair_of_product(x, x); /* erfcx(x) = 2 exp(x^2) - erfcx(-x) */
    double power = emu_math_family->exp(square.high);
    return power == HUGE_VAL ? power : 2 * (power + power * square.low) - erfcx_positive(-x);
}

float emu_math_erfcxf(float x)
{
    return (float)emu_math_erfcx(x);
}

/* erfc(-x / sqrt(2)) / 2; the derivative corrects the quotient's rounding error. Far left, where erfc() underflows
 * and loses digits, from erfcx() and two equal powers. */
double emu_math_normcdf(double x)
{
    if (!(x > -39 && x < 10)) /* 0, 1, NaN */
        return emu_math_family->erfc(-x) / 2;
    pair root = {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55}; /* of 1/2 */
    pair y = pair_multiply(root, -x);
    if (x < -36) {
        pair square = pair_of_product(x, x);
        double power = emu_math_family->exp(-square.high / 4);
        return power * (power * (1 - square.low / 2)) * erfcx_positive(y.high) / 2;
    }
    double half = emu_math_family->erfc(y.high) / 2;
    if (y.high < 1)
        return half - y.low * (TWO_OVER_ROOT_PI / 2) * emu_math_family->exp(-y.high * y.high);
    return half - half * y.low * TWO_OVER_ROOT_PI / erfcx_positive(y.high);
}

float emu_math_normcdff(float x)
{
    return (float)emu_math_normcdf(x);
}
