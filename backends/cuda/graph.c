/* Graphs: the driver's graph follows the structure that the dispatch keeps. */
#include "cuda.h"

#include <stdlib.h>

static CUgraph cuda_graph(const lw_graph *graph)
{
    return graph->impl;
}

/* ---- what nodes do ---- */
static lw_status kernel_params(lw_device_impl *device, const lw_node_work *work, CUDA_KERNEL_NODE_PARAMS_v3 *params)
{
    const lw_graph_kernel_params *kernel = &work->params.as.kernel;
    const lw_launch_config *config = &kernel->config;
    *params = (CUDA_KERNEL_NODE_PARAMS_v3){.gridDimX = config->grid.x,
                                           .gridDimY = config->grid.y,
                                           .gridDimZ = config->grid.z,
                                           .blockDimX = config->block.x,
                                           .blockDimY = config->block.y,
                                           .blockDimZ = config->block.z,
                                           .sharedMemBytes = (unsigned)config->dynamic_shared,
                                           .kernelParams = (void **)kernel->arguments};
    return lw_cuda_find_kernel(device, kernel->kernel, &params->func);
}

static CUDA_MEMCPY3D copy_params(const lw_copy *copy)
{
    bool from_device = copy->kind == LW_MEMCPY_DEVICE_TO_HOST || copy->kind == LW_MEMCPY_DEVICE_TO_DEVICE;
    bool to_device = copy->kind == LW_MEMCPY_HOST_TO_DEVICE || copy->kind == LW_MEMCPY_DEVICE_TO_DEVICE;
    return (CUDA_MEMCPY3D){
        .srcMemoryType = from_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .srcHost = copy->source, /* the driver reads srcHost or srcDevice, by the type */
        .srcDevice = lw_cuda_address(copy->source),
        .srcPitch = copy->source_pitch,
        .srcHeight = copy->source_slice / copy->source_pitch,
        .dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .dstHost = copy->destination,
        .dstDevice = lw_cuda_address(copy->destination),
        .dstPitch = copy->destination_pitch,
        .dstHeight = copy->destination_slice / copy->destination_pitch,
        .WidthInBytes = copy->width,
        .Height = copy->slice,
        .Depth = copy->height / copy->slice,
    };
}

lw_status lw_cuda_node_params(lw_device_impl *device, const lw_node_work *work, CUgraphNodeParams *params)
{
    CUcontext context = atomic_load_explicit(&device->context, memory_order_relaxed);
    *params = (CUgraphNodeParams){.type = (CUgraphNodeType)work->params.type};
    switch (work->params.type) {
    case LW_GRAPH_NODE_KERNEL: return kernel_params(device, work, &params->kernel);
    case LW_GRAPH_NODE_MEMCPY:
        params->memcpy = (CUDA_MEMCPY_NODE_PARAMS){.copyCtx = context, .copyParams = copy_params(&work->copy)};
        break;
    case LW_GRAPH_NODE_MEMSET:
        params->memset = (CUDA_MEMSET_NODE_PARAMS_v2){.dst = lw_cuda_address(work->copy.destination),
                                                      .pitch = work->copy.destination_pitch,
                                                      .value = (unsigned)work->params.as.memset.value,
                                                      .elementSize = 1,
                                                      .width = work->copy.width,
                                                      .height = work->copy.height,
                                                      .ctx = context};
        break;
    case LW_GRAPH_NODE_HOST: params->host.fn = lw_cuda_on_graph_call; break; /* the caller sets the argument */
    case LW_GRAPH_NODE_CHILD: params->graph.graph = cuda_graph(work->params.as.child); break;
    case LW_GRAPH_NODE_MEMORY_ALLOCATE:
        params->alloc = (CUDA_MEM_ALLOC_NODE_PARAMS_v2){
            .poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                          .handleTypes = CU_MEM_HANDLE_TYPE_NONE,
                          .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = work->memory->impl->device}},
            .bytesize = work->params.as.allocate.size};
        break;
    case LW_GRAPH_NODE_MEMORY_FREE: params->free.dptr = lw_cuda_address(work->params.as.freed); break;
    case LW_GRAPH_NODE_MEMORY_VALUE: /* a capture makes it, and nothing sets its parameters */
    case LW_GRAPH_NODE_EMPTY: break;
    case LW_GRAPH_NODE_CONDITIONAL:
        params->conditional =
            (CUDA_CONDITIONAL_NODE_PARAMS){.handle = work->params.as.conditional.handle,
                                           .type = (CUgraphConditionalNodeType)work->params.as.conditional.type,
                                           .size = work->params.as.conditional.count,
                                           .ctx = context};
        break;
    case LW_GRAPH_NODE_EVENT_WAIT:
        params->eventWait.event = work->event->event;
        work->event->in_graph = true;
        break;
    case LW_GRAPH_NODE_EVENT_RECORD:
        params->eventRecord.event = work->event->event;
        work->event->in_graph = true;
        break;
    }
    return LW_SUCCESS;
}

/* With the argument of a host function, too. */
static lw_status params_for(const lw_graph *graph, const lw_node_work *work, CUgraphNodeParams *params)
{
    lw_status status = lw_cuda_enter(graph->device_impl);
    if (!status)
        status = lw_cuda_node_params(graph->device_impl, work, params);
    if (!status && work->params.type == LW_GRAPH_NODE_HOST)
        status =
            lw_cuda_graph_call(graph->device_impl, cuda_graph(graph), &work->params.as.host, &params->host.userData);
    return status;
}

lw_status lw_cuda_set_attributes(lw_graph_node *node)
{
    lw_device_impl *device = node->graph->device_impl;
    const lw_graph_kernel_params *kernel = &node->work.params.as.kernel;
    CUkernelNodeAttrValue value = {.cooperative = 1};
    CUresult error = CUDA_SUCCESS;
    if (node->work.params.type != LW_GRAPH_NODE_KERNEL || node->work.captured)
        return LW_SUCCESS;
    if (kernel->config.cooperative)
        error = lw_cuda.cuGraphKernelNodeSetAttribute(node->impl, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value);
    if (error == CUDA_SUCCESS && kernel->config.cluster.x && !kernel->kernel->cluster.x) {
        value.clusterDim.x = kernel->config.cluster.x;
        value.clusterDim.y = kernel->config.cluster.y;
        value.clusterDim.z = kernel->config.cluster.z;
        error = lw_cuda.cuGraphKernelNodeSetAttribute(node->impl, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value);
    }
    return lw_cuda_check(device, error, "cuGraphKernelNodeSetAttribute");
}

/* ---- graphs ---- */
static lw_status create(lw_graph *graph)
{
    CUgraph made;
    lw_status status = lw_cuda_check(graph->device_impl, lw_cuda.cuGraphCreate(&made, 0), "cuGraphCreate");
    if (!status)
        graph->impl = made;
    return status;
}

static void destroy(lw_graph *graph)
{
    lw_cuda.cuGraphDestroy(cuda_graph(graph));
}

/* The driver's copy `made` of a graph becomes that of the structure's copy. The nodes still have those of the source. */
static lw_status adopt(lw_graph *copy, CUgraph made)
{
    lw_device_impl *device = copy->device_impl;
    size_t count = copy->count, i = 0;
    CUgraphNode *nodes = lw_allocate((count + 1) * sizeof *nodes);
    if (!nodes)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the nodes of a graph");
    lw_status status =
        count ? lw_cuda_check(device, lw_cuda.cuGraphGetNodes(made, nodes, &count), "cuGraphGetNodes") : LW_SUCCESS;
    for (lw_graph_node *node = copy->first; node && !status; node = node->next, i++) {
        CUgraphNode found;
        CUgraph inside;
        /* The driver finds nodes of clones; in graphs of nodes, which are clones, too, the order is the same. */
        bool finds = lw_cuda.cuGraphNodeFindInClone(&found, node->impl, made) == CUDA_SUCCESS;
        node->impl = finds ? found : nodes[i];
        if (node->work.params.type != LW_GRAPH_NODE_CHILD)
            continue;
        status = lw_cuda_check(device, lw_cuda.cuGraphChildGraphNodeGetGraph(node->impl, &inside),
                               "cuGraphChildGraphNodeGetGraph");
        if (!status)
            status = adopt(node->work.params.as.child, inside);
    }
    free(nodes);
    copy->impl = made;
    return status;
}

static lw_status clone_graph(lw_graph *copy, const lw_graph *source)
{
    CUgraph made;
    lw_status status =
        lw_cuda_check(copy->device_impl, lw_cuda.cuGraphClone(&made, cuda_graph(source)), "cuGraphClone");
    if (status)
        return status;
    status = adopt(copy, made);
    if (status)
        lw_cuda.cuGraphDestroy(made);
    return status;
}

/* ---- nodes and edges ---- */
static lw_status add_node(lw_graph_node *node)
{
    lw_graph *graph = node->graph;
    lw_device_impl *device = graph->device_impl;
    CUgraphNodeParams params;
    CUgraphNode made;
    CUgraph inside;
    CUmemAccessDesc peers[LW_CUDA_MAX_DEVICES];
    lw_status status = params_for(graph, &node->work, &params);
    if (status)
        return status;
    if (node->work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE) {
        params.alloc.accessDescCount = lw_cuda_graph_memory_peers(&node->work, peers);
        params.alloc.accessDescs = params.alloc.accessDescCount ? peers : NULL;
        lw_cuda_note_reach(device, node->work.memory->impl);
    }
    CUgraphNode *before = lw_allocate((node->before.count + 1) * sizeof *before);
    if (!before)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a node of a graph");
    const CUgraphEdgeData *data = (const CUgraphEdgeData *)node->before.data;
    for (size_t i = 0; i < node->before.count; i++)
        before[i] = node->before.nodes[i]->impl;
    status = lw_cuda_check(device,
                           lw_cuda.cuGraphAddNode(&made, cuda_graph(graph), before, data, node->before.count, &params),
                           "cuGraphAddNode");
    free(before);
    if (status)
        return status;
    node->impl = made;
    status = lw_cuda_set_attributes(node);
    if (!status && node->work.params.type == LW_GRAPH_NODE_CHILD) {
        status = lw_cuda_check(device, lw_cuda.cuGraphChildGraphNodeGetGraph(made, &inside),
                               "cuGraphChildGraphNodeGetGraph");
        if (!status)
            status = adopt(node->work.params.as.child, inside);
    }
    if (node->work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE)
        node->work.memory->pointer = (void *)(uintptr_t)params.alloc.dptr;
    for (unsigned i = 0; node->work.params.type == LW_GRAPH_NODE_CONDITIONAL && i < lw_work_graphs(&node->work); i++)
        lw_work_graph(&node->work, i)->impl = params.conditional.phGraph_out[i];
    if (status)
        lw_cuda.cuGraphDestroyNode(made);
    return status;
}

static lw_status create_conditional(lw_graph *graph, unsigned default_value, unsigned flags,
                                    lw_graph_conditional *handle)
{
    lw_device_impl *device = graph->device_impl;
    CUgraphConditionalHandle made;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device,
                               lw_cuda.cuGraphConditionalHandleCreate(
                                   &made, cuda_graph(graph),
                                   atomic_load_explicit(&device->context, memory_order_relaxed), default_value,
                                   flags & LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT ? CU_GRAPH_COND_ASSIGN_DEFAULT : 0),
                               "cuGraphConditionalHandleCreate");
    if (!status)
        *handle = made;
    return status;
}

static void remove_node(lw_graph_node *node)
{
    lw_cuda.cuGraphDestroyNode(node->impl);
}

static lw_status set_work(lw_graph_node *node, const lw_node_work *work)
{
    CUgraphNodeParams params;
    lw_status status = params_for(node->graph, work, &params);
    return status ? status
                  : lw_cuda_check(node->graph->device_impl, lw_cuda.cuGraphNodeSetParams(node->impl, &params),
                                  "cuGraphNodeSetParams");
}

_Static_assert(sizeof(lw_graph_edge_data) == sizeof(CUgraphEdgeData) &&
                   offsetof(lw_graph_edge_data, from_port) == offsetof(CUgraphEdgeData, from_port) &&
                   offsetof(lw_graph_edge_data, to_port) == offsetof(CUgraphEdgeData, to_port) &&
                   offsetof(lw_graph_edge_data, type) == offsetof(CUgraphEdgeData, type) &&
                   (int)LW_GRAPH_PORT_PROGRAMMATIC == CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC &&
                   (int)LW_GRAPH_PORT_LAUNCH_COMPLETION == CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER &&
                   (int)LW_GRAPH_DEPENDENCY_PROGRAMMATIC == (int)CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC,
               "data of edges");

static lw_status change_edges(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                              const lw_graph_edge_data *data, size_t count, bool adds)
{
    const CUgraphEdgeData *each = (const CUgraphEdgeData *)data;
    CUgraphNode *ends = lw_allocate(2 * count * sizeof *ends);
    if (!ends)
        return lw_fail(graph->device_impl, LW_ERROR_OUT_OF_MEMORY, "no memory for the edges of a graph");
    for (size_t i = 0; i < count; i++) {
        ends[i] = from[i]->impl;
        ends[count + i] = to[i]->impl;
    }
    CUresult error = adds ? lw_cuda.cuGraphAddDependencies(cuda_graph(graph), ends, ends + count, each, count)
                          : lw_cuda.cuGraphRemoveDependencies(cuda_graph(graph), ends, ends + count, each, count);
    free(ends);
    return lw_cuda_check(graph->device_impl, error, adds ? "cuGraphAddDependencies" : "cuGraphRemoveDependencies");
}

const lw_graph_backend lw_cuda_graphs = {
    .create = create,
    .destroy = destroy,
    .clone = clone_graph,
    .add_node = add_node,
    .remove_node = remove_node,
    .create_conditional = create_conditional,
    .set_work = set_work,
    .change_edges = change_edges,
    .instantiate = lw_cuda_instantiate,
    .exec_destroy = lw_cuda_exec_destroy,
    .launch = lw_cuda_graph_launch,
    .upload = lw_cuda_upload,
    .exec_device_handle = lw_cuda_exec_device_handle,
    .exec_set_work = lw_cuda_exec_set_work,
    .exec_enable = lw_cuda_exec_enable,
    .exec_is_enabled = lw_cuda_exec_is_enabled,
    .exec_update = lw_cuda_exec_update,
    .begin_capture = lw_cuda_begin_capture,
    .end_capture = lw_cuda_end_capture,
    .capture_status = lw_cuda_capture_status,
    .object_create = lw_cuda_object_create,
    .object_retain = lw_cuda_object_retain,
    .object_release = lw_cuda_object_release,
    .graph_retain = lw_cuda_graph_retain,
    .graph_release = lw_cuda_graph_release,
    .captures = lw_cuda_captures,
    .set_window = lw_cuda_node_set_window,
    .get_window = lw_cuda_node_get_window,
    .note_reach = lw_cuda_note_reach,
    .memory_open = lw_cuda_graph_memory_open,
    .memory_drop = lw_cuda_graph_memory_drop,
    .memory_free = lw_cuda_graph_memory_free,
    .memory_get = lw_cuda_graph_memory_get,
    .memory_reset = lw_cuda_graph_memory_reset,
    .memory_trim = lw_cuda_graph_memory_trim,
    .capture_malloc = lw_cuda_capture_malloc,
    .capture_free = lw_cuda_capture_free,
    .drop_captures = lw_cuda_drop_captures,
    .wait_beside_captures = lw_cuda_wait_beside_captures,
    .exchange_mode = lw_cuda_exchange_mode,
};
