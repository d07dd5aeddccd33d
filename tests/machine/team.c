/* A fused cooperative grid whose blocks several OS threads run: more of them here than there may be processors. */
#include <stdio.h>
#include <stdlib.h>

#include <api/test_hook.h>
#include "device/team.h"
#include <tests/fault/fault.h>

enum {
    BLOCKS = MACHINE_TEAM_BLOCKS,
    THREADS = MACHINE_TEAM_THREADS,
    ALL = MACHINE_TEAM_ALL,
    WORKERS = 5,
    MOST_LAUNCHES = 200,
    NOWHERE = -1
};

typedef struct arrays {
    unsigned *a, *b;
    unsigned long long *multiprocessors;
} arrays;

static void open_with(struct test *t, const char *workers)
{
    CHECK(setenv("LANEWISE_ENGINE", "fused", 1) == 0 && setenv("LANEWISE_WORKERS", workers, 1) == 0);
    lw_test_limit_team(WORKERS);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
}

static void close_device(struct test *t)
{
    lw_device_close(t->device);
    t->device = NULL;
    lw_test_limit_team(0);
}

static bool is_fused(struct test *t)
{
    lw_kernel_attributes attributes;
    return lw_kernel_get_attributes(t->device, LW_KERNEL_OF(machine_team), &attributes) == LW_SUCCESS &&
           attributes.fused;
}

static unsigned hash(unsigned value, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        value ^= value << 13;
        value ^= value >> 17;
        value ^= value << 5;
    }
    return value;
}

static unsigned at_first(int i)
{
    return (unsigned)i * 2654435761u + 1;
}

static arrays make(struct test *t, int blocks)
{
    static unsigned first[ALL];
    for (int i = 0; i < blocks * THREADS; i++)
        first[i] = at_first(i);
    size_t size = (size_t)(blocks * THREADS) * sizeof *first;
    return (arrays){array_of(t, first, size), array_of(t, NULL, size),
                    array_of(t, NULL, BLOCKS * sizeof(unsigned long long))};
}

static void drop(struct test *t, arrays at)
{
    CHECK_STATUS(lw_free(t->device, at.a), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, at.b), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, at.multiprocessors), LW_SUCCESS);
}

static lw_status launch(struct test *t, lw_stream *stream, arrays at, int blocks, int steps, int rounds,
                        machine_team_fault fault, int block, int step)
{
    lw_launch_config config = line(t, (unsigned)blocks, THREADS, 0);
    config.stream = stream;
    config.cooperative = true;
    return lw_launch(machine_team, config, steps, rounds, (int)fault, block, step, at.a, at.b, at.multiprocessors,
                     NULL);
}

static void check(struct test *t, arrays at, int blocks, int steps, int rounds)
{
    static unsigned now[ALL], before[ALL], sum[ALL], kept[ALL], out[ALL];
    int all = blocks * THREADS;
    for (int i = 0; i < all; i++) {
        now[i] = at_first(i);
        kept[i] = (unsigned)i;
        sum[i] = 0;
    }
    for (int step = 0; step < steps; step++) {
        memcpy(before, now, sizeof before);
        for (int i = 0; i < all; i++) {
            now[i] = hash(before[i] + before[(i + 1) % all] + before[(i + all - THREADS) % all], rounds);
            sum[i] += now[i];
            kept[i] += now[i];
        }
    }
    CHECK_CALL(array_read(t, out, steps % 2 ? at.b : at.a, (size_t)all * sizeof *out));
    for (int i = 0; i < all; i++)
        CHECK_EQUAL(out[i], now[i] + sum[i] + kept[i / THREADS * THREADS + THREADS - 1 - i % THREADS]);
}

static int multiprocessors_of(struct test *t, arrays at)
{
    unsigned long long on[BLOCKS], any = 0;
    array_read(t, on, at.multiprocessors, sizeof on);
    for (int i = 0; i < BLOCKS; i++)
        any |= on[i];
    return __builtin_popcountll(any);
}

/* Phases long and short, blocks more and fewer than threads; with one worker, too. A busy machine may run a whole launch
 * on one worker before another wakes: several launches then show whether workers share one. */
TEST(machine, team_steps, .host = true, .isolated = true)
{
    static const struct {
        const char *workers;
        int blocks, steps, rounds;
    } runs[] = {{"5", BLOCKS, 30, 300}, {"5", BLOCKS, 2000, 0}, {"5", 5, 50, 1000}, {"5", 3, 50, 3000},
                {"5", 2, 400, 10},      {"5", 1, 50, 100},      {"1", 13, 30, 300}, {"2", BLOCKS, 30, 300}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        int blocks = runs[i].blocks, steps = runs[i].steps, rounds = runs[i].rounds;
        CHECK_CALL(open_with(t, runs[i].workers));
        bool shares = is_fused(t) && blocks > 2 && atoi(runs[i].workers) > 1 && rounds >= 300;
        int wanted = shares ? 2 : 1, most = 0;
        for (int launches = 0; most < wanted && launches < MOST_LAUNCHES; launches++) {
            arrays at = make(t, blocks);
            CHECK(at.a && at.b && at.multiprocessors);
            CHECK_STATUS(
                launch(t, lw_default_stream(t->device), at, blocks, steps, rounds, MACHINE_TEAM_NONE, NOWHERE, 0),
                LW_SUCCESS);
            CHECK_CALL(check(t, at, blocks, steps, rounds));
            int count = multiprocessors_of(t, at);
            most = count > most ? count : most;
            CHECK_CALL(drop(t, at));
        }
        if (most < wanted)
            FAIL("%d blocks of %d rounds, %s workers: %d launches ran on %d multiprocessors each", blocks, rounds,
                 runs[i].workers, MOST_LAUNCHES, most);
        close_device(t);
    }
}

/* Phases long and very short, alternately, in many launches. */
TEST(machine, team_launches, .host = true, .isolated = true)
{
    CHECK_CALL(open_with(t, "5"));
    for (int round = 0; round < 200; round++) {
        int blocks = 1 + round * 7 % BLOCKS, steps = round % 6, rounds = round % 3 * 100;
        arrays at = make(t, blocks);
        CHECK(at.a && at.b && at.multiprocessors);
        CHECK_STATUS(launch(t, lw_default_stream(t->device), at, blocks, steps, rounds, MACHINE_TEAM_NONE, NOWHERE, 0),
                     LW_SUCCESS);
        CHECK_CALL(check(t, at, blocks, steps, rounds));
        CHECK_CALL(drop(t, at));
    }
    close_device(t);
}

/* Two grids at once, and others that are not cooperative after and besides them. */
TEST(machine, team_of_two_grids, .host = true, .isolated = true)
{
    enum { STREAMS = 3, STEPS = 20, ROUNDS = 300 };
    CHECK_CALL(open_with(t, "5"));
    lw_stream *stream[STREAMS];
    arrays at[STREAMS];
    int *errors = array_of(t, NULL, 100 * sizeof *errors);
    CHECK(errors);
    for (int i = 0; i < STREAMS; i++) {
        CHECK_STATUS(lw_stream_create(t->device, &stream[i]), LW_SUCCESS);
        at[i] = make(t, BLOCKS);
        CHECK(at[i].a && at[i].b && at[i].multiprocessors);
    }
    for (int i = 0; i < STREAMS; i++)
        CHECK_STATUS(launch(t, stream[i], at[i], BLOCKS, STEPS, ROUNDS, MACHINE_TEAM_NONE, NOWHERE, 0), LW_SUCCESS);
    lw_launch_config other = line(t, 50, 100, 100 * sizeof(int));
    other.stream = stream[0];
    for (int i = 0; i < 20; i++)
        CHECK_STATUS(lw_launch(machine_barrier, other, errors), LW_SUCCESS);
    for (int i = 0; i < STREAMS; i++)
        CHECK_STATUS(lw_stream_synchronize(stream[i]), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 100));
    for (int i = 0; i < STREAMS; i++) {
        CHECK_CALL(check(t, at[i], BLOCKS, STEPS, ROUNDS));
        lw_stream_destroy(stream[i]);
    }
    close_device(t);
}

/* A block fails in the third phase, while other threads run other blocks. The device works after it. */
TEST(machine, team_faults, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    static const struct {
        machine_team_fault fault;
        lw_status status;
        const char *text, *thread;
    } faults[] = {{MACHINE_TEAM_STORE, LW_ERROR_ILLEGAL_ADDRESS, "illegal address: write to a null pointer", NULL},
                  {MACHINE_TEAM_TRAP, LW_ERROR_LAUNCH_FAILURE, "trap", NULL},
                  {MACHINE_TEAM_ASSERTION, LW_ERROR_ASSERT, "assertion `fault != MACHINE_TEAM_ASSERTION' failed",
                   "thread (5,0,0)"},
                  {MACHINE_TEAM_END, LW_ERROR_DEADLOCK, "waiting in lw_group_sync at", NULL}};
    static const int blocks[] = {0, 7, BLOCKS - 1};
    CHECK_CALL(open_with(t, "5"));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            char block[40];
            arrays at = make(t, BLOCKS);
            CHECK(at.a && at.b && at.multiprocessors);
            const char *report = fault_expect(
                t, launch(t, lw_default_stream(t->device), at, BLOCKS, 6, 300, faults[i].fault, blocks[k], 2),
                faults[i].status);
            if (!report)
                return;
            CHECK_CONTAINS(report, faults[i].text);
            /* Of the threads that wait for an ended one the first is named. */
            bool ends = faults[i].fault == MACHINE_TEAM_END;
            snprintf(block, sizeof block, "block (%d,0,0)", !ends ? blocks[k] : blocks[k] == 0 ? 1 : 0);
            CHECK_CONTAINS(report, block);
            if (faults[i].thread)
                CHECK_CALL(fault_thread(t, report, faults[i].thread));
        }
    arrays at = make(t, BLOCKS);
    CHECK(at.a && at.b && at.multiprocessors);
    CHECK_STATUS(launch(t, lw_default_stream(t->device), at, BLOCKS, 30, 300, MACHINE_TEAM_NONE, NOWHERE, 0),
                 LW_SUCCESS);
    CHECK_CALL(check(t, at, BLOCKS, 30, 300));
    close_device(t);
}

/* A block does not end in the second phase; the others wait for it, their threads asleep. */
TEST(machine, team_timeout, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    static const int blocks[] = {0, 20, BLOCKS - 1};
    CHECK(setenv("LANEWISE_TIMEOUT", "0.5", 1) == 0);
    CHECK_CALL(open_with(t, "5"));
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
        char block[40];
        arrays at = make(t, BLOCKS);
        CHECK(at.a && at.b && at.multiprocessors);
        const char *report = fault_expect(
            t, launch(t, lw_default_stream(t->device), at, BLOCKS, 6, 300, MACHINE_TEAM_LONG, blocks[k], 1),
            LW_ERROR_LAUNCH_TIMEOUT);
        if (!report)
            return;
        snprintf(block, sizeof block, "block (%d,0,0)", blocks[k]);
        CHECK_CONTAINS(report, "timeout: the block has run for more than 0.5 seconds");
        CHECK_CONTAINS(report, block);
    }
    /* No single block, but all phases together take too long. */
    arrays at = make(t, BLOCKS);
    CHECK(at.a && at.b && at.multiprocessors);
    CHECK(fault_expect(t,
                       launch(t, lw_default_stream(t->device), at, BLOCKS, 1 << 30, 300, MACHINE_TEAM_NONE, NOWHERE, 0),
                       LW_ERROR_LAUNCH_TIMEOUT));
    close_device(t);
}
