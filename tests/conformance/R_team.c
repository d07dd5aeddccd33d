#include "R_team.h"

static void make_own(struct test *t, struct r_team *team, unsigned i)
{
    lw_physical_memory *memory;
    lw_device *device = team->device[i];
    const lw_virtual_memory_access self = {device, LW_MEMORY_ACCESS_READ_WRITE};
    CHECK_STATUS(lw_physical_memory_create(device, &memory, team->unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(device, (void **)&team->own[i], 2 * team->unit, 0, NULL), LW_SUCCESS);
    team->all[i] = team->own[i] + team->unit;
    CHECK_STATUS(lw_virtual_memory_map(team->own[i], team->unit, memory, 0), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_set_access(device, team->own[i], team->unit, &self, 1), LW_SUCCESS);
    CHECK_STATUS(lw_memset(device, team->own[i], 0, team->unit), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_bind_memory(team->object, 0, memory, 0, team->unit), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_release(memory), LW_SUCCESS);
    CHECK_STATUS(lw_multicast_map(device, team->all[i], team->unit, team->object, 0), LW_SUCCESS);
    CHECK_STATUS(r_team_access(team, i, i, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
}

void r_team_make(struct test *t, struct r_team *team)
{
    lw_multicast_properties properties = {.device_count = team->count};
    CHECK_STATUS(lw_multicast_granularity(team->device[0], &properties, LW_MEMORY_GRANULARITY_MINIMUM, &team->unit),
                 LW_SUCCESS);
    properties.size = team->unit;
    CHECK_STATUS(lw_multicast_create(team->device[0], &team->object, &properties), LW_SUCCESS);
    for (unsigned i = 0; i < team->count; i++)
        CHECK_STATUS(lw_multicast_add_device(team->object, team->device[i]), LW_SUCCESS);
    for (unsigned i = 0; i < team->count; i++)
        CHECK_CALL(make_own(t, team, i));
}

void r_team_drop(struct test *t, struct r_team *team)
{
    for (unsigned i = 0; i < team->count; i++) {
        CHECK_STATUS(lw_virtual_memory_unmap(team->device[i], team->own[i], 2 * team->unit), LW_SUCCESS);
        CHECK_STATUS(lw_virtual_memory_free(team->device[i], team->own[i], 2 * team->unit), LW_SUCCESS);
        CHECK_STATUS(lw_multicast_unbind(team->object, team->device[i], 0, team->unit), LW_SUCCESS);
    }
    CHECK_STATUS(lw_multicast_release(team->object), LW_SUCCESS);
}

void r_team_read(struct test *t, const struct r_team *team, unsigned device, size_t offset, void *to, size_t size)
{
    CHECK_STATUS(lw_memcpy(team->device[device], to, team->own[device] + offset, size, LW_MEMCPY_DEVICE_TO_HOST),
                 LW_SUCCESS);
}

void r_team_write(struct test *t, const struct r_team *team, unsigned device, size_t offset, const void *from,
                  size_t size)
{
    CHECK_STATUS(lw_memcpy(team->device[device], team->own[device] + offset, from, size, LW_MEMCPY_HOST_TO_DEVICE),
                 LW_SUCCESS);
}

lw_status r_team_access(const struct r_team *team, unsigned whose, unsigned device, lw_memory_access access)
{
    return lw_virtual_memory_set_access(team->device[whose], team->all[whose], team->unit,
                                        &(lw_virtual_memory_access){team->device[device], access}, 1);
}
