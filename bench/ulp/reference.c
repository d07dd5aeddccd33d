/* References that are fast enough for four billion points, and random arguments. */
#include <math.h>
#include <string.h>

#include <emu/device/device_math.h>

#include "ulp.h"

double ulp_reference(math_function function, const double *x)
{
    switch (function) {
#define LIBRARY(name)                                                                                                  \
    case MATH_##name: return name(x[0]);
#define EMULATOR(name)                                                                                                 \
    case MATH_##name: return emu_math_##name(x[0]);
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
        LIBRARY(tgamma)
        EMULATOR(sinpi)
        EMULATOR(cospi)
        EMULATOR(erfinv)
        EMULATOR(erfcinv)
        EMULATOR(erfcx)
        EMULATOR(normcdf)
        EMULATOR(normcdfinv)
        EMULATOR(j0)
        EMULATOR(j1)
        EMULATOR(y0)
        EMULATOR(y1)
        EMULATOR(cyl_bessel_i0)
        EMULATOR(cyl_bessel_i1)
#undef LIBRARY
#undef EMULATOR
    case MATH_rsqrt: return 1 / sqrt(x[0]);
    case MATH_rcbrt: return 1 / cbrt(x[0]);
    case MATH_pow: return pow(x[0], x[1]);
    case MATH_atan2: return atan2(x[0], x[1]);
    case MATH_hypot: return hypot(x[0], x[1]);
    case MATH_rhypot: return emu_math_rhypot(x[0], x[1]);
    case MATH_norm3d: return emu_math_norm3d(x[0], x[1], x[2]);
    case MATH_rnorm3d: return emu_math_rnorm3d(x[0], x[1], x[2]);
    case MATH_norm4d: return emu_math_norm4d(x[0], x[1], x[2], x[3]);
    case MATH_rnorm4d: return emu_math_rnorm4d(x[0], x[1], x[2], x[3]);
    case MATH_jn: return emu_math_jn((int)x[0], x[1]);
    case MATH_yn: return emu_math_yn((int)x[0], x[1]);
    case MATH_FUNCTIONS: break;
    }
    return NAN;
}

/* SplitMix64 (Steele, Lea, Flood 2014) of a counter. */
static unsigned long long mixed(unsigned long long counter)
{
    unsigned long long z = counter * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

void ulp_arguments(math_function function, bool single, unsigned long long index, double *x)
{
    const math_rule *rule = &math_rules[function];
    int arguments = rule->arguments < 0 ? -rule->arguments : rule->arguments;
    unsigned kind = (unsigned)(mixed(~index) % 4);
    for (int k = 0; k < arguments; k++) {
        unsigned long long bits = mixed(index * ULP_ARGUMENTS + (unsigned)k + 1);
        double fraction = (double)(bits >> 11) * 0x1p-53;
        if (rule->arguments == -2 && k == 0) {
            x[0] = (double)(bits % 129);
        } else if (rule->arguments == -2 || kind == 1) {
            x[k] = rule->low + (rule->high - rule->low) * fraction;
        } else if (kind == 2) {
            x[k] = ldexp(bits & 1 && rule->low < 0 ? -fraction : fraction, 5 - (int)(bits >> 1 & 31));
        } else if (single) {
            float number;
            memcpy(&number, &bits, sizeof number);
            x[k] = number;
        } else {
            memcpy(&x[k], &bits, sizeof x[k]);
        }
        if (single)
            x[k] = (float)x[k];
    }
}

ulp_region ulp_region_of(math_function function, bool single, const double *x)
{
    const math_rule *rule = &math_rules[function];
    bool inside = x[0] > rule->inside_low && x[0] < rule->inside_high;
    if (function == MATH_yn)
        return x[1] < (single ? x[0] : 1.5 * x[0]) ? ULP_FAR : ULP_NEAR;
    if (rule->float_absolute > 0 && rule->arguments == 1)
        return inside ? ULP_NEAR : ULP_FAR;
    return inside ? ULP_FAR : ULP_NEAR;
}

bool ulp_is_distance(math_function function, ulp_region region)
{
    if (math_rules[function].arguments == -2)
        return region == ULP_NEAR;
    return math_rules[function].float_absolute > 0 && region == ULP_FAR;
}
