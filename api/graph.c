/* Graphs: create, destroy, clone; nodes and edges. */
#include "dispatch.h"

#include <stdlib.h>

static lw_status refuse_memory(const char *function, const lw_context *context, const char *what)
{
    return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for %s", function, what);
}

/* ---- graphs ---- */
lw_status lw_graph_open(const char *function, lw_context *context, lw_device *device, lw_graph **opened)
{
    lw_graph *graph = lw_graph_make(context, device, context->impl);
    if (!graph)
        return refuse_memory(function, context, "a graph");
    lw_message_discard();
    lw_status status = context->backend->graphs->create ? context->backend->graphs->create(graph) : LW_SUCCESS;
    if (status) {
        lw_graph_free(graph);
        return lw_finish(context, function, status);
    }
    *opened = graph;
    return LW_SUCCESS;
}

void lw_graph_close(lw_graph *graph)
{
    const lw_backend *backend = graph->context->backend;
    for (lw_graph_node *node = graph->first; node; node = node->next) /* before the driver uses the addresses again */
        if (node->work.memory) {
            lw_graph_memory_release(node->work.memory);
            node->work.memory = NULL;
        }
    lw_graph_memory_reap();
    if (backend->graphs->destroy)
        backend->graphs->destroy(graph);
    lw_graph_free(graph);
}

lw_status lw_graph_create(lw_device *device, lw_graph **graph)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!graph)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: graph is null", __func__);
    lw_graph *opened;
    status = lw_graph_open(__func__, device->context, device, &opened);
    if (status)
        return status;
    lw_pool_publish(opened);
    *graph = opened;
    return LW_SUCCESS;
}

struct owner {
    const lw_context *context;
    const lw_device *device; /* null: any */
};

static bool belongs_to(const void *handle, const void *user)
{
    const lw_graph *graph = handle;
    const struct owner *owner = user;
    return graph->context == owner->context && (!owner->device || graph->device == owner->device) && !graph->owner;
}

void lw_graph_close_all(const lw_context *context, const lw_device *device)
{
    struct owner owner = {context, device};
    size_t cursor = 0;
    for (lw_graph *graph; (graph = lw_pool_retire_owned(&lw_graphs, belongs_to, &owner, &cursor));)
        lw_graph_close(graph);
}

lw_status lw_graph_destroy(lw_graph *graph)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (status)
        return status;
    if (graph->owner)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE,
                         "%s: graph is a node's own, which is destroyed with the node", __func__);
    if (!lw_pool_retire(graph)) /* another thread was first */
        return lw_refuse_handle(__func__, "graph", "graph", &lw_graphs, graph);
    lw_graph_close(graph);
    return LW_SUCCESS;
}

lw_status lw_graph_clone(lw_graph *graph, lw_graph **clone)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (status)
        return status;
    lw_context *context = graph->context;
    if (!clone)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: clone is null", __func__);
    if (lw_graph_has_conditional(graph))
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: graph has a conditional value", __func__);
    if (lw_graph_has_memory(graph))
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: graph allocates or frees memory", __func__);
    lw_graph *copy = lw_graph_make(context, graph->device, context->impl);
    if (!copy || !lw_graph_copy(copy, graph)) {
        if (copy)
            lw_graph_free(copy);
        return refuse_memory(__func__, context, "the copy of a graph");
    }
    copy->original = graph->number;
    lw_message_discard();
    status = context->backend->graphs->clone ? context->backend->graphs->clone(copy, graph) : LW_SUCCESS;
    if (status) {
        lw_graph_free(copy);
        return lw_finish(context, __func__, status);
    }
    lw_pool_publish(copy);
    *clone = copy;
    return LW_SUCCESS;
}

lw_status lw_graph_node_find_in_clone(lw_graph_node *node, lw_graph *clone, lw_graph_node **found)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_node(__func__, "node", node);
    if (!status)
        status = lw_enter_graph(__func__, "clone", clone);
    if (status)
        return status;
    if (!found)
        return lw_refuse(clone->context, LW_ERROR_INVALID_VALUE, "%s: found is null", __func__);
    for (lw_graph_node *copy = clone->first; copy; copy = copy->next)
        if (copy->original == node->number) {
            *found = copy;
            return LW_SUCCESS;
        }
    return lw_refuse(clone->context, LW_ERROR_INVALID_VALUE, "%s: clone has no copy of the node", __func__);
}

lw_status lw_graph_conditional_create(lw_graph *graph, lw_graph_conditional *handle, unsigned default_value,
                                      unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (status)
        return status;
    const lw_context *context = graph->context;
    if (!handle)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: handle is null", __func__);
    if (flags & ~(unsigned)LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; expected 0 or LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT", __func__, flags);
    lw_graph_conditional made = 0;
    const lw_graph_backend *graphs = context->backend->graphs;
    lw_message_discard();
    if (graphs->create_conditional)
        status = graphs->create_conditional(graph, default_value, flags, &made);
    if (status)
        return lw_finish(context, __func__, status);
    lw_conditional *conditional = lw_conditional_make(graph);
    if (!conditional)
        return refuse_memory(__func__, context, "a conditional value");
    if (graphs->create_conditional)
        conditional->handle = made;
    conditional->default_value = default_value;
    conditional->flags = flags;
    lw_pool_publish(conditional);
    *handle = conditional->handle;
    return LW_SUCCESS;
}

/* ---- nodes ---- */
static lw_status check_dependencies(const char *function, const lw_graph *graph, lw_graph_node *const *nodes,
                                    size_t count)
{
    if (count && !nodes)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: dependencies is null, count is %zu", function,
                         count);
    for (size_t i = 0; i < count; i++) {
        lw_status status = lw_enter_handle(function, "dependencies[i]", "node", &lw_graph_nodes, nodes[i]);
        if (status)
            return status;
        if (nodes[i]->graph != graph)
            return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: dependencies[%zu] is a node of another graph",
                             function, i);
        nodes[i]->position = SIZE_MAX;
    }
    for (size_t i = 0; i < count; i++) {
        if (nodes[i]->position != SIZE_MAX)
            return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: dependencies[%zu] is dependencies[%zu] again",
                             function, i, nodes[i]->position);
        nodes[i]->position = i;
    }
    return LW_SUCCESS;
}

static lw_status check_data(const char *function, const lw_graph *graph, lw_graph_node *const *from,
                            lw_graph_node_type to, const lw_graph_edge_data *data, size_t count)
{
    lw_status status = LW_SUCCESS;
    for (size_t i = 0; data && i < count && !status; i++)
        status = lw_edge_check(function, graph, from[i]->work.params.type, to, &data[i], i);
    return status;
}

static lw_status add_node(const char *function, lw_graph *graph, lw_graph_node **node,
                          lw_graph_node *const *dependencies, const lw_graph_edge_data *data, size_t count,
                          const lw_graph_node_params *params)
{
    lw_status status = lw_enter_graph(function, "graph", graph);
    if (status)
        return status;
    lw_context *context = graph->context;
    if (!node || !params)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", function, node ? "params" : "node");
    status = check_dependencies(function, graph, dependencies, count);
    if (!status)
        status = check_data(function, graph, dependencies, params->type, data, count);
    if (status)
        return status;
    lw_node_work work;
    status = lw_node_work_check(function, graph, params, &work);
    if (status)
        return status;
    lw_graph_node *made = lw_node_make(graph, &work, dependencies, data, count);
    if (!made) {
        lw_node_work_free(&work);
        lw_graph_memory_reap();
        return refuse_memory(function, context, "a node of a graph");
    }
    for (unsigned i = 0; i < lw_work_graphs(&work); i++)
        lw_work_graph(&work, i)->owner = made;
    lw_message_discard();
    status = context->backend->graphs->add_node ? context->backend->graphs->add_node(made) : LW_SUCCESS;
    if (status) {
        lw_node_free(made);
        lw_graph_memory_reap();
        return lw_finish(context, function, status);
    }
    if (work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE) {
        made->work.params.as.allocate.pointer = work.memory->pointer;
        lw_graph_memory_publish(work.memory);
    } else if (work.memory) {
        lw_graph_memory_note_free(graph, work.memory);
    }
    for (unsigned i = 0; i < lw_work_graphs(&work); i++)
        lw_pool_publish(lw_work_graph(&work, i));
    if (work.conditional)
        work.conditional->used = true;
    lw_pool_publish(made);
    *node = made;
    return LW_SUCCESS;
}

lw_status lw_graph_add_node(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *dependencies, size_t count,
                            const lw_graph_node_params *params)
{
    LW_NOTE_CALLER();
    return add_node(__func__, graph, node, dependencies, NULL, count, params);
}

lw_status lw_graph_add_node_with(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *dependencies,
                                 const lw_graph_edge_data *data, size_t count, const lw_graph_node_params *params)
{
    LW_NOTE_CALLER();
    return add_node(__func__, graph, node, dependencies, data, count, params);
}

lw_status lw_graph_node_destroy(lw_graph_node *node)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_node(__func__, "node", node);
    if (status)
        return status;
    if (lw_graph_has_memory(node->graph))
        return lw_refuse(node->graph->context, LW_ERROR_NOT_SUPPORTED,
                         "%s: the node's graph allocates or frees memory, so it keeps its nodes", __func__);
    if (node->graph->context->backend->graphs->remove_node)
        node->graph->context->backend->graphs->remove_node(node);
    lw_node_free(node);
    return LW_SUCCESS;
}

lw_status lw_graph_node_get_type(lw_graph_node *node, lw_graph_node_type *type)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_node(__func__, "node", node);
    if (status)
        return status;
    if (!type)
        return lw_refuse(node->graph->context, LW_ERROR_INVALID_VALUE, "%s: type is null", __func__);
    *type = node->work.params.type;
    return LW_SUCCESS;
}

lw_status lw_graph_node_get_params(lw_graph_node *node, lw_graph_node_params *params)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_node(__func__, "node", node);
    if (status)
        return status;
    const lw_context *context = node->graph->context;
    if (!params)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: params is null", __func__);
    if (node->work.captured)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: node was captured by device %s, which does not give its parameters", __func__,
                         context->name);
    *params = node->work.params;
    return LW_SUCCESS;
}

lw_status lw_graph_node_set_params(lw_graph_node *node, const lw_graph_node_params *params)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_node(__func__, "node", node);
    if (status)
        return status;
    lw_context *context = node->graph->context;
    if (!params)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: params is null", __func__);
    lw_graph_node_type type = node->work.params.type;
    bool has_graphs = type == LW_GRAPH_NODE_CHILD || type == LW_GRAPH_NODE_CONDITIONAL;
    if (params->type != type || has_graphs)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: type is %d; expected the node's, %d%s", __func__,
                         (int)params->type, (int)type,
                         has_graphs ? ", and not a node with graphs, which can be changed themselves" : "");
    if (lw_is_memory_node(node))
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: node allocates or frees memory, and cannot be changed",
                         __func__);
    lw_node_work work;
    status = lw_node_work_check(__func__, node->graph, params, &work);
    if (status)
        return status;
    lw_message_discard();
    status = context->backend->graphs->set_work ? context->backend->graphs->set_work(node, &work) : LW_SUCCESS;
    if (status) {
        lw_node_work_free(&work);
        return lw_finish(context, __func__, status);
    }
    lw_node_work_free(&node->work);
    node->work = work;
    return LW_SUCCESS;
}
