/** @file
 * Edges with data: a kernel's node may begin before the kernel ahead of it has ended. It includes <lanewise/graph.h>; what all calls
 * have in common is in <lanewise/host.h>.
 *
 *     lw_graph_edge_data early = lw_graph_programmatic_edge();
 *     lw_graph_add_dependencies_with(graph, &producer, &consumer, &early, 1);
 *
 * The consumer must call cudaGridDependencySynchronize() before it uses what the producer writes; `lanewise check` finds a missing
 * call. A captured launch with `programmatic` makes the same edge. On the CPU the consumer begins when the producer has ended.
 */
#ifndef LANEWISE_GRAPH_EDGE_H
#define LANEWISE_GRAPH_EDGE_H

#include <lanewise/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** How an edge orders its two nodes. CUDA: cudaGraphDependencyType, with the same numbers. */
typedef enum lw_graph_dependency_type {
    LW_GRAPH_DEPENDENCY_DEFAULT = 0,     /**< all of the later node comes after the earlier one */
    LW_GRAPH_DEPENDENCY_PROGRAMMATIC = 1 /**< what follows cudaGridDependencySynchronize() in the later kernel does */
} lw_graph_dependency_type;

/** When a kernel's node lets an edge's later node begin. CUDA: cudaGraphKernelNodePortDefault and its like, with the same numbers. */
typedef enum lw_graph_kernel_port {
    LW_GRAPH_PORT_DEFAULT = 0, /**< when the kernel has ended */
    LW_GRAPH_PORT_PROGRAMMATIC =
        1, /**< when each block has called cudaTriggerProgrammaticLaunchCompletion() or ended */
    LW_GRAPH_PORT_LAUNCH_COMPLETION = 2 /**< when all blocks have begun; what the kernel writes may come later */
} lw_graph_kernel_port;

/** What an edge has beside its two nodes; zeros: the later node begins when the earlier one has ended. CUDA: cudaGraphEdgeData. */
typedef struct lw_graph_edge_data {
    unsigned char from_port;   /**< an lw_graph_kernel_port; 0 where the earlier node is no kernel's */
    unsigned char to_port;     /**< 0 */
    unsigned char type;        /**< an lw_graph_dependency_type */
    unsigned char reserved[5]; /**< zeros */
} lw_graph_edge_data;

/** Adds a node to a graph, after others by edges with data.
 * @param graph where
 * @param[out] node the new handle, which belongs to the graph
 * @param dependencies `count` different nodes of the graph, which come before it; null where that is 0
 * @param data of each of these edges, as lw_graph_add_dependencies_with()'s; null: zeros
 * @param count how many
 * @param params what it does, as lw_graph_add_node()'s
 * @return as lw_graph_add_node() and lw_graph_add_dependencies_with()
 *
 * CUDA: cudaGraphAddNode. */
lw_status lw_graph_add_node_with(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *dependencies,
                                 const lw_graph_edge_data *data, size_t count, const lw_graph_node_params *params);

/** Adds edges with data.
 * @param graph where
 * @param from,to `count` pairs of its nodes: to[i] comes after from[i]
 * @param data of each edge; null: zeros. An edge from another port than LW_GRAPH_PORT_DEFAULT is from a kernel's node, a programmatic
 *     one to a kernel's node as well. It is programmatic from LW_GRAPH_PORT_PROGRAMMATIC, and may be from
 *     LW_GRAPH_PORT_LAUNCH_COMPLETION
 * @param count how many
 * @return LW_ERROR_INVALID_VALUE: a node of another graph, an edge of a node to itself, one that exists, or other data;
 *     LW_ERROR_NOT_SUPPORTED: another port than 0 below compute capability 9.0; no edge is added. LW_ERROR_OUT_OF_MEMORY; or a
 *     common status
 *
 * CUDA: cudaGraphAddDependencies. */
lw_status lw_graph_add_dependencies_with(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                         const lw_graph_edge_data *data, size_t count);

/** Removes edges with data.
 * @param graph where
 * @param from,to `count` pairs of its nodes
 * @param data that each edge has; null: any
 * @param count how many
 * @return LW_ERROR_INVALID_VALUE: a node of another graph, or no such edge with the data; LW_ERROR_NOT_SUPPORTED: the graph
 *     allocates or frees memory; no edge is removed. Or a common status
 *
 * CUDA: cudaGraphRemoveDependencies. */
lw_status lw_graph_remove_dependencies_with(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                            const lw_graph_edge_data *data, size_t count);

/** A graph's edges with their data, as lw_graph_get_nodes().
 * @param graph which
 * @param[out] from,to room for `*count` each; null: only the number is wanted
 * @param[out] data room for `*count`; null: all edges have zeros
 * @param[in,out] count the room; then the number
 * @return LW_ERROR_LOSSY_QUERY: `data` is null, and an edge has other data than zeros; LW_ERROR_INVALID_VALUE: `data` without `from`;
 *     or a common status
 *
 * CUDA: cudaGraphGetEdges. */
lw_status lw_graph_get_edges_with(lw_graph *graph, lw_graph_node **from, lw_graph_node **to, lw_graph_edge_data *data,
                                  size_t *count);

/** The nodes that a node comes after, and the edges' data, as lw_graph_get_nodes().
 * @param node which
 * @param[out] nodes room for `*count`; null: only the number is wanted
 * @param[out] data room for `*count`; null: all edges have zeros
 * @param[in,out] count the room; then the number
 * @return as lw_graph_get_edges_with()
 *
 * CUDA: cudaGraphNodeGetDependencies. */
lw_status lw_graph_node_get_dependencies_with(lw_graph_node *node, lw_graph_node **nodes, lw_graph_edge_data *data,
                                              size_t *count);

/** The nodes that come after a node, and the edges' data, as lw_graph_get_nodes().
 * @param node which
 * @param[out] nodes room for `*count`; null: only the number is wanted
 * @param[out] data room for `*count`; null: all edges have zeros
 * @param[in,out] count the room; then the number
 * @return as lw_graph_get_edges_with()
 *
 * CUDA: cudaGraphNodeGetDependentNodes. */
lw_status lw_graph_node_get_dependent_nodes_with(lw_graph_node *node, lw_graph_node **nodes, lw_graph_edge_data *data,
                                                 size_t *count);

/** The data of an edge between kernels' nodes of which the later one may begin when the earlier one allows it.
 * @return for lw_graph_add_dependencies_with() */
static inline lw_graph_edge_data lw_graph_programmatic_edge(void)
{
    lw_graph_edge_data data = {LW_GRAPH_PORT_PROGRAMMATIC, 0, LW_GRAPH_DEPENDENCY_PROGRAMMATIC, {0, 0, 0, 0, 0}};
    return data;
}

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
