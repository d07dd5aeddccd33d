/* The structure of a graph: nodes and edges, shared by the dispatch and the backends.
 *
 * The dispatch checks arguments and keeps this structure. A CUDA graph is the driver's as well: its backend does to that
 * what the dispatch does to this. The CPU's backend reads this structure when a graph is instantiated, and adds nodes
 * to it while a stream captures.
 */
#ifndef LW_GRAPH_DATA_H
#define LW_GRAPH_DATA_H

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>
#include <lanewise/graph_memory.h>
#include <lanewise/user_object.h>
#include <lanewise/descriptor.h>

#include "pool.h"

typedef struct lw_copy { /* a 1-D copy has height 1 and pitches equal to width */
    void *destination;
    const void *source;
    size_t destination_pitch, source_pitch, width, height;
    lw_memcpy_kind kind; /* never LW_MEMCPY_DEFAULT */
    /* A 3-D copy: the `height` rows form slices of `slice` rows. A slice starts destination_slice or source_slice bytes
     * after the one before, a multiple of the pitch. 0: no slices. */
    size_t slice, destination_slice, source_slice;
    bool of_array;           /* a side is an array's memory, which only the CPU's backend knows */
    bool to_pool, from_pool; /* a side is stream-ordered memory */
    /* A side that another device of the backend has: its ordinal and 1. 0: the stream's or graph's device has it, or all have. */
    unsigned to_peer, from_peer;
} lw_copy;

/* A word of device or pinned memory, and a value for it. */
typedef struct lw_value {
    void *word;
    uint64_t value;
    bool wide; /* 64 bits; else 32 */
} lw_value;

typedef struct lw_event_impl lw_event_impl;
typedef struct lw_device_impl lw_device_impl;

/* The value that a conditional node reads. */
typedef struct lw_conditional {
    lw_slot slot;
    struct lw_conditional *next; /* of the graph's */
    lw_graph_conditional handle; /* the address of this, or the CUDA driver's */
    atomic_uint references;      /* of the graph, and of nodes */
    atomic_uint value;           /* the CPU's */
    unsigned default_value, flags;
    bool used; /* by a node of the graph */
} lw_conditional;

/* The memory of a node that allocates (graph_memory.c). */
typedef struct lw_graph_memory {
    atomic_uint references;     /* of nodes and executable graphs; 1 more while it is allocated */
    struct lw_context *context; /* of the device that it is of, perhaps not its graph's; null: that was closed */
    lw_device *device;          /* its owner; null: another device's default pool gave it in a capture */
    lw_device_impl *impl;       /* the device that it is of; unset once it is gone */
    void *pointer;              /* null: not known yet */
    size_t size;
    struct lw_range *range; /* for the table; null: the table has it, or had it */
    uint64_t graph;         /* the number of the graph that allocates it */
    bool captured;          /* CUDA's, with a reference of the capture of this number */
    uint64_t capture;
    /* The lock of memory of graphs guards these: */
    bool allocated;                     /* since the call of a launch, until that of a free */
    bool freed_here, freed_elsewhere;   /* a node of its graph frees it; one of another graph */
    bool gone;                          /* its device handle was closed, or the device reset */
    struct lw_graph_memory *next;       /* of the context's */
    struct lw_graph_memory *next_other; /* in a list of dead ones, or of a capture's */
    struct lw_graph_memory *next_ended; /* this and the next one are lw_graph_memory_release_all()'s */
    bool ended_allocated;
} lw_graph_memory;

/* ---- user objects (user_object.c) ---- */
struct lw_user_object {
    lw_slot slot;
    struct lw_context *context;
    lw_device *device; /* its owner */
    lw_device_impl *device_impl;
    void *pointer;
    lw_host_function destroy;
    atomic_int_fast64_t own;    /* references of the program's */
    atomic_uint_fast64_t total; /* the CPU's: all references */
    void *impl;                 /* CUDA: its CUuserObject; the CPU's: the operation that ends it */
};
/* References of a graph's. */
typedef struct lw_object_use {
    lw_user_object *object;
    uint64_t count;
    struct lw_object_use *next;
} lw_object_use;
/* Adds copies, with references, before `*copies`. False: out of memory, for some of them. */
bool lw_object_uses_copy(lw_object_use **copies, const lw_object_use *uses);
bool lw_graph_objects(lw_object_use **uses, const lw_graph *graph); /* likewise; also of the graphs of its nodes */
void lw_object_uses_free(lw_object_use *uses);                      /* also with locks held */
void lw_user_object_call(lw_user_object *object); /* the last reference is gone: calls its function, and frees it */

/* A node's parameters, checked and copied. */
typedef struct lw_node_work {
    lw_graph_node_params params; /* as the program gave them, except that pointers are to this node's own objects */
    lw_copy copy;                /* of a copy or, with a null source, a set; its depth is 1 or copy.slice is not 0 */
    const void *arguments;       /* a kernel's argument structure */
    void *owned;                 /* memory of these, or null */
    lw_event_impl *event;        /* of a record or wait */
    lw_conditional *conditional; /* of a conditional node, which has conditional.count graphs */
    lw_graph_memory *memory;     /* of an allocation or a free; has a reference */
    lw_device_impl *
        *peers;     /* of an allocation's node, as many as its parameters have; only the call that adds it reads them */
    lw_value value; /* of a word's node that the CPU has captured: what it writes, or waits for */
    lw_wait_condition condition;
    bool waits;
    bool captured; /* the program cannot read the parameters: CUDA's are unknown, or it copies an array */
} lw_node_work;

typedef struct lw_node_list {
    lw_graph_node **nodes;
    lw_graph_edge_data *data; /* of edges to or from these, in the same allocation; null: none has data */
    size_t count, room;
} lw_node_list;

struct lw_graph_node {
    lw_slot slot;
    lw_graph *graph;
    lw_graph_node *previous, *next; /* in the order in which they were added */
    uint64_t number;                /* never used twice */
    uint64_t original;              /* the number of the node that this is a clone of, or 0 */
    lw_node_list before, after;     /* edges */
    lw_node_work work;
    bool disabled;                  /* in an executable graph of the CPU */
    lw_access_policy_window window; /* of a kernel's node of the CPU's; zeros: none */
    void *impl;                     /* CUDA: its CUgraphNode */
    size_t position;                /* lw_graph_sort()'s, or scratch of other walks over the graph */
    size_t unseen;
};

struct lw_graph {
    lw_slot slot;
    struct lw_context *context;
    lw_device *device;
    lw_device_impl *device_impl;
    lw_graph_node *owner; /* the node that it is the graph of; null: the program's own */
    lw_graph_node *first, *last;
    size_t count;
    lw_conditional *conditionals;
    lw_object_use *objects;
    uint64_t number, original; /* as a node's */
    void *impl;                /* CUDA: its CUgraph */
    const void *exec;          /* the latest executable graph of a graph with memory; may be closed */
    bool captures;             /* a stream's capture adds nodes: the program has no handle of it */
};

/* The graphs that belong to a node. */
static inline unsigned lw_work_graphs(const lw_node_work *work)
{
    if (work->params.type == LW_GRAPH_NODE_CHILD)
        return work->params.as.child != NULL;
    return work->params.type == LW_GRAPH_NODE_CONDITIONAL && work->params.as.conditional.graphs
               ? work->params.as.conditional.count
               : 0;
}
static inline lw_graph *lw_work_graph(const lw_node_work *work, unsigned i)
{
    return work->params.type == LW_GRAPH_NODE_CHILD ? work->params.as.child : work->params.as.conditional.graphs[i];
}
bool lw_graph_has_conditional(const lw_graph *graph); /* a value, for a node; also in the graphs of its nodes */

/* ---- memory of graphs (graph_memory.c) ---- */
static inline bool lw_is_memory_node(const lw_graph_node *node)
{
    return node->work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE ||
           node->work.params.type == LW_GRAPH_NODE_MEMORY_FREE;
}
bool lw_graph_has_memory(const lw_graph *graph); /* also in the graphs of its nodes */
/* Without an address yet; null: out of memory. */
lw_graph_memory *lw_graph_memory_make(struct lw_context *context, lw_device *device, size_t size);
/* With a reference; null: no graph allocates the context's memory there. */
lw_graph_memory *lw_graph_memory_find(struct lw_context *context, const void *pointer);
/* Likewise, or of another device of the same kind. */
lw_graph_memory *lw_graph_memory_find_anywhere(struct lw_context *context, const void *pointer);
void lw_graph_memory_retain(lw_graph_memory *memory);
/* May be called with any lock held: what has no reference is freed later, by lw_graph_memory_reap(). */
void lw_graph_memory_release(lw_graph_memory *memory);
/* Why the graph cannot free the memory; null: it can. */
const char *lw_graph_memory_may_not_free(const lw_graph *graph, const lw_graph_memory *memory);
void lw_graph_memory_note_free(const lw_graph *graph, lw_graph_memory *memory); /* a node of the graph frees it */

lw_conditional *lw_conditional_find(lw_graph_conditional handle); /* null: there is none */
lw_conditional *lw_conditional_make(lw_graph *graph);             /* null: out of memory; not alive yet */
/* Makes the graphs of a conditional node. False: out of memory; the work is to be freed. */
bool lw_node_work_graphs(lw_node_work *work, const lw_graph *graph);

/* Copies the work; a child's graph gets the owner. False: out of memory, and the copy is to be freed. */
bool lw_node_work_copy(lw_node_work *work, const lw_node_work *source, lw_graph_node *owner);
/* Frees what a node's work owns, a child's graph too (whose CUDA graph belongs to the parent's). */
void lw_node_work_free(lw_node_work *work);
/* Allocates a kernel's argument structure and copies it from `arguments`, if that is not null; makes the array of
 * pointers to the arguments. False: out of memory. */
bool lw_node_work_arguments(lw_node_work *work, const lw_kernel *kernel, const void *arguments);

/* An empty graph, not alive yet; null when out of memory. */
lw_graph *lw_graph_make(struct lw_context *context, lw_device *device, lw_device_impl *impl);
void lw_graph_free(lw_graph *graph); /* with its nodes */

/* Adds a node, with the work, after these nodes; null `data`: zeros. It is not alive yet: lw_pool_publish() makes it. Null when
 * out of memory; then the caller still owns the work. */
lw_graph_node *lw_node_make(lw_graph *graph, lw_node_work *work, lw_graph_node *const *before,
                            const lw_graph_edge_data *data, size_t count);
void lw_node_free(lw_graph_node *node); /* takes it out of its graph */

extern const lw_graph_edge_data lw_edge_plain;                             /* zeros */
bool lw_edge_is(const lw_graph_edge_data *a, const lw_graph_edge_data *b); /* the same */
/* The edge's data, valid until the graph changes; null: there is no such edge. */
const lw_graph_edge_data *lw_edge_find(const lw_graph_node *from, const lw_graph_node *to);
bool lw_edge_add(lw_graph_node *from, lw_graph_node *to, const lw_graph_edge_data *data); /* false: out of memory */
void lw_edge_remove(lw_graph_node *from, lw_graph_node *to);

/* Writes the nodes to `order`, which has room for all, so that every node comes after those before it; sets their
 * `position`. False: the graph has a cycle. */
bool lw_graph_sort(const lw_graph *graph, lw_graph_node **order);

/* Copies the nodes and edges of `source` into the empty graph. False: out of memory; the graph may then have some. */
bool lw_graph_copy(lw_graph *graph, const lw_graph *source);

#endif
