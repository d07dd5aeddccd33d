/** @file
 * Memory of graphs: nodes that allocate and free device memory. It includes <lanewise/graph.h>; what all calls have in common is in
 * <lanewise/host.h>.
 *
 *     lw_graph_node_params params = lw_graph_malloc_node(bytes);
 *     lw_graph_add_node(graph, &allocation, NULL, 0, &params);
 *     lw_graph_node_get_params(allocation, &params); // params.as.allocate.pointer: the same in every run
 *
 * lw_malloc_async() and lw_free_async() in a stream that captures make the same nodes. Nodes that come after the allocation, and
 * before the free, may use the memory. If no node of the graph frees it, it stays allocated after the run, and later work of
 * streams may use it, until one of these frees it: lw_free_async(), lw_free(), a launch of another graph that has a node for that,
 * or the next launch of an executable graph with LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH. It outlives its graph.
 *
 * The memory is of the graph's device, or of another (params.as.allocate.device; lw_malloc_from_pool_async() with another device's
 * pool). Kernels of other devices than the memory's need access of their own to it (params.as.allocate.peers; the pool's access at
 * the capture): lw_device_enable_peer_access() does not count here.
 *
 * A graph that allocates or frees has one executable graph at a time, is no child, has no clone and no update as a whole, and loses
 * no nodes or edges.
 */
#ifndef LANEWISE_GRAPH_MEMORY_H
#define LANEWISE_GRAPH_MEMORY_H

#include <stdint.h>

#include <lanewise/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** What can be read, and partly set, of a device's memory for graphs. CUDA: cudaGraphMemAttributeType, with the same numbers. */
typedef enum lw_graph_memory_attribute {
    LW_GRAPH_MEMORY_USED_CURRENT = 0,     /**< bytes that graphs have allocated; read only */
    LW_GRAPH_MEMORY_USED_HIGH = 1,        /**< the most of them; can only be set to 0, which begins anew */
    LW_GRAPH_MEMORY_RESERVED_CURRENT = 2, /**< bytes that graphs have of the device; read only */
    LW_GRAPH_MEMORY_RESERVED_HIGH = 3     /**< the most of them; can only be set to 0, which begins anew */
} lw_graph_memory_attribute;

/** Reads an attribute of the memory that a device's graphs have.
 * @param device a handle
 * @param attribute which
 * @param[out] value bytes
 * @return LW_ERROR_INVALID_VALUE: no such attribute; or a common status
 *
 * CUDA: cudaDeviceGetGraphMemAttribute. */
lw_status lw_device_get_graph_memory_attribute(lw_device *device, lw_graph_memory_attribute attribute, uint64_t *value);

/** Sets an attribute of the memory that a device's graphs have.
 * @param device a handle
 * @param attribute LW_GRAPH_MEMORY_USED_HIGH or LW_GRAPH_MEMORY_RESERVED_HIGH
 * @param value 0
 * @return LW_ERROR_INVALID_VALUE: another attribute, or another value; or a common status
 *
 * CUDA: cudaDeviceSetGraphMemAttribute. */
lw_status lw_device_set_graph_memory_attribute(lw_device *device, lw_graph_memory_attribute attribute, uint64_t value);

/** Returns memory of graphs to the system, except that of allocations and of graphs that run or are queued.
 * @param device a handle
 * @return a common status
 *
 * CUDA: cudaDeviceGraphMemTrim. */
lw_status lw_device_trim_graph_memory(lw_device *device);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
