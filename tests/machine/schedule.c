/* The emulator's orders of threads, chosen by LANEWISE_SCHEDULE. Each test is a process of its own. */
#include <stdio.h>
#include <stdlib.h>

#include <lanewise/descriptor.h>

#include <tests/harness/arrays.h>
#include "device/atomic.h"

enum { LANES = 100 };

/* The order in which threads run up to a barrier and after it. */
static void record_grid(struct test *t, const char *schedule, unsigned blocks, unsigned lanes, unsigned *order)
{
    size_t size = 2 * blocks * lanes * sizeof *order;
    CHECK(setenv("LANEWISE_SCHEDULE", schedule, 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    unsigned *next = array_of(t, NULL, sizeof *next), *array = array_of(t, NULL, size);
    if (next && array && lw_launch(machine_order, line(t, blocks, lanes, 0), next, array) == LW_SUCCESS)
        array_read(t, order, array, size);
    else
        test_fail(t, __FILE__, __LINE__, "not launched under %s", schedule);
    lw_status status = lw_device_close(t->device);
    t->device = NULL;
    CHECK_STATUS(status, LW_SUCCESS);
}

/* Of one block: up to the barrier, and from order[LANES] on after it. */
static void record(struct test *t, const char *schedule, unsigned *order)
{
    record_grid(t, schedule, 1, LANES, order);
}

static void check_permutation(struct test *t, const unsigned *order)
{
    bool seen[LANES] = {false};
    for (int i = 0; i < LANES; i++) {
        CHECK(order[i] < LANES && !seen[order[i]]);
        seen[order[i]] = true;
    }
}

TEST(machine, schedule_round_robin, .host = true, .isolated = true)
{
    unsigned order[2 * LANES];
    CHECK_CALL(record(t, "round-robin", order));
    for (unsigned i = 0; i < LANES; i++)
        CHECK_EQUAL(order[i], i);
    CHECK_CALL(check_permutation(t, order + LANES));
}

TEST(machine, schedule_reverse, .host = true, .isolated = true)
{
    unsigned order[2 * LANES];
    CHECK_CALL(record(t, "reverse", order));
    for (unsigned i = 0; i < LANES; i++)
        CHECK_EQUAL(order[i], LANES - 1 - i);
    CHECK_CALL(check_permutation(t, order + LANES));
}

/* The same seed gives the same order, another seed another one. */
TEST(machine, schedule_random, .host = true, .isolated = true)
{
    unsigned first[2 * LANES], again[2 * LANES], other[2 * LANES];
    CHECK_CALL(record(t, "random:7", first));
    CHECK_CALL(record(t, "random:7", again));
    CHECK_CALL(record(t, "random:8", other));
    for (int half = 0; half < 2; half++) {
        CHECK_CALL(check_permutation(t, first + half * LANES));
        CHECK_CALL(check_permutation(t, other + half * LANES));
    }
    CHECK(memcmp(first, again, sizeof first) == 0);
    CHECK(memcmp(first, other, sizeof first) != 0);
    bool sorted = true;
    for (int i = 1; i < LANES; i++)
        sorted = sorted && first[i - 1] < first[i];
    CHECK(!sorted);
}

/* The starved warp's threads come last, up to the barrier and after it; a warp that the block lacks changes nothing. */
TEST(machine, schedule_starve, .host = true, .isolated = true)
{
    unsigned order[2 * LANES];
    CHECK_CALL(record(t, "starve:1", order));
    for (unsigned i = 0; i < LANES; i++)
        CHECK_EQUAL(order[i], i < 32 ? i : i < LANES - 32 ? i + 32 : i - (LANES - 64));
    CHECK_CALL(check_permutation(t, order + LANES));
    for (unsigned i = LANES; i < 2 * LANES; i++)
        CHECK_EQUAL(order[i] / 32 == 1, i >= 2 * LANES - 32);
    CHECK_CALL(record(t, "starve:9", order));
    for (unsigned i = 0; i < LANES; i++)
        CHECK_EQUAL(order[i], i);
}

static unsigned warp_changes(const unsigned *order)
{
    unsigned changes = 0;
    for (int i = 1; i < LANES; i++)
        changes += order[i] / 32 != order[i - 1] / 32;
    return changes;
}

/* Warps run by priority, as a whole if there is no change point; depth 1 has none. */
TEST(machine, schedule_pct, .host = true, .isolated = true)
{
    unsigned first[2 * LANES], again[2 * LANES], broken = 0;
    bool led[4] = {false};
    for (int seed = 0; seed < 60; seed++) {
        char text[32];
        snprintf(text, sizeof text, "pct:1:%d", seed);
        CHECK_CALL(record(t, text, first));
        led[first[0] / 32] = true;
        CHECK_EQUAL(warp_changes(first), 3u);
        snprintf(text, sizeof text, "pct:3:%d", seed);
        CHECK_CALL(record(t, text, first));
        CHECK_CALL(record(t, text, again));
        CHECK(memcmp(first, again, sizeof first) == 0);
        for (int half = 0; half < 2; half++)
            CHECK_CALL(check_permutation(t, first + half * LANES));
        broken += warp_changes(first) > 3;
    }
    CHECK(led[0] && led[1] && led[2] && led[3]);
    CHECK(broken > 0);
}

/* Two blocks begin in either order. */
TEST(machine, schedule_of_two_blocks, .host = true, .isolated = true)
{
    unsigned order[4];
    CHECK(setenv("LANEWISE_WORKERS", "1", 1) == 0);
    CHECK_CALL(record_grid(t, "round-robin", 2, 1, order));
    CHECK_EQUAL(order[0], 0u);
    CHECK_CALL(record_grid(t, "reverse", 2, 1, order));
    CHECK_EQUAL(order[0], 1u);
    for (int pct = 0; pct < 2; pct++) {
        bool began[2] = {false};
        for (int seed = 0; seed < 16; seed++) {
            char text[32];
            snprintf(text, sizeof text, pct ? "pct:1:%d" : "random:%d", seed);
            CHECK_CALL(record_grid(t, text, 2, 1, order));
            CHECK(order[0] < 2 && order[1] == order[0] && order[2] == 1 - order[0]);
            began[order[0]] = true;
        }
        CHECK(began[0] && began[1]);
    }
}

TEST(machine, schedule_refused, .host = true, .isolated = true)
{
    static const char *const wrong[] = {
        "fair",  "random",  "random:",  "random:x", "random:1:2", "starve",     "starve:32",
        "pct:3", "pct:0:1", "pct:17:1", "pct:3:1:", "reverse:1",  "lockstep:1", "random:18446744073709551616"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(setenv("LANEWISE_SCHEDULE", wrong[i], 1) == 0);
        CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_ERROR_INVALID_VALUE);
        CHECK(strstr(lw_last_error_message(NULL), "starve:WARP (0 to 31) or pct:DEPTH:SEED (1 to 16)"));
    }
}

/* No schedule keeps the thread that the others spin for from running forever, in the same warp or another. */
TEST(machine, schedule_lets_spinning_end, .host = true, .isolated = true, .seconds = 60)
{
    SKIP_UNDER_THREAD_SANITIZER();
    static const char *const schedules[] = {"reverse", "random:1", "pct:1:1",  "pct:1:2",
                                            "pct:3:3", "starve:0", "starve:1", "lockstep"};
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        if (strcmp(schedules[i], "lockstep") == 0 && !LW_KERNEL_OF(machine_spin_atomic)->entry[LW_ENGINE_CHECKED])
            continue; /* it needs the checked copy */
        CHECK(setenv("LANEWISE_SCHEDULE", schedules[i], 1) == 0);
        CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
        for (int setter = 0; setter < LANES; setter += 33) {
            int zeros[4] = {0}, *words = array_of(t, zeros, sizeof zeros), passed[4];
            CHECK(words);
            lw_launch_config config = line(t, 1, LANES, 0);
            CHECK_STATUS(lw_launch(machine_spin_atomic, config, setter, words, words + 1), LW_SUCCESS);
            CHECK_STATUS(lw_launch(machine_spin_volatile, config, setter, words + 2, words + 3), LW_SUCCESS);
            CHECK_CALL(array_read(t, passed, words, sizeof passed));
            CHECK(passed[1] == LANES && passed[3] == LANES);
        }
        lw_device_close(t->device);
        t->device = NULL;
    }
}
