/* Occupancy and launch bounds. The numbers are an H200's; registers, which the CPU device does not count, set no limit for
 * kernels so small. Another GPU is skipped. */
#include "device/T_occupancy.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

static void find_multiprocessors(struct test *t, int *count)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (properties.compute_capability_major != 9)
        SKIP("the numbers are those of compute capability 9.0");
    *count = properties.multiprocessor_count;
}

static void check_active(struct test *t, const lw_kernel *kernel, unsigned lanes, size_t shared, int expected)
{
    int blocks = -1;
    CHECK_STATUS(lw_occupancy_max_active_blocks(t->device, kernel, lanes, shared, &blocks), LW_SUCCESS);
    if (blocks != expected)
        FAIL("%u threads with %zu bytes: %d blocks, not %d", lanes, shared, blocks, expected);
}

/* Warps (64), blocks (32) and shared memory (228 KiB, of which each block takes 1 KiB more than it asks for). */
TEST(row, T1_T3_blocks_that_a_multiprocessor_holds)
{
    static const struct {
        unsigned lanes;
        size_t shared;
        int blocks;
    } cases[] = {
        {1, 0, 32},       {1, 1000, 32},   {1, 16384, 13},  {1, 49152, 4},  {32, 0, 32},  {33, 0, 32},
        {64, 0, 32},      {96, 0, 21},     {96, 16384, 13}, {100, 0, 16},   {128, 0, 16}, {128, 16384, 13},
        {256, 0, 8},      {256, 16384, 8}, {256, 49152, 4}, {512, 0, 4},    {768, 0, 2},  {1024, 0, 2},
        {1024, 49152, 2}, {1025, 0, 0},    {2000, 0, 0},    {64, 49153, 0},
    };
    int multiprocessors;
    CHECK_CALL(find_multiprocessors(t, &multiprocessors));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_CALL(check_active(t, LW_KERNEL_OF(t_dynamic), cases[i].lanes, cases[i].shared, cases[i].blocks));
    CHECK_CALL(check_active(t, LW_KERNEL_OF(t_static), 32, 0, 13));
    CHECK_CALL(check_active(t, LW_KERNEL_OF(t_static), 256, 0, 8));
}

TEST(row, T1b_opted_in_shared_memory_counts, .isolated = true)
{
    int multiprocessors;
    CHECK_CALL(find_multiprocessors(t, &multiprocessors));
    const lw_kernel *kernel = LW_KERNEL_OF(t_dynamic);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_MAX_DYNAMIC_SHARED, 227 << 10), LW_SUCCESS);
    CHECK_CALL(check_active(t, kernel, 64, 57000, 4));
    CHECK_CALL(check_active(t, kernel, 64, 75000, 3));
    CHECK_CALL(check_active(t, kernel, 64, 76800, 3));
    CHECK_CALL(check_active(t, kernel, 64, 115000, 2));
    CHECK_CALL(check_active(t, kernel, 64, 116000, 1));
    CHECK_CALL(check_active(t, kernel, 64, 227 << 10, 1));
    CHECK_CALL(check_active(t, kernel, 64, (227 << 10) + 1, 0));
}

static size_t shared_of_lanes(unsigned lanes, void *user)
{
    return lanes * *(size_t *)user;
}

/* Tried from the largest block down, by warps. */
TEST(row, T2_block_size_that_fills_a_multiprocessor)
{
    int multiprocessors;
    unsigned blocks, lanes;
    size_t each = 256;
    CHECK_CALL(find_multiprocessors(t, &multiprocessors));
    unsigned all = (unsigned)multiprocessors;
    const lw_kernel *kernel = LW_KERNEL_OF(t_dynamic);
    CHECK_STATUS(lw_occupancy_max_potential_block_size(t->device, kernel, NULL, NULL, 0, &blocks, &lanes), LW_SUCCESS);
    CHECK(lanes == 1024 && blocks == 2 * all);
    CHECK_STATUS(lw_occupancy_max_potential_block_size(t->device, kernel, NULL, NULL, 300, &blocks, &lanes),
                 LW_SUCCESS);
    CHECK(lanes == 256 && blocks == 8 * all);
    CHECK_STATUS(
        lw_occupancy_max_potential_block_size(t->device, LW_KERNEL_OF(t_bounded), NULL, NULL, 0, &blocks, &lanes),
        LW_SUCCESS);
    CHECK(lanes == 256 && blocks == 8 * all);
    /* 48 KiB is the limit without an opt-in: 192 lanes of 256 bytes, 4 times; but 96 lanes fit 9 times. */
    CHECK_STATUS(lw_occupancy_max_potential_block_size(t->device, kernel, shared_of_lanes, &each, 0, &blocks, &lanes),
                 LW_SUCCESS);
    CHECK(lanes == 96 && blocks == 9 * all);
    each = 1 << 20;
    CHECK_STATUS(lw_occupancy_max_potential_block_size(t->device, kernel, shared_of_lanes, &each, 0, &blocks, &lanes),
                 LW_SUCCESS);
    CHECK(lanes == 0 && blocks == 0);
}

/* 64 K registers of 32 bits, given to warps in pieces of 256, a quarter of the warps to each quarter of them. */
TEST(row, T4_registers_limit_what_fits, .cuda_only = true)
{
    int multiprocessors;
    lw_kernel_attributes attributes;
    CHECK_CALL(find_multiprocessors(t, &multiprocessors));
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(t_registers), &attributes), LW_SUCCESS);
    CHECK(attributes.registers > 64 && attributes.registers <= 255);
    CHECK_EQUAL(attributes.binary_version, 90);
    int a_warp = (attributes.registers * 32 + 255) / 256 * 256, warps = 4 * (65536 / 4 / a_warp);
    for (unsigned lanes = 32; lanes <= 512; lanes += 32) {
        int blocks = warps / (int)(lanes / 32);
        CHECK_CALL(check_active(t, LW_KERNEL_OF(t_registers), lanes, 0, blocks < 32 ? blocks : 32));
    }
}

TEST(row, T2b_shared_memory_that_is_left)
{
    static const struct {
        int blocks;
        size_t bytes;
    } cases[] = {{1, 232448}, {2, 116736}, {3, 77824}, {4, 58368}, {8, 29184}, {16, 14592}};
    int multiprocessors;
    size_t bytes;
    const lw_kernel *kernel = LW_KERNEL_OF(t_dynamic);
    CHECK_CALL(find_multiprocessors(t, &multiprocessors));
    CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_MAX_DYNAMIC_SHARED, 227 << 10), LW_SUCCESS);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_STATUS(lw_occupancy_available_dynamic_shared(t->device, kernel, cases[i].blocks, 64, &bytes), LW_SUCCESS);
        CHECK_EQUAL(bytes, cases[i].bytes);
    }
    /* No more than the kernel may ask for. */
    CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_MAX_DYNAMIC_SHARED, 48 << 10), LW_SUCCESS);
    CHECK_STATUS(lw_occupancy_available_dynamic_shared(t->device, kernel, 1, 64, &bytes), LW_SUCCESS);
    CHECK_EQUAL(bytes, 48 << 10);
}

/* At least one of each size up to 8 blocks, and no more than there is room for blocks. */
TEST(row, T6b_clusters_that_the_device_holds)
{
    int multiprocessors = 0, clusters, before = 1 << 30;
    CHECK_CALL(find_multiprocessors(t, &multiprocessors));
    for (unsigned size = 1; size <= 8; size *= 2) {
        lw_launch_config config = line(t, 48, 1024, 0);
        config.cluster = lw_make_dim3(size, 1, 1);
        CHECK_STATUS(lw_occupancy_max_active_clusters(t->device, LW_KERNEL_OF(t_dynamic), config, &clusters),
                     LW_SUCCESS);
        if (2 * multiprocessors >= (int)size)
            CHECK(clusters >= 1);
        CHECK(clusters <= 2 * multiprocessors / (int)size && clusters <= before);
        before = clusters;
    }
}

TEST(row, T5_launch_bounds_limit_the_block)
{
    lw_kernel_attributes attributes;
    int *out = array_of(t, NULL, 4096);
    CHECK(out);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(t_bounded), &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.max_threads_per_block, 256);
    CHECK_STATUS(lw_launch(t_bounded, line(t, 1, 256, 0), out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(t_bounded, line(t, 1, 257, 0), out), LW_ERROR_INVALID_CONFIGURATION);
    CHECK_MESSAGE(t->device, "block has 257 threads, kernel t_bounded allows 256");
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

TEST(row, T5b_registers_are_bounded)
{
    lw_kernel_attributes attributes;
    double in[48], many[48], few[48];
    for (int i = 0; i < 48; i++)
        in[i] = 1.0 / (i + 2);
    double *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof many);
    CHECK(from != NULL && to != NULL);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(t_few_registers), &attributes), LW_SUCCESS);
    CHECK(attributes.registers <= 32);
    CHECK_STATUS(lw_launch(t_registers, line(t, 1, 1, 0), from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, many, to, sizeof many));
    CHECK_STATUS(lw_launch(t_few_registers, line(t, 1, 1, 0), from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, few, to, sizeof few));
    CHECK(memcmp(many, few, sizeof many) == 0);
}

/* More shared memory in favour of cache, or less: a hint that a kernel does not notice, but for what fits. */
TEST(row, H20_shared_memory_carveout_is_a_hint, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out), value;
    const lw_kernel *kernel = LW_KERNEL_OF(t_dynamic);
    CHECK(out);
    for (int percent = -1; percent <= 100; percent++)
        CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_SHARED_CARVEOUT, percent), LW_SUCCESS);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_SHARED_CARVEOUT, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch(t_dynamic, line(t, 1, 32, 40000), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &value, out, sizeof value));
    CHECK_EQUAL(value, 1);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_SHARED_CARVEOUT, 101), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_SHARED_CARVEOUT, -2), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "value is -2 percent");
}
