/* M10, M11, M13, M14: coalesced groups, found and made by label and by predicate. */
#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "device/M_partition.h"

enum { LANES = 64 };

static unsigned count_of(unsigned lanes)
{
    return (unsigned)__builtin_popcount(lanes);
}

/* The lane with the rank-th of the set bits. */
static int lane_of(unsigned lanes, unsigned rank)
{
    for (; rank > 0; rank--)
        lanes &= lanes - 1;
    return __builtin_ctz(lanes);
}

/* The expected values of lane `me` in the warp's group `lanes`. */
static void check_part(struct test *t, unsigned lanes, unsigned me, unsigned meta_rank, unsigned meta_size,
                       const m_part *seen)
{
    unsigned size = count_of(lanes), rank = count_of(lanes & ((1u << me) - 1)), ballot = 0, match = 0;
    for (unsigned i = 0; i < size; i++) {
        ballot |= (unsigned)(lane_of(lanes, i) % 4 == 1) << i;
        match |= (unsigned)(lane_of(lanes, i) / 8 == (int)me / 8) << i;
    }
    CHECK_EQUAL(seen->rank, rank);
    CHECK_EQUAL(seen->size, size);
    CHECK_EQUAL(seen->meta_rank, meta_rank);
    CHECK_EQUAL(seen->meta_size, meta_size);
    CHECK_EQUAL(seen->first, lane_of(lanes, 0));
    CHECK_EQUAL(seen->fourth, lane_of(lanes, 3 % size));
    /* Past the ends a lane keeps its own. */
    CHECK_EQUAL(seen->up, rank >= 1 ? lane_of(lanes, rank - 1) : (int)me);
    CHECK_EQUAL(seen->down, rank + 2 < size ? lane_of(lanes, rank + 2) : (int)me);
    CHECK_EQUAL(seen->any, lanes >> 5 & 1);
    CHECK_EQUAL(seen->all, !(lanes >> 5 & 1));
    CHECK_EQUAL(seen->ballot, ballot);
    CHECK_EQUAL(seen->match_any, match);
    CHECK_EQUAL(seen->match_all, size == 32 ? 0xffffffffu : (1u << size) - 1);
    CHECK_EQUAL(seen->equal, 1);
    CHECK_EQUAL(seen->match_none, size == 1);
    CHECK_EQUAL(seen->unequal, size == 1);
}

/* The lanes of [first, first + n) with the caller's class. */
#define ALIKE(first, n, lane, class, mine)                                                                             \
    __extension__({                                                                                                    \
        unsigned lanes_ = 0;                                                                                           \
        for (unsigned lane = (first); lane < (first) + (n); lane++)                                                    \
            lanes_ |= (unsigned)((class) == (mine)) << lane;                                                           \
        lanes_;                                                                                                        \
    })

TEST(row, M13_labels_part_a_tile_in_the_order_of_their_first_lanes)
{
    m_part seen[LANES], split[LANES];
    m_part *array = array_of(t, NULL, sizeof seen), *halves = array_of(t, NULL, sizeof split);
    CHECK(array && halves);
    for (unsigned labels = 1; labels <= 16; labels++) {
        CHECK_STATUS(lw_launch(m_labeled, line(t, 1, LANES, 0), (int)labels, array, halves), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        CHECK_CALL(array_read(t, split, halves, sizeof split));
        for (unsigned me = 0; me < LANES; me++) {
            unsigned lane = me % 32, first = lane / 16 * 16;
            unsigned part = ALIKE(first, 16, i, i % labels, lane % labels);
            unsigned low = part & ALIKE(first, 16, i, i % 16 < 5, 1);
            CHECK_CALL(check_part(t, part, lane, (lane - first) % labels, labels, &seen[me]));
            if (low == 0 || low == part)
                CHECK_CALL(check_part(t, part, lane, 0, 1, &split[me]));
            else if (lane % 16 < 5)
                CHECK_CALL(check_part(t, low, lane, 1, 2, &split[me]));
            else
                CHECK_CALL(check_part(t, part & ~low, lane, 0, 2, &split[me]));
        }
    }
}

TEST(row, M13b_labels_are_integers_of_any_size_and_pointers)
{
    m_part wide[32], pointers[32], comparison[32], *arrays = array_of(t, NULL, 3 * sizeof wide);
    CHECK(arrays);
    CHECK_STATUS(lw_launch(m_labels, line(t, 1, 32, 0), arrays, arrays + 32, arrays + 64), LW_SUCCESS);
    CHECK_CALL(array_read(t, wide, arrays, sizeof wide));
    CHECK_CALL(array_read(t, pointers, arrays + 32, sizeof wide));
    CHECK_CALL(array_read(t, comparison, arrays + 64, sizeof wide));
    for (unsigned lane = 0; lane < 32; lane++) {
        CHECK_CALL(check_part(t, ALIKE(0, 32, i, i % 2, lane % 2), lane, lane % 2, 2, &wide[lane]));
        CHECK_CALL(check_part(t, ALIKE(0, 32, i, i % 3, lane % 3), lane, lane % 3, 3, &pointers[lane]));
        CHECK_CALL(check_part(t, ALIKE(0, 32, i, i % 4 / 2, lane % 4 / 2), lane, lane % 4 / 2, 2, &comparison[lane]));
    }
}

TEST(row, M14_a_predicate_parts_a_group_in_two)
{
    static const unsigned masks[] = {0,           0xffffffffu, 0x0000ffffu, 0x55555555u,
                                     0x80000001u, 0x00000010u, 0x7fffffffu, 0x0ff0f00du};
    m_part seen[LANES], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++) {
        CHECK_STATUS(lw_launch(m_binary, line(t, 1, LANES, 0), masks[i], array), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (unsigned me = 0; me < LANES; me++) {
            unsigned lane = me % 32, with = masks[i] >> lane & 1;
            if (masks[i] == 0 || masks[i] == 0xffffffffu)
                CHECK_CALL(check_part(t, 0xffffffffu, lane, 0, 1, &seen[me]));
            else
                CHECK_CALL(check_part(t, with ? masks[i] : ~masks[i], lane, with, 2, &seen[me]));
        }
    }
}

/* Which of the active lanes are together is not promised: each is in one group, whose members agree on it. */
static void check_active(struct test *t, lw_device *device, unsigned lanes, unsigned at_least)
{
    m_part seen[LANES];
    m_part *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    CHECK_STATUS(lw_launch(m_active, lw_linear(lw_default_stream(device), lanes, lanes), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned me = 0; me < lanes; me += 3) {
        unsigned group = 0;
        for (unsigned i = 0; i < lanes; i += 3)
            if (i / 32 == me / 32 && seen[i].first == seen[me].first)
                group |= 1u << i % 32;
        CHECK(count_of(group) >= at_least);
        CHECK_CALL(check_part(t, group, me % 32, 0, 1, &seen[me]));
    }
    CHECK_STATUS(lw_free(device, array), LW_SUCCESS);
}

TEST(row, M10_coalesced_threads_are_active_lanes_in_the_order_of_lanes)
{
    CHECK_CALL(check_active(t, t->device, LANES, 1));
    CHECK_CALL(check_active(t, t->device, 40, 1));
}

/* The emulator gives all possible groups, if a setting asks for it. */
TEST(row, M10b_coalesced_threads_are_all_active_lanes_on_demand, .host = true, .isolated = true)
{
    CHECK_CALL(fault_open(t, "LANEWISE_ACTIVEMASK", "maximal"));
    CHECK_CALL(check_active(t, t->device, LANES, 10));
    fault_close(t);
}

/* One atomic addition a group, and every lane has a number of its own. */
TEST(row, M11_a_group_found_takes_numbers_together)
{
    enum { BLOCKS = 10, ACTIVE = BLOCKS * LANES / 2 };
    unsigned taken[BLOCKS * LANES], total = 0, *out = array_of(t, NULL, sizeof taken);
    unsigned *counter = array_of(t, NULL, sizeof *counter);
    bool seen[ACTIVE] = {false};
    CHECK(out && counter);
    CHECK_STATUS(lw_launch(m_aggregate, line(t, BLOCKS, LANES, 0), counter, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, taken, out, sizeof taken));
    CHECK_CALL(array_read(t, &total, counter, sizeof total));
    CHECK_EQUAL(total, ACTIVE);
    for (unsigned me = 0; me < BLOCKS * LANES; me += 2) {
        CHECK(taken[me] < ACTIVE && !seen[taken[me]]);
        seen[taken[me]] = true;
    }
}
