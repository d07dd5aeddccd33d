/* What is checked of a whole graph before it is made executable. */
#include <stdlib.h>

#include "dispatch.h"

static size_t extent(const lw_copy *copy, size_t pitch, size_t slice)
{
    size_t last = copy->height - 1;
    return (copy->slice ? last / copy->slice * slice + last % copy->slice * pitch : last * pitch) + copy->width;
}

/* The memory of a copy or set may have been freed since. */
static lw_status check_memory(const char *function, lw_context *context, const lw_copy *copy)
{
    bool reads = copy->kind == LW_MEMCPY_DEVICE_TO_HOST || copy->kind == LW_MEMCPY_DEVICE_TO_DEVICE;
    bool writes = !copy->source || copy->kind == LW_MEMCPY_HOST_TO_DEVICE || copy->kind == LW_MEMCPY_DEVICE_TO_DEVICE;
    lw_hold hold;
    lw_operand to = {.function = function,
                     .argument = "destination",
                     .pointer = copy->destination,
                     .hold = &hold,
                     .peers = copy->to_peer != 0,
                     .extent = extent(copy, copy->destination_pitch, copy->destination_slice)};
    lw_operand from = {.function = function,
                       .argument = "source",
                       .pointer = copy->source,
                       .hold = &hold,
                       .peers = copy->from_peer != 0,
                       .extent = copy->source ? extent(copy, copy->source_pitch, copy->source_slice) : 0};
    lw_status status = lw_copy_begin(context, &hold);
    if (!status)
        status = lw_operand_check(context, &to, writes ? LW_SPACE_DEVICE : LW_SPACE_HOST);
    if (!status && copy->source)
        status = lw_operand_check(context, &from, reads ? LW_SPACE_DEVICE : LW_SPACE_HOST);
    lw_copy_end(&hold);
    return status;
}

/* The word of a node that the CPU captured; a GPU's driver knows its own. */
static lw_status check_word(const char *function, lw_context *context, const lw_value *value)
{
    lw_hold hold;
    lw_status status = lw_copy_begin(context, &hold);
    if (!status)
        status = lw_value_check(function, context, value, &hold);
    lw_copy_end(&hold);
    return status;
}

static bool may_be_conditional(const lw_graph *graph)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        lw_graph_node_type type = node->work.params.type;
        if (type == LW_GRAPH_NODE_HOST || lw_is_memory_node(node) || type == LW_GRAPH_NODE_EVENT_WAIT ||
            type == LW_GRAPH_NODE_EVENT_RECORD)
            return false;
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++)
            if (!may_be_conditional(lw_work_graph(&node->work, i)))
                return false;
    }
    return true;
}

/* CUDA's rules for the graphs of conditional nodes. An empty loop would never end. */
static lw_status check_conditional(const char *function, const lw_graph_node *node)
{
    const lw_graph_node_params *params = &node->work.params;
    if (params->type != LW_GRAPH_NODE_CONDITIONAL)
        return LW_SUCCESS;
    for (unsigned i = 0; i < lw_work_graphs(&node->work); i++)
        if (!may_be_conditional(lw_work_graph(&node->work, i)))
            return lw_refuse(node->graph->context, LW_ERROR_INVALID_VALUE,
                             "%s: graph %u of a conditional node has a host function, an event or an allocation",
                             function, i);
    if (params->as.conditional.type == LW_GRAPH_WHILE && lw_work_graph(&node->work, 0)->count == 0)
        return lw_refuse(node->graph->context, LW_ERROR_INVALID_VALUE,
                         "%s: the graph of a while node is empty: the loop would never end", function);
    return LW_SUCCESS;
}

/* Checks what may have ended since the nodes were added: events and memory. */
static lw_status check_nodes(const char *function, const lw_graph *graph)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        const lw_graph_node_params *params = &node->work.params;
        lw_status status =
            node->work.copy.height && !node->work.copy.of_array /* the backend checks these at each launch */
                ? check_memory(function, graph->context, &node->work.copy)
                : LW_SUCCESS;
        if (!status && node->work.value.word)
            status = check_word(function, graph->context, &node->work.value);
        for (unsigned i = 0; i < lw_work_graphs(&node->work) && !status; i++)
            status = check_nodes(function, lw_work_graph(&node->work, i));
        if (!status)
            status = check_conditional(function, node);
        if ((params->type == LW_GRAPH_NODE_EVENT_WAIT || params->type == LW_GRAPH_NODE_EVENT_RECORD) &&
            !node->work.captured) {
            const lw_event *event = params->as.event;
            status = lw_enter_handle(function, "event of a node", "event", &lw_events, event);
            if (!status && event->impl != node->work.event)
                status =
                    lw_refuse(graph->context, LW_ERROR_INVALID_HANDLE, "%s: event of a node was destroyed", function);
        }
        if (status)
            return status;
    }
    return LW_SUCCESS;
}

static size_t count_nodes(const lw_graph *graph)
{
    size_t most = graph->count;
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++) {
            size_t count = count_nodes(lw_work_graph(&node->work, i));
            most = count > most ? count : most;
        }
    return most;
}

static bool is_acyclic(const lw_graph *graph, lw_graph_node **order)
{
    if (!lw_graph_sort(graph, order))
        return false;
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++)
            if (!is_acyclic(lw_work_graph(&node->work, i), order))
                return false;
    return true;
}

static lw_status check_cycle(const char *function, const lw_graph *graph)
{
    lw_graph_node **order = lw_allocate((count_nodes(graph) + 1) * sizeof *order);
    if (!order)
        return lw_refuse(graph->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the order of a graph's nodes",
                         function);
    bool acyclic = is_acyclic(graph, order);
    free(order);
    return acyclic ? LW_SUCCESS
                   : lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: the graph has a cycle of edges", function);
}

lw_status lw_graph_check(const char *function, const lw_graph *graph)
{
    for (const lw_conditional *conditional = graph->conditionals; conditional; conditional = conditional->next)
        if (!conditional->used)
            return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: graph has a conditional value without a node",
                             function);
    lw_status status = check_nodes(function, graph);
    return status ? status : check_cycle(function, graph);
}
