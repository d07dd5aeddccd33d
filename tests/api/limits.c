/* Limits, free memory, occupancy: bad input. */
#include <string.h>

#include <lanewise/descriptor.h>

#include "device/kernels.h"
#include "tests/harness/test.h"

#define REFUSED(call, status, words)                                                                                   \
    do {                                                                                                               \
        CHECK_STATUS(call, status);                                                                                    \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

TEST(api, limits_bad_arguments)
{
    size_t value = 77;
    REFUSED(lw_device_get_limit(t->device, LW_LIMIT_STACK_SIZE, NULL), LW_ERROR_INVALID_VALUE,
            "lw_device_get_limit: value is null");
    REFUSED(lw_device_get_limit(t->device, (lw_limit)7, &value), LW_ERROR_INVALID_VALUE,
            "limit is 7, which is no lw_limit");
    REFUSED(lw_device_get_limit(t->device, (lw_limit)-1, &value), LW_ERROR_INVALID_VALUE, "limit is -1");
    REFUSED(lw_device_set_limit(t->device, (lw_limit)99, 1), LW_ERROR_INVALID_VALUE, "limit is 99");
    REFUSED(lw_device_set_limit(t->device, LW_LIMIT_SYNC_DEPTH, 1), LW_ERROR_NOT_SUPPORTED, "LW_LIMIT_SYNC_DEPTH");
    REFUSED(lw_device_get_limit(t->device, LW_LIMIT_SYNC_DEPTH, &value), LW_ERROR_NOT_SUPPORTED, "LW_LIMIT_SYNC_DEPTH");
    CHECK_EQUAL(value, 77);
}

TEST(api, memory_left)
{
    size_t left = 1, total = 2, after = 0;
    void *memory;
    REFUSED(lw_device_get_memory(t->device, NULL, &total), LW_ERROR_INVALID_VALUE, "available is null");
    REFUSED(lw_device_get_memory(t->device, &left, NULL), LW_ERROR_INVALID_VALUE, "total is null");
    CHECK(left == 1 && total == 2);
    bool is_less = false;
    for (int i = 0; i < 50 && !is_less; i++) { /* other processes may free memory of the device meanwhile */
        CHECK_STATUS(lw_device_get_memory(t->device, &left, &total), LW_SUCCESS);
        CHECK(left <= total && left > 64 << 20);
        CHECK_STATUS(lw_malloc(t->device, &memory, 32 << 20), LW_SUCCESS);
        CHECK_STATUS(lw_device_get_memory(t->device, &after, &total), LW_SUCCESS);
        is_less = after <= left - (32 << 20);
        CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    }
    CHECK(is_less);
}

TEST(api, occupancy_bad_arguments)
{
    const lw_kernel *kernel = LW_KERNEL_OF(api_shared);
    lw_kernel other = *kernel;
    int blocks = 77, clusters = 77;
    unsigned grid = 77, lanes = 77;
    size_t bytes = 77;
    lw_launch_config config = lw_linear(NULL, 64, 64);
    other.version = 1;
    const lw_status bad = LW_ERROR_INVALID_VALUE;
    REFUSED(lw_occupancy_max_active_blocks(t->device, NULL, 64, 0, &blocks), bad, "kernel is null");
    REFUSED(lw_occupancy_max_active_blocks(t->device, &other, 64, 0, &blocks), LW_ERROR_VERSION, "version 1");
    REFUSED(lw_occupancy_max_active_blocks(t->device, kernel, 64, 0, NULL), bad, "blocks is null");
    REFUSED(lw_occupancy_max_active_blocks(t->device, kernel, 0, 0, &blocks), bad, "threads is 0");
    REFUSED(lw_occupancy_max_potential_block_size(t->device, NULL, NULL, NULL, 0, &grid, &lanes), bad,
            "kernel is null");
    REFUSED(lw_occupancy_max_potential_block_size(t->device, kernel, NULL, NULL, 0, NULL, &lanes), bad,
            "min_blocks is null");
    REFUSED(lw_occupancy_max_potential_block_size(t->device, kernel, NULL, NULL, 0, &grid, NULL), bad,
            "threads is null");
    REFUSED(lw_occupancy_available_dynamic_shared(t->device, NULL, 1, 64, &bytes), bad, "kernel is null");
    REFUSED(lw_occupancy_available_dynamic_shared(t->device, kernel, 1, 64, NULL), bad, "dynamic_shared is null");
    REFUSED(lw_occupancy_available_dynamic_shared(t->device, kernel, 0, 64, &bytes), bad, "blocks is 0");
    REFUSED(lw_occupancy_available_dynamic_shared(t->device, kernel, -1, 64, &bytes), bad, "blocks is -1");
    REFUSED(lw_occupancy_available_dynamic_shared(t->device, kernel, 1, 0, &bytes), bad, "threads is 0");
    REFUSED(lw_occupancy_max_active_clusters(t->device, NULL, config, &clusters), bad, "kernel is null");
    REFUSED(lw_occupancy_max_active_clusters(t->device, kernel, config, NULL), bad, "clusters is null");
    config.cluster = lw_make_dim3(1, 0, 1);
    REFUSED(lw_occupancy_max_active_clusters(t->device, kernel, config, &clusters), LW_ERROR_INVALID_CLUSTER_SIZE,
            "cluster is 1 x 0 x 1");
    config.cluster = lw_make_dim3(1, 1, 1);
    config.grid.x = 0;
    REFUSED(lw_occupancy_max_active_clusters(t->device, kernel, config, &clusters), LW_ERROR_INVALID_CONFIGURATION,
            "grid.x is 0");
    CHECK(blocks == 77 && clusters == 77 && grid == 77 && lanes == 77 && bytes == 77);
}
