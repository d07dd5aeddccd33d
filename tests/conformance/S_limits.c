/* Device limits, profiles, properties. */
#include <stdio.h>
#include <stdlib.h>

#include "device/T_occupancy.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

static void check_set(struct test *t, lw_limit limit, size_t value, size_t least)
{
    size_t got = 0;
    CHECK_STATUS(lw_device_set_limit(t->device, limit, value), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_limit(t->device, limit, &got), LW_SUCCESS);
    if (got < least)
        FAIL("limit %d is %zu after it was set to %zu", (int)limit, got, value);
}

static void check_refused(struct test *t, lw_limit limit, size_t value)
{
    size_t before = 0, after = 1;
    CHECK_STATUS(lw_device_get_limit(t->device, limit, &before), LW_SUCCESS);
    CHECK_STATUS(lw_device_set_limit(t->device, limit, value), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_device_set_limit: ");
    CHECK_STATUS(lw_device_get_limit(t->device, limit, &after), LW_SUCCESS);
    CHECK_EQUAL(after, before);
}

TEST(row, S5_limits_are_set_and_told, .isolated = true)
{
    lw_device_properties properties;
    size_t value = 0;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_STACK_SIZE, &value), LW_SUCCESS);
    CHECK(value >= 1024);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_PRINTF_FIFO_SIZE, &value), LW_SUCCESS);
    CHECK(value >= 1 << 20);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_MALLOC_HEAP_SIZE, &value), LW_SUCCESS);
    CHECK_EQUAL(value, 8 << 20);
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_PENDING_LAUNCH_COUNT, &value), LW_SUCCESS);
    CHECK_EQUAL(value, 2048);
    CHECK_CALL(check_set(t, LW_LIMIT_STACK_SIZE, 100000, 100000));
    CHECK_CALL(check_set(t, LW_LIMIT_STACK_SIZE, 1, 1));
    CHECK_CALL(check_set(t, LW_LIMIT_PRINTF_FIFO_SIZE, 3 << 20, 3 << 20));
    CHECK_CALL(check_set(t, LW_LIMIT_PRINTF_FIFO_SIZE, 0, 1));
    CHECK_CALL(check_set(t, LW_LIMIT_MALLOC_HEAP_SIZE, 32 << 20, 32 << 20));
    CHECK_CALL(check_set(t, LW_LIMIT_MALLOC_HEAP_SIZE, 0, 1));
    CHECK_CALL(check_set(t, LW_LIMIT_PENDING_LAUNCH_COUNT, 4096, 4096));
    CHECK_CALL(check_set(t, LW_LIMIT_PENDING_LAUNCH_COUNT, 1, 1));
    CHECK_CALL(check_set(t, LW_LIMIT_L2_FETCH_GRANULARITY, 128, 128));
    CHECK_CALL(check_set(t, LW_LIMIT_PERSISTING_L2_CACHE_SIZE, 1 << 20,
                         properties.persisting_l2_cache_max_size ? 1 << 20 : 0));
    CHECK_CALL(check_refused(t, LW_LIMIT_STACK_SIZE, (size_t)1 << 40));
    CHECK_CALL(check_refused(t, LW_LIMIT_L2_FETCH_GRANULARITY, 129));
    CHECK_CALL(check_refused(t, LW_LIMIT_PERSISTING_L2_CACHE_SIZE, (size_t)1 << 40));
    value = 99;
    CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_SYNC_DEPTH, &value), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_SYNC_DEPTH, 2), LW_ERROR_NOT_SUPPORTED);
    CHECK_EQUAL(value, 99);
}

/* Frames of 512 bytes and what else a call takes. */
TEST(row, S6_stack_limit_makes_room, .isolated = true)
{
    int value = 0, *out = array_of(t, NULL, sizeof value);
    size_t stack = 0;
    CHECK(out);
    for (size_t size = 1 << 17; size >= 1 << 16; size /= 2) {
        int depth = (int)(size / 1024);
        CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_STACK_SIZE, size), LW_SUCCESS);
        CHECK_STATUS(lw_device_get_limit(t->device, LW_LIMIT_STACK_SIZE, &stack), LW_SUCCESS);
        CHECK(stack >= size);
        CHECK_STATUS(lw_launch(t_deep, line(t, 2, 64, 0), depth, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, &value, out, sizeof value));
        CHECK_EQUAL(value, depth + 1);
    }
}

/* A GPU without a debugger takes it for a wild address. */
TEST(row, S6b_stack_overflow_is_a_fault, .isolated = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_device_set_limit(t->device, LW_LIMIT_STACK_SIZE, 16384), LW_SUCCESS);
    const char *report = fault_expect(t, lw_launch(t_deep, line(t, 1, 64, 0), 200, out),
                                      on_cpu(t) ? LW_ERROR_STACK_OVERFLOW : LW_ERROR_ILLEGAL_ADDRESS);
    if (!report || !on_cpu(t))
        return;
    CHECK_CONTAINS(report, "stack overflow");
    CHECK_CONTAINS(report, "16384 bytes");
}

/* Each profile's numbers, as NVIDIA's tables have them. */
TEST(row, S5b_profiles_answer_as_their_gpus, .host = true, .isolated = true)
{
    static const struct {
        const char *name;
        int major, minor, threads, blocks, count;
        size_t shared, optin;
        int clusters, occupancy; /* blocks of 64 threads with 16 KiB */
    } cases[] = {
        {"sm_75", 7, 5, 1024, 16, 40, 64, 64, 0, 4},       {"sm_80", 8, 0, 2048, 32, 108, 164, 163, 0, 9},
        {"sm_86", 8, 6, 1536, 16, 82, 100, 99, 0, 5},      {"sm_87", 8, 7, 1536, 16, 16, 164, 163, 0, 9},
        {"sm_89", 8, 9, 1536, 24, 128, 100, 99, 0, 5},     {"sm_90", 9, 0, 2048, 32, 132, 228, 227, 1, 13},
        {"sm_100", 10, 0, 2048, 32, 148, 228, 227, 1, 13}, {"sm_120", 12, 0, 1536, 24, 170, 100, 99, 1, 5},
        {"sm_80:7", 8, 0, 2048, 32, 7, 164, 163, 0, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lw_device_properties p;
        int blocks = 0;
        CHECK_CALL(fault_open(t, "LANEWISE_PROFILE", cases[i].name));
        CHECK_STATUS(lw_device_get_properties(t->device, &p), LW_SUCCESS);
        CHECK(p.compute_capability_major == cases[i].major && p.compute_capability_minor == cases[i].minor);
        CHECK_EQUAL(p.max_threads_per_multiprocessor, cases[i].threads);
        CHECK_EQUAL(p.max_blocks_per_multiprocessor, cases[i].blocks);
        CHECK_EQUAL(p.multiprocessor_count, cases[i].count);
        CHECK_EQUAL(p.shared_memory_per_multiprocessor, cases[i].shared << 10);
        CHECK_EQUAL(p.shared_memory_per_block_optin, cases[i].optin << 10);
        CHECK_EQUAL(p.shared_memory_per_block, 48 << 10);
        CHECK_EQUAL(p.cluster_launch, cases[i].clusters);
        CHECK_STATUS(lw_occupancy_max_active_blocks(t->device, LW_KERNEL_OF(t_dynamic), 64, 15 << 10, &blocks),
                     LW_SUCCESS);
        CHECK(blocks >= cases[i].occupancy);
        CHECK_STATUS(lw_occupancy_max_active_blocks(t->device, LW_KERNEL_OF(t_dynamic), 64, 16 << 10, &blocks),
                     LW_SUCCESS);
        CHECK_EQUAL(blocks, cases[i].occupancy);
        /* The opt-in ends at the profile's limit, and clusters are refused if the GPU has none. */
        const lw_kernel *kernel = LW_KERNEL_OF(t_dynamic);
        long long optin = (long long)cases[i].optin << 10;
        CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_MAX_DYNAMIC_SHARED, optin), LW_SUCCESS);
        CHECK_STATUS(lw_kernel_set_attribute(t->device, kernel, LW_KERNEL_MAX_DYNAMIC_SHARED, optin + 1),
                     LW_ERROR_INVALID_VALUE);
        int *out = array_of(t, NULL, sizeof *out), value = 0;
        CHECK(out);
        CHECK_STATUS(lw_launch(t_dynamic, line(t, 1, 64, (size_t)optin), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, &value, out, sizeof value));
        CHECK_EQUAL(value, 1);
        lw_launch_config config = line(t, 2, 64, 4096);
        config.cluster = lw_make_dim3(2, 1, 1);
        CHECK_STATUS(lw_launch(t_dynamic, config, out), cases[i].clusters ? LW_SUCCESS : LW_ERROR_NOT_SUPPORTED);
        fault_close(t);
    }
}

TEST(row, S5c_unknown_profiles_are_refused, .host = true, .isolated = true)
{
    static const char *const names[] = {"sm_99",   "90",       "sm_",         "sm_90a",   "sm_90:",
                                        "sm_90:0", "sm_90:-1", "sm_90:70000", "sm_90:8x", "sm_99999999999999999999",
                                        "SM_90"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lw_device *device = NULL;
        CHECK(setenv("LANEWISE_PROFILE", names[i], 1) == 0);
        CHECK_STATUS(lw_device_open(&device, "cpu"), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, "LANEWISE_PROFILE is \"");
        CHECK_MESSAGE(NULL, names[i]);
        CHECK(device == NULL);
    }
}
