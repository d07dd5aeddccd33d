/* LANEWISE_SCHEDULE=lockstep: code that relies on lanes in step gives what a GPU before Volta gave. */
#include <stdlib.h>

#include <lanewise/descriptor.h>

#include <tests/harness/arrays.h>
#include "device/lockstep.h"

static void open_in_step(struct test *t)
{
    CHECK(setenv("LANEWISE_SCHEDULE", "lockstep", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
}

#define SKIP_WITHOUT_CHECKED_COPY()                                                                                    \
    do {                                                                                                               \
        if (!LW_KERNEL_OF(machine_lockstep_sum)->entry[LW_ENGINE_CHECKED])                                             \
            SKIP("no checked copies");                                                                                 \
    } while (0)

TEST(machine, lockstep_sum, .host = true, .isolated = true)
{
    enum { BLOCKS = 20 };
    static int in[64 * BLOCKS], out[BLOCKS];
    SKIP_WITHOUT_CHECKED_COPY();
    CHECK_CALL(open_in_step(t));
    for (int i = 0; i < 64 * BLOCKS; i++)
        in[i] = i * i % 101;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    CHECK_STATUS(lw_launch(machine_lockstep_sum, line(t, BLOCKS, 64, 0), from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int block = 0; block < BLOCKS; block++) {
        int sum = 0;
        for (int i = 0; i < 64; i++)
            sum += in[block * 64 + i];
        CHECK_EQUAL(out[block], sum);
    }
}

TEST(machine, lockstep_prefixes, .host = true, .isolated = true)
{
    static int in[1024], out[1024];
    SKIP_WITHOUT_CHECKED_COPY();
    CHECK_CALL(open_in_step(t));
    for (int i = 0; i < 1024; i++)
        in[i] = i % 13 + 1;
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    CHECK_STATUS(lw_launch(machine_lockstep_prefixes, line(t, 1, 1024, 0), from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int warp = 0; warp < 1024; warp += 32) {
        int sum = 0, all = 0;
        for (int lane = 0; lane < 32; lane++)
            all += in[warp + lane];
        for (int lane = 0; lane < 32; lane++) {
            sum += in[warp + lane];
            CHECK_EQUAL(out[warp + lane], sum + all);
        }
    }
}

/* A lane that has left a loop waits after it until the others have left it, too. */
TEST(machine, lockstep_meets_behind_a_loop, .host = true, .isolated = true)
{
    int out[33];
    SKIP_WITHOUT_CHECKED_COPY();
    CHECK_CALL(open_in_step(t));
    int *to = array_of(t, NULL, sizeof out);
    CHECK(to);
    CHECK_STATUS(lw_launch(machine_lockstep_meets, line(t, 1, 32, 0), to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int lane = 0; lane < 32; lane++)
        CHECK_EQUAL(out[lane], 7);
    CHECK_EQUAL(out[32], 8);
}
