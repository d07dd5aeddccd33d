/* Integer division, overflow and shifts, where C promises nothing and a GPU has a result. */
#include <limits.h>

#include "device/V_integer.h"
#include "numbers.h"
#include "tests/fault/fault.h"

enum { N = 4000 };

static int any_divisor(struct test *t)
{
    int divisor = test_random_below(t, 4) ? (int)random_word(t) : -1;
    return divisor ? divisor : 1;
}

/* A GPU returns some value; here it is a fault, with the place. */
TEST(row, V5_division_by_zero_is_reported, .cpu_only = true)
{
#if defined(__x86_64__)
    int *out = array_of(t, NULL, 64 * sizeof *out), *survived = array_of(t, NULL, 64 * sizeof *survived);
    CHECK(out && survived);
    const char *report =
        fault_expect(t, lw_launch(v_divide_by, line(t, 1, 64, 0), 0, out, survived), LW_ERROR_LAUNCH_FAILURE);
    if (!report)
        return;
    CHECK_CONTAINS(report, "arithmetic: integer division by zero");
    CHECK_CONTAINS(report, "v_divide_by");
    CHECK_CALL(fault_thread(t, report, "thread (3,0,0)"));
    CHECK_CALL(fault_place(t, report, "V_integer.c", v_divide_by_line()));
#else
    SKIP("this processor divides by zero without a trap");
#endif
}

TEST(row, V5b_division_by_zero_harms_no_other_lane, .cuda_only = true)
{
    int survived[64], *out = array_of(t, NULL, sizeof survived), *counts = array_of(t, NULL, sizeof survived);
    CHECK(out && counts);
    CHECK_STATUS(lw_launch(v_divide_by, line(t, 1, 64, 0), 0, out, counts), LW_SUCCESS);
    CHECK_CALL(array_read(t, survived, counts, sizeof survived));
    for (int i = 0; i < 64; i++)
        CHECK_EQUAL(survived[i], 1);
}

/* Truncation towards zero; the remainder has the dividend's sign. The smallest number by -1 is itself, remainder 0. */
TEST(row, V5c_division_by_any_other_divisor)
{
    static int a[N], b[N], quotient[N], rest[N];
    for (int i = 0; i < N; i++) {
        a[i] = test_random_below(t, 3) ? (int)random_word(t) : INT_MIN;
        b[i] = any_divisor(t);
    }
    a[0] = INT_MIN, b[0] = -1;
    int *as = array_of(t, a, sizeof a), *bs = array_of(t, b, sizeof b);
    int *quotients = array_of(t, NULL, sizeof quotient), *rests = array_of(t, NULL, sizeof rest);
    CHECK(as && bs && quotients && rests);
    CHECK_STATUS(lw_launch(v_divide_int, line(t, (N + 63) / 64, 64, 0), N, as, bs, quotients, rests), LW_SUCCESS);
    CHECK_CALL(array_read(t, quotient, quotients, sizeof quotient));
    CHECK_CALL(array_read(t, rest, rests, sizeof rest));
    for (int i = 0; i < N; i++) {
        long long wide = a[i];
        if (quotient[i] != (int)(wide / b[i]) || rest[i] != (int)(wide % b[i]))
            FAIL("%d / %d is %d, rest %d", a[i], b[i], quotient[i], rest[i]);
    }
    CHECK_EQUAL(quotient[0], INT_MIN);
    CHECK_EQUAL(rest[0], 0);
}

TEST(row, V5d_division_of_64_bits)
{
    static long long a[N], b[N], quotient[N], rest[N];
    for (int i = 0; i < N; i++) {
        a[i] = test_random_below(t, 3) ? (long long)random_long(t) : LLONG_MIN;
        b[i] = test_random_below(t, 2) ? (long long)(random_long(t) | 1ull << 40) : any_divisor(t);
    }
    a[0] = LLONG_MIN, b[0] = -1;
    long long *as = array_of(t, a, sizeof a), *bs = array_of(t, b, sizeof b);
    long long *quotients = array_of(t, NULL, sizeof quotient), *rests = array_of(t, NULL, sizeof rest);
    CHECK(as && bs && quotients && rests);
    CHECK_STATUS(lw_launch(v_divide_long, line(t, (N + 63) / 64, 64, 0), N, as, bs, quotients, rests), LW_SUCCESS);
    CHECK_CALL(array_read(t, quotient, quotients, sizeof quotient));
    CHECK_CALL(array_read(t, rest, rests, sizeof rest));
    for (int i = 0; i < N; i++) {
        bool overflows = a[i] == LLONG_MIN && b[i] == -1;
        if (quotient[i] != (overflows ? LLONG_MIN : a[i] / b[i]) || rest[i] != (overflows ? 0 : a[i] % b[i]))
            FAIL("%lld / %lld is %lld, rest %lld", a[i], b[i], quotient[i], rest[i]);
    }
}

/* 2^31 by 2^32 - 1 is no overflow. */
TEST(row, V5e_division_of_unsigned)
{
    static unsigned a[N], b[N], quotient[N], rest[N];
    for (int i = 0; i < N; i++)
        a[i] = random_word(t), b[i] = (unsigned)any_divisor(t);
    a[0] = 0x80000000u, b[0] = 0xffffffffu;
    unsigned *as = array_of(t, a, sizeof a), *bs = array_of(t, b, sizeof b);
    unsigned *quotients = array_of(t, NULL, sizeof quotient), *rests = array_of(t, NULL, sizeof rest);
    CHECK(as && bs && quotients && rests);
    CHECK_STATUS(lw_launch(v_divide_unsigned, line(t, (N + 63) / 64, 64, 0), N, as, bs, quotients, rests), LW_SUCCESS);
    CHECK_CALL(array_read(t, quotient, quotients, sizeof quotient));
    CHECK_CALL(array_read(t, rest, rests, sizeof rest));
    for (int i = 0; i < N; i++)
        if ((unsigned long long)quotient[i] * b[i] + rest[i] != a[i] || rest[i] >= b[i])
            FAIL("%u / %u is %u, rest %u", a[i], b[i], quotient[i], rest[i]);
}

/* With the divisor in any place: in a register, on the stack, through a pointer, in shared memory. */
TEST(row, V5f_the_smallest_by_minus_one_from_everywhere)
{
    static const v_divisors divisors = {-1, -1, {-1, -1, -1, -1}};
    static const long long expected[12] = {INT_MIN, LLONG_MIN, INT_MIN, LLONG_MIN, INT_MIN, 0,
                                           0,       INT_MIN,   INT_MIN, INT_MIN,   0 + 1,   0};
    long long actual[12], *out = array_of(t, NULL, sizeof actual);
    v_divisors *in_memory = array_of(t, &divisors, sizeof divisors);
    CHECK(out && in_memory);
    CHECK_STATUS(lw_launch(v_divide_places, line(t, 1, 1, 0), INT_MIN, LLONG_MIN, -1, divisors, in_memory, out),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < 12; i++)
        if (actual[i] != expected[i])
            FAIL("division %d is %lld, expected %lld", i, actual[i], expected[i]);
}

/* Values that a compiler cannot predict; otherwise it may assume that signed ones do not overflow. */
TEST(row, V6_overflow_wraps)
{
    long long actual[5], *out = array_of(t, NULL, sizeof actual);
    CHECK(out);
    CHECK_STATUS(lw_launch(v_wrap, line(t, 1, 1, 0), INT_MAX, INT_MAX - 1, LLONG_MIN, 3, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    CHECK_EQUAL(actual[0], -3);
    CHECK_EQUAL(actual[1], INT_MIN + 2);
    CHECK_EQUAL(actual[2], LLONG_MAX - 2);
    CHECK_EQUAL(actual[3], LLONG_MIN);
    CHECK_EQUAL(actual[4], LLONG_MIN);
}

static const unsigned counts[] = {0, 1, 31, 32, 33, 63, 64, 0x80000000, 0xffffffff};
static const unsigned shifted[] = {0x80000001, 0x7fffffff, 0xffffffff, 0x12345678, 1};
enum { SHIFTS = COUNT_OF(counts) * COUNT_OF(shifted) };

static void shift(struct test *t, unsigned *operators, unsigned *clamped)
{
    unsigned x[SHIFTS], n[SHIFTS];
    for (size_t i = 0; i < SHIFTS; i++)
        x[i] = shifted[i / COUNT_OF(counts)], n[i] = counts[i % COUNT_OF(counts)];
    unsigned *xs = array_of(t, x, sizeof x), *ns = array_of(t, n, sizeof n);
    unsigned *first = array_of(t, NULL, 3 * sizeof x), *second = array_of(t, NULL, 2 * sizeof x);
    CHECK(xs && ns && first && second);
    CHECK_STATUS(lw_launch(v_shift, line(t, 1, 64, 0), SHIFTS, xs, ns, first, second), LW_SUCCESS);
    CHECK_CALL(array_read(t, operators, first, 3 * sizeof x));
    CHECK_CALL(array_read(t, clamped, second, 2 * sizeof x));
}

/* On every device: shifts by less than the width, and the clamped forms beyond it. */
TEST(row, V7_shifts)
{
    unsigned operators[3 * SHIFTS], clamped[2 * SHIFTS];
    CHECK_CALL(shift(t, operators, clamped));
    for (size_t i = 0; i < SHIFTS; i++) {
        unsigned x = shifted[i / COUNT_OF(counts)], n = counts[i % COUNT_OF(counts)];
        unsigned long long left = n < 32 ? (unsigned long long)x << n : 0, right = n < 32 ? x >> n : 0;
        CHECK_EQUAL(clamped[2 * i], (unsigned)left);
        CHECK_EQUAL(clamped[2 * i + 1], right);
        if (n >= 32)
            continue;
        CHECK_EQUAL(operators[3 * i], (unsigned)left);
        CHECK_EQUAL(operators[3 * i + 1], right);
        CHECK_EQUAL(operators[3 * i + 2], (unsigned)((int)x >> n));
    }
}

/* Beyond the width a GPU's operators shift everything out; a CPU's take the count modulo the width, which C allows. */
TEST(row, V7b_shifts_past_the_width, .cuda_only = true)
{
    unsigned operators[3 * SHIFTS], clamped[2 * SHIFTS];
    CHECK_CALL(shift(t, operators, clamped));
    for (size_t i = 0; i < SHIFTS; i++) {
        unsigned x = shifted[i / COUNT_OF(counts)], n = counts[i % COUNT_OF(counts)];
        if (n < 32)
            continue;
        CHECK_EQUAL(operators[3 * i], 0);
        CHECK_EQUAL(operators[3 * i + 1], 0);
        CHECK_EQUAL(operators[3 * i + 2], (int)x < 0 ? ~0u : 0);
    }
}
