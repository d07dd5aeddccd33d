/* F: warp shuffles. Each lane contributes 100 + its lane, so a result names its source. */
#include <stdio.h>

#include <tests/fault/fault.h>

#include "device/F_shuffle.h"

enum { UNDEFINED = 0x7ffbadba }; /* emu's result for an undefined value */

/* One warp; `out` is 0 where a lane took no part. */
static void shuffle(struct test *t, shuffle_kind kind, unsigned mask, int operand, int width, int out[32])
{
    int *array = array_of(t, NULL, 32 * sizeof(int));
    CHECK(array);
    CHECK_STATUS(lw_launch(shuffle_lanes, line(t, 1, 32, 0), kind, mask, operand, width, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, 32 * sizeof(int)));
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

/* Only lanes whose source takes part have a defined result. */
TEST(row, F1_a_lane_reads_a_lane_that_takes_part)
{
    int out[32];
    CHECK_CALL(shuffle(t, SHUFFLE_DOWN, 0x0000ffffu, 8, 32, out));
    for (int lane = 0; lane < 8; lane++)
        CHECK_EQUAL(out[lane], 108 + lane);
    CHECK_CALL(shuffle(t, SHUFFLE_INDEX, 0x80000101u, 8, 32, out));
    for (int lane = 0; lane < 32; lane++)
        CHECK_EQUAL(out[lane], 0x80000101u >> lane & 1 ? 108 : 0);
}

/* The value from any other lane is no lane's value: 0x7ffbadba on the CPU. */
TEST(row, F14_an_absent_source_gives_no_lanes_value, .cpu_only = true)
{
    int out[64], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_CALL(shuffle(t, SHUFFLE_DOWN, 0x0000ffffu, 8, 32, out)); /* not in the mask */
    for (int lane = 8; lane < 16; lane++)
        CHECK_EQUAL(out[lane], UNDEFINED);
    CHECK_STATUS(lw_launch(shuffle_after_exit, line(t, 1, 32, 0), 20, 8, array), LW_SUCCESS); /* ended */
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int lane = 0; lane < 20; lane++)
        CHECK_EQUAL(out[lane], lane < 12 ? 108 + lane : UNDEFINED);
    CHECK_STATUS(lw_launch(shuffle_lanes, line(t, 1, 40, 0), SHUFFLE_DOWN, 0xffffffffu, 2, 32, array),
                 LW_SUCCESS); /* missing */
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int lane = 0; lane < 8; lane++)
        CHECK_EQUAL(out[32 + lane], lane < 6 ? 102 + lane : UNDEFINED);
}

static const char *strict(struct test *t, shuffle_kind kind, unsigned mask, int operand, unsigned lanes)
{
    int *out = array_of(t, NULL, 64 * sizeof *out);
    if (!out)
        return NULL;
    return fault_expect(t, lw_launch(shuffle_lanes, line(t, 1, lanes, 0), kind, mask, operand, 32, out),
                        LW_ERROR_INVALID_MASK);
}

TEST(row, F15_strict_mode_reports_an_absent_source, .host = true, .isolated = true)
{
    int out[32];
    CHECK_CALL(fault_open(t, "LANEWISE_STRICT", "1"));
    CHECK_CALL(shuffle(t, SHUFFLE_DOWN, 0xffffffffu, 8, 32, out)); /* nothing to report */
    const char *report = strict(t, SHUFFLE_DOWN, 0x0000ffffu, 8, 32);
    CHECK(report);
    CHECK_CONTAINS(
        report, "invalid source: __shfl_down_sync with mask 0x0000ffff, in which lane 8 reads lane 16, which the mask "
                "does not name");
    CHECK_CONTAINS(report, "F_shuffle.c:");
    CHECK_CONTAINS(report, "kernel shuffle_lanes (");
    CHECK_CONTAINS(report, "thread (8,0,0)");
    report = strict(t, SHUFFLE_DOWN, 0xffffffffu, 2, 40);
    CHECK(report);
    CHECK_CONTAINS(report, "in which lane 6 reads lane 8, which has ended or does not exist");
    CHECK_CONTAINS(report, "thread (38,0,0)");
    report = strict(t, SHUFFLE_UP, 0xffffffffu, 33, 32);
    CHECK(report);
    CHECK_CONTAINS(report, "invalid source: __shfl_up_sync by 33 lanes, of which the hardware takes the low 5 bits, 1");
    static const struct {
        shuffle_kind kind;
        unsigned mask;
        int operand;
        const char *absent;
    } absent[] = {{SHUFFLE_UP, 0xffff0000u, 8, "lane 16 reads lane 8"},
                  {SHUFFLE_UP, 0x00000ff0u, 2, "lane 4 reads lane 2"},
                  {SHUFFLE_DOWN, 0x000000f0u, 1, "lane 7 reads lane 8"},
                  {SHUFFLE_XOR, 0x000003e0u, 4, "lane 5 reads lane 1"}, /* 6 and 2, 7 and 3, 8 and 12, 9 and 13 */
                  {SHUFFLE_XOR, 0x0000ffffu, 16, "lane 0 reads lane 16"},
                  {SHUFFLE_INDEX, 0x000000ffu, 20, "lane 0 reads lane 20"}};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        report = strict(t, absent[i].kind, absent[i].mask, absent[i].operand, 32);
        CHECK(report);
        CHECK_CONTAINS(report, absent[i].absent);
    }
    CHECK_CALL(shuffle(t, SHUFFLE_UP, 0x0000ffffu, 8, 32, out)); /* each reads one that is there, or itself */
    CHECK_CALL(shuffle(t, SHUFFLE_DOWN, 0xffff0000u, 8, 32, out));
    CHECK_CALL(shuffle(t, SHUFFLE_XOR, 0x00ff0000u, 4, 32, out));
    fault_close(t);
}

TEST(row, F2_width_splits_the_warp_into_segments)
{
    int out[32];
    for (int width = 1; width <= 32; width *= 2) {
        CHECK_CALL(shuffle(t, SHUFFLE_INDEX, 0xffffffffu, 0, width, out));
        for (int lane = 0; lane < 32; lane++)
            CHECK_EQUAL(out[lane], 100 + lane / width * width);
    }
}

TEST(row, F16_a_width_that_is_no_power_of_two_is_reported, .cpu_only = true)
{
    static const int widths[] = {0, 3, 24, 31, 33, 64, -8};
    for (int kind = SHUFFLE_INDEX; kind <= SHUFFLE_XOR; kind++) {
        for (int i = 0; i < 7; i++) {
            char words[80];
            int *out = array_of(t, NULL, 32 * sizeof *out);
            CHECK(out);
            const char *report =
                fault_expect(t, lw_launch(shuffle_lanes, line(t, 1, 32, 0), kind, 0xffffffffu, 1, widths[i], out),
                             LW_ERROR_INVALID_MASK);
            CHECK(report);
            snprintf(words, sizeof words, "with a width of %d, which must be 1, 2, 4, 8, 16 or 32", widths[i]);
            CHECK_CONTAINS(report, "invalid width: __shfl_");
            CHECK_CONTAINS(report, words);
        }
    }
}

/* Modulo as in the hardware, lane's segment | (source & (width - 1)): -1 is the segment's last lane. */
TEST(row, F3_shfl_takes_the_lane_modulo_width)
{
    static const int sources[] = {0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 63, 100, -1, -2, -5, -32, -33};
    int out[32];
    for (int width = 1; width <= 32; width *= 2) {
        for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
            CHECK_CALL(shuffle(t, SHUFFLE_INDEX, 0xffffffffu, sources[i], width, out));
            for (int lane = 0; lane < 32; lane++)
                CHECK_EQUAL(out[lane], 100 + lane / width * width + (int)((unsigned)sources[i] % (unsigned)width));
        }
    }
    CHECK_CALL(shuffle(t, SHUFFLE_INDEX, 0xffffffffu, -1, 8, out));
    CHECK_EQUAL(out[0], 107);
    CHECK_EQUAL(out[31], 131);
}

/* Each lane names a source of its own. */
TEST(row, F3_shfl_gathers)
{
    int operands[32], out[32];
    for (int lane = 0; lane < 32; lane++)
        operands[lane] = lane * 7 - 50;
    int *table = array_of(t, operands, sizeof operands), *array = array_of(t, NULL, sizeof out);
    CHECK(table && array);
    CHECK_STATUS(lw_launch(shuffle_gather, line(t, 1, 32, 0), table, 16, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int lane = 0; lane < 32; lane++)
        CHECK_EQUAL(out[lane], 100 + lane / 16 * 16 + ((operands[lane] + 64) % 16));
}

TEST(row, F4_shfl_up_keeps_the_own_value_below_the_segment)
{
    int out[32];
    for (int width = 1; width <= 32; width *= 2) {
        for (int delta = 0; delta < 32; delta++) {
            CHECK_CALL(shuffle(t, SHUFFLE_UP, 0xffffffffu, delta, width, out));
            for (int lane = 0; lane < 32; lane++)
                CHECK_EQUAL(out[lane], 100 + (lane % width - delta >= 0 ? lane - delta : lane));
        }
    }
}

TEST(row, F5_shfl_down_keeps_the_own_value_beyond_the_segment)
{
    int out[32];
    for (int width = 1; width <= 32; width *= 2) {
        for (int delta = 0; delta < 32; delta++) {
            CHECK_CALL(shuffle(t, SHUFFLE_DOWN, 0xffffffffu, delta, width, out));
            for (int lane = 0; lane < 32; lane++)
                CHECK_EQUAL(out[lane], 100 + (lane % width + delta < width ? lane + delta : lane));
        }
    }
}

/* A lane reads segments before its own, and its own value instead of one in a later segment. */
TEST(row, F6_shfl_xor_reads_earlier_segments_and_not_later_ones)
{
    int out[32];
    for (int width = 1; width <= 32; width *= 2) {
        for (int bits = 0; bits < 32; bits++) {
            CHECK_CALL(shuffle(t, SHUFFLE_XOR, 0xffffffffu, bits, width, out));
            for (int lane = 0; lane < 32; lane++)
                CHECK_EQUAL(out[lane], 100 + ((lane ^ bits) / width <= lane / width ? lane ^ bits : lane));
        }
    }
    CHECK_CALL(shuffle(t, SHUFFLE_XOR, 0xffffffffu, 16, 8, out));
    CHECK_EQUAL(out[3], 103);  /* lane 19 is in a later segment */
    CHECK_EQUAL(out[19], 103); /* lane 3 is in an earlier segment */
}

/* 32 acts as 0, 33 as 1, -1 as 31. */
TEST(row, F7_operands_have_five_bits)
{
    static const int operands[] = {32, 33, 40, 63, 64, 1000, -1, -32};
    int out[32], low[32];
    for (int kind = SHUFFLE_UP; kind <= SHUFFLE_XOR; kind++) {
        for (int i = 0; i < 8; i++) {
            CHECK_CALL(shuffle(t, (shuffle_kind)kind, 0xffffffffu, operands[i], 32, out));
            CHECK_CALL(shuffle(t, (shuffle_kind)kind, 0xffffffffu, operands[i] & 31, 32, low));
            CHECK(memcmp(out, low, sizeof out) == 0);
        }
    }
    CHECK_CALL(shuffle(t, SHUFFLE_DOWN, 0xffffffffu, 33, 32, out));
    CHECK_EQUAL(out[0], 101);
}

static uint64_t bits_of(int type, int lane)
{
    float single = 0.5f + (float)lane;
    double twice = 1.0 / 3.0 + (double)lane;
    uint64_t bits = 0, wide = (uint64_t)lane << 32;
    switch (type) {
    case 0: return (uint32_t)(-1000 - lane);
    case 1: return 0x80000000u + (uint32_t)lane;
    case 2: return (uint64_t)-1000 - wide;
    case 3: return 0x8000000000000001u + (wide << 8);
    case 4: return (uint64_t)-2000 - wide;
    case 5: return 0x8000000000000002u + (wide << 8);
    case 6: memcpy(&bits, &single, sizeof single); return bits;
    default: memcpy(&bits, &twice, sizeof twice); return bits;
    }
}

/* The lane whose value lane `lane` gets. */
static int source(int kind, int lane)
{
    int up = lane >= 5 ? lane - 5 : lane, down = lane + 5 < 32 ? lane + 5 : lane;
    int sources[] = {(lane + 5) % 32, up, down, lane ^ 5};
    return sources[kind];
}

TEST(row, F8_shuffles_take_every_32_and_64_bit_type)
{
    unsigned long long out[SHUFFLE_TYPES * 32], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int kind = SHUFFLE_INDEX; kind <= SHUFFLE_XOR; kind++) {
        CHECK_STATUS(lw_launch(shuffle_types, line(t, 1, 32, 0), kind, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int i = 0; i < SHUFFLE_TYPES * 32; i++)
            CHECK_EQUAL(out[i], bits_of(i / 32, source(kind, i % 32)));
    }
}

TEST(row, F8_shuffles_take_16_bit_numbers_and_pairs)
{
    unsigned out[SHUFFLE_SMALL_TYPES * 32], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int kind = SHUFFLE_INDEX; kind <= SHUFFLE_XOR; kind++) {
        CHECK_STATUS(lw_launch(shuffle_small_types, line(t, 1, 32, 0), kind, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int i = 0; i < SHUFFLE_SMALL_TYPES * 32; i++) {
            unsigned from = (unsigned)source(kind, i % 32), pair = i / 32 % 2;
            CHECK_EQUAL(out[i], (0x3c00 + from) | (pair ? (0x4000 + from) << 16 : 0));
        }
    }
}

/* No lane's value is overwritten before all have been read. */
TEST(row, F9_a_shuffle_is_an_exchange)
{
    int swapped[32], around[64], *first = array_of(t, NULL, sizeof swapped), *second = array_of(t, NULL, sizeof around);
    CHECK(first && second);
    for (int times = 1; times <= 8; times++) {
        CHECK_STATUS(lw_launch(shuffle_exchange, line(t, 1, 32, 0), times, first, second), LW_SUCCESS);
        CHECK_CALL(array_read(t, swapped, first, sizeof swapped));
        CHECK_CALL(array_read(t, around, second, sizeof around));
        for (int lane = 0; lane < 32; lane++) {
            CHECK_EQUAL(swapped[lane], times % 2 ? lane ^ 1 : lane);
            CHECK_EQUAL(around[lane], (lane + 31) % 32);
            CHECK_EQUAL(around[32 + lane], lane);
        }
    }
}
