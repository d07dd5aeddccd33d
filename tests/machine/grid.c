/* The barrier of cooperative grids: values that blocks keep across it, threads that have ended or diverged before
 * it. */
#include "device/grid.h"
#include <tests/fault/fault.h>

enum { MOST = MACHINE_GRID_MOST, STEPS = 4 };

static const struct {
    lw_dim3 grid, block;
} shapes[] = {{{1, 1, 1}, {1, 1, 1}},  {{1, 1, 1}, {64, 1, 1}}, {{2, 1, 1}, {31, 1, 1}}, {{6, 1, 1}, {320, 1, 1}},
              {{2, 2, 1}, {16, 8, 1}}, {{3, 1, 1}, {33, 5, 1}}, {{5, 1, 1}, {256, 1, 1}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int number(int i)
{
    return (int)((unsigned)i * 2654435761u >> 22);
}

static lw_launch_config together(struct test *t, int s)
{
    lw_launch_config config = shape(t, shapes[s].grid, shapes[s].block, 0);
    config.cooperative = true;
    return config;
}

static int threads_of(int s)
{
    return (int)(shapes[s].block.x * shapes[s].block.y);
}

static int all_of(int s)
{
    return threads_of(s) * (int)(shapes[s].grid.x * shapes[s].grid.y);
}

TEST(machine, grid_steps)
{
    for (int s = 0; s < SHAPES; s++)
        for (int steps = 1; steps <= STEPS; steps++) {
            int all = all_of(s), threads = threads_of(s);
            unsigned now[MOST], before[MOST];
            int in[MOST], out[MOST];
            for (int i = 0; i < all; i++)
                now[i] = (unsigned)(in[i] = number(i + s));
            int *a = array_of(t, in, sizeof in), *b = array_of(t, NULL, sizeof in);
            CHECK(a && b);
            CHECK_STATUS(lw_launch(machine_grid_steps, together(t, s), steps, a, b), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, a, sizeof out));
            for (int step = 1; step <= steps; step++) {
                memcpy(before, now, sizeof before);
                for (int i = 0; i < all; i++)
                    now[i] = (before[i] + before[(i + 1) % all]) * (unsigned)step;
            }
            for (int i = 0; i < all; i++)
                CHECK_EQUAL((unsigned)out[i], now[i] + (unsigned)in[i / threads * threads + threads - 1 - i % threads]);
            CHECK_STATUS(lw_free(t->device, a), LW_SUCCESS);
            CHECK_STATUS(lw_free(t->device, b), LW_SUCCESS);
        }
}

/* A block that polls lets the others run. */
TEST(machine, grid_polls, .seconds = 60)
{
    for (int s = 0; s < SHAPES; s++)
        for (int by_vote = 0; by_vote < (threads_of(s) % 32 ? 1 : 2); by_vote++) {
            int all = all_of(s), blocks = all / threads_of(s), out[MOST];
            int *come = array_of(t, NULL, sizeof *come), *a = array_of(t, NULL, sizeof out);
            CHECK(come && a);
            CHECK_STATUS(lw_launch(machine_grid_polls, together(t, s), by_vote, STEPS, come, a), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, a, sizeof out));
            for (int i = 0; i < all; i++)
                CHECK_EQUAL(out[i], STEPS * blocks);
            CHECK_STATUS(lw_free(t->device, come), LW_SUCCESS);
            CHECK_STATUS(lw_free(t->device, a), LW_SUCCESS);
        }
}

TEST(machine, grid_ends)
{
    for (int s = 0; s < SHAPES; s++)
        for (int round = 0; round < 3; round++) {
            int all = all_of(s), in[MOST], sum = 0;
            static int out[2 * MOST];
            for (int i = 0; i < all; i++) {
                in[i] = round == 0 ? 2 * number(i) : round == 1 ? number(i) : number(i / 32) + i % 2 * 2;
                in[i] -=
                    i % threads_of(s) == 0 ? in[i] % 2 : 0; /* else a whole block ends, and the others wait for it */
                sum += in[i] % 2 ? 0 : in[i];
            }
            int *from = array_of(t, in, sizeof in), *a = array_of(t, NULL, sizeof out);
            CHECK(from && a);
            CHECK_STATUS(lw_launch(machine_grid_ends, together(t, s), -1, STEPS, from, a), LW_SUCCESS);
            CHECK_CALL(array_read(t, out, a, sizeof out));
            for (int i = 0; i < all; i++)
                CHECK_EQUAL(out[MOST + i], in[i] % 2 ? 0 : STEPS * sum);
            CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
            CHECK_STATUS(lw_free(t->device, a), LW_SUCCESS);
        }
}

TEST(machine, grid_places)
{
    for (int s = 0; s < SHAPES; s++) {
        int all = all_of(s), out[MOST], mine[MOST];
        int *sums = array_of(t, NULL, STEPS * sizeof *sums), *to = array_of(t, NULL, sizeof out);
        CHECK(sums && to);
        CHECK_STATUS(lw_launch(machine_grid_places, together(t, s), STEPS, sums, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        for (int i = 0; i < all; i++)
            mine[i] = i;
        for (int step = 0; step < STEPS; step++) {
            unsigned sum = 0;
            for (int i = 0; i < all; i++)
                sum += (unsigned)mine[i];
            for (int i = 0; i < all; i++)
                mine[i] = i % 2 ? (int)((unsigned)(mine[i] + step) ^ sum) : (int)((unsigned)(mine[i] - step) + sum);
        }
        for (int i = 0; i < all; i++)
            CHECK_EQUAL(out[i], mine[i]);
        CHECK_STATUS(lw_free(t->device, sums), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
    }
}

TEST(machine, grid_until)
{
    for (int s = 0; s < SHAPES; s++) {
        int all = all_of(s), enough = 5 * all + 3, step = 0, out[MOST], sum;
        int *sums = array_of(t, NULL, 100 * sizeof *sums), *to = array_of(t, NULL, sizeof out);
        CHECK(sums && to);
        CHECK_STATUS(lw_launch(machine_grid_until, together(t, s), enough, sums, to), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, to, sizeof out));
        do {
            sum = 0;
            for (int i = 0; i < all; i++)
                sum += 1 + (i + step) % 3;
            step++;
        } while (sum < enough && ((enough -= sum) > 0));
        for (int i = 0; i < all; i++)
            CHECK_EQUAL(out[i], step * 1000 + enough);
        CHECK_STATUS(lw_free(t->device, sums), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
    }
}

TEST(machine, grid_that_cannot_meet, .cpu_only = true)
{
    int in[MOST] = {0}, *from = array_of(t, in, sizeof in), *a = array_of(t, NULL, 2 * sizeof in);
    CHECK(from && a);
    lw_launch_config config = line(t, 2, 64, 0);
    const char *text = fault_expect(t, lw_launch(machine_grid_ends, config, -1, 1, from, a), LW_ERROR_LAUNCH_FAILURE);
    if (!text)
        return;
    CHECK_CONTAINS(text, "trap: the grid cannot synchronise, its launch was not cooperative");
    CHECK_CONTAINS(text, "thread (0,0,0)");
    from = array_of(t, in, sizeof in), a = array_of(t, NULL, 2 * sizeof in);
    config = line(t, 3, 64, 0);
    config.cooperative = true;
    text = fault_expect(t, lw_launch(machine_grid_ends, config, 1, 1, from, a), LW_ERROR_DEADLOCK);
    if (!text)
        return;
    CHECK_CONTAINS(text, "waiting in lw_group_sync at");
}
