/* Words of memory that streams wait for and write. */
#include "dispatch.h"

lw_status lw_value_check(const char *function, lw_context *context, const lw_value *value, lw_hold *hold)
{
    size_t size = value->wide ? 8 : 4;
    uintptr_t address = (uintptr_t)value->word;
    if (!value->word)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: word is null", function);
    if (address % size)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: word is %p, which is not aligned to %zu bytes", function,
                         value->word, size);
    lw_range range = lw_range_find(context, address, hold);
    lw_status status =
        range.kind == LW_RANGE_NONE ? lw_range_refuse(context, function, "word", value->word) : LW_SUCCESS;
    if (status)
        return status;
    if (range.kind == LW_RANGE_NONE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: word is %p, which is neither memory of device %s nor pinned host memory", function,
                         value->word, context->name);
    if (range.managed || range.pooled || range.kind == LW_RANGE_GRAPH) /* a CUDA driver takes none */
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: word is %p, in %s memory; expected other device memory or pinned host memory", function,
                         value->word,
                         range.managed  ? "managed"
                         : range.pooled ? "stream-ordered"
                                        : "a graph's");
    if (range.multicast)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: word is %p, a multicast address, which only lw_multimem_...() in kernels may access",
                         function, value->word);
    if (range.closed)
        return lw_refuse(
            context, LW_ERROR_INVALID_VALUE,
            "%s: word is %p, in mapped memory that device %s may not access (lw_virtual_memory_set_access)", function,
            value->word, context->name);
    if (range.size - (address - range.base) < size)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: word is %p, whose %zu bytes reach past its allocation",
                         function, value->word, size);
    return LW_SUCCESS;
}

/* Between begin() and end() the word's memory is not released. */
static lw_status begin(const char *function, lw_stream *stream, const lw_value *value, lw_hold *hold)
{
    lw_status status = lw_enter_stream(function, stream);
    if (status)
        return status;
    status = lw_copy_begin(stream->context, hold);
    if (!status)
        status = lw_value_check(function, stream->context, value, hold);
    if (status)
        lw_copy_end(hold);
    lw_message_discard();
    return status;
}

static lw_status end(const char *function, lw_stream *stream, const lw_hold *hold, lw_status status)
{
    lw_copy_end(hold);
    return lw_finish(stream->context, function, status);
}

static lw_status write_value(const char *function, lw_stream *stream, const lw_value *value)
{
    lw_hold hold;
    lw_status status = begin(function, stream, value, &hold);
    if (status)
        return status;
    return end(function, stream, &hold, stream->context->backend->write_value(stream->impl, value));
}

static lw_status wait_value(const char *function, lw_stream *stream, const lw_value *value, lw_wait_condition condition)
{
    lw_hold hold;
    lw_status status = lw_enter_stream(function, stream);
    if (status)
        return status;
    if ((unsigned)condition > LW_WAIT_NOR)
        return lw_refuse(stream->context, LW_ERROR_INVALID_VALUE, "%s: condition is %d, which is no lw_wait_condition",
                         function, (int)condition);
    status = begin(function, stream, value, &hold);
    if (status)
        return status;
    return end(function, stream, &hold, stream->context->backend->wait_value(stream->impl, value, condition));
}

lw_status lw_stream_wait_value32(lw_stream *stream, const uint32_t *word, uint32_t value, lw_wait_condition condition)
{
    LW_NOTE_CALLER();
    return wait_value(__func__, stream, &(lw_value){(void *)word, value, false}, condition);
}

lw_status lw_stream_wait_value64(lw_stream *stream, const uint64_t *word, uint64_t value, lw_wait_condition condition)
{
    LW_NOTE_CALLER();
    return wait_value(__func__, stream, &(lw_value){(void *)word, value, true}, condition);
}

lw_status lw_stream_write_value32(lw_stream *stream, uint32_t *word, uint32_t value)
{
    LW_NOTE_CALLER();
    return write_value(__func__, stream, &(lw_value){word, value, false});
}

lw_status lw_stream_write_value64(lw_stream *stream, uint64_t *word, uint64_t value)
{
    LW_NOTE_CALLER();
    return write_value(__func__, stream, &(lw_value){word, value, true});
}
