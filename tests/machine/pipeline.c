/* Loops that load for a turn before they need it, and store it to shared memory before they wait: by a condition on the
 * turn, on the lane, two turns ahead, and where a turn changes what it has loaded. The fused engine turns such loops
 * around, and loads where they store. */
#include <tests/harness/arrays.h>
#include "device/pipeline.h"

enum { TURNS = 5, CHANGE = 1000 };

enum way { PLAIN, COUNTED, LAST, WITHIN, TWO, CHANGED, WAYS };

static int number(int turn, int lane)
{
    return turn * 7919 + lane * lane;
}

static void check(struct test *t, enum way way, int lanes, int turns)
{
    int in[(TURNS + 1) * MACHINE_PIPELINE_MOST], out[MACHINE_PIPELINE_MOST], within = way == WITHIN ? lanes / 2 : lanes;
    for (int i = 0; i < (TURNS + 1) * lanes; i++)
        in[i] = number(i / lanes, i % lanes);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    lw_launch_config config = line(t, 1, (unsigned)lanes, 0);
    CHECK_STATUS(way == PLAIN     ? lw_launch(machine_pipeline, config, turns, from, to)
                 : way == COUNTED ? lw_launch(machine_pipeline_counted, config, turns, from, to)
                 : way == LAST    ? lw_launch(machine_pipeline_last, config, (unsigned)turns, from, to)
                 : way == WITHIN  ? lw_launch(machine_pipeline_within, config, turns, within, from, to)
                 : way == TWO     ? lw_launch(machine_pipeline_two, config, turns, from, to)
                                  : lw_launch(machine_pipeline_change, config, turns, from, to),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    CHECK_CALL(array_read(t, in, from, sizeof in));
    for (int lane = 0; lane < lanes; lane++) {
        int sum = 0, right = (lane + 1) % lanes;
        for (int turn = 0; turn < turns; turn++)
            sum += right < within ? (turn + 1) * number(turn, right) : 0;
        CHECK_EQUAL(out[lane], sum);
        for (int turn = 0; turn <= TURNS; turn++)
            CHECK_EQUAL(in[turn * lanes + lane],
                        number(turn, lane) + (way == CHANGED && turn > 0 && turn < turns ? CHANGE : 0));
    }
    CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
}

TEST(machine, pipeline)
{
    static const int lane_counts[] = {1, 16, 33, 64, 100, 160};
    for (enum way way = PLAIN; way < WAYS; way++)
        for (size_t i = 0; i < sizeof lane_counts / sizeof *lane_counts; i++)
            for (int turns = 1; turns <= TURNS; turns++)
                CHECK_CALL(check(t, way, lane_counts[i], turns));
}
