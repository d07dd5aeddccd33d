/* Nodes for the tests of graphs, with the kernels of ../api/device/stream.h. */
#ifndef P_NODES_H
#define P_NODES_H

#include <lanewise/graph.h>

#include "../api/device/stream.h"

/* p[i] = p[i] * factor + term, for i < n, in one block. The arguments are read before the return. */
static inline lw_status add_affine(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *after, size_t count,
                                   int n, int *p, int factor, int term)
{
    const void *arguments[] = {&n, &p, &factor, &term};
    lw_graph_node_params params =
        lw_graph_kernel_node(LW_KERNEL_OF(stream_affine), lw_linear(NULL, (uint64_t)n, (unsigned)n), arguments);
    return lw_graph_add_node(graph, node, after, count, &params);
}

/* log[*length] = value; ++*length. */
static inline lw_status add_append(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *after, size_t count,
                                   int *log, int *length, int value)
{
    const void *arguments[] = {&log, &length, &value};
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(stream_append), lw_linear(NULL, 1, 1), arguments);
    return lw_graph_add_node(graph, node, after, count, &params);
}

static inline lw_status add_empty(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *after, size_t count)
{
    lw_graph_node_params params = lw_graph_empty_node();
    return lw_graph_add_node(graph, node, after, count, &params);
}

/* Instantiates, launches in the default stream, waits, destroys the executable graph. */
static inline lw_status run_graph(lw_device *device, lw_graph *graph)
{
    lw_graph_exec *exec;
    lw_status status = lw_graph_instantiate(graph, &exec, 0);
    if (status)
        return status;
    status = lw_graph_launch(exec, lw_default_stream(device));
    if (!status)
        status = lw_stream_synchronize(lw_default_stream(device));
    lw_status destroyed = lw_graph_exec_destroy(exec);
    return status ? status : destroyed;
}

#endif
