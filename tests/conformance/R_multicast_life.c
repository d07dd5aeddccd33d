/* Group R: what is bound to multicast objects, and for how long. */
#include <stdio.h>

#include "api/test_hook.h"
#include "../harness/arrays.h"
#include "R_team.h"
#include "device/R_multicast_sm90.h"

static void team_of(struct test *t, struct r_team *team)
{
    team->device[0] = t->device;
    team->device[1] = t->peer;
    team->count = 2;
    r_team_make(t, team);
}

/* The sum of the copies at a multicast address of a device. */
static void check_sum(struct test *t, lw_device *device, const char *at, int expected)
{
    int *result, sum = 0;
    CHECK_STATUS(lw_malloc(device, (void **)&result, sizeof sum), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_mc_sum_int, one_thread(lw_default_stream(device)), (const int *)at, result), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(device, &sum, result, sizeof sum, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_free(device, result), LW_SUCCESS);
    CHECK_EQUAL(sum, expected);
}

TEST(row, R30_an_object_keeps_what_is_bound, .two_devices = true, .cpu_only = true)
{
    struct r_team team = {0};
    size_t before, during, after, total;
    int word = 5;
    CHECK_STATUS(lw_device_get_memory(t->peer, &before, &total), LW_SUCCESS);
    CHECK_CALL(team_of(t, &team));
    CHECK_STATUS(lw_device_get_memory(t->peer, &during, &total), LW_SUCCESS);
    CHECK_EQUAL(before - during, team.unit); /* bound memory counts once, a multicast object has none */
    for (unsigned d = 0; d < 2; d++)
        CHECK_CALL(r_team_write(t, &team, d, 12, &word, sizeof word));
    /* No handle is left, and no address of the memory's own. */
    CHECK_STATUS(lw_virtual_memory_unmap(t->peer, team.own[1], team.unit), LW_SUCCESS);
    CHECK_CALL(check_sum(t, t->device, team.all[0] + 12, 10));
    CHECK_CALL(check_sum(t, t->peer, team.all[1] + 12, 10));
    /* The object's last handle is closed: the mappings keep it. */
    CHECK_STATUS(lw_multicast_release(team.object), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_unbind(team.object, t->device, 0, team.unit), LW_ERROR_INVALID_HANDLE);
    CHECK_CALL(check_sum(t, t->device, team.all[0] + 12, 10));
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, team.all[0], team.unit), LW_SUCCESS);
    CHECK_CALL(check_sum(t, t->peer, team.all[1] + 12, 10));
    CHECK_STATUS(lw_virtual_memory_unmap(t->peer, team.all[1], team.unit), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_memory(t->peer, &after, &total), LW_SUCCESS);
    CHECK_EQUAL(after, before);
    CHECK_CALL(r_team_read(t, &team, 0, 12, &word, sizeof word));
    CHECK_EQUAL(word, 5);
}

TEST(row, R30b_parts_of_objects_and_of_memory, .two_devices = true, .cpu_only = true)
{
    enum { PARTS = 3 };
    lw_device *devices[2] = {t->device, t->peer};
    lw_multicast_properties properties = {.device_count = 2};
    lw_multicast *object;
    lw_physical_memory *memory;
    size_t unit;
    char *own[2], *all;
    CHECK_STATUS(lw_multicast_granularity(t->device, &properties, LW_MEMORY_GRANULARITY_RECOMMENDED, &unit),
                 LW_SUCCESS);
    properties.size = PARTS * unit;
    CHECK_STATUS(lw_multicast_create(t->peer, &object, &properties), LW_SUCCESS);
    for (int d = 0; d < 2; d++) {
        CHECK_STATUS(lw_multicast_add_device(object, devices[d]), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_reserve(devices[d], (void **)&own[d], PARTS * unit, 0, NULL), LW_SUCCESS);
    }
    for (int d = 0; d < 2; d++) {
        const lw_virtual_memory_access self = {devices[d], LW_MEMORY_ACCESS_READ_WRITE};
        CHECK_STATUS(lw_physical_memory_create(devices[d], &memory, PARTS * unit, NULL), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_map(own[d], PARTS * unit, memory, 0), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_set_access(devices[d], own[d], PARTS * unit, &self, 1), LW_SUCCESS);
        for (int part = 0; part < PARTS; part++) {
            int word = 10 * (d + 1) + part;
            CHECK_STATUS(
                lw_memcpy(devices[d], own[d] + (size_t)part * unit, &word, sizeof word, LW_MEMCPY_HOST_TO_DEVICE),
                LW_SUCCESS);
        }
        /* One device's parts stand the other way around, one by its handle and two by their address. */
        CHECK_STATUS(lw_multicast_bind_memory(object, d ? 2 * unit : 0, memory, 0, unit), LW_SUCCESS);
        if (d == 0) {
            CHECK_STATUS(lw_multicast_bind_address(object, unit, devices[d], own[d] + unit, 2 * unit), LW_SUCCESS);
        } else {
            CHECK_STATUS(lw_multicast_bind_address(object, unit, devices[d], own[d] + unit, unit), LW_SUCCESS);
            CHECK_STATUS(lw_multicast_bind_address(object, 0, devices[d], own[d] + 2 * unit, unit), LW_SUCCESS);
        }
        CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    }
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, (void **)&all, PARTS * unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_map(t->device, all, PARTS * unit, object, 0), LW_SUCCESS);
    const lw_virtual_memory_access both[2] = {{t->device, LW_MEMORY_ACCESS_READ_WRITE},
                                              {t->peer, LW_MEMORY_ACCESS_READ_WRITE}};
    CHECK_STATUS(lw_virtual_memory_set_access(t->device, all, PARTS * unit, both, 2), LW_SUCCESS);
    for (int part = 0; part < PARTS; part++) /* the other device's kernels use the same addresses */
        CHECK_CALL(check_sum(t, devices[part % 2], all + (size_t)part * unit, 10 + part + 20 + 2 - part));
    /* Other memory comes in place of a part. */
    CHECK_STATUS(lw_multicast_unbind(object, t->peer, unit, unit), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_unbind(object, t->peer, unit, unit), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_multicast_bind_address(object, unit, t->peer, own[1], unit), LW_SUCCESS); /* the first part again */
    CHECK_CALL(check_sum(t, t->device, all + unit, 11 + 20));
    /* A smaller mapping of the same object. */
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, all, PARTS * unit), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_map(t->device, all + unit, unit, object, 0), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_set_access(t->device, all + unit, unit, both, 2), LW_SUCCESS);
    CHECK_CALL(check_sum(t, t->peer, all + unit, 10 + 22));
    /* What is left, the end of the handles unmaps, unbinds and frees. */
}

TEST(row, R30c_access_to_a_multicast_mapping, .two_devices = true, .cpu_only = true)
{
    struct r_team team = {0};
    lw_memory_access access;
    CHECK_CALL(team_of(t, &team));
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, team.all[0], t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_READ_WRITE);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, team.all[0], t->peer, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_STATUS(r_team_access(&team, 0, 1, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, team.all[0], t->peer, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_READ_WRITE);
    CHECK_CALL(check_sum(t, t->peer, team.all[0], 0));
    CHECK_STATUS(r_team_access(&team, 0, 0, LW_MEMORY_ACCESS_NONE), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_get_access(t->device, team.all[0], t->device, &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_CALL(check_sum(t, t->peer, team.all[0], 0));
    CHECK_STATUS(r_team_access(&team, 0, 1, LW_MEMORY_ACCESS_NONE), LW_SUCCESS);
    CHECK_CALL(r_team_drop(t, &team));
}

/* Memory is unbound, and access taken, after the kernels that use it. */
TEST(row, R30d_unbinding_waits_for_every_device, .two_devices = true, .cpu_only = true)
{
    enum { BLOCKS = 4, THREADS = 128, ROUNDS = 400, SUM = BLOCKS * THREADS * ROUNDS };
    for (int what = 0; what < 4; what++) {
        struct r_team team = {0};
        int seen[2];
        CHECK_CALL(team_of(t, &team));
        CHECK_STATUS(
            lw_launch(r_mc_count, lw_grid(lw_default_stream(t->peer), BLOCKS, THREADS, 0), (int *)team.all[1], ROUNDS),
            LW_SUCCESS);
        if (what == 0)
            CHECK_STATUS(lw_multicast_unbind(team.object, t->device, 0, team.unit), LW_SUCCESS);
        if (what == 1)
            CHECK_STATUS(lw_virtual_memory_unmap(t->peer, team.all[1], team.unit), LW_SUCCESS);
        if (what == 2)
            CHECK_STATUS(r_team_access(&team, 1, 1, LW_MEMORY_ACCESS_NONE), LW_SUCCESS);
        if (what == 3) /* the memory's own addresses may go at any time */
            CHECK_STATUS(lw_virtual_memory_unmap(t->device, team.own[0], team.unit), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
        for (unsigned d = 0; d < 2; d++)
            if (d == 1 || what != 3)
                CHECK_CALL(r_team_read(t, &team, d, 0, &seen[d], sizeof seen[d]));
        CHECK_EQUAL(seen[1], SUM);
        CHECK(what == 3 || seen[0] == SUM);
        CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
        CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
    }
}

static void count_all(lw_test_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    lw_test_count(counts);
}

/* A device ends while its memory is bound: with its handle's close, or with a reset. */
static void end_member(struct test *t, bool reset)
{
    struct r_team team = {0};
    lw_test_counts before, now;
    lw_device *first, *second;
    count_all(&before);
    CHECK_STATUS(lw_device_open(&first, "cpu:0"), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&second, "cpu:1"), LW_SUCCESS);
    team = (struct r_team){.device = {first, second}, .count = 2};
    CHECK_CALL(r_team_make(t, &team));
    CHECK_STATUS(lw_launch(r_mc_count, lw_grid(lw_default_stream(first), 2, 64, 0), (int *)team.all[0], 100),
                 LW_SUCCESS);
    CHECK_STATUS(reset ? lw_device_reset(second) : lw_device_close(second), LW_SUCCESS); /* after the other's kernel */
    CHECK_STATUS(lw_device_synchronize(first), LW_SUCCESS);
    int seen;
    CHECK_CALL(r_team_read(t, &team, 0, 0, &seen, sizeof seen));
    CHECK_EQUAL(seen, 2 * 64 * 100);
    /* The device is still one of the object's; it has no memory bound. */
    enum { RELAXED = 0, SYSTEM = 4 };
    CHECK_STATUS(lw_launch(r_mc_store, one_thread(lw_default_stream(first)), (int *)team.all[0], RELAXED, SYSTEM),
                 LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(first), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(first, "where no memory of device cpu:1 is bound");
    CHECK_STATUS(lw_multicast_unbind(team.object, first, 0, team.unit), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_device_reset(first), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_release(team.object), LW_ERROR_INVALID_HANDLE); /* the reset closed it */
    if (reset)
        CHECK_STATUS(lw_device_close(second), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_device_close(first), LW_SUCCESS);
    count_all(&now);
    CHECK(memcmp(&now, &before, sizeof now) == 0);
}

TEST(row, R30e_a_device_ends_while_its_memory_is_bound, .host = true, .isolated = true)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    CHECK_CALL(end_member(t, false));
    CHECK_CALL(end_member(t, true));
}

/* A new device handle's memory is bound where the closed one's was. */
TEST(row, R30f_memory_is_bound_anew_after_a_close, .host = true, .isolated = true)
{
    const char *engine = getenv("LANEWISE_ENGINE");
    struct r_team team = {0};
    lw_physical_memory *memory;
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    team.count = 2;
    CHECK_STATUS(lw_device_open(&team.device[0], "cpu:0"), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&team.device[1], "cpu:1"), LW_SUCCESS);
    CHECK_CALL(r_team_make(t, &team));
    CHECK_STATUS(r_team_access(&team, 0, 1, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(team.device[1]), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&team.device[1], "cpu:1"), LW_SUCCESS);
    lw_memory_access access; /* it ended with the close */
    CHECK_STATUS(lw_virtual_memory_get_access(team.device[0], team.all[0], team.device[1], &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE);
    CHECK_STATUS(lw_physical_memory_create(team.device[1], &memory, team.unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_bind_memory(team.object, 0, memory, 0, team.unit), LW_SUCCESS);
    CHECK_CALL(check_sum(t, team.device[0], team.all[0], 0));
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(team.device[0]), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(team.device[1]), LW_SUCCESS);
}
