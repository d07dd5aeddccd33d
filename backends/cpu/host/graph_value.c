/* Nodes that write a word of memory, or wait for one. A capture makes them. */
#include "graph.h"

lw_status lw_cpu_graph_value_operation(lw_cpu_node *node, const lw_node_work *work)
{
    lw_device_impl *device = node->body->device;
    lw_status status = work->waits ? lw_cpu_watcher_start(device) : LW_SUCCESS;
    if (status)
        return status;
    node->body->has_transfer = true; /* its launches check that the word is not freed */
    node->operation = lw_cpu_value_make(device, &work->value, work->waits, work->condition);
    if (!node->operation)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a word of a graph");
    return LW_SUCCESS;
}

bool lw_cpu_graph_value_waits(const lw_cpu_node *node)
{
    return node->type == LW_GRAPH_NODE_MEMORY_VALUE && node->operation && node->operation->kind == LW_CPU_WAIT_VALUE;
}

/* False: the watcher ends the node later. */
bool lw_cpu_graph_value_pass(lw_cpu_node *node)
{
    node->operation->stream = node->body->operation->stream;
    if (lw_cpu_value_reached(node->operation))
        return true;
    lw_cpu_watch_node(node);
    return false;
}

void lw_cpu_graph_value_look(lw_device_impl *device, bool faulted)
{
    lw_cpu_node *ready = NULL;
    for (lw_cpu_node **link = &device->watcher.nodes; *link;) {
        lw_cpu_node *node = *link;
        if (faulted || lw_cpu_value_reached(node->operation)) {
            *link = node->next;
            node->next = ready;
            ready = node;
        } else {
            link = &node->next;
        }
    }
    while (ready) {
        lw_cpu_node *node = ready;
        ready = lw_cpu_node_unlink(node);
        lw_cpu_node_ended(node);
    }
}
