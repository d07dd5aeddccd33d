#include "Y_reference.h"

#include <limits.h>
#include <math.h>
#include <string.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

/* ---- floats ---- */
enum { FLOAT_NAN = 0x7fffffff, HALF_NAN = 0x7fff };

typedef struct layout {
    int width, fraction, least, most; /* bits; the exponents of normal numbers */
} layout;
static const layout layouts[] = {[Y_HALF] = {16, 10, -14, 15},
                                 [Y_BFLOAT16] = {16, 7, -126, 127},
                                 [Y_TF32] = {19, 10, -126, 127}, /* without its low bits */
                                 [Y_FLOAT] = {32, 23, -126, 127}};

/* (-1)^negative * magnitude * 2^(exponent - fraction). */
typedef struct term {
    bool negative, nan, infinite;
    uint64_t magnitude;
    int exponent, fraction;
} term;

static term term_of(y_element element, uint64_t bits)
{
    const layout *l = &layouts[element];
    if (element == Y_TF32)
        bits >>= 13;
    uint64_t one = 1ull << l->fraction, low = bits & (one - 1);
    int field = (int)(bits >> l->fraction) & ((1 << (l->width - 1 - l->fraction)) - 1);
    term x = {.negative = bits >> (l->width - 1) & 1, .fraction = l->fraction};
    x.exponent = field ? field + l->least - 1 : l->least;
    if (x.exponent > l->most) {
        x.nan = low != 0;
        x.infinite = low == 0;
    }
    x.magnitude = field ? low + one : low;
    return x;
}

static term product_of(term a, term b)
{
    bool zero = (!a.magnitude && !a.infinite) || (!b.magnitude && !b.infinite);
    term x = {.negative = a.negative != b.negative,
              .nan = a.nan || b.nan || ((a.infinite || b.infinite) && zero),
              .infinite = a.infinite || b.infinite,
              .exponent = a.exponent + b.exponent,
              .fraction = a.fraction + b.fraction};
    x.magnitude = zero ? 0 : a.magnitude * b.magnitude;
    return x;
}

/* The magnitude * 2^unit as a number with so many bits of fraction. `nearest`: rounded to nearest even, else cut. */
static uint64_t encode(const layout *l, bool negative, unsigned_wide magnitude, int unit, bool nearest)
{
    uint64_t sign = negative ? 1ull << (l->width - 1) : 0, one = 1ull << l->fraction, rest_is = 0;
    uint64_t infinity = ((1ull << (l->width - 1)) - 1) & ~(one - 1);
    int exponent = unit;
    if (!magnitude)
        return 0;
    for (unsigned_wide left = magnitude; left > 1; left >>= 1)
        exponent++;
    if (exponent > l->most)
        return sign | infinity;
    if (exponent < l->least)
        exponent = l->least;
    /* One bit at a time; `rest_is`: 0 nothing, 1 below a half, 2 a half, 3 above. */
    for (; unit < exponent - l->fraction; unit++) {
        rest_is = (magnitude & 1 ? 2 : 0) | (rest_is ? 1 : 0);
        magnitude >>= 1;
    }
    magnitude <<= unit - (exponent - l->fraction);
    uint64_t kept = (uint64_t)magnitude;
    if (nearest && (rest_is == 3 || (rest_is == 2 && kept & 1)))
        kept++;
    if (kept == 0)
        return 0;
    if (kept == 2 * one) {
        kept = one;
        exponent++;
    }
    if (exponent > l->most)
        return sign | infinity;
    return sign | (kept < one ? kept : ((uint64_t)(exponent - l->least + 1) << l->fraction) + (kept - one));
}

/* The sum of the terms, to d's type. */
static uint64_t add_terms(const term *x, int count, y_element d)
{
    enum { FRACTION = 25, FAR = 100 };
    const layout *l = &layouts[d];
    bool nan = false, positive = false, negative = false, any = false;
    int largest = 0;
    wide sum = 0;
    for (int i = 0; i < count; i++) {
        nan = nan || x[i].nan;
        positive = positive || (x[i].infinite && !x[i].negative);
        negative = negative || (x[i].infinite && x[i].negative);
        if (x[i].magnitude && (!any || x[i].exponent > largest)) {
            largest = x[i].exponent;
            any = true;
        }
    }
    if (nan || (positive && negative))
        return d == Y_HALF ? HALF_NAN : FLOAT_NAN;
    if (positive || negative)
        return encode(l, negative, 1, 1000, false);
    for (int i = 0; i < count; i++) {
        int right = largest - x[i].exponent;
        if (!x[i].magnitude || right > FAR)
            continue;
        unsigned_wide part = ((unsigned_wide)x[i].magnitude << (FRACTION - x[i].fraction)) >> right;
        sum += x[i].negative ? -(wide)part : (wide)part;
    }
    return encode(l, sum < 0, (unsigned_wide)(sum < 0 ? -sum : sum), largest - FRACTION, d == Y_HALF);
}

static uint64_t add_products(y_element element, y_element c_element, y_element d_element, const uint64_t *a,
                             const uint64_t *b, int count, uint64_t c)
{
    enum { MOST = 16 };
    int together = element == Y_TF32 ? 4 : MOST;
    y_element between = c_element == Y_HALF && d_element == Y_HALF ? Y_HALF : Y_FLOAT;
    term last = term_of(c_element, c);
    if (between == Y_FLOAT) /* a subnormal half is a normal float */
        for (; c_element == Y_HALF && last.magnitude && last.magnitude < 1u << 10; last.magnitude *= 2)
            last.exponent--;
    for (int first = 0; first < count; first += together) {
        term x[MOST + 1] = {last};
        for (int i = 0; i < together; i++)
            x[i + 1] = product_of(term_of(element, a[first + i]), term_of(element, b[first + i]));
        c = add_terms(x, together + 1, between);
        last = term_of(between, c);
    }
    if (d_element == Y_FLOAT || between == Y_HALF)
        return c;
    if (last.nan)
        return HALF_NAN;
    uint64_t sign = last.negative ? 0x8000 : 0; /* a conversion keeps it */
    return sign |
           (last.infinite ? 0x7c00
                          : encode(&layouts[Y_HALF], false, last.magnitude, last.exponent - last.fraction, true));
}

/* ---- doubles: one multiply-add after the other ---- */
static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t add_doubles(const uint64_t *a, const uint64_t *b, int count, uint64_t c)
{
    for (int i = 0; i < count; i++) {
        const uint64_t operand[] = {b[i], c, a[i]};
        double sum = fma(double_of(a[i]), double_of(b[i]), double_of(c));
        memcpy(&c, &sum, sizeof c);
        if (isnan(sum)) {
            c = 0xfff8000000000000ull;
            for (int k = 2; k >= 0; k--)
                if (isnan(double_of(operand[k])))
                    c = operand[k] | 0x0008000000000000ull;
        }
    }
    return c;
}

/* ---- integers and bits ---- */
static int64_t integer(y_element element, uint64_t bits)
{
    switch (element) {
    case Y_S8: return (int8_t)bits;
    case Y_S4: return (int64_t)(bits & 7) - (int64_t)(bits & 8);
    default: return (int64_t)bits;
    }
}

static uint64_t add_integers(y_element element, int option, const uint64_t *a, const uint64_t *b, int count, uint64_t c)
{
    int64_t sum = (int32_t)c;
    for (int i = 0; i < count; i++)
        sum += element == Y_B1 ? (int64_t)(option ? a[i] & b[i] : a[i] ^ b[i])
                               : integer(element, a[i]) * integer(element, b[i]);
    if (element != Y_B1 && option)
        sum = sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum;
    return (uint32_t)sum;
}

uint64_t y_reference(y_element element, y_element c_element, y_element d_element, int option, const uint64_t *a,
                     const uint64_t *b, int count, uint64_t c)
{
    if (element == Y_DOUBLE)
        return add_doubles(a, b, count, c);
    if (element <= Y_TF32)
        return add_products(element, c_element, d_element, a, b, count, c);
    return add_integers(element, option, a, b, count, c);
}
