/* What a graph of a caller does: a chain of nodes, with further edges along it. */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "random_calls.h"

enum { NODES = 6 };

enum action_type { SETS, COPIES, FILLS, CALLS, RECORDS, WAITS, DOES_NOTHING };

struct action {
    enum action_type type;
    int to, from;                /* blocks */
    unsigned to_is, from_is;     /* their generations */
    size_t to_at, from_at, size; /* bytes */
    int value, n;                /* what is set; how many elements are filled */
    lw_event *event;             /* recorded or waited for */
    bool pinned;                 /* a copy is from host memory */
    int apart;                   /* a copy's memory that no context has: a pool's, mapped memory */
    bool disabled;               /* in an executable graph */
};

struct random_graph {
    lw_graph_node *nodes[NODES]; /* of a graph; of an executable graph those of the graph that it was made of */
    struct action actions[NODES];
    bool edge[NODES][NODES]; /* from the first to the second */
    int count;
    unsigned long number; /* of the graph; an executable graph has its graph's */
    unsigned flags;       /* of the instantiation */
    unsigned references;  /* to user objects: the graph's of object 0 */
    bool valued;          /* it has a conditional value, which no node uses */
};

/* ---- random_graph.c ---- */
/* Where the graph has a conditional value the call is refused with that status, unless it has a wrong argument. */
void expect_valued(struct caller *c, const struct thing *thing, lw_status status);
/* Chooses what a node does on the device. False: there is no memory for it. */
bool choose_action(struct caller *c, int place, struct action *action);
/* Whether the node of an executable graph may change from one to the other. */
bool are_alike(const struct action *one, const struct action *other);
/* The same, of a node that has done `held`: mostly of the same type. */
bool choose_alike(struct caller *c, int place, const struct action *held, struct action *action);
/* The node's parameters, with what they point to. */
struct node_arguments {
    int *memory;
    const void *pointers[3];
};
lw_graph_node_params params_of(struct caller *c, const struct action *action, struct node_arguments *arguments);
/* A node of a graph; null: there is none. */
lw_graph_node *some_node(struct caller *c, struct thing **thing, int *index);
/* Whether all memory of the actions is still there. */
bool actions_live(const struct caller *c, const struct random_graph *graph);
/* Whether it uses memory. */
static inline bool has_memory(const struct action *action)
{
    return action->type <= FILLS;
}

/* The effects of a run. */
void run_actions(struct caller *c, const struct random_graph *graph);
/* Orders a run in the stream after the work with its memory so far. */
void use_actions(struct caller *c, const struct random_graph *graph, lw_stream *stream, int place);

#endif
