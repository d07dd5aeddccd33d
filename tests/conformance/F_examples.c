/* F10 to F12: CUDA's examples of shuffles, with their results. */
#include <tests/harness/arrays.h>

#include "device/F_shuffle.h"

static void golden(struct test *t, lw_status launched, const int *array, const int expected[32])
{
    int out[32];
    CHECK_STATUS(launched, LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int lane = 0; lane < 32; lane++)
        CHECK_EQUAL(out[lane], expected[lane]);
}

TEST(row, F10_broadcast_gives_every_lane_the_value_of_lane_0)
{
    int expected[32], *array = array_of(t, NULL, sizeof expected);
    CHECK(array);
    for (int lane = 0; lane < 32; lane++)
        expected[lane] = 1234;
    golden(t, lw_launch(shuffle_broadcast, line(t, 1, 32, 0), 1234, array), array, expected);
}

TEST(row, F11_scan_of_eight_lanes_by_shfl_up)
{
    static const int expected[32] = {31, 61, 90, 118, 145, 171, 196, 220, 23, 45, 66, 86, 105, 123, 140, 156,
                                     15, 29, 42, 54,  65,  75,  84,  92,  7,  13, 18, 22, 25,  27,  28,  28};
    int *array = array_of(t, NULL, sizeof expected);
    CHECK(array);
    golden(t, lw_launch(shuffle_scan_8, line(t, 1, 32, 0), array), array, expected);
}

TEST(row, F12_sum_by_shfl_xor_is_496_in_every_lane)
{
    int expected[32], *array = array_of(t, NULL, sizeof expected);
    CHECK(array);
    for (int lane = 0; lane < 32; lane++)
        expected[lane] = 496;
    golden(t, lw_launch(shuffle_sum, line(t, 1, 32, 0), array), array, expected);
}
