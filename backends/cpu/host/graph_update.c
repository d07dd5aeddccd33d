/* Changes of executable graphs. Runs that are queued keep the body that they were launched with. */
#include <stdlib.h>

#include "graph.h"

/* Finds the program's node in the executable graph's copy, and what it is in the body. */
static lw_graph_node *find(const lw_graph *graph, const lw_cpu_level *level, const lw_graph_node *wanted,
                           lw_cpu_node **in_body)
{
    for (lw_graph_node *node = graph->first; node; node = node->next) {
        *in_body = &level->nodes[node->position];
        if (node->original == wanted->number)
            return node;
        lw_cpu_node *here = *in_body;
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++) {
            lw_graph_node *inside = find(lw_work_graph(&node->work, i), here->graphs[i], wanted, in_body);
            if (inside)
                return inside;
        }
    }
    return NULL;
}

static lw_graph_node *find_node(const lw_exec_impl *exec, const lw_graph_node *wanted, lw_cpu_node **in_body)
{
    lw_graph_node *found = find(exec->graph, &exec->body->root, wanted, in_body);
    if (!found)
        lw_fail(exec->device, LW_ERROR_INVALID_VALUE, "node is not of the graph that exec was made of");
    return found;
}

static bool is_queued(const lw_exec_impl *exec)
{
    emu_pool_lock(exec->device->pool);
    bool queued = exec->body->references > 1;
    emu_pool_unlock(exec->device->pool);
    return queued;
}

static void replace_body(lw_exec_impl *exec, lw_cpu_body *body)
{
    emu_pool_lock(exec->device->pool);
    lw_cpu_body_release(exec->body);
    exec->body = body;
    emu_pool_unlock(exec->device->pool);
}

/* ---- one node ---- */
static bool is_flat(const lw_copy *copy)
{
    return copy->height == 1;
}

/* CUDA's limits for changes of copies and sets. */
static bool may_become(const lw_node_work *before, const lw_node_work *after)
{
    if (before->params.type == LW_GRAPH_NODE_MEMCPY)
        return before->copy.kind == after->copy.kind && before->copy.to_pool == after->copy.to_pool &&
               before->copy.from_pool == after->copy.from_pool && before->copy.to_peer == after->copy.to_peer &&
               before->copy.from_peer == after->copy.from_peer && is_flat(&before->copy) && is_flat(&after->copy);
    if (before->params.type == LW_GRAPH_NODE_MEMSET)
        return is_flat(&before->copy) == is_flat(&after->copy);
    return true;
}

/* Makes the node's operation anew. No run is queued. */
static lw_status renew_node(lw_cpu_node *node, const lw_node_work *work)
{
    lw_device_impl *device = node->body->device;
    lw_cpu_node made = {.type = node->type, .body = node->body};
    unsigned marks = node->body->mark_count;
    lw_status status = lw_cpu_node_make_work(&made, work);
    node->body->mark_count = marks;
    if (status)
        return status;
    lw_cpu_node_free_operation(node);
    node->operation = made.operation;
    if (node->operation)
        node->operation->node = node;
    emu_pool_lock(device->pool);
    if (node->event)
        lw_cpu_event_release(node->event);
    node->event = made.event;
    emu_pool_unlock(device->pool);
    node->ns = UINT64_MAX;
    return LW_SUCCESS;
}

lw_status lw_cpu_exec_set_work(lw_exec_impl *exec, lw_graph_node *wanted, const lw_node_work *work)
{
    lw_cpu_node *in_body;
    lw_graph_node *node = find_node(exec, wanted, &in_body);
    if (!node)
        return LW_ERROR_INVALID_VALUE;
    if (!may_become(&node->work, work))
        return lw_fail(
            exec->device, LW_ERROR_INVALID_VALUE,
            "params change a copy's memory spaces or devices, or a pool's memory to other memory or back, or the "
            "dimensions of a copy or set; expected one row before and after");
    lw_node_work before = node->work, copy;
    lw_status status = lw_node_work_copy(&copy, work, node) ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    lw_cpu_body *body = NULL;
    if (status) {
        lw_fail(exec->device, status, "no memory for a node's parameters");
    } else if (is_queued(exec)) {
        node->work = copy;
        status = lw_cpu_body_make(exec, exec->graph, &body);
    } else {
        status = renew_node(in_body, &copy);
    }
    node->work = before;
    if (status) {
        lw_node_work_free(&copy);
        return status;
    }
    lw_node_work_free(&before);
    node->work = copy;
    if (body)
        replace_body(exec, body);
    exec->uploaded = false;
    return LW_SUCCESS;
}

lw_status lw_cpu_exec_enable(lw_exec_impl *exec, lw_graph_node *wanted, bool enabled)
{
    lw_cpu_node *in_body;
    lw_graph_node *node = find_node(exec, wanted, &in_body);
    if (!node)
        return LW_ERROR_INVALID_VALUE;
    bool disabled = node->disabled;
    node->disabled = !enabled;
    exec->uploaded = false;
    if (!is_queued(exec)) {
        in_body->enabled = enabled;
        return LW_SUCCESS;
    }
    lw_cpu_body *body;
    lw_status status = lw_cpu_body_make(exec, exec->graph, &body);
    if (status)
        node->disabled = disabled;
    else
        replace_body(exec, body);
    return status;
}

lw_status lw_cpu_exec_is_enabled(lw_exec_impl *exec, lw_graph_node *wanted, bool *enabled)
{
    lw_cpu_node *in_body;
    const lw_graph_node *node = find_node(exec, wanted, &in_body);
    if (!node)
        return LW_ERROR_INVALID_VALUE;
    *enabled = !node->disabled;
    return LW_SUCCESS;
}

/* ---- the whole graph ---- */
/* Room for the order of each graph's nodes. */
struct orders {
    lw_graph_node **before, **after;
};

static bool have_same_edges(const lw_graph_node *a, const lw_graph_node *b)
{
    if (a->before.count != b->before.count)
        return false;
    for (size_t i = 0; i < a->before.count; i++) {
        bool found = false;
        for (size_t j = 0; j < b->before.count && !found; j++)
            found = a->before.nodes[i]->position == b->before.nodes[j]->position &&
                    lw_edge_is(&a->before.data[i], &b->before.data[j]);
        if (!found)
            return false;
    }
    return true;
}

static lw_graph_update_info differs(lw_graph_update_result result, lw_graph_node *node)
{
    return (lw_graph_update_info){result, node};
}

static lw_graph_node *find_position(const lw_graph *graph, size_t position)
{
    lw_graph_node *node = graph->first;
    while (node->position != position)
        node = node->next;
    return node;
}

/* The first difference that forbids the update. Nodes correspond by their places in lw_graph_sort()'s order. */
static lw_graph_update_info compare(const lw_graph *before, const lw_graph *after, struct orders orders)
{
    if (before->count != after->count)
        return differs(LW_GRAPH_UPDATE_TOPOLOGY_CHANGED, NULL);
    lw_graph_sort(before, orders.before);
    lw_graph_sort(after, orders.after);
    for (size_t i = 0; i < before->count; i++) {
        const lw_graph_node *a = orders.before[i];
        lw_graph_node *b = orders.after[i];
        if (a->work.params.type != b->work.params.type)
            return differs(LW_GRAPH_UPDATE_NODE_TYPE_CHANGED, b);
        if (!have_same_edges(a, b))
            return differs(LW_GRAPH_UPDATE_TOPOLOGY_CHANGED, b);
        if (!may_become(&a->work, &b->work))
            return differs(LW_GRAPH_UPDATE_PARAMETERS_CHANGED, b);
    }
    for (const lw_graph_node *a = before->first; a; a = a->next) {
        if (a->work.params.type != LW_GRAPH_NODE_CHILD)
            continue;
        lw_graph_update_info inside =
            compare(a->work.params.as.child, find_position(after, a->position)->work.params.as.child, orders);
        if (inside.result)
            return inside;
    }
    return differs(LW_GRAPH_UPDATE_SUCCESS, NULL);
}

/* The new copy stands for the same nodes of the program as the old one. Both are sorted. */
static void take_names(lw_graph *after, const lw_graph *before)
{
    const lw_graph_node *likely = before->first; /* most graphs are made in the same order */
    for (lw_graph_node *b = after->first; b; b = b->next, likely = likely->next) {
        const lw_graph_node *a = likely->position == b->position ? likely : find_position(before, b->position);
        b->original = a->original;
        b->disabled = a->disabled;
        if (a->work.params.type == LW_GRAPH_NODE_CHILD)
            take_names(b->work.params.as.child, a->work.params.as.child);
    }
}

static void disable(lw_cpu_level *level, const lw_graph *graph)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        level->nodes[node->position].enabled = !node->disabled;
        if (node->work.params.type == LW_GRAPH_NODE_CHILD)
            disable(level->nodes[node->position].graphs[0], node->work.params.as.child);
    }
}

static size_t most_nodes(const lw_cpu_body *body)
{
    size_t most = 1;
    for (size_t i = 0; i < body->level_count; i++)
        most = body->levels[i]->count > most ? body->levels[i]->count : most;
    return most;
}

static lw_status refuse(const lw_device_impl *device, lw_graph_update_result result)
{
    return lw_fail(device, LW_ERROR_GRAPH_EXEC_UPDATE, "the graph differs from the one that exec was made of: %s",
                   result == LW_GRAPH_UPDATE_TOPOLOGY_CHANGED    ? "in its nodes or edges"
                   : result == LW_GRAPH_UPDATE_NODE_TYPE_CHANGED ? "in a node's type"
                                                                 : "in a copy's or set's memory");
}

lw_status lw_cpu_exec_update(lw_exec_impl *exec, lw_graph *graph, lw_graph_update_info *info)
{
    lw_device_impl *device = exec->device;
    size_t most = most_nodes(exec->body);
    struct orders orders = {.before = lw_allocate(2 * most * sizeof *orders.before)};
    if (!orders.before)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the order of a graph's nodes");
    orders.after = orders.before + most;
    *info = compare(exec->graph, graph, orders);
    free(orders.before);
    if (info->result)
        return refuse(device, info->result);
    lw_cpu_body *body = NULL;
    lw_graph *copy = lw_graph_make(exec->graph->context, exec->graph->device, device);
    lw_status status = LW_SUCCESS;
    if (!copy || !lw_graph_copy(copy, graph))
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the copy of a graph");
    if (!status)
        status = lw_cpu_body_make(exec, copy, &body); /* sorts the copy, too */
    if (status) {
        if (copy)
            lw_graph_free(copy);
        info->result = LW_GRAPH_UPDATE_ERROR;
        return status;
    }
    take_names(copy, exec->graph);
    disable(&body->root, copy);
    lw_graph_free(exec->graph);
    exec->graph = copy;
    replace_body(exec, body);
    exec->uploaded = false;
    return LW_SUCCESS;
}
