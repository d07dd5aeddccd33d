/* Capture, graphs, executable graphs: Lanewise's handles under CUDA's types. */
#include "graph_node.h"

/* ---- capture ---- */
cudaError_t cudaStreamBeginCapture(cudaStream_t of, enum cudaStreamCaptureMode mode)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_begin_capture(stream, (lw_capture_mode)mode));
}

cudaError_t cudaStreamEndCapture(cudaStream_t of, cudaGraph_t *graph)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_end_capture(stream, (lw_graph **)(void *)graph));
}

cudaError_t cudaStreamIsCapturing(cudaStream_t of, enum cudaStreamCaptureStatus *answer)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_stream_is_capturing(stream, (lw_capture_status *)answer));
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    CUDART_CALLED();
    return cudart_error(lw_thread_exchange_capture_mode((lw_capture_mode *)mode));
}

/* ---- graphs ---- */
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    CUDART_CALLED();
    lw_device *device;
    if (flags)
        return cudart_fail(cudaErrorInvalidValue, "cudaGraphCreate: flags is %u; expected 0", flags);
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_graph_create(device, (lw_graph **)(void *)graph));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_destroy(cudart_graph(graph)));
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_clone(cudart_graph(graph), (lw_graph **)(void *)clone));
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t node, cudaGraph_t clone)
{
    CUDART_CALLED();
    return cudart_error(
        lw_graph_node_find_in_clone(cudart_node(node), cudart_graph(clone), (lw_graph_node **)(void *)found));
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_get_nodes(cudart_graph(graph), (lw_graph_node **)(void *)nodes, count));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_get_root_nodes(cudart_graph(graph), (lw_graph_node **)(void *)nodes, count));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count)
{
    CUDART_CALLED();
    return cudart_error(
        lw_graph_get_edges(cudart_graph(graph), (lw_graph_node **)(void *)from, (lw_graph_node **)(void *)to, count));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t count)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_add_dependencies(cudart_graph(graph), (lw_graph_node *const *)(const void *)from,
                                                  (lw_graph_node *const *)(const void *)to, count));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t count)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_remove_dependencies(cudart_graph(graph), (lw_graph_node *const *)(const void *)from,
                                                     (lw_graph_node *const *)(const void *)to, count));
}

/* `flags` say what each node tells of itself: here always the same. */
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    CUDART_CALLED();
    (void)flags;
    return cudart_error(lw_graph_print_dot(cudart_graph(graph), path));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_node_get_type(cudart_node(node), (lw_graph_node_type *)type));
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_node_get_dependencies(cudart_node(node), (lw_graph_node **)(void *)nodes, count));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_node_get_dependent_nodes(cudart_node(node), (lw_graph_node **)(void *)nodes, count));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_node_destroy(cudart_node(node)));
}

/* ---- executable graphs ---- */
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    CUDART_CALLED();
    if (flags & ~(unsigned long long)cudaGraphInstantiateFlagAutoFreeOnLaunch)
        return cudart_fail(cudaErrorNotSupported,
                           "cudaGraphInstantiate: flags is %llu; supported is cudaGraphInstantiateFlagAutoFreeOnLaunch",
                           flags);
    return cudart_error(lw_graph_instantiate(cudart_graph(graph), (lw_graph_exec **)(void *)exec, (unsigned)flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    CUDART_CALLED();
    return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_graph_upload(cudart_exec(exec), stream));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t of)
{
    CUDART_CALLED();
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_graph_launch(cudart_exec(exec), stream));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_exec_destroy(cudart_exec(exec)));
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    CUDART_CALLED();
    lw_graph_update_info info = {LW_GRAPH_UPDATE_ERROR, NULL};
    lw_status status = lw_graph_exec_update(cudart_exec(exec), cudart_graph(graph), &info);
    if (result)
        *result = (cudaGraphExecUpdateResultInfo){(enum cudaGraphExecUpdateResult)info.result,
                                                  (cudaGraphNode_t)(void *)info.node, NULL};
    return cudart_error(status);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_exec_node_set_enabled(cudart_exec(exec), cudart_node(node), enabled != 0));
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled)
{
    CUDART_CALLED();
    return cudart_error(lw_graph_exec_node_get_enabled(cudart_exec(exec), cudart_node(node), (int *)enabled));
}
