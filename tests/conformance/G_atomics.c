/* Group G, one operation after the other: each type, in each scope, in global and in shared memory, returns the old
 * word and stores the result of its rule. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include <tests/harness/arrays.h>
#include "device/G_atomics.h"
#include "numbers.h"

enum { MOST = 40 };

/* The rule of every operation, for words of any integer type in their own type's arithmetic. */
#define RULES(name, type, unsigned_type)                                                                               \
    static type rule_##name(g_operation operation, type old, type compare, type value)                                 \
    {                                                                                                                  \
        switch (operation) {                                                                                           \
        case G_ADD: return (type)((unsigned_type)old + (unsigned_type)value);                                          \
        case G_SUB: return (type)((unsigned_type)old - (unsigned_type)value);                                          \
        case G_EXCH: return value;                                                                                     \
        case G_MIN: return value < old ? value : old;                                                                  \
        case G_MAX: return value > old ? value : old;                                                                  \
        case G_INC: return old >= value ? 0 : (type)(old + 1);                                                         \
        case G_DEC: return old == 0 || old > value ? value : (type)(old - 1);                                          \
        case G_AND: return old & value;                                                                                \
        case G_OR: return old | value;                                                                                 \
        case G_XOR: return old ^ value;                                                                                \
        default: return old == compare ? value : old;                                                                  \
        }                                                                                                              \
    }
RULES(int, int, unsigned)
RULES(unsigned, unsigned, unsigned)
RULES(ll, long long, unsigned long long)
RULES(ull, unsigned long long, unsigned long long)
RULES(ushort, unsigned short, unsigned)

/* Random values: near each other, so that comparisons go both ways, or anything; of a float, none denormal. */
static unsigned long long any_integer(struct test *t)
{
    unsigned long long random = test_random(t);
    return random % 3 == 0 ? random >> 60 : random % 3 == 1 ? 0 - (random >> 60) : random;
}
static double any_number(struct test *t)
{
    return ldexp((double)test_random_below(t, 1ull << 53) - 0x1p52, (int)test_random_below(t, 40) - 60);
}

/* One type's steps: runs them in every scope and memory, and compares bits. Then the same with random values. */
#define STEPS(name, type, bits, any)                                                                                   \
    static void steps_##name(struct test *t, g_operation operation, int scopes, const type *values, int count)         \
    {                                                                                                                  \
        type compares[MOST], expected[MOST + 1], old[MOST], start = values[count - 1];                                 \
        expected[0] = start;                                                                                           \
        for (int i = 0; i < count; i++) { /* every other compare matches */                                            \
            compares[i] = i % 2 ? expected[i] : values[i];                                                             \
            expected[i + 1] = rule_##name(operation, expected[i], compares[i], values[i]);                             \
        }                                                                                                              \
        type *value_array = array_of(t, values, sizeof(type) * (size_t)count);                                         \
        type *compare_array = array_of(t, compares, sizeof compares), *old_array = array_of(t, NULL, sizeof old);      \
        CHECK(value_array != NULL && compare_array != NULL && old_array != NULL);                                      \
        for (int scope = 0; scope < scopes; scope++)                                                                   \
            for (int shared = 0; shared < 2; shared++) {                                                               \
                type *word = array_of(t, &start, sizeof start), end;                                                   \
                CHECK(word);                                                                                           \
                CHECK_STATUS(lw_launch(g_atomic_##name, line(t, 1, 1, 0), operation, scope, shared, count,             \
                                       compare_array, value_array, word, old_array),                                   \
                             LW_SUCCESS);                                                                              \
                CHECK_CALL(array_read(t, old, old_array, sizeof(type) * (size_t)count));                               \
                CHECK_CALL(array_read(t, &end, word, sizeof end));                                                     \
                for (int i = 0; i < count; i++)                                                                        \
                    if (memcmp(&old[i], &expected[i], sizeof(type)) != 0)                                              \
                        FAIL("operation %d, scope %d, shared %d, step %d: returned %#llx, expected %#llx", operation,  \
                             scope, shared, i, 0ull + bits(old[i]), 0ull + bits(expected[i]));                         \
                if (memcmp(&end, &expected[count], sizeof end) != 0)                                                   \
                    FAIL("operation %d, scope %d, shared %d: left %#llx, expected %#llx", operation, scope, shared,    \
                         0ull + bits(end), 0ull + bits(expected[count]));                                              \
            }                                                                                                          \
    }                                                                                                                  \
    static void random_steps_##name(struct test *t, g_operation operation, int scopes)                                 \
    {                                                                                                                  \
        type values[MOST];                                                                                             \
        for (int i = 0; i < MOST; i++)                                                                                 \
            values[i] = (type)any(t);                                                                                  \
        if (!t->failed)                                                                                                \
            steps_##name(t, operation, scopes, values, MOST);                                                          \
    }
#define INTEGER_BITS(x) (x)
STEPS(int, int, INTEGER_BITS, any_integer)
STEPS(unsigned, unsigned, INTEGER_BITS, any_integer)
STEPS(ll, long long, INTEGER_BITS, any_integer)
STEPS(ull, unsigned long long, INTEGER_BITS, any_integer)
STEPS(ushort, unsigned short, INTEGER_BITS, any_integer)

/* Around zero, around the ends, and the same again in another order, so that wrapping and comparing go both ways. */
static const int ints[] = {0, 1, -1, 2, INT_MAX, 1, INT_MIN, -1, 5, 5, -7, INT_MIN, INT_MAX, 0x5a5a5a5a, -2, 3};
static const unsigned unsigneds[] = {0, 1, 0xffffffff, 2, 3, 3, 0, 7, 7, 7, 0x80000000, 0x7fffffff, 1, 0xa5a5a5a5};
static const long long lls[] = {0, 1, -1, LLONG_MAX, LLONG_MIN, 1ll << 32, -(1ll << 32), 5, INT_MIN, UINT_MAX, -3, 9};
static const unsigned long long ulls[] = {0,          1,         ~0ull, 1ull << 63, 1ull << 32,
                                          0xffffffff, ~0ull - 1, 3,     1ull << 40, 12};
static const unsigned short ushorts[] = {0, 1, 0xffff, 0x8000, 0x7fff, 2, 2, 0x1234, 0xfffe};
#define OF(name, operation, scopes)                                                                                    \
    (steps_##name(t, operation, scopes, name##s, sizeof name##s / sizeof name##s[0]),                                  \
     random_steps_##name(t, operation, scopes))
#define INT(operation) CHECK_CALL(OF(int, operation, G_SCOPES))
#define UNSIGNED(operation) CHECK_CALL(OF(unsigned, operation, G_SCOPES))
#define LL(operation) CHECK_CALL(OF(ll, operation, G_SCOPES))
#define ULL(operation) CHECK_CALL(OF(ull, operation, G_SCOPES))

TEST(row, G5_sub_of_ints)
{
    INT(G_SUB);
    UNSIGNED(G_SUB);
}
TEST(row, G7_min_and_max_of_integers)
{
    INT(G_MIN);
    UNSIGNED(G_MIN);
    LL(G_MIN);
    ULL(G_MIN);
    INT(G_MAX);
    UNSIGNED(G_MAX);
    LL(G_MAX);
    ULL(G_MAX);
}
TEST(row, G8_inc_starts_again_above_its_limit)
{
    /* from 0: 1 2 3 0 1 0 0 1 ... */
    static const unsigned limits[] = {3, 3, 3, 3, 3, 0, 0, 0xffffffff, 0xffffffff, 1, 0};
    CHECK_CALL(steps_unsigned(t, G_INC, G_SCOPES, limits, 11));
    UNSIGNED(G_INC);
}
TEST(row, G9_dec_starts_again_at_its_limit)
{
    static const unsigned limits[] = {3, 3, 3, 3, 3, 1, 0, 0, 9, 5, 2}; /* from 2: 1 0 3 2 1 0 0 0 9 5 2 */
    CHECK_CALL(steps_unsigned(t, G_DEC, G_SCOPES, limits, 11));
    UNSIGNED(G_DEC);
}
TEST(row, G10_cas_of_16_32_and_64_bits)
{
    INT(G_CAS);
    UNSIGNED(G_CAS);
    ULL(G_CAS);
    CHECK_CALL(OF(ushort, G_CAS, 1));
}
TEST(row, G11_and_or_xor)
{
    INT(G_AND);
    UNSIGNED(G_AND);
    ULL(G_AND);
    INT(G_OR);
    UNSIGNED(G_OR);
    ULL(G_OR);
    INT(G_XOR);
    UNSIGNED(G_XOR);
    ULL(G_XOR);
}
TEST(row, G13_and_or_xor_of_signed_64_bits)
{
    LL(G_AND);
    LL(G_OR);
    LL(G_XOR);
}
TEST(row, G14_integers_wrap_around)
{
    INT(G_ADD);
    UNSIGNED(G_ADD);
    ULL(G_ADD);
    INT(G_SUB);
    UNSIGNED(G_SUB);
}

/* ---- floating point ---- */
static float rule_float(g_operation operation, float old, float compare, float value)
{
    (void)compare;
    return operation == G_ADD ? old + value : value;
}
static double rule_double(g_operation operation, double old, double compare, double value)
{
    (void)operation, (void)compare;
    return old + value;
}
STEPS(float, float, float_bits, any_number)
STEPS(double, double, double_bits, any_number)

TEST(row, G3_add_of_every_type)
{
    static const float floats[] = {1.5f, -0.25f, 0x1p24f, 1, 1, -0x1p24f, 3.0e38f, 3.0e38f, 1, 0.1f};
    static const double doubles[] = {1.5, -0.25, 0x1p53, 1, 1, -0x1p53, 0x1p-1074, 1e308, 1e308, 0.1};
    INT(G_ADD);
    UNSIGNED(G_ADD);
    ULL(G_ADD);
    CHECK_CALL(OF(float, G_ADD, G_SCOPES));
    CHECK_CALL(OF(double, G_ADD, G_SCOPES));
}

TEST(row, G6_exchange_of_every_type)
{
    static const float floats[] = {1.5f, -0.0f, 0x1p-149f, 3.0e38f, 7};
    INT(G_EXCH);
    UNSIGNED(G_EXCH);
    ULL(G_EXCH);
    CHECK_CALL(OF(float, G_EXCH, G_SCOPES));
}

/* The initial word, and the numbers added to it one after the other; the word after each addition. */
static void float_sums(struct test *t, int shared, const unsigned *bits, const unsigned *expected, int count)
{
    float values[MOST];
    for (int i = 0; i < count; i++)
        values[i] = bits_float(bits[i]);
    float *value_array = array_of(t, values, sizeof values), *old_array = array_of(t, NULL, sizeof values), old[MOST];
    CHECK(value_array && old_array);
    for (int scope = 0; scope < G_SCOPES; scope++) {
        float *word = array_of(t, values, sizeof(float));
        CHECK(word);
        CHECK_STATUS(lw_launch(g_atomic_float, line(t, 1, 1, 0), G_ADD, scope, shared, count - 1, value_array,
                               value_array + 1, word, old_array),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, old, old_array, sizeof old));
        CHECK_CALL(array_read(t, &old[count - 1], word, sizeof(float)));
        for (int i = 1; i < count; i++)
            if (float_bits(old[i]) != expected[i])
                FAIL("scope %d, shared %d: the %d. sum is %#x, expected %#x", scope, shared, i, float_bits(old[i]),
                     expected[i]);
    }
}

TEST(row, G15_float_add_flushes_denormals_in_global_memory_alone)
{
    /* denormal + denormal; + the least normal number; - one that leaves a denormal; - another */
    static const unsigned bits[] = {0x00300000, 0x00300000, 0x00800000, 0x80a00000, 0x80900000};
    static const unsigned global[] = {0, 0x00000000, 0x00800000, 0x80000000, 0x80900000}; /* a zero keeps the sign */
    static const unsigned shared[] = {0, 0x00600000, 0x00e00000, 0x00400000, 0x80500000};
    CHECK_CALL(float_sums(t, 0, bits, global, 5));
    CHECK_CALL(float_sums(t, 1, bits, shared, 5));
}

TEST(row, G25_a_float_sum_that_is_no_number_is_7fffffff)
{
    static const unsigned bits[] = {0x7f800000, 0xff800000, 0x3f800000, 0xffc12345};
    static const unsigned sums[] = {0, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    CHECK_CALL(float_sums(t, 0, bits, sums, 4));
    CHECK_CALL(float_sums(t, 1, bits, sums, 4));
}

TEST(row, G26_a_double_sum_keeps_a_nan_as_it_is)
{
    static const struct {
        unsigned long long word, value, sum;
    } cases[] = {{0x7ff8000000012345, 0x3ff0000000000000, 0x7ff8000000012345},
                 {0x3ff0000000000000, 0xfff8000000000001, 0xfff8000000000001},
                 {0x7ff0000000000000, 0xfff0000000000000, 0xfff8000000000000},
                 {1, 1, 2}}; /* and denormals */
    for (int i = 0; i < 4; i++)
        for (int shared = 0; shared < 2; shared++) {
            double word = bits_double(cases[i].word), value = bits_double(cases[i].value), end;
            double *array = array_of(t, &word, sizeof word), *values = array_of(t, &value, sizeof value);
            double *old = array_of(t, NULL, sizeof word);
            CHECK(array && values && old);
            CHECK_STATUS(
                lw_launch(g_atomic_double, line(t, 1, 1, 0), G_ADD, G_DEVICE, shared, 1, values, values, array, old),
                LW_SUCCESS);
            CHECK_CALL(array_read(t, &end, array, sizeof end));
            CHECK_EQUAL(double_bits(end), cases[i].sum);
            CHECK_CALL(array_read(t, &end, old, sizeof end));
            CHECK_EQUAL(double_bits(end), cases[i].word);
        }
}

/* ---- 16 bits: word + value = sum, in the low and the high half of pairs with another sum beside it ---- */
typedef struct sum16 {
    unsigned short word, value, sum;
} sum16;

#define SUMS16(name, scalar, pair)                                                                                     \
    static void sums_##name(struct test *t, const sum16 *sums, int count)                                              \
    {                                                                                                                  \
        for (int i = 0; i < count; i++)                                                                                \
            for (int shared = 0; shared < 2; shared++) {                                                               \
                const sum16 *a = &sums[i], *b = &sums[(i + 1) % count];                                                \
                unsigned short word[2] = {a->word, b->word}, value[2] = {a->value, b->value}, old[2], end[2];          \
                void *words = array_of(t, word, sizeof word), *values = array_of(t, value, sizeof value);              \
                void *olds = array_of(t, NULL, sizeof old);                                                            \
                CHECK(words != NULL && values != NULL && olds != NULL);                                                \
                CHECK_STATUS(lw_launch(g_atomic_##scalar, line(t, 1, 1, 0), shared, 1, values, words, olds),           \
                             LW_SUCCESS);                                                                              \
                CHECK_CALL(array_read(t, old, olds, sizeof old));                                                      \
                CHECK_CALL(array_read(t, end, words, sizeof end));                                                     \
                CHECK_EQUAL(old[0], a->word);                                                                          \
                CHECK_EQUAL(end[0], a->sum);                                                                           \
                CHECK_EQUAL(end[1], b->word);                                                                          \
                words = array_of(t, word, sizeof word);                                                                \
                CHECK(words);                                                                                          \
                CHECK_STATUS(lw_launch(g_atomic_##pair, line(t, 1, 1, 0), shared, 1, values, words, olds),             \
                             LW_SUCCESS);                                                                              \
                CHECK_CALL(array_read(t, old, olds, sizeof old));                                                      \
                CHECK_CALL(array_read(t, end, words, sizeof end));                                                     \
                CHECK(old[0] == a->word && old[1] == b->word);                                                         \
                CHECK_EQUAL(end[0], a->sum);                                                                           \
                CHECK_EQUAL(end[1], b->sum);                                                                           \
            }                                                                                                          \
    }
SUMS16(half, half, half2)
SUMS16(bfloat16, bfloat16, bfloat162)

TEST(row, G3b_add_of_halves)
{
    static const sum16 sums[] = {{0x3c00, 0x4000, 0x4200},  /* 1 + 2 */
                                 {0x3c00, 0x1000, 0x3c00},  /* 1 + 2^-11: a tie, to the even 1 */
                                 {0x3c01, 0x1000, 0x3c02},  /* the next: to the even one above */
                                 {0x7bff, 0x7bff, 0x7c00}}; /* too large */
    CHECK_CALL(sums_half(t, sums, 4));
}

TEST(row, G3c_add_of_bfloat16s)
{
    static const sum16 sums[] = {
        {0x3f80, 0x4000, 0x4040}, {0x3f80, 0x3b80, 0x3f80}, {0x3f81, 0x3b80, 0x3f82}, {0x7f7f, 0x7f7f, 0x7f80}};
    CHECK_CALL(sums_bfloat16(t, sums, 4));
}

TEST(row, G24_sums_of_16_bits_keep_denormals_and_have_one_nan)
{
    static const sum16 halves[] = {
        {0x0001, 0x0001, 0x0002}, {0x0401, 0x8400, 0x0001}, {0x7e01, 0x3c00, 0x7fff}, {0x7c00, 0xfc00, 0x7fff}};
    static const sum16 bfloat16s[] = {
        {0x0001, 0x0001, 0x0002}, {0x0085, 0x8080, 0x0005}, {0xffc1, 0x3f80, 0x7fff}, {0x7f80, 0xff80, 0x7fff}};
    CHECK_CALL(sums_half(t, halves, 4));
    CHECK_CALL(sums_bfloat16(t, bfloat16s, 4));
}
