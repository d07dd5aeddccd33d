/* Random calls: executable graphs. */
#include "random_graph.h"

#include "device/kernels.h"

RANDOM_CALL(lw_graph_instantiate)
{
    struct thing *graph = pick(c, GRAPH), *thing = room(c, EXEC);
    if (!graph || !thing || !actions_live(c, graph->graph))
        return;
    lw_graph_exec **exec = out(c, "exec", sizeof *exec);
    unsigned right = (unsigned)below(c, 2);
    unsigned flags = wrong(c, "flags is ", LW_ERROR_INVALID_VALUE) ? 8u << below(c, 29) : right;
    lw_device *owner = graph->owner;
    int place = graph->place;
    expect_valued(c, graph, LW_ERROR_INVALID_VALUE);
    if (!finish(c, lw_graph_instantiate(handle(c, GRAPH, "graph", graph->handle), exec, flags)))
        return;
    made(c, EXEC, thing, *exec, owner, place);
    thing->graph = malloc(sizeof *thing->graph);
    *thing->graph = *graph->graph;
    thing->graph->flags = right;
}

RANDOM_CALL(lw_graph_exec_destroy)
{
    struct thing *thing = pick(c, EXEC);
    if (thing && finish(c, lw_graph_exec_destroy(handle(c, EXEC, "exec", thing->handle))))
        closed(c, EXEC, thing);
}

RANDOM_CALL(lw_graph_launch)
{
    struct thing *thing = pick(c, EXEC);
    if (!thing || !actions_live(c, thing->graph))
        return;
    lw_stream *stream = stream_of(c, thing->place);
    use_actions(c, thing->graph, stream, thing->place);
    lw_stream *asked = handle(c, STREAM, "stream", stream);
    if (c->session->places > 1 && wrong(c, "stream belongs to", LW_ERROR_INVALID_HANDLE))
        asked = c->session->stream[1 - thing->place];
    if (finish(c, lw_graph_launch(handle(c, EXEC, "exec", thing->handle), asked)))
        run_actions(c, thing->graph);
}

RANDOM_CALL(lw_graph_upload)
{
    struct thing *thing = pick(c, EXEC);
    if (!thing || !actions_live(c, thing->graph))
        return;
    lw_stream *stream = handle(c, STREAM, "stream", stream_of(c, thing->place));
    finish(c, lw_graph_upload(handle(c, EXEC, "exec", thing->handle), stream));
}

/* An executable graph that kernels may launch. */
static lw_graph_exec *launchable(struct caller *c, int place)
{
    lw_graph *graph = NULL;
    lw_graph_node *node = NULL;
    lw_graph_exec *exec = NULL;
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(api_nothing), lw_linear(NULL, 1, 1), NULL);
    if (NEED(c, lw_graph_create(c->own[place], &graph)) && NEED(c, lw_graph_add_node(graph, &node, NULL, 0, &params)) &&
        NEED(c, lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH)))
        NEED(c, lw_graph_destroy(graph));
    atomic_fetch_add(&c->session->closed[GRAPH], 2);
    atomic_fetch_add(&c->session->closed[NODE], 2);
    return exec;
}

RANDOM_CALL(lw_graph_exec_get_device_handle)
{
    struct thing *other = pick(c, EXEC);
    lw_graph_exec *exec = launchable(c, place_of(c));
    if (!exec)
        return;
    unsigned long long *value = out(c, "handle", sizeof *value);
    lw_graph_exec *asked = handle(c, EXEC, "exec", exec);
    if (other && wrong(c, "exec was made without", LW_ERROR_INVALID_VALUE))
        asked = other->handle;
    finish(c, lw_graph_exec_get_device_handle(asked, value));
    NEED(c, lw_graph_exec_destroy(exec));
    atomic_fetch_add(&c->session->closed[EXEC], 1);
}

/* The graph that the executable graph was made of, with a node that both have. */
static struct thing *source_of(struct caller *c, const struct thing *exec, int *index)
{
    for (int i = 0; i < THINGS; i++) {
        struct thing *graph = &c->things[GRAPH][i];
        if (!graph->handle || graph->graph->number != exec->graph->number || !exec->graph->count)
            continue;
        *index = (int)below(c, (uint64_t)exec->graph->count);
        return graph;
    }
    return NULL;
}

RANDOM_CALL(lw_graph_exec_node_set_params)
{
    struct thing *thing = pick(c, EXEC), *graph;
    struct action action;
    struct node_arguments arguments;
    int index;
    if (!thing || !(graph = source_of(c, thing, &index)))
        return;
    struct action *held = &thing->graph->actions[index];
    if (!choose_alike(c, thing->place, held, &action))
        return;
    if (action.type == held->type && !are_alike(&action, held))
        return;
    lw_graph_node_params params = params_of(c, &action, &arguments);
    const lw_graph_node_params *given = wrong(c, "params is null", LW_ERROR_INVALID_VALUE) ? NULL : &params;
    lw_graph_exec *exec = handle(c, EXEC, "exec", thing->handle);
    lw_graph_node *node = handle(c, NODE, "node", graph->graph->nodes[index]);
    if (!c->expected && action.type != held->type)
        expect(c, "type is ", LW_ERROR_INVALID_VALUE);
    if (!finish(c, lw_graph_exec_node_set_params(exec, node, given)))
        return;
    action.disabled = held->disabled;
    *held = action;
}

RANDOM_CALL(lw_graph_exec_node_set_enabled)
{
    struct thing *thing = pick(c, EXEC), *graph;
    int index, enabled = (int)below(c, 2);
    if (!thing || !(graph = source_of(c, thing, &index)))
        return;
    struct action *action = &thing->graph->actions[index];
    lw_graph_exec *exec = handle(c, EXEC, "exec", thing->handle);
    lw_graph_node *node = handle(c, NODE, "node", graph->graph->nodes[index]);
    if (!c->expected && action->type >= CALLS)
        expect(c, "node is of type", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_graph_exec_node_set_enabled(exec, node, enabled)))
        action->disabled = !enabled;
}

RANDOM_CALL(lw_graph_exec_node_get_enabled)
{
    struct thing *thing = pick(c, EXEC), *graph;
    int index;
    if (!thing || !(graph = source_of(c, thing, &index)))
        return;
    const struct action *action = &thing->graph->actions[index];
    lw_graph_exec *exec = handle(c, EXEC, "exec", thing->handle);
    lw_graph_node *node = handle(c, NODE, "node", graph->graph->nodes[index]);
    int *enabled = NULL;
    if (!c->expected && action->type >= CALLS)
        expect(c, "node is of type", LW_ERROR_INVALID_VALUE);
    if (c->expected)
        enabled = (int *)(void *)c->out;
    else
        enabled = out(c, "enabled", sizeof *enabled);
    if (finish(c, lw_graph_exec_node_get_enabled(exec, node, enabled)) && *enabled == action->disabled)
        caller_fail(c, __FILE__, __LINE__, "node %d is %s", index, *enabled ? "enabled" : "disabled");
}

/* Whether an update must succeed. */
static bool is_alike(const struct random_graph *a, const struct random_graph *b)
{
    if (a->number != b->number || a->count != b->count || memcmp(a->edge, b->edge, sizeof a->edge) != 0)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!are_alike(&a->actions[i], &b->actions[i]))
            return false;
    return true;
}

RANDOM_CALL(lw_graph_exec_update)
{
    struct thing *thing = pick(c, EXEC), *graph = pick(c, GRAPH);
    lw_graph_update_info info;
    int index;
    if (thing && one_in(c, 2))
        graph = source_of(c, thing, &index);
    if (!thing || !graph || graph->place != thing->place || !actions_live(c, graph->graph))
        return;
    bool alike = is_alike(thing->graph, graph->graph);
    if (!alike)
        allow(c, LW_ERROR_GRAPH_EXEC_UPDATE);
    expect_valued(c, graph, LW_ERROR_GRAPH_EXEC_UPDATE);
    lw_graph_exec *exec = handle(c, EXEC, "exec", thing->handle);
    lw_graph *from = handle(c, GRAPH, "graph", graph->handle);
    if (!finish(c, lw_graph_exec_update(exec, from, one_in(c, 2) ? NULL : &info)))
        return;
    /* What was disabled stays so. */
    struct random_graph *held = thing->graph;
    if (held->count != graph->graph->count)
        caller_fail(c, __FILE__, __LINE__, "%d nodes were updated from %d", held->count, graph->graph->count);
    for (int i = 0; i < held->count; i++) {
        bool disabled = held->actions[i].disabled;
        held->actions[i] = graph->graph->actions[i];
        held->actions[i].disabled = disabled;
    }
}
