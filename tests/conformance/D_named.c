/* D35 to D42: named barriers, for some of the block's warps. */
#include <stdio.h>

#include <tests/fault/fault.h>

#include "device/D_named.h"

TEST(row, D35_barrier_sync_joins_the_block_at_each_of_16)
{
    int *errors = array_of(t, NULL, 100 * sizeof *errors);
    CHECK(errors);
    for (int id = 0; id < 16; id++) {
        CHECK_STATUS(lw_launch(named_whole_block, line(t, 1, 100, 100 * sizeof(int)), id, errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, 100));
    }
}

TEST(row, D36_barrier_sync_count_joins_some_warps)
{
    int *errors = array_of(t, NULL, 1024 * sizeof *errors);
    CHECK(errors);
    for (unsigned lanes = 64; lanes <= 896; lanes += 256) {
        CHECK_STATUS(lw_launch(named_pairs, line(t, 1, lanes, lanes * sizeof(int)), errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, (int)lanes));
    }
}

/* Warps that arrive go on; warps that sync wait for them. */
TEST(row, D37_producers_arrive_and_consumers_sync)
{
    int out[256], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int lanes = 64; lanes <= 256; lanes *= 2) {
        enum { ROUNDS = 20 };
        CHECK_STATUS(lw_launch(named_producer, line(t, 3, (unsigned)lanes, 32 * sizeof(int)), ROUNDS, array),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int lane = 32; lane < lanes; lane++) {
            int sum = 0;
            for (int round = 1; round <= ROUNDS; round++)
                sum += round * 100 + (lane + round) % 32;
            CHECK_EQUAL(out[lane], sum);
        }
    }
}

static void partial(struct test *t, int branches)
{
    static const struct {
        unsigned lanes;
        int leaving, count;
    } cases[] = {{64, 0, 64}, {40, 0, 64}, {64, 10, 64}, {64, 31, 64}, {40, 35, 32}, {96, 32, 64}, {7, 0, 32}};
    int out[96], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int i = 0; i < 7; i++) {
        int leaving = cases[i].leaving, lanes = (int)cases[i].lanes;
        CHECK_STATUS(
            lw_launch(named_partial, line(t, 1, cases[i].lanes, sizeof(int)), branches, leaving, cases[i].count, array),
            LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int lane = leaving; lane < lanes; lane++)
            CHECK_EQUAL(out[lane], lanes - leaving);
    }
}

/* A warp counts 32, even if it is partial or some lanes have returned. */
TEST(row, D38_a_warp_counts_as_a_whole)
{
    partial(t, 0);
}
/* And from any place in its code. */
TEST(row, D42_lanes_of_a_warp_come_from_two_branches, .isolated = true, .seconds = 30)
{
    partial(t, 1);
}

/* Without a count, ended warps are not waited for. */
TEST(row, D35_barrier_sync_does_not_wait_for_those_who_have_ended)
{
    int out[96], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int first = 1; first < 96; first += 19) {
        for (int i = 0; i < 4; i++) {
            int id = i % 2 ? 3 : 0, settled = i / 2;
            CHECK_STATUS(lw_launch(named_after_exit, line(t, 1, 96, 96 * sizeof(int)), id, first, settled, array),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            for (int lane = 0; lane < first; lane++)
                CHECK_EQUAL(out[lane], first - 1 - lane);
        }
    }
}

TEST(row, D35_barrier_0_is_the_one_of_syncthreads)
{
    int out[64], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_launch(named_forms, line(t, 1, 64, 64 * sizeof(int)), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int lane = 0; lane < 64; lane++)
        CHECK_EQUAL(out[lane], 63 - lane);
}

static const char *misuse(struct test *t, int kind, unsigned id, unsigned count, lw_status status)
{
    int *out = array_of(t, NULL, 96 * sizeof *out);
    return out ? fault_expect(t, lw_launch(named_misuse, line(t, 1, 96, 0), kind, id, count, out), status) : NULL;
}

TEST(row, D39_misused_barriers_are_reported, .cpu_only = true)
{
    const char *report = misuse(t, 0, 16, 96, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "invalid barrier: __barrier_sync_count of barrier 16; there are 0 to 15");
    CHECK_CONTAINS(report, "D_named.c:");
    CHECK_CONTAINS(report, "kernel named_misuse (");
    report = misuse(t, 0, 3, 33, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "of barrier 3 with a count of 33 threads, which must be a multiple of 32");
    report = misuse(t, 0, 3, 0, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "with a count of 0 threads");
    report = misuse(t, 0, 3, 128, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "with a count of 128 threads, more than the block's 96");
    report = misuse(t, 1, 5, 64, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "invalid barrier: lw_barrier_sync of barrier 5 with a count of ");
    CHECK_CONTAINS(report, " threads, where lw_barrier_sync at ");
    report = misuse(t, 2, 4, 0, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "invalid barrier: lw_barrier_arrive of barrier 4 by thread ");
    CHECK_CONTAINS(report, ", which has arrived already: ");
    report = misuse(t, 5, 0, 0, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "lw_barrier_arrive of barrier 0 for the whole block, which is __syncthreads()");
}

TEST(row, D40_barriers_that_never_complete_are_reported, .cpu_only = true)
{
    const char *report = misuse(t, 3, 7, 0, LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report, "48 threads: 0-15,32-47,64-79 waiting in lw_barrier_sync at ");
    report = misuse(t, 4, 7, 0, LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report, "32 threads: 0-31 waiting in lw_barrier_sync at ");
    CHECK_CONTAINS(report, "64 threads: 32-95 ended");
    report = misuse(t, 7, 7, 0, LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report, "64 threads: 0-63 waiting in lw_barrier_sync at ");
    if (getenv("LANEWISE_SCHEDULE"))
        return; /* the order of arrival decides */
    report = misuse(t, 8, 0, 0, LW_ERROR_DIVERGENT_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "divergent barrier: other threads of the block wait in __barrier_sync at ");
    CHECK_CONTAINS(report, "this one has reached __syncthreads");
    report = misuse(t, 6, 0, 0, LW_ERROR_INVALID_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "lw_barrier_sync of barrier 0 with a count of 64 threads, where __syncthreads at ");
    CHECK_CONTAINS(report, " waits for 96");
}
