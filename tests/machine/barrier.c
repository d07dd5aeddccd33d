/* Block barriers, alone and with threads that have returned, and shared memory across them. */
#include <limits.h>

#include <tests/harness/arrays.h>
#include "device/barrier.h"

static const unsigned lane_counts[] = {1, 2, 31, 32, 33, 64, 100, 255, 256, 1000, 1023, 1024};
enum { LANE_COUNTS = sizeof lane_counts / sizeof lane_counts[0] };

TEST(machine, barrier)
{
    int *errors = array_of(t, NULL, 1024 * sizeof *errors);
    CHECK(errors);
    for (int i = 0; i < LANE_COUNTS; i++) {
        unsigned lanes = lane_counts[i];
        CHECK_STATUS(lw_launch(machine_barrier, line(t, 1, lanes, lanes * sizeof(int)), errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, (int)lanes));
    }
}

TEST(machine, barrier_blocks)
{
    int *errors = array_of(t, NULL, 1024 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(machine_barrier, line(t, 20, 50, 50 * sizeof(int)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 1000));
}

TEST(machine, barrier_reductions)
{
    int *errors = array_of(t, NULL, 1024 * sizeof *errors);
    CHECK(errors);
    for (int i = 0; i < LANE_COUNTS; i++) {
        CHECK_STATUS(lw_launch(machine_barrier_reductions, line(t, 1, lane_counts[i], 0), errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, (int)lane_counts[i]));
    }
}

TEST(machine, barrier_in_function)
{
    int *errors = array_of(t, NULL, 1024 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(machine_barrier_function, line(t, 3, 300, 300 * sizeof(int)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 900));
}

static void exits(struct test *t, int lanes, int leaving, int rounds)
{
    int counts[3 * 64];
    int *array = array_of(t, NULL, sizeof counts);
    CHECK(array);
    CHECK_STATUS(lw_launch(machine_barrier_exits, line(t, 1, (unsigned)lanes, 0), leaving, rounds, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, counts, array, sizeof counts));
    for (int round = 0; round < rounds; round++) {
        /* Threads 0 .. gone - 1 have returned, so those up to lanes - 1 take part. */
        int gone = round + 1 < leaving ? round + 1 : leaving, odd = lanes - gone > 1 || gone % 2 == 1;
        CHECK_EQUAL(counts[3 * round], lanes - gone);
        CHECK_EQUAL(counts[3 * round + 1], !odd);
        CHECK_EQUAL(counts[3 * round + 2], lanes - gone > 1 || gone % 2 == 0);
    }
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

/* Threads that have returned count as arrived. */
TEST(machine, barrier_early_exits)
{
    CHECK_CALL(exits(t, 64, 0, 3));
    CHECK_CALL(exits(t, 64, 20, 25));
    CHECK_CALL(exits(t, 100, 64, 64));
    CHECK_CALL(exits(t, 33, 32, 40));
    CHECK_CALL(exits(t, 2, 1, 2));
    CHECK_CALL(exits(t, 1024, 50, 60));
}

TEST(machine, shared_tree)
{
    enum { BLOCKS = 40 };
    static int in[BLOCKS * 256];
    int out[BLOCKS], expected[BLOCKS] = {0};
    for (int i = 0; i < BLOCKS * 256; i++) {
        in[i] = (int)test_random_below(t, 20001) - 10000;
        expected[i / 256] += in[i];
    }
    int *in_array = array_of(t, in, sizeof in), *out_array = array_of(t, NULL, sizeof out);
    CHECK(in_array && out_array);
    CHECK_STATUS(lw_launch(machine_tree, line(t, BLOCKS, 256, 0), in_array, out_array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, out_array, sizeof out));
    for (int i = 0; i < BLOCKS; i++)
        CHECK_EQUAL(out[i], expected[i]);
}

/* Values that threads keep around a loop with barriers; also if the threads of a tile diverge, as its places wrap
 * around. */
TEST(machine, shared_tiles)
{
    enum { N = 50, TILES = 6, DEPTH = 7 };
    static const unsigned firsts[] = {0, 13, UINT_MAX - 20, UINT_MAX - 23};
    unsigned in[N], out[4][8];
    for (int i = 0; i < N; i++)
        in[i] = (unsigned)test_random_below(t, 1000);
    unsigned *in_array = array_of(t, in, sizeof in), *out_array = array_of(t, NULL, sizeof out);
    CHECK(in_array && out_array);
    for (size_t f = 0; f < sizeof firsts / sizeof *firsts; f++) {
        unsigned tile[4][8], sum[4][8] = {{0}};
        for (unsigned i = 0; i < TILES; i++) {
            for (unsigned at = 0; at < 32; at++) {
                unsigned place = firsts[f] + 8 * i + at % 8;
                tile[at / 8][at % 8] = place < N ? in[place] + at / 8 : 1;
            }
            for (unsigned at = 0; at < 32; at++)
                for (unsigned l = 0; l < DEPTH; l++)
                    sum[at / 8][at % 8] = 3 * sum[at / 8][at % 8] + tile[at / 8][l] * tile[l % 4][at % 8];
        }
        CHECK_STATUS(lw_launch(machine_tiles, shape(t, lw_make_dim3(1, 1, 1), lw_make_dim3(8, 4, 1), 0), firsts[f], N,
                               TILES, DEPTH, in_array, out_array),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, out, out_array, sizeof out));
        for (unsigned at = 0; at < 32; at++)
            CHECK_EQUAL(out[at / 8][at % 8], sum[at / 8][at % 8]);
    }
}

TEST(machine, shared_forms)
{
    int *errors = array_of(t, NULL, 30 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(machine_shared_forms, line(t, 30, 64, 64 * sizeof(double)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 30));
}

TEST(machine, sort)
{
    enum { BLOCKS = 5 };
    static unsigned keys[BLOCKS][MACHINE_SORT_KEYS], sorted[BLOCKS][MACHINE_SORT_KEYS];
    unsigned sum[BLOCKS] = {0};
    for (unsigned i = 0; i < BLOCKS * MACHINE_SORT_KEYS; i++)
        sum[i / MACHINE_SORT_KEYS] += keys[i / MACHINE_SORT_KEYS][i % MACHINE_SORT_KEYS] = (i + 1) * 2654435761u >> 7;
    unsigned *in = array_of(t, keys, sizeof keys), *out = array_of(t, NULL, sizeof keys);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(machine_sort, line(t, BLOCKS, MACHINE_SORT_LANES, 0), in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, sorted, out, sizeof sorted));
    for (int b = 0; b < BLOCKS; b++) {
        for (int i = 0; i < MACHINE_SORT_KEYS; i++) {
            CHECK(i == 0 || sorted[b][i - 1] <= sorted[b][i]);
            sum[b] -= sorted[b][i];
        }
        CHECK_EQUAL(sum[b], 0u);
    }
}

/* Threads with nothing to store return after the last barrier, the others go on. */
TEST(machine, guarded_scan)
{
    enum { BLOCKS = 3, MOST = BLOCKS * MACHINE_SCAN_LANES };
    int in[MOST], sum[MOST], found[MOST];
    for (int i = 0; i < MOST; i++) {
        in[i] = (int)((unsigned)i * 2654435761u >> 20);
        sum[i] = in[i] + (i % MACHINE_SCAN_LANES ? sum[i - 1] : 0);
    }
    int *from = array_of(t, in, sizeof in);
    CHECK(from);
    for (unsigned n = 0; n <= MOST; n += 13) {
        int *to = array_of(t, NULL, sizeof found);
        CHECK(to);
        CHECK_STATUS(lw_launch(machine_guarded_scan, line(t, BLOCKS, MACHINE_SCAN_LANES, 0), n, from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, found, to, sizeof found));
        for (int i = 0; i < MOST; i++)
            CHECK_EQUAL(found[i], (unsigned)i < n ? sum[i ^ 1] : 0);
        CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
    }
}
