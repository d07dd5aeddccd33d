/* Dynamic parallelism at its limits: how many grids may be pending, out of memory, faults inside a tree. Group N. */
#include <api/test_hook.h>
#include <tests/conformance/device/N_launch.h>
#include <tests/fault/fault.h>

#define LAUNCH(...) CHECK_STATUS(lw_launch(__VA_ARGS__), LW_SUCCESS)

TEST(row, N14_the_host_says_how_many_launches_may_be_pending, .isolated = true)
{
    int *out = array_of(t, NULL, 5 * sizeof *out), got[5];
    CHECK(out);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_PENDING_LAUNCH_COUNT, 64), LW_SUCCESS);
    LAUNCH(n14_pending, line(t, 1, 1, 0), out, 200);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 63);
    CHECK_EQUAL(got[1], 69); /* cudaErrorLaunchPendingCountExceeded */
    CHECK_EQUAL(got[2], 63);
}

TEST(row, N15_kernels_read_the_limits_that_the_host_set, .isolated = true)
{
    int *out = array_of(t, NULL, 10 * sizeof *out), got[10];
    CHECK(out);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, 32 << 20), LW_SUCCESS);
    LAUNCH(n10_device, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[8], 0);
    CHECK_EQUAL(got[9], 32);
}

/* Wherever memory runs out, the thread gets an error for each refused launch, and the successful launches run. */
TEST(row, N13_no_memory_for_a_launch_is_the_lanes_error, .cpu_only = true, .isolated = true)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    bool refused = false;
    CHECK(out);
    for (long n = 1; n < 20; n++) {
        CHECK_STATUS(lw_memset(t->device, out, 0, 2 * sizeof *out), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        lw_test_fail_allocation(n);
        lw_status status = lw_launch(n_thrice, line(t, 1, 1, 0), out);
        lw_status later = lw_device_synchronize(t->device);
        lw_test_fail_allocation(0);
        CHECK(status == LW_SUCCESS || status == LW_ERROR_OUT_OF_MEMORY);
        CHECK(later == LW_SUCCESS || later == LW_ERROR_OUT_OF_MEMORY);
        array_read(t, got, out, sizeof got);
        if (status == LW_SUCCESS && later == LW_SUCCESS)
            CHECK_EQUAL(got[0] + got[1], 3); /* ran, and refused with cudaErrorMemoryAllocation */
        refused = refused || got[1];
    }
    /* Which allocation is a child's depends on how soon earlier launches have freed theirs for reuse. */
    if (!refused)
        SKIP("every launch found memory to reuse");
}

/* A child's fault stops its relatives, also those that have not begun; nothing of the tree remains. */
TEST(row, N13_a_fault_ends_the_whole_tree, .cpu_only = true)
{
    for (int i = 0; i < 20; i++) {
        int *out = array_of(t, NULL, 2 * sizeof *out), *clock = array_of(t, NULL, sizeof *clock);
        CHECK(out && clock);
        const char *report =
            fault_expect(t, lw_launch(n_doomed, line(t, 1, 1, 0), clock, out), LW_ERROR_ILLEGAL_ADDRESS);
        CHECK(report);
        CHECK_CONTAINS(report, "in kernel n_fault (");
    }
}

/* Many blocks, each with streams of its own. */
TEST(row, N6_every_block_has_a_null_stream_of_its_own)
{
    enum { BLOCKS = 64 };
    int *when = array_of(t, NULL, 4 * BLOCKS * sizeof *when), got[4 * BLOCKS];
    CHECK(when);
    LAUNCH(n6_blocks, line(t, BLOCKS, 1, 0), when);
    array_read(t, got, when, sizeof got);
    for (int i = 0; i < 4 * BLOCKS; i++)
        CHECK_EQUAL(got[i], i % 4 ? got[i - 1] + 1 : 1);
}
