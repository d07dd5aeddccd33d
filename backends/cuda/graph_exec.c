/* Executable graphs. */
#include "cuda.h"

#include <stdlib.h>

struct lw_exec_impl {
    lw_device_impl *device;
    CUgraphExec exec;
};

_Static_assert((int)LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH == (int)CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH,
               "flags of instantiation");
_Static_assert((int)LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH == (int)CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH,
               "flags of instantiation");

lw_status lw_cuda_instantiate(lw_graph *graph, unsigned flags, lw_exec_impl **made)
{
    lw_device_impl *device = graph->device_impl;
    lw_exec_impl *exec = lw_allocate(sizeof *exec);
    if (!exec)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an executable graph");
    exec->device = device;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status =
            lw_cuda_check(device, lw_cuda.cuGraphInstantiate(&exec->exec, graph->impl, flags), "cuGraphInstantiate");
    if (status)
        free(exec);
    else
        *made = exec;
    return status;
}

void lw_cuda_exec_destroy(lw_exec_impl *exec)
{
    lw_capture_mode before = lw_cuda_exchange_mode(LW_CAPTURE_RELAXED); /* a capture does not forbid it */
    if (lw_cuda_enter(exec->device) == LW_SUCCESS)
        lw_cuda.cuGraphExecDestroy(exec->exec);
    lw_cuda_exchange_mode(before);
    free(exec);
}

unsigned long long lw_cuda_exec_device_handle(const lw_exec_impl *exec)
{
    return (uintptr_t)exec->exec;
}

lw_status lw_cuda_graph_launch(lw_exec_impl *exec, lw_stream_impl *stream)
{
    lw_status status = lw_cuda_enter(exec->device);
    return status ? status
                  : lw_cuda_check(exec->device, lw_cuda.cuGraphLaunch(exec->exec, stream->stream), "cuGraphLaunch");
}

lw_status lw_cuda_upload(lw_exec_impl *exec, lw_stream_impl *stream)
{
    lw_status status = lw_cuda_enter(exec->device);
    return status ? status
                  : lw_cuda_check(exec->device, lw_cuda.cuGraphUpload(exec->exec, stream->stream), "cuGraphUpload");
}

lw_status lw_cuda_exec_set_work(lw_exec_impl *exec, lw_graph_node *node, const lw_node_work *work)
{
    CUgraphNodeParams params;
    lw_device_impl *device = exec->device;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_node_params(device, work, &params);
    if (!status && work->params.type == LW_GRAPH_NODE_HOST)
        status = lw_cuda_graph_call(device, NULL, &work->params.as.host, &params.host.userData);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuGraphExecNodeSetParams(exec->exec, node->impl, &params),
                                  "cuGraphExecNodeSetParams");
}

lw_status lw_cuda_exec_enable(lw_exec_impl *exec, lw_graph_node *node, bool enabled)
{
    lw_status status = lw_cuda_enter(exec->device);
    return status ? status
                  : lw_cuda_check(exec->device, lw_cuda.cuGraphNodeSetEnabled(exec->exec, node->impl, enabled),
                                  "cuGraphNodeSetEnabled");
}

lw_status lw_cuda_exec_is_enabled(lw_exec_impl *exec, lw_graph_node *node, bool *enabled)
{
    unsigned answer = 0;
    lw_status status = lw_cuda_enter(exec->device);
    if (!status)
        status = lw_cuda_check(exec->device, lw_cuda.cuGraphNodeGetEnabled(exec->exec, node->impl, &answer),
                               "cuGraphNodeGetEnabled");
    *enabled = answer != 0;
    return status;
}

static lw_graph_node *find(const lw_graph *graph, const void *wanted)
{
    for (lw_graph_node *node = graph->first; node; node = node->next) {
        lw_graph_node *inside = NULL;
        for (unsigned i = 0; i < lw_work_graphs(&node->work) && !inside; i++)
            inside = find(lw_work_graph(&node->work, i), wanted);
        if (node->impl == wanted || inside)
            return inside ? inside : node;
    }
    return NULL;
}

lw_status lw_cuda_exec_update(lw_exec_impl *exec, lw_graph *graph, lw_graph_update_info *info)
{
    CUgraphExecUpdateResultInfo result = {.result = CU_GRAPH_EXEC_UPDATE_SUCCESS};
    lw_device_impl *device = exec->device;
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    CUresult error = lw_cuda.cuGraphExecUpdate(exec->exec, graph->impl, &result);
    info->result = (lw_graph_update_result)result.result;
    if (error == CUDA_SUCCESS)
        return LW_SUCCESS;
    if (result.result == CU_GRAPH_EXEC_UPDATE_SUCCESS)
        info->result = LW_GRAPH_UPDATE_ERROR;
    if (result.errorNode)
        info->node = find(graph, result.errorNode);
    return lw_cuda_check(device, error, "cuGraphExecUpdate");
}
