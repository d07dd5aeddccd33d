/* Every atomic of every type, in global and in shared memory, against a model; then by many threads at once. */
#include <math.h>
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "device/atomic.h"

enum { COUNT = 64 };

/* Model of one operation on `bits` wide words held in 64 bits; `old` is sign-extended where the type is signed. */
static uint64_t model(int operation, bool is_signed, unsigned bits, uint64_t old, uint64_t compare, uint64_t value)
{
    bool less = is_signed ? (int64_t)value < (int64_t)old : value < old;
    uint64_t next = old;
    switch (operation) {
    case MACHINE_ADD: next = old + value; break;
    case MACHINE_SUB: next = old - value; break;
    case MACHINE_EXCH: next = value; break;
    case MACHINE_MIN: next = less ? value : old; break;
    case MACHINE_MAX: next = less ? old : value; break;
    case MACHINE_INC: next = old >= value ? 0 : old + 1; break;
    case MACHINE_DEC: next = old == 0 || old > value ? value : old - 1; break;
    case MACHINE_AND: next = old & value; break;
    case MACHINE_OR: next = old | value; break;
    case MACHINE_BITS_XOR: next = old ^ value; break;
    default: next = old == compare ? value : old;
    }
    if (bits < 64)
        next = is_signed ? (uint64_t)(int64_t)(int32_t)next : next & ((1ull << bits) - 1);
    return next;
}

/* Values near each other, so that comparisons go both ways; or any. */
static uint64_t any_value(struct test *t)
{
    uint64_t random = test_random(t);
    return random % 3 == 0 ? random >> 60 : random % 3 == 1 ? (uint64_t)-(int64_t)(random >> 60) : random;
}

static uint64_t compare_for(struct test *t, uint64_t now)
{
    return test_random(t) % 2 ? now : any_value(t);
}

/* One kernel's type: its values from 64 bits, the launch, and the check of what came back. */
#define TEST_TYPE(name, type, is_signed, bits, LAUNCH, HAS)                                                            \
    static void name##_operation(struct test *t, int operation, int shared)                                            \
    {                                                                                                                  \
        type values[COUNT], compares[COUNT], old[COUNT], expected[COUNT], word = (type)any_value(t), end;              \
        uint64_t now = (uint64_t)word;                                                                                 \
        type start = word;                                                                                             \
        for (int i = 0; i < COUNT; i++) {                                                                              \
            values[i] = (type)any_value(t);                                                                            \
            compares[i] = (type)compare_for(t, now);                                                                   \
            expected[i] = (type)now;                                                                                   \
            now = model(operation, is_signed, bits, now, (uint64_t)compares[i], (uint64_t)values[i]);                  \
        }                                                                                                              \
        type *word_array = array_of(t, &start, sizeof start), *old_array = array_of(t, NULL, sizeof old);              \
        type *value_array = array_of(t, values, sizeof values),                                                        \
             *compare_array = array_of(t, compares, sizeof compares);                                                  \
        CHECK(word_array != NULL && old_array != NULL && value_array != NULL && compare_array != NULL);                \
        CHECK_STATUS(LAUNCH, LW_SUCCESS);                                                                              \
        CHECK_CALL(array_read(t, old, old_array, sizeof old));                                                         \
        CHECK_CALL(array_read(t, &end, word_array, sizeof end));                                                       \
        for (int i = 0; i < COUNT; i++)                                                                                \
            if (old[i] != expected[i])                                                                                 \
                FAIL("operation %d, shared %d, step %d: %lld, expected %lld", operation, shared, i, (long long)old[i], \
                     (long long)expected[i]);                                                                          \
        CHECK_EQUAL(end, (type)now);                                                                                   \
    }                                                                                                                  \
    TEST(machine, name)                                                                                                \
    {                                                                                                                  \
        for (int operation = 0; operation < MACHINE_OPERATIONS; operation++)                                           \
            for (int shared = 0; shared < 2; shared++)                                                                 \
                if (HAS)                                                                                               \
                    CHECK_CALL(name##_operation(t, operation, shared));                                                \
    }

#define IS_BIT_OR_ORDER                                                                                                \
    (operation == MACHINE_MIN || operation == MACHINE_MAX || operation == MACHINE_AND || operation == MACHINE_OR ||    \
     operation == MACHINE_BITS_XOR)

TEST_TYPE(atomic_int, int, true, 32,
          lw_launch(machine_atomic_int, line(t, 1, 1, 0), operation, shared, COUNT, compare_array, value_array,
                    word_array, old_array),
          operation != MACHINE_INC && operation != MACHINE_DEC)
TEST_TYPE(atomic_unsigned, unsigned, false, 32,
          lw_launch(machine_atomic_unsigned, line(t, 1, 1, 0), operation, shared, COUNT, compare_array, value_array,
                    word_array, old_array),
          true)
TEST_TYPE(atomic_unsigned_long_long, unsigned long long, false, 64,
          lw_launch(machine_atomic_ull, line(t, 1, 1, 0), operation, shared, COUNT, compare_array, value_array,
                    word_array, old_array),
          operation != MACHINE_SUB && operation != MACHINE_INC && operation != MACHINE_DEC)
TEST_TYPE(atomic_long_long, long long, true, 64,
          lw_launch(machine_atomic_ll, line(t, 1, 1, 0), operation, shared, COUNT, value_array, word_array, old_array),
          IS_BIT_OR_ORDER)
TEST_TYPE(atomic_unsigned_short, unsigned short, false, 16,
          lw_launch(machine_atomic_ushort, line(t, 1, 1, 0), shared, COUNT, compare_array, value_array, word_array,
                    old_array),
          operation == MACHINE_CAS)

static float from_bits(unsigned bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static unsigned to_bits(float value)
{
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void float_steps(struct test *t, int operation, int shared, float start, const float *values, int count,
                        const float *expected, float expected_end)
{
    float old[COUNT], end, *word = array_of(t, &start, sizeof start), *old_array = array_of(t, NULL, sizeof old);
    float *value_array = array_of(t, values, sizeof *values * (size_t)count);
    CHECK(word && old_array && value_array);
    CHECK_STATUS(
        lw_launch(machine_atomic_float, line(t, 1, 1, 0), operation, shared, count, value_array, word, old_array),
        LW_SUCCESS);
    CHECK_CALL(array_read(t, old, old_array, sizeof old));
    CHECK_CALL(array_read(t, &end, word, sizeof end));
    for (int i = 0; i < count; i++)
        CHECK_EQUAL(to_bits(old[i]), to_bits(expected[i]));
    CHECK_EQUAL(to_bits(end), to_bits(expected_end));
}

TEST(machine, atomic_float)
{
    for (int shared = 0; shared < 2; shared++) {
        float values[COUNT], expected[COUNT], now = 1.5f;
        for (int i = 0; i < COUNT; i++) {
            values[i] = ldexpf((float)test_random_below(t, 1 << 24) - (1 << 23), (int)test_random_below(t, 20) - 30);
            expected[i] = now;
            now += values[i];
        }
        CHECK_CALL(float_steps(t, MACHINE_ADD, shared, 1.5f, values, COUNT, expected, now));
        for (int i = 0; i < COUNT; i++)
            expected[i] = i ? values[i - 1] : 1.5f;
        CHECK_CALL(float_steps(t, MACHINE_EXCH, shared, 1.5f, values, COUNT, expected, values[COUNT - 1]));
    }
}

/* Addition to global memory takes denormals for zeros and makes them zeros; in shared memory they are kept. */
TEST(machine, atomic_float_denormals)
{
    const float tiny = from_bits(0x00300000), normal = from_bits(0x00900000), least = from_bits(0x00800000);
    const float values[] = {tiny, normal, -least, -normal};
    /* tiny + tiny is denormal; then a normal number, less one, which leaves a denormal; then a negative normal one. */
    const float kept[] = {tiny, tiny + tiny, tiny + tiny + normal, tiny + tiny + normal - least};
    CHECK_CALL(float_steps(t, MACHINE_ADD, 1, tiny, values, 4, kept, kept[3] - normal));
    const float flushed[] = {tiny, 0.0f, normal, 0.0f};
    CHECK_CALL(float_steps(t, MACHINE_ADD, 0, tiny, values, 4, flushed, -normal));
}

TEST(machine, atomic_double)
{
    for (int shared = 0; shared < 2; shared++) {
        double values[COUNT], old[COUNT], now = 0.25, start = now, end;
        double *word = array_of(t, &start, sizeof start), *old_array = array_of(t, NULL, sizeof old), *value_array;
        for (int i = 0; i < COUNT; i++)
            values[i] = ldexp((double)test_random_below(t, 1ull << 53), (int)test_random_below(t, 40) - 60);
        value_array = array_of(t, values, sizeof values);
        CHECK(word && old_array && value_array);
        CHECK_STATUS(lw_launch(machine_atomic_double, line(t, 1, 1, 0), shared, COUNT, value_array, word, old_array),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, old, old_array, sizeof old));
        CHECK_CALL(array_read(t, &end, word, sizeof end));
        for (int i = 0; i < COUNT; i++) {
            CHECK(old[i] == now);
            now += values[i];
        }
        CHECK(end == now);
    }
}

TEST(machine, atomic_crowd)
{
    enum { BLOCKS = 37, LANES = 333, ALL = BLOCKS * LANES };
    machine_shares shares = {.minimum = 0xffffffffu}, *array = array_of(t, &shares, sizeof shares);
    unsigned *taken = array_of(t, NULL, ALL * sizeof *taken);
    static unsigned seen[ALL];
    CHECK(array && taken);
    CHECK_STATUS(lw_launch(machine_atomic_crowd, line(t, BLOCKS, LANES, 0), array, taken), LW_SUCCESS);
    CHECK_CALL(array_read(t, &shares, array, sizeof shares));
    CHECK_CALL(array_read(t, seen, taken, sizeof seen));
    CHECK_EQUAL(shares.count, ALL);
    CHECK_EQUAL(shares.minimum, 0);
    CHECK_EQUAL(shares.maximum, ALL - 1);
    CHECK_EQUAL(shares.bits, 0xffffffffu);
    CHECK_EQUAL(shares.sum, (long long)ALL * (ALL - 1) / 2);
    CHECK_EQUAL(shares.wheel, ALL % 10);
    CHECK(shares.whole == (float)ALL);
    for (int i = 0; i < ALL; i++)
        CHECK_EQUAL(seen[i], 1); /* each value was returned to one thread */
}

static void check_retries(struct test *t, const machine_retries *found, int lanes, unsigned again)
{
    CHECK(found->sum == (float)lanes);
    CHECK(found->wide == 2.0 * lanes);
    CHECK_EQUAL(found->most, lanes - 1);
    CHECK_EQUAL(found->again, again);
    CHECK_EQUAL(found->seen, 3 * (unsigned)lanes);
}

TEST(machine, atomic_retry)
{
    static const int lane_counts[] = {1, 32, 100, 256};
    enum { BLOCKS = 13 };
    machine_retries zero = {0}, all[BLOCKS];
    for (int i = 0; i < 4; i++) {
        unsigned lanes = (unsigned)lane_counts[i];
        machine_retries *words = array_of(t, &zero, sizeof zero), *blocks = array_of(t, NULL, sizeof all);
        CHECK(words && blocks);
        CHECK_STATUS(lw_launch(machine_atomic_retry, line(t, BLOCKS, lanes, 0), words), LW_SUCCESS);
        CHECK_CALL(array_read(t, all, words, sizeof zero));
        CHECK_CALL(check_retries(t, all, (int)(BLOCKS * lanes), 0));
        CHECK_STATUS(lw_launch(machine_atomic_retry_shared, line(t, BLOCKS, lanes, 0), blocks), LW_SUCCESS);
        CHECK_CALL(array_read(t, all, blocks, sizeof all));
        for (int k = 0; k < BLOCKS; k++)
            CHECK_CALL(check_retries(t, &all[k], (int)lanes, 3 * lanes));
    }
}
