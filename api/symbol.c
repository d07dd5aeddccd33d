/* LW_GLOBAL, LW_CONSTANT and LW_MANAGED variables, from the host. */
#include <stdlib.h>

#include "dispatch.h"

/* Finds the device's instance of the variable, and adds its range to the table for copies. */
static lw_status resolve(const char *function, lw_context *context, const lw_symbol *symbol, char **address,
                         size_t *size)
{
    if (!symbol)
        return lw_refuse(context, LW_ERROR_INVALID_SYMBOL, "%s: symbol is null", function);
    if (!symbol->module || symbol->module->version != LW_DESCRIPTOR_VERSION)
        return lw_refuse(context, LW_ERROR_VERSION,
                         "%s: symbol was compiled for version %u of kernel objects, this library reads version %u",
                         function, symbol->module ? symbol->module->version : 0, LW_DESCRIPTOR_VERSION);
    void *found;
    lw_message_discard();
    lw_status status = context->backend->symbol(context->impl, symbol, &found, size);
    if (status)
        return lw_finish(context, function, status);
    *address = found;
    lw_range known = lw_table_find(&context->ranges, (uintptr_t)found);
    /* A range of another size or module belongs to a library that was unloaded. */
    bool is_known = known.kind != LW_RANGE_NONE && known.base == (uintptr_t)found && known.size == *size &&
                    known.module == symbol->module;
    if (*size && !is_known) {
        lw_range *range = lw_allocate(sizeof *range);
        if (!range)
            return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of symbol %s", function,
                             symbol->name);
        range->base = (uintptr_t)found;
        range->size = *size;
        range->kind = LW_RANGE_SYMBOL;
        range->managed = symbol->kind == LW_SYMBOL_MANAGED;
        range->module = symbol->module;
        lw_table_insert(&context->ranges, range);
    }
    return LW_SUCCESS;
}

static lw_status check_and_copy(const char *function, lw_stream *stream, const lw_symbol *symbol, const void *other,
                                size_t size, size_t offset, bool to_symbol, lw_hold *hold)
{
    lw_context *context = stream->context;
    char *address = NULL;
    size_t symbol_size;
    lw_status status = resolve(function, context, symbol, &address, &symbol_size);
    if (status)
        return status;
    if (offset > symbol_size || size > symbol_size - offset)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %zu, where symbol %s has %zu bytes", function,
                         offset > symbol_size ? "offset" : "offset + size",
                         offset > symbol_size ? offset : offset + size, symbol->name, symbol_size);
    if (size == 0)
        return LW_SUCCESS;
    lw_operand operand = {.function = function,
                          .argument = to_symbol ? "source" : "destination",
                          .pointer = other,
                          .extent = size,
                          .hold = hold};
    if (!other)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", function, operand.argument);
    /* The other operand may be device memory too, as with cudaMemcpyDefault. */
    lw_memory_space space;
    status = lw_operand_space(context, &operand, &space);
    if (!status)
        status = lw_operand_check(context, &operand, space);
    if (status)
        return status;
    lw_copy request = {.destination = to_symbol ? (void *)(address + offset) : (void *)(uintptr_t)other,
                       .source = to_symbol ? other : (const void *)(address + offset),
                       .destination_pitch = size,
                       .source_pitch = size,
                       .width = size,
                       .height = 1,
                       .kind = LW_MEMCPY_DEVICE_TO_DEVICE,
                       .to_pool = !to_symbol && operand.pooled,
                       .from_pool = to_symbol && operand.pooled};
    if (space == LW_SPACE_HOST)
        request.kind = to_symbol ? LW_MEMCPY_HOST_TO_DEVICE : LW_MEMCPY_DEVICE_TO_HOST;
    lw_message_discard();
    return lw_finish(context, function, context->backend->copy(stream->impl, &request));
}

static lw_status copy(const char *function, lw_stream *stream, const lw_symbol *symbol, const void *other, size_t size,
                      size_t offset, bool to_symbol)
{
    lw_hold hold;
    lw_status status = lw_copy_begin(stream->context, &hold);
    if (!status)
        status = check_and_copy(function, stream, symbol, other, size, offset, to_symbol, &hold);
    lw_copy_end(&hold);
    return status;
}

lw_status lw_memcpy_to_symbol(lw_device *device, const lw_symbol *symbol, const void *source, size_t size,
                              size_t offset)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_stream *stream = device->default_stream;
    return lw_wait(__func__, stream, copy(__func__, stream, symbol, source, size, offset, true));
}

lw_status lw_memcpy_from_symbol(lw_device *device, void *destination, const lw_symbol *symbol, size_t size,
                                size_t offset)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_stream *stream = device->default_stream;
    return lw_wait(__func__, stream, copy(__func__, stream, symbol, destination, size, offset, false));
}

lw_status lw_memcpy_to_symbol_async(lw_stream *stream, const lw_symbol *symbol, const void *source, size_t size,
                                    size_t offset)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy(__func__, stream, symbol, source, size, offset, true);
}

lw_status lw_memcpy_from_symbol_async(lw_stream *stream, void *destination, const lw_symbol *symbol, size_t size,
                                      size_t offset)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    return status ? status : copy(__func__, stream, symbol, destination, size, offset, false);
}

lw_status lw_symbol_get_address(lw_device *device, void **pointer, const lw_symbol *symbol)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!pointer)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: pointer is null", __func__);
    char *address;
    size_t size;
    status = resolve(__func__, device->context, symbol, &address, &size);
    if (!status)
        *pointer = address;
    return status;
}

lw_status lw_symbol_get_size(lw_device *device, size_t *size, const lw_symbol *symbol)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!size)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: size is null", __func__);
    char *address;
    size_t symbol_size;
    status = resolve(__func__, device->context, symbol, &address, &symbol_size);
    if (!status)
        *size = symbol_size;
    return status;
}
