/* Capture of streams into graphs. */
#include "dispatch.h"

lw_status lw_stream_begin_capture(lw_stream *stream, lw_capture_mode mode)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_context *context = stream->context;
    if ((unsigned)mode > LW_CAPTURE_RELAXED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: mode is %d, which is no lw_capture_mode", __func__,
                         (int)mode);
    if (stream == atomic_load(&stream->device->legacy_stream))
        return lw_refuse(context, LW_ERROR_CAPTURE_UNSUPPORTED, "%s: stream is the legacy stream, which cannot capture",
                         __func__);
    lw_graph *graph = lw_graph_make(context, stream->device, context->impl);
    if (!graph)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a graph", __func__);
    lw_message_discard();
    status = context->backend->graphs->begin_capture(stream->impl, mode, graph);
    if (status)
        lw_graph_free(graph);
    return lw_finish(context, __func__, status);
}

lw_status lw_stream_end_capture(lw_stream *stream, lw_graph **graph)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (!graph)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: graph is null", __func__);
    lw_graph *captured = NULL;
    lw_message_discard();
    status = context->backend->graphs->end_capture(stream->impl, &captured);
    if (!status) {
        for (lw_graph_node *node = captured->first; node; node = node->next) {
            lw_graph_memory *memory = node->work.memory;
            if (memory && memory->range) /* other code's allocation, which the device captured */
                lw_graph_memory_publish(memory);
            if (memory && node->work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE)
                memory->graph = captured->number;
            lw_pool_publish(node);
        }
        for (lw_graph_node *node = captured->first; node; node = node->next)
            if (node->work.params.type == LW_GRAPH_NODE_MEMORY_FREE)
                lw_graph_memory_note_free(captured, node->work.memory);
        lw_pool_publish(captured);
    }
    *graph = captured;
    lw_graph_memory_reap();
    return lw_finish(context, __func__, status);
}

lw_status lw_stream_is_capturing(lw_stream *stream, lw_capture_status *capturing)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (!capturing)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: capturing is null", __func__);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->graphs->capture_status(stream->impl, capturing));
}

lw_status lw_thread_exchange_capture_mode(lw_capture_mode *mode)
{
    LW_NOTE_CALLER();
    if (lw_in_host_function())
        return lw_refuse_host_function(__func__);
    if (!mode)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: mode is null", __func__);
    if ((unsigned)*mode > LW_CAPTURE_RELAXED)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: mode is %d, which is no lw_capture_mode", __func__,
                         (int)*mode);
    lw_capture_mode before = *mode;
    for (const lw_backend *const *backend = lw_backends; *backend; backend++) {
        lw_capture_mode own = (*backend)->graphs->exchange_mode(*mode);
        if (backend == lw_backends)
            before = own;
    }
    *mode = before;
    return LW_SUCCESS;
}
