/* Stream-ordered memory: allocating and freeing as work of a stream. */
#include "dispatch.h"

/* Larger sizes fail here: an allocator that adds to them could overflow. */
#define ADDRESS_SPACE ((size_t)1 << 47)

static lw_status allocate(const char *function, lw_stream *stream, lw_memory_pool *pool, void **pointer, size_t size)
{
    lw_context *context = stream->context, *owner = pool->context;
    if (size <= ADDRESS_SPACE && lw_stream_captures(context, stream->impl))
        return lw_graph_memory_capture(function, stream, pool, pointer, size);
    if (size > ADDRESS_SPACE)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: size is %zu bytes, more than any device has", function,
                         size);
    void *memory = NULL;
    lw_graph_memory_reap();
    lw_message_discard();
    lw_status status = context->backend->pool_allocate(stream->impl, pool->impl, &memory, size);
    if (status)
        return lw_finish(context, function, status);
    if (!lw_table_insert_pooled(&owner->ranges, (uintptr_t)memory, size,
                                owner == context ? stream->device : pool->device)) {
        context->backend->pool_free(stream->impl, owner->impl, memory);
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of an allocation", function);
    }
    *pointer = memory;
    return LW_SUCCESS;
}

lw_status lw_malloc_async(lw_stream *stream, void **pointer, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    if (!size) {
        *pointer = NULL;
        return LW_SUCCESS;
    }
    /* The default pool stays; with the lock, another current pool does. */
    lw_memory_pool *pool = atomic_load(&context->default_pool);
    if (pool && !atomic_load(&context->current_pool))
        return allocate(__func__, stream, pool, pointer, size);
    pthread_mutex_lock(&context->pool_lock);
    status = lw_memory_pool_current(__func__, context, &pool);
    if (!status)
        status = allocate(__func__, stream, pool, pointer, size);
    pthread_mutex_unlock(&context->pool_lock);
    return status;
}

lw_status lw_malloc_from_pool_async(lw_stream *stream, lw_memory_pool *pool, void **pointer, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = lw_enter_handle(__func__, "pool", "memory pool", &lw_memory_pools, pool);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (pool->context->backend != context->backend)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: pool belongs to device %s, stream to %s", __func__,
                         pool->context->name, context->name);
    status = lw_enter_context(pool->context);
    if (status)
        return status;
    if (!pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    if (pool->imported)
        return lw_memory_pool_refuse_imported(__func__, pool, "allocates its memory");
    if (size)
        return allocate(__func__, stream, pool, pointer, size);
    *pointer = NULL;
    return LW_SUCCESS;
}

/* Takes the allocation out of the device's table. Memory of a graph is freed at once: then the range is null and the status that
 * free's. False: the pointer is neither. */
static bool take(const char *function, lw_context *owner, lw_stream *stream, void *pointer, lw_range **range,
                 lw_status *status)
{
    bool found = false;
    *range = lw_table_remove(&owner->ranges, (uintptr_t)pointer, LW_RANGE_DEVICE);
    if (!*range)
        *status = lw_graph_memory_free(function, owner, stream->impl, pointer, &found);
    return *range || found;
}

/* Frees what was taken out of the owner's table. */
static lw_status free_range(const char *function, lw_stream *stream, lw_context *owner, lw_range *range)
{
    lw_context *context = stream->context;
    void *pointer = (void *)range->base;
    if (range->managed) {
        lw_table_end_retirement(&owner->ranges, range, false);
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: pointer is %p, in managed memory, which lw_free() frees",
                         function, pointer);
    }
    /* Copies that found the memory come before the free, so that the CPU's never meet memory that is gone. On a GPU such
     * a copy may wait for long, and the driver itself refuses what is gone. */
    if (context->backend->index == LW_BACKEND_CPU)
        lw_grace_wait(&owner->copies);
    lw_message_discard();
    lw_status status = context->backend->pool_free(stream->impl, owner->impl, pointer);
    if (!status) {
        lw_table_release(range);
        return LW_SUCCESS;
    }
    lw_table_end_retirement(&owner->ranges, range, false);
    return lw_finish(context, function, status);
}

/* Frees memory of another device of the same kind, which stays open meanwhile. False: none has it. */
static bool free_elsewhere(const char *function, lw_stream *stream, void *pointer, lw_status *status)
{
    uint64_t cursor = 0;
    bool found = false;
    for (lw_context *other; !found && (other = lw_context_next(stream->context->backend, &cursor));
         lw_context_close(other)) {
        lw_range *range;
        found = other != stream->context && take(function, other, stream, pointer, &range, status);
        if (found && range)
            *status = free_range(function, stream, other, range);
    }
    return found;
}

lw_status lw_free_async(lw_stream *stream, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status || !pointer)
        return status;
    lw_context *context = stream->context;
    lw_range *range;
    if (lw_stream_captures(context, stream->impl))
        return lw_graph_memory_capture_free(__func__, stream, pointer);
    if (take(__func__, context, stream, pointer, &range, &status))
        return range ? free_range(__func__, stream, context, range) : status;
    if (free_elsewhere(__func__, stream, pointer, &status))
        return status;
    return lw_misused(pointer, lw_refuse_free(__func__, context, (uintptr_t)pointer, LW_RANGE_DEVICE));
}
