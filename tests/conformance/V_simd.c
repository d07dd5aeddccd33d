/* Arithmetic on the two halves or four bytes of a word, and the dynamic-programming instructions, a part at a time. */
#include <math.h>
#include <stdlib.h>

#include "device/V_simd.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

enum { N = 20000, SIGNED = 1, UNSIGNED = 0 };
enum fit { WRAPPED, SATURATED, SUMMED };

/* The part of x at that bit, as a number. */
static long part(unsigned x, int at, int bits, bool is_signed)
{
    long range = 1l << bits, value = (long)((unsigned long)x >> at) % range;
    return is_signed && value >= range / 2 ? value - range : value;
}

static unsigned fitted(long value, int bits, bool is_signed, enum fit fit)
{
    long range = 1l << bits, least = is_signed ? -range / 2 : 0, most = is_signed ? range / 2 - 1 : range - 1;
    if (fit == SATURATED)
        value = value < least ? least : value > most ? most : value;
    return (unsigned)((value % range + range) % range);
}

static const struct simd {
    const char *name;
    bool is_signed;
    enum fit fit;
} simd[] = {
#define ROW(name, sign, fit, rule) {#name, sign, fit},
    V_SIMD_OF_1(ROW) V_SIMD_OF_2(ROW)
#undef ROW
};

/* The rule of the k-th operation for one part. */
static long rule_of(size_t k, long a, long b)
{
    switch (k) {
        enum {
#define NUMBER(name, sign, fit, rule) AT_##name,
            V_SIMD_OF_1(NUMBER) V_SIMD_OF_2(NUMBER)
#undef NUMBER
        };
#define CASE(name, sign, fit, rule)                                                                                    \
    case AT_##name: return rule;
        V_SIMD_OF_1(CASE) V_SIMD_OF_2(CASE)
#undef CASE
    }
    return 0;
}

static unsigned simd_of(size_t k, int bits, unsigned a, unsigned b)
{
    unsigned result = 0;
    for (int at = 0; at < 32; at += bits) {
        bool is_signed = simd[k].is_signed;
        long value = rule_of(k, part(a, at, bits, is_signed), part(b, at, bits, is_signed));
        result += simd[k].fit == SUMMED ? (unsigned)value : fitted(value, bits, is_signed, simd[k].fit) << at;
    }
    return result;
}

static unsigned as[N], bs[N], cs[N];

static void check_simd(struct test *t, int parts, const unsigned *actual)
{
    for (size_t k = 0; k < COUNT_OF(simd); k++)
        for (size_t i = 0; i < N; i++) {
            unsigned expected = simd_of(k, 32 / parts, as[i], bs[i]);
            if (actual[k * N + i] != expected)
                FAIL("__%s%d of %#x, %#x is %#x, expected %#x", simd[k].name, parts, as[i], bs[i], actual[k * N + i],
                     expected);
        }
}

/* Words of parts near the borders of their range, or any. */
static unsigned random_parts(struct test *t)
{
    static const unsigned char borders[] = {0x00, 0x01, 0x7f, 0x80, 0x81, 0xfe, 0xff};
    unsigned word = 0;
    if (test_random_below(t, 3) == 0)
        return random_word(t);
    for (int i = 0; i < 4; i++)
        word = word << 8 | borders[test_random_below(t, COUNT_OF(borders))];
    return word;
}

TEST(row, V18_arithmetic_on_halves_and_bytes)
{
    static unsigned actual[2 * COUNT_OF(simd) * N];
    for (int i = 0; i < N; i++)
        as[i] = random_parts(t), bs[i] = random_parts(t);
    unsigned *a = array_of(t, as, sizeof as), *b = array_of(t, bs, sizeof bs), *out = array_of(t, NULL, sizeof actual);
    CHECK(a && b && out);
    CHECK_STATUS(lw_launch(v_simd, line(t, (N + 127) / 128, 128, 0), N, a, b, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    CHECK_CALL(check_simd(t, 2, actual));
    CHECK_CALL(check_simd(t, 4, actual + COUNT_OF(simd) * N));
}

/* All pairs of bytes, four at a time. */
TEST(row, V18b_every_pair_of_bytes)
{
    enum { PAIRS = 1 << 14 };
    static unsigned pairs[2][PAIRS], actual[2 * COUNT_OF(simd) * PAIRS];
    for (unsigned i = 0; i < PAIRS; i++) {
        pairs[0][i] = i / 64 * 0x01010101u;
        pairs[1][i] = i % 64 * 0x04040404u + 0x03020100u;
    }
    unsigned *in = array_of(t, pairs, sizeof pairs), *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_simd, line(t, PAIRS / 128, 128, 0), PAIRS, in, in + PAIRS, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (size_t k = 0; k < COUNT_OF(simd); k++)
        for (size_t i = 0; i < PAIRS; i++)
            if (actual[(COUNT_OF(simd) + k) * PAIRS + i] != simd_of(k, 8, pairs[0][i], pairs[1][i]))
                FAIL("__%s4 of %#x, %#x is %#x", simd[k].name, pairs[0][i], pairs[1][i],
                     actual[(COUNT_OF(simd) + k) * PAIRS + i]);
}

static long greater(long a, long b)
{
    return a > b ? a : b;
}

static long lesser(long a, long b)
{
    return a < b ? a : b;
}

/* The part at a bit of the k-th operation's result. */
static unsigned dpx_of(size_t k, int bits, int at, const unsigned words[3])
{
    static const bool is_signed[] = {
#define SIGN(name, sign, rule) sign,
        V_DPX_WORDS(SIGN)
#undef SIGN
    };
    long a = part(words[0], at, bits, is_signed[k]), b = part(words[1], at, bits, is_signed[k]);
    long c = part(words[2], at, bits, is_signed[k]);
#define wrap(value) part(fitted(value, bits, is_signed[k], WRAPPED), 0, bits, is_signed[k])
#define RULE(name, sign, rule) (rule),
    const long rules[] = {V_DPX_WORDS(RULE)};
#undef RULE
#undef wrap
    return fitted(rules[k], bits, is_signed[k], WRAPPED) << at;
}

static unsigned relu_of(size_t k, unsigned x, unsigned y)
{
    static const int widths[] = {
#define BITS(expression, bits, rule) bits,
        V_DPX_RELU(BITS)
#undef BITS
    };
    unsigned result = 0;
    for (int at = 0; at < 32; at += widths[k]) {
        long a = part(x, at, widths[k], true), b = part(y, at, widths[k], true);
#define RULE(expression, bits, rule) (rule),
        const long rules[] = {V_DPX_RELU(RULE)};
#undef RULE
        result |= fitted(rules[k], widths[k], true, WRAPPED) << at;
    }
    return result;
}

TEST(row, V19_dynamic_programming_instructions)
{
#define NAME(name, sign, rule) #name,
    static const char *const names[] = {V_DPX_WORDS(NAME) V_DPX_HALVES(NAME) V_DPX_RELU(NAME)};
#undef NAME
    enum { OPERATIONS = COUNT_OF(names), WORDS = 12, HALVES = 24 };
    static unsigned actual[OPERATIONS * N];
    for (int i = 0; i < N; i++)
        as[i] = random_parts(t), bs[i] = random_parts(t), cs[i] = random_parts(t);
    unsigned *a = array_of(t, as, sizeof as), *b = array_of(t, bs, sizeof bs), *c = array_of(t, cs, sizeof cs);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(a && b && c && out);
    CHECK_STATUS(lw_launch(v_dpx, line(t, (N + 127) / 128, 128, 0), N, a, b, c, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (size_t k = 0; k < OPERATIONS; k++)
        for (size_t i = 0; i < N; i++) {
            const unsigned words[3] = {as[i], bs[i], cs[i]};
            unsigned expected = k < WORDS    ? dpx_of(k, 32, 0, words)
                                : k < HALVES ? dpx_of(k - WORDS, 16, 0, words) | dpx_of(k - WORDS, 16, 16, words)
                                             : relu_of(k - HALVES, as[i], bs[i]);
            if (actual[k * N + i] != expected)
                FAIL("%s of %#x, %#x, %#x is %#x, expected %#x", names[k], as[i], bs[i], cs[i], actual[k * N + i],
                     expected);
        }
}

/* Which of the two is the extreme: of equal ones, the first. */
TEST(row, V19b_extremes_that_say_which)
{
    static unsigned actual[N][16];
    for (int i = 0; i < N; i++)
        as[i] = random_parts(t), bs[i] = test_random_below(t, 8) ? random_parts(t) : as[i];
    unsigned *a = array_of(t, as, sizeof as), *b = array_of(t, bs, sizeof bs), *out = array_of(t, NULL, sizeof actual);
    CHECK(a && b && out);
    CHECK_STATUS(lw_launch(v_which, line(t, (N + 127) / 128, 128, 0), N, a, b, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 8; k++) {
            int bits = k % 4 < 2 ? 32 : 16;
            bool is_signed = k % 2 == 0;
            unsigned expected = 0, first = 0;
            for (int at = 32 - bits; at >= 0; at -= bits) {
                long x = part(as[i], at, bits, is_signed), y = part(bs[i], at, bits, is_signed);
                bool takes_x = k < 4 ? x >= y : x <= y;
                expected |= fitted(takes_x ? x : y, bits, is_signed, WRAPPED) << at;
                first = 2 * first + takes_x;
            }
            if (actual[i][2 * k] != expected || actual[i][2 * k + 1] != first)
                FAIL("extreme %d of %#x, %#x is %#x, predicates %u, expected %#x, %u", k, as[i], bs[i],
                     actual[i][2 * k], actual[i][2 * k + 1], expected, first);
        }
}
