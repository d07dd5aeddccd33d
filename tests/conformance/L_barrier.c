/* L1 to L7: split barriers (mbarriers). */
#include <tests/harness/arrays.h>

#include "device/L_barrier.h"

static const unsigned lane_counts[] = {1, 7, 32, 33, 64, 100, 1024};
enum { LANE_COUNTS = sizeof lane_counts / sizeof lane_counts[0] };

/* Every arrival finds another count, from the number of threads down to 1. */
TEST(row, L1_one_lane_makes_the_barrier_and_the_block_meets_before_it_is_used)
{
    unsigned pending[1024], *out = array_of(t, NULL, sizeof pending);
    CHECK(out);
    for (int i = 0; i < LANE_COUNTS; i++) {
        unsigned lanes = lane_counts[i], times[1025] = {0};
        CHECK_STATUS(lw_launch(l_pending_counts, line(t, 1, lanes, 0), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, pending, out, lanes * sizeof *pending));
        /* A GPU takes lanes of a warp that arrive together as one arrival of many: they are told the same number. */
        unsigned most = on_cpu(t) ? 1 : 32;
        for (unsigned rank = 0; rank < lanes; rank++) {
            CHECK(pending[rank] >= 1 && pending[rank] <= lanes);
            CHECK(++times[pending[rank]] <= most);
        }
    }
}

/* Shared memory in which an earlier block left its barrier is like any other. */
TEST(row, L1b_every_block_makes_its_own)
{
    enum { BLOCKS = 10000 };
    static unsigned found[BLOCKS];
    unsigned *out = array_of(t, NULL, sizeof found);
    CHECK(out);
    CHECK_STATUS(lw_launch(l_left_behind, line(t, BLOCKS, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, found, out, sizeof found));
    for (int i = 0; i < BLOCKS; i++)
        CHECK_EQUAL(found[i], 3);
}

TEST(row, L2_an_arrival_waits_for_nobody_and_a_wait_for_all_arrivals, .seconds = 30)
{
    int words[64], *out = array_of(t, NULL, sizeof words);
    CHECK(out);
    CHECK_STATUS(lw_launch(l_arrive_then_wait, line(t, 1, 64, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, words, out, sizeof words));
    for (int rank = 0; rank < 64; rank++)
        CHECK_EQUAL(words[rank], 1000 + (rank ^ 32));
}

TEST(row, L3_a_phase_ends_with_its_last_arrival_and_the_count_is_whole_again)
{
    static const l_arrival expected[9] = {{4, 0}, {3, 0}, {2, 0}, {1, 1}, {4, 0}, {3, 0}, {2, 0}, {1, 1}, {4, 0}};
    l_arrival arrivals[9], *out = array_of(t, NULL, sizeof arrivals);
    CHECK(out);
    CHECK_STATUS(lw_launch(l_phases, line(t, 1, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, arrivals, out, sizeof arrivals));
    for (int i = 0; i < 9; i++) {
        CHECK_EQUAL(arrivals[i].pending, expected[i].pending);
        CHECK_EQUAL(arrivals[i].over, expected[i].over);
    }
}

TEST(row, L4_arrive_and_drop_takes_one_from_the_phases_to_come)
{
    int seen[128], *out = array_of(t, NULL, sizeof seen);
    CHECK(out);
    for (int i = 0; i < LANE_COUNTS; i++) {
        int lanes = (int)lane_counts[i];
        if (lanes > 128)
            continue;
        CHECK_STATUS(lw_launch(l_drop, line(t, 1, lane_counts[i], 0), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, out, sizeof seen));
        for (int rank = 1; rank < lanes; rank++)
            CHECK_EQUAL(seen[rank], lanes - rank);
    }
}

TEST(row, L4b_arrive_and_wait_is_a_barrier)
{
    int *out = array_of(t, NULL, 1024 * sizeof *out);
    CHECK(out);
    for (int i = 0; i < LANE_COUNTS; i++) {
        CHECK_STATUS(lw_launch(l_arrive_and_wait, line(t, 1, lane_counts[i], 0), 20, out), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, out, (int)lane_counts[i]));
    }
}

TEST(row, L5_producers_and_consumers_take_turns_at_two_buffers)
{
    enum { MOST_HALF = 512, MOST_BATCHES = 9 };
    static const int halves[] = {32, 64, 512}, batch_counts[] = {1, 2, 3, 9};
    static int in[MOST_HALF * MOST_BATCHES];
    int sums[MOST_HALF];
    for (int i = 0; i < MOST_HALF * MOST_BATCHES; i++)
        in[i] = (int)test_random_below(t, 100000);
    int *input = array_of(t, in, sizeof in), *out = array_of(t, NULL, sizeof sums);
    CHECK(input && out);
    for (int h = 0; h < 3; h++) {
        for (int b = 0; b < 4; b++) {
            int half = halves[h], batches = batch_counts[b];
            CHECK_STATUS(lw_launch(l_specialised, line(t, 1, 2 * (unsigned)half, 0), batches, input, out), LW_SUCCESS);
            CHECK_CALL(array_read(t, sums, out, sizeof sums));
            for (int i = 0; i < half; i++) {
                int sum = 0;
                for (int k = 0; k < batches; k++)
                    sum += in[k * half + i];
                CHECK_EQUAL(sums[i], sum);
            }
        }
    }
}

TEST(row, L6_what_the_mbarrier_functions_answer)
{
    static const unsigned expected[9] = {16383, 16383, 1, 2, 0, 1, 1, 0, 1};
    unsigned answers[9], *out = array_of(t, NULL, sizeof answers);
    CHECK(out);
    CHECK_STATUS(lw_launch(l_primitives, line(t, 1, 1, 0), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    for (int i = 0; i < 9; i++)
        CHECK_EQUAL(answers[i], expected[i]);
}
