/* Memory pools: Lanewise's handles under CUDA's types; nodes of graphs that allocate and free. */
#include "graph_node.h"

#include "../../lanewise/graph_memory.h"

static lw_memory_pool *pool_of(cudaMemPool_t pool)
{
    return (lw_memory_pool *)(void *)pool;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int number)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device_numbered(&device, number));
    return cudart_error(lw_device_get_default_memory_pool(device, (lw_memory_pool **)(void *)pool));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int number)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device_numbered(&device, number));
    return cudart_error(lw_device_get_memory_pool(device, (lw_memory_pool **)(void *)pool));
}

cudaError_t cudaDeviceSetMemPool(int number, cudaMemPool_t pool)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device_numbered(&device, number));
    lw_status status = lw_device_set_memory_pool(device, pool_of(pool));
    uint64_t used;
    if (status == LW_ERROR_INVALID_HANDLE && /* a pool, but of another device */
        lw_memory_pool_get_attribute(pool_of(pool), LW_MEMORY_POOL_USED_CURRENT, &used) == LW_SUCCESS)
        return cudart_fail(cudaErrorInvalidValue, "%s", lw_last_error_message(device));
    return cudart_error(status);
}

static cudaError_t located(lw_device **device, const struct cudaMemPoolProps *properties, const char *function)
{
    if (properties->allocType != cudaMemAllocationTypePinned || properties->location.type != cudaMemLocationTypeDevice)
        return cudart_fail(cudaErrorInvalidValue,
                           "%s: allocType is %d and location.type %d; expected pinned memory of a device", function,
                           (int)properties->allocType, (int)properties->location.type);
    if (properties->handleTypes != cudaMemHandleTypeNone)
        return cudart_fail(cudaErrorNotSupported, "%s: handleTypes is not 0, which is not supported", function);
    return cudart_device_numbered(device, properties->location.id);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    CUDART_CALLED();
    lw_device *device;
    if (!properties)
        return cudart_fail(cudaErrorInvalidValue, "cudaMemPoolCreate: the properties are null");
    CUDART_TRY(located(&device, properties, "cudaMemPoolCreate"));
    const lw_memory_pool_properties ours = {.max_size = properties->maxSize};
    return cudart_error(lw_memory_pool_create_with(device, (lw_memory_pool **)(void *)pool, &ours));
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    CUDART_CALLED();
    return cudart_error(lw_memory_pool_destroy(pool_of(pool)));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    CUDART_CALLED();
    return cudart_error(lw_memory_pool_trim(pool_of(pool), keep));
}

static bool is_int(enum cudaMemPoolAttr attribute)
{
    return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    CUDART_CALLED();
    if (!value)
        return cudart_fail(cudaErrorInvalidValue, "cudaMemPoolSetAttribute: value is null");
    uint64_t number = is_int(attribute) ? (uint64_t)*(int *)value : *(uint64_t *)value;
    return cudart_error(lw_memory_pool_set_attribute(pool_of(pool), (lw_memory_pool_attribute)attribute, number));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    CUDART_CALLED();
    uint64_t number;
    if (!value)
        return cudart_fail(cudaErrorInvalidValue, "cudaMemPoolGetAttribute: value is null");
    CUDART_TRY(cudart_error(lw_memory_pool_get_attribute(pool_of(pool), (lw_memory_pool_attribute)attribute, &number)));
    if (is_int(attribute))
        *(int *)value = (int)number;
    else
        *(uint64_t *)value = number;
    return cudaSuccess;
}

static cudaError_t located_at(lw_device **device, const struct cudaMemLocation *location, const char *function)
{
    if (location->type != cudaMemLocationTypeDevice)
        return cudart_fail(cudaErrorInvalidValue, "%s: location.type is %d; expected a device", function,
                           (int)location->type);
    return cudart_device_numbered(device, location->id);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count)
{
    CUDART_CALLED();
    if (!list && count)
        return cudart_fail(cudaErrorInvalidValue, "cudaMemPoolSetAccess: list is null, and count is %zu", count);
    for (size_t i = 0; i < count; i++) {
        lw_device *device;
        CUDART_TRY(located_at(&device, &list[i].location, "cudaMemPoolSetAccess"));
        lw_status status = lw_memory_pool_set_access(pool_of(pool), device, (lw_memory_access)list[i].flags);
        if (status == LW_ERROR_INVALID_VALUE && list[i].flags == cudaMemAccessFlagsProtNone) /* the pool's own device */
            return cudart_fail(cudaErrorInvalidDevice, "%s", lw_last_error_message(device));
        CUDART_TRY(cudart_error(status));
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location)
{
    CUDART_CALLED();
    lw_device *device;
    if (!location)
        return cudart_fail(cudaErrorInvalidValue, "cudaMemPoolGetAccess: location is null");
    CUDART_TRY(located_at(&device, location, "cudaMemPoolGetAccess"));
    return cudart_error(lw_memory_pool_get_access(pool_of(pool), device, (lw_memory_access *)flags));
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_malloc_from_pool_async(stream, pool_of(pool), pointer, size));
}

/* ---- graphs ---- */
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, struct cudaMemAllocNodeParams *params)
{
    CUDART_CALLED();
    lw_device *device, *peers[MOST_DEVICES];
    if (!params || (params->accessDescCount && !params->accessDescs))
        return cudart_fail(cudaErrorInvalidValue, "cudaGraphAddMemAllocNode: %s",
                           params ? "accessDescs is null, and accessDescCount is not 0" : "the parameters are null");
    CUDART_TRY(located(&device, &params->poolProps, "cudaGraphAddMemAllocNode"));
    if (params->accessDescCount > MOST_DEVICES)
        return cudart_fail(cudaErrorInvalidValue,
                           "cudaGraphAddMemAllocNode: accessDescCount is %zu; expected at most %d",
                           params->accessDescCount, MOST_DEVICES);
    for (size_t i = 0; i < params->accessDescCount; i++) {
        CUDART_TRY(located_at(&peers[i], &params->accessDescs[i].location, "cudaGraphAddMemAllocNode"));
        if (params->accessDescs[i].flags != cudaMemAccessFlagsProtReadWrite)
            return cudart_fail(cudaErrorInvalidValue,
                               "cudaGraphAddMemAllocNode: accessDescs[%zu].flags is %d; expected "
                               "cudaMemAccessFlagsProtReadWrite",
                               i, (int)params->accessDescs[i].flags);
    }
    lw_graph_node_params now = lw_graph_malloc_node(params->bytesize);
    now.as.allocate.device = device;
    now.as.allocate.peers = peers;
    now.as.allocate.peer_count = params->accessDescCount;
    CUDART_TRY(cudart_error(lw_graph_add_node(cudart_graph(graph), (lw_graph_node **)(void *)node,
                                              (lw_graph_node *const *)(const void *)after, count, &now)));
    CUDART_TRY(cudart_error(lw_graph_node_get_params(cudart_node(*node), &now)));
    params->dptr = now.as.allocate.pointer;
    return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int number)
{
    CUDART_CALLED();
    lw_device *device;
    CUDART_TRY(cudart_device_numbered(&device, number));
    return cudart_error(lw_device_trim_graph_memory(device));
}

static cudaError_t params_of(lw_graph_node_params *params, cudaGraphNode_t node, lw_graph_node_type type,
                             const void *to, const char *function)
{
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "%s: where to write is null", function);
    CUDART_TRY(cudart_error(lw_graph_node_get_params(cudart_node(node), params)));
    return params->type == type ? cudaSuccess
                                : cudart_fail(cudaErrorInvalidValue, "%s: the node is of another type", function);
}

/* The accesses are the thread's until its next call. */
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params)
{
    CUDART_CALLED();
    static _Thread_local struct cudaMemAccessDesc accesses[MOST_DEVICES];
    lw_graph_node_params now;
    lw_device *owner;
    int device;
    CUDART_TRY(params_of(&now, node, LW_GRAPH_NODE_MEMORY_ALLOCATE, params, "cudaGraphMemAllocNodeGetParams"));
    CUDART_TRY(cudart_device_of(&owner, &device, now.as.allocate.pointer));
    for (size_t i = 0; i < now.as.allocate.peer_count; i++) {
        lw_device_properties properties;
        CUDART_TRY(cudart_error(lw_device_get_properties(now.as.allocate.peers[i], &properties)));
        accesses[i] = (struct cudaMemAccessDesc){{cudaMemLocationTypeDevice, properties.ordinal},
                                                 cudaMemAccessFlagsProtReadWrite};
    }
    *params = (struct cudaMemAllocNodeParams){
        .poolProps =
            {cudaMemAllocationTypePinned, cudaMemHandleTypeNone, {cudaMemLocationTypeDevice, device}, NULL, 0, 0, {0}},
        .accessDescs = now.as.allocate.peer_count ? accesses : NULL,
        .accessDescCount = now.as.allocate.peer_count,
        .bytesize = now.as.allocate.size,
        .dptr = now.as.allocate.pointer,
    };
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                    size_t count, void *pointer)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_free_node(pointer);
    return cudart_error(lw_graph_add_node(cudart_graph(graph), (lw_graph_node **)(void *)node,
                                          (lw_graph_node *const *)(const void *)after, count, &params));
}

/* `pointer`: where the address is written. */
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer)
{
    CUDART_CALLED();
    lw_graph_node_params params;
    CUDART_TRY(params_of(&params, node, LW_GRAPH_NODE_MEMORY_FREE, pointer, "cudaGraphMemFreeNodeGetParams"));
    *(void **)pointer = params.as.freed;
    return cudaSuccess;
}
