/* Lists of what a graph holds: nodes and edges. */
#include "dispatch.h"

/* Adds an item to the caller's array if there is room. */
typedef struct node_array {
    lw_graph_node **first, **second; /* or null */
    lw_graph_edge_data *data;        /* or null */
    size_t room, count;
} node_array;

static void add(node_array *list, lw_graph_node *first, lw_graph_node *second, const lw_graph_edge_data *data)
{
    if (list->first && list->count >= list->room)
        return;
    if (list->first)
        list->first[list->count] = first;
    if (list->second)
        list->second[list->count] = second;
    if (list->data)
        list->data[list->count] = *data;
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
        if (list->data)
            list->data[i] = lw_edge_plain;
    }
    *count = list->count;
}

static bool have_data(const lw_node_list *edges)
{
    bool have = false;
    for (size_t i = 0; i < edges->count && !have; i++)
        have = !lw_edge_is(&edges->data[i], &lw_edge_plain);
    return have;
}

static lw_status refuse_loss(const char *function, const lw_context *context)
{
    return lw_refuse(
        context, LW_ERROR_LOSSY_QUERY,
        "%s: an edge has data and there is no array for it; lw_graph_get_edges_with() and its like have one", function);
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
        add(&list, node, NULL, NULL);
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
            add(&list, node, NULL, NULL);
    end(&list, count);
    return LW_SUCCESS;
}

static lw_status get_edges(const char *function, lw_graph *graph, lw_graph_node **from, lw_graph_node **to,
                           lw_graph_edge_data *data, size_t *count)
{
    node_array list = {0};
    lw_status status = lw_enter_graph(function, "graph", graph);
    if (!status)
        status = begin(function, graph->context, &list, from, count);
    if (status)
        return status;
    if (!from != !to || (data && !from))
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: %s is null", function, from ? "to" : "from");
    for (const lw_graph_node *node = graph->first; node && from && !data; node = node->next)
        if (have_data(&node->after))
            return refuse_loss(function, graph->context);
    list.second = to;
    list.data = data;
    for (lw_graph_node *node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->after.count; i++)
            add(&list, node, node->after.nodes[i], &node->after.data[i]);
    end(&list, count);
    return LW_SUCCESS;
}

lw_status lw_graph_get_edges(lw_graph *graph, lw_graph_node **from, lw_graph_node **to, size_t *count)
{
    LW_NOTE_CALLER();
    return get_edges(__func__, graph, from, to, NULL, count);
}

lw_status lw_graph_get_edges_with(lw_graph *graph, lw_graph_node **from, lw_graph_node **to, lw_graph_edge_data *data,
                                  size_t *count)
{
    LW_NOTE_CALLER();
    return get_edges(__func__, graph, from, to, data, count);
}

static lw_status get_neighbours(const char *function, lw_graph_node *node, bool after, lw_graph_node **nodes,
                                lw_graph_edge_data *data, size_t *count)
{
    node_array list = {0};
    lw_status status = lw_enter_node(function, "node", node);
    if (!status)
        status = begin(function, node->graph->context, &list, nodes, count);
    if (status)
        return status;
    if (data && !nodes)
        return lw_refuse(node->graph->context, LW_ERROR_INVALID_VALUE, "%s: nodes is null", function);
    const lw_node_list *neighbours = after ? &node->after : &node->before;
    if (nodes && !data && have_data(neighbours))
        return refuse_loss(function, node->graph->context);
    list.data = data;
    for (size_t i = 0; i < neighbours->count; i++)
        add(&list, neighbours->nodes[i], NULL, &neighbours->data[i]);
    end(&list, count);
    return LW_SUCCESS;
}

lw_status lw_graph_node_get_dependencies(lw_graph_node *node, lw_graph_node **nodes, size_t *count)
{
    LW_NOTE_CALLER();
    return get_neighbours(__func__, node, false, nodes, NULL, count);
}

lw_status lw_graph_node_get_dependent_nodes(lw_graph_node *node, lw_graph_node **nodes, size_t *count)
{
    LW_NOTE_CALLER();
    return get_neighbours(__func__, node, true, nodes, NULL, count);
}

lw_status lw_graph_node_get_dependencies_with(lw_graph_node *node, lw_graph_node **nodes, lw_graph_edge_data *data,
                                              size_t *count)
{
    LW_NOTE_CALLER();
    return get_neighbours(__func__, node, false, nodes, data, count);
}

lw_status lw_graph_node_get_dependent_nodes_with(lw_graph_node *node, lw_graph_node **nodes, lw_graph_edge_data *data,
                                                 size_t *count)
{
    LW_NOTE_CALLER();
    return get_neighbours(__func__, node, true, nodes, data, count);
}
