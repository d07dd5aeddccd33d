/* What a graph's nodes do: the checks of their parameters, which are those of the calls on streams. */
#include <string.h>

#include "dispatch.h"

static lw_status refuse_memory(const char *function, const lw_context *context, const char *what)
{
    return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for %s", function, what);
}

/* Copies the arguments, which stand one by one, into the kernel's structure. */
static bool pack(lw_node_work *work, const lw_kernel *kernel, const void *const *arguments)
{
    if (!lw_node_work_arguments(work, kernel, NULL))
        return false;
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        memcpy((char *)work->owned + kernel->parameters[i].offset, arguments[i], kernel->parameters[i].size);
    return true;
}

static lw_status check_kernel(const char *function, lw_context *context, lw_node_work *work)
{
    lw_graph_kernel_params *params = &work->params.as.kernel;
    const lw_kernel *kernel = params->kernel;
    const void *const *arguments = params->arguments;
    lw_kernel_entry *entry;
    lw_status status = lw_kernel_check(function, context, kernel, &entry);
    if (status)
        return status;
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        if (!arguments || !arguments[i])
            return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                             "%s: arguments%s is null, kernel %s has %u parameters (argument %u)", function,
                             arguments ? "[i]" : "", kernel->name, kernel->parameter_count, i);
    params->config.stream = NULL;
    params->config.cooperative = params->config.cooperative != 0;
    status = lw_launch_check(function, context, kernel, &params->config);
    if (status)
        return status;
    return pack(work, kernel, arguments) ? LW_SUCCESS : refuse_memory(function, context, "a kernel's arguments");
}

static lw_status refuse_empty(const char *function, const lw_context *context, lw_extent extent)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                     "%s: the box has %zu bytes, %zu rows and %zu slices: none may be 0", function, extent.width,
                     extent.height, extent.depth);
}

static lw_status check_memcpy(const char *function, lw_context *context, lw_node_work *work)
{
    const lw_copy_3d *params = &work->params.as.memcpy;
    lw_hold hold; /* other devices that have its memory stay open meanwhile */
    lw_status status = lw_copy_begin(context, &hold);
    if (!status)
        status = lw_copy_3d_check(function, context, params, true, &hold, &work->copy);
    lw_copy_end(&hold);
    return status || work->copy.height ? status : refuse_empty(function, context, params->extent);
}

static lw_status check_memset(const char *function, lw_context *context, lw_node_work *work)
{
    lw_graph_memset_params *params = &work->params.as.memset;
    lw_extent extent = params->extent;
    if (extent.depth > 1)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: a set in a graph has 1 slice, not %zu", function,
                         extent.depth);
    lw_status status = lw_memset_3d_check(function, context, params->memory, extent, NULL, &work->copy);
    params->value &= 0xff;
    return status || work->copy.height ? status : refuse_empty(function, context, extent);
}

static lw_status check_event(const char *function, const lw_context *context, lw_node_work *work)
{
    const lw_event *event = work->params.as.event;
    lw_status status = lw_enter_handle(function, "event", "event", &lw_events, event);
    if (status)
        return status;
    if (event->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: event belongs to device %s, the graph to %s", function,
                         event->context->name, context->name);
    if (event->interprocess)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: event is one of several processes, which no node can have", function);
    work->event = event->impl;
    return LW_SUCCESS;
}

static bool is_within(const lw_graph *graph, const lw_graph *outer)
{
    while (graph && graph != outer)
        graph = graph->owner ? graph->owner->graph : NULL;
    return graph != NULL;
}

/* The node's graph is a copy. */
static lw_status check_child(const char *function, lw_graph *graph, lw_node_work *work)
{
    const lw_graph *child = work->params.as.child;
    work->params.as.child = NULL;
    lw_status status = lw_enter_handle(function, "child", "graph", &lw_graphs, child);
    if (status)
        return status;
    if (child->context != graph->context)
        return lw_refuse(graph->context, LW_ERROR_INVALID_HANDLE, "%s: child belongs to device %s, the graph to %s",
                         function, child->context->name, graph->context->name);
    if (lw_graph_has_conditional(child))
        return lw_refuse(graph->context, LW_ERROR_NOT_SUPPORTED, "%s: child has a conditional value", function);
    if (lw_graph_has_memory(child))
        return lw_refuse(graph->context, LW_ERROR_NOT_SUPPORTED, "%s: child allocates or frees memory", function);
    if (is_within(graph, child))
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: child is the graph itself, or one around it",
                         function);
    lw_graph *copy = lw_graph_make(graph->context, graph->device, graph->device_impl);
    bool copied = copy && lw_graph_copy(copy, child);
    if (copy && !copied)
        lw_graph_free(copy);
    if (!copied)
        return refuse_memory(function, graph->context, "the copy of a graph");
    copy->original = child->number;
    copy->impl = child->impl; /* for the backend, which sets its own */
    work->params.as.child = copy;
    return LW_SUCCESS;
}

static lw_status check_conditional(const char *function, const lw_graph *graph, lw_node_work *work)
{
    const lw_graph_conditional_params *params = &work->params.as.conditional;
    lw_conditional *conditional = graph->conditionals;
    work->params.as.conditional.graphs = NULL;
    while (conditional && conditional->handle != params->handle)
        conditional = conditional->next;
    if (!conditional || conditional->used)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: handle is %s", function,
                         conditional ? "another node's already" : "not of lw_graph_conditional_create() on this graph");
    unsigned most = params->type == LW_GRAPH_IF ? 2 : params->type == LW_GRAPH_WHILE ? 1 : 1u << 16;
    if ((unsigned)params->type > LW_GRAPH_SWITCH || params->count == 0 || params->count > most)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE,
                         "%s: type is %d with %u graphs; expected LW_GRAPH_IF with 1 or 2, LW_GRAPH_WHILE with 1, or "
                         "LW_GRAPH_SWITCH with at least 1",
                         function, (int)params->type, params->count);
    if (!lw_node_work_graphs(work, graph)) {
        lw_node_work_free(work);
        return refuse_memory(function, graph->context, "the graphs of a conditional node");
    }
    atomic_fetch_add(&conditional->references, 1);
    work->conditional = conditional;
    return LW_SUCCESS;
}

static lw_status check_host(const char *function, const lw_context *context, const lw_node_work *work)
{
    if (!work->params.as.host.function)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: function is null", function);
    return LW_SUCCESS;
}

lw_status lw_node_work_check(const char *function, lw_graph *graph, const lw_graph_node_params *params,
                             lw_node_work *work)
{
    lw_context *context = graph->context;
    *work = (lw_node_work){.params = *params};
    switch (params->type) {
    case LW_GRAPH_NODE_KERNEL: return check_kernel(function, context, work);
    case LW_GRAPH_NODE_MEMCPY: return check_memcpy(function, context, work);
    case LW_GRAPH_NODE_MEMSET: return check_memset(function, context, work);
    case LW_GRAPH_NODE_HOST: return check_host(function, context, work);
    case LW_GRAPH_NODE_CHILD: return check_child(function, graph, work);
    case LW_GRAPH_NODE_EMPTY: return LW_SUCCESS;
    case LW_GRAPH_NODE_CONDITIONAL: return check_conditional(function, graph, work);
    case LW_GRAPH_NODE_EVENT_WAIT:
    case LW_GRAPH_NODE_EVENT_RECORD: return check_event(function, context, work);
    case LW_GRAPH_NODE_MEMORY_ALLOCATE: return lw_node_check_allocate(function, graph, work);
    case LW_GRAPH_NODE_MEMORY_FREE: return lw_node_check_free(function, graph, work);
    case LW_GRAPH_NODE_MEMORY_VALUE:
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: type is %d, of nodes that only a capture makes and whose parameters cannot be set",
                         function, (int)params->type);
    }
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: type is %d, which is no lw_graph_node_type", function,
                     (int)params->type);
}
