/* C28, C29: blocks of a plain launch that wait for each other. A device holds all blocks of a small grid at once. Each test has
 * a process of its own, because a device that did not would hang. */
#include <stdlib.h>

#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "device/C_resident.h"

enum { BLOCKS = 12, THREADS = 64, WORDS = BLOCKS * THREADS };

static void meet(struct test *t, int how, int rounds)
{
    static int out[WORDS], seen[WORDS];
    unsigned *come = array_of(t, NULL, sizeof *come);
    int *to = array_of(t, NULL, sizeof out), *sums = array_of(t, NULL, sizeof seen);
    CHECK(come && to && sums);
    CHECK_STATUS(lw_launch(resident_meet, line(t, BLOCKS, THREADS, 0), how, rounds, come, to, sums), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    CHECK_CALL(array_read(t, seen, sums, sizeof seen));
    for (int i = 0; i < WORDS; i++) {
        CHECK_EQUAL(out[i], rounds);
        CHECK_EQUAL(seen[i], rounds * (rounds + 1) / 2);
    }
}

TEST(row, C28_blocks_meet_at_a_barrier_made_by_hand, .isolated = true, .seconds = 60)
{
    SKIP_UNDER_THREAD_SANITIZER();
    for (int how = 0; how < RESIDENT_POLLS; how++)
        CHECK_CALL(meet(t, how, how == RESIDENT_ALL_THREADS ? 1 : 3));
}

TEST(row, C28b_blocks_look_back_and_ahead, .isolated = true, .seconds = 60)
{
    SKIP_UNDER_THREAD_SANITIZER();
    for (int step = -1; step <= 1; step += 2) {
        int sum[BLOCKS], *ready = array_of(t, NULL, sizeof sum), *sums = array_of(t, NULL, sizeof sum);
        CHECK(ready && sums);
        CHECK_STATUS(lw_launch(resident_look, line(t, BLOCKS, THREADS, 0), step, ready, sums), LW_SUCCESS);
        CHECK_CALL(array_read(t, sum, sums, sizeof sum));
        for (int block = 0; block < BLOCKS; block++) {
            int up_to = block * (block + 1) / 2, all = BLOCKS * (BLOCKS - 1) / 2;
            CHECK_EQUAL(sum[block], step < 0 ? up_to : all - up_to + block);
        }
    }
}

TEST(row, C28c_blocks_hand_work_over, .isolated = true, .seconds = 60)
{
    SKIP_UNDER_THREAD_SANITIZER();
    enum { HANDED = 20, TAKEN = 300 };
    int out[TAKEN], *box = array_of(t, NULL, sizeof *box), *to = array_of(t, NULL, sizeof out);
    int *registered = array_of(t, NULL, sizeof *registered), *next = array_of(t, NULL, sizeof *next);
    int *taken = array_of(t, NULL, sizeof out);
    CHECK(box && to && registered && next && taken);
    CHECK_STATUS(lw_launch(resident_hand_over, line(t, BLOCKS, THREADS, 0), HANDED, box, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < HANDED; i++)
        CHECK_EQUAL(out[i], i + 1);
    CHECK_STATUS(lw_launch(resident_queue, line(t, BLOCKS, THREADS, 0), TAKEN, registered, next, taken), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, taken, sizeof out));
    for (int i = 0; i < TAKEN; i++)
        CHECK_EQUAL(out[i], 1);
}

TEST(row, C28d_a_block_spins_for_a_lock_while_its_threads_wait, .isolated = true, .seconds = 60)
{
    enum { ROUNDS = 5 };
    int count, *lock = array_of(t, NULL, sizeof *lock), *total = array_of(t, NULL, sizeof *total);
    CHECK(lock && total);
    CHECK_STATUS(lw_launch(resident_lock, line(t, BLOCKS, THREADS, 0), ROUNDS, lock, total), LW_SUCCESS);
    CHECK_CALL(array_read(t, &count, total, sizeof count));
    CHECK_EQUAL(count, BLOCKS * ROUNDS);
}

/* One multiprocessor holds 32 blocks of 64 threads. A worker's first block begins whatever the device holds, and there may be 1024
 * workers. */
TEST(row, C29_blocks_that_the_device_does_not_hold_are_reported, .host = true, .isolated = true, .seconds = 60)
{
    enum { HELD = 32, TOO_MANY = HELD + 1024 + 1 };
    CHECK(setenv("LANEWISE_TIMEOUT", "1", 1) == 0);
    CHECK_CALL(fault_open(t, "LANEWISE_PROFILE", "sm_90:1"));
    for (unsigned blocks = HELD; blocks <= TOO_MANY; blocks += TOO_MANY - HELD) {
        unsigned *come = array_of(t, NULL, sizeof *come);
        int *out = array_of(t, NULL, blocks * THREADS * sizeof *out);
        int *seen = array_of(t, NULL, blocks * THREADS * sizeof *seen);
        CHECK(come && out && seen);
        lw_status launched = lw_launch(resident_meet, line(t, blocks, THREADS, 0), RESIDENT_ATOMIC, 1, come, out, seen);
        if (blocks == HELD) {
            CHECK_STATUS(launched, LW_SUCCESS);
            CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
            continue;
        }
        const char *report = fault_expect(t, launched, LW_ERROR_LAUNCH_TIMEOUT);
        if (!report)
            return;
        CHECK_CONTAINS(report, "the device holds 32 of the grid's 1057 blocks at once");
        CHECK_CONTAINS(report, "need a cooperative launch");
    }
    fault_close(t);
}
