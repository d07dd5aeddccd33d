/* The kernel language: functions, parameters, variables, hints. Group A; refused.sh has the programs that must not
 * compile. */
#include <tests/conformance/device/A_language.h>
#include <tests/fault/fault.h>

#define LAUNCH(...) CHECK_STATUS(lw_launch(__VA_ARGS__), LW_SUCCESS)

TEST(row, A1_a_launch_returns_before_the_kernel_ends)
{
    void *flag;
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    CHECK_STATUS(lw_malloc_host(t->device, &flag, sizeof(int)), LW_SUCCESS);
    volatile int *open = flag;
    *open = 0;
    lw_status launched = lw_launch(a1_wait, line(t, 1, 1, 0), open, out);
    lw_status query = lw_stream_query(lw_default_stream(t->device));
    *open = 1;
    array_read(t, &got, out, sizeof got);
    lw_free_host(t->device, flag);
    CHECK_STATUS(launched, LW_SUCCESS);
    CHECK_STATUS(query, LW_ERROR_NOT_READY);
    CHECK_EQUAL(got, 1);
}

TEST(row, A2_kernels_call_device_functions)
{
    int *out = array_of(t, NULL, 32 * sizeof *out), got[32];
    CHECK(out);
    LAUNCH(a2_functions, line(t, 1, 32, 0), out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(got[i], i + 1111);
}

TEST(row, A3_a_host_device_function_is_compiled_for_both)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a3_both, line(t, 1, 1, 0), 12, out);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 147);
    CHECK_EQUAL(a3_on_the_host(12), 147);
}

TEST(row, A5_the_architecture_is_defined_in_the_GPUs_copy_alone)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a5_arch, line(t, 1, 1, 0), out);
    array_read(t, &got, out, sizeof got);
    if (on_cpu(t))
        CHECK_EQUAL(got, 0);
    else
        CHECK(got >= 750 && got % 10 == 0);
}

TEST(row, A6_noinline_and_forceinline_change_no_result)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a2_functions, line(t, 1, 1, 0), out); /* calls one of each */
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 1111);
}

TEST(row, A7_a_kernel_takes_up_to_32764_bytes_copied_at_the_launch)
{
    static struct a7_most all;
    int count = (int)(sizeof all.word / sizeof all.word[0]);
    long long got = 0;
    CHECK_EQUAL(sizeof all, 32764);
    for (int i = 0; i < count; i++)
        all.word[i] = i;
    LAUNCH(a7_large, line(t, 1, 1, 0), all);
    memset(&all, -1, sizeof all);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &got, LW_SYMBOL(a7_sum), sizeof got, 0), LW_SUCCESS);
    CHECK_EQUAL(got, (long long)count * (count - 1) / 2);
}

TEST(row, A7_parameters_of_every_kind_arrive)
{
    const double five = 5.5;
    const struct a7_odd odd = {"abcd", 2.5};
    double *e = array_of(t, &five, sizeof five), *out = array_of(t, NULL, 6 * sizeof *out), got[6];
    CHECK(e && out);
    LAUNCH(a7_kinds, line(t, 1, 1, 0), -3, odd, 1000, 0.125f, e, out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] == -3 && got[1] == 2.5 && got[2] == 1000 && got[3] == 0.125 && got[4] == 5.5 && got[5] == 0);
}

TEST(row, A8_device_functions_recurse)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a8_ackermann, line(t, 1, 1, 0), 2, 3, out);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 9);
}

TEST(row, A8_recursion_without_end_overflows_the_stack, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    lw_status status = lw_launch(a8_overflow, line(t, 1, 1, 0), out);
    CHECK_STATUS(status, LW_SUCCESS);
    status = lw_device_synchronize(t->device);
    CHECK(LW_ERROR_IS_STICKY(status)); /* on a GPU, whatever the writes beyond the stack hit first */
    if (on_cpu(t))
        CHECK_STATUS(status, LW_ERROR_STACK_OVERFLOW);
}

TEST(row, A9_pointers_to_device_functions_work_on_the_device)
{
    int *out = array_of(t, NULL, 96 * sizeof *out), got[96];
    CHECK(out);
    LAUNCH(a9_pointers, line(t, 3, 32, 0), out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 32; i++) {
        CHECK_EQUAL(got[i], i + 1);
        CHECK_EQUAL(got[32 + i], 2 * i);
        CHECK_EQUAL(got[64 + i], -i);
    }
}

TEST(row, A10_a_global_is_one_object_that_outlives_kernels)
{
    int *out = array_of(t, NULL, sizeof *out), got, counter = 100;
    short two = 20;
    CHECK(out);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(a10_counter), &counter, sizeof counter, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(a10_table), &two, sizeof two, 8 * sizeof two), LW_SUCCESS);
    LAUNCH(a10_count, line(t, 10, 64, 0), out);
    LAUNCH(a10_count, line(t, 10, 64, 0), out);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &counter, LW_SYMBOL(a10_counter), sizeof counter, 0), LW_SUCCESS);
    CHECK_EQUAL(counter, 100 + 2 * 640);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 8 + 20);
}

TEST(row, A11_a_constant_is_as_initialised_until_the_host_writes_it)
{
    float *out = array_of(t, NULL, 4 * sizeof *out), got[4], one = 1;
    CHECK(out);
    LAUNCH(a11_read, line(t, 1, 4, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] == 0.5f && got[1] == 0.25f && got[2] == 0);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(a11_taps), &one, sizeof one, 3 * sizeof one), LW_SUCCESS);
    LAUNCH(a11_read, line(t, 1, 4, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] == 0.5f && got[1] == 0.25f && got[2] == 0 && got[3] == 1);
}

TEST(row, A12_a_shared_variable_is_one_object_a_block)
{
    int *out = array_of(t, NULL, 8 * 32 * sizeof *out), got[8 * 32];
    CHECK(out);
    LAUNCH(a12_shared, line(t, 8, 32, 0), out);
    array_read(t, got, out, sizeof got);
    for (int block = 0; block < 8; block++)
        for (int lane = 0; lane < 32; lane++)
            CHECK_EQUAL(got[32 * block + lane], 2 * (100 * block + 31 - lane));
}

TEST(row, A13_all_dynamic_shared_arrays_are_the_same_memory)
{
    int *out = array_of(t, NULL, 3 * sizeof *out), got[3];
    CHECK(out);
    LAUNCH(a13_same, line(t, 1, 1, 64), out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 7);
    CHECK_EQUAL(got[1], 1);
    CHECK_EQUAL(got[2], 0); /* aligned to 16 */
}

/* As nvcc does, static shared memory counts the bytes before. */
TEST(row, A13d_dynamic_shared_memory_has_the_alignment_of_its_type)
{
    static const unsigned sizes[] = {128, 1024, 4096, 40960};
    unsigned *out = array_of(t, NULL, 3 * sizeof *out), got[3];
    lw_kernel_attributes rows, tiles;
    CHECK(out);
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(lw_memset(t->device, out, 0, 3 * sizeof *out), LW_SUCCESS);
        LAUNCH(a13_rows, line(t, 3, 33, sizes[i]), sizes[i], out);
        LAUNCH(a13_tiles, line(t, 3, 64, sizes[i]), sizes[i], out);
        array_read(t, got, out, sizeof got);
        for (int k = 0; k < 3; k++)
            CHECK_EQUAL(got[k], 0);
    }
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(a13_rows), &rows), LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(a13_tiles), &tiles), LW_SUCCESS);
    CHECK_EQUAL(rows.static_shared % 128, 0);
    CHECK_EQUAL(tiles.static_shared, 1024);
}

TEST(row, A13_floats_behind_128_shorts)
{
    float *out = array_of(t, NULL, 32 * sizeof *out), got[32];
    CHECK(out);
    LAUNCH(a13_shorts, line(t, 1, 32, 128 * 2 + 32 * 4), 128, out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 32; i++)
        CHECK(got[i] == (float)(31 - i));
}

/* The CPU reads and writes at any address. */
TEST(row, A13_floats_behind_127_shorts_are_misaligned, .cuda_only = true, .isolated = true)
{
    float *out = array_of(t, NULL, 32 * sizeof *out);
    CHECK(out);
    fault_expect(t, lw_launch(a13_shorts, line(t, 1, 32, 128 * 2 + 32 * 4), 127, out), LW_ERROR_MISALIGNED_ADDRESS);
}

TEST(row, A14_a_static_of_a_function_is_one_object_of_the_device, .isolated = true)
{
    int *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    CHECK(out);
    for (int i = 1; i <= 3; i++) {
        LAUNCH(a14_statics, line(t, 1, 1, 0), out);
        array_read(t, got, out, sizeof got);
        CHECK_EQUAL(got[0], 40 + i);
        CHECK_EQUAL(got[1], 2 * i);
    }
}

TEST(row, A17_restrict_promises_what_holds)
{
    static float x[100], got[100];
    for (int i = 0; i < 100; i++)
        x[i] = (float)i;
    float *from = array_of(t, x, sizeof x), *to = array_of(t, NULL, sizeof x);
    CHECK(from && to);
    LAUNCH(a17_restrict, line(t, 1, 32, 0), 100, from, to);
    array_read(t, got, to, sizeof got);
    for (int i = 0; i < 100; i++)
        CHECK(got[i] == 2.0f * (float)i);
}

TEST(row, A18_a_volatile_variable_is_read_each_time)
{
    SKIP_UNDER_THREAD_SANITIZER();
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a18_volatile, line(t, 1, 2, 0), out);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 3);
}

TEST(row, A19_pragma_unroll_changes_no_result)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a19_unroll, line(t, 1, 1, 0), 10, out);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 6 + 45 + 45);
}

TEST(row, A20_pragmas_of_nvcc_are_taken_by_every_compiler)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a19_unroll, line(t, 1, 1, 0), 0, out); /* stands between two */
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 6);
}

TEST(row, A21_128_bit_integers)
{
    unsigned long long *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    CHECK(out);
    LAUNCH(a21_wide, line(t, 1, 1, 0), 0xfedcba9876543210ull, 0x123456789abcdef0ull, out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] == 0x236d88fe5618cf00ull);
    CHECK(got[1] == 0x121fa00ad77d7422ull);
}

TEST(row, A22_constants_of_the_file_have_their_values_on_the_device)
{
    double *out = array_of(t, NULL, 2 * sizeof *out), got[2];
    CHECK(out);
    LAUNCH(a22_constants, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] == 7 && got[1] == 1.0 / 3);
}

TEST(row, A25_alloca_is_16_byte_aligned_and_freed_at_the_return)
{
    int *out = array_of(t, NULL, 32 * sizeof *out), got[32];
    CHECK(out);
    LAUNCH(a25_alloca, line(t, 2, 32, 0), 20, out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(got[i], (20 + i) * (19 + i) / 2);
}

TEST(row, A25_too_much_overflows_the_stack, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    fault_expect(t, lw_launch(a25_too_much, line(t, 1, 1, 0), 100 << 10, out), LW_ERROR_STACK_OVERFLOW);
}

TEST(row, A26_true_hints_change_no_result)
{
    static const int data[4] = {1, 2, 9, 50};
    int *from = array_of(t, data, sizeof data), *out = array_of(t, NULL, sizeof data), got[4];
    CHECK(from && out);
    LAUNCH(a26_hints, line(t, 1, 4, 0), from, out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[0], 0);
    CHECK_EQUAL(got[1], -2);
    CHECK_EQUAL(got[2], 4);
    CHECK_EQUAL(got[3], -50);
}

TEST(row, A26_a_false_assumption_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out), got;
    CHECK(out);
    LAUNCH(a26_false, line(t, 1, 1, 0), 11, out);
    array_read(t, &got, out, sizeof got);
    CHECK_EQUAL(got, 11);
    const char *report = fault_expect(t, lw_launch(a26_false, line(t, 1, 1, 0), 10, out), LW_ERROR_LAUNCH_FAILURE);
    CHECK(report);
    CHECK_CONTAINS(report, "false assumption: x > 10");
    CHECK_CONTAINS(report, "A_language.c:");
}

TEST(row, A26_what_was_said_to_be_unreachable_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    LAUNCH(a26_reached, line(t, 1, 1, 0), 11, out);
    const char *report = fault_expect(t, lw_launch(a26_reached, line(t, 1, 1, 0), 1, out), LW_ERROR_LAUNCH_FAILURE);
    CHECK(report);
    CHECK_CONTAINS(report, "__builtin_unreachable() was reached");
}

TEST(row, A28_vectors_have_fields_and_functions_that_make_them)
{
    double *out = array_of(t, NULL, 4 * sizeof *out), got[4];
    CHECK(out);
    LAUNCH(a28_vectors, line(t, 1, 1, 0), out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] == 17 && got[1] == 65 && got[2] == -1 && got[3] == 200);
}

TEST(row, A29_a_grid_constant_parameter_has_an_address)
{
    struct a29_table table;
    for (int i = 0; i < 16; i++)
        table.entry[i] = i * i;
    int *out = array_of(t, NULL, 32 * sizeof *out), got[32];
    CHECK(out);
    LAUNCH(a29_grid_constant, line(t, 1, 32, 0), table, out);
    array_read(t, got, out, sizeof got);
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(got[i], (i % 16) * (i % 16));
}

TEST(row, A29_a_grid_constant_is_told_from_other_memory)
{
    struct a29_table table = {{0}};
    table.entry[2] = 77;
    unsigned *out = array_of(t, NULL, (A29_OTHERS + 1) * sizeof *out), got[A29_OTHERS + 1];
    CHECK(out);
    LAUNCH(a29_told, line(t, 1, 1, 0), table, 2, table, out);
    array_read(t, got, out, sizeof got);
    CHECK_EQUAL(got[A29_STRUCTURE], 1);
    CHECK_EQUAL(got[A29_NUMBER], 1);
    for (int i = A29_SHARED; i < A29_OTHERS; i++)
        CHECK_EQUAL(got[i], 0);
    CHECK_EQUAL(got[A29_OTHERS], 77);
}

TEST(row, A29_a_grid_constant_has_one_address)
{
    enum { BLOCKS = 40, THREADS = 96, COUNT = 2 * BLOCKS * THREADS };
    static unsigned long long got[COUNT];
    unsigned long long *out = array_of(t, NULL, sizeof got);
    CHECK(out);
    LAUNCH(a29_one_address, line(t, BLOCKS, THREADS, 0), 5, (struct a29_table){{0}}, out);
    array_read(t, got, out, sizeof got);
    CHECK(got[0] && got[1] >= got[0] + sizeof(short) && got[1] % sizeof(int) == 0);
    for (int i = 2; i < COUNT; i++)
        CHECK_EQUAL(got[i], got[i % 2]);
}
