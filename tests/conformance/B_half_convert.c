/* Group B, 16-bit floating point: the types and every conversion, against the formats' definition. */
#include <limits.h>
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "B_half_reference.h"
#include "numbers.h"

enum { CODES = 65536 };

static unsigned short *all_codes(struct test *t)
{
    static unsigned short codes[CODES];
    for (int i = 0; i < CODES; i++)
        codes[i] = (unsigned short)i;
    return array_of(t, codes, sizeof codes);
}

TEST(row, B9_types_are_16_bits_and_pairs_a_word)
{
    int sizes[9], *array = array_of(t, NULL, sizeof sizes);
    CHECK(array);
    CHECK_STATUS(lw_launch(b_types, line(t, 1, 1, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, sizes, array, sizeof sizes));
    CHECK(sizes[0] == 2 && sizes[1] == 4 && sizes[2] == 2 && sizes[3] == 4 && sizes[4] == 12);
    CHECK(sizes[5] == 2 && sizes[6] == 4 && sizes[7] == 2 && sizes[8] == 4);
}

/* All 65536 codes. A half's NaN becomes a float's 0x7fffffff, a bfloat16's keeps its bits. */
TEST(row, B9a_to_float_is_exact)
{
    static float wide[CODES];
    static unsigned short again[CODES];
    unsigned short *codes = all_codes(t), *back = array_of(t, NULL, sizeof again);
    float *array = array_of(t, NULL, sizeof wide);
    CHECK(codes && back && array);
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        CHECK_STATUS(lw_launch(b_widen, line(t, 4, 128, 0), format, CODES, codes, array, back), LW_SUCCESS);
        CHECK_CALL(array_read(t, wide, array, sizeof wide));
        CHECK_CALL(array_read(t, again, back, sizeof again));
        for (unsigned code = 0; code < CODES; code++) {
            unsigned expected = float_bits((float)value16(f, code));
            if (is_nan16(f, code))
                expected = format == B_HALF ? 0x7fffffff : code << 16;
            if (float_bits(wide[code]) != expected)
                FAIL("%s %#x is %#x, expected %#x", f->name, code, float_bits(wide[code]), expected);
            CHECK_EQUAL(again[code], code);
        }
    }
}

/* Every value of the format, the middle between it and the next, and the floats next to both; and any floats. */
static int floats_around(struct test *t, const format16 *f, float *x)
{
    int count = 0;
    for (unsigned code = 0; code < infinity16(f); code++) {
        unsigned value = float_bits((float)f->value[code]);
        unsigned middle = float_bits((float)((f->value[code] + f->value[code + 1]) / 2));
        unsigned sign = code % 2 << 31;
        for (int step = -1; step <= 1; step++) {
            x[count++] = bits_float((value + (unsigned)step) ^ sign);
            x[count++] = bits_float((middle + (unsigned)step) ^ sign);
        }
    }
    static const unsigned others[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 0x7f7fffff,
                                      0xff7fffff, 0x00000001, 0x80000001, 0x007fffff, 0x80000000};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        x[count++] = bits_float(others[i]);
    for (int i = 0; i < 4096; i++)
        x[count++] = bits_float((unsigned)test_random(t));
    return count;
}

TEST(row, B9b_float_to_16_bits_in_every_rounding)
{
    enum { MOST = 6 * 0x8000 + 5000 };
    float *x = malloc(MOST * sizeof *x);
    unsigned short *out = malloc(4 * MOST * sizeof *out);
    for (int format = 0; x && out && format < B_FORMATS && !t->failed; format++) {
        const format16 *f = format_of(format);
        int n = floats_around(t, f, x), wrong = -1;
        float *in_array = array_of(t, x, sizeof *x * (size_t)n);
        unsigned short *out_array = array_of(t, NULL, 4 * sizeof *out * (size_t)n);
        if (!in_array || !out_array)
            break;
        test_check_status(t, __FILE__, __LINE__, "launch",
                          lw_launch(b_narrow_float, line(t, 4, 128, 0), format, n, in_array, out_array), LW_SUCCESS);
        array_read(t, out, out_array, 4 * sizeof *out * (size_t)n);
        for (int i = 0; i < 4 * n && wrong < 0; i++)
            if (out[i] != round16(f, x[i / 4], i % 4))
                wrong = i;
        if (wrong >= 0)
            test_fail(t, __FILE__, __LINE__, "%a to %s, rounding %d: %#x, expected %#x", (double)x[wrong / 4], f->name,
                      wrong % 4, out[wrong], round16(f, x[wrong / 4], wrong % 4));
    }
    if (!x || !out)
        test_fail(t, __FILE__, __LINE__, "no memory");
    free(x);
    free(out);
}

/* Rounded once, not through a float; a NaN keeps its sign and the first bits of its payload. */
TEST(row, B9c_double_to_16_bits_rounds_once)
{
    enum { MOST = 4 * 0x8000 };
    static double x[MOST];
    static unsigned short out[MOST];
    double *in_array = array_of(t, NULL, sizeof x);
    unsigned short *out_array = array_of(t, NULL, sizeof out);
    CHECK(in_array && out_array);
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        int n = 0;
        for (unsigned code = 0; code < infinity16(f); code++) {
            double middle = (f->value[code] + f->value[code + 1]) / 2, sign = code % 3 == 0 ? -1 : 1;
            x[n++] = sign * middle;
            x[n++] = sign * nextafter(middle, 0);
            x[n++] = sign * nextafter(middle, INFINITY);
        }
        x[n++] = INFINITY, x[n++] = -1e300, x[n++] = 0x1p-1074, x[n++] = -0x1p-150, x[n++] = -0.0;
        CHECK_STATUS(lw_memcpy(t->device, in_array, x, sizeof x, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_launch(b_narrow_double, line(t, 4, 128, 0), format, n, in_array, out_array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, out_array, sizeof out));
        for (int i = 0; i < n; i++)
            if (out[i] != round16(f, x[i], B_RN))
                FAIL("%a to %s: %#x, expected %#x", x[i], f->name, out[i], round16(f, x[i], B_RN));

        static const unsigned long long nans[] = {0x7ff8000000000000, 0xfff0000000000001, 0x7ff5555555555555, ~0ull};
        static const unsigned short halves[] = {0x7e00, 0xfe00, 0x7f55, 0xffff};
        static const unsigned short bfloat16s[] = {0x7fc0, 0xffc0, 0x7fea, 0xffff};
        CHECK_STATUS(lw_memcpy(t->device, in_array, nans, sizeof nans, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_launch(b_narrow_double, line(t, 1, 4, 0), format, 4, in_array, out_array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, out_array, 4 * sizeof *out));
        for (int i = 0; i < 4; i++)
            CHECK_EQUAL(out[i], format == B_HALF ? halves[i] : bfloat16s[i]);
    }
}

/* The integer of the type: x + rest, exactly. */
static double integer_value(int type, long long bits, double *rest)
{
    unsigned long long magnitude = (unsigned long long)bits;
    bool negative = false;
    switch (type) {
    case B_SHORT: *rest = 0; return (short)bits;
    case B_USHORT: *rest = 0; return (unsigned short)bits;
    case B_INT: *rest = 0; return (int)bits;
    case B_UINT: *rest = 0; return (unsigned)bits;
    case B_LL: negative = bits < 0; magnitude = negative ? 0 - magnitude : magnitude;
    }
    /* A double has 53 bits. */
    unsigned long long last = magnitude >> 53 ? magnitude & 0x7ff : 0;
    double kept = (double)(magnitude - last);
    *rest = negative ? -(double)last : (double)last;
    return negative ? -kept : kept;
}

TEST(row, B9d_integers_to_16_bits_in_every_rounding)
{
    enum { MOST = 8000 };
    static long long x[MOST];
    static unsigned short out[4 * MOST];
    int n = 0;
    for (int bit = 0; bit < 64; bit++) /* around powers of two and around the middles of both formats */
        for (int below = 6; below < 13; below++)
            for (int step = -1; step <= 1; step++) {
                unsigned long long value = (1ull << bit) + (below < bit ? 1ull << (bit - below) : 0) + (unsigned)step;
                x[n++] = (long long)value;
                x[n++] = (long long)(0 - value);
            }
    for (int i = -2050; i < 2060; i++)
        x[n++] = i;
    while (n < MOST)
        x[n++] = (long long)(test_random(t) >> test_random_below(t, 64));
    long long *in_array = array_of(t, x, sizeof x);
    unsigned short *out_array = array_of(t, NULL, sizeof out);
    CHECK(in_array && out_array);
    for (int format = 0; format < B_FORMATS; format++)
        for (int type = B_SHORT; type <= B_ULL; type++) {
            const format16 *f = format_of(format);
            CHECK_STATUS(lw_launch(b_from_integer, line(t, 4, 128, 0), format, type, n, in_array, out_array),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, out_array, sizeof out));
            for (int i = 0; i < 4 * n; i++) {
                double rest, value = integer_value(type, x[i / 4], &rest);
                unsigned expected = round16_with_rest(f, value, rest, i % 4);
                if (out[i] != expected)
                    FAIL("%lld as type %d to %s, rounding %d: %#x, expected %#x", x[i / 4], type, f->name, i % 4,
                         out[i], expected);
            }
        }
}

static double rounded(double x, int rounding)
{
    return rounding == B_RN ? rint(x) : rounding == B_RZ ? trunc(x) : rounding == B_RU ? ceil(x) : floor(x);
}

/* Rounded, then clamped. A NaN is 0, of 64 bits the lowest signed number's bits. */
TEST(row, B9e_16_bits_to_integers_clamp)
{
    static const struct {
        double least, most;
        long long at_least, at_most, nan;
    } types[B_INTEGERS] = {[B_CHAR] = {-128, 127, -128, 127, 0},
                           [B_UCHAR] = {0, 255, 0, 255, 0},
                           [B_SHORT] = {-32768, 32767, -32768, 32767, 0},
                           [B_USHORT] = {0, 65535, 0, 65535, 0},
                           [B_INT] = {INT_MIN, INT_MAX, INT_MIN, INT_MAX, 0},
                           [B_UINT] = {0, UINT_MAX, 0, UINT_MAX, 0},
                           [B_LL] = {-0x1p63, 0x1p63, LLONG_MIN, LLONG_MAX, LLONG_MIN},
                           [B_ULL] = {0, 0x1p64, 0, -1, LLONG_MIN}};
    static long long out[4 * CODES];
    unsigned short *codes = all_codes(t);
    long long *array = array_of(t, NULL, sizeof out);
    CHECK(codes && array);
    for (int format = 0; format < B_FORMATS; format++)
        for (int type = 0; type < B_INTEGERS; type++) {
            const format16 *f = format_of(format);
            CHECK_STATUS(lw_launch(b_to_integer, line(t, 4, 128, 0), format, type, CODES, codes, array), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            for (int i = 0; i < 4 * CODES; i++) {
                if ((type == B_CHAR || type == B_UCHAR) && i % 4 != B_RZ)
                    continue;
                double x = rounded(value16(f, (unsigned)i / 4), i % 4);
                long long expected = isnan(x)                 ? types[type].nan
                                     : x <= types[type].least ? types[type].at_least
                                     : x >= types[type].most  ? types[type].at_most
                                                              : (long long)(unsigned long long)(x < 0 ? -x : x);
                if (x < 0 && x > types[type].least && !isnan(x))
                    expected = -expected;
                if (out[i] != expected)
                    FAIL("%s %#x to type %d, rounding %d: %lld, expected %lld", f->name, i / 4, type, i % 4, out[i],
                         expected);
            }
        }
}

TEST(row, B9l_pairs_low_first)
{
    enum { N = 64 };
    unsigned short bits[4 * N];
    unsigned out[B_PAIRS * N];
    float2 wide[3 * N];
    unsigned *out_array = array_of(t, NULL, sizeof out);
    float2 *wide_array = array_of(t, NULL, sizeof wide);
    for (int i = 0; i < 4 * N; i++)
        bits[i] = (unsigned short)(test_random(t) & 0xbfff); /* neither infinite nor a NaN */
    unsigned short *array = array_of(t, bits, sizeof bits);
    CHECK(out_array && wide_array && array);
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        CHECK_STATUS(lw_launch(b_pairs, line(t, 1, N, 0), format, N, array, out_array, wide_array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, out_array, sizeof out));
        CHECK_CALL(array_read(t, wide, wide_array, sizeof wide));
        for (int i = 0; i < N; i++) {
            const unsigned short *b = bits + 4 * i;
            unsigned one = round16(f, (float)value16(f, b[0]) + 1.0f, B_RN);
            unsigned other = round16(f, (float)value16(f, b[1]) + 1.0f, B_RN);
            const unsigned expected[B_PAIRS] = {b[0] | (unsigned)b[1] << 16,
                                                b[2] | (unsigned)b[3] << 16,
                                                b[0],
                                                b[1],
                                                b[0] * 0x10001u,
                                                b[1] * 0x10001u,
                                                b[0] | (unsigned)b[2] << 16,
                                                b[1] | (unsigned)b[3] << 16,
                                                b[1] | (unsigned)b[0] << 16,
                                                b[0] * 0x10001u,
                                                one * 0x10001u};
            for (int k = 0; k < B_PAIRS; k++)
                if (out[B_PAIRS * i + k] != expected[k])
                    FAIL("%s, pair %d: %#x, expected %#x", f->name, k, out[B_PAIRS * i + k], expected[k]);
            CHECK((double)wide[3 * i].x == value16(f, b[0]) && (double)wide[3 * i].y == value16(f, b[1]));
            CHECK((double)wide[3 * i + 1].x == value16(f, b[2]) && (double)wide[3 * i + 1].y == value16(f, b[3]));
            CHECK((double)wide[3 * i + 2].x == value16(f, one) && (double)wide[3 * i + 2].y == value16(f, other));
        }
    }
}
