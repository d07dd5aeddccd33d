/* Physical memory: handles of memory without an address, also for other processes. */
#include <stdlib.h>

#include "dispatch.h"

/* Larger sizes fail here: an allocator that adds to them could overflow. */
#define ADDRESS_SPACE ((size_t)1 << 47)

static lw_status enter(const char *function, const lw_physical_memory *memory)
{
    lw_status status = lw_enter_handle(function, "memory", "physical memory", &lw_physical_memories, memory);
    return status ? status : lw_enter_context(memory->context);
}

static lw_status refuse_unsupported(const char *function, const lw_context *context)
{
    return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s has no virtual memory", function, context->name);
}

lw_status lw_virtual_enter(const char *function, lw_context *context, size_t *granularity)
{
    if (!context->properties.virtual_memory)
        return refuse_unsupported(function, context);
    lw_message_discard();
    return lw_finish(context, function,
                     context->backend->virtual_memory->granularity(context->impl, false, false, granularity));
}

lw_status lw_virtual_check_size(const char *function, const lw_context *context, size_t size, size_t granularity)
{
    if (size == 0 || size % granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: size is %zu bytes; expected a multiple of %zu (lw_physical_memory_granularity)", function,
                         size, granularity);
    if (size > ADDRESS_SPACE)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: size is %zu bytes, more than any device has", function,
                         size);
    return LW_SUCCESS;
}

/* ---- handles ---- */
void lw_physical_keep(lw_physical *physical)
{
    pthread_mutex_lock(&physical->context->addresses.lock);
    physical->references++;
    pthread_mutex_unlock(&physical->context->addresses.lock);
}

void lw_physical_drop(lw_physical *physical)
{
    lw_context *context = physical->context;
    pthread_mutex_lock(&context->addresses.lock);
    bool last = --physical->references == 0;
    pthread_mutex_unlock(&context->addresses.lock);
    if (!last)
        return;
    context->backend->virtual_memory->release(physical->impl);
    free(physical);
}

lw_status lw_physical_open(const char *function, lw_device *device, lw_physical *physical, lw_physical_memory **memory)
{
    lw_physical_memory *opened = lw_pool_take(&lw_physical_memories);
    if (!opened)
        return lw_refuse(device->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a handle of physical memory",
                         function);
    opened->context = device->context;
    opened->device = device;
    opened->physical = physical;
    lw_pool_publish(opened);
    *memory = opened;
    return LW_SUCCESS;
}

static void close_handle(lw_physical_memory *memory)
{
    lw_physical_drop(memory->physical);
    lw_pool_give(&lw_physical_memories, memory);
}

static bool belongs_to(const void *memory, const void *device)
{
    return ((const lw_physical_memory *)memory)->device == device;
}

static bool is_of_context(const void *memory, const void *context)
{
    return ((const lw_physical_memory *)memory)->context == context;
}

void lw_physical_close_all(const lw_context *context, const lw_device *device)
{
    size_t cursor = 0;
    for (lw_physical_memory *memory;
         (memory = lw_pool_retire_owned(&lw_physical_memories, device ? belongs_to : is_of_context,
                                        device ? (const void *)device : (const void *)context, &cursor));)
        close_handle(memory);
}

/* Makes a handle of memory that the backend has made, or drops the memory. */
static lw_status adopt(const char *function, lw_device *device, lw_physical *physical, lw_physical_memory **memory)
{
    physical->context = device->context;
    physical->references = 1;
    lw_status status = lw_physical_open(function, device, physical, memory);
    if (status)
        lw_physical_drop(physical);
    return status;
}

/* ---- calls ---- */
static lw_status check_properties(const char *function, const lw_context *context,
                                  const lw_physical_memory_properties *properties, lw_memory_handle_type *type)
{
    *type = properties ? properties->handle_type : LW_MEMORY_HANDLE_NONE;
    if (*type != LW_MEMORY_HANDLE_NONE && *type != LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: properties.handle_type is %d, which is no lw_memory_handle_type", function, (int)*type);
    if (*type && !context->properties.file_descriptor_handles)
        return lw_refuse(
            context, LW_ERROR_NOT_SUPPORTED,
            "%s: properties.handle_type is LW_MEMORY_HANDLE_FILE_DESCRIPTOR, which device %s does not have", function,
            context->name);
    return LW_SUCCESS;
}

lw_status lw_physical_memory_granularity(lw_device *device, const lw_physical_memory_properties *properties,
                                         lw_memory_granularity which, size_t *granularity)
{
    LW_NOTE_CALLER();
    lw_memory_handle_type type;
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!context->properties.virtual_memory)
        return refuse_unsupported(__func__, context);
    if (!granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: granularity is null", __func__);
    if (which != LW_MEMORY_GRANULARITY_MINIMUM && which != LW_MEMORY_GRANULARITY_RECOMMENDED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: which is %d, which is no lw_memory_granularity",
                         __func__, (int)which);
    status = check_properties(__func__, context, properties, &type);
    if (status)
        return status;
    lw_message_discard();
    status = context->backend->virtual_memory->granularity(context->impl, type != LW_MEMORY_HANDLE_NONE,
                                                           which == LW_MEMORY_GRANULARITY_RECOMMENDED, granularity);
    return lw_finish(context, __func__, status);
}

lw_status lw_physical_memory_create(lw_device *device, lw_physical_memory **memory, size_t size,
                                    const lw_physical_memory_properties *properties)
{
    LW_NOTE_CALLER();
    size_t granularity;
    lw_memory_handle_type type;
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!memory)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: memory is null", __func__);
    status = lw_virtual_enter(__func__, context, &granularity);
    if (!status)
        status = check_properties(__func__, context, properties, &type);
    if (!status)
        status = lw_virtual_check_size(__func__, context, size, granularity);
    if (status)
        return status;
    lw_physical *physical = lw_allocate(sizeof *physical);
    if (!physical)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for physical memory's structure", __func__);
    lw_graph_memory_reap();
    lw_message_discard();
    status =
        context->backend->virtual_memory->create(context->impl, size, type != LW_MEMORY_HANDLE_NONE, &physical->impl);
    if (status) {
        free(physical);
        return lw_finish(context, __func__, status);
    }
    physical->size = size;
    physical->handle_type = type;
    return adopt(__func__, device, physical, memory);
}

lw_status lw_physical_memory_release(lw_physical_memory *memory)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, memory);
    if (status)
        return status;
    if (!lw_pool_retire(memory)) /* another thread was first */
        return lw_refuse_handle(__func__, "memory", "physical memory", &lw_physical_memories, memory);
    close_handle(memory);
    return LW_SUCCESS;
}

lw_status lw_physical_memory_get_properties(lw_physical_memory *memory, lw_physical_memory_properties *properties)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, memory);
    if (status)
        return status;
    if (!properties)
        return lw_refuse(memory->context, LW_ERROR_INVALID_VALUE, "%s: properties is null", __func__);
    *properties = (lw_physical_memory_properties){.handle_type = memory->physical->handle_type};
    return LW_SUCCESS;
}

lw_status lw_physical_memory_retain(lw_device *device, lw_physical_memory **memory, const void *pointer)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!memory)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: memory is null", __func__);
    pthread_mutex_lock(&context->addresses.lock);
    const lw_mapping *mapping = lw_mapping_at(context, (uintptr_t)pointer);
    lw_physical *physical = mapping && !mapping->leaving ? mapping->physical : NULL;
    bool multicast = mapping && !mapping->leaving && mapping->multicast;
    if (physical)
        physical->references++;
    pthread_mutex_unlock(&context->addresses.lock);
    if (multicast)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, where a multicast object is mapped; expected physical memory", __func__,
                         pointer);
    if (!physical)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p, where no physical memory of device %s is mapped", __func__, pointer,
                         context->name);
    status = lw_physical_open(__func__, device, physical, memory);
    if (status)
        lw_physical_drop(physical);
    return status;
}

lw_status lw_physical_memory_export(lw_physical_memory *memory, int *descriptor)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, memory);
    if (status)
        return status;
    lw_context *context = memory->context;
    if (!descriptor)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: descriptor is null", __func__);
    if (memory->physical->handle_type != LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: memory was created without LW_MEMORY_HANDLE_FILE_DESCRIPTOR", __func__);
    lw_message_discard();
    return lw_finish(context, __func__,
                     context->backend->virtual_memory->export_descriptor(memory->physical->impl, descriptor));
}

lw_status lw_physical_memory_import(lw_device *device, lw_physical_memory **memory, int descriptor)
{
    LW_NOTE_CALLER();
    size_t granularity;
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!memory)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: memory is null", __func__);
    if (descriptor < 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: descriptor is %d, which is no descriptor", __func__,
                         descriptor);
    status = lw_virtual_enter(__func__, context, &granularity);
    if (status)
        return status;
    lw_physical *physical = lw_allocate(sizeof *physical);
    if (!physical)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for physical memory's structure", __func__);
    lw_message_discard();
    status = context->backend->virtual_memory->import_descriptor(context->impl, descriptor, &physical->impl,
                                                                 &physical->size);
    if (status) {
        free(physical);
        return lw_finish(context, __func__, status);
    }
    physical->handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR;
    return adopt(__func__, device, physical, memory);
}
