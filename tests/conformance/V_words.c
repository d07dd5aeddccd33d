/* Integer intrinsics: products, averages, permutations, funnel shifts, extremes, packed products, the n-th set bit. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "device/V_words.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

enum { N = 20000 };

/* Byte i of the result is the byte of b:a that the low 3 bits of the selector's i-th four name. */
static unsigned permuted(unsigned a, unsigned b, unsigned selector)
{
    unsigned char from[8], to[4];
    memcpy(from, &a, 4);
    memcpy(from + 4, &b, 4);
    for (int i = 0; i < 4; i++)
        to[i] = from[selector >> 4 * i & 7];
    memcpy(&a, to, 4);
    return a;
}

static unsigned long long bytes_reversed(unsigned long long x)
{
    return (unsigned long long)permuted((unsigned)x, 0, 0x0123) << 32 | permuted((unsigned)(x >> 32), 0, 0x0123);
}

/* The upper word of high:low shifted left, the lower of it shifted right. */
static unsigned shifted_left(unsigned low, unsigned high, unsigned shift)
{
    return shift == 32 ? low : shift == 0 ? high : high << shift | low >> (32 - shift);
}

static unsigned shifted_right(unsigned low, unsigned high, unsigned shift)
{
    return shift == 32 ? high : shift == 0 ? low : low >> shift | high << (32 - shift);
}

/* c plus the products of `count` parts of a with as many bytes of b, from byte `first` on. */
static unsigned dot(unsigned a, unsigned b, unsigned c, int count, int first, bool is_signed)
{
    int bits = 32 / count;
    long long sum = c;
    for (int i = 0; i < count; i++) {
        long long x = a >> bits * i & ((1u << bits) - 1), y = b >> 8 * (first + i) & 0xff;
        if (is_signed && x >= 1 << (bits - 1))
            x -= 1 << bits;
        if (is_signed && y >= 0x80)
            y -= 0x100;
        sum += x * y;
    }
    return (unsigned)sum;
}

TEST(row, V17_word_intrinsics)
{
#define NAME(expression, rule) #expression,
    static const char *const names[] = {V_WORD_OPERATIONS(NAME)};
    static unsigned as[N], bs[N], cs[N], actual[COUNT_OF(names) * N];
    for (int i = 0; i < N; i++)
        as[i] = random_word(t), bs[i] = random_word(t), cs[i] = random_word(t);
    unsigned *a_array = array_of(t, as, sizeof as), *b_array = array_of(t, bs, sizeof bs);
    unsigned *c_array = array_of(t, cs, sizeof cs), *out = array_of(t, NULL, sizeof actual);
    CHECK(a_array && b_array && c_array && out);
    CHECK_STATUS(lw_launch(v_word_operations, line(t, (N + 127) / 128, 128, 0), N, a_array, b_array, c_array, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < N; i++) {
        unsigned a = as[i], b = bs[i], c = cs[i];
        int i_a = (int)a, i_b = (int)b;
#define RULE(expression, rule) (unsigned)(rule),
        const unsigned expected[] = {V_WORD_OPERATIONS(RULE)};
#undef RULE
        for (size_t k = 0; k < COUNT_OF(names); k++)
            if (actual[k * N + (size_t)i] != expected[k])
                FAIL("%s with a = %#x, b = %#x, c = %#x is %#x, expected %#x", names[k], a, b, c,
                     actual[k * N + (size_t)i], expected[k]);
    }
}

TEST(row, V17b_64_bit_intrinsics)
{
    static const char *const names[] = {V_LONG_OPERATIONS(NAME)};
    static unsigned long long xs[N], ys[N], actual[COUNT_OF(names) * N];
    for (int i = 0; i < N; i++)
        xs[i] = random_long(t), ys[i] = random_long(t);
    unsigned long long *x_array = array_of(t, xs, sizeof xs), *y_array = array_of(t, ys, sizeof ys);
    unsigned long long *out = array_of(t, NULL, sizeof actual);
    CHECK(x_array && y_array && out);
    CHECK_STATUS(lw_launch(v_long_operations, line(t, (N + 127) / 128, 128, 0), N, x_array, y_array, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < N; i++) {
        unsigned long long x = xs[i], y = ys[i];
        long long i_x = (long long)x, i_y = (long long)y;
#define RULE(expression, rule) (unsigned long long)(rule),
        const unsigned long long expected[] = {V_LONG_OPERATIONS(RULE)};
#undef RULE
        for (size_t k = 0; k < COUNT_OF(names); k++)
            if (actual[k * N + (size_t)i] != expected[k])
                FAIL("%s with x = %#llx, y = %#llx is %#llx, expected %#llx", names[k], x, y, actual[k * N + (size_t)i],
                     expected[k]);
    }
}

/* The |offset|-th set bit from the base on, up or down; none: all ones. The smallest possible offset gives 0. */
static unsigned nth_set(unsigned mask, unsigned base, int offset)
{
    int found[32], count = 0;
    if (offset == INT_MIN)
        return 0;
    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : ~0u;
    for (int i = 0; i < 32; i++) {
        int bit = offset > 0 ? i : 31 - i;
        if (mask >> bit & 1 && (offset > 0 ? (long long)bit >= base : bit <= (long long)base))
            found[count++] = bit;
    }
    return base < 32 && abs(offset) <= count ? (unsigned)found[abs(offset) - 1] : ~0u;
}

TEST(row, V17c_find_nth_set)
{
    static unsigned mask[N], base[N], actual[N];
    static int offset[N];
    for (int i = 0; i < N; i++) {
        mask[i] = random_word(t);
        base[i] = test_random_below(t, 16) ? (unsigned)test_random_below(t, 34) : random_word(t);
        offset[i] = test_random_below(t, 16) ? (int)test_random_below(t, 70) - 35 : (int)random_word(t);
    }
    unsigned *masks = array_of(t, mask, sizeof mask), *bases = array_of(t, base, sizeof base);
    unsigned *out = array_of(t, NULL, sizeof actual);
    int *offsets = array_of(t, offset, sizeof offset);
    CHECK(masks && bases && offsets && out);
    CHECK_STATUS(lw_launch(v_find_nth_set, line(t, (N + 127) / 128, 128, 0), N, masks, bases, offsets, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < N; i++)
        if (actual[i] != nth_set(mask[i], base[i], offset[i]))
            FAIL("__fns(%#x, %u, %d) is %#x, expected %#x", mask[i], base[i], offset[i], actual[i],
                 nth_set(mask[i], base[i], offset[i]));
}
