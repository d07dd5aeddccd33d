/* Shared, dynamic shared, global and constant variables. */
#include <stdio.h>
#include <string.h>

#include "device/storage.h"
#include "../harness/test.h"
#include "device/types.h"

static void read_ints(struct test *t, int *host, const int *device, int count)
{
    CHECK_STATUS(lw_memcpy(t->device, host, device, sizeof(int) * (size_t)count, LW_MEMCPY_DEFAULT), LW_SUCCESS);
}

TEST(language, shared_shapes)
{
    int *out, *sizes, actual[32], lengths[6];
    lw_launch_config config = lw_linear(lw_default_stream(t->device), 32, 32);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&sizes, sizeof lengths), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_shared_shapes, config, out, sizes), LW_SUCCESS);
    CHECK_CALL(read_ints(t, actual, out, 32));
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(actual[i], 1000 + (i + 1) % 32 * (1 + 2 + 4 + 8 + 16));
    CHECK_CALL(read_ints(t, lengths, sizes, 6));
    CHECK_EQUAL(lengths[0], sizeof(int *));
    CHECK_EQUAL(lengths[1], sizeof(int));
    CHECK_EQUAL(lengths[2], sizeof(int *));
    CHECK_EQUAL(lengths[3], sizeof(short[9]));
    CHECK_EQUAL(lengths[4], sizeof(double[4][5]));
    CHECK_EQUAL(lengths[5], sizeof(language_pair));
}

/* More variables than a byte counts: in checked mode each is known by a number. */
TEST(language, shared_many)
{
    int *out, sum = 0;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof sum), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_many_shared, lw_linear(lw_default_stream(t->device), 32, 32), out), LW_SUCCESS);
    CHECK_CALL(read_ints(t, &sum, out, 1));
    CHECK_EQUAL(sum, 300 * 301 / 2);
}

TEST(language, shared_names)
{
    int *out, actual[32];
    lw_launch_config config = lw_linear(lw_default_stream(t->device), 32, 32);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_shared_names_a, config, out), LW_SUCCESS);
    CHECK_CALL(read_ints(t, actual, out, 32));
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(actual[i], 12);
    CHECK_STATUS(lw_launch(language_shared_names_b, config, out), LW_SUCCESS);
    CHECK_CALL(read_ints(t, actual, out, 32));
    for (int i = 0; i < 32; i++)
        CHECK_EQUAL(actual[i], (3 + i) * 10 + 4);
}

/* A kernel's static shared size is known before its first launch: its own arrays and those of device functions. */
TEST(language, shared_size)
{
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(language_shared_names_b), &attributes), LW_SUCCESS);
    CHECK(attributes.static_shared >= 100 * sizeof(double) + sizeof(int));
    CHECK(attributes.static_shared < 100 * sizeof(double) + 64);
}

TEST(language, dynamic_shared)
{
    enum { COUNT = 1000 };
    int *data, host[COUNT];
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&data, sizeof host), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        host[i] = i * i;
    CHECK_STATUS(lw_memcpy(t->device, data, host, sizeof host, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    lw_launch_config config = lw_grid(stream, lw_make_dim3(1, 1, 1), lw_make_dim3(64, 1, 1), sizeof host);
    CHECK_STATUS(lw_launch(language_dynamic, config, COUNT, data), LW_SUCCESS);
    CHECK_CALL(read_ints(t, host, data, COUNT));
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(host[i], (COUNT - 1 - i) * (COUNT - 1 - i));
}

TEST(language, globals)
{
    float *out, values[7], table[6] = {1, 2, 3, 4, 5, 6};
    int zero = 0, counter = -1;
    size_t size;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof values), LW_SUCCESS);
    CHECK_STATUS(lw_symbol_get_size(t->device, &size, LW_SYMBOL(language_table)), LW_SUCCESS);
    CHECK_EQUAL(size, sizeof table);
    /* The other device, or an earlier run of this case, may have counted. */
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_counter), &zero, sizeof zero, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_table), table, sizeof table, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_count, lw_linear(stream, 128, 64), 3), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_count, lw_linear(stream, 32, 32), 1), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_read_globals, lw_linear(stream, 1, 1), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, values, out, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(values[0], 128 * 3 + 32);
    for (int i = 0; i < 6; i++)
        CHECK_EQUAL(values[1 + i], i + 1 + 2 * (i / 2));
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &counter, LW_SYMBOL(language_counter), sizeof counter, 0),
                 LW_SUCCESS);
    CHECK_EQUAL(counter, 128 * 3 + 32);
}

/* One instance: the host and every kernel see the same address. */
TEST(language, global_address)
{
    int **out, *from_kernel;
    void *from_host;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_counter_address, lw_linear(lw_default_stream(t->device), 1, 1), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &from_kernel, out, sizeof from_kernel, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_symbol_get_address(t->device, &from_host, LW_SYMBOL(language_counter)), LW_SUCCESS);
    CHECK(from_host == from_kernel);
}

static void read_constants(struct test *t, float *out, int *sizes, const float *expected)
{
    float values[6];
    int lengths[3];
    CHECK_STATUS(lw_launch(language_read_constants, lw_linear(lw_default_stream(t->device), 1, 1), out, sizes),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, values, out, sizeof values, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 6; i++)
        if (values[i] != expected[i])
            FAIL("constant %d is %g, expected %g", i, (double)values[i], (double)expected[i]);
    CHECK_CALL(read_ints(t, lengths, sizes, 3));
    CHECK_EQUAL(lengths[0], 3 * sizeof(float));
    CHECK_EQUAL(lengths[1], sizeof(int));
    CHECK_EQUAL(lengths[2], sizeof(language_pair));
}

/* Initialisers hold until the host writes; then every later launch sees what it wrote. */
TEST(language, constants)
{
    static const float initial[6] = {0.25f, 0.5f, 0.25f, 7, 0, 0}, written[6] = {0.25f, 3, 4, 9, 10, 11};
    static const float taps[3] = {0.25f, 0.5f, 0.25f};
    language_pair point = {10, 11}, no_point = {0, 0};
    int scale = 9, old_scale = 7;
    float *out;
    int *sizes;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof initial), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&sizes, 3 * sizeof *sizes), LW_SUCCESS);
    CHECK_CALL(read_constants(t, out, sizes, initial));
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_taps), written + 1, 8, 4), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_scale), &scale, sizeof scale, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_point), &point, sizeof point, 0), LW_SUCCESS);
    CHECK_CALL(read_constants(t, out, sizes, written));
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_taps), taps, sizeof taps, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_scale), &old_scale, sizeof scale, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_to_symbol(t->device, LW_SYMBOL(language_point), &no_point, sizeof point, 0), LW_SUCCESS);
}

TEST(language, alignment)
{
    enum { THREADS = 40 };
    unsigned *out, host[THREADS * LANGUAGE_ALIGNED];
    lw_kernel_attributes own, other;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_alignment, lw_linear(lw_default_stream(t->device), THREADS, THREADS), out),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, host, out, sizeof host, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < THREADS * LANGUAGE_ALIGNED; i++)
        CHECK_EQUAL(host[i], 0);
    /* Compilers that understood the alignment differently would leave it to fibers. */
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(language_alignment), &own), LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(language_match_types), &other), LW_SUCCESS);
    CHECK_EQUAL(own.fused, other.fused);
}
