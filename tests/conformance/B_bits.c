/* Bit operations, against the same computed one bit at a time. */
#include "device/B_bits.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

enum { N = 20000 };

static unsigned set_bits(unsigned long long x)
{
    unsigned count = 0;
    for (; x; x /= 2)
        count += x % 2;
    return count;
}

static unsigned leading_zeros(unsigned long long x, unsigned width)
{
    for (; x; x /= 2)
        width--;
    return width;
}

/* From 1 on; 0: none. */
static unsigned lowest_set(unsigned long long x)
{
    for (unsigned at = 1; x; at++, x /= 2)
        if (x % 2)
            return at;
    return 0;
}

static unsigned long long reversed(unsigned long long x, int width)
{
    unsigned long long result = 0;
    for (int i = 0; i < width; i++, x /= 2)
        result = 2 * result + x % 2;
    return result;
}

static unsigned low_24_signed(unsigned x)
{
    x %= 1u << 24;
    return x < 1u << 23 ? x : x - (1u << 24);
}

TEST(row, B19_bit_operations)
{
#define NAME(expression, rule) #expression,
    static const char *const names[] = {B_WORD_OPERATIONS(NAME)};
    static unsigned a[N], b[N], actual[COUNT_OF(names) * N];
    for (int i = 0; i < N; i++)
        a[i] = random_word(t), b[i] = random_word(t);
    unsigned *as = array_of(t, a, sizeof a), *bs = array_of(t, b, sizeof b), *out = array_of(t, NULL, sizeof actual);
    CHECK(as && bs && out);
    CHECK_STATUS(lw_launch(b_word_operations, line(t, (N + 127) / 128, 128, 0), N, as, bs, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
#define RULE(expression, rule) (unsigned)(rule),
    for (int i = 0; i < N; i++) {
        const unsigned expected[] = {
#define a a[i]
#define b b[i]
            B_WORD_OPERATIONS(RULE)
#undef a
#undef b
        };
        for (size_t k = 0; k < COUNT_OF(names); k++)
            if (actual[k * N + (size_t)i] != expected[k])
                FAIL("%s with a = %#x, b = %#x is %#x, expected %#x", names[k], a[i], b[i], actual[k * N + (size_t)i],
                     expected[k]);
    }
#undef RULE
}

TEST(row, B19b_bit_operations_of_64_bits)
{
    static const char *const names[] = {B_LONG_OPERATIONS(NAME)};
    static unsigned long long x[N], actual[COUNT_OF(names) * N];
    for (int i = 0; i < N; i++)
        x[i] = test_random_below(t, 2) ? random_long(t) : 1ull << test_random_below(t, 64);
    unsigned long long *xs = array_of(t, x, sizeof x), *out = array_of(t, NULL, sizeof actual);
    CHECK(xs && out);
    CHECK_STATUS(lw_launch(b_long_operations, line(t, (N + 127) / 128, 128, 0), N, xs, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
#define RULE(expression, rule) (rule),
    for (int i = 0; i < N; i++) {
        const unsigned long long expected[] = {
#define x x[i]
            B_LONG_OPERATIONS(RULE)
#undef x
        };
        for (size_t k = 0; k < COUNT_OF(names); k++)
            if (actual[k * N + (size_t)i] != expected[k])
                FAIL("%s with x = %#llx is %#llx, expected %#llx", names[k], x[i], actual[k * N + (size_t)i],
                     expected[k]);
    }
}
