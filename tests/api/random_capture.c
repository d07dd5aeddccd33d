/* Random calls: capture. It begins and ends in one call, in a stream of the thread. */
#include "random_graph.h"

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
