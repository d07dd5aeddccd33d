/* Nodes that allocate and free: the checks of their parameters. */
#include "dispatch.h"

/* Larger sizes fail here: an allocator that adds to them could overflow. */
#define ADDRESS_SPACE ((size_t)1 << 47)

static lw_status check_place(const char *function, const lw_graph *graph)
{
    return graph->owner ? lw_refuse(graph->context, LW_ERROR_NOT_SUPPORTED,
                                    "%s: graph is a node's own, which cannot allocate or free memory", function)
                        : LW_SUCCESS;
}

/* ---- allocations ---- */
/* A device of the graph's kind, alive and without a fault. `name`: the parameter's. */
static lw_status check_device(const char *function, const lw_graph *graph, const char *name, const lw_device *device)
{
    lw_status status = lw_enter_handle(function, name, "device", &lw_devices, device);
    if (!status)
        status = lw_enter_context(device->context);
    if (status || device->context->backend == graph->context->backend)
        return status;
    return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: %s is %s, and the graph of %s: devices of two kinds",
                     function, name, device->context->name, graph->context->name);
}

static lw_status check_size(const char *function, const lw_graph *graph, size_t size)
{
    if (size && size <= ADDRESS_SPACE)
        return LW_SUCCESS;
    return lw_refuse(graph->context, size ? LW_ERROR_OUT_OF_MEMORY : LW_ERROR_INVALID_VALUE,
                     "%s: size is %zu bytes; expected at least 1, and no more than a device has", function, size);
}

static lw_status check_peers(const char *function, const lw_graph *graph, const lw_graph_allocate_params *params)
{
    if (params->peer_count && !params->peers)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: peers is null, peer_count is %zu", function,
                         params->peer_count);
    lw_status status = LW_SUCCESS;
    for (size_t i = 0; i < params->peer_count && !status; i++)
        status = check_device(function, graph, "peers[i]", params->peers[i]);
    return status;
}

/* The node's own list of devices, and their backend's. */
static bool copy_peers(lw_node_work *work)
{
    lw_graph_allocate_params *params = &work->params.as.allocate;
    if (!params->peer_count) {
        params->peers = NULL;
        return true;
    }
    lw_device **peers = lw_allocate(params->peer_count * (sizeof *peers + sizeof *work->peers));
    if (!peers)
        return false;
    work->owned = peers;
    work->peers = (lw_device_impl **)(peers + params->peer_count);
    for (size_t i = 0; i < params->peer_count; i++) {
        peers[i] = params->peers[i];
        work->peers[i] = peers[i]->context->impl;
    }
    params->peers = peers;
    return true;
}

/* Reserves the memory where the backend does that now, and gives the peers access. */
static lw_status reserve(const lw_node_work *work, const lw_context *owner)
{
    lw_graph_memory *memory = work->memory;
    const lw_graph_backend *graphs = owner->backend->graphs;
    lw_status status = LW_SUCCESS;
    if (graphs->memory_make)
        status = graphs->memory_make(owner->impl, memory->size, &memory->pointer);
    for (size_t i = 0; i < work->params.as.allocate.peer_count && !status; i++)
        if (work->peers[i] != owner->impl)
            status = graphs->memory_open(owner->impl, memory->pointer, work->peers[i]);
    return status;
}

lw_status lw_node_check_allocate(const char *function, lw_graph *graph, lw_node_work *work)
{
    lw_graph_allocate_params *params = &work->params.as.allocate;
    params->pointer = NULL;
    lw_status status = check_place(function, graph);
    if (!status)
        status = check_size(function, graph, params->size);
    if (!status && params->device)
        status = check_device(function, graph, "device", params->device);
    if (!status)
        status = check_peers(function, graph, params);
    if (status)
        return status;
    if (!params->device)
        params->device = graph->device;
    lw_context *owner = params->device->context;
    if (!copy_peers(work) || !(work->memory = lw_graph_memory_make(owner, params->device, params->size))) {
        lw_node_work_free(work);
        return lw_refuse(graph->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of an allocation",
                         function);
    }
    work->memory->graph = graph->number;
    lw_graph_memory_reap();
    lw_message_discard();
    status = reserve(work, owner);
    if (status) {
        lw_node_work_free(work);
        lw_graph_memory_reap();
    }
    return lw_finish(owner, function, status);
}

/* ---- frees ---- */
lw_status lw_node_check_free(const char *function, const lw_graph *graph, lw_node_work *work)
{
    lw_context *context = graph->context;
    const void *pointer = work->params.as.freed;
    lw_status status = check_place(function, graph);
    if (status)
        return status;
    lw_graph_memory *memory = lw_graph_memory_find_anywhere(context, pointer);
    const char *why =
        memory ? lw_graph_memory_may_not_free(graph, memory) : "not the start of memory that a graph's node allocates";
    work->memory = memory;
    if (!why)
        return LW_SUCCESS;
    lw_node_work_free(work);
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: freed is %p, %s", function, pointer, why);
}
