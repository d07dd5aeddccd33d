/* Memory of graphs: the driver's. What a capture allocates is known here before it is a node: until the capture ends, the device has
 * a list of it. */
#include "cuda.h"

_Static_assert((int)LW_GRAPH_MEMORY_USED_HIGH == (int)CU_GRAPH_MEM_ATTR_USED_MEM_HIGH &&
                   (int)LW_GRAPH_MEMORY_RESERVED_CURRENT == (int)CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT &&
                   (int)LW_GRAPH_MEMORY_RESERVED_HIGH == (int)CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH,
               "attributes of the memory of graphs");

/* The end of the graph frees nothing that its runs have left allocated. */
void lw_cuda_graph_memory_drop(lw_device_impl *device, void *pointer, bool allocated)
{
    if (allocated)
        lw_cuda_pool_release(device, pointer);
}

lw_status lw_cuda_graph_memory_free(lw_device_impl *device, lw_stream_impl *stream, void *pointer)
{
    return stream ? lw_cuda_pool_free(stream, device, pointer) : lw_cuda_pool_release(device, pointer);
}

/* ---- access ---- */
/* The memory has no address yet: the node that is about to be added names the peer. */
lw_status lw_cuda_graph_memory_open(lw_device_impl *device, void *pointer, lw_device_impl *peer)
{
    (void)pointer;
    int can = 0;
    lw_status status = lw_cuda_peer_attribute(peer, device, LW_PEER_ACCESS_SUPPORTED, &can);
    if (!status && !can)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "device cuda:%d does not reach memory of device cuda:%d",
                       peer->ordinal, device->ordinal);
    if (!status)
        lw_cuda_note_reach(peer, device);
    return status;
}

size_t lw_cuda_graph_memory_peers(const lw_node_work *work, CUmemAccessDesc *accesses)
{
    size_t count = 0;
    unsigned long long named = 0; /* by ordinal: each device once */
    for (size_t i = 0; i < work->params.as.allocate.peer_count; i++) {
        const lw_device_impl *peer = work->peers[i];
        if (peer == work->memory->impl || named >> peer->ordinal & 1)
            continue;
        named |= 1ull << peer->ordinal;
        accesses[count++] = (CUmemAccessDesc){.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = peer->device},
                                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    }
    return count;
}

/* ---- capture ---- */
uint64_t lw_cuda_capture_number(const lw_stream_impl *stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    cuuint64_t number = 0;
    CUresult error = lw_cuda.cuStreamGetCaptureInfo(stream->stream, &status, &number, NULL, NULL, NULL, NULL);
    return error == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE ? number : 0;
}

lw_status lw_cuda_capture_malloc(lw_stream_impl *stream, lw_memory_pool_impl *pool, lw_graph_memory *memory)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cuda_pool_allocate(stream, pool, &memory->pointer, memory->size);
    if (status)
        return status;
    lw_cuda_note_reach(device, memory->impl);
    memory->captured = true;
    memory->capture = lw_cuda_capture_number(stream);
    lw_graph_memory_retain(memory);
    pthread_mutex_lock(&device->lock);
    memory->next_other = device->captured_memory;
    device->captured_memory = memory;
    pthread_mutex_unlock(&device->lock);
    return LW_SUCCESS;
}

lw_status lw_cuda_capture_free(lw_stream_impl *stream, lw_graph_memory *memory)
{
    return lw_cuda_pool_free(stream, stream->device, memory->pointer);
}

void lw_cuda_captured_memory_release(lw_device_impl *device, uint64_t capture)
{
    for (lw_graph_memory **link = &device->captured_memory; *link;) {
        lw_graph_memory *memory = *link;
        if (memory->capture != capture) {
            link = &memory->next_other;
            continue;
        }
        *link = memory->next_other;
        memory->captured = false;
        lw_graph_memory_release(memory); /* a node has it, or it ends with the capture */
    }
}

/* Other code may allocate in the capture, too: then the memory is not known yet. */
static lw_status import_allocation(lw_graph *graph, CUgraphNode captured, lw_node_work *work)
{
    lw_device_impl *device = graph->device_impl;
    CUDA_MEM_ALLOC_NODE_PARAMS params;
    lw_status status =
        lw_cuda_check(device, lw_cuda.cuGraphMemAllocNodeGetParams(captured, &params), "cuGraphMemAllocNodeGetParams");
    if (status)
        return status;
    void *pointer = (void *)(uintptr_t)params.dptr;
    lw_graph_memory *memory = lw_graph_memory_find_anywhere(graph->context, pointer);
    if (!memory)
        memory = lw_graph_memory_make(graph->context, graph->device, params.bytesize);
    if (!memory)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the entry of a captured allocation");
    memory->pointer = pointer;
    memory->graph = graph->number;
    work->memory = memory;
    work->params.as.allocate = (lw_graph_allocate_params){params.bytesize, pointer, memory->device, NULL, 0};
    return LW_SUCCESS;
}

/* The allocation may be a node of this graph, which is not in the table yet. */
static lw_graph_memory *find(const lw_graph *graph, const void *pointer)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        if (node->work.memory && node->work.memory->pointer == pointer) {
            lw_graph_memory_retain(node->work.memory);
            return node->work.memory;
        }
    return lw_graph_memory_find_anywhere(graph->context, pointer);
}

static lw_status import_free(const lw_graph *graph, CUgraphNode captured, lw_node_work *work)
{
    lw_device_impl *device = graph->device_impl;
    CUdeviceptr freed;
    lw_status status =
        lw_cuda_check(device, lw_cuda.cuGraphMemFreeNodeGetParams(captured, &freed), "cuGraphMemFreeNodeGetParams");
    if (status)
        return status;
    work->params.as.freed = (void *)(uintptr_t)freed;
    work->memory = find(graph, work->params.as.freed);
    return work->memory ? LW_SUCCESS
                        : lw_fail(device, LW_ERROR_NOT_SUPPORTED,
                                  "a captured node frees memory of a graph that Lanewise does not know");
}

lw_status lw_cuda_import_memory(lw_graph *graph, CUgraphNode captured, lw_node_work *work)
{
    work->captured = false; /* its parameters are known */
    return work->params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE ? import_allocation(graph, captured, work)
                                                              : import_free(graph, captured, work);
}

/* ---- attributes ---- */
lw_status lw_cuda_graph_memory_get(lw_device_impl *device, lw_graph_memory_attribute attribute, uint64_t *value)
{
    cuuint64_t bytes = 0;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(
            device, lw_cuda.cuDeviceGetGraphMemAttribute(device->device, (CUgraphMem_attribute)attribute, &bytes),
            "cuDeviceGetGraphMemAttribute");
    if (!status)
        *value = bytes;
    return status;
}

lw_status lw_cuda_graph_memory_reset(lw_device_impl *device, lw_graph_memory_attribute attribute)
{
    cuuint64_t none = 0;
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(
                        device,
                        lw_cuda.cuDeviceSetGraphMemAttribute(device->device, (CUgraphMem_attribute)attribute, &none),
                        "cuDeviceSetGraphMemAttribute");
}

lw_status lw_cuda_graph_memory_trim(lw_device_impl *device)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuDeviceGraphMemTrim(device->device), "cuDeviceGraphMemTrim");
}
