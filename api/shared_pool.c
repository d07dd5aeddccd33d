/* Pools of stream-ordered memory that several processes have. */
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

/* What the program has of an exported pointer. */
typedef struct exported_pointer {
    char backend[LW_POOL_POINTER_SIZE];
    uint64_t size;
    uint32_t mark, index; /* index: the backend's */
} exported_pointer;
_Static_assert(sizeof(exported_pointer) == sizeof(lw_memory_pool_pointer), "pointers of pools");
enum { MARK = 0x5050574c };

static lw_status enter(const char *function, const lw_memory_pool *pool)
{
    lw_status status = lw_enter_handle(function, "pool", "memory pool", &lw_memory_pools, pool);
    return status ? status : lw_enter_context(pool->context);
}

static lw_status check_supported(const char *function, const lw_context *context)
{
    const lw_device_properties *properties = &context->properties;
    if (!properties->memory_pools)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no memory pools", function, context->name);
    if (!properties->file_descriptor_handles)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no file descriptors of memory", function,
                         context->name);
    return LW_SUCCESS;
}

/* Makes a pool that can be exported, or imports one; `descriptor`: -1, or of the pool. */
static lw_status open_pool(const char *function, lw_device *device, int descriptor, size_t most,
                           lw_memory_pool **opened)
{
    lw_context *context = device->context;
    const lw_ipc_backend *backend = context->backend->ipc;
    lw_memory_pool *pool = lw_pool_take(&lw_memory_pools);
    if (!pool)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a memory pool's handle", function);
    lw_message_discard();
    lw_status status = descriptor < 0 ? backend->create_pool(context->impl, most, &pool->impl)
                                      : backend->import_pool(context->impl, descriptor, &pool->impl);
    if (status) {
        lw_pool_give(&lw_memory_pools, pool);
        return lw_finish(context, function, status);
    }
    pool->context = context;
    pool->device = device;
    pool->exportable = descriptor < 0;
    pool->imported = descriptor >= 0;
    lw_pool_publish(pool);
    *opened = pool;
    return LW_SUCCESS;
}

lw_status lw_memory_pool_create_with(lw_device *device, lw_memory_pool **pool,
                                     const lw_memory_pool_properties *properties)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    const lw_context *context = device->context;
    if (!pool)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pool is null", __func__);
    lw_memory_handle_type type = properties ? properties->handle_type : LW_MEMORY_HANDLE_NONE;
    size_t most = properties ? properties->max_size : 0;
    if (type == LW_MEMORY_HANDLE_NONE)
        return lw_memory_pool_open(__func__, device->context, device, most, pool);
    if (type != LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: properties.handle_type is %d, which is no lw_memory_handle_type", __func__, (int)type);
    status = check_supported(__func__, context);
    return status ? status : open_pool(__func__, device, -1, most, pool);
}

lw_status lw_memory_pool_export(lw_memory_pool *pool, int *descriptor)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, pool);
    if (status)
        return status;
    lw_context *context = pool->context;
    if (!descriptor)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: descriptor is null", __func__);
    if (!pool->exportable)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pool is %s", __func__,
                         pool->imported ? "another process's, which exports it"
                                        : "made without LW_MEMORY_HANDLE_FILE_DESCRIPTOR");
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->ipc->export_pool(pool->impl, descriptor));
}

lw_status lw_memory_pool_import(lw_device *device, lw_memory_pool **pool, int descriptor)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!pool)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: pool is null", __func__);
    status = check_supported(__func__, device->context);
    if (status)
        return status;
    if (descriptor < 0)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: descriptor is %d; expected one of a pool",
                         __func__, descriptor);
    return open_pool(__func__, device, descriptor, 0, pool);
}

lw_status lw_memory_pool_refuse_imported(const char *function, const lw_memory_pool *pool, const char *what)
{
    return lw_refuse(pool->context, LW_ERROR_INVALID_VALUE, "%s: pool is another process's, which %s", function, what);
}

/* ---- pointers ---- */
lw_status lw_memory_pool_export_pointer(lw_device *device, lw_memory_pool_pointer *exported, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    status = check_supported(__func__, context);
    if (status)
        return status;
    if (!exported)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: exported is null", __func__);
    lw_range range = lw_table_find(&context->ranges, (uintptr_t)pointer);
    if (range.kind != LW_RANGE_DEVICE || !range.pooled || range.base != (uintptr_t)pointer)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, which is not the start of an allocation of a memory pool", __func__,
                         pointer);
    exported_pointer made;
    memset(&made, 0, sizeof made);
    made.size = range.size;
    made.mark = MARK;
    made.index = (uint32_t)context->backend->index;
    lw_message_discard();
    status = lw_finish(context, __func__,
                       context->backend->ipc->export_pointer(context->impl, made.backend, pointer, range.size));
    if (!status)
        memcpy(exported, &made, sizeof made);
    return status;
}

lw_status lw_memory_pool_import_pointer(lw_memory_pool *pool, void **pointer, const lw_memory_pool_pointer *exported)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, pool);
    if (status)
        return status;
    lw_context *context = pool->context;
    if (!pointer || !exported)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, pointer ? "exported" : "pointer");
    if (!pool->imported)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pool is not of lw_memory_pool_import()", __func__);
    exported_pointer given;
    memcpy(&given, exported, sizeof given);
    if (given.mark != MARK || given.index != (uint32_t)context->backend->index)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: exported is not of lw_memory_pool_export_pointer() for a device like %s", __func__,
                         context->name);
    /* The entry comes first, so that no later step can fail. */
    lw_range *range = lw_allocate(sizeof *range);
    if (!range)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of an allocation", __func__);
    void *memory = NULL;
    lw_message_discard();
    status = context->backend->ipc->import_pointer(pool->impl, &memory, given.backend);
    if (status) {
        free(range);
        return lw_finish(context, __func__, status);
    }
    range->base = (uintptr_t)memory;
    range->size = given.size;
    range->kind = LW_RANGE_DEVICE;
    range->pooled = true;
    range->owner = pool->device;
    if (lw_table_insert_disjoint(&context->ranges, range).kind != LW_RANGE_NONE) { /* a driver's own rules */
        free(range);
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: exported is of memory that this process has at %p",
                         __func__, memory);
    }
    *pointer = memory;
    return LW_SUCCESS;
}
