/* Nodes of graphs: each kind is added, and changed, with CUDA's parameters of it. */
#include "graph_node.h"

cudaError_t cudart_kernel_node(lw_graph_node_params *params, const struct cudaKernelNodeParams *from,
                               const char *function)
{
    if (!from)
        return cudart_fail(cudaErrorInvalidValue, "%s: the parameters are null", function);
    const lw_kernel *kernel = cudart_kernel(from->func);
    if (!kernel)
        return cudart_fail(cudaErrorInvalidDeviceFunction, "%s: func %p is no kernel of this program", function,
                           from->func);
    if (from->extra)
        return cudart_fail(cudaErrorNotSupported, "%s: extra is not null; give the arguments as kernelParams",
                           function);
    lw_launch_config config = {.grid = {from->gridDim.x, from->gridDim.y, from->gridDim.z},
                               .block = {from->blockDim.x, from->blockDim.y, from->blockDim.z},
                               .dynamic_shared = from->sharedMemBytes};
    *params = lw_graph_kernel_node(kernel, config, (const void *const *)from->kernelParams);
    return cudaSuccess;
}

cudaError_t cudart_copy_node(lw_graph_node_params *params, const struct cudaMemcpy3DParms *from, const char *function)
{
    *params = (lw_graph_node_params){.type = LW_GRAPH_NODE_MEMCPY};
    return cudart_copy_of(&params->as.memcpy, from, function);
}

cudaError_t cudart_set_node(lw_graph_node_params *params, const struct cudaMemsetParams *from, const char *function)
{
    if (!from)
        return cudart_fail(cudaErrorInvalidValue, "%s: the parameters are null", function);
    unsigned size = from->elementSize, byte = from->value & 0xff, repeated = byte;
    if (size != 1 && size != 2 && size != 4)
        return cudart_fail(cudaErrorInvalidValue, "%s: elementSize is %u; expected 1, 2 or 4", function, size);
    for (unsigned i = 1; i < size; i++)
        repeated = repeated << 8 | byte;
    if (size > 1 && repeated != (size == 2 ? from->value & 0xffff : from->value))
        return cudart_fail(cudaErrorNotSupported, "%s: value 0x%x has different bytes, which is not supported",
                           function, from->value);
    size_t width = from->width * size, pitch = from->height > 1 ? from->pitch : width;
    *params = (lw_graph_node_params){
        .type = LW_GRAPH_NODE_MEMSET,
        .as.memset = {{from->dst, pitch, width, from->height}, (int)byte, {width, from->height, 1}},
    };
    return cudaSuccess;
}

cudaError_t cudart_host_node(lw_graph_node_params *params, const struct cudaHostNodeParams *from, const char *function)
{
    if (!from)
        return cudart_fail(cudaErrorInvalidValue, "%s: the parameters are null", function);
    *params = lw_graph_host_node(from->fn, from->userData);
    return cudaSuccess;
}

static cudaError_t add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                       const lw_graph_node_params *params)
{
    return cudart_error(lw_graph_add_node(cudart_graph(graph), (lw_graph_node **)(void *)node,
                                          (lw_graph_node *const *)(const void *)after, count, params));
}

static cudaError_t change(cudaGraphNode_t node, const lw_graph_node_params *params)
{
    return cudart_error(lw_graph_node_set_params(cudart_node(node), params));
}

static cudaError_t change_exec(cudaGraphExec_t exec, cudaGraphNode_t node, const lw_graph_node_params *params)
{
    return cudart_error(lw_graph_exec_node_set_params(cudart_exec(exec), cudart_node(node), params));
}

/* The three functions of a kind whose parameters are a structure. */
#define KIND(name, of, structure)                                                                                      \
    cudaError_t cudaGraphAdd##name##Node(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,       \
                                         size_t count, const structure *from)                                          \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        lw_graph_node_params params;                                                                                   \
        CUDART_TRY(of(&params, from, "cudaGraphAdd" #name "Node"));                                                    \
        return add(node, graph, after, count, &params);                                                                \
    }                                                                                                                  \
    cudaError_t cudaGraph##name##NodeSetParams(cudaGraphNode_t node, const structure *from)                            \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        lw_graph_node_params params;                                                                                   \
        CUDART_TRY(of(&params, from, "cudaGraph" #name "NodeSetParams"));                                              \
        return change(node, &params);                                                                                  \
    }                                                                                                                  \
    cudaError_t cudaGraphExec##name##NodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const structure *from)  \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        lw_graph_node_params params;                                                                                   \
        CUDART_TRY(of(&params, from, "cudaGraphExec" #name "NodeSetParams"));                                          \
        return change_exec(exec, node, &params);                                                                       \
    }
KIND(Kernel, cudart_kernel_node, struct cudaKernelNodeParams)
KIND(Memcpy, cudart_copy_node, struct cudaMemcpy3DParms)
KIND(Memset, cudart_set_node, struct cudaMemsetParams)
KIND(Host, cudart_host_node, struct cudaHostNodeParams)

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params)
{
    CUDART_CALLED();
    lw_graph_node_params from;
    if (!params)
        return cudart_fail(cudaErrorInvalidValue, "cudaGraphKernelNodeGetParams: params is null");
    CUDART_TRY(cudart_error(lw_graph_node_get_params(cudart_node(node), &from)));
    if (from.type != LW_GRAPH_NODE_KERNEL)
        return cudart_fail(cudaErrorInvalidValue, "cudaGraphKernelNodeGetParams: the node is no kernel's");
    const lw_launch_config *config = &from.as.kernel.config;
    *params = (struct cudaKernelNodeParams){
        .func = (void *)(uintptr_t)cudart_host_of(from.as.kernel.kernel),
        .gridDim = {config->grid.x, config->grid.y, config->grid.z},
        .blockDim = {config->block.x, config->block.y, config->block.z},
        .sharedMemBytes = (unsigned)config->dynamic_shared,
        .kernelParams = (void **)(uintptr_t)from.as.kernel.arguments,
    };
    return cudaSuccess;
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                     size_t count, void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_memcpy_node(to, from, size, (lw_memcpy_kind)kind);
    return add(node, graph, after, count, &params);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t size,
                                           enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_memcpy_node(to, from, size, (lw_memcpy_kind)kind);
    return change(node, &params);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
                                               size_t size, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_memcpy_node(to, from, size, (lw_memcpy_kind)kind);
    return change_exec(exec, node, &params);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                       size_t count, cudaGraph_t child)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_child_node(cudart_graph(child));
    return add(node, graph, after, count, &params);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_child_node(cudart_graph(child));
    return change_exec(exec, node, &params);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_empty_node();
    return add(node, graph, after, count, &params);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                        size_t count, cudaEvent_t event)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_event_record_node((lw_event *)(void *)event);
    return add(node, graph, after, count, &params);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                      size_t count, cudaEvent_t event)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_event_wait_node((lw_event *)(void *)event);
    return add(node, graph, after, count, &params);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_event_record_node((lw_event *)(void *)event);
    return change_exec(exec, node, &params);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    CUDART_CALLED();
    lw_graph_node_params params = lw_graph_event_wait_node((lw_event *)(void *)event);
    return change_exec(exec, node, &params);
}
