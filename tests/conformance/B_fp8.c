/* Group B, 8-bit floating point, against the formats' definition: a table of every code's value, and rounding by search
 * in it. Nothing here is shared with what is tested. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <tests/harness/arrays.h>
#include "B_half_reference.h"
#include "device/B_fp8.h"

enum { KINDS = 2, CODES = 256, WORDS = 65536, RANDOM = 20000, FP8_NAN = 0x7f };

typedef struct kind {
    const char *name;
    int fraction, bias;
    unsigned largest, infinity; /* codes; without an infinity, NaN's */
} kind;
static const kind kinds[KINDS] = {{"e4m3", 3, 7, 0x7e, FP8_NAN}, {"e5m2", 2, 15, 0x7b, 0x7c}};

/* Of a code without its sign; one past the largest it is what the next number would be. */
static double value8(const kind *k, unsigned code)
{
    int exponent = (int)(code >> k->fraction), significand = (int)(code & ((1u << k->fraction) - 1));
    return exponent == 0 ? ldexp(significand, 1 - k->bias - k->fraction)
                         : ldexp(significand + (1 << k->fraction), exponent - k->bias - k->fraction);
}

static unsigned round8(const kind *k, double x, bool saturates)
{
    unsigned sign = signbit(x) ? 0x80 : 0, code = 0;
    double magnitude = fabs(x);
    if (isnan(x))
        return FP8_NAN;
    while (code <= k->largest && value8(k, code + 1) <= magnitude)
        code++;
    if (code <= k->largest) {
        double below = magnitude - value8(k, code), above = value8(k, code + 1) - magnitude;
        code += above < below || (above == below && code % 2);
    }
    return sign | (code > k->largest ? saturates ? k->largest : k->infinity : code);
}

/* A double's NaN keeps its sign and, in e5m2, the second bit of its payload. */
static unsigned round8_of_double(int k, double x, bool saturates)
{
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    if (!isnan(x))
        return round8(&kinds[k], x, saturates);
    unsigned sign = (unsigned)(bits >> 63) << 7;
    return sign | (k == 0 ? FP8_NAN : 0x7e | (unsigned)(bits >> 50 & 1));
}

/* One number in two, and numbers as they come: x[] of kind k's values, middles and the doubles beside both, up to `most`. */
static int numbers_around(struct test *t, double *x)
{
    int count = 0;
    for (int k = 0; k < KINDS; k++)
        for (unsigned code = 0; code <= kinds[k].largest; code++) {
            double value = value8(&kinds[k], code), middle = (value + value8(&kinds[k], code + 1)) / 2;
            double sign = code % 2 ? -1 : 1;
            const double near[] = {value,  nextafterf((float)value, INFINITY),  nextafterf((float)value, -INFINITY),
                                   middle, nextafterf((float)middle, INFINITY), nextafterf((float)middle, -INFINITY)};
            for (size_t i = 0; i < sizeof near / sizeof *near; i++)
                x[count++] = sign * near[i];
        }
    static const double others[] = {INFINITY, -INFINITY, -0.0, 449, -464, 465, 480, 61440, 61439, 65536, 1e30, -1e-30};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        x[count++] = others[i];
    while (count < RANDOM) {
        double fraction = (double)test_random(t) * 0x1p-32 + 1;
        x[count] = (float)ldexp(count % 2 ? fraction : -fraction, (int)(test_random(t) % 44) - 24);
        count++;
    }
    return count;
}

/* What a kernel stored of n numbers: that of number i alone, and that of i and n - 1 - i. */
typedef struct stored {
    unsigned char *out;
    unsigned short *pairs;
    unsigned char one[4 * WORDS];
    unsigned short two[4 * WORDS];
} stored;

static stored *store_of(struct test *t)
{
    static stored s;
    s.out = array_of(t, NULL, sizeof s.one);
    s.pairs = array_of(t, NULL, sizeof s.two);
    return s.out != NULL && s.pairs != NULL ? &s : NULL;
}

static void read_stored(struct test *t, stored *s, int n)
{
    CHECK_CALL(array_read(t, s->one, s->out, 4 * (size_t)n));
    CHECK_CALL(array_read(t, s->two, s->pairs, 8 * (size_t)n));
    for (int i = 0; i < 4 * n; i++)
        CHECK_EQUAL(s->two[i], s->one[i] | s->one[4 * (n - 1 - i / 4) + i % 4] << 8);
}

TEST(row, B9q_fp8_types_hold_bits)
{
    int sizes[6], *array = array_of(t, NULL, sizeof sizes);
    CHECK(array);
    CHECK_STATUS(lw_launch(b_fp8_types, line(t, 1, 1, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, sizes, array, sizeof sizes));
    CHECK(sizes[0] == 1 && sizes[1] == 2 && sizes[2] == 4);
    CHECK(sizes[3] == 0x12 && sizes[4] == 0x1234 && sizes[5] == 0x12345678);
}

TEST(row, B9r_fp8_to_half_is_exact)
{
    unsigned char codes[CODES];
    unsigned short half[CODES];
    unsigned pairs[CODES];
    for (int i = 0; i < CODES; i++)
        codes[i] = (unsigned char)i;
    unsigned char *in = array_of(t, codes, sizeof codes);
    unsigned short *out = array_of(t, NULL, sizeof half);
    unsigned *both = array_of(t, NULL, sizeof pairs);
    CHECK(in && out && both);
    for (int k = 0; k < KINDS; k++) {
        CHECK_STATUS(lw_launch(b_fp8_widen, line(t, 2, 64, 0), k, CODES, in, out, both), LW_SUCCESS);
        CHECK_CALL(array_read(t, half, out, sizeof half));
        CHECK_CALL(array_read(t, pairs, both, sizeof pairs));
        for (unsigned code = 0; code < CODES; code++) {
            unsigned magnitude = code & 0x7f, expected = NAN16;
            if (magnitude == 0x7c && k == 1)
                expected = 0x7c00 | (code & 0x80) << 8;
            else if (magnitude <= kinds[k].largest)
                expected = round16_with_rest(format_of(B_HALF), value8(&kinds[k], magnitude), 0, B_RN) | (code & 0x80)
                                                                                                             << 8;
            if (half[code] != expected)
                FAIL("%s %#x is %#x, expected %#x", kinds[k].name, code, half[code], expected);
            CHECK_EQUAL(pairs[code], half[code] | (unsigned)half[CODES - 1 - code] << 16);
        }
    }
}

TEST(row, B9s_float_to_fp8_rounds_once)
{
    static double x[RANDOM + 1];
    static float in[RANDOM + 1];
    int n = numbers_around(t, x);
    for (int i = 0; i < n; i++)
        in[i] = (float)x[i];
    in[n] = -NAN;
    n++;
    float *array = array_of(t, in, sizeof(float) * (size_t)n);
    stored *s = store_of(t);
    CHECK(array && s);
    CHECK_STATUS(lw_launch(b_fp8_of_floats, line(t, 4, 128, 0), n, array, s->out, s->pairs), LW_SUCCESS);
    CHECK_CALL(read_stored(t, s, n));
    for (int i = 0; i < 4 * n; i++) {
        unsigned expected = round8(&kinds[i % 2], in[i / 4], i / 2 % 2);
        if (s->one[i] != expected)
            FAIL("%a as %s, saturation %d, is %#x, expected %#x", in[i / 4], kinds[i % 2].name, i / 2 % 2, s->one[i],
                 expected);
    }
}

TEST(row, B9t_double_to_fp8_rounds_once)
{
    static double x[RANDOM + 4];
    int n = numbers_around(t, x);
    for (int i = 0; i < n; i++) /* beside a middle by less than a float shows */
        x[i] = i % 3 == 0 ? nextafter(x[i], INFINITY) : i % 3 == 1 ? nextafter(x[i], -INFINITY) : x[i];
    static const unsigned long long nans[] = {0x7ff8000000000000ull, 0xfff8000000000000ull, 0x7ff4000000000000ull,
                                              0xffffffffffffffffull};
    memcpy(x + n, nans, sizeof nans);
    n += 4;
    double *array = array_of(t, x, sizeof(double) * (size_t)n);
    stored *s = store_of(t);
    CHECK(array && s);
    CHECK_STATUS(lw_launch(b_fp8_of_doubles, line(t, 4, 128, 0), n, array, s->out, s->pairs), LW_SUCCESS);
    CHECK_CALL(read_stored(t, s, n));
    for (int i = 0; i < 4 * n; i++) {
        unsigned expected = round8_of_double(i % 2, x[i / 4], i / 2 % 2);
        if (s->one[i] != expected)
            FAIL("%a as %s, saturation %d, is %#x, expected %#x", x[i / 4], kinds[i % 2].name, i / 2 % 2, s->one[i],
                 expected);
    }
}

TEST(row, B9u_16_bits_to_fp8)
{
    static unsigned short words[WORDS];
    for (int i = 0; i < WORDS; i++)
        words[i] = (unsigned short)i;
    unsigned short *array = array_of(t, words, sizeof words);
    stored *s = store_of(t);
    CHECK(array && s);
    for (int source = 0; source < B_FORMATS; source++) {
        const format16 *f = format_of(source == B_FROM_HALF ? B_HALF : B_BFLOAT16);
        CHECK_STATUS(lw_launch(b_fp8_of_words, line(t, 4, 128, 0), source, WORDS, array, s->out, s->pairs), LW_SUCCESS);
        CHECK_CALL(read_stored(t, s, WORDS));
        for (int i = 0; i < 4 * WORDS; i++) {
            unsigned expected = round8(&kinds[i % 2], value16(f, (unsigned)i / 4), i / 2 % 2);
            if (s->one[i] != expected)
                FAIL("%s %#x as %s, saturation %d, is %#x, expected %#x", f->name, i / 4, kinds[i % 2].name, i / 2 % 2,
                     s->one[i], expected);
        }
    }
}

/* The power of two beside |x|, above or below it; byte b is 2^(b - 127). */
static unsigned scale_of(double x, bool saturates, bool up)
{
    if (isnan(x))
        return 0xff;
    if (isinf(x))
        return saturates ? 0xfe : 0xff;
    int exponent;
    double significand = frexp(fabs(x), &exponent); /* 0.5 is 2^-1 */
    exponent += 126 + (up && significand != 0.5);
    if (x == 0 || exponent < 0)
        return 0;
    return exponent <= 0xfe ? (unsigned)exponent : saturates || !up ? 0xfe : 0xff;
}

TEST(row, B9v_scales_are_powers_of_two)
{
    static float x[RANDOM];
    static double wide[RANDOM];
    static unsigned short words[WORDS];
    for (int i = 0; i < RANDOM; i++) {
        unsigned bits = i < 1024 ? (unsigned)i << 22 : (unsigned)test_random(t);
        bits = i % 5 == 0 ? bits & 0xff800000u : i % 5 == 1 ? (bits & 0xff800000u) + 1 : bits;
        memcpy(&x[i], &bits, sizeof *x);
        wide[i] = i % 4 ? (double)x[i] : ldexp(1 + (i % 8 ? 0x1p-50 : 0), i % 300 - 150);
    }
    for (int i = 0; i < WORDS; i++)
        words[i] = (unsigned short)i;
    float *floats = array_of(t, x, sizeof x);
    double *doubles = array_of(t, wide, sizeof wide);
    unsigned short *bfloat16s = array_of(t, words, sizeof words);
    stored *s = store_of(t);
    CHECK(floats && doubles && bfloat16s && s);
    CHECK_STATUS(lw_launch(b_scale_of_floats, line(t, 4, 128, 0), RANDOM, floats, s->out, s->pairs), LW_SUCCESS);
    CHECK_CALL(read_stored(t, s, RANDOM));
    for (int i = 0; i < 4 * RANDOM; i++)
        if (s->one[i] != scale_of(x[i / 4], i / 2 % 2, i % 2))
            FAIL("float %a, saturation %d, up %d: %#x", x[i / 4], i / 2 % 2, i % 2, s->one[i]);
    CHECK_STATUS(lw_launch(b_scale_of_doubles, line(t, 4, 128, 0), RANDOM, doubles, s->out, s->pairs), LW_SUCCESS);
    CHECK_CALL(read_stored(t, s, RANDOM));
    for (int i = 0; i < 4 * RANDOM; i++)
        if (s->one[i] != scale_of(wide[i / 4], i / 2 % 2, i % 2))
            FAIL("double %a, saturation %d, up %d: %#x", wide[i / 4], i / 2 % 2, i % 2, s->one[i]);
    CHECK_STATUS(lw_launch(b_scale_of_words, line(t, 4, 128, 0), WORDS, bfloat16s, s->out, s->pairs), LW_SUCCESS);
    CHECK_CALL(read_stored(t, s, WORDS));
    for (int i = 0; i < 4 * WORDS; i++)
        if (s->one[i] != scale_of(value16(format_of(B_BFLOAT16), (unsigned)i / 4), i / 2 % 2, i % 2))
            FAIL("bfloat16 %#x, saturation %d, up %d: %#x", i / 4, i / 2 % 2, i % 2, s->one[i]);
}

TEST(row, B9w_scales_to_bfloat16)
{
    unsigned char codes[CODES];
    unsigned short wide[CODES];
    unsigned pairs[CODES];
    for (int i = 0; i < CODES; i++)
        codes[i] = (unsigned char)i;
    unsigned char *in = array_of(t, codes, sizeof codes);
    unsigned short *out = array_of(t, NULL, sizeof wide);
    unsigned *both = array_of(t, NULL, sizeof pairs);
    CHECK(in && out && both);
    CHECK_STATUS(lw_launch(b_scale_widen, line(t, 2, 64, 0), CODES, in, out, both), LW_SUCCESS);
    CHECK_CALL(array_read(t, wide, out, sizeof wide));
    CHECK_CALL(array_read(t, pairs, both, sizeof pairs));
    for (int code = 0; code < CODES; code++) {
        if (code == 0xff)
            CHECK_EQUAL(wide[code], NAN16);
        else
            CHECK(value16(format_of(B_BFLOAT16), wide[code]) == ldexp(1, code - 127));
        CHECK_EQUAL(pairs[code], wide[code] | (unsigned)wide[CODES - 1 - code] << 16);
    }
}
