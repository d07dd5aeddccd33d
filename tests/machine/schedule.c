/* The emulator's orders of lanes, chosen by LANEWISE_SCHEDULE. Each test is a process of its own. */
#include <stdlib.h>

#include "arrays.h"
#include <tests/device/machine_atomic.h>

enum { LANES = 100 };

/* The order in which one block's lanes run up to a barrier and, from order[LANES] on, after it. */
static void record(struct test *t, const char *schedule, unsigned *order)
{
    CHECK(setenv("LANEWISE_SCHEDULE", schedule, 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    unsigned *next = array_of(t, NULL, sizeof *next), *array = array_of(t, NULL, 2 * LANES * sizeof *array);
    if (next && array && lw_launch(machine_order, line(t, 1, LANES, 0), next, array) == LW_SUCCESS)
        array_read(t, order, array, 2 * LANES * sizeof *array);
    else
        test_fail(t, __FILE__, __LINE__, "not launched under %s", schedule);
    lw_status status = lw_device_close(t->device);
    t->device = NULL;
    CHECK_STATUS(status, LW_SUCCESS);
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
