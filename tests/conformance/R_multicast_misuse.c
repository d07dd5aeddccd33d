/* Group R: wrong uses of multicast objects, by the host and by kernels. */
#include <stdio.h>

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

/* Whether the call is refused, with a message that names the function and says why. */
#define REFUSED(call, status, says)                                                                                    \
    do {                                                                                                               \
        CHECK_STATUS(call, status);                                                                                    \
        CHECK_MESSAGE(NULL, says);                                                                                     \
        CHECK(strncmp(lw_last_error_message(NULL), #call, strcspn(#call, "(")) == 0);                                  \
    } while (0)
#define WRONG(call, says) REFUSED(call, LW_ERROR_INVALID_VALUE, says)

static void wrong_properties(struct test *t, size_t unit)
{
    const lw_multicast_properties good = {.device_count = 2, .size = unit};
    lw_multicast_properties wrong = good;
    lw_multicast *none = NULL;
    size_t granularity = 7;
    WRONG(lw_multicast_granularity(t->device, NULL, LW_MEMORY_GRANULARITY_MINIMUM, &granularity), "properties is null");
    WRONG(lw_multicast_granularity(t->device, &good, LW_MEMORY_GRANULARITY_MINIMUM, NULL), "granularity is null");
    WRONG(lw_multicast_granularity(t->device, &good, (lw_memory_granularity)2, &granularity), "which is 2");
    WRONG(lw_multicast_create(t->device, NULL, &good), "multicast is null");
    WRONG(lw_multicast_create(t->device, &none, NULL), "properties is null");
    wrong.device_count = 0;
    WRONG(lw_multicast_create(t->device, &none, &wrong), "properties.device_count is 0; expected 1 to ");
    wrong.device_count = 1000;
    WRONG(lw_multicast_create(t->device, &none, &wrong), "properties.device_count is 1000");
    WRONG(lw_multicast_granularity(t->device, &wrong, LW_MEMORY_GRANULARITY_MINIMUM, &granularity),
          "device_count is 1000");
    wrong = good, wrong.size = 0;
    WRONG(lw_multicast_create(t->device, &none, &wrong), "properties.size is 0 bytes");
    wrong.size = unit + unit / 2;
    WRONG(lw_multicast_create(t->device, &none, &wrong), "expected a multiple of");
    wrong = good, wrong.handle_type = (lw_memory_handle_type)5;
    WRONG(lw_multicast_create(t->device, &none, &wrong), "properties.handle_type is 5");
    wrong.handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR;
    REFUSED(lw_multicast_create(t->device, &none, &wrong), LW_ERROR_NOT_SUPPORTED, "other processes cannot have");
    REFUSED(lw_multicast_create(NULL, &none, &good), LW_ERROR_INVALID_HANDLE, "device is null");
    CHECK(none == NULL && granularity == 7);
}

TEST(row, R31_what_is_no_multicast_object, .two_devices = true, .cpu_only = true)
{
    lw_multicast_properties properties = {.device_count = 2};
    lw_physical_memory *memory;
    lw_multicast *object;
    size_t unit;
    void *pointer;
    CHECK_STATUS(lw_multicast_granularity(t->device, &properties, LW_MEMORY_GRANULARITY_MINIMUM, &unit), LW_SUCCESS);
    CHECK(unit && (unit & (unit - 1)) == 0);
    CHECK_CALL(wrong_properties(t, unit));
    properties.size = 2 * unit;
    CHECK_STATUS(lw_multicast_create(t->device, &object, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_add_device(object, t->device), LW_SUCCESS);
    WRONG(lw_multicast_add_device(object, t->device), "added already");
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->device, &pointer, 2 * unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(pointer, unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_add_device(object, t->peer), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_bind_memory(object, 0, memory, 0, unit), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_release(object), LW_SUCCESS);
    REFUSED(lw_multicast_release(object), LW_ERROR_INVALID_HANDLE, "was closed");
    REFUSED(lw_multicast_add_device(NULL, t->device), LW_ERROR_INVALID_HANDLE, "multicast is null");
    /* An object of one device has no place for another one. */
    properties.device_count = 1;
    CHECK_STATUS(lw_multicast_create(t->device, &object, &properties), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_add_device(object, t->peer), LW_SUCCESS);
    WRONG(lw_multicast_add_device(object, t->device), "all 1 devices are added");
    WRONG(lw_multicast_bind_memory(object, 0, memory, 0, unit), "memory is of device cpu:0, which is not added");
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_release(object), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, pointer, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->device, pointer, 2 * unit), LW_SUCCESS);
}

TEST(row, R31b_what_cannot_be_bound_or_mapped, .two_devices = true, .cpu_only = true)
{
    struct r_team team = {0};
    lw_physical_memory *memory, *kept;
    void *pooled, *plain;
    int word = 1;
    CHECK_CALL(team_of(t, &team));
    size_t unit = team.unit;
    lw_multicast *object = team.object;
    CHECK_STATUS(lw_physical_memory_create(t->device, &memory, unit, NULL), LW_SUCCESS);
    kept = memory;
    WRONG(lw_multicast_bind_memory(object, 0, memory, 0, unit), "is bound already, at 0");
    WRONG(lw_multicast_bind_memory(object, 1, memory, 0, unit), "offset is 1 bytes");
    WRONG(lw_multicast_bind_memory(object, unit, memory, 0, unit), "past the end of the object's");
    WRONG(lw_multicast_bind_memory(object, (size_t)0 - unit, memory, 0, unit), "past the end of the object's");
    WRONG(lw_multicast_bind_memory(object, 0, memory, 0, 0), "size is 0 bytes");
    WRONG(lw_multicast_bind_memory(object, 0, memory, 0, unit / 2), "expected a multiple of");
    WRONG(lw_multicast_bind_memory(object, 0, memory, unit, unit), "past the end of the memory's");
    WRONG(lw_multicast_bind_memory(object, 0, memory, 5, unit), "memory_offset is 5 bytes");
    REFUSED(lw_multicast_bind_memory(object, 0, NULL, 0, unit), LW_ERROR_INVALID_HANDLE, "memory is null");
    REFUSED(lw_multicast_bind_memory(NULL, 0, memory, 0, unit), LW_ERROR_INVALID_HANDLE, "multicast is null");
    WRONG(lw_multicast_unbind(object, t->device, unit, unit), "no memory of device cpu:0 was bound with offset");
    WRONG(lw_multicast_unbind(object, t->device, 0, 2 * unit), "no memory of device cpu:0 was bound with offset");
    REFUSED(lw_multicast_unbind(object, NULL, 0, unit), LW_ERROR_INVALID_HANDLE, "device is null");

    CHECK_STATUS(lw_multicast_unbind(object, t->device, 0, unit), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, &plain, 2 * unit), LW_SUCCESS);
    void *aligned = (void *)(((uintptr_t)plain + unit - 1) / unit * unit);
    WRONG(lw_multicast_bind_address(object, 0, t->device, aligned, unit),
          "where no physical memory of device cpu:0 is mapped");
    CHECK_STATUS(lw_free(t->device, plain), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(lw_default_stream(t->device), &pooled, 2 * unit), LW_SUCCESS);
    aligned = (void *)(((uintptr_t)pooled + unit - 1) / unit * unit);
    REFUSED(lw_multicast_bind_address(object, 0, t->device, aligned, unit), LW_ERROR_NOT_SUPPORTED, "lw_malloc_async");
    CHECK_STATUS(lw_free_async(lw_default_stream(t->device), pooled), LW_SUCCESS);
    WRONG(lw_multicast_bind_address(object, 0, t->device, NULL, unit), "pointer is (nil)");
    WRONG(lw_multicast_bind_address(object, 0, t->device, team.own[0] + 4096, unit), "expected a multiple of");
    WRONG(lw_multicast_bind_address(object, 0, t->device, team.all[0], unit), "where no physical memory");
    WRONG(lw_multicast_bind_address(object, 0, t->peer, team.own[0], unit), "where no physical memory of device cpu:1");
    WRONG(lw_multicast_bind_address(object, 0, t->device, team.own[0], 2 * unit), "past the end of the object's");

    /* Mappings. */
    WRONG(lw_multicast_map(t->device, team.all[0], unit, object, 0), "memory is mapped already");
    CHECK_STATUS(lw_virtual_memory_unmap(t->device, team.all[0], unit), LW_SUCCESS);
    WRONG(lw_multicast_map(t->device, team.all[0], unit, object, unit), "offset is");
    WRONG(lw_multicast_map(t->device, team.all[0], 2 * unit, object, 0), "the object has");
    WRONG(lw_multicast_map(t->device, team.all[0], unit / 2, object, 0), "expected a multiple of");
    WRONG(lw_multicast_map(t->device, team.all[0] + 1, unit, object, 0), "expected a multiple of");
    WRONG(lw_multicast_map(t->device, NULL, unit, object, 0), "not all in one range");
    WRONG(lw_multicast_map(t->device, team.all[1], unit, object, 0),
          "not all in one range that device cpu:0 has reserved");
    REFUSED(lw_multicast_map(NULL, team.all[0], unit, object, 0), LW_ERROR_INVALID_HANDLE, "device is null");
    REFUSED(lw_multicast_map(t->device, team.all[0], unit, NULL, 0), LW_ERROR_INVALID_HANDLE, "multicast is null");
    CHECK_STATUS(lw_multicast_map(t->device, team.all[0], unit, object, 0), LW_SUCCESS);
    WRONG(lw_physical_memory_retain(t->device, &kept, team.all[0]), "where a multicast object is mapped");
    CHECK(kept == memory);
    CHECK_STATUS(r_team_access(&team, 0, 0, LW_MEMORY_ACCESS_READ), LW_ERROR_NOT_SUPPORTED);
    /* Copies and the like. */
    WRONG(lw_memcpy(t->device, team.all[1], &word, sizeof word, LW_MEMCPY_HOST_TO_DEVICE), "a multicast address");
    WRONG(lw_memcpy(t->peer, &word, team.all[1], sizeof word, LW_MEMCPY_DEFAULT), "a multicast address");
    WRONG(lw_memset(t->peer, team.all[1], 0, 4), "a multicast address");
    WRONG(lw_stream_write_value32(lw_default_stream(t->peer), (uint32_t *)team.all[1], 1), "a multicast address");
    WRONG(lw_free(t->peer, team.all[1]), "lw_virtual_memory_unmap");
    CHECK_EQUAL(word, 1);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
}

TEST(row, R31c_only_devices_of_the_object_get_access, .host = true, .isolated = true)
{
    static const char *const names[3] = {"cpu:0", "cpu:1", "cpu:2"};
    const char *engine = getenv("LANEWISE_ENGINE");
    struct r_team team = {.count = 2};
    lw_memory_access access;
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
    setenv("LANEWISE_CPU_DEVICES", "3", 1);
    for (int i = 0; i < 3; i++)
        CHECK_STATUS(lw_device_open(&team.device[i], names[i]), LW_SUCCESS);
    CHECK_CALL(r_team_make(t, &team));
    const lw_virtual_memory_access both[2] = {{team.device[1], LW_MEMORY_ACCESS_READ_WRITE},
                                              {team.device[2], LW_MEMORY_ACCESS_READ_WRITE}};
    WRONG(lw_virtual_memory_set_access(team.device[0], team.all[0], team.unit, both, 2),
          "accesses[1].device is cpu:2, which is not added to the multicast object");
    CHECK_STATUS(lw_virtual_memory_get_access(team.device[0], team.all[0], team.device[1], &access), LW_SUCCESS);
    CHECK_EQUAL(access, LW_MEMORY_ACCESS_NONE); /* a failed call has changed nothing */
    CHECK_STATUS(r_team_access(&team, 0, 2, LW_MEMORY_ACCESS_NONE), LW_SUCCESS);
    CHECK_CALL(r_team_drop(t, &team));
    for (int i = 0; i < 3; i++)
        CHECK_STATUS(lw_device_close(team.device[i]), LW_SUCCESS);
}

TEST(row, R31d_a_cuda_device_has_no_multicast_objects)
{
    const lw_multicast_properties one = {.device_count = 1, .size = (size_t)2 << 20};
    lw_device_properties properties;
    lw_multicast *object = NULL;
    size_t granularity = 0;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (strcmp(properties.kind, "cpu") == 0) {
        CHECK_EQUAL(properties.multicast, 1);
        CHECK_STATUS(lw_multicast_create(t->device, &object, &one), LW_SUCCESS);
        CHECK_STATUS(lw_multicast_release(object), LW_SUCCESS);
        return;
    }
    CHECK_EQUAL(properties.multicast, 0);
    REFUSED(lw_multicast_granularity(t->device, &one, LW_MEMORY_GRANULARITY_MINIMUM, &granularity),
            LW_ERROR_NOT_SUPPORTED, "has no multicast objects");
    REFUSED(lw_multicast_create(t->device, &object, &one), LW_ERROR_NOT_SUPPORTED, "has no multicast objects");
    CHECK(object == NULL && granularity == 0);
}

TEST(row, R31e_devices_without_peer_access_have_no_multicast_objects, .host = true, .isolated = true)
{
    const lw_multicast_properties one = {.device_count = 1, .size = (size_t)2 << 20};
    lw_device_properties properties;
    lw_multicast *object = NULL;
    lw_device *device;
    setenv("LANEWISE_CPU_PEER_ACCESS", "0", 1);
    CHECK_STATUS(lw_device_open(&device, "cpu:0"), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_properties(device, &properties), LW_SUCCESS);
    CHECK_EQUAL(properties.multicast, 0);
    REFUSED(lw_multicast_create(device, &object, &one), LW_ERROR_NOT_SUPPORTED, "has no multicast objects");
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
}

/* ---- kernels ---- */
enum wrong {
    PLAIN_LOAD,
    PLAIN_STORE,
    PLAIN_ATOMIC,
    NOT_MAPPED,
    NO_ACCESS,
    BEYOND,
    UNBOUND,
    MISALIGNED,
    WIDE,
    ORDER,
    SCOPE,
    WRONGS
};
static const struct {
    lw_status status;
    const char *says;
} expected[WRONGS] = {
    [PLAIN_LOAD] = {LW_ERROR_ILLEGAL_ADDRESS, "a multicast address: only lw_multimem_...() may access it"},
    [PLAIN_STORE] = {LW_ERROR_ILLEGAL_ADDRESS, "a multicast address: only lw_multimem_...() may access it"},
    [PLAIN_ATOMIC] = {LW_ERROR_ILLEGAL_ADDRESS, "a multicast address: only lw_multimem_...() may access it"},
    [NOT_MAPPED] = {LW_ERROR_ILLEGAL_ADDRESS, "expected a multicast address (lw_multicast_map)"},
    [NO_ACCESS] = {LW_ERROR_ILLEGAL_ADDRESS, "to which device cpu:1 has no access"},
    [BEYOND] = {LW_ERROR_ILLEGAL_ADDRESS, "expected a multicast address (lw_multicast_map)"},
    [UNBOUND] = {LW_ERROR_ILLEGAL_ADDRESS, "where no memory of device cpu:1 is bound"},
    [MISALIGNED] = {LW_ERROR_MISALIGNED_ADDRESS, "misaligned address: lw_multimem_st of 4 bytes at"},
    [WIDE] = {LW_ERROR_MISALIGNED_ADDRESS, "misaligned address: lw_multimem_st_v4 of 16 bytes at"},
    [ORDER] = {LW_ERROR_LAUNCH_FAILURE, "order is 2, scope 4; expected __NV_ATOMIC_RELAXED or __NV_ATOMIC_RELEASE"},
    [SCOPE] = {LW_ERROR_LAUNCH_FAILURE, "order is 0, scope 9; expected"},
};

static lw_status launch_wrong(const struct r_team *team, enum wrong what)
{
    enum { RELAXED = 0, ACQUIRE = 2, SYSTEM = 4 };
    lw_launch_config config = one_thread(lw_default_stream(team->device[0]));
    int *all = (int *)team->all[0], *own = (int *)team->own[0];
    switch (what) {
    case PLAIN_LOAD: return lw_launch(r_mc_plain_load, config, all, own);
    case PLAIN_STORE: return lw_launch(r_mc_plain_store, config, all);
    case PLAIN_ATOMIC: return lw_launch(r_mc_plain_atomic, config, all);
    case NOT_MAPPED: return lw_launch(r_mc_store, config, own, RELAXED, SYSTEM);
    case NO_ACCESS: return lw_launch(r_mc_store, one_thread(lw_default_stream(team->device[1])), all, RELAXED, SYSTEM);
    case BEYOND: return lw_launch(r_mc_store, config, (int *)(team->all[0] + team->unit), RELAXED, SYSTEM);
    case UNBOUND: {
        lw_status status = lw_multicast_unbind(team->object, team->device[1], 0, team->unit);
        return status ? status : lw_launch(r_mc_store, config, all, RELAXED, SYSTEM);
    }
    case MISALIGNED: return lw_launch(r_mc_store, config, (int *)(team->all[0] + 2), RELAXED, SYSTEM);
    case WIDE: return lw_launch(r_mc_store_vector, config, (float *)(team->all[0] + 8));
    case ORDER: return lw_launch(r_mc_store, config, all, ACQUIRE, SYSTEM);
    default: return lw_launch(r_mc_store, config, all, RELAXED, 9);
    }
}

TEST(row, R31f_a_kernel_uses_a_multicast_address_wrongly, .two_devices = true, .cpu_only = true, .isolated = true)
{
    for (int what = 0; what < WRONGS; what++) {
        struct r_team team = {0};
        CHECK_CALL(team_of(t, &team));
        CHECK_STATUS(launch_wrong(&team, what), LW_SUCCESS);
        lw_device *device = what == NO_ACCESS ? t->peer : t->device;
        CHECK_STATUS(lw_device_synchronize(device), expected[what].status);
        CHECK_MESSAGE(device, expected[what].says);
        CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
        CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
    }
}
