/* Edges of graphs: their data, adding and removing them. */
#include <string.h>

#include "dispatch.h"

lw_status lw_edge_check(const char *function, const lw_graph *graph, lw_graph_node_type from, lw_graph_node_type to,
                        const lw_graph_edge_data *data, size_t i)
{
    const lw_context *context = graph->context;
    const unsigned char none[sizeof data->reserved] = {0};
    if (data->from_port > LW_GRAPH_PORT_LAUNCH_COMPLETION || data->to_port ||
        data->type > LW_GRAPH_DEPENDENCY_PROGRAMMATIC || memcmp(data->reserved, none, sizeof none) != 0)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: data[%zu] has from_port %d, to_port %d, type %d%s; expected 0 to 2, 0, 0 or 1, and zeros",
                         function, i, data->from_port, data->to_port, data->type,
                         memcmp(data->reserved, none, sizeof none) ? " and reserved bytes" : "");
    bool programmatic = data->type == LW_GRAPH_DEPENDENCY_PROGRAMMATIC;
    if (programmatic ? data->from_port == LW_GRAPH_PORT_DEFAULT : data->from_port == LW_GRAPH_PORT_PROGRAMMATIC)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: data[%zu] has from_port %d and type %d; expected type 1 with port 1, 0 with port 0, and "
                         "either with port 2",
                         function, i, data->from_port, data->type);
    if (data->from_port && from != LW_GRAPH_NODE_KERNEL)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: data[%zu] has from_port %d, from a node of type %d; expected a kernel's node", function,
                         i, data->from_port, (int)from);
    if (programmatic && to != LW_GRAPH_NODE_KERNEL)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: data[%zu] is of a programmatic edge to a node of type %d; expected a kernel's node",
                         function, i, (int)to);
    const lw_device_properties *device = &context->properties;
    if (data->from_port && device->compute_capability_major < 9)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: data[%zu] has from_port %d: it needs compute capability 9.0, the device has %d.%d",
                         function, i, data->from_port, device->compute_capability_major,
                         device->compute_capability_minor);
    return LW_SUCCESS;
}

/* What a call adds or removes. */
struct edges {
    lw_graph_node *const *from, *const *to;
    const lw_graph_edge_data *data; /* null: zeros */
    size_t count;
};

static const lw_graph_edge_data *data_of(const struct edges *edges, size_t i)
{
    return edges->data ? &edges->data[i] : &lw_edge_plain;
}

static lw_status check_pair(const char *function, lw_graph *graph, const struct edges *edges, size_t i)
{
    lw_graph_node *from = edges->from[i], *to = edges->to[i];
    lw_status status = lw_enter_handle(function, "from[i]", "node", &lw_graph_nodes, from);
    if (!status)
        status = lw_enter_handle(function, "to[i]", "node", &lw_graph_nodes, to);
    if (status)
        return status;
    return from->graph == graph && to->graph == graph
               ? LW_SUCCESS
               : lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: %s[%zu] is a node of another graph", function,
                           from->graph == graph ? "to" : "from", i);
}

static lw_status check_arrays(const char *function, const lw_graph *graph, const struct edges *edges)
{
    return edges->count && (!edges->from || !edges->to)
               ? lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: %s is null, count is %zu", function,
                           edges->from ? "to" : "from", edges->count)
               : LW_SUCCESS;
}

static void undo(const struct edges *edges, size_t count)
{
    while (count--)
        lw_edge_remove(edges->from[count], edges->to[count]);
}

static lw_status check_new(const char *function, lw_graph *graph, const struct edges *edges, size_t i)
{
    lw_graph_node *from = edges->from[i], *to = edges->to[i];
    lw_status status = check_pair(function, graph, edges, i);
    if (status)
        return status;
    if (from == to)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: to[%zu] is from[%zu]: no node comes after itself",
                         function, i, i);
    if (lw_edge_find(from, to))
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: the edge from from[%zu] to to[%zu] exists",
                         function, i, i);
    return lw_edge_check(function, graph, from->work.params.type, to->work.params.type, data_of(edges, i), i);
}

static lw_status add_edges(const char *function, lw_graph *graph, struct edges edges)
{
    lw_status status = lw_enter_graph(function, "graph", graph);
    if (!status)
        status = check_arrays(function, graph, &edges);
    if (status)
        return status;
    lw_context *context = graph->context;
    for (size_t i = 0; i < edges.count; i++) {
        status = check_new(function, graph, &edges, i);
        if (!status && !lw_edge_add(edges.from[i], edges.to[i], data_of(&edges, i)))
            status = lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an edge of a graph", function);
        if (status) {
            undo(&edges, i);
            return status;
        }
    }
    lw_message_discard();
    if (edges.count && context->backend->graphs->change_edges)
        status = context->backend->graphs->change_edges(graph, edges.from, edges.to, edges.data, edges.count, true);
    if (status)
        undo(&edges, edges.count);
    return lw_finish(context, function, status);
}

lw_status lw_graph_add_dependencies(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to, size_t count)
{
    LW_NOTE_CALLER();
    return add_edges(__func__, graph, (struct edges){from, to, NULL, count});
}

lw_status lw_graph_add_dependencies_with(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                         const lw_graph_edge_data *data, size_t count)
{
    LW_NOTE_CALLER();
    return add_edges(__func__, graph, (struct edges){from, to, data, count});
}

/* Also that no pair is there twice. */
static lw_status check_old(const char *function, lw_graph *graph, const struct edges *edges, size_t i)
{
    lw_status status = check_pair(function, graph, edges, i);
    if (status)
        return status;
    const lw_graph_edge_data *found = lw_edge_find(edges->from[i], edges->to[i]);
    const char *why = !found                                               ? "does not exist"
                      : edges->data && !lw_edge_is(found, &edges->data[i]) ? "has other data"
                                                                           : NULL;
    for (size_t j = 0; j < i && !why; j++)
        if (edges->from[j] == edges->from[i] && edges->to[j] == edges->to[i])
            why = "is there twice";
    return why ? lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: the edge from from[%zu] to to[%zu] %s",
                           function, i, i, why)
               : LW_SUCCESS;
}

static lw_status remove_edges(const char *function, lw_graph *graph, struct edges edges)
{
    lw_status status = lw_enter_graph(function, "graph", graph);
    if (!status)
        status = check_arrays(function, graph, &edges);
    for (size_t i = 0; i < edges.count && !status; i++)
        status = check_old(function, graph, &edges, i);
    if (status)
        return status;
    const lw_context *context = graph->context;
    if (edges.count && lw_graph_has_memory(graph))
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: graph allocates or frees memory, so it keeps its edges",
                         function);
    lw_message_discard();
    if (edges.count && context->backend->graphs->change_edges)
        status = context->backend->graphs->change_edges(graph, edges.from, edges.to, edges.data, edges.count, false);
    if (status)
        return lw_finish(context, function, status);
    undo(&edges, edges.count);
    return LW_SUCCESS;
}

lw_status lw_graph_remove_dependencies(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                       size_t count)
{
    LW_NOTE_CALLER();
    return remove_edges(__func__, graph, (struct edges){from, to, NULL, count});
}

lw_status lw_graph_remove_dependencies_with(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                                            const lw_graph_edge_data *data, size_t count)
{
    LW_NOTE_CALLER();
    return remove_edges(__func__, graph, (struct edges){from, to, data, count});
}
