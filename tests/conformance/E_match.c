/* E: matches and reductions of a warp. */
#include <tests/harness/arrays.h>

#include "device/E_vote.h"

static const unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0xaaaaaaaau, 0x80000001u, 0x00000010u};

static void run_match(struct test *t, unsigned mask, const unsigned values[32], match out[MATCH_TYPES * 32])
{
    unsigned *table = array_of(t, values, 32 * sizeof *values);
    match *array = array_of(t, NULL, MATCH_TYPES * 32 * sizeof *array);
    CHECK(table && array);
    CHECK_STATUS(lw_launch(match_types, line(t, 1, 32, 0), mask, table, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, MATCH_TYPES * 32 * sizeof *array));
    CHECK_STATUS(lw_free(t->device, table), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

static void matches(struct test *t, unsigned kinds)
{
    match out[MATCH_TYPES * 32];
    unsigned values[32];
    for (int m = 0; m < 5; m++) {
        for (int lane = 0; lane < 32; lane++)
            values[lane] = (unsigned)test_random_below(t, kinds) * 0x01010101u;
        CHECK_CALL(run_match(t, masks[m], values, out));
        for (int i = 0; i < MATCH_TYPES * 32; i++) {
            unsigned same = 0;
            if (!(masks[m] >> i % 32 & 1))
                continue;
            for (int lane = 0; lane < 32; lane++)
                same |= (unsigned)(values[lane] == values[i % 32]) << lane;
            CHECK_EQUAL(out[i].any, same & masks[m]);
            CHECK_EQUAL(out[i].all, (same & masks[m]) == masks[m] ? masks[m] : 0);
            CHECK_EQUAL(out[i].equal, (same & masks[m]) == masks[m]);
        }
    }
}

TEST(row, E6_match_any_names_the_lanes_with_the_callers_value)
{
    matches(t, 4);
}
TEST(row, E7_match_all_holds_where_all_values_are_one)
{
    matches(t, 1);
}

/* Bits are compared, in all eight types: 0 and -0 differ, a NaN equals itself, and the high half counts. */
TEST(row, E8_match_compares_bits)
{
    static const unsigned patterns[4] = {0x00000000u, 0x80000000u, 0x7fc00000u, 0x7fc00001u};
    match out[MATCH_TYPES * 32];
    unsigned values[32];
    for (int lane = 0; lane < 32; lane++)
        values[lane] = patterns[lane % 4];
    CHECK_CALL(run_match(t, 0xffffffffu, values, out));
    for (int i = 0; i < MATCH_TYPES * 32; i++) {
        CHECK_EQUAL(out[i].any, 0x11111111u << i % 4);
        CHECK_EQUAL(out[i].all, 0);
        CHECK_EQUAL(out[i].equal, 0);
    }
}

static void reduce(struct test *t, unsigned mask, unsigned leaving, const unsigned values[32], reduction out[32])
{
    unsigned *table = array_of(t, values, 32 * sizeof *values);
    reduction *array = array_of(t, NULL, 32 * sizeof *array);
    CHECK(table && array);
    CHECK_STATUS(lw_launch(reduce_lanes, line(t, 1, 32, 0), mask, leaving, table, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, 32 * sizeof *array));
    CHECK_STATUS(lw_free(t->device, table), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

TEST(row, E9_reduce_add_min_max)
{
    unsigned values[32];
    reduction out[32];
    for (unsigned lane = 0; lane < 32; lane++)
        values[lane] = 0x80000000u - 16 + lane; /* around INT_MAX, and 32 of them wrap around */
    CHECK_CALL(reduce(t, 0xffffffffu, 0, values, out));
    for (int lane = 0; lane < 32; lane++) {
        CHECK_EQUAL(out[lane].add_u, (unsigned)(32u * 0x80000000u - 16 * 32 + 496));
        CHECK_EQUAL(out[lane].min_u, 0x7ffffff0u);
        CHECK_EQUAL(out[lane].max_u, 0x8000000fu);
        CHECK_EQUAL(out[lane].add_i, -16);
        CHECK_EQUAL(out[lane].min_i, INT32_MIN);
        CHECK_EQUAL(out[lane].max_i, INT32_MAX);
    }
    CHECK_CALL(reduce(t, 0x00010003u, 0, values, out)); /* lanes 0, 1 and 16 */
    CHECK_EQUAL(out[16].add_u, 0x7fffffe1u);
    CHECK_EQUAL(out[0].min_u, 0x7ffffff0u);
    CHECK_EQUAL(out[1].max_u, 0x80000000u);
    CHECK_EQUAL(out[1].min_i, INT32_MIN);
    CHECK_EQUAL(out[16].max_i, 0x7ffffff1);
    CHECK_EQUAL(out[2].add_u, 0); /* took no part */
}

TEST(row, E10_reduce_and_or_xor)
{
    unsigned values[32];
    reduction out[32];
    for (unsigned lane = 0; lane < 32; lane++)
        values[lane] = 0xf0f00000u | 1u << lane % 16;
    CHECK_CALL(reduce(t, 0xffffffffu, 0, values, out));
    for (int lane = 0; lane < 32; lane++) {
        CHECK_EQUAL(out[lane].conjunction, 0xf0f00000u);
        CHECK_EQUAL(out[lane].disjunction, 0xf0f0ffffu);
        CHECK_EQUAL(out[lane].exclusive, 0);
    }
    CHECK_CALL(reduce(t, 0x00000007u, 0, values, out));
    CHECK_EQUAL(out[2].conjunction, 0xf0f00000u);
    CHECK_EQUAL(out[2].disjunction, 0xf0f00007u);
    CHECK_EQUAL(out[2].exclusive, 0xf0f00007u);
}

/* A mask may name lanes that have returned: the collective runs without them. */
TEST(row, E13_lanes_that_have_ended_are_ignored)
{
    unsigned values[32];
    reduction out[32];
    for (unsigned lane = 0; lane < 32; lane++)
        values[lane] = 1u << lane;
    CHECK_CALL(reduce(t, 0xffffffffu, 0xffff0000u, values, out));
    CHECK_EQUAL(out[0].add_u, 0x0000ffffu);
    CHECK_EQUAL(out[15].max_u, 0x00008000u);
}
