/* Random calls: memory of the device and page-locked memory. */
#include "random_calls.h"

enum { PAGE = 4096 };

static size_t some_size(struct caller *c)
{
    return 1 + below(c, one_in(c, 2) ? 64 : MOST_BYTES);
}

/* Keeps what an allocation gave; null for size 0. */
static void keep(struct caller *c, struct block *block, void *base, size_t size, enum space space, lw_device *device,
                 int place)
{
    if (size)
        block_made(c, block, base, size, space, device, place);
    else if (base)
        caller_fail(c, __FILE__, __LINE__, "size 0 gave %p", base);
}

RANDOM_CALL(lw_malloc)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t size = one_in(c, 10) ? 0 : some_size(c);
    void **base = out(c, "pointer", sizeof *base);
    size_t asked = wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY) ? SIZE_MAX - below(c, 1000) : size;
    if (finish(c, lw_malloc(handle(c, DEVICE, "device", device), base, asked)))
        keep(c, block, *base, size, IN_DEVICE, device, place);
}

RANDOM_CALL(lw_malloc_host)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t size = one_in(c, 10) ? 0 : some_size(c);
    void **base = out(c, "pointer", sizeof *base);
    size_t asked = wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY) ? SIZE_MAX - below(c, 1000) : size;
    if (finish(c, lw_malloc_host(handle(c, DEVICE, "device", device), base, asked)))
        keep(c, block, *base, size, PINNED, device, place);
}

RANDOM_CALL(lw_malloc_host_with)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t size = one_in(c, 10) ? 0 : some_size(c);
    void **base = out(c, "pointer", sizeof *base);
    unsigned flags = wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 8u << below(c, 28) : (unsigned)below(c, 4);
    if (finish(c, lw_malloc_host_with(handle(c, DEVICE, "device", device), base, size, flags)))
        keep(c, block, *base, size, PINNED, device, place);
}

RANDOM_CALL(lw_malloc_pitch)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    size_t width = below(c, 1000), height = below(c, 4);
    void **base = out(c, "pointer", sizeof *base);
    size_t *pitch = out(c, "pitch", sizeof *pitch), asked = width, rows = height;
    if (wrong(c, "width is ", LW_ERROR_INVALID_VALUE))
        asked = SIZE_MAX - below(c, 100);
    else if (wrong(c, "height is ", LW_ERROR_INVALID_VALUE))
        asked = 1024, rows = SIZE_MAX / 512;
    if (!finish(c, lw_malloc_pitch(handle(c, DEVICE, "device", device), base, pitch, asked, rows)))
        return;
    if (width && height && (*pitch % 512 || *pitch < width))
        caller_fail(c, __FILE__, __LINE__, "pitch %zu for %zu bytes", *pitch, width);
    else
        keep(c, block, *base, width && height ? *pitch * height : 0, IN_DEVICE, device, place);
}

RANDOM_CALL(lw_malloc_3d)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_extent extent = {below(c, 500), below(c, 4), below(c, 3)}, asked = extent;
    lw_pitched *memory = out(c, "memory", sizeof *memory);
    if (wrong(c, "extent has ", LW_ERROR_INVALID_VALUE))
        asked = (lw_extent){1, SIZE_MAX / 2, 3};
    if (finish(c, lw_malloc_3d(handle(c, DEVICE, "device", device), memory, asked)))
        keep(c, block, memory->pointer, memory->pitch * extent.height * extent.depth, IN_DEVICE, device, place);
}

/* A pointer that the free of such memory refuses, or the block's. */
static void *freed_pointer(struct caller *c, struct block *block)
{
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        return one_in(c, 2) ? (void *)c : (void *)(uintptr_t)16;
    if (block->size > 1 && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        return block->base + 1 + below(c, block->size - 1);
    struct block *other = pick_block(c, -1, ANY_SPACE & ~(1u << block->space | 1u << IN_DEVICE | 1u << IN_ORDER));
    if (other && other->space != MANAGED && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        return other->base;
    return block->base;
}

RANDOM_CALL(lw_free)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE | 1 << IN_ORDER | 1 << MANAGED);
    if (!block)
        return;
    lw_device *device = device_of(c, block->place);
    if (one_in(c, 20)) {
        finish(c, lw_free(handle(c, DEVICE, "device", device), NULL));
        return;
    }
    if (one_in(c, 2))
        verify(c, block);
    else if (block->space == IN_ORDER || block->last.place != block->place)
        use(c, block, NULL, 0); /* freed at once; or in use on the other device */
    void *pointer = freed_pointer(c, block);
    if (finish(c, lw_free(handle(c, DEVICE, "device", device), pointer)))
        block_gone(c, block);
}

RANDOM_CALL(lw_free_host)
{
    struct block *block = pick_block(c, -1, 1 << PINNED);
    if (!block)
        return;
    verify(c, block);
    lw_device *device = device_of(c, block->place);
    void *pointer = freed_pointer(c, block);
    if (finish(c, lw_free_host(handle(c, DEVICE, "device", device), pointer)))
        block_gone(c, block);
}

RANDOM_CALL(lw_host_register)
{
    struct block *block = block_room(c), *other = pick_block(c, -1, 1 << PINNED | 1 << REGISTERED);
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    if (!block)
        return;
    void *memory = aligned_alloc(PAGE, PAGE), *pointer = memory;
    size_t size = MOST_BYTES;
    if (wrong(c, "pointer is null", LW_ERROR_INVALID_VALUE))
        pointer = NULL;
    else if (wrong(c, "size is 0", LW_ERROR_INVALID_VALUE))
        size = 0;
    else if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        size = SIZE_MAX;
    else if (other && other->place == place && wrong(c, "overlap", LW_ERROR_INVALID_VALUE))
        pointer = other->base + below(c, other->size), size = 1 + below(c, 100);
    unsigned flags = wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 4u << below(c, 29) : (unsigned)below(c, 4);
    if (finish(c, lw_host_register(handle(c, DEVICE, "device", device), pointer, size, flags)))
        block_made(c, block, memory, size, REGISTERED, device, place);
    else
        free(memory);
}

RANDOM_CALL(lw_host_unregister)
{
    struct block *block = pick_block(c, -1, 1 << REGISTERED);
    if (!block)
        return;
    verify(c, block);
    void *pointer = block->base;
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = one_in(c, 2) ? (void *)c : block->base + 1 + below(c, block->size - 1);
    if (finish(c, lw_host_unregister(handle(c, DEVICE, "device", device_of(c, block->place)), pointer)))
        block_gone(c, block);
}

RANDOM_CALL(lw_host_get_device_pointer)
{
    struct block *block = pick_block(c, -1, 1 << PINNED | 1 << REGISTERED);
    if (!block)
        return;
    unsigned char *host = block->base + below(c, block->size);
    void **pointer = out(c, "pointer", sizeof *pointer);
    void *asked = wrong(c, "host is ", LW_ERROR_INVALID_VALUE) ? one_in(c, 2) ? (void *)c : NULL : host;
    lw_device *device = device_of(c, block->place);
    if (finish(c, lw_host_get_device_pointer(handle(c, DEVICE, "device", device), pointer, asked)) && *pointer != host)
        caller_fail(c, __FILE__, __LINE__, "%p for %p", *pointer, (void *)host);
}

RANDOM_CALL(lw_pointer_get_attributes)
{
    static const lw_memory_space spaces[] = {
        [IN_DEVICE] = LW_SPACE_DEVICE, [IN_ORDER] = LW_SPACE_DEVICE,   [IN_SYMBOL] = LW_SPACE_DEVICE,
        [MAPPED] = LW_SPACE_DEVICE,    [MANAGED] = LW_SPACE_MANAGED,   [PINNED] = LW_SPACE_HOST,
        [REGISTERED] = LW_SPACE_HOST,  [PLAIN] = LW_SPACE_UNREGISTERED};
    struct block *block = pick_block(c, -1, ANY_SPACE);
    if (!block)
        return;
    lw_pointer_attributes *got = out(c, "attributes", sizeof *got);
    lw_device *device = device_of(c, block->place);
    bool any = one_in(c, 4); /* any value is right, and of no memory */
    const void *pointer = any ? (void *)(uintptr_t)below(c, 4096) : block->base + below(c, block->size);
    lw_memory_space space = any ? LW_SPACE_UNREGISTERED : spaces[block->space];
    if (!finish(c, lw_pointer_get_attributes(handle(c, DEVICE, "device", device), pointer, got)))
        return;
    bool of_block = space != LW_SPACE_UNREGISTERED;
    bool whole = block->space != IN_SYMBOL && block->space != MAPPED;
    if (got->space != space || !got->base != !of_block || !got->size != !of_block)
        caller_fail(c, __FILE__, __LINE__, "space %d, %zu bytes at %p", (int)got->space, got->size, got->base);
    else if (of_block && whole && (got->base != block->base || got->size != block->size))
        caller_fail(c, __FILE__, __LINE__, "%zu bytes at %p, expected %zu at %p", got->size, got->base, block->size,
                    (void *)block->base);
}

RANDOM_CALL(lw_device_get_memory)
{
    int place = place_of(c);
    size_t *available = out(c, "available", sizeof *available), *total = out(c, "total", sizeof *total);
    if (finish(c, lw_device_get_memory(handle(c, DEVICE, "device", device_of(c, place)), available, total)) &&
        (*available > *total || !*total))
        caller_fail(c, __FILE__, __LINE__, "%zu of %zu bytes", *available, *total);
}
