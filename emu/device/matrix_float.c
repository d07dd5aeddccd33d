/* Products of half, bfloat16 and tf32 matrices, as an H200 computes them.
 *
 * An element of d is a sum of up to 16 products (tf32: 4, so a product of 8 takes two sums) and the element of c. The
 * products are exact. The addends are aligned to the largest exponent, and cut after 25 bits of fraction. They are added
 * without further error; the sum is cut to a float, or rounded to nearest to a half. The exponent of a product is the sum of
 * its factors' exponents, whether or not their significands' product is 2 or more, and a subnormal number has the least
 * exponent. A zero is positive. tests/conformance, rows Y, compare all this with a GPU. */
#include "matrix.h"

#include <stdlib.h>
#include <string.h>

enum {
    FRACTION = 25,       /* bits of an aligned addend */
    SIGNIFICAND = 10,    /* bits of fraction of a factor */
    C_SIGNIFICAND = 23,  /* bits of fraction of an element of c */
    NO_EXPONENT = -8192, /* of a zero: never the largest */
    MOST_COLUMNS = 32
};

#define FLOAT_NAN 0x7fffffffu
#define FLOAT_INFINITY 0x7f800000u
#define HALF_NAN 0x7fffu
#define HALF_INFINITY 0x7c00u

typedef enum special { FINITE, INFINITE, NOT_A_NUMBER } special;

/* A format of floating-point numbers: bits of exponent and fraction, and low bits that do not count. */
typedef struct format {
    int exponent, fraction, ignored;
} format;

static format format_of(unsigned element)
{
    switch (element) {
    case EMU_MATRIX_HALF: return (format){5, 10, 0};
    case EMU_MATRIX_BFLOAT16: return (format){8, 7, 0};
    case EMU_MATRIX_TF32: return (format){8, 10, 13};
    default: return (format){8, 23, 0};
    }
}

/* A number is significand * 2^(exponent - SIGNIFICAND), an element of c likewise. */
typedef struct number {
    int significand, exponent;
    special special;
} number;

static inline number decode(format f, uint32_t bits, int significand)
{
    bits >>= f.ignored;
    int most = (1 << f.exponent) - 1, exponent = (int)(bits >> f.fraction) & most;
    int fraction = (int)(bits & ((1u << f.fraction) - 1));
    bool negative = bits >> (f.exponent + f.fraction) & 1;
    if (exponent == most)
        return (number){negative ? -1 : 1, NO_EXPONENT, fraction ? NOT_A_NUMBER : INFINITE};
    int value = (exponent ? fraction | 1 << f.fraction : fraction) << (significand - f.fraction);
    if (value == 0)
        return (number){0, NO_EXPONENT, FINITE};
    return (number){negative ? -value : value, (exponent ? exponent : 1) - (most >> 1), FINITE};
}

/* The bits of sum * 2^unit as a float, cut. The sum is not 0. */
static uint32_t cut_to_float(int64_t sum, int unit)
{
    uint32_t sign = sum < 0 ? 0x80000000u : 0;
    uint64_t magnitude = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    int top = 63 - __builtin_clzll(magnitude), exponent = top + unit;
    if (exponent > 127)
        return sign | FLOAT_INFINITY;
    int dropped = (exponent < -126 ? -149 : exponent - 23) - unit; /* bits below the result's last */
    uint64_t kept = dropped <= 0 ? magnitude << -dropped : dropped < 64 ? magnitude >> dropped : 0;
    if (kept == 0)
        return 0;
    return sign | (exponent < -126 ? (uint32_t)kept : (uint32_t)kept + ((uint32_t)(exponent + 126) << 23));
}

/* As a half, rounded to nearest, ties to even. */
static uint32_t round_to_half(int64_t sum, int unit)
{
    uint32_t sign = sum < 0 ? 0x8000u : 0;
    uint64_t magnitude = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    int top = 63 - __builtin_clzll(magnitude), exponent = top + unit;
    if (exponent > 15)
        return sign | HALF_INFINITY;
    int dropped = (exponent < -14 ? -24 : exponent - 10) - unit;
    if (dropped > 62)
        return 0;
    uint64_t kept = dropped <= 0 ? magnitude << -dropped : magnitude >> dropped;
    if (dropped > 0) {
        uint64_t rest = magnitude & ((1ull << dropped) - 1), half = 1ull << (dropped - 1);
        kept += rest > half || (rest == half && kept & 1);
    }
    if (kept == 0)
        return 0;
    return sign | (exponent < -14 ? (uint32_t)kept : (uint32_t)kept + ((uint32_t)(exponent + 14) << 10));
}

static uint32_t float_to_half(uint32_t bits)
{
    if ((bits & ~0x80000000u) >= FLOAT_INFINITY)
        return (bits & ~0x80000000u) > FLOAT_INFINITY ? HALF_NAN : (bits >> 16 & 0x8000) | HALF_INFINITY;
    number x = decode(format_of(EMU_MATRIX_FLOAT), bits, C_SIGNIFICAND);
    uint32_t half = x.significand ? round_to_half(x.significand, x.exponent - C_SIGNIFICAND) : 0;
    return half | (bits >> 16 & 0x8000);
}

/* An element of c. Where the sum becomes a float, a half is first made one: its exponent may be less than a half's least. */
static inline number decode_c(unsigned element, format f, uint32_t bits, bool to_float)
{
    number c = decode(f, bits, C_SIGNIFICAND);
    if (to_float && element == EMU_MATRIX_HALF && c.special == FINITE && c.significand)
        for (; abs(c.significand) >> C_SIGNIFICAND == 0; c.exponent--)
            c.significand *= 2;
    return c;
}

typedef struct factors {
    int significand[EMU_MATRIX_MOST];
    int exponent[EMU_MATRIX_MOST];
    bool finite; /* all of them */
} factors;

static void decode_all(factors *f, unsigned element, const uint32_t *bits, unsigned count)
{
    format of = format_of(element);
    f->finite = true;
    for (unsigned i = 0; i < count; i++) {
        number x = decode(of, bits[i], SIGNIFICAND);
        f->significand[i] = x.significand;
        f->exponent[i] = x.exponent;
        f->finite = f->finite && x.special == FINITE;
    }
}

/* What a sum with infinities and NaNs is: bits of a float; 0 if it has none. `a` and `b` are the first of `count` bits of
 * factors, `stride` apart in b. */
static uint32_t special_sum(unsigned element, const uint32_t *a, const uint32_t *b, unsigned stride, unsigned count,
                            number c)
{
    bool nan = c.special == NOT_A_NUMBER, positive = c.special == INFINITE && c.significand > 0,
         negative = c.special == INFINITE && c.significand < 0;
    for (unsigned k = 0; k < count; k++) {
        number x = decode(format_of(element), a[k], SIGNIFICAND),
               y = decode(format_of(element), b[k * stride], SIGNIFICAND);
        if (x.special == FINITE && y.special == FINITE)
            continue;
        if (x.special == NOT_A_NUMBER || y.special == NOT_A_NUMBER || !x.significand || !y.significand)
            nan = true;
        else if ((x.significand < 0) == (y.significand < 0))
            positive = true;
        else
            negative = true;
    }
    if (nan || (positive && negative))
        return FLOAT_NAN;
    return positive ? FLOAT_INFINITY : negative ? FLOAT_INFINITY | 0x80000000u : 0;
}

/* Eight numbers side by side, as the compiler's vectors. */
typedef int eight __attribute__((vector_size(32)));
typedef int eight_in_array __attribute__((vector_size(32), aligned(4), may_alias));

/* Of an array. A function would have to return a vector, for which baseline x86-64 has no convention. */
#define EIGHT_AT(array) (*(const eight_in_array *)(array))

/* The sums of a row of d, of products k to k + count - 1: without c, in units of 2^(exponent - FRACTION). `exponent` has c's at
 * first. 16 products stay below 2^31. */
static inline __attribute__((always_inline)) void sum_products(const factors *a, const factors *b, unsigned row,
                                                               unsigned k, unsigned count,
                                                               const emu_matrix_shape *shape, int *sum, int *exponent)
{
    const int *x_significand = a->significand + row * shape->k, *x_exponent = a->exponent + row * shape->k;
    for (unsigned j = 0; j < shape->n; j += 8) {
        const int *y_significand = b->significand + j, *y_exponent = b->exponent + j;
        eight largest = EIGHT_AT(exponent + j), added = {0};
        for (unsigned i = k; i < k + count; i++) {
            eight other = EIGHT_AT(y_exponent + i * shape->n) + x_exponent[i], is_larger = other > largest;
            largest = (other & is_larger) | (largest & ~is_larger);
        }
        for (unsigned i = k; i < k + count; i++) {
            eight product = EIGHT_AT(y_significand + i * shape->n) * x_significand[i], sign = product >> 31;
            eight dropped = largest - x_exponent[i] - EIGHT_AT(y_exponent + i * shape->n), is_all = dropped > 30;
            dropped = (dropped & ~is_all) | (31 & is_all);
            eight magnitude = ((product ^ sign) - sign) << (FRACTION - 2 * SIGNIFICAND) >> dropped;
            added += (magnitude ^ sign) - sign;
        }
        memcpy(exponent + j, &largest, sizeof largest);
        memcpy(sum + j, &added, sizeof added);
    }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void sum_products_avx2(const factors *a, const factors *b, unsigned row,
                                                              unsigned k, unsigned count, const emu_matrix_shape *shape,
                                                              int *sum, int *exponent)
{
    sum_products(a, b, row, k, count, shape, sum, exponent);
}
#endif

static void sum_row(const factors *a, const factors *b, unsigned row, unsigned k, unsigned count,
                    const emu_matrix_shape *shape, const number *c, int64_t *sum, int *exponent)
{
    int products[MOST_COLUMNS];
    for (unsigned j = 0; j < shape->n; j++)
        exponent[j] = c[j].exponent;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        sum_products_avx2(a, b, row, k, count, shape, products, exponent);
    else
#endif
        sum_products(a, b, row, k, count, shape, products, exponent);
    for (unsigned j = 0; j < shape->n; j++) {
        int dropped = exponent[j] - c[j].exponent, magnitude = abs(c[j].significand) << (FRACTION - C_SIGNIFICAND);
        magnitude >>= dropped < 31 ? dropped : 31;
        sum[j] = (int64_t)products[j] + (c[j].significand < 0 ? -magnitude : magnitude);
    }
}

void emu_matrix_multiply_float(const emu_matrix_shape *shape, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                               uint32_t *d)
{
    unsigned n = shape->n, together = shape->factor == EMU_MATRIX_TF32 ? 4 : 16;
    /* From a float a half is made in two steps, from a half in one. */
    bool to_half = shape->d == EMU_MATRIX_HALF && shape->c == EMU_MATRIX_HALF;
    format of_c = format_of(shape->c);
    factors left, right;
    decode_all(&left, shape->factor, a, shape->m * shape->k);
    decode_all(&right, shape->factor, b, shape->k * n);
    for (unsigned row = 0; row < shape->m; row++) {
        number added[MOST_COLUMNS];
        int64_t sum[MOST_COLUMNS];
        int exponent[MOST_COLUMNS];
        for (unsigned j = 0; j < n; j++)
            added[j] = decode_c(shape->c, of_c, c[row * n + j], !to_half);
        for (unsigned k = 0; k < shape->k; k += together) {
            sum_row(&left, &right, row, k, together, shape, added, sum, exponent);
            for (unsigned j = 0; j < n; j++) {
                bool finite = left.finite && right.finite && added[j].special == FINITE;
                uint32_t result =
                    finite ? 0
                           : special_sum(shape->factor, a + row * shape->k + k, b + k * n + j, n, together, added[j]);
                if (to_half)
                    result = result   ? float_to_half(result)
                             : sum[j] ? round_to_half(sum[j], exponent[j] - FRACTION)
                                      : 0;
                else if (!result && sum[j])
                    result = cut_to_float(sum[j], exponent[j] - FRACTION);
                d[row * n + j] = result;
                if (k + together < shape->k)
                    added[j] = decode(format_of(EMU_MATRIX_FLOAT), result, C_SIGNIFICAND);
            }
        }
        for (unsigned j = 0; j < n && shape->d == EMU_MATRIX_HALF && !to_half; j++)
            d[row * n + j] = float_to_half(d[row * n + j]);
    }
}
