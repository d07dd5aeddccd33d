/* Nodes and edges of graphs. */
#include "graph_data.h"

#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

_Static_assert(sizeof(lw_conditional) <= 64 && sizeof(lw_graph) <= 256 && sizeof(lw_graph_node) <= 1024, "pool slots");

lw_pool lw_graphs = LW_POOL_INITIALIZER(256);
static lw_pool conditionals = LW_POOL_INITIALIZER(64);
lw_pool lw_graph_nodes = LW_POOL_INITIALIZER(1024);

static atomic_uint_fast64_t numbers;

/* ---- lists ---- */
const lw_graph_edge_data lw_edge_plain;

static bool reserve(lw_node_list *list)
{
    if (list->count < list->room)
        return true;
    size_t room = list->room ? 2 * list->room : 4;
    lw_graph_node **nodes = lw_allocate(room * (sizeof *nodes + sizeof *list->data));
    if (!nodes)
        return false;
    lw_graph_edge_data *data = (lw_graph_edge_data *)(nodes + room);
    if (list->count) {
        memcpy(nodes, list->nodes, list->count * sizeof *nodes);
        memcpy(data, list->data, list->count * sizeof *data);
    }
    free(list->nodes);
    *list = (lw_node_list){nodes, data, list->count, room};
    return true;
}

static void append(lw_node_list *list, lw_graph_node *node, const lw_graph_edge_data *data)
{
    list->nodes[list->count] = node;
    list->data[list->count++] = *data;
}

static void take_out(lw_node_list *list, const lw_graph_node *node)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->nodes[i] == node) {
            size_t later = --list->count - i;
            memmove(&list->nodes[i], &list->nodes[i + 1], later * sizeof list->nodes[i]);
            memmove(&list->data[i], &list->data[i + 1], later * sizeof list->data[i]);
            return;
        }
}

bool lw_edge_is(const lw_graph_edge_data *a, const lw_graph_edge_data *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

const lw_graph_edge_data *lw_edge_find(const lw_graph_node *from, const lw_graph_node *to)
{
    bool by_from = from->after.count < to->before.count;
    const lw_node_list *list = by_from ? &from->after : &to->before;
    const lw_graph_node *wanted = by_from ? to : from;
    for (size_t i = 0; i < list->count; i++)
        if (list->nodes[i] == wanted)
            return &list->data[i];
    return NULL;
}

bool lw_edge_add(lw_graph_node *from, lw_graph_node *to, const lw_graph_edge_data *data)
{
    if (!reserve(&from->after) || !reserve(&to->before))
        return false;
    append(&from->after, to, data);
    append(&to->before, from, data);
    return true;
}

void lw_edge_remove(lw_graph_node *from, lw_graph_node *to)
{
    take_out(&from->after, to);
    take_out(&to->before, from);
}

/* ---- conditional values ---- */
lw_conditional *lw_conditional_make(lw_graph *graph)
{
    lw_conditional *conditional = lw_pool_take(&conditionals);
    if (!conditional)
        return NULL;
    atomic_store(&conditional->references, 1);
    conditional->handle = (uintptr_t)conditional;
    conditional->next = graph->conditionals;
    graph->conditionals = conditional;
    return conditional;
}

static void release(lw_conditional *conditional)
{
    if (!conditional || atomic_fetch_sub(&conditional->references, 1) != 1)
        return;
    lw_pool_retire(conditional);
    lw_pool_give(&conditionals, conditional);
}

lw_conditional *lw_conditional_find(lw_graph_conditional handle)
{
    lw_conditional *conditional = (lw_conditional *)(uintptr_t)handle; /* perhaps: any number */
    return lw_pool_state(&conditionals, conditional) == LW_SLOT_ALIVE ? conditional : NULL;
}

bool lw_graph_has_conditional(const lw_graph *graph)
{
    if (graph->conditionals)
        return true;
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++)
            if (lw_graph_has_conditional(lw_work_graph(&node->work, i)))
                return true;
    }
    return false;
}

/* ---- what nodes do ---- */
bool lw_node_work_graphs(lw_node_work *work, const lw_graph *graph)
{
    lw_graph_conditional_params *params = &work->params.as.conditional;
    work->owned = params->graphs = lw_allocate((params->count + 1) * sizeof *params->graphs);
    for (unsigned i = 0; params->graphs && i < params->count; i++)
        if (!(params->graphs[i] = lw_graph_make(graph->context, graph->device, graph->device_impl)))
            return false;
    return params->graphs != NULL;
}

void lw_node_work_free(lw_node_work *work)
{
    for (unsigned i = 0; i < lw_work_graphs(work); i++)
        if (lw_work_graph(work, i))
            lw_graph_free(lw_work_graph(work, i));
    release(work->conditional);
    if (work->memory)
        lw_graph_memory_release(work->memory);
    free(work->owned);
    memset(work, 0, sizeof *work);
}

bool lw_node_work_arguments(lw_node_work *work, const lw_kernel *kernel, const void *arguments)
{
    /* The structure comes first, for its alignment. */
    size_t size = (kernel->arguments_size + 15) / 16 * 16;
    char *owned = lw_allocate(size + (kernel->parameter_count + 1) * sizeof(void *));
    if (!owned)
        return false;
    if (arguments && kernel->arguments_size)
        memcpy(owned, arguments, kernel->arguments_size);
    const void **pointers = (const void **)(owned + size);
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        pointers[i] = owned + kernel->parameters[i].offset;
    work->params.as.kernel.arguments = pointers;
    work->arguments = owned;
    work->owned = owned;
    return true;
}

static bool copy_conditional(lw_node_work *work, const lw_node_work *source, lw_graph_node *owner)
{
    work->params.as.conditional.graphs = NULL;
    if (work->conditional)
        atomic_fetch_add(&work->conditional->references, 1);
    if (!lw_work_graphs(source))
        return true;
    if (!lw_node_work_graphs(work, lw_work_graph(source, 0)))
        return false;
    bool copied = true;
    for (unsigned i = 0; i < lw_work_graphs(source) && copied; i++) {
        const lw_graph *from = lw_work_graph(source, i);
        lw_graph *copy = lw_work_graph(work, i);
        copy->owner = owner;
        copy->original = from->number;
        copied = lw_graph_copy(copy, from);
        lw_pool_publish(copy);
    }
    return copied;
}

bool lw_node_work_copy(lw_node_work *work, const lw_node_work *source, lw_graph_node *owner)
{
    *work = *source;
    work->owned = NULL;
    if (source->params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE) /* the copy allocates nothing that needs them */
        work->params.as.allocate.peers = NULL;
    if (work->memory)
        lw_graph_memory_retain(work->memory);
    const lw_graph_node_params *params = &source->params;
    if (params->type == LW_GRAPH_NODE_KERNEL && !source->captured)
        return lw_node_work_arguments(work, params->as.kernel.kernel, source->arguments);
    if (params->type == LW_GRAPH_NODE_CONDITIONAL)
        return copy_conditional(work, source, owner);
    if (params->type != LW_GRAPH_NODE_CHILD)
        return true;
    const lw_graph *child = params->as.child;
    lw_graph *copy = lw_graph_make(child->context, child->device, child->device_impl);
    work->params.as.child = copy;
    if (!copy)
        return false;
    copy->owner = owner;
    copy->original = child->number;
    copy->impl = child->impl;
    bool copied = lw_graph_copy(copy, child);
    lw_pool_publish(copy);
    return copied;
}

/* ---- nodes ---- */
lw_graph_node *lw_node_make(lw_graph *graph, lw_node_work *work, lw_graph_node *const *before,
                            const lw_graph_edge_data *data, size_t count)
{
    lw_graph_node *node = lw_pool_take(&lw_graph_nodes);
    if (!node)
        return NULL;
    node->graph = graph;
    node->number = atomic_fetch_add(&numbers, 1) + 1;
    node->previous = graph->last;
    *(graph->last ? &graph->last->next : &graph->first) = node;
    graph->last = node;
    graph->count++;
    for (size_t i = 0; i < count; i++)
        if (!lw_edge_add(before[i], node, data ? &data[i] : &lw_edge_plain)) {
            lw_node_free(node);
            return NULL;
        }
    if (work)
        node->work = *work;
    return node;
}

void lw_node_free(lw_graph_node *node)
{
    lw_graph *graph = node->graph;
    lw_pool_retire(node);
    for (size_t i = 0; i < node->before.count; i++)
        take_out(&node->before.nodes[i]->after, node);
    for (size_t i = 0; i < node->after.count; i++)
        take_out(&node->after.nodes[i]->before, node);
    free(node->before.nodes);
    free(node->after.nodes);
    lw_node_work_free(&node->work);
    *(node->previous ? &node->previous->next : &graph->first) = node->next;
    *(node->next ? &node->next->previous : &graph->last) = node->previous;
    graph->count--;
    lw_pool_give(&lw_graph_nodes, node);
}

/* ---- graphs ---- */
lw_graph *lw_graph_make(lw_context *context, lw_device *device, lw_device_impl *impl)
{
    lw_graph *graph = lw_pool_take(&lw_graphs);
    if (graph) {
        graph->context = context;
        graph->device = device;
        graph->device_impl = impl;
        graph->number = atomic_fetch_add(&numbers, 1) + 1;
    }
    return graph;
}

void lw_graph_free(lw_graph *graph)
{
    lw_pool_retire(graph);
    while (graph->last) {
        /* The edges of a whole graph need not be taken out one by one. */
        graph->last->before.count = graph->last->after.count = 0;
        lw_node_free(graph->last);
    }
    while (graph->conditionals) {
        lw_conditional *conditional = graph->conditionals;
        graph->conditionals = conditional->next;
        release(conditional);
    }
    lw_object_uses_free(graph->objects);
    lw_pool_give(&lw_graphs, graph);
}

/* The first nodes are those without edges to them; a node follows when its last edge is seen (Kahn 1962). */
bool lw_graph_sort(const lw_graph *graph, lw_graph_node **order)
{
    size_t done = 0, found = 0;
    for (lw_graph_node *node = graph->first; node; node = node->next) {
        node->unseen = node->before.count;
        if (!node->unseen)
            order[found++] = node;
    }
    for (; done < found; done++) {
        order[done]->position = done;
        const lw_node_list *after = &order[done]->after;
        for (size_t i = 0; i < after->count; i++)
            if (--after->nodes[i]->unseen == 0)
                order[found++] = after->nodes[i];
    }
    return done == graph->count;
}

bool lw_graph_copy(lw_graph *graph, const lw_graph *source)
{
    if (!lw_object_uses_copy(&graph->objects, source->objects))
        return false;
    if (!source->count)
        return true;
    lw_graph_node **copies = lw_allocate(source->count * sizeof *copies);
    bool copied = copies != NULL;
    size_t position = 0;
    for (lw_graph_node *node = source->first; node && copied; node = node->next, position++) {
        lw_graph_node *copy = copies[position] = lw_node_make(graph, NULL, NULL, NULL, 0);
        node->position = position;
        copied = copy && lw_node_work_copy(&copy->work, &node->work, copy);
        if (copy) {
            copy->original = node->number;
            copy->window = node->window;
            copy->impl = node->impl; /* for the backend, which sets its own */
            lw_pool_publish(copy);
        }
    }
    for (const lw_graph_node *node = source->first; node && copied; node = node->next)
        for (size_t i = 0; i < node->after.count && copied; i++)
            copied = lw_edge_add(copies[node->position], copies[node->after.nodes[i]->position], &node->after.data[i]);
    free(copies);
    return copied;
}
