/* Group P: user objects, which graphs keep. */
#include <limits.h>
#include <stdatomic.h>
#include <time.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "P_nodes.h"
#include <lanewise/user_object.h>

static atomic_int ended, refused;
static lw_device *ending;

static void end(void *count)
{
    lw_graph *graph;
    if (lw_graph_create(ending, &graph) == LW_ERROR_NOT_PERMITTED)
        atomic_fetch_add(&refused, 1);
    atomic_fetch_add((atomic_int *)count, 1);
}

/* No call waits for the function. */
static bool ends_within_seconds(int wanted)
{
    for (int i = 0; i < 5000 && atomic_load(&ended) < wanted; i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    return atomic_load(&ended) == wanted;
}

static bool stays(int wanted)
{
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    return atomic_load(&ended) == wanted;
}

static lw_status make(struct test *t, lw_user_object **object, unsigned references)
{
    ending = t->device;
    atomic_store(&ended, 0);
    atomic_store(&refused, 0);
    return lw_user_object_create(t->device, object, &ended, end, references, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC);
}

TEST(row, P60_references_of_user_objects)
{
    lw_user_object *object = NULL;
    lw_graph *graph;
    unsigned flags = LW_USER_OBJECT_NO_DESTRUCTOR_SYNC;
    CHECK_STATUS(lw_user_object_create(t->device, &object, NULL, NULL, 1, flags), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_user_object_create(t->device, &object, NULL, end, 0, flags), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_user_object_create(t->device, &object, NULL, end, 1u + INT_MAX, flags), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_user_object_create(t->device, &object, NULL, end, 1, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_user_object_create(t->device, NULL, NULL, end, 1, flags), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(make(t, &object, 2), LW_SUCCESS);
    CHECK_STATUS(lw_user_object_retain(object, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_user_object_retain(object, 3), LW_SUCCESS);
    CHECK_STATUS(lw_user_object_release(object, 6), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_user_object_release(object, 4), LW_SUCCESS);
    CHECK(stays(0));
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 2, LW_GRAPH_USER_OBJECT_MOVE), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 1, 2), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 0, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 1, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 1, LW_GRAPH_USER_OBJECT_MOVE), LW_SUCCESS);
    CHECK_STATUS(lw_user_object_release(object, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_release_user_object(graph, object, 3), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_release_user_object(graph, object, 1), LW_SUCCESS);
    CHECK(stays(0));
    CHECK_STATUS(lw_graph_release_user_object(graph, object, 1), LW_SUCCESS);
    CHECK(ends_within_seconds(1));
    CHECK(stays(1) && atomic_load(&refused) == 1);
    CHECK_STATUS(lw_user_object_retain(object, 1), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_graph_release_user_object(graph, object, 1), LW_ERROR_INVALID_HANDLE);
}

TEST(row, P61_clones_and_runs_keep_user_objects)
{
    int *word = array_of(t, NULL, sizeof(int));
    lw_user_object *object;
    lw_graph *graph, *clone, *outer;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_stream *stream;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(make(t, &object, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &node, NULL, 0, 1, word, 0, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 1, LW_GRAPH_USER_OBJECT_MOVE), LW_SUCCESS);
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK(stays(0));
    CHECK_STATUS(lw_graph_create(t->device, &outer), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_child_node(clone);
    CHECK_STATUS(lw_graph_add_node(outer, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(clone), LW_SUCCESS);
    CHECK(stays(0));
    CHECK_STATUS(lw_graph_instantiate(outer, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(outer), LW_SUCCESS);
    CHECK(stays(0));
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK(stays(0));
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(ends_within_seconds(1));
    CHECK(stays(1));
}

/* Its graphs go with the handle, and the program's references. */
TEST(row, P62_user_objects_end_with_their_device_handle)
{
    lw_device *second;
    lw_user_object *object, *other;
    lw_graph *graph;
    CHECK_STATUS(make(t, &object, 1), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(second, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_user_object_create(second, &other, &ended, end, 3, LW_USER_OBJECT_NO_DESTRUCTOR_SYNC), LW_SUCCESS);
    CHECK_STATUS(lw_graph_retain_user_object(graph, object, 5, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_retain_user_object(graph, other, 1, LW_GRAPH_USER_OBJECT_MOVE), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
    CHECK(ends_within_seconds(1));
    CHECK_STATUS(lw_user_object_retain(other, 1), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_user_object_release(object, 1), LW_SUCCESS);
    CHECK(ends_within_seconds(2));
}
