/* Executable graphs that kernels launch. */
#include "dispatch.h"

/* Pageable memory is in no range. */
static bool is_pageable(lw_context *context, const void *pointer)
{
    return lw_range_find(context, (uintptr_t)pointer, NULL).kind == LW_RANGE_NONE;
}

lw_status lw_work_check_device_launch(const char *function, lw_context *context, const lw_node_work *work)
{
    const lw_copy *copy = &work->copy;
    if (work->params.type != LW_GRAPH_NODE_MEMCPY)
        return LW_SUCCESS;
    if (copy->of_array)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kernels may launch exec, and a node copies an array",
                         function);
    bool pageable = copy->height &&
                    (is_pageable(context, copy->destination) || (copy->source && is_pageable(context, copy->source)));
    return pageable ? lw_refuse(context, LW_ERROR_INVALID_VALUE,
                                "%s: kernels may launch exec, and a node copies from or to %p, which is "
                                "host memory that is not page-locked",
                                function, is_pageable(context, copy->destination) ? copy->destination : copy->source)
                    : LW_SUCCESS;
}

static lw_status check(const char *function, const lw_graph *graph)
{
    lw_status status = LW_SUCCESS;
    for (const lw_graph_node *node = graph->first; node && !status; node = node->next) {
        lw_graph_node_type type = node->work.params.type;
        if (type == LW_GRAPH_NODE_CHILD)
            status = check(function, node->work.params.as.child);
        else if (type == LW_GRAPH_NODE_MEMCPY)
            status = lw_work_check_device_launch(function, graph->context, &node->work);
        else if (type != LW_GRAPH_NODE_KERNEL && type != LW_GRAPH_NODE_MEMSET)
            status = lw_refuse(graph->context, LW_ERROR_INVALID_VALUE,
                               "%s: kernels may launch exec, and a node is of type %d; expected kernels, "
                               "copies, sets and graphs",
                               function, (int)type);
    }
    return status;
}

lw_status lw_graph_check_device_launch(const char *function, const lw_graph *graph)
{
    return graph->count ? check(function, graph)
                        : lw_refuse(graph->context, LW_ERROR_INVALID_VALUE,
                                    "%s: kernels may launch exec, and graph has no node", function);
}

lw_status lw_graph_exec_get_device_handle(lw_graph_exec *exec, unsigned long long *handle)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_exec(__func__, exec);
    if (status)
        return status;
    if (!handle)
        return lw_refuse(exec->context, LW_ERROR_INVALID_VALUE, "%s: handle is null", __func__);
    if (exec->flags != LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH)
        return lw_refuse(exec->context, LW_ERROR_INVALID_VALUE,
                         "%s: exec was made without LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH", __func__);
    *handle = exec->context->backend->graphs->exec_device_handle(exec->impl);
    return LW_SUCCESS;
}
