/* Random calls: stream-ordered memory and its pools. */
#include <unistd.h>

#include "random_calls.h"

/* ---- memory of streams ---- */
RANDOM_CALL(lw_malloc_async)
{
    struct block *block = block_room(c);
    if (!block)
        return;
    int place = place_of(c);
    size_t size = one_in(c, 10) ? 0 : 1 + below(c, MOST_BYTES);
    void **base = out(c, "pointer", sizeof *base);
    lw_stream *stream = stream_of(c, place);
    size_t asked = wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY) ? SIZE_MAX - below(c, 100) : size;
    if (!finish(c, lw_malloc_async(handle(c, STREAM, "stream", stream), base, asked)) || !size)
        return;
    if (NEED(c, lw_stream_synchronize(stream)))
        block_made(c, block, *base, size, IN_ORDER, owner_of(c, stream, place), place);
}

/* The place of a stream that works with memory of this place: at times another. */
static int any_place(struct caller *c, int place)
{
    return c->session->places > 1 && one_in(c, 3) ? 1 - place : place;
}

RANDOM_CALL(lw_malloc_from_pool_async)
{
    struct block *block = block_room(c);
    struct thing *thing = pick(c, POOL);
    if (!block)
        return;
    int place = thing ? thing->place : place_of(c);
    size_t size = one_in(c, 10) ? 0 : 1 + below(c, MOST_BYTES);
    bool shared = !thing || one_in(c, 2);
    lw_memory_pool *pool = shared ? c->session->pool[place] : thing->handle;
    void **base = out(c, "pointer", sizeof *base);
    int where = any_place(c, place);
    lw_stream *stream = stream_of(c, where);
    lw_device *owner = where == place ? owner_of(c, stream, place) : shared ? c->session->device[place] : thing->owner;
    size_t asked = wrong(c, "size is ", LW_ERROR_OUT_OF_MEMORY) ? SIZE_MAX - below(c, 100) : size;
    lw_stream *given = handle(c, STREAM, "stream", stream);
    pool = handle(c, POOL, "pool", pool);
    if (!finish(c, lw_malloc_from_pool_async(given, pool, base, asked)) || !size)
        return;
    if (NEED(c, lw_stream_synchronize(stream)))
        block_made(c, block, *base, size, IN_ORDER, owner, place);
}

RANDOM_CALL(lw_free_async)
{
    struct block *block = pick_block(c, -1, 1 << IN_DEVICE | 1 << IN_ORDER);
    struct block *managed = pick_block(c, -1, 1 << MANAGED), *host = pick_block(c, -1, HOST_SPACES);
    if (!block)
        return;
    int where = any_place(c, block->place);
    lw_stream *stream = stream_of(c, where);
    void *pointer = block->base;
    use(c, block, stream, where);
    if (wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = host ? (void *)host->base : (void *)c;
    else if (block->size > 1 && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE))
        pointer = block->base + 1 + below(c, block->size - 1);
    else if (managed && wrong(c, "pointer is ", LW_ERROR_NOT_SUPPORTED))
        pointer = managed->base;
    if (finish(c, lw_free_async(handle(c, STREAM, "stream", stream), pointer)))
        block_gone(c, block);
}

/* ---- pools ---- */
RANDOM_CALL(lw_memory_pool_create)
{
    struct thing *thing = room(c, POOL);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_memory_pool **pool = out(c, "pool", sizeof *pool);
    if (finish(c, lw_memory_pool_create(handle(c, DEVICE, "device", device), pool)))
        made(c, POOL, thing, *pool, device, place);
}

RANDOM_CALL(lw_memory_pool_create_with)
{
    struct thing *thing = room(c, POOL);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_memory_pool **pool = out(c, "pool", sizeof *pool);
    lw_memory_pool_properties right = {.handle_type =
                                           one_in(c, 2) ? LW_MEMORY_HANDLE_FILE_DESCRIPTOR : LW_MEMORY_HANDLE_NONE,
                                       .max_size = one_in(c, 2) ? (size_t)1 << 30 : 0},
                              properties = right;
    if (wrong(c, "properties.handle_type is ", LW_ERROR_INVALID_VALUE))
        properties.handle_type = (lw_memory_handle_type)(2 + (int)below(c, 100));
    else if (right.handle_type)
        allow(c, LW_ERROR_NOT_SUPPORTED);
    if (!finish(c, lw_memory_pool_create_with(handle(c, DEVICE, "device", device), pool, &properties)))
        return;
    made(c, POOL, thing, *pool, device, place);
    thing->flags = right.handle_type;
}

RANDOM_CALL(lw_memory_pool_destroy)
{
    struct thing *thing = pick(c, POOL);
    lw_memory_pool *pool = NULL;
    if (!thing)
        return;
    lw_memory_pool *asked = handle(c, POOL, "pool", thing->handle);
    if (wrong(c, "pool is the default pool", LW_ERROR_INVALID_VALUE) &&
        NEED(c, lw_device_get_default_memory_pool(c->own[thing->place], &pool)))
        asked = pool;
    if (finish(c, lw_memory_pool_destroy(asked)))
        closed(c, POOL, thing);
}

RANDOM_CALL(lw_device_get_default_memory_pool)
{
    lw_memory_pool **pool = out(c, "pool", sizeof *pool), *again = NULL;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    if (finish(c, lw_device_get_default_memory_pool(handle(c, DEVICE, "device", device), pool)) &&
        NEED(c, lw_device_get_default_memory_pool(c->own[place], &again)) && *pool != again)
        caller_fail(c, __FILE__, __LINE__, "two default pools");
}

RANDOM_CALL(lw_device_get_memory_pool)
{
    lw_memory_pool **pool = out(c, "pool", sizeof *pool);
    lw_device *device = device_of(c, place_of(c));
    if (finish(c, lw_device_get_memory_pool(handle(c, DEVICE, "device", device), pool)) && !*pool)
        caller_fail(c, __FILE__, __LINE__, "the current pool is null");
}

RANDOM_CALL(lw_device_set_memory_pool)
{
    int place = place_of(c);
    struct thing *thing = pick(c, POOL);
    lw_memory_pool *pool = c->session->pool[place];
    if (thing && thing->place == place && one_in(c, 2))
        pool = thing->handle;
    if (c->session->places > 1 && wrong(c, "pool belongs to", LW_ERROR_INVALID_HANDLE))
        pool = c->session->pool[1 - place];
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
    finish(c, lw_device_set_memory_pool(device, handle(c, POOL, "pool", pool)));
}

RANDOM_CALL(lw_memory_pool_get_attribute)
{
    struct thing *thing = pick(c, POOL);
    lw_memory_pool *pool = thing && one_in(c, 2) ? thing->handle : c->session->pool[place_of(c)];
    lw_memory_pool_attribute attribute = (lw_memory_pool_attribute)(1 + below(c, 8));
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_memory_pool_attribute)(one_in(c, 2) ? 0 : 9 + (int)below(c, 100));
    uint64_t *value = out(c, "value", sizeof *value);
    finish(c, lw_memory_pool_get_attribute(handle(c, POOL, "pool", pool), attribute, value));
}

RANDOM_CALL(lw_memory_pool_set_attribute)
{
    struct thing *thing = pick(c, POOL);
    lw_memory_pool *pool = thing && one_in(c, 2) ? thing->handle : c->session->pool[place_of(c)];
    lw_memory_pool_attribute attribute = (lw_memory_pool_attribute)(1 + below(c, 4));
    uint64_t value = attribute == LW_MEMORY_POOL_RELEASE_THRESHOLD ? below(c, 1 << 20) : below(c, 2);
    if (one_in(c, 4))
        attribute = one_in(c, 2) ? LW_MEMORY_POOL_RESERVED_HIGH : LW_MEMORY_POOL_USED_HIGH, value = 0;
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_memory_pool_attribute)(one_in(c, 2) ? -1 : 9 + (int)below(c, 100));
    else if (wrong(c, "can only be read", LW_ERROR_INVALID_VALUE))
        attribute = one_in(c, 2) ? LW_MEMORY_POOL_RESERVED_CURRENT : LW_MEMORY_POOL_USED_CURRENT;
    else if (wrong(c, "value is ", LW_ERROR_INVALID_VALUE))
        attribute = LW_MEMORY_POOL_USED_HIGH, value = 1 + below(c, 100);
    finish(c, lw_memory_pool_set_attribute(handle(c, POOL, "pool", pool), attribute, value));
}

RANDOM_CALL(lw_memory_pool_trim)
{
    struct thing *thing = pick(c, POOL);
    lw_memory_pool *pool = thing && one_in(c, 2) ? thing->handle : c->session->pool[place_of(c)];
    finish(c, lw_memory_pool_trim(handle(c, POOL, "pool", pool), below(c, 2) * below(c, 1 << 20)));
}

RANDOM_CALL(lw_memory_pool_set_access)
{
    struct thing *thing = pick(c, POOL);
    if (!thing)
        return;
    int place = place_of(c);
    lw_memory_access access = LW_MEMORY_ACCESS_READ_WRITE;
    if (place != thing->place && one_in(c, 2))
        access = LW_MEMORY_ACCESS_NONE;
    if (place != thing->place)
        allow(c, LW_ERROR_INVALID_VALUE); /* devices that do not reach each other */
    if (wrong(c, "access is ", LW_ERROR_INVALID_VALUE))
        access = (lw_memory_access)(4 + (int)below(c, 100));
    else if (wrong(c, "access is ", LW_ERROR_NOT_SUPPORTED))
        access = LW_MEMORY_ACCESS_READ;
    else if (place == thing->place && wrong(c, "access is ", LW_ERROR_INVALID_VALUE))
        access = LW_MEMORY_ACCESS_NONE;
    lw_memory_pool *pool = handle(c, POOL, "pool", thing->handle);
    finish(c, lw_memory_pool_set_access(pool, handle(c, DEVICE, "device", device_of(c, place)), access));
}

RANDOM_CALL(lw_memory_pool_get_access)
{
    struct thing *thing = pick(c, POOL);
    if (!thing)
        return;
    int place = place_of(c);
    lw_memory_access *access = out(c, "access", sizeof *access);
    lw_memory_pool *pool = handle(c, POOL, "pool", thing->handle);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place));
    if (finish(c, lw_memory_pool_get_access(pool, device, access)) && *access != LW_MEMORY_ACCESS_READ_WRITE &&
        (place == thing->place || *access != LW_MEMORY_ACCESS_NONE))
        caller_fail(c, __FILE__, __LINE__, "access %d", (int)*access);
}

/* ---- pools of several processes: this one stands for the other one, too ---- */
RANDOM_CALL(lw_memory_pool_export)
{
    struct thing *thing = pick(c, POOL);
    if (!thing)
        return;
    int *descriptor = out(c, "descriptor", sizeof *descriptor);
    lw_memory_pool *pool = handle(c, POOL, "pool", thing->handle);
    if (!c->expected && thing->flags != LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        expect(c, "pool is ", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_memory_pool_export(pool, descriptor)))
        close(*descriptor);
}

/* A pool that the call may import: its descriptor, or -1. */
static int exported(struct caller *c, struct thing **thing)
{
    int descriptor = -1;
    *thing = pick(c, POOL);
    if (*thing && (*thing)->flags == LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        NEED(c, lw_memory_pool_export((lw_memory_pool *)(*thing)->handle, &descriptor));
    return descriptor;
}

RANDOM_CALL(lw_memory_pool_import)
{
    struct thing *thing;
    int descriptor = exported(c, &thing);
    if (descriptor < 0)
        return;
    lw_memory_pool **pool = out(c, "pool", sizeof *pool);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    int asked = wrong(c, "descriptor is ", LW_ERROR_INVALID_VALUE) ? -1 - (int)below(c, 100) : descriptor;
    if (finish(c, lw_memory_pool_import(device, pool, asked)))
        NEED(c, lw_memory_pool_destroy(*pool));
    close(descriptor);
}

/* Memory of a pool that is exported; false: there is none. */
static bool exported_memory(struct caller *c, struct thing **thing, int *descriptor, void **memory)
{
    *descriptor = exported(c, thing);
    if (*descriptor < 0)
        return false;
    lw_stream *stream = lw_default_stream(c->own[(*thing)->place]);
    return NEED(c, lw_malloc_from_pool_async(stream, (lw_memory_pool *)(*thing)->handle, memory, 1 + below(c, 1000))) &&
           NEED(c, lw_stream_synchronize(stream));
}

RANDOM_CALL(lw_memory_pool_export_pointer)
{
    struct thing *thing;
    struct block *other = pick_block(c, -1, HOST_SPACES | 1 << IN_DEVICE);
    int descriptor;
    void *memory = NULL;
    if (!exported_memory(c, &thing, &descriptor, &memory))
        return;
    lw_memory_pool_pointer *pointer = out(c, "exported", sizeof *pointer);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, thing->place));
    void *asked = other && wrong(c, "pointer is ", LW_ERROR_INVALID_VALUE) ? other->base : memory;
    finish(c, lw_memory_pool_export_pointer(device, pointer, asked));
    NEED(c, lw_free(c->own[thing->place], memory));
    close(descriptor);
}

/* CUDA's driver (580) blocks for good now and then where several threads import memory of their own process. There the call is
 * made with wrong arguments only; rows Q11 to Q11d import memory, by one thread. */
RANDOM_CALL(lw_memory_pool_import_pointer, .lacking = true)
{
    struct thing *thing;
    int descriptor;
    void *memory = NULL;
    lw_memory_pool *imported = NULL;
    lw_memory_pool_pointer exported;
    if (!exported_memory(c, &thing, &descriptor, &memory))
        return;
    lw_device *device = c->own[thing->place];
    if (NEED(c, lw_memory_pool_export_pointer(device, &exported, memory)) &&
        NEED(c, lw_memory_pool_import(device, &imported, descriptor))) {
        void **pointer = out(c, "pointer", sizeof *pointer);
        const lw_memory_pool_pointer *asked = &exported;
        lw_memory_pool *pool = imported;
        if (wrong(c, "exported is null", LW_ERROR_INVALID_VALUE))
            asked = NULL;
        else if (wrong(c, "exported is ", LW_ERROR_INVALID_VALUE))
            memset(&exported, 0, sizeof exported);
        else if (wrong(c, "pool is ", LW_ERROR_INVALID_VALUE))
            pool = thing->handle;
        pool = handle(c, POOL, "pool", pool);
        if ((c->expected || on_cpu(c->session->test)) && finish(c, lw_memory_pool_import_pointer(pool, pointer, asked)))
            NEED(c, lw_free(device, *pointer));
        NEED(c, lw_memory_pool_destroy(imported));
    }
    NEED(c, lw_free(device, memory));
    close(descriptor);
}
