/* Random calls: physical memory, reserved addresses, mappings and access. */
#include <unistd.h>

#include "random_calls.h"

static size_t granularity_of(struct caller *c, int place)
{
    size_t granularity = 4096;
    NEED(c, lw_physical_memory_granularity(c->own[place], NULL, LW_MEMORY_GRANULARITY_MINIMUM, &granularity));
    return granularity;
}

RANDOM_CALL(lw_physical_memory_granularity)
{
    size_t *granularity = out(c, "granularity", sizeof *granularity);
    lw_physical_memory_properties properties = {LW_MEMORY_HANDLE_NONE};
    lw_memory_granularity which = (lw_memory_granularity)below(c, 2);
    if (wrong(c, "which is ", LW_ERROR_INVALID_VALUE))
        which = (lw_memory_granularity)(2 + (int)below(c, 100));
    else if (wrong(c, "properties.handle_type is ", LW_ERROR_INVALID_VALUE))
        properties.handle_type = (lw_memory_handle_type)(2 + (int)below(c, 100));
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_physical_memory_granularity(device, &properties, which, granularity)) &&
        (!*granularity || *granularity & (*granularity - 1)))
        caller_fail(c, __FILE__, __LINE__, "granularity %zu", *granularity);
}

RANDOM_CALL(lw_physical_memory_create)
{
    struct thing *thing = room(c, PHYSICAL);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t size = granularity_of(c, place) * (1 + below(c, 2)), asked = size;
    lw_physical_memory **memory = out(c, "memory", sizeof *memory);
    lw_physical_memory_properties right = {one_in(c, 2) ? LW_MEMORY_HANDLE_FILE_DESCRIPTOR : LW_MEMORY_HANDLE_NONE},
                                  properties = right;
    if (wrong(c, "properties.handle_type is ", LW_ERROR_INVALID_VALUE))
        properties.handle_type = (lw_memory_handle_type)(2 + (int)below(c, 100));
    else if (right.handle_type)
        allow(c, LW_ERROR_NOT_SUPPORTED);
    if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        asked = one_in(c, 2) ? 0 : size + 1;
    else if (wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY))
        asked = ~(granularity_of(c, place) - 1);
    if (!finish(c, lw_physical_memory_create(handle(c, DEVICE, "device", device), memory, asked, &properties)))
        return;
    made(c, PHYSICAL, thing, *memory, device, place);
    thing->size = size;
    thing->flags = right.handle_type;
}

RANDOM_CALL(lw_physical_memory_release)
{
    struct thing *thing = pick(c, PHYSICAL);
    if (thing && finish(c, lw_physical_memory_release(handle(c, PHYSICAL, "memory", thing->handle))))
        closed(c, PHYSICAL, thing);
}

RANDOM_CALL(lw_physical_memory_get_properties)
{
    struct thing *thing = pick(c, PHYSICAL);
    if (!thing)
        return;
    lw_physical_memory_properties *properties = out(c, "properties", sizeof *properties);
    if (finish(c, lw_physical_memory_get_properties(handle(c, PHYSICAL, "memory", thing->handle), properties)) &&
        properties->handle_type != thing->flags)
        caller_fail(c, __FILE__, __LINE__, "handle type %d", (int)properties->handle_type);
}

RANDOM_CALL(lw_physical_memory_retain)
{
    struct block *block = pick_block(c, -1, 1 << MAPPED), *other = pick_block(c, -1, ANY_SPACE & ~(1u << MAPPED));
    if (!block)
        return;
    lw_physical_memory **memory = out(c, "memory", sizeof *memory);
    const void *pointer = block->base + below(c, block->mapped);
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = other && one_in(c, 2) ? other->base : NULL;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    if (finish(c, lw_physical_memory_retain(device, memory, pointer)))
        NEED(c, lw_physical_memory_release(*memory));
}

RANDOM_CALL(lw_physical_memory_export)
{
    struct thing *thing = pick(c, PHYSICAL);
    if (!thing)
        return;
    int *descriptor = out(c, "descriptor", sizeof *descriptor);
    lw_physical_memory *memory = handle(c, PHYSICAL, "memory", thing->handle);
    if (!c->expected && thing->flags != LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        expect(c, "memory was created without", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_physical_memory_export(memory, descriptor)))
        close(*descriptor);
}

RANDOM_CALL(lw_physical_memory_import)
{
    struct thing *thing = pick(c, PHYSICAL);
    int descriptor = -1;
    if (!thing || thing->flags != LW_MEMORY_HANDLE_FILE_DESCRIPTOR ||
        !NEED(c, lw_physical_memory_export((lw_physical_memory *)thing->handle, &descriptor)))
        return;
    lw_physical_memory **memory = out(c, "memory", sizeof *memory);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    int asked = wrong(c, "descriptor is ", LW_ERROR_INVALID_VALUE) ? -1 - (int)below(c, 100) : descriptor;
    if (finish(c, lw_physical_memory_import(device, memory, asked)))
        NEED(c, lw_physical_memory_release(*memory));
    close(descriptor);
}

/* ---- addresses: a reserved range of this thread is a block from the first mapping on; before it is freed at once ---- */
RANDOM_CALL(lw_virtual_memory_reserve)
{
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t granularity = granularity_of(c, place), size = granularity * (1 + below(c, 3)), asked = size;
    size_t alignment = one_in(c, 2) ? 0 : granularity << below(c, 3);
    void **pointer = out(c, "pointer", sizeof *pointer), *wanted = NULL;
    if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        asked = one_in(c, 2) ? 0 : size - 1;
    else if (wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY))
        asked = ~(granularity - 1);
    else if (wrong(c, "alignment is ", LW_ERROR_INVALID_VALUE))
        alignment = granularity * 3;
    else if (wrong(c, "wanted is ", LW_ERROR_INVALID_VALUE))
        wanted = (void *)(uintptr_t)(granularity + 1);
    if (finish(c, lw_virtual_memory_reserve(handle(c, DEVICE, "device", device), pointer, asked, alignment, wanted))) {
        if (alignment && (uintptr_t)*pointer % alignment)
            caller_fail(c, __FILE__, __LINE__, "%p is no multiple of %zu", *pointer, alignment);
        NEED(c, lw_virtual_memory_free(c->own[place], *pointer, size));
    }
}

RANDOM_CALL(lw_virtual_memory_free)
{
    int place = place_of(c);
    struct block *mapped = pick_block(c, place, 1 << MAPPED);
    void *pointer = NULL, *asked;
    size_t granularity = granularity_of(c, place), size = granularity * 2, bytes = size;
    if (!NEED(c, lw_virtual_memory_reserve(c->own[place], &pointer, size, 0, NULL)))
        return;
    asked = pointer;
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        asked = one_in(c, 2) ? NULL : (char *)pointer + granularity;
    else if (wrong(c, "size ", LW_ERROR_INVALID_VALUE))
        bytes = one_in(c, 2) ? 0 : size * 2;
    else if (mapped && wrong(c, "memory is mapped", LW_ERROR_INVALID_VALUE))
        asked = mapped->base, bytes = mapped->mapped;
    if (!finish(c, lw_virtual_memory_free(handle(c, DEVICE, "device", device_of(c, place)), asked, bytes)))
        NEED(c, lw_virtual_memory_free(c->own[place], pointer, size));
}

RANDOM_CALL(lw_virtual_memory_map)
{
    struct thing *thing = pick(c, PHYSICAL);
    struct block *block = block_room(c), *mapped = pick_block(c, -1, 1 << MAPPED);
    void *pointer = NULL;
    if (!thing || !block || thing->mapped)
        return;
    int place = thing->place;
    lw_device *owner = c->own[place];
    size_t size = thing->size, bytes = size, offset = 0, granularity = granularity_of(c, place);
    if (!NEED(c, lw_virtual_memory_reserve(owner, &pointer, size, 0, NULL)))
        return;
    void *asked = pointer;
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        asked = one_in(c, 2) ? NULL : (void *)((uintptr_t)c & ~(granularity - 1));
    else if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        asked = (char *)pointer + 1;
    else if (wrong(c, "offset is ", LW_ERROR_INVALID_VALUE))
        offset = granularity;
    else if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        bytes = one_in(c, 2) ? 0 : size - 1;
    else if (mapped && mapped->place == place && mapped->mapped == size &&
             wrong(c, "mapped already", LW_ERROR_INVALID_VALUE))
        asked = mapped->base;
    lw_physical_memory *memory = handle(c, PHYSICAL, "memory", thing->handle);
    if (!finish(c, lw_virtual_memory_map(asked, bytes, memory, offset))) {
        NEED(c, lw_virtual_memory_free(owner, pointer, size));
        return;
    }
    lw_virtual_memory_access access = {owner, LW_MEMORY_ACCESS_READ_WRITE};
    if (NEED(c, lw_virtual_memory_set_access(owner, pointer, size, &access, 1)))
        block_made(c, block, pointer, size < 1024 ? size : 1024, MAPPED, owner, place);
    block->mapped = size;
    thing->mapped = true;
}

RANDOM_CALL(lw_virtual_memory_unmap)
{
    struct block *block = pick_block(c, -1, 1 << MAPPED);
    if (!block)
        return;
    verify(c, block);
    void *pointer = block->base;
    size_t size = block->mapped;
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = one_in(c, 2) ? NULL : block->base + 4096;
    else if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        size = one_in(c, 2) ? 1 : size * 64;
    if (!finish(c, lw_virtual_memory_unmap(handle(c, DEVICE, "device", device_of(c, block->place)), pointer, size)))
        return;
    NEED(c, lw_virtual_memory_free(c->own[block->place], block->base, block->mapped));
    block_gone(c, block);
}

RANDOM_CALL(lw_virtual_memory_set_access)
{
    struct block *block = pick_block(c, -1, 1 << MAPPED);
    if (!block)
        return;
    int place = block->place;
    use(c, block, NULL, 0);
    void *pointer = block->base;
    size_t size = block->mapped, count = 1;
    lw_virtual_memory_access access = {device_of(c, place), LW_MEMORY_ACCESS_READ_WRITE}, *accesses = &access;
    bool none = one_in(c, 4);
    if (none)
        access.access = LW_MEMORY_ACCESS_NONE;
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = NULL;
    else if (wrong(c, "size is ", LW_ERROR_INVALID_VALUE))
        size = one_in(c, 2) ? 1 : size * 64;
    else if (wrong(c, "access is ", LW_ERROR_INVALID_VALUE))
        access.access = (lw_memory_access)(4 + (int)below(c, 100));
    else if (wrong(c, "access is ", LW_ERROR_NOT_SUPPORTED))
        access.access = LW_MEMORY_ACCESS_READ;
    else if (wrong(c, "accesses is null", LW_ERROR_INVALID_VALUE))
        accesses = NULL;
    else if (wrong(c, "count is 0", LW_ERROR_INVALID_VALUE))
        count = 0;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
    if (finish(c, lw_virtual_memory_set_access(device, pointer, size, accesses, count)) && none) {
        /* Calls are refused then; contents stay. */
        if (lw_memset(c->own[place], block->base, 0, 1) != LW_ERROR_INVALID_VALUE)
            caller_fail(c, __FILE__, __LINE__, "memory without access was set");
        access = (lw_virtual_memory_access){c->own[place], LW_MEMORY_ACCESS_READ_WRITE};
        NEED(c, lw_virtual_memory_set_access(c->own[place], block->base, block->mapped, &access, 1));
    }
}

RANDOM_CALL(lw_virtual_memory_get_access)
{
    struct block *block = pick_block(c, -1, 1 << MAPPED);
    if (!block)
        return;
    int place = place_of(c);
    lw_memory_access *access = out(c, "access", sizeof *access);
    const void *pointer = wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE) ? (void *)c : block->base + below(c, 100);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, block->place));
    lw_device *accessing = handle(c, DEVICE, "accessing", device_of(c, place));
    if (finish(c, lw_virtual_memory_get_access(device, pointer, accessing, access)) &&
        *access != (place == block->place ? LW_MEMORY_ACCESS_READ_WRITE : LW_MEMORY_ACCESS_NONE))
        caller_fail(c, __FILE__, __LINE__, "access %d", (int)*access);
}
