/** @file
 * Graphs: work described once, then launched many times as one piece.
 *
 *     lw_graph_create(device, &graph);
 *     lw_graph_node_params copy = lw_graph_memcpy_node(memory, numbers, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE);
 *     lw_graph_add_node(graph, &first, NULL, 0, &copy);
 *     lw_graph_instantiate(graph, &exec, 0);
 *     lw_graph_launch(exec, stream);
 *
 * Or a stream's calls make the graph: <lanewise/capture.h>. What all calls have in common is in <lanewise/host.h>, except: one
 * graph, or one executable graph, is used by one thread at a time. lw_device_close() destroys the handle's graphs, and
 * lw_device_reset() all of the device's: they name memory that it frees.
 */
#ifndef LANEWISE_GRAPH_H
#define LANEWISE_GRAPH_H

#include <lanewise/host.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Nodes, and edges that order them: a node begins when the nodes before it are done. CUDA: cudaGraph_t. */
typedef struct lw_graph lw_graph;
/** A piece of work in a graph. CUDA: cudaGraphNode_t. */
typedef struct lw_graph_node lw_graph_node;
/** A graph that is ready to be launched. CUDA: cudaGraphExec_t. */
typedef struct lw_graph_exec lw_graph_exec;

/** What a node does; the numbers are CUDA's. CUDA: cudaGraphNodeType. */
typedef enum lw_graph_node_type {
    LW_GRAPH_NODE_KERNEL = 0,           /**< runs a kernel */
    LW_GRAPH_NODE_MEMCPY = 1,           /**< copies a box of memory */
    LW_GRAPH_NODE_MEMSET = 2,           /**< sets the bytes of a box of memory */
    LW_GRAPH_NODE_HOST = 3,             /**< calls a function of the host */
    LW_GRAPH_NODE_CHILD = 4,            /**< runs another graph */
    LW_GRAPH_NODE_EMPTY = 5,            /**< does nothing: it joins and forks edges */
    LW_GRAPH_NODE_EVENT_WAIT = 6,       /**< waits for the latest record of an event */
    LW_GRAPH_NODE_EVENT_RECORD = 7,     /**< records an event */
    LW_GRAPH_NODE_MEMORY_ALLOCATE = 10, /**< allocates device memory, see <lanewise/graph_memory.h> */
    LW_GRAPH_NODE_MEMORY_FREE = 11,     /**< frees such memory */
    LW_GRAPH_NODE_MEMORY_VALUE = 12,    /**< writes a word or waits for one; only a capture makes it */
    LW_GRAPH_NODE_CONDITIONAL = 13 /**< runs one of its graphs, or none, or repeats one, by a value that kernels set */
} lw_graph_node_type;

/** Parameters of a kernel's node. CUDA: cudaKernelNodeParams. */
typedef struct lw_graph_kernel_params {
    const lw_kernel *kernel; /**< LW_KERNEL_OF(name) */
    lw_launch_config config; /**< its shape; the stream is not used and may be null */
    const void *const
        *arguments; /**< a pointer to each argument, of exactly the parameter's type; may be null without parameters */
} lw_graph_kernel_params;

/** Parameters of a set of memory. CUDA: cudaMemsetParams. */
typedef struct lw_graph_memset_params {
    lw_pitched memory; /**< device memory; the box begins at its first byte */
    int value;         /**< the low 8 bits are each byte's */
    lw_extent extent;  /**< of the box; none is 0, and the depth is 1 */
} lw_graph_memset_params;

/** Parameters of a call of a host function. CUDA: cudaHostNodeParams. */
typedef struct lw_graph_host_params {
    lw_host_function function; /**< as lw_launch_host_function()'s */
    void *user;                /**< its argument */
} lw_graph_host_params;

/** Parameters of an allocation. CUDA: cudaMemAllocNodeParams. */
typedef struct lw_graph_allocate_params {
    size_t size;   /**< bytes, not 0 */
    void *pointer; /**< not read; lw_graph_node_get_params() returns the address, which is the same in every run */
    /** a handle of the device that the memory is of, whose kind is the graph's; null: the graph's. The memory ends with this handle.
     * lw_graph_node_get_params() returns the handle, not null */
    lw_device *device;
    lw_device *const *
        peers; /**< other devices whose kernels may read and write the memory; may be null if there are none. Copied. Of
                              * a captured allocation it is null: these are the devices that its pool gave access at the capture */
    size_t peer_count; /**< how many */
} lw_graph_allocate_params;

/** A value that kernels set with cudaGraphSetConditional() (<lanewise/device_launch.h>), and that a node reads.
 * CUDA: cudaGraphConditionalHandle. */
typedef unsigned long long lw_graph_conditional;

/** How a node reads its value. CUDA: cudaGraphConditionalNodeType. */
typedef enum lw_graph_conditional_type {
    LW_GRAPH_IF = 0,    /**< runs graph 0 if it is not 0; else graph 1, if there is one */
    LW_GRAPH_WHILE = 1, /**< runs graph 0 again and again, as long as it is not 0 before a run */
    LW_GRAPH_SWITCH = 2 /**< runs the graph of that number, if there is one */
} lw_graph_conditional_type;

/** Parameters of a conditional node. CUDA: cudaConditionalNodeParams. */
typedef struct lw_graph_conditional_params {
    lw_graph_conditional handle;    /**< of lw_graph_conditional_create() on the node's graph; no other node has it */
    lw_graph_conditional_type type; /**< how it is read */
    unsigned count;                 /**< graphs: 1 or 2 of an if, 1 of a while, at least 1 of a switch */
    lw_graph **graphs; /**< not read; lw_graph_node_get_params() returns the node's own, empty at first. They
                                             may have kernels, copies, sets, graphs, empty and conditional nodes */
} lw_graph_conditional_params;

/** What a node does, and with what. CUDA: cudaGraphNodeParams. */
typedef struct lw_graph_node_params {
    lw_graph_node_type type; /**< says which member of `as` counts */
    /** By type. */
    union {
        lw_graph_kernel_params kernel;           /**< LW_GRAPH_NODE_KERNEL */
        lw_copy_3d memcpy;                       /**< LW_GRAPH_NODE_MEMCPY; no side of the box is 0 */
        lw_graph_memset_params memset;           /**< LW_GRAPH_NODE_MEMSET */
        lw_graph_host_params host;               /**< LW_GRAPH_NODE_HOST */
        lw_graph *child;                         /**< LW_GRAPH_NODE_CHILD: the node gets a copy of this graph */
        lw_graph_conditional_params conditional; /**< LW_GRAPH_NODE_CONDITIONAL */
        lw_graph_allocate_params allocate;       /**< LW_GRAPH_NODE_MEMORY_ALLOCATE */
        void *freed;                             /**< LW_GRAPH_NODE_MEMORY_FREE: memory of a graph's allocation */
        lw_event *event;                         /**< LW_GRAPH_NODE_EVENT_WAIT and LW_GRAPH_NODE_EVENT_RECORD */
    } as;
} lw_graph_node_params;

/** Makes an empty graph.
 * @param device a handle, which owns the graph
 * @param[out] graph the new handle; the caller destroys it with lw_graph_destroy()
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaGraphCreate. */
lw_status lw_graph_create(lw_device *device, lw_graph **graph);

/** Destroys a graph and its nodes. Executable graphs made of it stay.
 * @param graph not the graph of a node
 * @return LW_ERROR_INVALID_VALUE: it belongs to a node; or a common status
 *
 * CUDA: cudaGraphDestroy. */
lw_status lw_graph_destroy(lw_graph *graph);

/** Copies a graph, with the graphs of its nodes.
 * @param graph which
 * @param[out] clone the new handle; the caller destroys it with lw_graph_destroy()
 * @return LW_ERROR_NOT_SUPPORTED: it has a conditional value, or a node that allocates or frees;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphClone. */
lw_status lw_graph_clone(lw_graph *graph, lw_graph **clone);

/** A node's copy in a clone.
 * @param node of the graph that was cloned
 * @param clone made by lw_graph_clone()
 * @param[out] found the copy
 * @return LW_ERROR_INVALID_VALUE: `clone` has no copy of the node; or a common status
 *
 * CUDA: cudaGraphNodeFindInClone. */
lw_status lw_graph_node_find_in_clone(lw_graph_node *node, lw_graph *clone, lw_graph_node **found);

/** Adds a node to a graph.
 * @param graph where
 * @param[out] node the new handle, which belongs to the graph
 * @param dependencies `count` different nodes of the graph, which come before it; null where that is 0
 * @param count how many
 * @param params what it does; copied before the return, with a kernel's arguments. They are checked as those of the stream's
 *     call: lw_launch_kernel(), lw_memcpy_3d_async(), lw_memset_3d_async(), lw_launch_host_function()
 * @return LW_ERROR_NOT_SUPPORTED: a child graph with a conditional node or one that allocates or frees, or such a node in the graph of
 *     a node; LW_ERROR_INVALID_VALUE: a wrong type, memory that is not a graph's or that another node frees, a dependency that is of another graph or named twice; the errors of the stream's
 *     call; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphAddNode. */
lw_status lw_graph_add_node(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *dependencies, size_t count,
                            const lw_graph_node_params *params);

/** Flags of a conditional value. */
enum {
    LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT = 1 /**< each launch begins with the default; cudaGraphCondAssignDefault */
};

/** Makes a value for a conditional node. A graph with a value has no clone and is no child, and is instantiated only when a node
 * has the value.
 * @param graph of the node
 * @param[out] handle for the node, and for the kernels that set the value; it lives as long as the graph
 * @param default_value of each launch's start, with LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT
 * @param flags 0 or LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT; with 0 a kernel before the node sets the value
 * @return LW_ERROR_INVALID_VALUE: other flags; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphConditionalHandleCreate. */
lw_status lw_graph_conditional_create(lw_graph *graph, lw_graph_conditional *handle, unsigned default_value,
                                      unsigned flags);

/** Takes a node, and its edges, out of its graph.
 * @param node which; the handle is closed
 * @return LW_ERROR_NOT_SUPPORTED: the graph allocates or frees memory; or a common status
 *
 * CUDA: cudaGraphDestroyNode. */
lw_status lw_graph_node_destroy(lw_graph_node *node);

/** A node's type.
 * @param node which
 * @param[out] type what it does
 * @return a common status
 *
 * CUDA: cudaGraphNodeGetType. */
lw_status lw_graph_node_get_type(lw_graph_node *node, lw_graph_node_type *type);

/** A node's parameters. A child node's graph belongs to the node; it may be changed until the graph is instantiated.
 * @param node which
 * @param[out] params valid until the node's parameters are set again or the node is destroyed
 * @return LW_ERROR_NOT_SUPPORTED: a node that a CUDA device captured; or a common status
 *
 * CUDA: cudaGraphKernelNodeGetParams and its like for other types. */
lw_status lw_graph_node_get_params(lw_graph_node *node, lw_graph_node_params *params);

/** Sets a node's parameters. Executable graphs that were made before do not change.
 * @param node which; not a child node, and not one that allocates or frees
 * @param params of the node's type; copied before the return
 * @return LW_ERROR_INVALID_VALUE: another type; as lw_graph_add_node(); or a common status
 *
 * CUDA: cudaGraphNodeSetParams. */
lw_status lw_graph_node_set_params(lw_graph_node *node, const lw_graph_node_params *params);

/** Sets the window of memory that should stay in the L2 cache while a kernel's node runs. It changes no result, and executable graphs
 * that were made before do not change. On the CPU it has no effect. New parameters of the node keep it.
 * @param node a kernel's
 * @param window read before the return; size 0 ends it
 * @return LW_ERROR_INVALID_VALUE: a node of another type; as lw_stream_set_access_policy_window(); or a common status
 *
 * CUDA: cudaGraphKernelNodeSetAttribute(cudaLaunchAttributeAccessPolicyWindow). */
lw_status lw_graph_node_set_access_policy_window(lw_graph_node *node, const lw_access_policy_window *window);

/** Reads the window of a kernel's node. The node of a captured launch has its stream's.
 * @param node a kernel's
 * @param[out] window zeros where none was set
 * @return LW_ERROR_INVALID_VALUE: a node of another type; or a common status
 *
 * CUDA: cudaGraphKernelNodeGetAttribute(cudaLaunchAttributeAccessPolicyWindow). */
lw_status lw_graph_node_get_access_policy_window(lw_graph_node *node, lw_access_policy_window *window);

/** Adds edges.
 * @param graph where
 * @param from,to `count` pairs of its nodes: to[i] comes after from[i]
 * @param count how many
 * @return LW_ERROR_INVALID_VALUE: a node of another graph, an edge of a node to itself, or one that exists; no edge is added.
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphAddDependencies. */
lw_status lw_graph_add_dependencies(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                    size_t count);

/** Removes edges.
 * @param graph where
 * @param from,to `count` pairs of its nodes
 * @param count how many
 * @return LW_ERROR_INVALID_VALUE: a node of another graph, or no such edge; LW_ERROR_NOT_SUPPORTED: the graph allocates or frees
 *     memory; no edge is removed. Or a common status
 *
 * CUDA: cudaGraphRemoveDependencies. */
lw_status lw_graph_remove_dependencies(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                       size_t count);

/** A graph's nodes, in the order in which they were added.
 * @param graph which
 * @param[out] nodes room for `*count`; null: only the number is wanted
 * @param[in,out] count the room; then the number of nodes written, or of all nodes where `nodes` is null
 * @return a common status
 *
 * CUDA: cudaGraphGetNodes. */
lw_status lw_graph_get_nodes(lw_graph *graph, lw_graph_node **nodes, size_t *count);

/** The nodes without dependencies, as lw_graph_get_nodes().
 * @param graph which
 * @param[out] nodes room for `*count`; null: only the number is wanted
 * @param[in,out] count the room; then the number
 * @return a common status
 *
 * CUDA: cudaGraphGetRootNodes. */
lw_status lw_graph_get_root_nodes(lw_graph *graph, lw_graph_node **nodes, size_t *count);

/** A graph's edges, as lw_graph_get_nodes().
 * @param graph which
 * @param[out] from,to room for `*count` each; null: only the number is wanted
 * @param[in,out] count the room; then the number
 * @return a common status
 *
 * CUDA: cudaGraphGetEdges. */
lw_status lw_graph_get_edges(lw_graph *graph, lw_graph_node **from, lw_graph_node **to, size_t *count);

/** The nodes that a node comes after, as lw_graph_get_nodes().
 * @param node which
 * @param[out] nodes room for `*count`; null: only the number is wanted
 * @param[in,out] count the room; then the number
 * @return a common status
 *
 * CUDA: cudaGraphNodeGetDependencies. */
lw_status lw_graph_node_get_dependencies(lw_graph_node *node, lw_graph_node **nodes, size_t *count);

/** The nodes that come after a node, as lw_graph_get_nodes().
 * @param node which
 * @param[out] nodes room for `*count`; null: only the number is wanted
 * @param[in,out] count the room; then the number
 * @return a common status
 *
 * CUDA: cudaGraphNodeGetDependentNodes. */
lw_status lw_graph_node_get_dependent_nodes(lw_graph_node *node, lw_graph_node **nodes, size_t *count);

/** Writes a graph as a file for Graphviz's `dot`: a box for each node, with its type and its kernel's name.
 * @param graph which
 * @param path of the file, which is replaced
 * @return LW_ERROR_SYSTEM: the file cannot be written; or a common status
 *
 * CUDA: cudaGraphDebugDotPrint. */
lw_status lw_graph_print_dot(lw_graph *graph, const char *path);

/** Flags of lw_graph_instantiate(). */
enum {
    /** A launch first frees what an earlier one has allocated and nothing has freed;
     * cudaGraphInstantiateFlagAutoFreeOnLaunch */
    LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH = 1,
    /** Kernels in graphs may launch it, too: lw_graph_exec_get_device_handle(); cudaGraphInstantiateFlagDeviceLaunch */
    LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH = 4
};

/** Makes an executable graph: a snapshot, which later changes of the graph do not reach.
 * @param graph which; without a cycle
 * @param[out] exec the new handle; the caller destroys it with lw_graph_exec_destroy()
 * @param flags 0, LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH, or LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH: then the graph is not empty and has
 *     kernels, copies, sets and graphs alone, its kernels launch no other kernels, and its copies' host memory is page-locked
 * @return LW_ERROR_INVALID_VALUE: a cycle, other flags, nodes that the flags do not allow, a graph that allocates or frees and has an
 *     executable graph, a conditional value without a node, a conditional node's graph with other nodes than it may have, or an
 *     empty one of a while node; LW_ERROR_INVALID_HANDLE: a node's event was destroyed; LW_ERROR_NO_KERNEL_IMAGE;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphInstantiate. */
lw_status lw_graph_instantiate(lw_graph *graph, lw_graph_exec **exec, unsigned flags);

/** Queues one run of an executable graph, after the stream's earlier work. Nodes that no edges order may run at once. Two runs of
 * one executable graph never overlap, in whatever streams.
 * @param exec which
 * @param stream of the same device
 * @return LW_ERROR_INVALID_HANDLE: a stream of another device; LW_ERROR_INVALID_VALUE: memory of a copy or set was freed, memory
 *     that a node allocates is allocated since an earlier run, or memory that a node frees is not allocated;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphLaunch. */
lw_status lw_graph_launch(lw_graph_exec *exec, lw_stream *stream);

/** Prepares the device for launches in this stream, so that the first takes no longer than others. On the CPU there is nothing to
 * prepare, but kernels launch only what was uploaded or launched.
 * @param exec which
 * @param stream of the same device
 * @return LW_ERROR_INVALID_HANDLE: a stream of another device; or a common status
 *
 * CUDA: cudaGraphUpload. */
lw_status lw_graph_upload(lw_graph_exec *exec, lw_stream *stream);

/** The value by which kernels of graphs launch an executable graph: cudaGraphLaunch() of <lanewise/device_launch.h>. Before they do, and
 * again after each change of it, the executable graph is uploaded or launched once by the host. It must live, and not be launched by
 * the host or changed, while kernels may launch it.
 * @param exec made with LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH
 * @param[out] handle for a kernel's argument; kernels convert it to cudaGraphExec_t
 * @return LW_ERROR_INVALID_VALUE: made without that flag; or a common status
 *
 * CUDA: the cudaGraphExec_t itself. */
lw_status lw_graph_exec_get_device_handle(lw_graph_exec *exec, unsigned long long *handle);

/** Closes the handle of an executable graph at once; runs that are queued still run.
 * @param exec which
 * @return a common status
 *
 * CUDA: cudaGraphExecDestroy. */
lw_status lw_graph_exec_destroy(lw_graph_exec *exec);

/** Sets a node's parameters in an executable graph, for later launches.
 * @param exec which
 * @param node of the graph that it was made of, or of the graph of one of its child nodes
 * @param params of the node's type. A copy keeps its memory spaces, and on either side a pool's memory; a copy or set keeps its number of
 *     dimensions
 * @return LW_ERROR_INVALID_VALUE: not such a node, or such parameters; as lw_graph_add_node(); or a common status
 *
 * CUDA: cudaGraphExecNodeSetParams. */
lw_status lw_graph_exec_node_set_params(lw_graph_exec *exec, lw_graph_node *node, const lw_graph_node_params *params);

/** Disables a node of an executable graph, or enables it again, for later launches. A disabled node does nothing; its edges stay.
 * @param exec which
 * @param node of the graph that it was made of: of a kernel, a copy or a set
 * @param enabled 0: the node does nothing
 * @return LW_ERROR_INVALID_VALUE: not such a node; or a common status
 *
 * CUDA: cudaGraphNodeSetEnabled. */
lw_status lw_graph_exec_node_set_enabled(lw_graph_exec *exec, lw_graph_node *node, int enabled);

/** Whether a node of an executable graph is enabled.
 * @param exec which
 * @param node as lw_graph_exec_node_set_enabled()'s
 * @param[out] enabled 1 or 0
 * @return LW_ERROR_INVALID_VALUE: not such a node; or a common status
 *
 * CUDA: cudaGraphNodeGetEnabled. */
lw_status lw_graph_exec_node_get_enabled(lw_graph_exec *exec, lw_graph_node *node, int *enabled);

/** Why an executable graph could not be updated; the numbers are CUDA's. CUDA: cudaGraphExecUpdateResult. */
typedef enum lw_graph_update_result {
    LW_GRAPH_UPDATE_SUCCESS = 0,            /**< it is updated */
    LW_GRAPH_UPDATE_ERROR = 1,              /**< for another reason, which the status says */
    LW_GRAPH_UPDATE_TOPOLOGY_CHANGED = 2,   /**< other nodes or edges, or in another order */
    LW_GRAPH_UPDATE_NODE_TYPE_CHANGED = 3,  /**< a node's type */
    LW_GRAPH_UPDATE_PARAMETERS_CHANGED = 5, /**< a copy's memory spaces, or the dimensions of a copy or set */
    LW_GRAPH_UPDATE_NOT_SUPPORTED = 6       /**< the device cannot update such a node */
} lw_graph_update_result;

/** What lw_graph_exec_update() did. CUDA: cudaGraphExecUpdateResultInfo. */
typedef struct lw_graph_update_info {
    lw_graph_update_result result; /**< success, or why not */
    lw_graph_node *node;           /**< the node of the new graph that differs, or null */
} lw_graph_update_info;

/** Gives the nodes of an executable graph the parameters of another graph, for later launches. The two have the same nodes and
 * edges, added in the same order.
 * @param exec which; unchanged after a failure
 * @param graph the new parameters
 * @param[out] info why it failed; may be null
 * @return LW_ERROR_GRAPH_EXEC_UPDATE: the graphs differ too much; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGraphExecUpdate. */
lw_status lw_graph_exec_update(lw_graph_exec *exec, lw_graph *graph, lw_graph_update_info *info);

/** The parameters of a kernel's node.
 * @param kernel LW_KERNEL_OF(name)
 * @param config its shape
 * @param arguments a pointer to each argument, of exactly the parameter's type
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_kernel_node(const lw_kernel *kernel, lw_launch_config config,
                                                        const void *const *arguments)
{
    lw_graph_node_params params = {LW_GRAPH_NODE_KERNEL, {{0, {0, {0, 0, 0}, {0, 0, 0}, 0, {0, 0, 0}, 0, 0}, 0}}};
    params.as.kernel.kernel = kernel;
    params.as.kernel.config = config;
    params.as.kernel.arguments = arguments;
    return params;
}

/** The parameters of a copy of bytes.
 * @param destination,source `size` bytes, as lw_memcpy_async()'s at each launch
 * @param size bytes, not 0
 * @param kind which memory the pointers are of
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_memcpy_node(void *destination, const void *source, size_t size,
                                                        lw_memcpy_kind kind)
{
    lw_graph_node_params params;
    lw_pitched to = {destination, size, size, 1}, from = {(void *)source, size, size, 1};
    lw_extent none = {0, 0, 0}, extent = {size, 1, 1};
    lw_copy_3d copy = {to, from, none, none, extent, kind};
    params.type = LW_GRAPH_NODE_MEMCPY;
    params.as.memcpy = copy;
    return params;
}

/** The parameters of a set of bytes.
 * @param pointer `size` bytes of device memory
 * @param value the low 8 bits are each byte's
 * @param size bytes, not 0
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_memset_node(void *pointer, int value, size_t size)
{
    lw_graph_node_params params;
    lw_pitched memory = {pointer, size, size, 1};
    lw_extent extent = {size, 1, 1};
    lw_graph_memset_params set = {memory, value, extent};
    params.type = LW_GRAPH_NODE_MEMSET;
    params.as.memset = set;
    return params;
}

/** The parameters of a call of a host function.
 * @param function the function
 * @param user its argument
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_host_node(lw_host_function function, void *user)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_HOST;
    params.as.host.function = function;
    params.as.host.user = user;
    return params;
}

/** The parameters of an empty node.
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_empty_node(void)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_EMPTY;
    params.as.child = 0;
    return params;
}

/** The parameters of a node that runs a graph.
 * @param child copied by lw_graph_add_node()
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_child_node(lw_graph *child)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_CHILD;
    params.as.child = child;
    return params;
}

/** The parameters of an allocation of device memory.
 * @param size bytes, not 0
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_malloc_node(size_t size)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_MEMORY_ALLOCATE;
    params.as.allocate.size = size;
    params.as.allocate.pointer = 0;
    params.as.allocate.device = 0;
    params.as.allocate.peers = 0;
    params.as.allocate.peer_count = 0;
    return params;
}

/** The parameters of a free.
 * @param pointer memory that a node of this graph, or of another of the device, allocates
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_free_node(void *pointer)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_MEMORY_FREE;
    params.as.freed = pointer;
    return params;
}

/** The parameters of a conditional node.
 * @param handle of lw_graph_conditional_create()
 * @param type how its value is read
 * @param count how many graphs the node gets
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_conditional_node(lw_graph_conditional handle,
                                                             lw_graph_conditional_type type, unsigned count)
{
    lw_graph_node_params params;
    lw_graph_conditional_params conditional = {handle, type, count, 0};
    params.type = LW_GRAPH_NODE_CONDITIONAL;
    params.as.conditional = conditional;
    return params;
}

/** The parameters of a node that records an event.
 * @param event of the graph's device
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_event_record_node(lw_event *event)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_EVENT_RECORD;
    params.as.event = event;
    return params;
}

/** The parameters of a node that waits for the record of an event that is the latest when the graph is launched.
 * @param event of the graph's device
 * @return for lw_graph_add_node() */
static inline lw_graph_node_params lw_graph_event_wait_node(lw_event *event)
{
    lw_graph_node_params params;
    params.type = LW_GRAPH_NODE_EVENT_WAIT;
    params.as.event = event;
    return params;
}

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
