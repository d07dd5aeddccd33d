/* Group R: another device's access to mapped memory. */
#include <stdio.h>

#include "R_devices.h"
#include "R_virtual.h"
#include "device/R_peer.h"

enum { N = 4000 };
static const lw_memory_access NONE = LW_MEMORY_ACCESS_NONE, ALL = LW_MEMORY_ACCESS_READ_WRITE;

/* Memory of t->device that is mapped, and accessible to no device. */
static void map(struct test *t, int **memory, size_t *size)
{
    lw_physical_memory *physical;
    CHECK_CALL(virtual_begin(t, size));
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK_STATUS(lw_physical_memory_create(t->device, &physical, *size, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)memory, *size, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(*memory, *size, physical, 0), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_release(physical), LW_SUCCESS);
}

static void unmap(struct test *t, int *memory, size_t size)
{
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, memory, size), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, memory, size), LW_SUCCESS);
}

static lw_status give(struct test *t, int *memory, size_t size, lw_memory_access own, lw_memory_access peer)
{
    const lw_virtual_memory_access both[2] = {{t->device, own}, {t->peer, peer}};
    return lw_virtual_memory_set_access(t->device, memory, size, both, 2);
}

static void check_access(struct test *t, const int *memory, lw_memory_access own, lw_memory_access peer)
{
    lw_memory_access access;
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, memory, t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, own);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, memory, t->peer, &access), LW_SUCCESS);
    CHECK_EQUAL(access, peer);
}

/* The device writes numbers, the other one multiplies them by 3 in place, and the device reads them. */
static void work(struct test *t, int *memory)
{
    int *numbers = r_numbers(t, t->device, N, 1);
    CHECK(numbers != NULL);
    CHECK_STATUS(lw_memcpy(t->device, memory, numbers, N * sizeof *memory, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(lw_default_stream(t->peer), N, 128), N, memory, memory), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
    CHECK_CALL(r_check(t, t->device, memory, N, 1, 3));
    CHECK_STATUS(lw_free(t->device, numbers), LW_SUCCESS);
}

TEST(row, R26f_another_device_s_access_to_mapped_memory, .two_devices = true)
{
    int *memory;
    size_t size;
    CHECK_CALL(map(t, &memory, &size));
    CHECK_CALL(check_access(t, memory, NONE, NONE));
    CHECK_STATUS(lw_device_enable_peer_access(t->peer, t->device, 0), LW_SUCCESS);
    CHECK_STATUS(give(t, memory, size, ALL, NONE), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, ALL, NONE));
    CHECK_STATUS(lw_device_disable_peer_access(t->peer, t->device), LW_SUCCESS);
    CHECK_STATUS(give(t, memory, size, ALL, ALL), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, ALL, ALL));
    CHECK_CALL(work(t, memory));
    /* Each loses it by itself. */
    CHECK_STATUS(give(t, memory, size, ALL, NONE), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, ALL, NONE));
    CHECK_CALL(r_check(t, t->device, memory, N, 1, 3));
    CHECK_STATUS(give(t, memory, size, NONE, ALL), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, NONE, ALL));
    CHECK_STATUS(lw_launch(r_scale, lw_linear(lw_default_stream(t->peer), N, 128), N, memory, memory), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, memory, 0, 4), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(give(t, memory, size, NONE, NONE), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, NONE, NONE));
    CHECK_STATUS(give(t, memory, size, ALL, NONE), LW_SUCCESS);
    CHECK_CALL(r_check(t, t->device, memory, N, 1, 9));
    CHECK_CALL(unmap(t, memory, size));
}

TEST(row, R26g_mapped_memory_goes_after_another_device_s_work, .two_devices = true)
{
    enum { ROUNDS = 6, LAUNCHES = 20 };
    for (int round = 0; round < ROUNDS; round++) {
        int *memory, *sum = r_numbers(t, t->peer, 1, 0);
        size_t size;
        CHECK(sum != NULL);
        CHECK_CALL(map(t, &memory, &size));
        CHECK_STATUS(give(t, memory, size, ALL, ALL), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, memory, 1, N * sizeof *memory), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        for (int i = 0; i < LAUNCHES; i++)
            CHECK_STATUS(lw_launch(r_sum, lw_linear(lw_default_stream(t->peer), N, 128), N, sum, memory), LW_SUCCESS);
        if (!on_cpu(t))
            CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
        if (round % 3 == 1)
            CHECK_STATUS(give(t, memory, size, ALL, NONE), LW_SUCCESS);
        if (round % 3 == 2)
            CHECK_STATUS(give(t, memory, size, NONE, NONE), LW_SUCCESS);
        CHECK_CALL(unmap(t, memory, size));
        CHECK_EQUAL((unsigned)r_read(t, t->peer, sum), 0x01010101u * N * LAUNCHES);
        CHECK_STATUS(lw_free(t->peer, sum), LW_SUCCESS);
    }
}

TEST(row, R26h_access_to_mapped_memory_ends_with_a_reset, .two_devices = true, .cpu_only = true)
{
    int *memory;
    size_t size;
    char name[32];
    lw_device_properties properties;
    CHECK_CALL(map(t, &memory, &size));
    CHECK_STATUS(give(t, memory, size, ALL, ALL), LW_SUCCESS);
    CHECK_CALL(work(t, memory));
    CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, ALL, NONE));
    CHECK_STATUS(give(t, memory, size, ALL, ALL), LW_SUCCESS);
    CHECK_CALL(work(t, memory));
    CHECK_STATUS(give(t, memory, size, NONE, ALL), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_properties(t->peer, &properties), LW_SUCCESS);
    snprintf(name, sizeof name, "%s:%d", properties.kind, properties.ordinal);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&t->peer, name), LW_SUCCESS);
    CHECK_CALL(check_access(t, memory, NONE, NONE));
    CHECK_STATUS(give(t, memory, size, ALL, ALL), LW_SUCCESS); /* nobody had access */
    CHECK_CALL(work(t, memory));
    CHECK_CALL(unmap(t, memory, size));
}

TEST(row, R26i_devices_that_do_not_reach_each_other, .host = true, .isolated = true)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    struct test both = {0};
    int *memory;
    size_t size;
    lw_physical_memory *physical;
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    setenv("LANEWISE_CPU_PEER_ACCESS", "0", 1);
    CHECK_STATUS(lw_device_open(&both.device, "cpu:0"), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&both.peer, "cpu:1"), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_granularity(both.device, NULL, LW_MEMORY_GRANULARITY_MINIMUM, &size), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_create(both.device, &physical, size, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(both.device, (void **)&memory, size, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(memory, size, physical, 0), LW_SUCCESS);
    CHECK_STATUS(give(&both, memory, size, ALL, ALL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(both.device, "lw_virtual_memory_set_access: device cpu:1 does not reach memory of device cpu:0");
    check_access(&both, memory, NONE, NONE);
    CHECK(!both.failed);
    CHECK_STATUS(give(&both, memory, size, ALL, NONE), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(both.device), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(both.peer), LW_SUCCESS);
}
