/* M3, M4, M21: the grid as a group, and cooperative launches. */
#include <tests/fault/fault.h>

#include "clusters.h"
#include "device/M_grid.h"

static lw_launch_config together(struct test *t, unsigned blocks, unsigned lanes, size_t dynamic_shared)
{
    lw_launch_config config = line(t, blocks, lanes, dynamic_shared);
    config.cooperative = 1;
    return config;
}

static void check_places(struct test *t, int cooperative)
{
    enum { BLOCKS = 3 * 2 * 2, LANES = 5 * 2 * 3 };
    static m_grid seen[BLOCKS * LANES];
    m_grid *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    lw_launch_config config = shape(t, lw_make_dim3(3, 2, 2), lw_make_dim3(5, 2, 3), 0);
    config.cooperative = cooperative;
    CHECK_STATUS(lw_launch(m_grid_place, config, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned rank = 0; rank < BLOCKS * LANES; rank++) {
        const m_grid *mine = &seen[rank];
        unsigned block = rank / LANES, lane = rank % LANES, x = block % 3, y = block / 3 % 2, z = block / 6;
        CHECK_EQUAL(mine->valid, cooperative);
        CHECK_EQUAL(mine->rank, rank);
        CHECK_EQUAL(mine->count, BLOCKS * LANES);
        CHECK_EQUAL(mine->size, BLOCKS * LANES);
        CHECK_EQUAL(mine->block_rank, block);
        CHECK_EQUAL(mine->blocks, BLOCKS);
        CHECK(is_at(mine->block, x, y, z));
        CHECK(is_at(mine->dim, 3, 2, 2));
        CHECK(is_at(mine->group_dim, 3, 2, 2));
        CHECK(is_at(mine->thread, 5 * x + lane % 5, 2 * y + lane / 5 % 2, 3 * z + lane / 10));
        CHECK(is_at(mine->lanes, 15, 4, 6));
    }
}

TEST(row, M3_a_grid_knows_its_numbers_in_any_launch)
{
    CHECK_CALL(check_places(t, 0));
    CHECK_CALL(check_places(t, 1));
}

TEST(row, M4_a_grid_cannot_wait_unless_its_launch_is_cooperative, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    /* No cooperative launch may precede it in this process: its barrier would still be there on an H200, and be
     * used. */
    const char *report = fault_expect(t, lw_launch(m_grid_sync, line(t, 2, 40, 0), out), LW_ERROR_LAUNCH_FAILURE);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "trap: the grid cannot synchronise, its launch was not cooperative");
    CHECK_CALL(fault_place(t, report, "M_grid.c", m_grid_sync_line()));
}

TEST(row, M21_blocks_of_a_cooperative_grid_meet)
{
    static const unsigned blocks[] = {1, 2, 7, 32, 60}, lanes[] = {1, 33, 64, 128, 32};
    for (int i = 0; i < 5; i++) {
        int *cells = array_of(t, NULL, 100 * sizeof *cells), *errors = array_of(t, NULL, 100 * sizeof *errors);
        CHECK(cells && errors);
        CHECK_STATUS(lw_launch(m_grid_rounds, together(t, blocks[i], lanes[i], 0), 10, cells, errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, (int)blocks[i]));
        CHECK_STATUS(lw_free(t->device, cells), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, errors), LW_SUCCESS);
    }
}

TEST(row, M3b_a_grids_barrier_has_two_halves)
{
    for (unsigned blocks = 2; blocks <= 20; blocks += 6) {
        int *cells = array_of(t, NULL, 3 * 20 * sizeof *cells);
        CHECK(cells);
        CHECK_STATUS(lw_launch(m_grid_halves, together(t, blocks, 48, 0), 5, cells, cells + 20, cells + 40),
                     LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, cells + 40, (int)blocks));
        CHECK_STATUS(lw_free(t->device, cells), LW_SUCCESS);
    }
}

TEST(row, M21b_lanes_that_have_ended_are_not_waited_for)
{
    int seen[10], *cells = array_of(t, NULL, sizeof seen), *out = array_of(t, NULL, sizeof seen);
    CHECK(cells && out);
    CHECK_STATUS(lw_launch(m_grid_early_exit, together(t, 10, 64, 0), cells, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, out, sizeof seen));
    for (int i = 0; i < 10; i++)
        CHECK_EQUAL(seen[i], 55);
}

/* All blocks must be resident: at most as many as the multiprocessors hold at once. */
TEST(row, M21c_a_cooperative_grid_too_large_is_refused)
{
    enum { SHARED = 40 << 10 };
    lw_device_properties device;
    int most = 0, *cells = array_of(t, NULL, 100000 * sizeof *cells);
    CHECK(cells);
    CHECK_STATUS(lw_device_get_properties(t->device, &device), LW_SUCCESS);
    CHECK_STATUS(lw_occupancy_max_active_blocks(t->device, LW_KERNEL_OF(m_grid_rounds), 32, SHARED, &most), LW_SUCCESS);
    CHECK(most > 0);
    unsigned blocks = (unsigned)(most * device.multiprocessor_count);
    CHECK(blocks < 50000);
    CHECK_STATUS(lw_launch(m_grid_rounds, together(t, blocks, 32, SHARED), 2, cells, cells + 50000), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_launch(m_grid_rounds, together(t, blocks + 1, 32, SHARED), 2, cells, cells + 50000),
                 LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
    /* As a plain launch; the refusal has left no trace. */
    CHECK_STATUS(lw_launch(m_grid_rounds, line(t, blocks + 1, 32, SHARED), 0, cells, cells + 50000), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

TEST(row, M21d_a_block_that_leaves_the_grids_barrier_out_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(m_grid_missing, together(t, 3, 32, 0), out), LW_ERROR_DEADLOCK);
    if (!report)
        return;
    CHECK_CONTAINS(report, "deadlock: ");
    CHECK_CONTAINS(report, "waiting in lw_group_sync");
}
