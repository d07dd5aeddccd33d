/* Random calls: edges of graphs, and lists of what graphs hold. */
#include "random_graph.h"

/* Two nodes: of an edge along the chain that is not there, or is. */
static bool choose_edge(struct caller *c, struct thing **thing, int *from, int *to, bool present)
{
    for (int tries = 0; tries < 8; tries++) {
        *thing = pick(c, GRAPH);
        int count = *thing ? (*thing)->graph->count : 0;
        if (count < 3)
            continue;
        *from = (int)below(c, (uint64_t)count - 2);
        *to = *from + 2 + (int)below(c, (uint64_t)(count - *from - 2));
        if ((*thing)->graph->edge[*from][*to] == present)
            return true;
    }
    return false;
}

struct edge {
    struct thing *thing;
    int from, to;
    lw_graph_node *first, *second, *const *firsts, *const *seconds;
    lw_graph *graph;
};

static bool spoil_edge(struct caller *c, struct edge *edge, bool present)
{
    if (!choose_edge(c, &edge->thing, &edge->from, &edge->to, present))
        return false;
    struct random_graph *graph = edge->thing->graph;
    edge->first = graph->nodes[edge->from];
    edge->second = graph->nodes[edge->to];
    edge->firsts = &edge->first;
    edge->seconds = &edge->second;
    edge->graph = handle(c, GRAPH, "graph", edge->thing->handle);
    if (wrong(c, "from is null", LW_ERROR_INVALID_VALUE))
        edge->firsts = NULL;
    else if (wrong(c, "to is null", LW_ERROR_INVALID_VALUE))
        edge->seconds = NULL;
    else if (!present && wrong(c, "no node comes after itself", LW_ERROR_INVALID_VALUE))
        edge->second = edge->first;
    else if (!present && wrong(c, "exists", LW_ERROR_INVALID_VALUE))
        edge->second = graph->nodes[edge->from + 1];
    else if (present && wrong(c, "does not exist", LW_ERROR_INVALID_VALUE))
        edge->second = edge->first;
    edge->first = handle(c, NODE, "from[i]", edge->first);
    edge->second = handle(c, NODE, "to[i]", edge->second);
    return true;
}

RANDOM_CALL(lw_graph_add_dependencies)
{
    struct edge edge;
    if (spoil_edge(c, &edge, false) && finish(c, lw_graph_add_dependencies(edge.graph, edge.firsts, edge.seconds, 1)))
        edge.thing->graph->edge[edge.from][edge.to] = true;
}

RANDOM_CALL(lw_graph_add_dependencies_with)
{
    struct edge edge;
    lw_graph_edge_data data = {0};
    if (!spoil_edge(c, &edge, false))
        return;
    if (wrong(c, "data[0] has ", LW_ERROR_INVALID_VALUE))
        data.type = 2;
    if (finish(c, lw_graph_add_dependencies_with(edge.graph, edge.firsts, edge.seconds, &data, 1)))
        edge.thing->graph->edge[edge.from][edge.to] = true;
}

RANDOM_CALL(lw_graph_remove_dependencies)
{
    struct edge edge;
    if (spoil_edge(c, &edge, true) && finish(c, lw_graph_remove_dependencies(edge.graph, edge.firsts, edge.seconds, 1)))
        edge.thing->graph->edge[edge.from][edge.to] = false;
}

RANDOM_CALL(lw_graph_remove_dependencies_with)
{
    struct edge edge;
    lw_graph_edge_data data = {0};
    if (!spoil_edge(c, &edge, true))
        return;
    if (wrong(c, "has other data", LW_ERROR_INVALID_VALUE))
        data.from_port = LW_GRAPH_PORT_LAUNCH_COMPLETION;
    if (finish(c, lw_graph_remove_dependencies_with(edge.graph, edge.firsts, edge.seconds, &data, 1)))
        edge.thing->graph->edge[edge.from][edge.to] = false;
}

/* ---- lists ---- */
static size_t edges_of(const struct random_graph *graph, int from, int to) /* -1: any */
{
    size_t count = 0;
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            count += graph->edge[i][j] && (from < 0 || from == i) && (to < 0 || to == j);
    return count;
}

/* The call's count, with room for all; or null, if it gets that error. `nodes` is null in some calls. */
static size_t *count_of(struct caller *c, size_t *count, lw_graph_node **room, lw_graph_node ***nodes)
{
    *nodes = one_in(c, 2) ? NULL : room;
    *count = NODES * NODES;
    return wrong(c, "count is null", LW_ERROR_INVALID_VALUE) ? NULL : count;
}

static void check_count(struct caller *c, size_t count, size_t expected)
{
    if (count != expected)
        caller_fail(c, __FILE__, __LINE__, "%zu, expected %zu", count, expected);
}

RANDOM_CALL(lw_graph_get_nodes)
{
    struct thing *thing = pick(c, GRAPH);
    lw_graph_node *nodes[NODES * NODES], **given;
    size_t count, *asked = count_of(c, &count, nodes, &given);
    if (!thing || !finish(c, lw_graph_get_nodes(handle(c, GRAPH, "graph", thing->handle), given, asked)))
        return;
    check_count(c, count, (size_t)thing->graph->count);
    for (int i = 0; given && i < thing->graph->count; i++)
        if (nodes[i] != thing->graph->nodes[i])
            caller_fail(c, __FILE__, __LINE__, "node %d is another one", i);
}

RANDOM_CALL(lw_graph_get_root_nodes)
{
    struct thing *thing = pick(c, GRAPH);
    lw_graph_node *nodes[NODES * NODES], **given;
    size_t count, *asked = count_of(c, &count, nodes, &given);
    if (thing && finish(c, lw_graph_get_root_nodes(handle(c, GRAPH, "graph", thing->handle), given, asked)))
        check_count(c, count, thing->graph->count ? 1 : 0);
}

RANDOM_CALL(lw_graph_get_edges)
{
    struct thing *thing = pick(c, GRAPH);
    lw_graph_node *from[NODES * NODES], *to[NODES * NODES], **given;
    size_t count, *asked = count_of(c, &count, from, &given);
    if (!thing)
        return;
    lw_graph_node **second = given ? to : NULL;
    if (given && wrong(c, "to is null", LW_ERROR_INVALID_VALUE))
        second = NULL;
    if (finish(c, lw_graph_get_edges(handle(c, GRAPH, "graph", thing->handle), given, second, asked)))
        check_count(c, count, edges_of(thing->graph, -1, -1));
}

RANDOM_CALL(lw_graph_get_edges_with)
{
    struct thing *thing = pick(c, GRAPH);
    lw_graph_node *from[NODES * NODES], *to[NODES * NODES], **given;
    lw_graph_edge_data data[NODES * NODES], *written = NULL;
    size_t count, *asked = count_of(c, &count, from, &given);
    if (!thing)
        return;
    if (given || wrong(c, "from is null", LW_ERROR_INVALID_VALUE))
        written = data;
    lw_graph *graph = handle(c, GRAPH, "graph", thing->handle);
    if (finish(c, lw_graph_get_edges_with(graph, given, given ? to : NULL, written, asked)))
        check_count(c, count, edges_of(thing->graph, -1, -1));
}

/* The four functions differ in their names, and in the argument for data. */
#define NEIGHBOURS(function, expected, ...)                                                                            \
    RANDOM_CALL(function)                                                                                              \
    {                                                                                                                  \
        struct thing *thing;                                                                                           \
        int index;                                                                                                     \
        lw_graph_node *nodes[NODES * NODES], **given, *node = some_node(c, &thing, &index);                            \
        lw_graph_edge_data data[NODES * NODES];                                                                        \
        size_t count, *asked = count_of(c, &count, nodes, &given);                                                     \
        (void)data;                                                                                                    \
        if (node && finish(c, function(handle(c, NODE, "node", node), given, __VA_ARGS__)))                            \
            check_count(c, count, expected);                                                                           \
    }

NEIGHBOURS(lw_graph_node_get_dependencies, edges_of(thing->graph, -1, index), asked)
NEIGHBOURS(lw_graph_node_get_dependencies_with, edges_of(thing->graph, -1, index), given ? data : NULL, asked)
NEIGHBOURS(lw_graph_node_get_dependent_nodes, edges_of(thing->graph, index, -1), asked)
NEIGHBOURS(lw_graph_node_get_dependent_nodes_with, edges_of(thing->graph, index, -1), given ? data : NULL, asked)
