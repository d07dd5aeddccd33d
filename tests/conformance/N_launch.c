/* Dynamic parallelism: kernels that launch kernels. Group N. */
#include <tests/conformance/device/N_launch.h>
#include <tests/fault/fault.h>

enum { INVALID_VALUE = 1, MEMORY = 2, INVALID_CONFIGURATION = 9, DIRECTION = 21, PENDING = 69 }; /* cudaError_t */

#define LAUNCH(...) CHECK_STATUS(lw_launch(__VA_ARGS__), LW_SUCCESS)

TEST(row, N1_a_launch_is_a_grid_of_any_shape_for_every_lane_that_asks)
{
    int *out = array_of(t, NULL, 6 * sizeof *out), got[6];
    CHECK(out);
    LAUNCH(n1_launch, line(t, 1, 4, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 4 * (2 * 3) * (8 * 2 * 2)); /* four threads launched it */
    CHECK_EQUAL(got[1], 99 * 100 / 2);
    for (int lane = 0; lane < 4; lane++)
        CHECK_EQUAL(got[2 + lane], 0);
}

TEST(row, N2_a_grid_is_done_when_all_that_it_launched_is)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    CHECK(out);
    LAUNCH(n2_tree, line(t, 1, 1, 0), out, 5);
    LAUNCH(n_read, line(t, 1, 1, 0), out, out + 1); /* the next in the stream */
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 3 * 3 * 3 * 3 * 3);
    CHECK_EQUAL(got[1], 3 * 3 * 3 * 3 * 3);
}

TEST(row, N2_children_outlive_the_lane_that_launched_them)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(n2_return, line(t, 10, 32, 0), out);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 320);
}

TEST(row, N3_a_child_sees_what_was_written_before_its_launch)
{
    int *data = array_of(t, NULL, 256 * sizeof *data), *out = array_of(t, NULL, 256 * sizeof *out), got[256];
    CHECK(data && out);
    LAUNCH(n3_memory, line(t, 1, 256, 0), data, out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 256; i++)
        CHECK_EQUAL(got[i], 100 + i);
}

TEST(row, N4_a_child_may_be_given_pointers_to_globals_and_to_the_heap)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2], five = 5;
    CHECK(out);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(n_global), &five, sizeof five, 0), LW_SUCCESS);
    LAUNCH(n4_heap, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 7);
    CHECK_EQUAL(got[1], 5);
}

TEST(row, N4_a_pointer_to_shared_memory_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(n4_shared, line(t, 1, 1, 0), out), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK(report);
    CHECK_CONTAINS(report, "parameter 1 of kernel n_read points into the launching block's shared memory");
    CHECK_CONTAINS(report, "N_launch.c:");
    CHECK_CONTAINS(report, "in kernel n4_shared (");
}

TEST(row, N4_a_pointer_to_a_local_variable_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(n4_local, line(t, 1, 1, 0), out), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK(report);
    CHECK_CONTAINS(report, "parameter 1 of kernel n_read points into the launching thread's local memory");
}

TEST(row, N5_constants_are_the_same_for_parent_and_child)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2], value = 61;
    CHECK(out);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(n_constant), &value, sizeof value, 0), LW_SUCCESS);
    LAUNCH(n5_constant, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 61);
    CHECK_EQUAL(got[1], 61);
}

TEST(row, N6_children_in_a_blocks_null_stream_run_in_order)
{
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, 16 * sizeof *when), got[16];
    CHECK(clock && when);
    LAUNCH(n6_null, line(t, 1, 16, 0), clock, when);
    array_read(t, got, when, sizeof got);
    for (int i = 0; i < 16; i++)
        CHECK_EQUAL(got[i], i);
}

TEST(row, N6_streams_are_made_non_blocking_and_keep_their_order)
{
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, 3 * sizeof *when), got[3];
    int *errors = array_of(t, NULL, 7 * sizeof *errors), error[7];
    CHECK(clock && when && errors);
    LAUNCH(n6_streams, line(t, 1, 1, 0), clock, when, errors);
    array_read(t, got, when, sizeof got);
    array_read(t, error, errors, sizeof error);
    CHECK(got[0] < got[1]);
    CHECK_EQUAL(got[0] + got[1] + got[2], 0 + 1 + 2); /* all ran */
    for (int i = 0; i < 5; i++)
        CHECK_EQUAL(error[i], 0);
    CHECK_EQUAL(error[5], INVALID_VALUE); /* destroying the null stream */
    CHECK_EQUAL(error[6], INVALID_VALUE); /* launching in an invalid stream */
}

TEST(row, N7_an_event_makes_one_stream_wait_for_another)
{
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, 2 * sizeof *when), got[2];
    int *errors = array_of(t, NULL, 6 * sizeof *errors), error[6];
    CHECK(clock && when && errors);
    LAUNCH(n7_events, line(t, 1, 1, 0), clock, when, errors);
    array_read(t, got, when, sizeof got);
    array_read(t, error, errors, sizeof error);
    CHECK_EQUAL(got[0], 0);
    CHECK_EQUAL(got[1], 1);
    for (int i = 0; i < 5; i++)
        CHECK_EQUAL(error[i], 0);
    CHECK_EQUAL(error[5], INVALID_VALUE); /* without cudaEventDisableTiming */
}

TEST(row, N9_tail_launches_follow_the_grid_and_all_else_it_launched)
{
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, 5 * sizeof *when), got[5];
    CHECK(clock && when);
    LAUNCH(n9_tail, line(t, 1, 1, 0), clock, when);
    array_read(t, got, when, sizeof got);
    /* the grid, its child and the fire-and-forget one, in any order */
    CHECK_EQUAL(got[0] + got[1] + got[2], 0 + 1 + 2);
    CHECK_EQUAL(got[3], 3);
    CHECK_EQUAL(got[4], 4);
}

TEST(row, N9_a_tail_launch_may_follow_itself_without_limit)
{
    enum { TIMES = 100 };
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, (TIMES + 1) * sizeof *when),
        got[TIMES + 1];
    CHECK(clock && when);
    LAUNCH(n9_again, line(t, 1, 1, 0), clock, when, TIMES);
    array_read(t, got, when, sizeof got);
    for (int i = 0; i <= TIMES; i++)
        CHECK_EQUAL(got[i], i);
}

TEST(row, N9_the_tails_of_a_tail_run_before_the_next_one)
{
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, 4 * sizeof *when), got[4];
    CHECK(clock && when);
    LAUNCH(n9_nested_tails, line(t, 1, 1, 0), clock, when, 0);
    array_read(t, got, when, sizeof got);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(got[i], i);
}

TEST(row, N10_kernels_read_attributes_of_the_device)
{
    int *out = array_of(t, NULL, 10 * sizeof *out), got[10];
    CHECK(out);
    LAUNCH(n10_device, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 10; i += 2)
        CHECK_EQUAL(got[i], 0);
    CHECK(got[1] >= 0 && got[1] < got[3]);
    CHECK_EQUAL(got[5], 32);
    CHECK_EQUAL(got[7], 1024);
    CHECK_EQUAL(got[9], 8); /* N15: the host's limits hold; 8 MiB unless it sets another */
}

TEST(row, N11_kernels_queue_copies_and_sets_of_global_memory)
{
    static const int before[8] = {7, 7, 7, 7, 7, 7, 7, 7}, after[8] = {0, 0, 0, 0, 1, 0, 0, 0};
    int *data = array_of(t, before, sizeof before), got[8], *errors = array_of(t, NULL, 6 * sizeof *errors), error[6];
    CHECK(data && errors);
    LAUNCH(n11_transfers, line(t, 1, 1, 0), data, errors);
    array_read(t, got, data, sizeof got);
    array_read(t, error, errors, sizeof error);
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(error[i], 0);
    CHECK_EQUAL(error[3], INVALID_VALUE); /* from a local variable */
    CHECK_EQUAL(error[4], INVALID_VALUE); /* to shared memory */
    CHECK_EQUAL(error[5], DIRECTION);
    for (int i = 0; i < 8; i++)
        CHECK_EQUAL(got[i], after[i]);
}

/* CUDA 13.0's own function sets zeros on an H200, for any value. */
TEST(row, N11b_a_kernels_set_has_a_value, .cpu_only = true)
{
    int *data = array_of(t, NULL, 3 * sizeof *data), got[3];
    CHECK(data);
    LAUNCH(n11_set, line(t, 1, 1, 0), data);
    array_read(t, got, data, sizeof got);
    CHECK_EQUAL(got[0], 0x01010101);
    CHECK_EQUAL(got[1], 0x01010101);
    CHECK_EQUAL(got[2], 0);
}

/* A named stream without work ends with its grid; impossible calls are refused. */
TEST(row, N11_streams_that_get_nothing, .cpu_only = true)
{
    static const int expected[6] = {0, 0, INVALID_VALUE, INVALID_VALUE, INVALID_VALUE, INVALID_VALUE};
    int *data = array_of(t, NULL, sizeof *data), *errors = array_of(t, NULL, sizeof expected), got[6];
    CHECK(data && errors);
    LAUNCH(n11_nothing, line(t, 1, 1, 0), data, errors);
    array_read(t, got, errors, sizeof got);
    for (int i = 0; i < 6; i++)
        CHECK_EQUAL(got[i], expected[i]);
}

TEST(row, N12_cudaMalloc_in_a_kernel_is_the_heap_of_malloc)
{
    int *out = array_of(t, NULL, 7 * sizeof *out), got[7];
    CHECK(out);
    LAUNCH(n12_malloc, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 0);
    CHECK_EQUAL(got[1], 1);
    CHECK_EQUAL(got[2], 0);
    CHECK_EQUAL(got[3], 0);
    CHECK_EQUAL(got[4], 0);
    CHECK_EQUAL(got[5], MEMORY);
    CHECK_EQUAL(got[6], MEMORY);
}

TEST(row, N13_a_lane_reads_and_clears_its_latest_error)
{
    int *out = array_of(t, NULL, 12 * sizeof *out), got[12];
    CHECK(out);
    LAUNCH(n13_errors, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], INVALID_CONFIGURATION);
    CHECK_EQUAL(got[1], INVALID_CONFIGURATION);
    CHECK_EQUAL(got[2], INVALID_CONFIGURATION);
    CHECK_EQUAL(got[3], 0);
    CHECK_EQUAL(got[10], 0); /* nothing was launched */
    CHECK_EQUAL(got[11], 1);
}

TEST(row, N13_errors_are_each_lanes_own)
{
    int *out = array_of(t, NULL, 4 * sizeof *out), got[4];
    CHECK(out);
    LAUNCH(n13_lanes, line(t, 1, 4, 0), out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(got[i], i == 1 ? INVALID_CONFIGURATION : 0);
}

TEST(row, N13_a_refused_launch_does_nothing_and_says_why)
{
    int *out = array_of(t, NULL, 21 * sizeof *out), got[21];
    CHECK(out);
    LAUNCH(n13_shapes, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 7; i++)
        CHECK_EQUAL(got[i], INVALID_CONFIGURATION);
    CHECK_EQUAL(got[7], 4);
    CHECK_EQUAL(got[20], 0);
}

TEST(row, N13_a_childs_fault_comes_to_the_host, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(n13_fault, line(t, 1, 1, 0), out), LW_ERROR_ILLEGAL_ADDRESS);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "in kernel n_fault (");
    CHECK_CONTAINS(report, "launched by kernel n13_fault at ");
}

TEST(row, N14_grids_nest_40_deep)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    CHECK(out);
    LAUNCH(n14_deep, line(t, 1, 1, 0), out, 40);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 41);
    CHECK_EQUAL(got[1], 0);
}

TEST(row, N14_2048_launches_may_be_pending)
{
    int *out = array_of(t, NULL, 5 * sizeof *out), got[5];
    CHECK(out);
    LAUNCH(n14_pending, line(t, 1, 1, 0), out, 2060);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 2047); /* and the one that blocks them */
    CHECK_EQUAL(got[1], PENDING);
    CHECK_EQUAL(got[2], 2047);
}

TEST(row, N16_parameters_of_every_size_and_alignment_arrive)
{
    static const double expected[] = {1, 2.5, 321, -4, 1099511627776.0, 0.25};
    double *out = array_of(t, NULL, sizeof expected), got[6];
    CHECK(out);
    LAUNCH(n16_parameters, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 6; i++)
        CHECK(got[i] == expected[i]);
}

TEST(row, N16_parameters_are_copied_at_the_launch)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    CHECK(out);
    LAUNCH(n16_large, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 499 * 500 / 2);
    CHECK_EQUAL(got[1], -500);
}

TEST(row, N17_the_address_of_a_variable_is_the_same_in_a_child)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2], six = 6;
    CHECK(out);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(n_constant), &six, sizeof six, 0), LW_SUCCESS);
    LAUNCH(n17_symbols, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 6);
    CHECK_EQUAL(got[1], 50);
}
