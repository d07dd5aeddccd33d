/* Executable graphs: making, launching, updating. */
#include "dispatch.h"

_Static_assert(sizeof(lw_graph_exec) <= 64, "pool slots");

lw_pool lw_graph_execs = LW_POOL_INITIALIZER(64);

lw_status lw_graph_instantiate(lw_graph *graph, lw_graph_exec **exec, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (status)
        return status;
    lw_context *context = graph->context;
    if (!exec)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: exec is null", __func__);
    if (flags && flags != LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH && flags != LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; expected 0, LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH or "
                         "LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH",
                         __func__, flags);
    status = lw_graph_check(__func__, graph);
    if (!status && flags == LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH)
        status = lw_graph_check_device_launch(__func__, graph);
    struct lw_exec_memory *memory = NULL;
    if (!status)
        status = lw_exec_memory_make(__func__, graph, flags, &memory);
    if (status)
        return status;
    lw_graph_exec *made = lw_pool_take(&lw_graph_execs);
    if (!made) {
        lw_exec_memory_free(memory);
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an executable graph", __func__);
    }
    lw_message_discard();
    status = context->backend->graphs->instantiate(graph, flags, &made->impl);
    if (status) {
        lw_exec_memory_free(memory);
        lw_pool_give(&lw_graph_execs, made);
        return lw_finish(context, __func__, status);
    }
    made->context = context;
    made->device = graph->device;
    made->memory = memory;
    made->flags = flags;
    if (memory)
        graph->exec = made;
    lw_pool_publish(made);
    *exec = made;
    return LW_SUCCESS;
}

struct owner {
    const lw_context *context;
    const lw_device *device; /* null: any */
};

static bool belongs_to(const void *handle, const void *user)
{
    const lw_graph_exec *exec = handle;
    const struct owner *owner = user;
    return exec->context == owner->context && (!owner->device || exec->device == owner->device);
}

static void close(lw_graph_exec *exec)
{
    if (exec->memory) {
        lw_exec_memory_free(exec->memory);
        lw_graph_memory_reap(); /* before the driver uses the addresses again */
    }
    exec->context->backend->graphs->exec_destroy(exec->impl);
    lw_graph_memory_reap(); /* the backend's copy of the graph had a reference, too */
}

void lw_graph_exec_close_all(const lw_context *context, const lw_device *device)
{
    struct owner owner = {context, device};
    size_t cursor = 0;
    for (lw_graph_exec *exec; (exec = lw_pool_retire_owned(&lw_graph_execs, belongs_to, &owner, &cursor));) {
        close(exec);
        lw_pool_give(&lw_graph_execs, exec);
    }
}

lw_status lw_graph_exec_destroy(lw_graph_exec *exec)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_exec(__func__, exec);
    if (status)
        return status;
    if (!lw_pool_retire(exec)) /* another thread was first */
        return lw_refuse_handle(__func__, "exec", "executable graph", &lw_graph_execs, exec);
    close(exec);
    lw_pool_give(&lw_graph_execs, exec);
    return LW_SUCCESS;
}

static lw_status enter_both(const char *function, const lw_graph_exec *exec, const lw_stream *stream)
{
    lw_status status = lw_enter_exec(function, exec);
    if (!status)
        status = lw_enter_handle(function, "stream", "stream", &lw_streams, stream);
    if (!status && stream->context != exec->context)
        status = lw_refuse(exec->context, LW_ERROR_INVALID_HANDLE, "%s: stream belongs to device %s, exec to %s",
                           function, stream->context->name, exec->context->name);
    return status;
}

lw_status lw_graph_launch(lw_graph_exec *exec, lw_stream *stream)
{
    LW_NOTE_CALLER();
    lw_status status = enter_both(__func__, exec, stream);
    if (status)
        return status;
    lw_context *context = exec->context;
    /* As a copy: from the check of the nodes' memory until the launch is queued, none of it is released. */
    lw_hold hold;
    lw_message_discard();
    status = lw_copy_begin(context, &hold);
    if (!status && exec->memory)
        status = lw_exec_memory_begin(__func__, exec);
    if (!status) {
        status = lw_finish(context, __func__, context->backend->graphs->launch(exec->impl, stream->impl));
        if (exec->memory)
            lw_exec_memory_end(exec, !status);
    }
    lw_copy_end(&hold);
    if (!status && context->backend->graphs->launched)
        context->backend->graphs->launched(context->impl);
    return __builtin_expect(context->launch_blocking, 0) ? lw_wait_for_launch(__func__, stream, status) : status;
}

lw_status lw_graph_upload(lw_graph_exec *exec, lw_stream *stream)
{
    LW_NOTE_CALLER();
    lw_status status = enter_both(__func__, exec, stream);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(exec->context, __func__, exec->context->backend->graphs->upload(exec->impl, stream->impl));
}

/* ---- changes ---- */
static lw_status enter_node_of(const char *function, const lw_graph_exec *exec, const lw_graph_node *node)
{
    lw_status status = lw_enter_exec(function, exec);
    if (!status)
        status = lw_enter_handle(function, "node", "node", &lw_graph_nodes, node);
    if (!status && node->graph->context != exec->context)
        status = lw_refuse(exec->context, LW_ERROR_INVALID_HANDLE, "%s: node belongs to device %s, exec to %s",
                           function, node->graph->context->name, exec->context->name);
    return status;
}

/* CUDA sets these of a node, not of an executable graph's. */
static bool changes_attributes(const lw_node_work *before, const lw_node_work *after)
{
    const lw_launch_config *a = &before->params.as.kernel.config, *b = &after->params.as.kernel.config;
    return after->params.type == LW_GRAPH_NODE_KERNEL && !before->captured &&
           (a->cooperative != b->cooperative || a->cluster.x != b->cluster.x || a->cluster.y != b->cluster.y ||
            a->cluster.z != b->cluster.z);
}

lw_status lw_graph_exec_node_set_params(lw_graph_exec *exec, lw_graph_node *node, const lw_graph_node_params *params)
{
    LW_NOTE_CALLER();
    lw_status status = enter_node_of(__func__, exec, node);
    if (status)
        return status;
    lw_context *context = exec->context;
    if (!params)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: params is null", __func__);
    if (params->type != node->work.params.type)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: type is %d; expected the node's, %d", __func__,
                         (int)params->type, (int)node->work.params.type);
    if (params->type == LW_GRAPH_NODE_CHILD || params->type == LW_GRAPH_NODE_CONDITIONAL)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: node has a graph; set the parameters of its nodes",
                         __func__);
    if (lw_is_memory_node(node))
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: node allocates or frees memory, and cannot be changed",
                         __func__);
    lw_node_work work;
    status = lw_node_work_check(__func__, node->graph, params, &work);
    if (!status && exec->flags == LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH) {
        status = lw_work_check_device_launch(__func__, context, &work);
        if (status)
            lw_node_work_free(&work);
    }
    if (!status && changes_attributes(&node->work, &work)) {
        lw_node_work_free(&work);
        status = lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: config changes the cluster or cooperative", __func__);
    }
    if (status)
        return status;
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->graphs->exec_set_work(exec->impl, node, &work));
    lw_node_work_free(&work);
    return status;
}

static lw_status refuse_enabling(const char *function, const lw_graph_exec *exec, const lw_graph_node *node)
{
    if (node->work.params.type <= LW_GRAPH_NODE_MEMSET)
        return LW_SUCCESS;
    return lw_refuse(exec->context, LW_ERROR_INVALID_VALUE,
                     "%s: node is of type %d; only kernels, copies and sets can be disabled", function,
                     (int)node->work.params.type);
}

lw_status lw_graph_exec_node_set_enabled(lw_graph_exec *exec, lw_graph_node *node, int enabled)
{
    LW_NOTE_CALLER();
    lw_status status = enter_node_of(__func__, exec, node);
    if (!status)
        status = refuse_enabling(__func__, exec, node);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(exec->context, __func__,
                     exec->context->backend->graphs->exec_enable(exec->impl, node, enabled != 0));
}

lw_status lw_graph_exec_node_get_enabled(lw_graph_exec *exec, lw_graph_node *node, int *enabled)
{
    LW_NOTE_CALLER();
    bool answer = false;
    lw_status status = enter_node_of(__func__, exec, node);
    if (!status)
        status = refuse_enabling(__func__, exec, node);
    if (status)
        return status;
    if (!enabled)
        return lw_refuse(exec->context, LW_ERROR_INVALID_VALUE, "%s: enabled is null", __func__);
    lw_message_discard();
    status =
        lw_finish(exec->context, __func__, exec->context->backend->graphs->exec_is_enabled(exec->impl, node, &answer));
    if (!status)
        *enabled = answer;
    return status;
}

lw_status lw_graph_exec_update(lw_graph_exec *exec, lw_graph *graph, lw_graph_update_info *info)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_exec(__func__, exec);
    if (!status)
        status = lw_enter_handle(__func__, "graph", "graph", &lw_graphs, graph);
    if (status)
        return status;
    lw_context *context = exec->context;
    lw_graph_update_info unused, *result = info ? info : &unused;
    if (graph->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: graph belongs to device %s, exec to %s", __func__,
                         graph->context->name, context->name);
    if (lw_graph_has_conditional(graph)) {
        *result = (lw_graph_update_info){LW_GRAPH_UPDATE_NOT_SUPPORTED, NULL};
        return lw_refuse(context, LW_ERROR_GRAPH_EXEC_UPDATE, "%s: graph has a conditional value", __func__);
    }
    if (exec->memory || lw_graph_has_memory(graph)) {
        *result = (lw_graph_update_info){LW_GRAPH_UPDATE_NOT_SUPPORTED, NULL};
        return lw_refuse(context, LW_ERROR_GRAPH_EXEC_UPDATE, "%s: %s allocates or frees memory", __func__,
                         exec->memory ? "exec" : "graph");
    }
    status = lw_graph_check(__func__, graph);
    if (!status && exec->flags == LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH)
        status = lw_graph_check_device_launch(__func__, graph);
    *result = (lw_graph_update_info){status ? LW_GRAPH_UPDATE_ERROR : LW_GRAPH_UPDATE_SUCCESS, NULL};
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->graphs->exec_update(exec->impl, graph, result));
}
