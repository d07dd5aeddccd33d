/* C14 to C20: what a launch says and is refused, and what grids leave to each other. */
#include <tests/harness/arrays.h>

#include "device/C_execution.h"

/* Dynamic shared memory adds to static, and is absent if the launch does not ask for it. */
TEST(row, C14_the_execution_configuration)
{
    int *errors = array_of(t, NULL, 64 * sizeof *errors);
    CHECK(errors);
    for (int count = 0; count <= 4000; count = count * 3 + 1) {
        CHECK_STATUS(lw_launch(execution_shared, line(t, 2, 64, (size_t)count * sizeof(int)), count, errors),
                     LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, 64));
    }
    lw_launch_config config = lw_linear(lw_default_stream(t->device), 100, 64); /* 2 blocks, no dynamic shared memory */
    CHECK_EQUAL(config.dynamic_shared, 0);
    CHECK_STATUS(lw_launch(execution_shared, config, 0, errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 64));
}

TEST(row, C15_launches_beyond_the_limits_are_refused)
{
    lw_device_properties p;
    int *errors = array_of(t, NULL, 4096 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_device_get_properties(t->device, &p), LW_SUCCESS);
    CHECK_STATUS(lw_launch(execution_shared, line(t, 1, 4096, 0), 0, errors), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_MESSAGE(t->device, "block.x is 4096, the limit is 1024");
    size_t most = p.shared_memory_per_block - 256 * sizeof(int); /* beside the static ones */
    CHECK_STATUS(lw_launch(execution_shared, line(t, 1, 64, most), 10, errors), LW_SUCCESS);
    CHECK_STATUS(lw_launch(execution_shared, line(t, 1, 64, most + 1), 10, errors), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "dynamic_shared is ");
    most = p.shared_memory_per_block_optin - 256 * sizeof(int);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, LW_KERNEL_OF(execution_shared), LW_KERNEL_MAX_DYNAMIC_SHARED,
                                         (long long)most),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(execution_shared, line(t, 1, 64, most), (int)(most / sizeof(int)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 64));
    CHECK_STATUS(lw_launch(execution_shared, line(t, 1, 64, most + 1), 10, errors), LW_ERROR_INVALID_VALUE);
}

TEST(row, C16_a_block_beyond_the_launch_bounds_is_refused)
{
    int lanes = 0, *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(execution_bounded, line(t, 1, 64, 0), out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(execution_bounded, line(t, 1, 65, 0), out), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_MESSAGE(t->device, "block has 65 threads, kernel execution_bounded allows 64 (LW_LAUNCH_BOUNDS)");
    CHECK_CALL(array_read(t, &lanes, out, sizeof lanes));
    CHECK_EQUAL(lanes, 64);
}

/* The launch has returned while its kernel still waits for the caller. */
TEST(row, C17_a_launch_returns_at_once, .isolated = true, .seconds = 30)
{
    SKIP_UNDER_THREAD_SANITIZER();
    volatile int *flag = NULL;
    int done = 0, *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&flag, sizeof *flag), LW_SUCCESS);
    *flag = 0;
    CHECK_STATUS(lw_launch(execution_gate, line(t, 1, 1, 0), flag, out), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->device)), LW_ERROR_NOT_READY);
    *flag = 1;
    CHECK_CALL(array_read(t, &done, out, sizeof done));
    CHECK_EQUAL(done, 1);
}

/* Code that a thread does not execute has no effect: no write, no fault by a wild address. */
TEST(row, C18_disabled_lanes_access_nothing)
{
    int out[128], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int n = 0; n <= 64; n += 13) {
        CHECK_STATUS(lw_memset(t->device, array, 0xff, sizeof out), LW_SUCCESS);
        CHECK_STATUS(lw_launch(execution_predicated, line(t, 1, 64, 0), n, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int lane = 0; lane < 64; lane++) {
            CHECK_EQUAL(out[lane], lane < n ? lane : -1);
            CHECK_EQUAL(out[64 + lane], lane < n ? lane : -1);
        }
    }
}

TEST(row, C19_global_memory_stays_from_grid_to_grid)
{
    int before = 0, now = 0, *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(execution_persist, line(t, 1, 1, 0), 0, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &before, out, sizeof before));
    CHECK_EQUAL(before % 10, 5); /* its initial value, plus the additions of earlier runs of this case */
    for (int i = 1; i <= 4; i++)
        CHECK_STATUS(lw_launch(execution_persist, line(t, 1, 1, 0), 10 * i, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &now, out, sizeof now));
    CHECK_EQUAL(now, before + 100);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &now, LW_SYMBOL(execution_variable), sizeof now, 0), LW_SUCCESS);
    CHECK_EQUAL(now, before + 100);
}

TEST(row, C20_bytes_are_in_little_endian_order)
{
    unsigned char out[8], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_launch(execution_bytes, line(t, 1, 1, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int i = 0; i < 8; i++)
        CHECK_EQUAL(out[i], 8 - i);
}
