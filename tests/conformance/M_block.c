/* M1, M2, M15, M24: groups as values, blocks, barriers of groups of all kinds, one thread for all; and misuse. */
#include <stdio.h>

#include <tests/fault/fault.h>

#include "device/M_block.h"

static bool is_at(m_index index, unsigned x, unsigned y, unsigned z)
{
    return index.x == x && index.y == y && index.z == z;
}

TEST(row, M2_a_block_knows_its_ranks_sizes_and_indices)
{
    enum { BLOCKS = 2 * 3 * 2, LANES = 4 * 3 * 3 };
    m_block seen[BLOCKS][LANES], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    lw_launch_config config = shape(t, lw_make_dim3(2, 3, 2), lw_make_dim3(4, 3, 3), 0);
    CHECK_STATUS(lw_launch(m_block_place, config, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned block = 0; block < BLOCKS; block++)
        for (unsigned rank = 0; rank < LANES; rank++) {
            const m_block *mine = &seen[block][rank];
            CHECK_EQUAL(mine->rank, rank);
            CHECK_EQUAL(mine->count, LANES);
            CHECK_EQUAL(mine->size, LANES);
            CHECK(is_at(mine->group, block % 2, block / 2 % 3, block / 6));
            CHECK(is_at(mine->thread, rank % 4, rank / 4 % 3, rank / 12));
            CHECK(is_at(mine->lanes, 4, 3, 3));
            CHECK(is_at(mine->group_lanes, 4, 3, 3));
        }
}

/* No error in any thread, for one and for several blocks' sizes. */
#define CHECK_NO_ERRORS(kernel, lanes)                                                                                 \
    do {                                                                                                               \
        int *errors_ = array_of(t, NULL, (lanes) * sizeof *errors_);                                                   \
        CHECK(errors_);                                                                                                \
        CHECK_STATUS(lw_launch(kernel, line(t, 1, lanes, 0), errors_), LW_SUCCESS);                                    \
        CHECK_CALL(array_check_zero(t, errors_, (int)(lanes)));                                                        \
        CHECK_STATUS(lw_free(t->device, errors_), LW_SUCCESS);                                                         \
    } while (0)

TEST(row, M1_groups_are_values_that_functions_take_and_give)
{
    CHECK_NO_ERRORS(m_values, 8u);
    CHECK_NO_ERRORS(m_values, 120u);
}

TEST(row, M2b_a_blocks_barrier_has_two_halves)
{
    CHECK_NO_ERRORS(m_block_halves, 1u);
    CHECK_NO_ERRORS(m_block_halves, 40u);
    CHECK_NO_ERRORS(m_block_halves, 256u);
}

TEST(row, M15_every_kind_of_group_waits)
{
    CHECK_NO_ERRORS(m_sync_all, 128u);
}

TEST(row, M15b_a_blocks_lanes_may_wait_at_different_places)
{
    CHECK_NO_ERRORS(m_sync_places, 32u);
    CHECK_NO_ERRORS(m_sync_places, 100u);
    CHECK_NO_ERRORS(m_sync_places, 256u);
}

TEST(row, M24_one_lane_acts_for_its_group)
{
    static const int groups[7] = {1, 2, 16, 32, 2, 16, 32};
    int counted[7], *counts = array_of(t, NULL, sizeof counted), *errors = array_of(t, NULL, 128 * sizeof *errors);
    CHECK(counts && errors);
    CHECK_STATUS(lw_launch(m_invoke, line(t, 1, 128, 0), counts, errors), LW_SUCCESS);
    CHECK_CALL(array_read(t, counted, counts, sizeof counted));
    for (int i = 0; i < 7; i++)
        CHECK_EQUAL(counted[i], groups[i]);
    CHECK_CALL(array_check_zero(t, errors, 128));
}

/* ---- misuse: undefined on a GPU, reported by the emulator ---- */
static const char *fails(struct test *t, lw_status launched, lw_status status)
{
    const char *report = fault_expect(t, launched, status);
    return report ? report : "";
}

static void check_mentions(struct test *t, const char *report, const char *who, const char *file, int line)
{
    char place[100], said[400];
    const char *found = strstr(report, who);
    CHECK(found);
    snprintf(said, sizeof said, "%.*s", (int)strcspn(found, "\n"), found);
    CHECK_EQUAL(strncmp(said + strlen(who), " at ", 4), 0);
    snprintf(place, sizeof place, "%s:%d", file, line);
    if (strstr(report, ".c:")) /* there is debug information */
        CHECK_CONTAINS(said, place);
}

TEST(row, M1b_a_collective_that_a_lane_leaves_out_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, 32 * sizeof *out);
    CHECK(out);
    const char *report = fails(t, lw_launch(m_skip, line(t, 1, 32, 0), out), LW_ERROR_DEADLOCK);
    if (t->failed)
        return;
    CHECK_CONTAINS(report, "deadlock: ");
    CHECK_CALL(
        check_mentions(t, report, "15 threads: 0-4,6-15 waiting in lw_group_reduce", "M_block.c", m_skip_line()));
    CHECK_CALL(
        check_mentions(t, report, "17 threads: 5,16-31 waiting in lw_group_sync", "M_block.c", m_skip_other_line()));
    CHECK_CONTAINS(report, "mask 0x0000ffff");
}

TEST(row, M8b_a_block_that_is_no_multiple_of_its_tiles_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, 96 * sizeof *out);
    CHECK(out);
    const char *report = fails(t, lw_launch(m_uneven, line(t, 1, 96, 0), out), LW_ERROR_INVALID_BARRIER);
    if (!t->failed)
        CHECK_CONTAINS(report,
                       "invalid barrier: lw_group_sync of an incomplete tile of 64 threads: the block has only 96");
}

/* The value that such a lane reads is undefined; LANEWISE_STRICT=1 asks for a report. */
TEST(row, M10c_a_rank_beyond_a_coalesced_group_is_reported, .host = true, .isolated = true)
{
    CHECK_CALL(fault_open(t, "LANEWISE_STRICT", "1"));
    int *out = array_of(t, NULL, 4 * sizeof *out);
    CHECK(out);
    const char *report = fails(t, lw_launch(m_no_such_rank, line(t, 1, 4, 0), out), LW_ERROR_INVALID_MASK);
    if (!t->failed)
        CHECK_CONTAINS(report, "invalid source: lw_group_shfl with mask 0x0000000f");
    fault_close(t);
}

/* On a GPU, too, but in a new process. */
TEST(row, M12d_a_size_that_no_tile_has_is_a_trap, .isolated = true)
{
    int *out = array_of(t, NULL, 32 * sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(m_bad_size, line(t, 1, 32, 0), 4, out), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    const char *report = fails(t, lw_launch(m_bad_size, line(t, 1, 32, 0), 3, out), LW_ERROR_LAUNCH_FAILURE);
    if (t->failed || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "trap");
    CHECK_CALL(fault_place(t, report, "M_block.c", m_bad_size_line()));
}
