/* Allocates and releases device and pinned memory; a pointer's attributes. */
#include <stdlib.h>

#include "dispatch.h"

/* Rows of a pitched allocation start at multiples of this, as on NVIDIA's devices. */
enum { PITCH = 512 };

/* Larger sizes fail here: an allocator that adds to them could overflow. */
#define ADDRESS_SPACE ((size_t)1 << 47)

lw_status lw_memory_allocate(const char *function, lw_device *device, void **pointer, size_t size, lw_range_kind kind,
                             unsigned flags, bool managed)
{
    lw_context *context = device->context;
    if (size > ADDRESS_SPACE)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: size is %zu bytes, more than any device has", function,
                         size);
    /* The entry comes first, so that no later step can fail. */
    lw_range *range = lw_allocate(sizeof *range);
    if (!range)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of an allocation", function);
    void *memory = NULL;
    lw_graph_memory_reap();
    lw_message_discard();
    lw_status status = managed ? context->backend->allocate_managed(context->impl, &memory, size, flags)
                       : kind == LW_RANGE_DEVICE ? context->backend->allocate(context->impl, &memory, size)
                                                 : context->backend->allocate_host(context->impl, &memory, size, flags);
    if (status) {
        free(range);
        return lw_finish(context, function, status);
    }
    range->base = (uintptr_t)memory;
    range->size = size;
    range->kind = kind;
    range->managed = managed;
    range->owner = device;
    lw_table_insert(&context->ranges, range);
    *pointer = memory;
    return LW_SUCCESS;
}

__thread uintptr_t lw_caller __attribute__((tls_model("initial-exec")));
__thread uintptr_t lw_outer_caller __attribute__((tls_model("initial-exec")));

uintptr_t lw_call_from(uintptr_t caller)
{
    uintptr_t before = lw_outer_caller;
    lw_outer_caller = caller;
    return before;
}

lw_status lw_malloc(lw_device *device, void **pointer, size_t size)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!pointer)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    if (size)
        return lw_memory_allocate(__func__, device, pointer, size, LW_RANGE_DEVICE, 0, false);
    *pointer = NULL;
    return LW_SUCCESS;
}

static lw_status allocate_host(const char *function, lw_device *device, void **pointer, size_t size, unsigned flags)
{
    lw_status status = lw_enter_device(function, device);
    if (status)
        return status;
    if (!pointer)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", function);
    if (flags & ~(unsigned)(LW_HOST_PORTABLE | LW_HOST_MAPPED | LW_HOST_WRITE_COMBINED))
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: flags is %#x, which has an unknown flag",
                         function, flags);
    if (size)
        return lw_memory_allocate(function, device, pointer, size, LW_RANGE_PINNED, flags, false);
    *pointer = NULL;
    return LW_SUCCESS;
}

lw_status lw_malloc_host(lw_device *device, void **pointer, size_t size)
{
    LW_NOTE_CALLER();
    return allocate_host(__func__, device, pointer, size, 0);
}

lw_status lw_malloc_host_with(lw_device *device, void **pointer, size_t size, unsigned flags)
{
    LW_NOTE_CALLER();
    return allocate_host(__func__, device, pointer, size, flags);
}

/* Allocates `rows` rows of `width` bytes. For size 0 the pointer is null, and `*row` is set. */
static lw_status allocate_rows(const char *function, lw_device *device, void **pointer, size_t *row, size_t width,
                               size_t rows)
{
    size_t size;
    if (__builtin_add_overflow(width, PITCH - 1, row))
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: width is %zu bytes, which no pitch can hold",
                         function, width);
    *row -= *row % PITCH;
    if (__builtin_mul_overflow(*row, rows, &size))
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE,
                         "%s: height is %zu rows of %zu bytes, which overflows the size", function, rows, *row);
    *pointer = NULL;
    return size ? lw_memory_allocate(function, device, pointer, size, LW_RANGE_DEVICE, 0, false) : LW_SUCCESS;
}

lw_status lw_malloc_pitch(lw_device *device, void **pointer, size_t *pitch, size_t width, size_t height)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!pointer || !pitch)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         pointer ? "pitch" : "pointer");
    void *memory;
    size_t row;
    status = allocate_rows(__func__, device, &memory, &row, width, height);
    if (status)
        return status;
    *pointer = memory;
    *pitch = row;
    return LW_SUCCESS;
}

lw_status lw_malloc_3d(lw_device *device, lw_pitched *memory, lw_extent extent)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!memory)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: memory is null", __func__);
    size_t rows, row;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE,
                         "%s: extent has %zu slices of %zu rows, which overflows", __func__, extent.depth,
                         extent.height);
    lw_pitched made = {NULL, 0, extent.width, extent.height};
    status = allocate_rows(__func__, device, &made.pointer, &row, extent.width, rows);
    if (status)
        return status;
    made.pitch = made.pointer ? row : 0;
    *memory = made;
    return LW_SUCCESS;
}

lw_status lw_refuse_free(const char *function, lw_context *context, uintptr_t address, lw_range_kind kind)
{
    const void *pointer = (const void *)address;
    char name[24];
    lw_range range = lw_table_find(&context->ranges, address);
    struct lw_freed freed;
    if (range.kind == LW_RANGE_SYMBOL)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, in a symbol, which is never freed",
                         function, pointer);
    if (range.kind == LW_RANGE_REGISTERED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, in memory of the program's own that lw_host_register() pinned", function,
                         pointer);
    if (range.kind == LW_RANGE_ADOPTED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, in memory of other code that lw_memory_adopt() took", function, pointer);
    if (range.kind == LW_RANGE_MAPPED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, in mapped memory, which lw_virtual_memory_unmap() unmaps", function,
                         pointer);
    if (range.kind == LW_RANGE_OPENED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, in another process's memory, which lw_ipc_close_memory_handle() closes",
                         function, pointer);
    if (range.kind != LW_RANGE_NONE && range.kind != kind)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, in %s memory, which %s() frees", function,
                         pointer,
                         range.kind == LW_RANGE_PINNED ? "pinned host"
                         : range.managed               ? "managed"
                                                       : "device",
                         range.kind == LW_RANGE_PINNED ? "lw_free_host" : "lw_free");
    if (range.kind != LW_RANGE_NONE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, %zu bytes into the %zu-byte allocation at %p; only its start can be freed",
                         function, pointer, (size_t)(address - range.base), range.size, (void *)range.base);
    if (lw_context_owns_elsewhere(context, address, true, name))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, which belongs to device %s, not to %s",
                         function, pointer, name, context->name);
    freed = lw_table_was_freed(&context->ranges, address);
    if (freed.size)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, in an allocation of %zu bytes that was freed", function, pointer,
                         freed.size);
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: pointer is %p, which is not %s memory of device %s",
                     function, pointer, kind == LW_RANGE_PINNED ? "pinned host" : "device", context->name);
}

static lw_status backend_release(lw_context *context, const lw_range *range)
{
    void *base = (void *)range->base;
    if (range->kind == LW_RANGE_ADOPTED)
        return LW_SUCCESS; /* its owner releases it */
    if (range->kind == LW_RANGE_REGISTERED)
        return context->backend->unregister_host(context->impl, base);
    if (range->pooled)
        return context->backend->pool_release(context->impl, base);
    return range->kind == LW_RANGE_PINNED ? context->backend->release_host(context->impl, base)
                                          : context->backend->release(context->impl, base);
}

/* Waits for other devices' work that may reach the memory. The CPU's `retire` does so itself. */
static void finish_others(const lw_context *context)
{
    const lw_backend *backend = context->backend;
    unsigned long long used_by = atomic_load(&context->used_by);
    uint64_t cursor = 0;
    if (!backend->finish_for_others || !used_by)
        return;
    for (lw_context *other; (other = lw_context_next(backend, &cursor)); lw_context_close(other))
        if (other != context && used_by >> other->ordinal & 1)
            backend->finish_for_others(other->impl);
}

/* No new copy finds the range. Copies that found it earlier are queued when the grace period ends, and done when the
 * backend has retired the memory. */
lw_status lw_memory_release(lw_context *context, lw_range *range, bool forgotten)
{
    lw_grace_wait(&context->copies);
    bool is_host = range->kind == LW_RANGE_PINNED || range->kind == LW_RANGE_REGISTERED;
    if (is_host || range->managed)
        finish_others(context);
    /* Memory of a pool is freed without waiting: the program has waited. */
    lw_status status =
        range->pooled && !forgotten ? LW_SUCCESS : context->backend->retire(context->impl, (void *)range->base);
    /* The program may get addresses of pinned or managed memory again as soon as it is released, and registered memory is
     * then its own. So the lock is held from the release to lw_table_retired(), and no lookup comes between. Device memory
     * has addresses of its own, and its release takes no lock: a driver may wait in it, while other threads copy. */
    bool is_pinned = is_host || range->managed;
    if (!status && !is_pinned)
        status = backend_release(context, range);
    lw_short_lock_take(&context->ranges.lock);
    if (!status && is_pinned)
        status = backend_release(context, range);
    lw_table_retired(&context->ranges, range, !status || forgotten);
    lw_short_lock_give(&context->ranges.lock);
    return status;
}

static lw_status free_memory(const char *function, lw_device *device, void *pointer, lw_range_kind kind)
{
    lw_context *context = device->context;
    if (!pointer)
        return LW_SUCCESS;
    lw_range *range = lw_table_remove(&context->ranges, (uintptr_t)pointer, kind);
    bool found = false;
    if (!range && kind == LW_RANGE_DEVICE) {
        lw_status status = lw_graph_memory_free(function, context, NULL, pointer, &found);
        if (found)
            return status;
    }
    if (!range)
        return lw_misused(pointer, lw_refuse_free(function, context, (uintptr_t)pointer, kind));
    lw_message_discard();
    return lw_finish(context, function, lw_memory_release(context, range, false));
}

lw_status lw_free(lw_device *device, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    return status ? status : free_memory(__func__, device, pointer, LW_RANGE_DEVICE);
}

lw_status lw_free_host(lw_device *device, void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    return status ? status : free_memory(__func__, device, pointer, LW_RANGE_PINNED);
}

void lw_memory_release_all(lw_context *context, const lw_device *owner)
{
    uintptr_t cursor = 0;
    lw_caller = 0; /* no call of the program's frees this memory */
    for (lw_range *range; (range = lw_table_remove_owned(&context->ranges, owner, &cursor));) {
        if (range->kind == LW_RANGE_SYMBOL)
            free(range);
        else /* may fail after a fault; then the device frees everything when it is reset or closed */
            lw_memory_release(context, range, true);
    }
}

lw_status lw_pointer_get_attributes(lw_device *device, const void *pointer, lw_pointer_attributes *attributes)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!attributes)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: attributes is null", __func__);
    lw_range range = lw_range_find_owned(device->context, (uintptr_t)pointer, &attributes->device);
    bool pinned = range.kind == LW_RANGE_PINNED || range.kind == LW_RANGE_REGISTERED;
    attributes->space = range.kind == LW_RANGE_NONE ? LW_SPACE_UNREGISTERED
                        : pinned                    ? LW_SPACE_HOST
                        : range.managed             ? LW_SPACE_MANAGED
                                                    : LW_SPACE_DEVICE;
    attributes->base = (void *)range.base;
    attributes->size = range.size;
    return LW_SUCCESS;
}
