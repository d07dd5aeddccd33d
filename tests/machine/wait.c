/* Lanes and blocks that wait for each other: nobody is kept from running for good. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "device/atomic.h"
#include "device/wait.h"

static void spin(struct test *t, bool by_atomics, int lanes, int setter)
{
    int *flag = array_of(t, NULL, sizeof *flag), *passed = array_of(t, NULL, sizeof *passed), count;
    CHECK(flag && passed);
    lw_launch_config config = line(t, 1, (unsigned)lanes, 0);
    CHECK_STATUS(by_atomics ? lw_launch(machine_spin_atomic, config, setter, flag, passed)
                            : lw_launch(machine_spin_volatile, config, setter, flag, passed),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, &count, passed, sizeof count));
    CHECK_EQUAL(count, lanes);
}

/* The last thread runs last on an emulator, the first one first: whichever sets the flag, the others must see it. */
TEST(machine, spin_volatile, .seconds = 60)
{
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK_CALL(spin(t, false, 2, 1));
    CHECK_CALL(spin(t, false, 2, 0));
    CHECK_CALL(spin(t, false, 33, 32));
    CHECK_CALL(spin(t, false, 100, 99));
    CHECK_CALL(spin(t, false, 100, 50));
}

TEST(machine, spin_atomic, .seconds = 60)
{
    CHECK_CALL(spin(t, true, 2, 1));
    CHECK_CALL(spin(t, true, 32, 31));
    CHECK_CALL(spin(t, true, 1024, 1023));
    CHECK_CALL(spin(t, true, 1024, 0));
}

/* Lanes of one warp contend for a lock: each has a program counter of its own. */
TEST(machine, lock, .seconds = 60)
{
    static const unsigned shapes[][2] = {{1, 32}, {1, 100}, {8, 64}};
    enum { TURNS = 10 };
    for (int i = 0; i < 3; i++) {
        int *lock = array_of(t, NULL, sizeof *lock), *total = array_of(t, NULL, sizeof *total), count;
        CHECK(lock && total);
        CHECK_STATUS(lw_launch(machine_lock, line(t, shapes[i][0], shapes[i][1], 0), TURNS, lock, total), LW_SUCCESS);
        CHECK_CALL(array_read(t, &count, total, sizeof count));
        CHECK_EQUAL(count, shapes[i][0] * shapes[i][1] * TURNS);
    }
}

static void check_ones(struct test *t, const int *array, unsigned count)
{
    static int out[1024];
    CHECK_CALL(array_read(t, out, array, count * sizeof *out));
    for (unsigned i = 0; i < count; i++)
        CHECK_EQUAL(out[i], 1);
}

/* The awaited value comes through the thread's own memory. */
TEST(machine, wait_through_own_memory, .seconds = 60)
{
    static const unsigned lane_counts[] = {2, 32, 100, 1024};
    static const int zeros[1024];
    int *none = array_of(t, zeros, sizeof zeros), *array = array_of(t, NULL, sizeof zeros), out[1024];
    CHECK(none && array);
    for (size_t i = 0; i < sizeof lane_counts / sizeof *lane_counts; i++) {
        unsigned lanes = lane_counts[i];
        CHECK_STATUS(lw_launch(machine_wait_for_pair, line(t, 1, lanes, 0), array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, lanes * sizeof *out));
        for (unsigned k = 0; k < lanes; k++)
            CHECK_EQUAL(out[k], k == 0 ? 42 : 0);
        CHECK_STATUS(lw_launch(machine_wait_in_own_array, line(t, 1, lanes, 0), none, array), LW_SUCCESS);
        CHECK_CALL(check_ones(t, array, lanes));
    }
    int *lock = array_of(t, NULL, sizeof *lock), *total = array_of(t, NULL, sizeof *total), count;
    CHECK(lock && total);
    CHECK_STATUS(lw_launch(machine_wait_by_exchange, line(t, 2, 100, 0), lock, total), LW_SUCCESS);
    CHECK_CALL(array_read(t, &count, total, sizeof count));
    CHECK_EQUAL(count, 200);
}

/* Also if earlier launches of the kernel, in which no thread had to wait, were short. */
TEST(machine, wait_for_blocks, .seconds = 60)
{
    enum { SHORT = 20, LANES = 64, BLOCKS = 12 };
    unsigned *come = array_of(t, NULL, sizeof *come);
    int *out = array_of(t, NULL, BLOCKS * LANES * sizeof *out);
    CHECK(come && out);
    for (int by_vote = 0; by_vote < 2; by_vote++)
        for (int i = 0; i <= SHORT; i++) {
            unsigned wanted = i < SHORT ? 0 : BLOCKS;
            CHECK_STATUS(lw_memset(t->device, come, 0, sizeof *come), LW_SUCCESS);
            CHECK_STATUS(lw_memset(t->device, out, 0, BLOCKS * LANES * sizeof *out), LW_SUCCESS);
            CHECK_STATUS(by_vote
                             ? lw_launch(machine_wait_for_blocks_by_vote, line(t, BLOCKS, LANES, 0), wanted, come, out)
                             : lw_launch(machine_wait_for_blocks, line(t, BLOCKS, LANES, 0), wanted, come, out),
                         LW_SUCCESS);
            if (wanted || i == 0)
                CHECK_CALL(check_ones(t, out, BLOCKS * LANES));
        }
}

/* Earlier warps wait for later ones, and others must not keep those from running. */
TEST(machine, wait_for_warps, .seconds = 60)
{
    static const unsigned thread_counts[] = {64, 96, 256, 1024};
    enum { BLOCKS = 3 };
    static int out[BLOCKS * 1024];
    int *to = array_of(t, NULL, sizeof out);
    CHECK(to);
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++)
        for (int by_vote = 0; by_vote < 2; by_vote++) {
            unsigned threads = thread_counts[i];
            CHECK_STATUS(by_vote ? lw_launch(machine_wait_for_warp_by_vote, line(t, BLOCKS, threads, 0), to)
                                 : lw_launch(machine_wait_for_warp_by_shuffle, line(t, BLOCKS, threads, 0), to),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, to, BLOCKS * threads * sizeof *out));
            for (unsigned k = 0; k < BLOCKS * threads; k++)
                CHECK_EQUAL(out[k], (int)(threads / 32 - k % threads / 32));
        }
}

TEST(machine, wait_for_tile, .seconds = 60)
{
    static const unsigned thread_counts[] = {128, 192, 256, 1024};
    static int out[1024];
    int *to = array_of(t, NULL, sizeof out);
    CHECK(to);
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
        unsigned threads = thread_counts[i];
        CHECK_STATUS(lw_memset(t->device, to, 0, sizeof out), LW_SUCCESS);
        CHECK_STATUS(lw_launch(machine_wait_for_tile, line(t, 1, threads, 0), to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, threads * sizeof *out));
        for (unsigned k = 0; k < threads; k++)
            CHECK_EQUAL(out[k], k < 32 ? 5 : k < 64 ? 0 : (int)(k ^ 63));
    }
}

/* A flag that one thread sets is read between barriers, as in searches along a merge's path. */
TEST(machine, wait_between_barriers, .seconds = 60)
{
    static const unsigned thread_counts[] = {2, 32, 33, 256};
    enum { BLOCKS = 50, COUNT = 1000 };
    static int sorted[COUNT], out[BLOCKS * 256];
    for (int i = 0; i < COUNT; i++)
        sorted[i] = i * i / 20000;
    int *from = array_of(t, sorted, sizeof sorted), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (size_t i = 0; i < sizeof thread_counts / sizeof *thread_counts; i++) {
        unsigned threads = thread_counts[i];
        CHECK_STATUS(lw_launch(machine_wait_search, line(t, BLOCKS, threads, 0), COUNT, from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, BLOCKS * threads * sizeof *out));
        for (unsigned k = 0; k < BLOCKS * threads; k++) {
            int last = COUNT - 1;
            while (sorted[last] > (int)(k / threads))
                last--;
            CHECK_EQUAL(out[k], last);
        }
    }
}

/* Loops that are entered at different places. */
TEST(machine, wait_in_loops_entered_twice)
{
    static const unsigned lane_counts[] = {1, 32, 100, 256};
    enum { BLOCKS = 3, TURNS = 9, MOST = 3000 };
    static const int in[BLOCKS] = {1, 2, 1000};
    static int out[BLOCKS * 256];
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    for (size_t i = 0; i < sizeof lane_counts / sizeof *lane_counts; i++) {
        unsigned lanes = lane_counts[i];
        CHECK_STATUS(lw_launch(machine_wait_entered_twice, line(t, BLOCKS, lanes, 0), MOST, from, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, BLOCKS * lanes * sizeof *out));
        for (unsigned k = 0; k < BLOCKS * lanes; k++) {
            int x = in[k / lanes];
            do
                x = x * 3 + 1;
            while (x <= MOST);
            CHECK_EQUAL(out[k], x);
        }
        CHECK_STATUS(lw_launch(machine_wait_goto, line(t, BLOCKS, lanes, 0), TURNS, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, BLOCKS * lanes * sizeof *out));
        for (unsigned k = 0; k < BLOCKS * lanes; k++)
            CHECK_EQUAL(out[k], 2 * TURNS * (2 * TURNS - 1));
    }
}
