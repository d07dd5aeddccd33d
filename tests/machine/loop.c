/* Loops behind the end of some lanes, here and there: those that are left turn them by themselves. */
#include <tests/harness/arrays.h>
#include "device/loop.h"

enum { BLOCKS = 2, MOST = 1024, TURNS = 7 };

static void check(struct test *t, int way, unsigned lanes, int turns)
{
    static int in[BLOCKS * MOST], out[BLOCKS * MOST];
    unsigned all = BLOCKS * lanes;
    for (unsigned i = 0; i < all; i++)
        in[i] = (int)(i * 2654435761u >> 15);
    int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof out);
    CHECK(from && to);
    lw_launch_config config = line(t, BLOCKS, lanes, 0);
    CHECK_STATUS(way == 0   ? lw_launch(machine_loop_of_the_rest, config, turns, from, to)
                 : way == 1 ? lw_launch(machine_loop_by_condition, config, turns, from, to)
                            : lw_launch(machine_loop_behind_a_barrier, config, turns, from, to),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (unsigned i = 0; i < all; i++) {
        int sum = 0;
        for (int turn = 0; turn < turns && in[i] % 2 != 0; turn++)
            sum += turn * in[i] + in[turn];
        CHECK_EQUAL(out[i], sum);
    }
    CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
}

TEST(machine, loop_of_some)
{
    static const unsigned lane_counts[] = {7, 32, 100, 256, 1024};
    for (int way = 0; way < 3; way++)
        for (size_t i = 0; i < sizeof lane_counts / sizeof *lane_counts; i++)
            for (int turns = 0; turns <= TURNS; turns += TURNS)
                CHECK_CALL(check(t, way, lane_counts[i], turns));
}
