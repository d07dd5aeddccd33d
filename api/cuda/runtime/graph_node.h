/* Lanewise's parameters of what CUDA's structures say. */
#ifndef LANEWISE_CUDA_GRAPH_NODE_H
#define LANEWISE_CUDA_GRAPH_NODE_H

#include "cudart.h"

#include "../../lanewise/capture.h"

/* ---- box.c ---- */
/* `function`: the caller's name, for messages. */
cudaError_t cudart_copy_of(lw_copy_3d *copy, const struct cudaMemcpy3DParms *from, const char *function);

/* ---- graph_node.c ---- */
cudaError_t cudart_kernel_node(lw_graph_node_params *params, const struct cudaKernelNodeParams *from,
                               const char *function);
cudaError_t cudart_copy_node(lw_graph_node_params *params, const struct cudaMemcpy3DParms *from, const char *function);
cudaError_t cudart_set_node(lw_graph_node_params *params, const struct cudaMemsetParams *from, const char *function);
cudaError_t cudart_host_node(lw_graph_node_params *params, const struct cudaHostNodeParams *from, const char *function);

static inline lw_graph *cudart_graph(cudaGraph_t graph)
{
    return (lw_graph *)(void *)graph;
}

static inline lw_graph_node *cudart_node(cudaGraphNode_t node)
{
    return (lw_graph_node *)(void *)node;
}

static inline lw_graph_exec *cudart_exec(cudaGraphExec_t exec)
{
    return (lw_graph_exec *)(void *)exec;
}

#endif
