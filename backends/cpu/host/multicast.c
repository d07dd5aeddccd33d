/* Multicast objects: which memory of which device is bound, and where it is mapped, the emulator knows. Here devices wait for each
 * other's work before memory goes. */
#include <stdlib.h>

#include "../../../emu/host/multicast.h"
#include "cpu.h"

#define GRANULARITY ((size_t)2 << 20) /* as physical memory */

struct lw_multicast_impl {
    emu_multicast *object;
    unsigned members; /* devices, a bit each */
};

static uint64_t patience(const lw_device_impl *device)
{
    return device->options.timeout_ns;
}

static lw_status granularity(lw_device_impl *device, bool recommended, size_t *bytes)
{
    (void)device, (void)recommended;
    *bytes = GRANULARITY;
    return LW_SUCCESS;
}

static lw_status create(lw_device_impl *device, size_t size, lw_multicast_impl **created)
{
    lw_multicast_impl *multicast = lw_allocate(sizeof *multicast);
    emu_multicast *object = multicast ? emu_multicast_create(size) : NULL;
    if (!object) {
        free(multicast);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the structure of a multicast object");
    }
    *multicast = (lw_multicast_impl){.object = object};
    *created = multicast;
    return LW_SUCCESS;
}

static void destroy(lw_multicast_impl *multicast)
{
    emu_multicast_destroy(multicast->object);
    free(multicast);
}

static lw_status add_device(lw_multicast_impl *multicast, lw_device_impl *device)
{
    emu_multicast_add(multicast->object, device->ordinal);
    multicast->members |= 1u << device->ordinal;
    return LW_SUCCESS;
}

/* Operations of each member that is open may reach the device's memory from now on. */
static void note_members(const lw_multicast_impl *multicast, lw_device_impl *owner)
{
    emu_pool_lock(owner->pool);
    for (unsigned i = 0; i < owner->shared->count; i++)
        if (multicast->members >> i & 1 && owner->shared->device[i])
            lw_cpu_note_reach(owner->shared->device[i], owner);
    emu_pool_unlock(owner->pool);
}

static lw_status bind(lw_multicast_impl *multicast, lw_device_impl *device, size_t offset, lw_physical_impl *memory,
                      size_t memory_offset, size_t size)
{
    void *window;
    lw_status status = emu_multicast_bind(multicast->object, device->ordinal, device->memory, offset, size,
                                          lw_cpu_physical_file(memory), memory_offset, &window);
    if (status)
        return lw_fail(device, status, "the system maps no more memory");
    if (device->compare && !lw_cpu_compare_add_memory(device->compare, false, window, size, lw_caller)) {
        emu_multicast_unbind(multicast->object, device->ordinal, offset);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to note the mapping for LANEWISE_ENGINE=compare");
    }
    if (emu_checking)
        emu_check_mapped(window, size, lw_caller);
    note_members(multicast, device);
    return LW_SUCCESS;
}

static void unbind(lw_multicast_impl *multicast, lw_device_impl *device, size_t offset)
{
    void *window = emu_multicast_window(multicast->object, device->ordinal, offset);
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, false);
    if (device->compare) { /* as lw_cpu_close_mapping() */
        lw_cpu_compare_begin(device->compare);
        lw_cpu_compare_remove_memory(device->compare, window);
        lw_cpu_compare_end(device->compare);
    }
    if (emu_checking)
        emu_check_released(window);
    emu_multicast_unbind(multicast->object, device->ordinal, offset);
}

/* ---- mappings ---- */
static lw_status map(lw_device_impl *device, void *pointer, size_t size, lw_multicast_impl *multicast)
{
    return emu_multicast_map(multicast->object, pointer, size)
               ? LW_SUCCESS
               : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the entry of a multicast mapping");
}

static lw_status set_access(lw_device_impl *device, void *pointer, lw_device_impl *accessing, bool access)
{
    bool has = emu_multicast_allowed(pointer) >> accessing->ordinal & 1;
    if (has == access)
        return LW_SUCCESS;
    lw_status unsafe = access ? LW_SUCCESS : lw_cpu_capture_forbids_unsafe(accessing);
    if (unsafe)
        return unsafe;
    if (!access)
        lw_cpu_wait(accessing, NULL);
    emu_multicast_allow(pointer, accessing->ordinal, access);
    if (access) { /* bound memory, and the mapping, do not go before the operations that use them */
        emu_pool_lock(device->pool);
        for (unsigned i = 0; i < device->shared->count; i++)
            if (device->shared->device[i])
                lw_cpu_note_reach(accessing, device->shared->device[i]);
        emu_pool_unlock(device->pool);
    }
    return LW_SUCCESS;
}

static bool get_access(lw_device_impl *device, const void *pointer, lw_device_impl *accessing)
{
    (void)device;
    return emu_multicast_allowed(pointer) >> accessing->ordinal & 1;
}

static lw_status unmap(lw_device_impl *device, void *pointer, bool forced)
{
    lw_status unsafe = forced ? LW_SUCCESS : lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, false);
    emu_multicast_unmap(pointer);
    return LW_SUCCESS;
}

const lw_multicast_backend lw_cpu_multicast = {
    .patience = patience,
    .granularity = granularity,
    .create = create,
    .destroy = destroy,
    .add_device = add_device,
    .bind = bind,
    .unbind = unbind,
    .map = map,
    .set_access = set_access,
    .get_access = get_access,
    .unmap = unmap,
};
