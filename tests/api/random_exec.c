/* Random calls: executable graphs, capture, user objects. */
#include "random_graph.h"

#include "device/kernels.h"

/* ---- executable graphs ---- */
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
    if (!thing || !(graph = source_of(c, thing, &index)) || !choose_action(c, thing->place, &action))
        return;
    struct action *held = &thing->graph->actions[index];
    if (action.type == held->type && action.pinned != held->pinned)
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
        if (a->actions[i].type != b->actions[i].type || a->actions[i].pinned != b->actions[i].pinned)
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

/* ---- capture: begun and ended in one call, in a stream of this thread ---- */
/* A stream of the caller's own that is ordered with no other; null: there is none. */
static struct thing *own_stream(struct caller *c)
{
    struct thing *stream = pick(c, STREAM);
    return stream && stream->flags == LW_STREAM_NON_BLOCKING ? stream : NULL;
}

RANDOM_CALL(lw_stream_begin_capture, .alone = true)
{
    struct thing *thing = own_stream(c);
    lw_stream *legacy = NULL;
    lw_graph *graph = NULL;
    if (!thing)
        return;
    lw_stream *stream = handle(c, STREAM, "stream", thing->handle);
    lw_capture_mode mode = (lw_capture_mode)below(c, 3);
    if (wrong(c, "mode is ", LW_ERROR_INVALID_VALUE))
        mode = (lw_capture_mode)(3 + (int)below(c, 100));
    else if (wrong(c, "stream is the legacy stream", LW_ERROR_CAPTURE_UNSUPPORTED) &&
             NEED(c, lw_legacy_stream(c->own[thing->place], &legacy)))
        stream = legacy;
    if (!finish(c, lw_stream_begin_capture(stream, mode)))
        return;
    lw_status again = lw_stream_begin_capture(stream, mode);
    if (again != LW_ERROR_ILLEGAL_STATE)
        caller_fail(c, __FILE__, __LINE__, "a second begin: %s", lw_status_string(again));
    lw_status end = lw_stream_end_capture(stream, &graph);
    if (end == LW_SUCCESS)
        NEED(c, lw_graph_destroy(graph));
    else if (end != LW_ERROR_CAPTURE_INVALIDATED)
        caller_fail(c, __FILE__, __LINE__, "the end: %s", lw_status_string(end));
}

/* Gives the actions to the stream, which captures. */
static bool capture_actions(struct caller *c, struct random_graph *graph, lw_stream *stream, int place)
{
    int count = 1 + (int)below(c, NODES);
    while (count--) {
        struct action *action = &graph->actions[graph->count];
        if (!choose_action(c, place, action) || action->type >= FILLS)
            continue;
        unsigned char *to = c->blocks[action->to].base + action->to_at,
                      *from = c->blocks[action->from].base + action->from_at;
        if (action->type == SETS)
            NEED(c, lw_memset_async(stream, to, action->value, action->size));
        else
            NEED(c, lw_memcpy_async(stream, to, from, action->size, LW_MEMCPY_DEFAULT));
        graph->count++;
    }
    return !c->failed;
}

RANDOM_CALL(lw_stream_end_capture, .alone = true)
{
    struct thing *thing = own_stream(c);
    struct random_graph actions = {.count = 0};
    lw_graph_exec *exec = NULL;
    lw_graph *graph = NULL;
    size_t count = 0;
    if (!thing)
        return;
    lw_stream *stream = thing->handle, *asked;
    lw_graph **end = &graph;
    if (wrong(c, "", LW_ERROR_ILLEGAL_STATE)) { /* no capture */
        finish(c, lw_stream_end_capture(stream, &graph));
        return;
    }
    if (!NEED(c, lw_stream_begin_capture(stream, (lw_capture_mode)below(c, 3))))
        return;
    capture_actions(c, &actions, stream, thing->place);
    if (wrong(c, "graph is null", LW_ERROR_INVALID_VALUE))
        end = NULL;
    asked = handle(c, STREAM, "stream", stream);
    if (!finish(c, lw_stream_end_capture(asked, end))) {
        lw_status status = lw_stream_end_capture(stream, &graph);
        if (status == LW_SUCCESS)
            NEED(c, lw_graph_destroy(graph));
        else
            caller_fail(c, __FILE__, __LINE__, "the end after a refused one: %s", lw_status_string(status));
        return;
    }
    if (NEED(c, lw_graph_get_nodes(graph, NULL, &count)) && count != (size_t)actions.count)
        caller_fail(c, __FILE__, __LINE__, "%zu nodes were captured of %d calls", count, actions.count);
    if (NEED(c, lw_graph_instantiate(graph, &exec, 0))) {
        use_actions(c, &actions, stream, thing->place);
        if (NEED(c, lw_graph_launch(exec, stream)))
            run_actions(c, &actions);
        NEED(c, lw_graph_exec_destroy(exec));
    }
    NEED(c, lw_graph_destroy(graph));
    atomic_fetch_add(&c->session->closed[NODE], 2 * count);
    atomic_fetch_add(&c->session->closed[GRAPH], 2);
    atomic_fetch_add(&c->session->closed[EXEC], 1);
}

RANDOM_CALL(lw_stream_is_capturing)
{
    struct thing *thing = own_stream(c);
    if (!thing)
        return;
    lw_capture_status *capturing = out(c, "capturing", sizeof *capturing);
    lw_stream *stream = handle(c, STREAM, "stream", thing->handle);
    if (finish(c, lw_stream_is_capturing(stream, capturing)) && *capturing != LW_CAPTURE_STATUS_NONE)
        caller_fail(c, __FILE__, __LINE__, "status %d", (int)*capturing);
}

RANDOM_CALL(lw_thread_exchange_capture_mode, .while_faulted = true)
{
    lw_capture_mode right = (lw_capture_mode)below(c, 3), mode = right, *given = &mode;
    if (wrong(c, "mode is null", LW_ERROR_INVALID_VALUE))
        given = NULL;
    else if (wrong(c, "mode is ", LW_ERROR_INVALID_VALUE))
        mode = (lw_capture_mode)(3 + (int)below(c, 100));
    if (!finish(c, lw_thread_exchange_capture_mode(given)))
        return;
    if (mode != LW_CAPTURE_GLOBAL)
        caller_fail(c, __FILE__, __LINE__, "the mode before is %d", (int)mode);
    if (NEED(c, lw_thread_exchange_capture_mode(&mode)) && mode != right)
        caller_fail(c, __FILE__, __LINE__, "the mode is %d, expected %d", (int)mode, (int)right);
}

/* ---- user objects ---- */
static void count_end(void *user)
{
    struct caller *c = user;
    atomic_fetch_add(&c->destroyed, 1);
}

RANDOM_CALL(lw_user_object_create)
{
    struct thing *thing = room(c, OBJECT);
    if (!thing)
        return;
    int place = place_of(c);
    lw_device *device = device_of(c, place);
    lw_user_object **object = out(c, "object", sizeof *object);
    unsigned right = 1 + (unsigned)below(c, 4), references = right, flags = LW_USER_OBJECT_NO_DESTRUCTOR_SYNC;
    lw_host_function destroy = count_end;
    if (wrong(c, "destroy is null", LW_ERROR_INVALID_VALUE))
        destroy = NULL;
    else if (wrong(c, "references is ", LW_ERROR_INVALID_VALUE))
        references = one_in(c, 2) ? 0 : UINT32_MAX;
    else if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = one_in(c, 2) ? 0 : 2u << below(c, 31);
    if (!finish(c, lw_user_object_create(handle(c, DEVICE, "device", device), object, c, destroy, references, flags)))
        return;
    made(c, OBJECT, thing, *object, device, place);
    thing->references = right;
    c->objects++;
}

RANDOM_CALL(lw_user_object_retain)
{
    struct thing *thing = pick(c, OBJECT);
    if (!thing)
        return;
    unsigned right = 1 + (unsigned)below(c, 3), count = right;
    if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : one_in(c, 2) ? UINT32_MAX : INT32_MAX;
    if (finish(c, lw_user_object_retain(handle(c, OBJECT, "object", thing->handle), count)))
        thing->references += right;
}

RANDOM_CALL(lw_user_object_release)
{
    struct thing *thing = pick(c, OBJECT);
    if (!thing)
        return;
    unsigned right = 1 + (unsigned)below(c, thing->references), count = right;
    if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : thing->references + 1;
    if (!finish(c, lw_user_object_release(handle(c, OBJECT, "object", thing->handle), count)))
        return;
    thing->references -= right;
    if (!thing->references)
        closed(c, OBJECT, thing);
}

RANDOM_CALL(lw_graph_retain_user_object)
{
    struct thing *object = pick(c, OBJECT), *graph = pick(c, GRAPH);
    if (!object || !graph || object->place != graph->place)
        return;
    unsigned count = 1 + (unsigned)below(c, 2), flags = (unsigned)below(c, 2);
    if (object->references <= count)
        flags = 0; /* the program keeps a reference */
    lw_graph *to = handle(c, GRAPH, "graph", graph->handle);
    lw_user_object *given = handle(c, OBJECT, "object", object->handle);
    if (wrong(c, "flags is ", LW_ERROR_INVALID_VALUE))
        flags = 2u << below(c, 31);
    else if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : UINT32_MAX;
    else if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = object->references + 1, flags = LW_GRAPH_USER_OBJECT_MOVE;
    if (!finish(c, lw_graph_retain_user_object(to, given, count, flags)))
        return;
    object->kept = true;
    if (flags)
        object->references -= count;
}

RANDOM_CALL(lw_graph_release_user_object)
{
    struct thing *object = pick(c, OBJECT), *graph = pick(c, GRAPH);
    if (!object || !graph || object->place != graph->place ||
        !NEED(c, lw_graph_retain_user_object((lw_graph *)graph->handle, (lw_user_object *)object->handle, 1, 0)))
        return;
    object->kept = true;
    lw_graph *from = handle(c, GRAPH, "graph", graph->handle);
    lw_user_object *given = handle(c, OBJECT, "object", object->handle);
    unsigned count = 1;
    if (wrong(c, "count is ", LW_ERROR_INVALID_VALUE))
        count = one_in(c, 2) ? 0 : 1000000000;
    finish(c, lw_graph_release_user_object(from, given, count));
}

/* ---- memory of graphs ---- */
RANDOM_CALL(lw_device_get_graph_memory_attribute)
{
    uint64_t *value = out(c, "value", sizeof *value);
    lw_graph_memory_attribute attribute = (lw_graph_memory_attribute)below(c, 4);
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_graph_memory_attribute)(4 + (int)below(c, 100));
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_device_get_graph_memory_attribute(device, attribute, value));
}

RANDOM_CALL(lw_device_set_graph_memory_attribute)
{
    lw_graph_memory_attribute attribute = one_in(c, 2) ? LW_GRAPH_MEMORY_USED_HIGH : LW_GRAPH_MEMORY_RESERVED_HIGH;
    uint64_t value = 0;
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_graph_memory_attribute)(4 + (int)below(c, 100));
    else if (wrong(c, "can only be read", LW_ERROR_INVALID_VALUE))
        attribute = LW_GRAPH_MEMORY_USED_CURRENT;
    else if (wrong(c, "value is ", LW_ERROR_INVALID_VALUE))
        value = 1 + below(c, 100);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_device_set_graph_memory_attribute(device, attribute, value));
}

RANDOM_CALL(lw_device_trim_graph_memory)
{
    finish(c, lw_device_trim_graph_memory(handle(c, DEVICE, "device", device_of(c, place_of(c)))));
}
