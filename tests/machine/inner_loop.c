/* Threads that run loops of their own, in a grid-stride loop: the same number of iterations for all, or each thread its
 * own; at every count around a strip, a warp and a block. */
#include <limits.h>

#include <tests/harness/arrays.h>
#include "device/inner_loop.h"

#define MACHINE_INNER static
#include "device/inner_loop_functions.h"

typedef u32 function(const u32 *in, int i, int steps, int wrap, u32 *stored);

static const struct {
    const char *name;
    function *of;
} functions[] = {
#define ROW(name) {#name, name},
    MACHINE_INNER_FUNCTIONS(ROW)};

typedef struct arrays {
    u32 host[MACHINE_INNER_SIZE], *in, *out, *stored;
} arrays;

static lw_status launch(arrays *a, int number, lw_launch_config config, int count, int steps, int wrap)
{
    int at = 0;
#define LAUNCH(name)                                                                                                   \
    if (number == at++)                                                                                                \
        return lw_launch(machine_inner_##name, config, count, steps, wrap, a->in, a->out, a->stored);
    MACHINE_INNER_FUNCTIONS(LAUNCH)
    return LW_ERROR_INVALID_VALUE;
}

static void check(struct test *t, arrays *a, int number, lw_launch_config config, int count, int steps)
{
    static u32 out[MACHINE_INNER_SIZE], stored[MACHINE_INNER_SIZE], expected[MACHINE_INNER_SIZE];
    int wrap = INT_MAX - count / 2;
    memset(expected, 0, sizeof expected);
    CHECK_STATUS(lw_memset(t->device, a->out, 0, sizeof out), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, a->stored, 0, sizeof stored), LW_SUCCESS);
    CHECK_STATUS(launch(a, number, config, count, steps, wrap), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, a->out, sizeof out));
    CHECK_CALL(array_read(t, stored, a->stored, sizeof stored));
    for (int i = 0; i < count; i++) {
        u32 value = functions[number].of(a->host, i, steps, wrap, expected);
        if (out[i] != value)
            FAIL("%s, blocks of %u by %u, count %d, %d steps: out[%d] is %u, expected %u", functions[number].name,
                 config.block.x, config.block.y, count, steps, i, out[i], value);
    }
    if (memcmp(stored, expected, sizeof stored) != 0 || out[count] != 0)
        FAIL("%s, count %d, %d steps: other stores than expected", functions[number].name, count, steps);
}

static void check_function(struct test *t, int number)
{
    static const unsigned blocks[][3] = {{2, 16, 1}, {1, 100, 1}, {2, 256, 1}, {1, 33, 3}, {2, 16, 16}};
    static const int steps[] = {0, 1, MACHINE_INNER_STEPS};
    static const int counts[] = {1,   7,   15,  16,  17,  31,  32,  33,  63,  65,
                                 100, 117, 255, 256, 257, 511, 512, 528, 777, 1023};
    static arrays made;
    for (int i = 0; i < MACHINE_INNER_SIZE; i++)
        made.host[i] = (u32)i * 2654435761u >> 12;
    made.in = array_of(t, made.host, sizeof made.host);
    made.out = array_of(t, NULL, sizeof made.host);
    made.stored = array_of(t, NULL, sizeof made.host);
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
                lw_dim3 block = lw_make_dim3(blocks[b][1], blocks[b][2], 1);
                CHECK_CALL(
                    check(t, &made, number, shape(t, lw_make_dim3(blocks[b][0], 1, 1), block, 0), counts[c], steps[s]));
            }
    CHECK_STATUS(lw_free(t->device, made.in), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, made.out), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, made.stored), LW_SUCCESS);
}

TEST(machine, inner_loop_uniform)
{
    check_function(t, 0);
}
TEST(machine, inner_loop_own_count)
{
    check_function(t, 1);
}
TEST(machine, inner_loop_nested)
{
    check_function(t, 2);
}
TEST(machine, inner_loop_search)
{
    check_function(t, 3);
}
TEST(machine, inner_loop_collatz)
{
    check_function(t, 4);
}
TEST(machine, inner_loop_wraps)
{
    check_function(t, 5);
}
TEST(machine, inner_loop_wraps_unsigned)
{
    check_function(t, 6);
}
TEST(machine, inner_loop_two)
{
    check_function(t, 7);
}
TEST(machine, inner_loop_mixed)
{
    check_function(t, 8);
}
TEST(machine, inner_loop_some)
{
    check_function(t, 9);
}
TEST(machine, inner_loop_chain)
{
    check_function(t, 10);
}
TEST(machine, inner_loop_bytes)
{
    check_function(t, 11);
}
TEST(machine, inner_loop_stores)
{
    check_function(t, 12);
}
TEST(machine, inner_loop_triangle)
{
    check_function(t, 13);
}
TEST(machine, inner_loop_row)
{
    check_function(t, 14);
}
TEST(machine, inner_loop_row_stores)
{
    check_function(t, 15);
}
TEST(machine, inner_loop_window)
{
    check_function(t, 16);
}
TEST(machine, inner_loop_steep)
{
    check_function(t, 17);
}
