/* L8 to L16: asynchronous copies and pipelines. */
#include <stdio.h>

#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "device/L_pipeline.h"

enum { ELEMENTS = L_BATCHES * L_MOST_LANES };

/* Elements of ELEMENTS random numbers, none of them -1, on the host and on the device. */
static int numbers[ELEMENTS], results[2 * ELEMENTS];
static int *input(struct test *t)
{
    for (int i = 0; i < ELEMENTS; i++)
        numbers[i] = (int)test_random_below(t, 1000000);
    return array_of(t, numbers, sizeof numbers);
}

static void copies(struct test *t)
{
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out);
    for (int lanes = 1; lanes <= L_MOST_LANES; lanes += 51) {
        CHECK_STATUS(lw_launch(l_copy, line(t, 1, (unsigned)lanes, 0), in, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, results, out, sizeof results));
        for (int rank = 0; rank < lanes; rank++) {
            CHECK_EQUAL(results[2 * rank], numbers[rank]);
            CHECK_EQUAL(results[2 * rank + 1], numbers[(rank + 1) % lanes]);
        }
    }
}

TEST(row, L8_a_copy_is_seen_by_its_lane_after_the_wait_and_by_others_after_a_barrier)
{
    copies(t);
}

/* A read before the wait sees the old bytes, a write to the source before it is copied: both are races on a GPU. */
TEST(row, L8b_the_emulator_copies_no_sooner_than_at_the_wait, .host = true, .isolated = true)
{
    fault_open_no_fused();
    CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", "round-robin"));
    for (int change = 0; change <= 7; change += 7) {
        int *in = input(t), *out = array_of(t, NULL, sizeof results);
        CHECK(in && out);
        CHECK_STATUS(lw_launch(l_copy_seen_early, line(t, 1, 64, 0), in, change, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, results, out, sizeof results));
        for (int rank = 0; rank < 64; rank++) {
            CHECK_EQUAL(results[2 * rank], -1);
            CHECK_EQUAL(results[2 * rank + 1], change ? change : numbers[rank]);
        }
    }
    fault_close(t);
}

TEST(row, L9_a_barrier_counts_copies_in_and_their_completion_out)
{
    unsigned pending[L_MOST_LANES], *counts = array_of(t, NULL, sizeof pending);
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out && counts);
    for (int lanes = 1; lanes <= L_MOST_LANES; lanes += 51) {
        CHECK_STATUS(lw_launch(l_copy_with_barrier, line(t, 1, (unsigned)lanes, 0), in, out, counts), LW_SUCCESS);
        CHECK_CALL(array_read(t, results, out, sizeof results));
        CHECK_CALL(array_read(t, pending, counts, sizeof pending));
        unsigned most = 0;
        for (int rank = 0; rank < lanes; rank++) {
            CHECK_EQUAL(results[rank], numbers[(rank + 1) % lanes]);
            /* The thread's own arrival, and at most one more for each thread's copies. */
            CHECK(pending[rank] >= 1 && pending[rank] <= 2 * (unsigned)lanes);
            most = pending[rank] > most ? pending[rank] : most;
        }
        CHECK(most >=
              (unsigned)lanes); /* for the first arrival: copies done by then took away no more than they had added */
        if (on_cpu(t) && lanes == 1)
            CHECK_EQUAL(most, 2); /* the emulator copies only at the wait */
    }
}

static void any_size(struct test *t, const unsigned char *bytes, const void *in, void *out, int from, int to, int size)
{
    unsigned char got[128];
    CHECK_STATUS(lw_launch(l_any_size, line(t, 1, 1, 0), in, from, to, size, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, out, sizeof got));
    for (int i = 0; i < 128; i++)
        CHECK_EQUAL(got[i], i >= to && i < to + size ? bytes[from + i - to] : 0xff);
}

TEST(row, L10_copies_of_any_size_and_alignment)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48, 63, 64, 80};
    unsigned char bytes[128], seven[7];
    for (int i = 0; i < 128; i++)
        bytes[i] = (unsigned char)(i * 7 + 1);
    void *in = array_of(t, bytes, sizeof bytes), *out = array_of(t, NULL, 128);
    CHECK(in && out);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (int to = 0; to < 16; to += to < 4 ? 1 : 4)
            CHECK_CALL(any_size(t, bytes, in, out, to, to, sizes[s]));
        CHECK_CALL(any_size(t, bytes, in, out, 4, 8, sizes[s]));
        CHECK_CALL(any_size(t, bytes, in, out, 1, 16, sizes[s]));
    }
    CHECK_STATUS(lw_launch(l_odd_size, line(t, 1, 1, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, seven, out, sizeof seven));
    CHECK(memcmp(seven, bytes, sizeof seven) == 0);
}

static void pipelines(struct test *t)
{
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out);
    for (int stages = 1; stages <= 4; stages++) {
        for (int lanes = 1; lanes <= L_MOST_LANES; lanes += 85) {
            CHECK_STATUS(lw_launch(l_pipeline, line(t, 1, (unsigned)lanes, 0), stages, L_BATCHES, in, out), LW_SUCCESS);
            CHECK_CALL(array_read(t, results, out, sizeof results));
            for (int i = 0; i < L_BATCHES * lanes; i++)
                CHECK_EQUAL(results[i], 2 * numbers[i / lanes * lanes + lanes - 1 - i % lanes]);
        }
    }
    CHECK_STATUS(lw_launch(l_pipeline_twice, line(t, 1, 96, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, results, out, sizeof results));
    for (int i = 0; i < 6 * 96; i++)
        CHECK_EQUAL(results[i], numbers[i / 96 * 96 + 95 - i % 96]);
}

TEST(row, L11_a_pipeline_of_stages_hands_batches_on_in_order)
{
    pipelines(t);
}

/* With `producers` of `lanes`. No more batches are ahead than there are stages. */
static void roles(struct test *t, int stages, int producers, int lanes, const int *in, int *out, int *most)
{
    int ahead = 0, consumers = lanes - producers, batches = 10;
    CHECK_STATUS(lw_memset(t->device, most, 0, sizeof ahead), LW_SUCCESS);
    CHECK_STATUS(lw_launch(l_pipeline_roles, line(t, 1, (unsigned)lanes, 0), stages, producers, batches, in, out, most),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, results, out, sizeof results));
    CHECK_CALL(array_read(t, &ahead, most, sizeof ahead));
    for (int i = 0; i < batches * consumers; i++)
        CHECK_EQUAL(results[i], numbers[i] + 1);
    CHECK(ahead >= 1 && ahead <= stages);
}

static void all_roles(struct test *t)
{
    int *in = input(t), *out = array_of(t, NULL, sizeof results), *most = array_of(t, NULL, sizeof *most);
    CHECK(in && out && most);
    for (int stages = 1; stages <= 4; stages++) {
        CHECK_CALL(roles(t, stages, 32, 64, in, out, most));
        CHECK_CALL(roles(t, stages, 1, 33, in, out, most));
        CHECK_CALL(roles(t, stages, 32, 256, in, out, most));
        CHECK_CALL(roles(t, stages, 96, 128, in, out, most));
    }
}

TEST(row, L12_any_lanes_may_be_producers_or_consumers)
{
    all_roles(t);
}

TEST(row, L12b_a_lanes_own_pipeline_needs_a_barrier_for_others)
{
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out);
    for (int lanes = 1; lanes <= L_MOST_LANES; lanes += 51) {
        CHECK_STATUS(lw_launch(l_own_pipeline, line(t, 1, (unsigned)lanes, 0), L_BATCHES, in, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, results, out, sizeof results));
        for (int i = 0; i < L_BATCHES * lanes; i++)
            CHECK_EQUAL(results[i], numbers[i] + numbers[i / lanes * lanes + (i + 1) % lanes]);
    }
}

TEST(row, L13_a_copy_of_4_8_or_16_bytes_ends_in_zeros)
{
    unsigned char bytes[16], got[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(17 * i + 3);
    void *in = array_of(t, bytes, sizeof bytes), *out = array_of(t, NULL, sizeof got);
    CHECK(in && out);
    for (int size = 4; size <= 16; size *= 2) {
        for (int zfill = 0; zfill <= size; zfill++) {
            CHECK_STATUS(lw_launch(l_zfill, line(t, 1, 1, 0), in, size, zfill, out), LW_SUCCESS);
            CHECK_CALL(array_read(t, got, out, sizeof got));
            for (int i = 0; i < 16; i++)
                CHECK_EQUAL(got[i], i < size - zfill ? bytes[i] : i < size ? 0 : 0xff);
        }
    }
}

/* The wait covers batches 0 .. 11 - prior, and with more than 8 to leave out, 0 .. 3. */
static void wait_prior(struct test *t, bool late)
{
    enum { LANES = 64 };
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out);
    for (int prior = 0; prior <= 12; prior++) {
        CHECK_STATUS(lw_launch(l_wait_prior, line(t, 1, LANES, 0), prior, in, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, results, out, sizeof results));
        int covered = L_BATCHES - (prior < 8 ? prior : 8);
        for (int i = 0; i < L_BATCHES * LANES; i++) {
            bool done = i / LANES < covered;
            CHECK(results[i] == numbers[i] || (!done && results[i] == -1));
            CHECK(!late || done || results[i] == -1);
            CHECK_EQUAL(results[L_BATCHES * LANES + i], numbers[i]);
        }
    }
}

TEST(row, L14_a_wait_covers_all_batches_but_the_latest_of_which_8_at_most)
{
    wait_prior(t, false);
}

TEST(row, L14b_the_emulator_does_no_batch_that_no_wait_covers, .host = true, .isolated = true)
{
    int answers[3], *out, *in;
    fault_open_no_fused();
    CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", "round-robin"));
    CHECK_CALL(wait_prior(t, true));
    CHECK((in = input(t)) && (out = array_of(t, NULL, sizeof answers)));
    CHECK_STATUS(lw_launch(l_uncommitted, line(t, 1, 1, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    CHECK(answers[0] == numbers[0] && answers[1] == -1 && answers[2] == numbers[1]);
    fault_close(t);
}

TEST(row, L15_arrive_on_expects_one_more_and_arrives_when_the_copies_are_done)
{
    static const unsigned expected[3] = {3, 2, 1};
    unsigned answers[4], *out = array_of(t, NULL, sizeof answers);
    int *in = input(t);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(l_arrive_on, line(t, 1, 1, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, answers, out, sizeof answers));
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(answers[i], expected[i]);
    CHECK_EQUAL(answers[3], numbers[0]);
}

TEST(row, L16_lanes_that_commit_apart_wait_for_their_own_batches)
{
    enum { LANES = 128 };
    int *in = input(t), *out = array_of(t, NULL, sizeof results);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(l_diverged_commits, line(t, 1, LANES, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, results, out, sizeof results));
    for (int i = 0; i < 8 * LANES; i++)
        CHECK_EQUAL(results[i], i / LANES <= i % LANES % 8 ? numbers[i] : 0);
}

/* Which of two copies to one place was done last, in one batch (bit 0) and in two (bit 1): 0 for the one issued
 * first. */
static void order(struct test *t, const char *schedule, int seen[4], int *last)
{
    fault_open_no_fused();
    CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", schedule));
    int both[2], *in = input(t), *order = array_of(t, NULL, 4 * sizeof *order), *there = array_of(t, NULL, sizeof both);
    CHECK(in && order && there);
    CHECK_STATUS(lw_launch(l_copy_order, line(t, 1, 1, 0), in, order, there), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, order, 4 * sizeof *seen));
    CHECK_CALL(array_read(t, both, there, sizeof both));
    *last = (both[0] != numbers[0]) + 2 * (both[1] != numbers[0]);
    fault_close(t);
}

/* No wait separates them: a program that relies on the order of issue is wrong, and gets the other one here. */
TEST(row, L8d_the_emulator_does_later_copies_before_earlier_ones, .host = true, .isolated = true)
{
    int seen[4], last, drawn = 0, moved = 0;
    CHECK_CALL(order(t, "round-robin", seen, &last));
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(seen[i], 4 - i);
    CHECK_EQUAL(last, 0);
    for (int seed = 1; seed <= 20; seed++) {
        char schedule[20];
        snprintf(schedule, sizeof schedule, "random:%d", seed);
        CHECK_CALL(order(t, schedule, seen, &last));
        moved |= seen[0] != 4 && seen[0] != 1;
        drawn |= 1 << last;
    }
    CHECK(moved);
    CHECK_EQUAL(drawn, 15); /* either order, by either wait */
}

/* Results are the same in any order of threads and copies. */
TEST(row, L8c_copies_in_any_order, .host = true, .isolated = true, .seconds = 120)
{
    static const char *const schedules[] = {"reverse", "random:1", "random:2", "random:3", "random:4", "random:5"};
    for (size_t i = 0; i < sizeof schedules / sizeof schedules[0]; i++) {
        CHECK_CALL(fault_open(t, "LANEWISE_SCHEDULE", schedules[i]));
        CHECK_CALL(copies(t));
        CHECK_CALL(pipelines(t));
        CHECK_CALL(all_roles(t));
        CHECK_CALL(wait_prior(t, false));
        fault_close(t);
    }
}
