/* The exact remainder of a division: x - n y, where n is the quotient truncated (fmod) or rounded to nearest, ties
 * to even (remainder). IEEE 754-2019, 5.3.1.
 *
 * If the quotient has so few bits that its rounding misses n by one at most, the remainder for that n is exact, and
 * adding or subtracting y corrects it; a quotient halfway between two integers is exact. Other arguments, and
 * infinities and NaNs, go to the C library's fmod (its remainder() is wrong for some ties, as of glibc 2.36). */
#include <math.h>

#include <emu/device/device_math.h>

/* A remainder of 0 has the sign of x. */
double emu_math_fmod(double x, double y)
{
    if (!(__builtin_fabs(x) < __builtin_fabs(y) * 0x1p52) || __builtin_isinf(y))
        return fmod(x, y);
    double rest = __builtin_fma(-__builtin_trunc(x / y), y, x);
    if (rest != 0 && __builtin_signbit(rest) != __builtin_signbit(x))
        rest += __builtin_copysign(y, x);
    return __builtin_copysign(rest, x);
}

/* By the remainder of a division by 2y, which leaves n = 0, 1 or 2 to choose; a tie is even. Differences are exact,
 * or far from `rest`. */
#define DEFINE_BY_TWICE(f, type)                                                                                       \
    static type remainder_by_twice##f(type x, type y)                                                                  \
    {                                                                                                                  \
        type size = __builtin_fabs##f(y), rest = __builtin_fabs##f(fmod##f(x, 2 * size));                              \
        if (rest > size - rest) {                                                                                      \
            rest -= size;                                                                                              \
            if (rest >= size - rest)                                                                                   \
                rest -= size;                                                                                          \
        }                                                                                                              \
        return __builtin_signbit(x) ? -rest : rest;                                                                    \
    }
DEFINE_BY_TWICE(, double)
DEFINE_BY_TWICE(f, float)
#undef DEFINE_BY_TWICE

double emu_math_remainder(double x, double y)
{
    double size = __builtin_fabs(y);
    if (!(__builtin_fabs(x) < size * 0x1p50) || size > 0x1p1022)
        return remainder_by_twice(x, y);
    double rest = __builtin_fma(-__builtin_rint(x / y), y, x);
    if (2 * __builtin_fabs(rest) > size)
        rest -= __builtin_copysign(size, rest);
    return rest == 0 ? __builtin_copysign(rest, x) : rest;
}

/* Quotients of floats are never rounded to another n: they differ by at least 2^-25 from a value where n changes,
 * and the error is less. Products with such an n are exact. */
float emu_math_fmodf(float x, float y)
{
    if (!(__builtin_fabsf(x) < __builtin_fabsf(y) * 0x1p27f) || __builtin_isinf(y))
        return fmodf(x, y);
    double rest = x - __builtin_trunc((double)x / y) * y;
    return __builtin_copysignf((float)rest, x);
}

float emu_math_remainderf(float x, float y)
{
    if (!(__builtin_fabsf(x) < __builtin_fabsf(y) * 0x1p27f) || __builtin_isinf(y))
        return remainder_by_twicef(x, y);
    float rest = (float)(x - __builtin_rint((double)x / y) * y);
    return rest == 0 ? __builtin_copysignf(rest, x) : rest;
}
