/* W51, W52: one family of functions a process, and the same bits in every thread. */
#include <stdlib.h>
#include <string.h>

#include <tests/harness/arrays.h>

#include "device/W_math.h"
#include "numbers.h"

enum { POINTS = 512 };

/* A function of the same numbers, by blocks of `lanes`, the last one partial. */
static void values(struct test *t, math_function function, const void *in, unsigned lanes, bool single, void *out)
{
    void *array = array_of(t, NULL, POINTS * sizeof(double));
    CHECK(array);
    lw_launch_config grid = line(t, (POINTS + lanes - 1) / lanes, lanes, 0);
    lw_status status = single ? lw_launch(math_floats, grid, function, POINTS, in, array)
                              : lw_launch(math_doubles, grid, function, POINTS, in, array);
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, POINTS * (single ? sizeof(float) : sizeof(double))));
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

TEST(row, W51_equal_arguments_give_equal_bits_in_every_lane_block_and_tail)
{
    double x[4 * POINTS], twice[2][POINTS];
    float fx[4 * POINTS], single[2][POINTS];
    for (int i = 0; i < 4 * POINTS; i++) {
        x[i] = random_double(t);
        fx[i] = random_float(t);
        if (x[i] != x[i] || x[i] > 1e9)
            x[i] = 1;
        if (fx[i] != fx[i] || fx[i] > 1e9f)
            fx[i] = 1;
    }
    void *in = array_of(t, x, sizeof x), *fin = array_of(t, fx, sizeof fx);
    CHECK(in && fin);
    for (int function = 0; function < MATH_jn; function++) {
        for (int k = 0; k < 2; k++) {
            CHECK_CALL(values(t, (math_function)function, fin, k ? 7 : 256, true, single[k]));
            CHECK_CALL(values(t, (math_function)function, in, k ? 7 : 256, false, twice[k]));
        }
        CHECK_EQUAL(memcmp(single[0], single[1], sizeof single[0]), 0);
        CHECK_EQUAL(memcmp(twice[0], twice[1], sizeof twice[0]), 0);
    }
}

/* The first opening of the CPU reports it; the process keeps its first family. */
TEST(row, W52_a_family_that_does_not_exist_is_refused, .host = true, .isolated = true)
{
    lw_device *device;
    setenv("LANEWISE_MATH", "fused", 1);
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "LANEWISE_MATH is \"fused\": it must be fma or nofma");
    unsetenv("LANEWISE_MATH");
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
}
