/* Capture: the driver's own, so that what other libraries give to a stream is captured, too. */
#include "cuda.h"

#include <stdlib.h>

_Static_assert((int)LW_CAPTURE_GLOBAL == (int)CU_STREAM_CAPTURE_MODE_GLOBAL &&
                   (int)LW_CAPTURE_THREAD_LOCAL == (int)CU_STREAM_CAPTURE_MODE_THREAD_LOCAL &&
                   (int)LW_CAPTURE_RELAXED == (int)CU_STREAM_CAPTURE_MODE_RELAXED &&
                   (int)LW_CAPTURE_STATUS_INVALIDATED == (int)CU_STREAM_CAPTURE_STATUS_INVALIDATED,
               "values of captures");

/* Asking the driver whether a stream captures takes a large part of an allocation's time. It is asked only while a capture of
 * ours is open, or once other code has a stream or an event, as that code may capture, too. */
static atomic_uint open_captures; /* ours, and 1 more once other code may have some */
static atomic_bool others_may_capture;

void lw_cuda_others_may_capture(void)
{
    if (!atomic_exchange_explicit(&others_may_capture, true, memory_order_relaxed))
        atomic_fetch_add_explicit(&open_captures, 1, memory_order_relaxed);
}

const atomic_uint *lw_cuda_open_captures(void)
{
    return &open_captures;
}

static bool may_capture(void)
{
    return atomic_load_explicit(&open_captures, memory_order_relaxed);
}

lw_graph *lw_cuda_take_capture(lw_stream_impl *stream)
{
    lw_graph *graph = stream->capture;
    stream->capture = NULL;
    if (graph)
        atomic_fetch_sub_explicit(&open_captures, 1, memory_order_relaxed);
    return graph;
}

lw_status lw_cuda_begin_capture(lw_stream_impl *stream, lw_capture_mode mode, lw_graph *graph)
{
    lw_status status = lw_cuda_enter(stream->device);
    if (status)
        return status;
    atomic_fetch_add_explicit(&open_captures, 1, memory_order_relaxed);
    status = lw_cuda_check(stream->device, lw_cuda.cuStreamBeginCapture(stream->stream, (CUstreamCaptureMode)mode),
                           "cuStreamBeginCapture");
    if (status) {
        atomic_fetch_sub_explicit(&open_captures, 1, memory_order_relaxed);
        return status;
    }
    lw_graph *ended = lw_cuda_take_capture(stream); /* by other code */
    if (ended)
        lw_graph_free(ended);
    stream->capture = graph;
    return LW_SUCCESS;
}

/* ---- the driver's graph as a structure ---- */
_Static_assert((int)LW_GRAPH_NODE_EVENT_RECORD == (int)CU_GRAPH_NODE_TYPE_EVENT_RECORD &&
                   (int)LW_GRAPH_NODE_MEMORY_ALLOCATE == (int)CU_GRAPH_NODE_TYPE_MEM_ALLOC &&
                   (int)LW_GRAPH_NODE_MEMORY_FREE == (int)CU_GRAPH_NODE_TYPE_MEM_FREE &&
                   (int)LW_GRAPH_NODE_MEMORY_VALUE == (int)CU_GRAPH_NODE_TYPE_BATCH_MEM_OP,
               "values of node types");

/* A library may capture what no type of this interface names, such as semaphores of other libraries. */
static bool has_name(CUgraphNodeType type)
{
    return type <= CU_GRAPH_NODE_TYPE_EVENT_RECORD || type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
           type == CU_GRAPH_NODE_TYPE_MEM_FREE || type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
}

static lw_status import(lw_graph *graph, CUgraph captured);

static lw_status import_node(lw_graph *graph, CUgraphNode captured, lw_graph_node **made)
{
    CUgraphNodeType type;
    CUgraph inside;
    lw_device_impl *device = graph->device_impl;
    lw_status status = lw_cuda_check(device, lw_cuda.cuGraphNodeGetType(captured, &type), "cuGraphNodeGetType");
    if (status)
        return status;
    if (!has_name(type))
        return lw_fail(device, LW_ERROR_NOT_SUPPORTED, "a captured node is of CUDA's type %d, which Lanewise lacks",
                       (int)type);
    lw_node_work work = {.params.type = (lw_graph_node_type)type, .captured = true};
    if (type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || type == CU_GRAPH_NODE_TYPE_MEM_FREE)
        status = lw_cuda_import_memory(graph, captured, &work);
    if (status)
        return status;
    lw_graph_node *node = lw_node_make(graph, &work, NULL, NULL, 0);
    if (!node) {
        lw_node_work_free(&work);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a captured node");
    }
    node->impl = captured;
    *made = node;
    if (type != CU_GRAPH_NODE_TYPE_GRAPH)
        return LW_SUCCESS;
    status = lw_cuda_check(device, lw_cuda.cuGraphChildGraphNodeGetGraph(captured, &inside),
                           "cuGraphChildGraphNodeGetGraph");
    lw_graph *child = status ? NULL : lw_graph_make(graph->context, graph->device, device);
    if (!status && !child)
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a captured graph");
    if (status)
        return status;
    node->work.params.as.child = child;
    node->work.captured = false; /* its graph is known */
    child->owner = node;
    status = import(child, inside);
    for (lw_graph_node *each = child->first; each; each = each->next)
        lw_pool_publish(each);
    lw_pool_publish(child);
    return status;
}

static lw_graph_node *find(const lw_graph *graph, CUgraphNode wanted)
{
    lw_graph_node *node = graph->last; /* most edges are between the latest nodes */
    while (node && node->impl != wanted)
        node = node->previous;
    return node;
}

static lw_status import_edges(lw_graph *graph, CUgraph captured)
{
    lw_device_impl *device = graph->device_impl;
    size_t count = 0;
    lw_status status =
        lw_cuda_check(device, lw_cuda.cuGraphGetEdges(captured, NULL, NULL, NULL, &count), "cuGraphGetEdges");
    if (!status && count == 0) /* for which the driver takes no arrays */
        return LW_SUCCESS;
    CUgraphNode *ends = status ? NULL : lw_allocate((2 * count + 1) * sizeof *ends);
    CUgraphEdgeData *data = ends ? lw_allocate((count + 1) * sizeof *data) : NULL;
    if (!status && !data)
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for captured edges");
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuGraphGetEdges(captured, ends, ends + count, data, &count),
                               "cuGraphGetEdges");
    for (size_t i = 0; i < count && !status; i++)
        if (!lw_edge_add(find(graph, ends[i]), find(graph, ends[count + i]), (const lw_graph_edge_data *)&data[i]))
            status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a captured edge");
    free(ends);
    free(data);
    return status;
}

static lw_status import(lw_graph *graph, CUgraph captured)
{
    lw_device_impl *device = graph->device_impl;
    size_t count = 0;
    graph->impl = captured;
    lw_status status = lw_cuda_check(device, lw_cuda.cuGraphGetNodes(captured, NULL, &count), "cuGraphGetNodes");
    if (!status && count == 0)
        return LW_SUCCESS;
    CUgraphNode *nodes = status ? NULL : lw_allocate((count + 1) * sizeof *nodes);
    if (!status && !nodes)
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for captured nodes");
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuGraphGetNodes(captured, nodes, &count), "cuGraphGetNodes");
    for (size_t i = 0; i < count && !status; i++) {
        lw_graph_node *made;
        status = import_node(graph, nodes[i], &made);
    }
    free(nodes);
    return status ? status : import_edges(graph, captured);
}

/* ---- the end ---- */
bool lw_cuda_captures(const lw_stream_impl *stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return may_capture() && lw_cuda.cuStreamIsCapturing(stream->stream, &status) == CUDA_SUCCESS &&
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

lw_status lw_cuda_end_capture(lw_stream_impl *stream, lw_graph **graph)
{
    CUgraph captured = NULL;
    lw_device_impl *device = stream->device;
    lw_status status = lw_cuda_enter(device);
    uint64_t number = status ? 0 : lw_cuda_capture_number(stream);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuStreamEndCapture(stream->stream, &captured), "cuStreamEndCapture");
    if (status && (!stream->capture || lw_cuda_captures(stream)))
        return status;
    lw_graph *made = lw_cuda_take_capture(stream);
    if (!status)
        status = made ? import(made, captured) : LW_ERROR_SYSTEM;
    pthread_mutex_lock(&device->lock);
    lw_cuda_captured_memory_release(device, number);
    pthread_mutex_unlock(&device->lock);
    if (!status) {
        *graph = made;
        return LW_SUCCESS;
    }
    if (made)
        lw_graph_free(made);
    if (captured)
        lw_cuda.cuGraphDestroy(captured);
    return status;
}

lw_status lw_cuda_capture_status(lw_stream_impl *stream, lw_capture_status *capturing)
{
    CUstreamCaptureStatus answer;
    lw_status status = lw_cuda_enter(stream->device);
    if (!status)
        status =
            lw_cuda_check(stream->device, lw_cuda.cuStreamIsCapturing(stream->stream, &answer), "cuStreamIsCapturing");
    if (!status)
        *capturing = (lw_capture_status)answer;
    return status;
}

void lw_cuda_drop_captures(lw_device_impl *device, const lw_device *owner)
{
    if (lw_cuda_enter(device))
        return;
    pthread_mutex_lock(&device->lock);
    for (lw_stream_impl *stream = device->streams; stream; stream = stream->next) {
        CUgraph captured = NULL;
        if (!stream->capture || (owner && stream->capture->device != owner))
            continue;
        uint64_t number = lw_cuda_capture_number(stream);
        if (lw_cuda.cuStreamEndCapture(stream->stream, &captured) == CUDA_SUCCESS && captured)
            lw_cuda.cuGraphDestroy(captured);
        lw_graph_free(lw_cuda_take_capture(stream));
        lw_cuda_captured_memory_release(device, number);
    }
    pthread_mutex_unlock(&device->lock);
}

static bool any_captures(lw_device_impl *device)
{
    bool any = false;
    pthread_mutex_lock(&device->lock);
    for (lw_stream_impl *stream = device->streams; stream && !any; stream = stream->next)
        any = lw_cuda_captures(stream);
    pthread_mutex_unlock(&device->lock);
    return any;
}

/* A record after the present work of the stream with this place in the list. False: no such stream. No event: it captures. */
static bool record(lw_device_impl *device, size_t place, CUevent *made)
{
    CUevent event = NULL;
    pthread_mutex_lock(&device->lock);
    lw_stream_impl *stream = device->streams;
    for (size_t i = 0; stream && i < place; i++)
        stream = stream->next;
    if (stream && !lw_cuda_captures(stream) && lw_cuda.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING) == CUDA_SUCCESS &&
        lw_cuda.cuEventRecord(event, stream->stream) != CUDA_SUCCESS) {
        lw_cuda.cuEventDestroy(event);
        event = NULL;
    }
    pthread_mutex_unlock(&device->lock);
    *made = event;
    return stream != NULL;
}

/* Waiting for the whole device would invalidate captures. Without the lock, which host functions of the streams take. */
lw_status lw_cuda_wait_beside_captures(lw_device_impl *device)
{
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    if (!any_captures(device))
        return lw_cuda_synchronize(device);
    CUevent event;
    for (size_t place = 0; !status && record(device, place, &event); place++) {
        if (!event)
            continue;
        status = lw_cuda_check(device, lw_cuda.cuEventSynchronize(event), "cuEventSynchronize");
        lw_cuda.cuEventDestroy(event);
    }
    return status;
}

lw_capture_mode lw_cuda_exchange_mode(lw_capture_mode mode)
{
    CUstreamCaptureMode both = (CUstreamCaptureMode)mode;
    if (lw_cuda_driver_open())
        lw_cuda.cuThreadExchangeStreamCaptureMode(&both);
    return (lw_capture_mode)both;
}
