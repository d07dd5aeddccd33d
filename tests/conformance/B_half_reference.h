/* The two 16-bit formats by their definition, for comparison: a table of every code's value, and rounding by search
 * in it. It shares nothing with the tested code. */
#ifndef B_HALF_REFERENCE_H
#define B_HALF_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "device/B_half.h"

typedef struct format16 {
    const char *name;
    int fraction, bias;
    double value[0x8000]; /* of the codes without a sign, also for NaNs; infinity has the next power of two */
} format16;

enum { NAN16 = 0x7fff };

static inline unsigned infinity16(const format16 *f)
{
    return (2u * (unsigned)f->bias + 1) << f->fraction;
}

static inline const format16 *format_of(int which)
{
    static format16 formats[B_FORMATS] = {[B_HALF] = {"half", 10, 15, {0}}, [B_BFLOAT16] = {"bfloat16", 7, 127, {0}}};
    format16 *f = &formats[which];
    if (f->value[1] == 0)
        for (unsigned code = 0; code < 0x8000; code++) {
            int exponent = (int)(code >> f->fraction), significand = (int)(code & ((1u << f->fraction) - 1));
            f->value[code] = exponent == 0 ? ldexp(significand, 1 - f->bias - f->fraction)
                                           : ldexp(significand + (1 << f->fraction), exponent - f->bias - f->fraction);
        }
    return f;
}

static inline bool is_nan16(const format16 *f, unsigned code)
{
    return (code & 0x7fff) > infinity16(f);
}

static inline double value16(const format16 *f, unsigned code)
{
    double magnitude = is_nan16(f, code) ? NAN : (code & 0x7fff) == infinity16(f) ? INFINITY : f->value[code & 0x7fff];
    return code & 0x8000 ? -magnitude : magnitude;
}

/* The code of x + rest, if the rest is too small to show in a double's last bit and only breaks ties. */
static inline unsigned round16_with_rest(const format16 *f, double x, double rest, int rounding)
{
    unsigned sign = signbit(x) ? 0x8000 : 0, low = 0, high = infinity16(f);
    double magnitude = fabs(x), more = sign ? -rest : rest;
    if (isnan(x))
        return NAN16;
    if (isinf(x))
        return sign | infinity16(f);
    while (high - low > 1) { /* value[low] <= magnitude < value[high], or high is infinity */
        unsigned middle = (low + high) / 2;
        if (f->value[middle] <= magnitude)
            low = middle;
        else
            high = middle;
    }
    if (f->value[low] == magnitude && more < 0)
        high = low--; /* just below a value of the format */
    double below = magnitude - f->value[low], above = f->value[high] - magnitude;
    if (below == 0 && more == 0)
        return sign | low;
    bool up;
    switch (rounding) {
    case B_RZ: up = false; break;
    case B_RU: up = !sign; break;
    case B_RD: up = sign != 0; break;
    default: up = below != above ? below > above : more != 0 ? more > 0 : (low & 1) != 0;
    }
    return sign | (up ? high : low);
}

static inline unsigned round16(const format16 *f, double x, int rounding)
{
    return round16_with_rest(f, x, 0, rounding);
}

/* Codes worth combining: ends, powers of two, neighbours of both, NaNs, and some others; returns their number. */
enum { SOME16 = 200 };
static inline int some16(struct test *t, const format16 *f, unsigned short *codes)
{
    unsigned infinity = infinity16(f), one = (unsigned)f->bias << f->fraction, quiet = 1u << (f->fraction - 1);
    const unsigned normal = 1u << f->fraction;
    const unsigned special[] = {0,
                                1,
                                2,
                                3,
                                normal - 1,
                                normal,
                                normal + 1,
                                one - 1,
                                one,
                                one + 1,
                                one + 2,
                                one + 3,
                                one + normal,
                                one - normal,
                                infinity - 1,
                                infinity - 2,
                                infinity,
                                infinity + 1,
                                infinity + quiet,
                                infinity + quiet + 1,
                                0x7fff};
    int count = 0;
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        for (unsigned sign = 0; sign < 2; sign++)
            codes[count++] = (unsigned short)(special[i] | sign << 15);
    for (unsigned exponent = 1; exponent < 2u * (unsigned)f->bias && count < 100; exponent += (unsigned)f->bias / 15)
        codes[count++] = (unsigned short)(exponent << f->fraction | (exponent & 1) << 15);
    while (count < SOME16)
        codes[count++] = (unsigned short)test_random(t);
    return count;
}

#endif
