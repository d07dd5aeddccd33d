/* Graphs that can run: what lw_graph_instantiate() makes, and a launch runs.
 *
 * A body has levels: the graph's own nodes, and the nodes of each child graph. A node counts the dependencies that are
 * not done. Whoever ends the last of them makes the node ready. A launch allocates nothing but its own operation.
 */
#ifndef LW_CPU_GRAPH_H
#define LW_CPU_GRAPH_H

#include "cpu.h"

typedef struct lw_cpu_level {
    lw_cpu_node *nodes; /* in an order in which each comes after its dependencies */
    size_t count;
    atomic_size_t unfinished;
    lw_cpu_node *parent; /* the node that runs this level; null: a launch does */
} lw_cpu_level;

/* What comes before a node by an edge, in checked mode; the node runs after the end of the one ahead in any case. */
typedef enum lw_cpu_edge {
    LW_CPU_ENDED, /* all that the one ahead does */
    LW_CPU_EARLY, /* the same, but only what follows cudaGridDependencySynchronize() comes after it */
    LW_CPU_BEGUN  /* what comes before the one ahead */
} lw_cpu_edge;

struct lw_cpu_node {
    lw_graph_node_type type;
    bool enabled, in_runner; /* in_runner: its grid's end is not all done there */
    unsigned after_count, before_count;
    lw_cpu_node **after, **before;
    unsigned char *edges;        /* an lw_cpu_edge for each of `before` */
    atomic_uint unmet;           /* dependencies that are not done in this run */
    uint64_t ns;                 /* the time of the latest run; UINT64_MAX: unknown */
    lw_cpu_operation *operation; /* a grid, copy, set or host function; null for other types */
    lw_cpu_body *body;
    lw_cpu_level *level;
    lw_cpu_level **graphs; /* of a child node or a conditional one */
    unsigned graph_count;
    lw_conditional *conditional; /* the graph copy's node holds a reference */
    lw_graph_conditional_type condition;
    lw_event_impl *event;
    unsigned mark;     /* of a record or wait: its place in the launch's marks */
    lw_cpu_node *next; /* in a list: of ready nodes, or of nodes that wait for a mark */
    /* Checked mode: */
    emu_check_stream *check; /* shared by nodes of which each comes after the one before */
    bool opened, continued;  /* the node has opened it; a later node has taken it over */
    emu_order *order;        /* the node's operation and all before it */
    emu_order *begun;        /* all before it, where an edge is LW_CPU_BEGUN */
    bool lets_begin;         /* so */
};

/* The runs of an executable graph, whatever its parameters were, take turns in the order of their launches. */
typedef struct lw_cpu_turn {
    unsigned references;
    uint64_t launched, next; /* launches so far; the number of the one that runs, or whose turn is next */
    lw_stream_impl *parked;  /* list of streams whose head waits for its turn */
    bool runs;               /* a run has begun, and its nodes are not all done */
    bool asked;              /* a kernel has launched it, and that run has not begun */
    emu_order *order;        /* checked mode: the latest launch and what it comes after */
} lw_cpu_turn;

struct lw_cpu_body {
    emu_task runner; /* first member: runs short nodes, one after another */
    bool runs;       /* the pool has the runner */
    bool ended;      /* all nodes are done, and the runner is about to notice */
    unsigned references;
    lw_device_impl *device;
    lw_cpu_turn *turn;
    lw_object_use *objects; /* user objects of the graph */
    lw_cpu_level root;
    lw_cpu_level **levels; /* all of them, the root too */
    size_t level_count;
    unsigned mark_count;
    /* Some node is a conditional one; a copy or a set; a kernel; an allocation or a free. */
    bool has_conditional, has_transfer, has_kernel, has_memory;
    bool device_launch;               /* kernels may launch it, and its own kernels launch no other ones */
    lw_cpu_operation *operation;      /* the launch that runs */
    lw_cpu_node *ready, *last_ready;  /* nodes to begin */
    lw_cpu_node *shorts, *last_short; /* nodes for the runner */
    lw_cpu_node *longs, *last_long;   /* nodes for the pool, while it has as many as it needs */
    unsigned in_pool;                 /* nodes that the pool has as tasks of their own */
    atomic_uint elsewhere;            /* nodes that have begun, not in the runner */
};

struct lw_exec_impl {
    lw_device_impl *device;
    bool device_launch;        /* kernels may launch it; then also: */
    unsigned long long number; /* its handle in kernels, never used twice; 0: they may not */
    bool uploaded;             /* since its latest change */
    lw_exec_impl *next;        /* in the device's list */
    lw_graph *graph; /* a copy of the program's graph. The nodes' `original` are the program's, `position` the body's */
    lw_cpu_body *body;
    lw_cpu_turn *turn;
};

/* ---- graph.c ---- */
/* Makes a body of the graph, for the executable graph's turn. */
lw_status lw_cpu_body_make(lw_exec_impl *exec, const lw_graph *graph, lw_cpu_body **made);
void lw_cpu_body_release(lw_cpu_body *body); /* with the lock held */
void lw_cpu_turn_release(lw_cpu_turn *turn); /* likewise */
/* Makes what the node runs; its type and body are set. On failure, what is made is freed with the node. */
lw_status lw_cpu_node_make_work(lw_cpu_node *node, const lw_node_work *work);
void lw_cpu_node_free_operation(lw_cpu_node *node);

/* ---- graph_run.c ---- */
lw_cpu_node *lw_cpu_node_unlink(lw_cpu_node *node); /* takes the node out of a list; returns the next one */
void lw_cpu_body_prepare(lw_cpu_body *body);
bool lw_cpu_graph_runs(const lw_cpu_body *body); /* whether a kernel, copy or set of it may run; with the lock held */
/* The launch whose turn it was is done, or a launch is dropped. With the lock held; lw_cpu_run_streams() is due. */
void lw_cpu_graph_pass_turn(const lw_device_impl *device, lw_cpu_turn *turn);

/* ---- graph_launch.c ---- */
lw_status lw_cpu_graph_launch(lw_exec_impl *exec, lw_stream_impl *stream);
void lw_cpu_graph_launched(lw_device_impl *device);
/* Whether the memory that copies and sets name has not been freed. */
lw_status lw_cpu_graph_check_memory(const lw_graph *graph, lw_device_impl *device);

/* ---- child_graph.c: executable graphs that kernels launch ---- */
void lw_cpu_exec_list(lw_exec_impl *exec); /* kernels may launch it from now on */
void lw_cpu_exec_unlist(lw_exec_impl *exec);
unsigned long long lw_cpu_exec_device_handle(const lw_exec_impl *exec);
/* With the lock held: the executable graph with that handle in kernels; null: there is none. */
lw_exec_impl *lw_cpu_exec_find(const lw_device_impl *device, unsigned long long handle);

/* ---- graph_memory.c ---- */
/* What checked mode runs for the node: its `operation`. */
lw_status lw_cpu_graph_memory_operation(lw_cpu_node *node, const lw_graph_memory *memory);
/* A launch of the graph is queued; with the lock held. */
void lw_cpu_graph_memory_launched(lw_device_impl *device, const lw_graph *graph);
lw_status lw_cpu_graph_memory_make(lw_device_impl *device, size_t size, void **pointer);
void lw_cpu_graph_memory_allow(lw_device_impl *device, const void *pointer,
                               unsigned peers);                              /* a bit each, which have access */
void lw_cpu_graph_memory_forget_peer(lw_device_impl *device, unsigned peer); /* with the lock held */
lw_status lw_cpu_graph_memory_open(lw_device_impl *device, void *pointer, lw_device_impl *peer); /* peer.c */
void lw_cpu_graph_memory_drop(lw_device_impl *device, void *pointer, bool allocated);
lw_status lw_cpu_graph_memory_free(lw_device_impl *device, lw_stream_impl *stream, void *pointer);
lw_status lw_cpu_graph_memory_get(lw_device_impl *device, lw_graph_memory_attribute attribute, uint64_t *value);
lw_status lw_cpu_graph_memory_reset(lw_device_impl *device, lw_graph_memory_attribute attribute);
lw_status lw_cpu_graph_memory_trim(lw_device_impl *device);

/* ---- graph_value.c ---- */
lw_status lw_cpu_graph_value_operation(lw_cpu_node *node, const lw_node_work *work);
bool lw_cpu_graph_value_waits(const lw_cpu_node *node);
/* Whether the word has its value now; with the lock held, as the next one. */
bool lw_cpu_graph_value_pass(lw_cpu_node *node);

/* ---- graph_update.c ---- */
lw_status lw_cpu_exec_set_work(lw_exec_impl *exec, lw_graph_node *node, const lw_node_work *work);
lw_status lw_cpu_exec_enable(lw_exec_impl *exec, lw_graph_node *node, bool enabled);
lw_status lw_cpu_exec_is_enabled(lw_exec_impl *exec, lw_graph_node *node, bool *enabled);
lw_status lw_cpu_exec_update(lw_exec_impl *exec, lw_graph *graph, lw_graph_update_info *info);

/* ---- capture.c ---- */
lw_status lw_cpu_begin_capture(lw_stream_impl *stream, lw_capture_mode mode, lw_graph *graph);
lw_status lw_cpu_end_capture(lw_stream_impl *stream, lw_graph **graph);
lw_status lw_cpu_capture_status(lw_stream_impl *stream, lw_capture_status *capturing);
lw_capture_mode lw_cpu_exchange_mode(lw_capture_mode mode);

#endif
