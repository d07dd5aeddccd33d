/* Signatures, bounds and device functions. */
#include <string.h>

#include <lanewise/descriptor.h>

#include "device/kernels.h"
#include "../harness/test.h"

static void ran(struct test *t, unsigned expected)
{
    unsigned count, zero = 0;
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &count, LW_SYMBOL(language_ran), sizeof count, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_ran), &zero, sizeof zero, 0), LW_SUCCESS);
    CHECK_EQUAL(count, expected);
}

TEST(language, no_parameter)
{
    unsigned zero = 0;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_ran), &zero, sizeof zero, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_no_parameter, lw_linear(stream, 96, 32)), LW_SUCCESS);
    CHECK_CALL(ran(t, 96));
    CHECK_STATUS(lw_launch(language_bare_bounds, lw_linear(stream, 64, 32)), LW_SUCCESS);
    CHECK_CALL(ran(t, 64));
    CHECK_STATUS(lw_launch(language_bare_shape, lw_linear(stream, 8, 4)), LW_SUCCESS);
    CHECK_CALL(ran(t, 8));
    CHECK_STATUS(lw_launch(language_bare_shape, lw_linear(stream, 8, 8)), LW_ERROR_INVALID_CONFIGURATION);
}

TEST(language, sixteen_parameters)
{
    static const double expected[] = {-1,   2.5,  -3, 'x', 4.25, 77,    5,    6.5,  7.5, 200,
                                      9e15, 10.5, 11, 255, -12,  65000, 13.5, 14.5, 15.5};
    enum { COUNT = sizeof expected / sizeof *expected };
    double *out, actual[COUNT];
    int *j, eleven = 11;
    language_mixed d = {'x', 4.25, {75, 76, 77}};
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&j, sizeof *j), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, j, &eleven, sizeof eleven, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_sixteen, lw_linear(lw_default_stream(t->device), 1, 1), out, -1, 2.5, -3, d, 5,
                           make_float4(6.5f, 0, 0, 7.5f), 200, 9000000000000000ll, 10.5f, j, make_uchar3(1, 2, 255),
                           -12, 65000, make_double2(13.5, 14.5), 15.5f),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        if (actual[i] != expected[i])
            FAIL("value %d is %g, expected %g", i, actual[i], expected[i]);
}

TEST(language, bounds)
{
    unsigned *out, count;
    lw_stream *stream = lw_default_stream(t->device);
    lw_dim3 one = {1, 1, 1}, shape = {8, 4, 2}, other = {4, 8, 2};
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof count), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, out, 0, sizeof count), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_bounds, lw_linear(stream, 64, 64), out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_bounds_resident, lw_linear(stream, 128, 128), out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_shape, lw_grid(stream, one, shape, 0), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &count, out, sizeof count, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(count, 64 + 128 + 64);
    CHECK(lw_launch(language_bounds, lw_linear(stream, 65, 65), out) != LW_SUCCESS);
    CHECK(lw_launch(language_bounds_resident, lw_linear(stream, 129, 129), out) != LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_shape, lw_grid(stream, one, other, 0), out), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(language_bounds), &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.max_threads_per_block, 64);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(language_shape), &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.block_size.x, 8);
    CHECK_EQUAL(attributes.block_size.y, 4);
    CHECK_EQUAL(attributes.block_size.z, 2);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

TEST(language, device_functions)
{
    int *out, actual[9];
    lw_launch_config config = lw_linear(lw_default_stream(t->device), 1, 1);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_device_functions, config, out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 9; i++)
        CHECK_EQUAL(actual[i], 2 * i + 1);
    CHECK_STATUS(lw_launch(language_twin_one, config, out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_twin_two, config, out + 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, 2 * sizeof *actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(actual[0], 1);
    CHECK_EQUAL(actual[1], 2);
}

TEST(language, host_device_function, .host = true)
{
    CHECK_EQUAL(language_on_host(10), 17 + 18);
}

/* What a kernel file says of a kernel. */
TEST(language, descriptor, .host = true)
{
    const lw_kernel *kernel = LW_KERNEL_OF(language_sixteen);
    CHECK_EQUAL(kernel->version, LW_DESCRIPTOR_VERSION);
    CHECK(strcmp(kernel->name, "language_sixteen") == 0);
    CHECK_CONTAINS(kernel->file, "device/kernels.c");
    CHECK(kernel->line > 1);
    CHECK_EQUAL(kernel->parameter_count, 16);
    for (unsigned i = 1; i < 16; i++)
        CHECK(kernel->parameters[i].offset >= kernel->parameters[i - 1].offset + kernel->parameters[i - 1].size);
    CHECK_EQUAL(kernel->parameters[6].offset % 16, 0);
    CHECK(kernel->arguments_size >= kernel->parameters[15].offset + 4);
    CHECK_EQUAL(LW_KERNEL_OF(language_no_parameter)->parameter_count, 0);
    CHECK_EQUAL(LW_KERNEL_OF(language_bounds_resident)->max_threads, 128);
    CHECK_EQUAL(LW_KERNEL_OF(language_shape)->max_threads, 64);
    CHECK(kernel->module == LW_KERNEL_OF(language_bounds)->module);
    CHECK(kernel->module != LW_KERNEL_OF(language_twin_two)->module);
}
