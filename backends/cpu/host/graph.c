/* Graphs that can run: made of a graph's structure, and changed. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- freeing ---- */
void lw_cpu_node_free_operation(lw_cpu_node *node)
{
    if (node->type == LW_GRAPH_NODE_KERNEL && node->operation)
        lw_cpu_launch_free((lw_cpu_launch *)node->operation);
    else
        free(node->operation);
    node->operation = NULL;
}

static void free_level(lw_cpu_level *level)
{
    for (size_t i = 0; i < level->count; i++) {
        lw_cpu_node *node = &level->nodes[i];
        if (node->event)
            lw_cpu_event_release(node->event);
        lw_cpu_node_free_operation(node);
        emu_order_drop(node->order);
        emu_order_drop(node->begun);
        if (node->opened)
            emu_check_stream_close(node->check);
        free(node->after);
        free(node->before);
        free(node->graphs);
    }
    free(level->nodes);
}

void lw_cpu_turn_release(lw_cpu_turn *turn)
{
    if (--turn->references)
        return;
    emu_order_drop(turn->order);
    free(turn);
}

void lw_cpu_body_release(lw_cpu_body *body)
{
    if (--body->references)
        return;
    for (size_t i = 0; i < body->level_count; i++) {
        free_level(body->levels[i]);
        if (body->levels[i] != &body->root)
            free(body->levels[i]);
    }
    free(body->levels);
    lw_object_uses_free(body->objects);
    lw_cpu_turn_release(body->turn);
    free(body);
}

/* ---- making ---- */
static lw_status no_memory(const lw_device_impl *device)
{
    return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an executable graph");
}

static lw_status make_grid(lw_cpu_node *node, const lw_node_work *work)
{
    lw_device_impl *device = node->body->device;
    const lw_graph_kernel_params *params = &work->params.as.kernel;
    lw_status status =
        params->config.cooperative ? lw_cpu_check_resident(device, params->kernel, &params->config) : LW_SUCCESS;
    lw_cpu_launch *launch =
        status ? NULL : lw_cpu_launch_make(device, params->kernel, &params->config, work->arguments, &status);
    if (!launch)
        return status;
    emu_pool_unlock(device->pool);
    node->operation = &launch->operation;
    node->body->has_kernel = true;
    return LW_SUCCESS;
}

static lw_status make_transfer(lw_cpu_node *node, const lw_node_work *work)
{
    lw_device_impl *device = node->body->device;
    node->body->has_transfer = true;
    node->operation = lw_cpu_transfer_make(device, &work->copy, work->params.as.memset.value);
    return node->operation ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
}

static lw_status make_host(lw_cpu_node *node, const lw_node_work *work)
{
    lw_status status;
    node->operation = lw_cpu_host_function_make(node->body->device, work->params.as.host.function,
                                                work->params.as.host.user, &status);
    return status;
}

static void use_event(lw_cpu_node *node, const lw_node_work *work)
{
    emu_pool *pool = node->body->device->pool;
    node->event = work->event;
    emu_pool_lock(pool);
    node->event->users++;
    emu_pool_unlock(pool);
}

static lw_status make_level(lw_cpu_level *level, lw_cpu_body *body, const lw_graph *graph);

static lw_status make_graphs(lw_cpu_node *node, const lw_node_work *work)
{
    unsigned count = lw_work_graphs(work);
    node->graphs = lw_allocate((count + 1) * sizeof *node->graphs);
    lw_status status = node->graphs ? LW_SUCCESS : no_memory(node->body->device);
    node->conditional = work->conditional;
    node->body->has_conditional |= node->conditional != NULL;
    if (node->conditional)
        node->condition = work->params.as.conditional.type;
    for (unsigned i = 0; i < count && !status; i++) {
        lw_cpu_level *level = lw_allocate(sizeof *level);
        if (!level)
            return no_memory(node->body->device);
        level->parent = node;
        node->graphs[node->graph_count++] = level;
        status = make_level(level, node->body, lw_work_graph(work, i));
    }
    return status;
}

lw_status lw_cpu_node_make_work(lw_cpu_node *node, const lw_node_work *work)
{
    lw_status status = LW_SUCCESS;
    switch (node->type) {
    case LW_GRAPH_NODE_KERNEL: status = make_grid(node, work); break;
    case LW_GRAPH_NODE_MEMCPY:
    case LW_GRAPH_NODE_MEMSET: status = make_transfer(node, work); break;
    case LW_GRAPH_NODE_HOST: status = make_host(node, work); break;
    case LW_GRAPH_NODE_CHILD:
    case LW_GRAPH_NODE_CONDITIONAL: status = make_graphs(node, work); break;
    case LW_GRAPH_NODE_MEMORY_ALLOCATE:
    case LW_GRAPH_NODE_MEMORY_FREE: status = lw_cpu_graph_memory_operation(node, work->memory); break;
    case LW_GRAPH_NODE_MEMORY_VALUE: status = lw_cpu_graph_value_operation(node, work); break;
    case LW_GRAPH_NODE_EMPTY: break;
    case LW_GRAPH_NODE_EVENT_WAIT:
    case LW_GRAPH_NODE_EVENT_RECORD:
        use_event(node, work);
        node->mark = node->body->mark_count++;
        break;
    }
    if (node->operation)
        node->operation->node = node;
    return status;
}

/* The check's stream of a node that it comes after, unless another has taken that over; else one of its own. */
static void find_check(lw_cpu_node *node)
{
    for (unsigned i = 0; i < node->before_count; i++)
        if (!node->before[i]->continued && node->edges[i] != LW_CPU_BEGUN) {
            node->before[i]->continued = true;
            node->check = node->before[i]->check;
            return;
        }
    node->check = emu_check_stream_open();
    node->opened = true;
}

static lw_cpu_edge edge_of(const lw_graph_edge_data *data)
{
    return data->type == LW_GRAPH_DEPENDENCY_PROGRAMMATIC       ? LW_CPU_EARLY
           : data->from_port == LW_GRAPH_PORT_LAUNCH_COMPLETION ? LW_CPU_BEGUN
                                                                : LW_CPU_ENDED;
}

static bool link_nodes(lw_cpu_node *node, const lw_graph_node *source)
{
    lw_cpu_node *nodes = node->level->nodes;
    node->before = lw_allocate((source->before.count + 1) * (sizeof *node->before + sizeof *node->edges));
    node->after = node->before ? lw_allocate((source->after.count + 1) * sizeof *node->after) : NULL;
    if (!node->after)
        return false;
    node->edges = (unsigned char *)(node->before + source->before.count + 1);
    for (size_t i = 0; i < source->before.count; i++) {
        lw_cpu_node *ahead = &nodes[source->before.nodes[i]->position];
        node->edges[i] = edge_of(&source->before.data[i]);
        node->before[node->before_count++] = ahead;
        ahead->lets_begin |= node->edges[i] == LW_CPU_BEGUN;
    }
    for (size_t i = 0; i < source->after.count; i++)
        node->after[node->after_count++] = &nodes[source->after.nodes[i]->position];
    return true;
}

static bool add_level(lw_cpu_body *body, lw_cpu_level *level)
{
    lw_cpu_level **levels = lw_allocate((body->level_count + 1) * sizeof *levels);
    if (!levels)
        return false;
    if (body->level_count)
        memcpy(levels, body->levels, body->level_count * sizeof *levels);
    free(body->levels);
    body->levels = levels;
    levels[body->level_count++] = level;
    return true;
}

/* On failure the body frees what is made. */
static lw_status make_level(lw_cpu_level *level, lw_cpu_body *body, const lw_graph *graph)
{
    if (!add_level(body, level)) {
        if (level != &body->root)
            free(level);
        return no_memory(body->device);
    }
    lw_graph_node **order = lw_allocate((graph->count + 1) * sizeof *order);
    if (order)
        level->nodes = lw_allocate((graph->count + 1) * sizeof *level->nodes);
    lw_status status = level->nodes ? LW_SUCCESS : no_memory(body->device);
    if (!status)
        lw_graph_sort(graph, order);
    for (size_t i = 0; i < graph->count && !status; i++) {
        lw_graph_node *source = order[i];
        lw_cpu_node *node = &level->nodes[level->count++];
        node->type = source->work.params.type;
        node->enabled = !source->disabled;
        node->ns = UINT64_MAX;
        node->body = body;
        node->level = level;
        status = link_nodes(node, source) ? lw_cpu_node_make_work(node, &source->work) : no_memory(body->device);
        if (emu_checking)
            find_check(node);
    }
    free(order);
    return status;
}

lw_status lw_cpu_body_make(lw_exec_impl *exec, const lw_graph *graph, lw_cpu_body **made)
{
    lw_cpu_body *body = lw_allocate(sizeof *body);
    if (!body)
        return no_memory(exec->device);
    body->references = 1;
    body->device = exec->device;
    body->turn = exec->turn;
    body->device_launch = exec->device_launch;
    lw_cpu_body_prepare(body);
    emu_pool_lock(exec->device->pool);
    exec->turn->references++;
    emu_pool_unlock(exec->device->pool);
    lw_status status = make_level(&body->root, body, graph);
    if (!status && !lw_graph_objects(&body->objects, graph))
        status = no_memory(exec->device);
    if (status) {
        emu_pool_lock(exec->device->pool);
        lw_cpu_body_release(body);
        emu_pool_unlock(exec->device->pool);
        return status;
    }
    *made = body;
    return LW_SUCCESS;
}

static lw_status instantiate(lw_graph *graph, unsigned flags, lw_exec_impl **made)
{
    lw_device_impl *device = graph->device_impl;
    lw_status status = lw_cpu_capture_forbids_unsafe(device);
    if (status)
        return status;
    lw_exec_impl *exec = lw_allocate(sizeof *exec);
    lw_cpu_turn *turn = exec ? lw_allocate(sizeof *turn) : NULL;
    lw_graph *copy = turn ? lw_graph_make(graph->context, graph->device, device) : NULL;
    status = copy && lw_graph_copy(copy, graph) ? LW_SUCCESS : no_memory(device);
    if (!status) {
        turn->references = 1;
        *exec = (lw_exec_impl){.device = device, .graph = copy, .turn = turn};
        exec->device_launch = flags == LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH;
        status = lw_cpu_body_make(exec, copy, &exec->body);
    }
    if (status) {
        if (copy)
            lw_graph_free(copy);
        free(turn);
        free(exec);
        return status;
    }
    if (exec->device_launch)
        lw_cpu_exec_list(exec);
    *made = exec;
    return LW_SUCCESS;
}

static void destroy(lw_exec_impl *exec)
{
    emu_pool *pool = exec->device->pool;
    emu_pool_lock(pool);
    lw_cpu_exec_unlist(exec);
    lw_cpu_body_release(exec->body);
    lw_cpu_turn_release(exec->turn);
    emu_pool_unlock(pool);
    lw_graph_free(exec->graph);
    free(exec);
}

static lw_status upload(lw_exec_impl *exec, lw_stream_impl *stream)
{
    lw_status status = lw_cpu_capture_forbids_wait(exec->device, stream);
    emu_pool_lock(exec->device->pool);
    exec->uploaded |= !status;
    emu_pool_unlock(exec->device->pool);
    return status;
}

static bool captures(const lw_stream_impl *stream)
{
    return lw_cpu_captures(stream);
}

const lw_graph_backend lw_cpu_graphs = {
    .instantiate = instantiate,
    .exec_destroy = destroy,
    .launch = lw_cpu_graph_launch,
    .launched = lw_cpu_graph_launched,
    .upload = upload,
    .exec_device_handle = lw_cpu_exec_device_handle,
    .exec_set_work = lw_cpu_exec_set_work,
    .exec_enable = lw_cpu_exec_enable,
    .exec_is_enabled = lw_cpu_exec_is_enabled,
    .exec_update = lw_cpu_exec_update,
    .begin_capture = lw_cpu_begin_capture,
    .end_capture = lw_cpu_end_capture,
    .capture_status = lw_cpu_capture_status,
    .object_create = lw_cpu_object_create,
    .object_end = lw_cpu_object_end,
    .captures = captures,
    .memory_make = lw_cpu_graph_memory_make,
    .note_reach = lw_cpu_note_reach,
    .memory_open = lw_cpu_graph_memory_open,
    .memory_drop = lw_cpu_graph_memory_drop,
    .memory_free = lw_cpu_graph_memory_free,
    .memory_get = lw_cpu_graph_memory_get,
    .memory_reset = lw_cpu_graph_memory_reset,
    .memory_trim = lw_cpu_graph_memory_trim,
    .capture_malloc = lw_cpu_capture_malloc,
    .capture_free = lw_cpu_capture_free,
    .drop_captures = lw_cpu_capture_drop_all,
    .wait_beside_captures = lw_cpu_wait_beside_captures,
    .exchange_mode = lw_cpu_exchange_mode,
};
