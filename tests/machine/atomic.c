/* Atomics of many threads at once. The rows of conformance/G_atomics.c test those of one thread. */
#include <tests/harness/arrays.h>
#include "device/atomic.h"

TEST(machine, atomic_crowd)
{
    enum { BLOCKS = 37, LANES = 333, ALL = BLOCKS * LANES };
    machine_shares shares = {.minimum = 0xffffffffu}, *array = array_of(t, &shares, sizeof shares);
    unsigned *taken = array_of(t, NULL, ALL * sizeof *taken);
    static unsigned seen[ALL];
    CHECK(array && taken);
    CHECK_STATUS(lw_launch(machine_atomic_crowd, line(t, BLOCKS, LANES, 0), array, taken), LW_SUCCESS);
    CHECK_CALL(array_read(t, &shares, array, sizeof shares));
    CHECK_CALL(array_read(t, seen, taken, sizeof seen));
    CHECK_EQUAL(shares.count, ALL);
    CHECK_EQUAL(shares.minimum, 0);
    CHECK_EQUAL(shares.maximum, ALL - 1);
    CHECK_EQUAL(shares.bits, 0xffffffffu);
    CHECK_EQUAL(shares.sum, (long long)ALL * (ALL - 1) / 2);
    CHECK_EQUAL(shares.wheel, ALL % 10);
    CHECK(shares.whole == (float)ALL);
    for (int i = 0; i < ALL; i++)
        CHECK_EQUAL(seen[i], 1); /* each value was returned to one thread */
}

static void check_retries(struct test *t, const machine_retries *found, int lanes, unsigned again)
{
    CHECK(found->sum == (float)lanes);
    CHECK(found->wide == 2.0 * lanes);
    CHECK_EQUAL(found->most, lanes - 1);
    CHECK_EQUAL(found->again, again);
    CHECK_EQUAL(found->seen, 3 * (unsigned)lanes);
}

TEST(machine, atomic_retry)
{
    static const int lane_counts[] = {1, 32, 100, 256};
    enum { BLOCKS = 13 };
    machine_retries zero = {0}, all[BLOCKS];
    for (int i = 0; i < 4; i++) {
        unsigned lanes = (unsigned)lane_counts[i];
        machine_retries *words = array_of(t, &zero, sizeof zero), *blocks = array_of(t, NULL, sizeof all);
        CHECK(words && blocks);
        CHECK_STATUS(lw_launch(machine_atomic_retry, line(t, BLOCKS, lanes, 0), words), LW_SUCCESS);
        CHECK_CALL(array_read(t, all, words, sizeof zero));
        CHECK_CALL(check_retries(t, all, (int)(BLOCKS * lanes), 0));
        CHECK_STATUS(lw_launch(machine_atomic_retry_shared, line(t, BLOCKS, lanes, 0), blocks), LW_SUCCESS);
        CHECK_CALL(array_read(t, all, blocks, sizeof all));
        for (int k = 0; k < BLOCKS; k++)
            CHECK_CALL(check_retries(t, &all[k], (int)lanes, 3 * lanes));
    }
}
