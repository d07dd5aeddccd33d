/* Group P: capture of streams. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../harness/arrays.h"
#include "P_nodes.h"
#include <lanewise/capture.h>

static lw_launch_config one(lw_stream *stream)
{
    return lw_linear(stream, 1, 1);
}

static void add_one(void *user)
{
    ++*(int *)user;
}

static lw_capture_status status_of(lw_stream *stream)
{
    lw_capture_status status = LW_CAPTURE_STATUS_NONE;
    lw_stream_is_capturing(stream, &status);
    return status;
}

/* Begins a capture with one launch in it. */
static lw_status begin(lw_stream *stream, lw_capture_mode mode, int *word)
{
    lw_status status = lw_stream_begin_capture(stream, mode);
    return status ? status : lw_launch(stream_affine, one(stream), 1, word, 2, 1);
}

/* The call before has failed, and the capture is invalid until its end. */
static void invalidated(struct test *t, lw_stream *stream, int *word)
{
    lw_graph *graph = (lw_graph *)t;
    CHECK(status_of(stream) == LW_CAPTURE_STATUS_INVALIDATED);
    CHECK_STATUS(lw_launch(stream_affine, one(stream), 1, word, 2, 1), LW_ERROR_CAPTURE_INVALIDATED);
    CHECK(lw_last_error_message(t->device)[0]);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_ERROR_CAPTURE_INVALIDATED);
    CHECK(graph == NULL && status_of(stream) == LW_CAPTURE_STATUS_NONE);
}

TEST(row, P30_captured_work_becomes_nodes_and_does_not_run)
{
    enum { NODES = 5 };
    int *word = array_of(t, NULL, 2 * sizeof(int)), got[2] = {7, 7}, calls = 0;
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_node *nodes[NODES];
    size_t count = NODES;
    static const lw_graph_node_type types[NODES] = {LW_GRAPH_NODE_MEMSET, LW_GRAPH_NODE_KERNEL, LW_GRAPH_NODE_MEMCPY,
                                                    LW_GRAPH_NODE_HOST, LW_GRAPH_NODE_MEMCPY};
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK(status_of(stream) == LW_CAPTURE_STATUS_ACTIVE);
    CHECK_STATUS(lw_memset_async(stream, word, 0, 2 * sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one(stream), 1, word, 0, 5), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, word + 1, word, sizeof(int), LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, add_one, &calls), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, got, word, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK(status_of(stream) == LW_CAPTURE_STATUS_NONE);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 7 && calls == 0);

    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK(count == NODES);
    for (int i = 0; i < NODES; i++) {
        lw_graph_node_type type;
        CHECK_STATUS(lw_graph_node_get_type(nodes[i], &type), LW_SUCCESS);
        CHECK(type == types[i]);
    }
    CHECK_STATUS(lw_graph_get_edges(graph, NULL, NULL, &count), LW_SUCCESS);
    CHECK(count == NODES - 1);
    for (int i = 1; i <= 2; i++) {
        got[0] = got[1] = 0;
        CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
        CHECK(got[0] == 5 && got[1] == 5 && calls == i);
    }
    lw_graph *clone;
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(run_graph(t->device, clone), LW_SUCCESS);
    CHECK(calls == 3);
}

/* An event carries the capture to another stream, and back. */
TEST(row, P31_streams_join_a_capture_by_events)
{
    int *word = array_of(t, NULL, 2 * sizeof(int)), got[2];
    lw_stream *stream, *other;
    lw_event *fork, *join;
    lw_graph *graph;
    size_t count = 0;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &fork), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &join), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, word, 0, sizeof got), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(fork, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, fork), LW_SUCCESS);
    CHECK(status_of(other) == LW_CAPTURE_STATUS_ACTIVE);
    CHECK_STATUS(lw_launch(stream_move, one(other), word + 1, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(join, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, join), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one(stream), 1, word + 1, 10, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK(status_of(other) == LW_CAPTURE_STATUS_NONE);
    CHECK_STATUS(lw_graph_get_nodes(graph, NULL, &count), LW_SUCCESS);
    CHECK(count == 3);
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, word, sizeof got));
    CHECK(got[0] == 1 && got[1] == 10);

    /* The event's record was captured: there is none to wait for, until the next one. */
    CHECK_STATUS(lw_event_query(fork), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_event_synchronize(fork), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_wait_event(other, fork), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_event_record(fork, other), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(fork), LW_SUCCESS);
}

TEST(row, P32_streams_that_are_not_joined)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    lw_stream *stream, *other;
    lw_event *event;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one(other), 1, word + 1, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_ERROR_CAPTURE_UNJOINED);
    CHECK(graph == NULL && status_of(other) == LW_CAPTURE_STATUS_NONE);

    /* A stream that has no work in the capture need not be joined. */
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);

    /* The end is due in the stream of the beginning. */
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(other, &graph), LW_ERROR_CAPTURE_UNMATCHED);
    CHECK(status_of(other) == LW_CAPTURE_STATUS_INVALIDATED);
    CHECK_CALL(invalidated(t, stream, word));

    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_ERROR_ILLEGAL_STATE);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_ERROR_ILLEGAL_STATE);
    CHECK_STATUS(lw_stream_begin_capture(stream, (lw_capture_mode)3), LW_ERROR_INVALID_VALUE);
}

TEST(row, P33_captures_depend_on_nothing_else)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    lw_stream *stream, *other;
    lw_event *event;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, other), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_ERROR_CAPTURE_ISOLATION);
    CHECK_CALL(invalidated(t, stream, word));

    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(begin(other, LW_CAPTURE_GLOBAL, word + 1), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_ERROR_CAPTURE_MERGE);
    CHECK_STATUS(lw_stream_end_capture(other, &graph), LW_ERROR_CAPTURE_INVALIDATED);
    CHECK_CALL(invalidated(t, stream, word));
}

TEST(row, P34_captured_work_cannot_be_waited_for)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    lw_stream *stream;
    lw_event *event;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    for (int mode = LW_CAPTURE_GLOBAL; mode <= LW_CAPTURE_RELAXED; mode++) {
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_ERROR_CAPTURE_UNSUPPORTED);
        CHECK_CALL(invalidated(t, stream, word));
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_stream_query(stream), LW_ERROR_CAPTURE_UNSUPPORTED);
        CHECK_CALL(invalidated(t, stream, word));
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_CAPTURE_UNSUPPORTED);
        CHECK_CALL(invalidated(t, stream, word));
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
        CHECK_STATUS(lw_event_query(event), LW_ERROR_CAPTURED_EVENT);
        CHECK_STATUS(lw_event_synchronize(event), LW_ERROR_INVALID_VALUE);
        CHECK_CALL(invalidated(t, stream, word));
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
        CHECK_STATUS(lw_event_synchronize(event), LW_ERROR_CAPTURED_EVENT);
        CHECK_CALL(invalidated(t, stream, word));
    }
}

struct other_thread {
    lw_device *device;
    lw_stream *stream;
    int *word;
    bool relaxed;
    lw_status launched, allocated, ended;
    lw_capture_mode before;
    lw_graph *graph;
};

static void *act(void *user)
{
    struct other_thread *other = user;
    void *memory = NULL;
    other->before = other->relaxed ? LW_CAPTURE_RELAXED : LW_CAPTURE_GLOBAL;
    lw_thread_exchange_capture_mode(&other->before);
    other->launched = lw_launch(stream_affine, one(other->stream), 1, other->word, 1, 1);
    other->allocated = lw_malloc(other->device, &memory, 16);
    other->ended = lw_stream_end_capture(other->stream, &other->graph);
    return NULL;
}

static bool in_thread(struct other_thread *other)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, act, other) == 0 && pthread_join(thread, NULL) == 0;
}

/* Allocations, waits and the like: forbidden to all threads, to the capturing one, to none. */
TEST(row, P35_modes_of_capture)
{
    int *word = array_of(t, NULL, 2 * sizeof(int)), host = 0;
    void *memory;
    lw_stream *stream, *idle;
    lw_event *event;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &idle), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, idle), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    for (int mode = LW_CAPTURE_GLOBAL; mode <= LW_CAPTURE_RELAXED; mode++) {
        bool relaxed = mode == LW_CAPTURE_RELAXED;
        lw_status forbidden = relaxed ? LW_SUCCESS : LW_ERROR_CAPTURE_UNSUPPORTED;
#define UNSAFE(call)                                                                                                   \
    do {                                                                                                               \
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);                                          \
        CHECK_STATUS(call, forbidden);                                                                                 \
        CHECK_STATUS(lw_stream_end_capture(stream, &graph), relaxed ? LW_SUCCESS : LW_ERROR_CAPTURE_INVALIDATED);      \
    } while (0)
        UNSAFE(lw_malloc(t->device, &memory, 16));
        UNSAFE(lw_malloc_host(t->device, &memory, 16));
        UNSAFE(lw_stream_synchronize(idle));
        UNSAFE(lw_stream_query(idle));
        UNSAFE(lw_event_synchronize(event));
        UNSAFE(lw_event_query(event));
        UNSAFE(lw_host_register(t->device, &host, sizeof host, 0));
        if (relaxed)
            CHECK_STATUS(lw_host_unregister(t->device, &host), LW_SUCCESS);
#undef UNSAFE
        /* These are allowed: they wait for nothing else. */
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, &host, word, sizeof host, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);

        struct other_thread other = {t->device, stream, word, false, 0, 0, 0, 0, NULL};
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK(in_thread(&other));
        CHECK_STATUS(other.launched, LW_SUCCESS);
        CHECK(other.before == LW_CAPTURE_GLOBAL);
        CHECK_STATUS(other.allocated, mode == LW_CAPTURE_GLOBAL ? LW_ERROR_CAPTURE_UNSUPPORTED : LW_SUCCESS);
        CHECK_STATUS(other.ended, relaxed                     ? LW_SUCCESS
                                  : mode == LW_CAPTURE_GLOBAL ? LW_ERROR_CAPTURE_INVALIDATED
                                                              : LW_ERROR_CAPTURE_WRONG_THREAD);
        CHECK(status_of(stream) == LW_CAPTURE_STATUS_NONE); /* it has ended all the same */
        CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_ERROR_ILLEGAL_STATE);
        other.relaxed = true;
        CHECK_STATUS(begin(stream, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK(in_thread(&other));
        CHECK_STATUS(other.allocated, LW_SUCCESS);
    }
}

TEST(row, P36_the_legacy_stream_beside_captures)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    lw_stream *blocking, *free_stream, *legacy;
    lw_capture_status status;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create_with(t->device, &blocking, LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &free_stream), LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(legacy, LW_CAPTURE_RELAXED), LW_ERROR_CAPTURE_UNSUPPORTED);
    CHECK_STATUS(begin(free_stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one(legacy), 1, word + 1, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(free_stream, &graph), LW_SUCCESS);
    for (int mode = LW_CAPTURE_GLOBAL; mode <= LW_CAPTURE_RELAXED; mode++) {
        CHECK_STATUS(begin(blocking, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_launch(stream_affine, one(legacy), 1, word + 1, 1, 1), LW_ERROR_CAPTURE_IMPLICIT);
        CHECK_CALL(invalidated(t, blocking, word));
        CHECK_STATUS(begin(blocking, (lw_capture_mode)mode, word), LW_SUCCESS);
        CHECK_STATUS(lw_stream_is_capturing(legacy, &status), LW_ERROR_CAPTURE_IMPLICIT);
        CHECK_STATUS(lw_stream_end_capture(blocking, &graph), LW_SUCCESS); /* the question alone does no harm */
    }
}

TEST(row, P37_graphs_are_not_launched_into_captures)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    lw_stream *stream, *other;
    lw_graph *graph, *second;
    lw_graph_exec *exec, *another;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_CAPTURE_UNSUPPORTED);
    CHECK_CALL(invalidated(t, stream, word));
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &another, 0), LW_ERROR_CAPTURE_UNSUPPORTED);
    CHECK_CALL(invalidated(t, stream, word));
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &second), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
}

/* Only those that began in its own streams; the others go on. */
TEST(row, P38b_a_handle_ends_its_own_captures)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    void *memory;
    lw_device *second;
    lw_stream *stream, *own;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(second, &memory, 16), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(second, &own), LW_SUCCESS);
    CHECK_STATUS(begin(own, LW_CAPTURE_RELAXED, word), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
    CHECK(status_of(stream) == LW_CAPTURE_STATUS_ACTIVE);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS); /* no capture is left */
}

/* The end of a stream, or of all captures by a reset. */
TEST(row, P38_captures_end_with_their_stream)
{
    int *word = array_of(t, NULL, 2 * sizeof(int));
    void *memory;
    lw_stream *stream, *other;
    lw_event *event;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(begin(stream, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    CHECK(status_of(other) == LW_CAPTURE_STATUS_NONE);
    CHECK_STATUS(lw_stream_end_capture(other, &graph), LW_ERROR_ILLEGAL_STATE);
    CHECK_STATUS(lw_malloc(t->device, &memory, 16), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one(other), 1, word, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);

    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(begin(other, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one(stream), 1, word, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(other, &graph), LW_ERROR_CAPTURE_UNJOINED);

    CHECK_STATUS(begin(other, LW_CAPTURE_GLOBAL, word), LW_SUCCESS);
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(other, &graph), LW_ERROR_ILLEGAL_STATE);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
}
