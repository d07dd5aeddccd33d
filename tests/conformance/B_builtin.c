/* Built-in variables, vector types, address spaces, timers. */
#include "device/B_builtin.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

TEST(row, B1_B2_B3_lanes_know_where_they_are)
{
    enum { GX = 3, GY = 2, GZ = 2, X = 5, Y = 3, Z = 2, LANES = X * Y * Z, ALL = GX * GY * GZ * LANES };
    static int got[ALL][B_WHERE];
    int *words = array_of(t, NULL, sizeof got);
    CHECK(words);
    CHECK_STATUS(lw_launch(b_where, shape(t, lw_make_dim3(GX, GY, GZ), lw_make_dim3(X, Y, Z), 0), words), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, words, sizeof got));
    for (int i = 0; i < ALL; i++) {
        int lane = i % LANES, block = i / LANES;
        const int expected[B_WHERE] = {
            lane % X, lane / X % Y, lane / (X * Y), block % GX, block / GX % GY, block / (GX * GY), X, Y, Z, GX, GY,
            GZ,       32,           lane % X != 1};
        for (int j = 0; j < B_WHERE; j++)
            CHECK_EQUAL(got[i][j], expected[j]);
    }
}

/* 1, 2, 3 and 4 elements: aligned as one, two, one and four, at most 16. */
TEST(row, B6_vector_types_have_cudas_sizes_and_alignments)
{
    static const int expected[][2] = {
        {1, 1},   {2, 2},   {3, 1},  {4, 4},   /* char */
        {2, 2},   {4, 4},   {6, 2},  {8, 8},   /* ushort */
        {4, 4},   {8, 8},   {12, 4}, {16, 16}, /* int */
        {4, 4},   {8, 8},   {12, 4}, {16, 16}, /* float */
        {8, 8},   {16, 16}, {24, 8},           /* long */
        {8, 8},   {16, 16}, {24, 8},           /* longlong */
        {8, 8},   {16, 16}, {24, 8},           /* double */
        {12, 4},  {12, 4},                     /* dim3, uint3 */
        {16, 16}, {32, 16},                    /* B8: __align__(16) int; float and float4 */
    };
    enum { COUNT = sizeof expected / sizeof expected[0] };
    int got[B_TYPES][2], *pairs = array_of(t, NULL, sizeof got);
    CHECK(pairs);
    CHECK_STATUS(lw_launch(b_sizes, line(t, 1, 1, 0), pairs), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, pairs, sizeof got));
    for (int i = 0; i < COUNT; i++) {
        if (got[i][0] != expected[i][0] || got[i][1] != expected[i][1])
            FAIL("type %d has %d bytes aligned to %d, not %d aligned to %d", i, got[i][0], got[i][1], expected[i][0],
                 expected[i][1]);
    }
    CHECK_EQUAL(got[COUNT][0], 0);
}

TEST(row, B8_layouts_are_the_hosts)
{
#define NUMBER(number) (int)(number),
#define NAME(number) #number,
    static const int host[] = {B_LAYOUT(NUMBER)};
    static const char *const names[] = {B_LAYOUT(NAME)};
    enum { COUNT = sizeof host / sizeof host[0] };
    int got[COUNT], *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    CHECK_STATUS(lw_launch(b_layout, line(t, 1, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < COUNT; i++)
        if (got[i] != host[i])
            FAIL("%s is %d on the device and %d on the host", names[i], got[i], host[i]);
}

/* Every element is at its place, and of its type. */
TEST(row, B7_make_functions)
{
#define ELEMENTS(name, type, half)                                                                                     \
    for (int size = 1; size <= most; size++)                                                                           \
        for (int k = 0; k < size; k++) {                                                                               \
            type element = B_ELEMENT(type, half, size, k);                                                             \
            expected[family][size - 1][k] = (long long)(element + element);                                            \
        }                                                                                                              \
    names[family++] = #name;
    const char *names[B_FAMILIES];
    long long expected[B_FAMILIES][4][4], got[B_FAMILIES][4][4], *out = array_of(t, NULL, sizeof got);
    int family = 0, most = 4;
    CHECK(out);
    memset(expected, 0, sizeof expected);
    B_FAMILIES_TO_4(ELEMENTS)
    most = 3;
    B_FAMILIES_TO_3(ELEMENTS)
    CHECK_EQUAL(family, B_FAMILIES);
    CHECK_STATUS(lw_launch(b_vectors, line(t, 1, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < B_FAMILIES; i++)
        for (int size = 1; size <= 4; size++)
            for (int k = 0; k < 4; k++)
                if (got[i][size - 1][k] != expected[i][size - 1][k])
                    FAIL("element %d of %s%d is half of %lld, not of %lld", k, names[i], size, got[i][size - 1][k],
                         expected[i][size - 1][k]);
}

/* global 1, shared 2, constant 4, local 8: each address is in exactly one. */
TEST(row, B10_address_spaces)
{
    static const int expected[B_SPACES] = {1, 2, 2, 8, 4, 1, 1, 1, 1, 1, 2};
    int got[B_SPACES], *answers = array_of(t, NULL, sizeof got);
    void *memory = array_of(t, NULL, 64), *pinned;
    CHECK(answers && memory);
    CHECK_STATUS(lw_malloc_host(t->device, &pinned, 64), LW_SUCCESS);
    CHECK_STATUS(lw_launch(b_spaces, line(t, 1, 1, 256), memory, pinned, answers), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, answers, sizeof got));
    for (int i = 0; i < B_SPACES; i++)
        if (got[i] != expected[i])
            FAIL("address %d is of spaces %d, not %d", i, got[i], expected[i]);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}

TEST(row, B11_generic_addresses_to_those_of_a_space_and_back)
{
    int got[B_ADDRESSES], *answers = array_of(t, NULL, sizeof got), *memory = array_of(t, NULL, 64);
    CHECK(answers && memory);
    CHECK_STATUS(lw_launch(b_addresses, line(t, 1, 1, 0), memory, answers), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, answers, sizeof got));
    for (int i = 0; i < B_ADDRESSES; i++)
        if (!got[i])
            FAIL("answer %d is wrong", i);
}

TEST(row, B14_clocks_go_on)
{
    int got[3], *answers = array_of(t, NULL, sizeof got);
    CHECK(answers);
    CHECK_STATUS(lw_launch(b_clocks, line(t, 1, 1, 0), answers), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, answers, sizeof got));
    CHECK(got[0] && got[1] && got[2]);
}

/* Each takes between nothing and twice the time; a single thread waits for no other. */
/* Eight times. The minimum of some tries: a machine with other work may sometimes take longer. CUDA promises no
 * least time. */
TEST(row, B15_nanosleep_takes_about_its_time)
{
    enum { TRIES = 10, ASKED = 500000 };
    unsigned long long slept = 0, least = ~0ull, *out = array_of(t, NULL, sizeof slept);
    CHECK(out);
    for (int i = 0; i < TRIES; i++) {
        CHECK_STATUS(lw_launch(b_sleep, line(t, 1, 1, 0), ASKED, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, &slept, out, sizeof slept));
        least = slept < least ? slept : least;
    }
    if (least > 8 * 2 * ASKED + ASKED || least < (on_cpu(t) ? 8 * ASKED : 400000))
        FAIL("eight times %d ns are %llu at least", ASKED, least);
}

TEST(row, B15b_mutex_with_back_off)
{
    enum { BLOCKS = 4, LANES = 64 };
    int value = 0, *lock = array_of(t, NULL, sizeof(int)), *count = array_of(t, NULL, sizeof(int));
    CHECK(lock && count);
    CHECK_STATUS(lw_launch(b_back_off, line(t, BLOCKS, LANES, 0), lock, count), LW_SUCCESS);
    CHECK_CALL(array_read(t, &value, count, sizeof value));
    CHECK_EQUAL(value, BLOCKS * LANES);
}

TEST(row, B17_profiler_triggers_change_nothing)
{
    int value = 0, *out = array_of(t, NULL, sizeof value);
    CHECK(out);
    CHECK_STATUS(lw_launch(b_profiler, line(t, 1, 32, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &value, out, sizeof value));
    CHECK_EQUAL(value, 1);
}

/* Resident warps have places of their own; a block does not leave its multiprocessor. */
TEST(row, B20_special_registers)
{
    enum { BLOCKS = 8, LANES = 128, WARPS = LANES / 32 };
    static unsigned got[BLOCKS][LANES][4];
    lw_device_properties properties;
    unsigned *words = array_of(t, NULL, sizeof got);
    CHECK(words);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_launch(b_registers, line(t, BLOCKS, LANES, 0), words), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, words, sizeof got));
    for (int block = 0; block < BLOCKS; block++) {
        for (int lane = 0; lane < LANES; lane++) {
            const unsigned *own = got[block][lane];
            CHECK_EQUAL(own[0], lane % 32);
            CHECK_EQUAL(own[1], got[block][lane / 32 * 32][1]);
            CHECK_EQUAL(own[2], got[block][0][2]);
            CHECK(own[2] < own[3] && own[3] >= (unsigned)properties.multiprocessor_count);
        }
        for (int a = 0; a < WARPS; a++)
            for (int b = 0; b < a; b++)
                CHECK(got[block][a * 32][1] != got[block][b * 32][1]);
    }
}
