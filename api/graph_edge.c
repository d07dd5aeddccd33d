/* Edges of graphs: adding, removing, and lists of what a graph holds. */
#include <stdio.h>

#include "dispatch.h"

/* Checks the pairs, and that each edge exists or, if `adds`, does not. */
static lw_status check_edges(const char *function, lw_graph *graph, lw_graph_node *const *from,
                             lw_graph_node *const *to, size_t count, bool adds)
{
    lw_context *context = graph->context;
    if (count && (!from || !to))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null, count is %zu", function,
                         from ? "to" : "from", count);
    for (size_t i = 0; i < count; i++) {
        lw_status status = lw_enter_handle(function, "from[i]", "node", &lw_graph_nodes, from[i]);
        if (!status)
            status = lw_enter_handle(function, "to[i]", "node", &lw_graph_nodes, to[i]);
        if (status)
            return status;
        if (from[i]->graph != graph || to[i]->graph != graph)
            return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s[%zu] is a node of another graph", function,
                             from[i]->graph == graph ? "to" : "from", i);
        if (adds && from[i] == to[i])
            return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: to[%zu] is from[%zu]: no node comes after itself",
                             function, i, i);
        if (lw_edge_exists(from[i], to[i]) == adds)
            return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the edge from from[%zu] to to[%zu] %s", function, i,
                             i, adds ? "exists" : "does not exist");
    }
    return LW_SUCCESS;
}

static void undo(lw_graph_node *const *from, lw_graph_node *const *to, size_t count)
{
    while (count--)
        lw_edge_remove(from[count], to[count]);
}

lw_status lw_graph_add_dependencies(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to, size_t count)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = check_edges(__func__, graph, from, to, count, true);
    if (status)
        return status;
    lw_context *context = graph->context;
    for (size_t i = 0; i < count; i++) {
        if (lw_edge_exists(from[i], to[i])) {
            undo(from, to, i);
            return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: the edge from from[%zu] to to[%zu] is there twice",
                             __func__, i, i);
        }
        if (!lw_edge_add(from[i], to[i])) {
            undo(from, to, i);
            return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an edge of a graph", __func__);
        }
    }
    lw_message_discard();
    if (count && context->backend->graphs->change_edges)
        status = context->backend->graphs->change_edges(graph, from, to, count, true);
    if (status)
        undo(from, to, count);
    return lw_finish(context, __func__, status);
}

lw_status lw_graph_remove_dependencies(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                       size_t count)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = check_edges(__func__, graph, from, to, count, false);
    if (status)
        return status;
    const lw_context *context = graph->context;
    if (count && lw_graph_has_memory(graph))
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: graph allocates or frees memory, so it keeps its edges",
                         __func__);
    lw_message_discard();
    if (count && context->backend->graphs->change_edges)
        status = context->backend->graphs->change_edges(graph, from, to, count, false);
    if (status)
        return lw_finish(context, __func__, status);
    undo(from, to, count);
    return LW_SUCCESS;
}

/* ---- lists ---- */
/* Adds an item to the caller's array if there is room. */
typedef struct node_array {
    lw_graph_node **first, **second; /* or null */
    size_t room, count;
} node_array;

static void add(node_array *list, lw_graph_node *first, lw_graph_node *second)
{
    if (list->first && list->count >= list->room)
        return;
    if (list->first)
        list->first[list->count] = first;
    if (list->second)
        list->second[list->count] = second;
    list->count++;
}

static lw_status begin(const char *function, const lw_context *context, node_array *list, lw_graph_node **nodes,
                       const size_t *count)
{
    if (!count)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: count is null", function);
    list->first = nodes;
    list->room = *count;
    return LW_SUCCESS;
}

/* As in CUDA, the room that is left becomes null. */
static void end(const node_array *list, size_t *count)
{
    for (size_t i = list->count; list->first && i < list->room; i++) {
        list->first[i] = NULL;
        if (list->second)
            list->second[i] = NULL;
    }
    *count = list->count;
}

lw_status lw_graph_get_nodes(lw_graph *graph, lw_graph_node **nodes, size_t *count)
{
    LW_NOTE_CALLER();
    node_array list = {0};
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = begin(__func__, graph->context, &list, nodes, count);
    if (status)
        return status;
    for (lw_graph_node *node = graph->first; node; node = node->next)
        add(&list, node, NULL);
    end(&list, count);
    return LW_SUCCESS;
}

lw_status lw_graph_get_root_nodes(lw_graph *graph, lw_graph_node **nodes, size_t *count)
{
    LW_NOTE_CALLER();
    node_array list = {0};
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = begin(__func__, graph->context, &list, nodes, count);
    if (status)
        return status;
    for (lw_graph_node *node = graph->first; node; node = node->next)
        if (node->before.count == 0)
            add(&list, node, NULL);
    end(&list, count);
    return LW_SUCCESS;
}

lw_status lw_graph_get_edges(lw_graph *graph, lw_graph_node **from, lw_graph_node **to, size_t *count)
{
    LW_NOTE_CALLER();
    node_array list = {0};
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = begin(__func__, graph->context, &list, from, count);
    if (status)
        return status;
    if (!from != !to)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, from ? "to" : "from");
    list.second = to;
    for (lw_graph_node *node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->after.count; i++)
            add(&list, node, node->after.nodes[i]);
    end(&list, count);
    return LW_SUCCESS;
}

static lw_status get_neighbours(const char *function, lw_graph_node *node, bool after, lw_graph_node **nodes,
                                size_t *count)
{
    node_array list = {0};
    lw_status status = lw_enter_node(function, "node", node);
    if (!status)
        status = begin(function, node->graph->context, &list, nodes, count);
    if (status)
        return status;
    const lw_node_list *neighbours = after ? &node->after : &node->before;
    for (size_t i = 0; i < neighbours->count; i++)
        add(&list, neighbours->nodes[i], NULL);
    end(&list, count);
    return LW_SUCCESS;
}

lw_status lw_graph_node_get_dependencies(lw_graph_node *node, lw_graph_node **nodes, size_t *count)
{
    LW_NOTE_CALLER();
    return get_neighbours(__func__, node, false, nodes, count);
}

lw_status lw_graph_node_get_dependent_nodes(lw_graph_node *node, lw_graph_node **nodes, size_t *count)
{
    LW_NOTE_CALLER();
    return get_neighbours(__func__, node, true, nodes, count);
}
