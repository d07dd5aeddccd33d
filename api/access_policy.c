/* Windows of memory that should stay in the L2 cache, of streams and of graphs' nodes. */
#include "dispatch.h"

static lw_status check(const char *function, const lw_context *context, const lw_access_policy_window *window)
{
    if (!window)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: window is null", function);
    if (window->size > context->properties.access_policy_max_window_size)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: window has %zu bytes, the most is %zu", function,
                         window->size, context->properties.access_policy_max_window_size);
    if (!(window->hit_ratio >= 0 && window->hit_ratio <= 1))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: window has a hit ratio of %g; expected 0 to 1", function,
                         (double)window->hit_ratio);
    if ((unsigned)window->hit > LW_ACCESS_PERSISTING || (unsigned)window->miss > LW_ACCESS_STREAMING)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: window has hit %d and miss %d; expected an lw_access_property, not LW_ACCESS_PERSISTING "
                         "for a miss",
                         function, (int)window->hit, (int)window->miss);
    return LW_SUCCESS;
}

lw_status lw_stream_set_access_policy_window(lw_stream *stream, const lw_access_policy_window *window)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (!status)
        status = check(__func__, stream->context, window);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(stream->context, __func__, stream->context->backend->set_window(stream->impl, window));
}

lw_status lw_stream_get_access_policy_window(lw_stream *stream, lw_access_policy_window *window)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (!window)
        return lw_refuse(stream->context, LW_ERROR_INVALID_VALUE, "%s: window is null", __func__);
    lw_message_discard();
    return lw_finish(stream->context, __func__, stream->context->backend->get_window(stream->impl, window));
}

/* A node whose work is a kernel's, and the caller's window. */
static lw_status enter_node(const char *function, lw_graph_node *node, const lw_access_policy_window *window)
{
    lw_status status = lw_enter_node(function, "node", node);
    if (status)
        return status;
    lw_context *context = node->graph->context;
    if (node->work.params.type != LW_GRAPH_NODE_KERNEL)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: node is of type %d; expected LW_GRAPH_NODE_KERNEL",
                         function, (int)node->work.params.type);
    return window ? LW_SUCCESS : lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: window is null", function);
}

lw_status lw_graph_node_set_access_policy_window(lw_graph_node *node, const lw_access_policy_window *window)
{
    LW_NOTE_CALLER();
    lw_status status = enter_node(__func__, node, window);
    if (!status)
        status = check(__func__, node->graph->context, window);
    if (status)
        return status;
    lw_context *context = node->graph->context;
    lw_message_discard();
    if (context->backend->graphs->set_window)
        status = context->backend->graphs->set_window(node, window);
    if (!status)
        node->window = *window;
    return lw_finish(context, __func__, status);
}

lw_status lw_graph_node_get_access_policy_window(lw_graph_node *node, lw_access_policy_window *window)
{
    LW_NOTE_CALLER();
    lw_status status = enter_node(__func__, node, window);
    if (status)
        return status;
    lw_context *context = node->graph->context;
    if (!context->backend->graphs->get_window) {
        *window = node->window;
        return LW_SUCCESS;
    }
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->graphs->get_window(node, window));
}

lw_status lw_device_reset_persisting_l2_cache(lw_device *device)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(device->context, __func__, device->context->backend->reset_l2(device->context->impl));
}
