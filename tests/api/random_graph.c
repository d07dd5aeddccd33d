/* Random calls: graphs, their nodes and edges. */
#include "random_graph.h"

#include "device/kernels.h"

/* ---- what nodes do ---- */
static int index_of(const struct caller *c, const struct block *block)
{
    return (int)(block - c->blocks);
}

static int kind_apart(const struct block *block)
{
    return block->space == IN_ORDER ? 1 : block->space == MAPPED ? 2 : 0;
}

bool choose_action(struct caller *c, int place, struct action *action)
{
    unsigned spaces = 1 << IN_DEVICE | 1 << IN_ORDER | 1 << MANAGED | 1 << MAPPED;
    struct block *to = pick_block(c, place, spaces), *from = pick_block(c, place, spaces | 1 << PINNED);
    *action = (struct action){.type = (enum action_type)below(c, DOES_NOTHING + 1), .value = (int)below(c, 256)};
    action->event = c->graph_event[place];
    if (!has_memory(action))
        return true;
    if (!to || to->size < sizeof(int) || !from || from == to)
        return false;
    action->to = index_of(c, to), action->from = index_of(c, from);
    action->to_is = to->generation, action->from_is = from->generation;
    size_t room = to->size < from->size ? to->size : from->size;
    action->size = 1 + below(c, room);
    action->to_at = below(c, to->size - action->size + 1);
    action->from_at = below(c, from->size - action->size + 1);
    action->n = 1 + (int)below(c, to->size / sizeof(int));
    action->pinned = action->type == COPIES && from->space == PINNED;
    if (action->type == COPIES) /* a CUDA driver (580) keeps this, too, in an executable graph */
        action->apart = kind_apart(to) + 3 * kind_apart(from);
    return true;
}

bool are_alike(const struct action *one, const struct action *other)
{
    return one->type == other->type && one->pinned == other->pinned && one->apart == other->apart;
}

bool choose_alike(struct caller *c, int place, const struct action *held, struct action *action)
{
    for (int tries = 0; tries < 6; tries++)
        if (choose_action(c, place, action) && are_alike(action, held))
            return true;
    return choose_action(c, place, action);
}

static void count_call(void *user)
{
    struct caller *c = user;
    atomic_fetch_add(&c->functions, 1);
}

lw_graph_node_params params_of(struct caller *c, const struct action *action, struct node_arguments *arguments)
{
    unsigned char *to = c->blocks[action->to].base + action->to_at,
                  *from = c->blocks[action->from].base + action->from_at;
    switch (action->type) {
    case SETS: return lw_graph_memset_node(to, action->value, action->size);
    case COPIES: return lw_graph_memcpy_node(to, from, action->size, LW_MEMCPY_DEFAULT);
    case FILLS:
        arguments->memory = (int *)(void *)c->blocks[action->to].base;
        arguments->pointers[0] = &arguments->memory;
        arguments->pointers[1] = &action->value;
        arguments->pointers[2] = &action->n;
        return lw_graph_kernel_node(LW_KERNEL_OF(api_fill), lw_linear(NULL, (uint64_t)action->n, 64),
                                    arguments->pointers);
    case CALLS: return lw_graph_host_node(count_call, c);
    case RECORDS: return lw_graph_event_record_node(action->event);
    case WAITS: return lw_graph_event_wait_node(action->event);
    default: return lw_graph_empty_node();
    }
}

static bool lives(const struct caller *c, const struct action *action)
{
    if (action->type == RECORDS || action->type == WAITS)
        return action->event == c->graph_event[0] || action->event == c->graph_event[1];
    return !has_memory(action) || (c->blocks[action->to].generation == action->to_is &&
                                   (action->type != COPIES || c->blocks[action->from].generation == action->from_is));
}

bool actions_live(const struct caller *c, const struct random_graph *graph)
{
    for (int i = 0; i < graph->count; i++)
        if (!lives(c, &graph->actions[i]))
            return false;
    return true;
}

static void use_action(struct caller *c, const struct action *action, lw_stream *stream, int place)
{
    if (!has_memory(action))
        return;
    use(c, &c->blocks[action->to], stream, place);
    if (action->type == COPIES)
        use(c, &c->blocks[action->from], stream, place);
}

void use_actions(struct caller *c, const struct random_graph *graph, lw_stream *stream, int place)
{
    /* Twice: one may have waited for all that was queued, which the uses before it are not yet. */
    for (int i = 0; i < 2 * graph->count; i++)
        use_action(c, &graph->actions[i % graph->count], stream, place);
}

void run_actions(struct caller *c, const struct random_graph *graph)
{
    for (int i = 0; i < graph->count; i++) {
        const struct action *action = &graph->actions[i];
        unsigned char *to = c->blocks[action->to].shadow, *from = c->blocks[action->from].shadow;
        if (action->disabled)
            continue;
        switch (action->type) {
        case SETS: memset(to + action->to_at, action->value, action->size); break;
        case COPIES: memcpy(to + action->to_at, from + action->from_at, action->size); break;
        case FILLS:
            for (int j = 0; j < action->n; j++)
                memcpy(to + (size_t)j * sizeof(int), &action->value, sizeof(int));
            break;
        case CALLS: c->functions_due++; break;
        default: break;
        }
    }
}

void random_graph_free(struct caller *c, enum kind kind, struct thing *thing)
{
    if (kind == GRAPH)
        atomic_fetch_add(&c->session->closed[NODE], (unsigned long)thing->graph->count);
    free(thing->graph);
}

/* ---- graphs ---- */
static void append(struct random_graph *graph, const struct action *action, lw_graph_node *node)
{
    graph->nodes[graph->count] = node;
    graph->actions[graph->count] = *action;
    if (graph->count)
        graph->edge[graph->count - 1][graph->count] = true;
    graph->count++;
}

/* Some nodes, so that other calls find graphs with nodes and edges. */
static void begin_graph(struct caller *c, struct thing *thing)
{
    struct random_graph *graph = thing->graph;
    for (uint64_t count = below(c, NODES); count; count--) {
        struct action action = {.type = DOES_NOTHING};
        struct node_arguments arguments;
        lw_graph_node *node = NULL, **before = graph->count ? &graph->nodes[graph->count - 1] : NULL;
        if (!choose_action(c, thing->place, &action))
            continue;
        lw_graph_node_params params = params_of(c, &action, &arguments);
        if (NEED(c, lw_graph_add_node((lw_graph *)thing->handle, &node, before, before != NULL, &params)))
            append(graph, &action, node);
    }
}

void expect_valued(struct caller *c, const struct thing *thing, lw_status status)
{
    if (thing->graph->valued && !c->expected)
        expect(c, "graph has a conditional value", status);
}

RANDOM_CALL(lw_graph_create)
{
    struct thing *thing = room(c, GRAPH);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_graph **graph = out(c, "graph", sizeof *graph);
    if (!finish(c, lw_graph_create(handle(c, DEVICE, "device", device), graph)))
        return;
    made(c, GRAPH, thing, *graph, device, place);
    thing->graph = calloc(1, sizeof *thing->graph);
    thing->graph->number = ++c->generation;
    begin_graph(c, thing);
}

RANDOM_CALL(lw_graph_destroy)
{
    struct thing *thing = pick(c, GRAPH);
    if (thing && finish(c, lw_graph_destroy(handle(c, GRAPH, "graph", thing->handle))))
        closed(c, GRAPH, thing);
}

RANDOM_CALL(lw_graph_clone)
{
    struct thing *thing = pick(c, GRAPH);
    size_t count = 0;
    if (!thing)
        return;
    lw_graph **clone = out(c, "clone", sizeof *clone);
    expect_valued(c, thing, LW_ERROR_NOT_SUPPORTED);
    if (!finish(c, lw_graph_clone(handle(c, GRAPH, "graph", thing->handle), clone)))
        return;
    if (NEED(c, lw_graph_get_nodes(*clone, NULL, &count)) && count != (size_t)thing->graph->count)
        caller_fail(c, __FILE__, __LINE__, "%zu nodes of %d", count, thing->graph->count);
    NEED(c, lw_graph_destroy(*clone));
    atomic_fetch_add(&c->session->closed[NODE], count);
    atomic_fetch_add(&c->session->closed[GRAPH], 1);
}

lw_graph_node *some_node(struct caller *c, struct thing **thing, int *index)
{
    *thing = pick(c, GRAPH);
    if (!*thing || !(*thing)->graph->count)
        return NULL;
    *index = (int)below(c, (uint64_t)(*thing)->graph->count);
    return (*thing)->graph->nodes[*index];
}

RANDOM_CALL(lw_graph_node_find_in_clone)
{
    struct thing *thing;
    int index;
    lw_graph *clone = NULL;
    lw_graph_node *node = some_node(c, &thing, &index);
    lw_graph_node_type type;
    if (!node || thing->graph->valued || !NEED(c, lw_graph_clone((lw_graph *)thing->handle, &clone)))
        return;
    lw_graph_node **found = out(c, "found", sizeof *found);
    lw_graph *asked = clone;
    if (wrong(c, "clone has no copy", LW_ERROR_INVALID_VALUE))
        asked = thing->handle;
    node = handle(c, NODE, "node", node);
    if (finish(c, lw_graph_node_find_in_clone(node, handle(c, GRAPH, "clone", asked), found)) &&
        (*found == node || lw_graph_node_get_type(*found, &type)))
        caller_fail(c, __FILE__, __LINE__, "a wrong node of the clone");
    NEED(c, lw_graph_destroy(clone));
    atomic_fetch_add(&c->session->closed[NODE], (unsigned long)thing->graph->count);
    atomic_fetch_add(&c->session->closed[GRAPH], 1);
}

/* ---- nodes ---- */
struct new_node {
    struct thing *thing;
    struct action action;
    struct node_arguments arguments;
    lw_graph_node_params params;
    const lw_graph_node_params *given;
    lw_graph_node *before[2], *const *dependencies;
    size_t count;
};

static bool choose_node(struct caller *c, struct new_node *node)
{
    struct thing *thing = pick(c, GRAPH), *other = pick(c, GRAPH);
    if (!thing || thing->graph->count == NODES || !choose_action(c, thing->place, &node->action))
        return false;
    struct random_graph *graph = thing->graph;
    node->thing = thing;
    node->params = params_of(c, &node->action, &node->arguments);
    node->given = &node->params;
    node->count = graph->count != 0;
    node->before[0] = graph->count ? graph->nodes[graph->count - 1] : NULL;
    node->before[1] = node->before[0];
    node->dependencies = node->before;
    if (wrong(c, "params is null", LW_ERROR_INVALID_VALUE))
        node->given = NULL;
    else if (wrong(c, "type is ", LW_ERROR_INVALID_VALUE))
        node->params.type = (lw_graph_node_type)(14 + (int)below(c, 100));
    else if (node->count && wrong(c, "dependencies is null", LW_ERROR_INVALID_VALUE))
        node->dependencies = NULL;
    else if (node->count && wrong(c, "again", LW_ERROR_INVALID_VALUE))
        node->count = 2;
    else if (other && other != thing && other->graph->count && wrong(c, "another graph", LW_ERROR_INVALID_VALUE))
        node->count = 1, node->before[0] = other->graph->nodes[0];
    else if (node->action.type == SETS && wrong(c, "none may be 0", LW_ERROR_INVALID_VALUE))
        node->params.as.memset.extent.width = 0;
    else if (node->action.type == SETS && wrong(c, " is ", LW_ERROR_INVALID_VALUE))
        node->params.as.memset.memory.pointer = (void *)(uintptr_t)16;
    else if (node->action.type == COPIES && wrong(c, "kind is ", LW_ERROR_INVALID_VALUE))
        node->params.as.memcpy.kind = (lw_memcpy_kind)(5 + (int)below(c, 100));
    else if (node->action.type == FILLS && wrong(c, "arguments", LW_ERROR_INVALID_VALUE))
        node->arguments.pointers[below(c, 3)] = NULL;
    else if (node->action.type == FILLS && wrong(c, "kernel is null", LW_ERROR_INVALID_VALUE))
        node->params.as.kernel.kernel = NULL;
    else if (node->action.type == CALLS && wrong(c, "function is null", LW_ERROR_INVALID_VALUE))
        node->params.as.host.function = NULL;
    return true;
}

RANDOM_CALL(lw_graph_add_node)
{
    struct new_node node;
    if (!choose_node(c, &node))
        return;
    lw_graph_node **added = out(c, "node", sizeof *added);
    lw_graph *graph = handle(c, GRAPH, "graph", node.thing->handle);
    if (finish(c, lw_graph_add_node(graph, added, node.dependencies, node.count, node.given)))
        append(node.thing->graph, &node.action, *added);
}

RANDOM_CALL(lw_graph_add_node_with)
{
    struct new_node node;
    if (!choose_node(c, &node))
        return;
    lw_graph_edge_data data[2] = {{0}};
    if (node.count == 1 && wrong(c, "data[0] has ", LW_ERROR_INVALID_VALUE)) {
        if (one_in(c, 2))
            data[0].to_port = 1;
        else
            data[0].reserved[below(c, 5)] = 1;
    }
    lw_graph_node **added = out(c, "node", sizeof *added);
    lw_graph *graph = handle(c, GRAPH, "graph", node.thing->handle);
    if (finish(c, lw_graph_add_node_with(graph, added, node.dependencies, data, node.count, node.given)))
        append(node.thing->graph, &node.action, *added);
}

RANDOM_CALL(lw_graph_node_destroy)
{
    struct thing *thing;
    int index;
    if (!some_node(c, &thing, &index))
        return;
    struct random_graph *graph = thing->graph;
    int last = graph->count - 1; /* the rest stays a chain */
    lw_graph_node *node = graph->nodes[last];
    if (!finish(c, lw_graph_node_destroy(handle(c, NODE, "node", node))))
        return;
    c->closed[NODE] = node;
    c->closed_at[NODE] = atomic_fetch_add(&c->session->closed[NODE], 1) + 1;
    for (int i = 0; i < NODES; i++)
        graph->edge[i][last] = graph->edge[last][i] = false;
    graph->count--;
    graph->number = ++c->generation; /* executable graphs have a node more */
}

static lw_graph_node_type type_of(const struct action *action)
{
    static const lw_graph_node_type types[] = {
        LW_GRAPH_NODE_MEMSET,       LW_GRAPH_NODE_MEMCPY,     LW_GRAPH_NODE_KERNEL, LW_GRAPH_NODE_HOST,
        LW_GRAPH_NODE_EVENT_RECORD, LW_GRAPH_NODE_EVENT_WAIT, LW_GRAPH_NODE_EMPTY};
    return types[action->type];
}

RANDOM_CALL(lw_graph_node_get_type)
{
    struct thing *thing;
    int index;
    lw_graph_node *node = some_node(c, &thing, &index);
    if (!node)
        return;
    lw_graph_node_type *type = out(c, "type", sizeof *type);
    if (finish(c, lw_graph_node_get_type(handle(c, NODE, "node", node), type)) &&
        *type != type_of(&thing->graph->actions[index]))
        caller_fail(c, __FILE__, __LINE__, "node %d has type %d", index, (int)*type);
}

RANDOM_CALL(lw_graph_node_get_params)
{
    struct thing *thing;
    int index;
    lw_graph_node *node = some_node(c, &thing, &index);
    if (!node)
        return;
    const struct action *action = &thing->graph->actions[index];
    lw_graph_node_params *params = out(c, "params", sizeof *params);
    if (!finish(c, lw_graph_node_get_params(handle(c, NODE, "node", node), params)))
        return;
    bool right = params->type == type_of(action);
    if (action->type == SETS)
        right &= params->as.memset.value == action->value && params->as.memset.extent.width == action->size;
    else if (action->type == COPIES)
        right &= params->as.memcpy.extent.width == action->size;
    else if (action->type == FILLS)
        right &= *(const int *)params->as.kernel.arguments[1] == action->value;
    else if (action->type == CALLS)
        right &= params->as.host.user == c;
    else if (action->type == RECORDS || action->type == WAITS)
        right &= params->as.event == action->event;
    if (!right)
        caller_fail(c, __FILE__, __LINE__, "other parameters than those that were set");
}

RANDOM_CALL(lw_graph_node_set_params)
{
    struct thing *thing;
    struct action action;
    struct node_arguments arguments;
    int index;
    lw_graph_node *node = some_node(c, &thing, &index);
    if (!node || !choose_alike(c, thing->place, &thing->graph->actions[index], &action))
        return;
    lw_graph_node_params params = params_of(c, &action, &arguments);
    const lw_graph_node_params *given = &params;
    if (wrong(c, "params is null", LW_ERROR_INVALID_VALUE))
        given = NULL;
    node = handle(c, NODE, "node", node);
    if (!c->expected && action.type != thing->graph->actions[index].type)
        expect(c, "type is ", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_graph_node_set_params(node, given)))
        thing->graph->actions[index] = action;
}

/* ---- windows of the cache ---- */
RANDOM_CALL(lw_graph_node_set_access_policy_window)
{
    struct thing *thing;
    int index;
    lw_graph_node *node = some_node(c, &thing, &index);
    struct block *block = node ? pick_block(c, -1, 1 << IN_DEVICE) : NULL;
    if (!block)
        return;
    bool fills = thing->graph->actions[index].type == FILLS;
    lw_access_policy_window window = {.pointer = block->base, .size = block->size, .hit_ratio = (float)below(c, 2)};
    const lw_access_policy_window *right = &window;
    if (fills && wrong(c, "window is null", LW_ERROR_INVALID_VALUE))
        right = NULL;
    else if (fills && wrong(c, "hit ratio", LW_ERROR_INVALID_VALUE))
        window.hit_ratio = 1.5f;
    node = handle(c, NODE, "node", node);
    if (!c->expected && !fills)
        expect(c, "node is of type ", LW_ERROR_INVALID_VALUE);
    finish(c, lw_graph_node_set_access_policy_window(node, right));
}

RANDOM_CALL(lw_graph_node_get_access_policy_window)
{
    struct thing *thing;
    int index;
    lw_graph_node *node = some_node(c, &thing, &index);
    if (!node)
        return;
    bool fills = thing->graph->actions[index].type == FILLS;
    lw_access_policy_window *window = fills ? out(c, "window", sizeof *window) : out_or_null(c, sizeof *window);
    node = handle(c, NODE, "node", node);
    if (!c->expected && !fills)
        expect(c, "node is of type ", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_graph_node_get_access_policy_window(node, window)) &&
        (window->hit_ratio < 0 || window->hit_ratio > 1))
        caller_fail(c, __FILE__, __LINE__, "hit ratio %g", (double)window->hit_ratio);
}

RANDOM_CALL(lw_graph_conditional_create, .rarely = true)
{
    struct thing *thing = pick(c, GRAPH);
    if (!thing)
        return;
    lw_graph_conditional *value = out(c, "handle", sizeof *value);
    unsigned flags = wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 2u << below(c, 31) : (unsigned)below(c, 2);
    lw_graph *graph = handle(c, GRAPH, "graph", thing->handle);
    if (finish(c, lw_graph_conditional_create(graph, value, (unsigned)below(c, 10), flags)))
        thing->graph->valued = true;
}

RANDOM_CALL(lw_graph_print_dot, .rarely = true)
{
    struct thing *thing = pick(c, GRAPH);
    if (!thing)
        return;
    const char *path = "/dev/null";
    if (wrong(c, "path is null", LW_ERROR_INVALID_VALUE))
        path = NULL;
    else if (wrong(c, "cannot be written", LW_ERROR_SYSTEM))
        path = "/dev/null/none";
    finish(c, lw_graph_print_dot(handle(c, GRAPH, "graph", thing->handle), path));
}
