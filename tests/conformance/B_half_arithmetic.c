/* Group B, 16-bit floating point: arithmetic and comparisons, against one rounding of the exact result. Denormals
 * count, and a NaN result is 0x7fff. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "B_half_reference.h"
#include "device/B_half_arithmetic.h"

/* Clamps to [0, 1], a NaN and -0 to 0. */
static unsigned saturated(const format16 *f, unsigned code)
{
    double x = value16(f, code);
    return x >= 1 ? round16(f, 1, B_RN) : x > 0 ? code : 0;
}

/* The smaller of two numbers, or the larger; `strict`: a NaN if either is. */
static unsigned extreme(const format16 *f, unsigned a, unsigned b, bool larger, bool strict)
{
    double x = value16(f, a), y = value16(f, b);
    if ((strict && (isnan(x) || isnan(y))) || (isnan(x) && isnan(y)))
        return NAN16;
    if (isnan(x) || isnan(y))
        return isnan(x) ? b : a;
    if (x == y) /* -0 is less than 0 */
        return larger == ((a & 0x8000) == 0) ? a : b;
    return larger == (x > y) ? a : b;
}

static unsigned two16(const format16 *f, int operation, unsigned a, unsigned b)
{
    double x = value16(f, a), y = value16(f, b);
    switch (operation) {
    case B_ADD:
    case B_ADD_RN: return round16(f, x + y, B_RN);
    case B_SUB:
    case B_SUB_RN: return round16(f, x - y, B_RN);
    case B_MUL:
    case B_MUL_RN: return round16(f, x * y, B_RN);
    case B_DIV: return round16(f, x / y, B_RN);
    case B_ADD_SAT: return saturated(f, round16(f, x + y, B_RN));
    case B_SUB_SAT: return saturated(f, round16(f, x - y, B_RN));
    case B_MUL_SAT: return saturated(f, round16(f, x * y, B_RN));
    default:
        return extreme(f, a, b, operation == B_MAX || operation == B_MAX_NAN,
                       operation == B_MAX_NAN || operation == B_MIN_NAN);
    }
}

enum { PAIRS16 = SOME16 * SOME16 };

static void check_two(struct test *t, int first, int last)
{
    static unsigned short out[PAIRS16];
    static unsigned pair_out[PAIRS16];
    unsigned short *array = array_of(t, NULL, sizeof out);
    unsigned *pair_array = array_of(t, NULL, sizeof pair_out);
    CHECK(array && pair_array);
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        unsigned short codes[SOME16];
        int n = some16(t, f, codes);
        unsigned short *in = array_of(t, codes, sizeof codes);
        CHECK(in);
        for (int operation = first; operation <= last; operation++) {
            CHECK_STATUS(lw_launch(b_half_two, line(t, 4, 128, 0), format, operation, n, in, array, pair_array),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            CHECK_CALL(array_read(t, pair_out, pair_array, sizeof pair_out));
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    unsigned expected = two16(f, operation, codes[i], codes[j]);
                    unsigned other = two16(f, operation, codes[j], codes[i]);
                    if (out[i * n + j] != expected)
                        FAIL("%s, operation %d of %#x and %#x: %#x, expected %#x", f->name, operation, codes[i],
                             codes[j], out[i * n + j], expected);
                    if (pair_out[i * n + j] != (expected | other << 16))
                        FAIL("%s pair, operation %d of %#x and %#x: %#x, expected %#x", f->name, operation, codes[i],
                             codes[j], pair_out[i * n + j], expected | other << 16);
                }
        }
    }
}

TEST(row, B9f_add_sub_mul_div_round_once)
{
    check_two(t, B_ADD, B_MUL_RN);
}
TEST(row, B9f2_saturating_forms)
{
    check_two(t, B_ADD_SAT, B_MUL_SAT);
}
TEST(row, B9h_min_and_max_and_their_nan_forms)
{
    check_two(t, B_MAX, B_MIN_NAN);
}

/* x + y and the rounding error of the double sum. */
static double sum_and_rest(double x, double y, double *rest)
{
    double sum = x + y, part = sum - x;
    *rest = isfinite(sum) ? (x - (sum - part)) + (y - part) : 0;
    return sum;
}

static unsigned fma16(const format16 *f, unsigned a, unsigned b, unsigned c)
{
    double rest, sum = sum_and_rest(value16(f, a) * value16(f, b), value16(f, c), &rest); /* the product is exact */
    return round16_with_rest(f, sum, rest, B_RN);
}

static unsigned three16(const format16 *f, int operation, unsigned a, unsigned b, unsigned c)
{
    unsigned code = fma16(f, a, b, c);
    return operation == B_FMA_SAT ? saturated(f, code) : operation == B_FMA_RELU && value16(f, code) <= 0 ? 0 : code;
}

/* Factors at random or from some16(), and an addend near their product, so that much cancels, or far from it. */
TEST(row, B9g_fma_rounds_once)
{
    enum { N = 20000 };
    static unsigned short a[N], b[N], c[N], out[N];
    static unsigned pair_out[N];
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        unsigned short codes[SOME16];
        int n = some16(t, f, codes);
        for (int i = 0; i < N; i++) {
            a[i] = i % 2 ? codes[test_random_below(t, (uint64_t)n)] : (unsigned short)test_random(t);
            b[i] = i % 2 ? codes[test_random_below(t, (uint64_t)n)] : (unsigned short)test_random(t);
            unsigned near = round16(f, -value16(f, a[i]) * value16(f, b[i]), B_RN);
            c[i] = i % 3 == 0   ? (unsigned short)(near ^ (test_random(t) & 3))
                   : i % 3 == 1 ? codes[test_random_below(t, (uint64_t)n)]
                                : (unsigned short)test_random(t);
        }
        unsigned short *as = array_of(t, a, sizeof a), *bs = array_of(t, b, sizeof b), *cs = array_of(t, c, sizeof c);
        unsigned short *array = array_of(t, NULL, sizeof out);
        unsigned *pair_array = array_of(t, NULL, sizeof pair_out);
        CHECK(as && bs && cs && array && pair_array);
        for (int operation = 0; operation < B_THREES; operation++) {
            CHECK_STATUS(
                lw_launch(b_half_three, line(t, 4, 128, 0), format, operation, N, as, bs, cs, array, pair_array),
                LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            CHECK_CALL(array_read(t, pair_out, pair_array, sizeof pair_out));
            for (int i = 0; i < N; i++) {
                unsigned expected = three16(f, operation, a[i], b[i], c[i]);
                if (out[i] != expected || pair_out[i] != expected * 0x10001u)
                    FAIL("%s, operation %d of %#x, %#x, %#x: %#x and %#x, expected %#x", f->name, operation, a[i], b[i],
                         c[i], out[i], pair_out[i], expected);
            }
        }
    }
}

static bool compare16(int comparison, double x, double y)
{
    switch (comparison) {
    case B_EQ: return x == y;
    case B_NE: return x < y || x > y;
    case B_LE: return x <= y;
    case B_GE: return x >= y;
    case B_LT: return x < y;
    default: return x > y;
    }
}

TEST(row, B9i_comparisons_ordered_and_unordered)
{
    static unsigned short out[PAIRS16];
    unsigned short *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        unsigned short codes[SOME16];
        int n = some16(t, f, codes);
        unsigned short *in = array_of(t, codes, sizeof codes);
        CHECK(in);
        for (int comparison = 0; comparison < B_COMPARES; comparison++) {
            CHECK_STATUS(lw_launch(b_half_compare, line(t, 4, 128, 0), format, comparison, n, in, array), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            for (int k = 0; k < n * n; k++) {
                double x = value16(f, codes[k / n]), y = value16(f, codes[k % n]);
                bool unordered = isnan(x) || isnan(y);
                unsigned xy = compare16(comparison, x, y), yx = compare16(comparison, y, x);
                unsigned xyu = xy | unordered, yxu = yx | unordered;
                unsigned each = xy | yx << 1 | xyu << 2 | yxu << 3;
                unsigned expected = xy | xyu << 1 | (xy & yx) << 2 | (xyu & yxu) << 3 | each << 4 | each << 8;
                if (out[k] != expected)
                    FAIL("%s, comparison %d of %#x and %#x: %#x, expected %#x", f->name, comparison, codes[k / n],
                         codes[k % n], out[k], expected);
            }
        }
        CHECK_STATUS(lw_launch(b_half_classify, line(t, 1, 128, 0), format, n, in, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof *out * (size_t)n));
        for (int i = 0; i < n; i++) {
            double x = value16(f, codes[i]);
            unsigned none = isnan(x), infinite = (unsigned)(x == INFINITY) | (unsigned)(x == -INFINITY) << 1;
            unsigned expected = none | infinite << 1 | none << 3;
            CHECK_EQUAL(out[i], expected); /* codes[0] is a zero */
        }
    }
}

/* Four fused steps in CUDA's order: c.re + a.re b.re, less a.im b.im; c.im + a.re b.im, plus a.im b.re. */
TEST(row, B9n_complex_multiply_and_add)
{
    enum { N = 2000 };
    unsigned a[N], b[N], c[N], out[N];
    for (int i = 0; i < N; i++)
        a[i] = (unsigned)test_random(t), b[i] = (unsigned)test_random(t), c[i] = (unsigned)test_random(t);
    unsigned *as = array_of(t, a, sizeof a), *bs = array_of(t, b, sizeof b), *cs = array_of(t, c, sizeof c);
    unsigned *array = array_of(t, NULL, sizeof out);
    CHECK(as && bs && cs && array);
    for (int format = 0; format < B_FORMATS; format++) {
        const format16 *f = format_of(format);
        CHECK_STATUS(lw_launch(b_half_complex, line(t, 4, 128, 0), format, N, as, bs, cs, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int i = 0; i < N; i++) {
            unsigned re = a[i] & 0xffff, im = a[i] >> 16, bre = b[i] & 0xffff, bim = b[i] >> 16;
            unsigned real = fma16(f, im ^ 0x8000, bim, fma16(f, re, bre, c[i] & 0xffff));
            unsigned imaginary = fma16(f, im, bre, fma16(f, re, bim, c[i] >> 16));
            CHECK_EQUAL(out[i], real | imaginary << 16);
        }
    }
}

TEST(row, B9m_shuffles_of_numbers_and_pairs)
{
    unsigned values[32], out[8 * 32], *array = array_of(t, NULL, sizeof out);
    for (int i = 0; i < 32; i++)
        values[i] = (unsigned)test_random(t);
    unsigned *in = array_of(t, values, sizeof values);
    CHECK(array && in);
    for (int format = 0; format < B_FORMATS; format++) {
        CHECK_STATUS(lw_launch(b_half_shuffle, line(t, 1, 32, 0), format, in, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int i = 0; i < 32; i++) {
            const int from[4] = {i / 8 * 8 + 5, i >= 3 ? i - 3 : i, i % 16 < 14 ? i + 2 : i, i ^ 1};
            for (int k = 0; k < 4; k++) {
                CHECK_EQUAL(out[8 * i + k], values[from[k]]);
                CHECK_EQUAL(out[8 * i + 4 + k], values[from[k]] & 0xffff);
            }
        }
    }
}
