/* Group O: captured waits for words of memory, and captured writes of them. */
#include <string.h>
#include <time.h>

#include <lanewise/capture.h>

#include "../api/device/stream.h"
#include "../harness/arrays.h"

/* The graph waits until *go is 5, adds 1 to *out, and writes 9 to *done. */
static lw_status capture(lw_stream *stream, const uint32_t *go, int *out, uint64_t *done, lw_graph **graph)
{
    lw_status status = lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL);
    if (!status)
        status = lw_stream_wait_value32(stream, go, 5, LW_WAIT_EQUAL);
    if (!status)
        status = lw_launch(stream_affine, one_thread(stream), 1, out, 1, 1);
    if (!status)
        status = lw_stream_write_value64(stream, done, 9);
    return status ? status : lw_stream_end_capture(stream, graph);
}

static void rest(void)
{
    nanosleep(&(struct timespec){0, 3000000}, NULL);
}

TEST(row, O7g_captured_waits_and_writes_are_nodes)
{
    volatile uint32_t *go;
    volatile uint64_t *done;
    int got, *out = array_of(t, NULL, sizeof *out);
    lw_stream *stream;
    lw_graph *graph, *clone;
    lw_graph_exec *exec;
    lw_graph_node *nodes[4];
    lw_graph_node_params params;
    lw_graph_node_type type;
    size_t count = 4;
    CHECK(out != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&go, sizeof *go), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&done, sizeof *done), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, out, 0, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    *go = 0;
    *done = 0;
    CHECK_STATUS(capture(stream, (uint32_t *)go, out, (uint64_t *)done, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 3);
    for (size_t i = 0; i < count; i++) {
        CHECK_STATUS(lw_graph_node_get_type(nodes[i], &type), LW_SUCCESS);
        CHECK_EQUAL(type, i == 1 ? LW_GRAPH_NODE_KERNEL : LW_GRAPH_NODE_MEMORY_VALUE);
    }
    params.type = LW_GRAPH_NODE_MEMORY_VALUE;
    CHECK_STATUS(lw_graph_node_get_params(nodes[0], &params), LW_ERROR_NOT_SUPPORTED);
    params.type = LW_GRAPH_NODE_MEMORY_VALUE;
    CHECK_STATUS(lw_graph_node_set_params(nodes[0], &params), LW_ERROR_NOT_SUPPORTED);

    /* The graph runs, and then its clone. */
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    for (int run = 1; run <= 2; run++) {
        CHECK_STATUS(lw_graph_instantiate(run == 1 ? graph : clone, &exec, 0), LW_SUCCESS);
        *go = 4;
        *done = 1;
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        rest();
        CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
        CHECK(*done == 1);
        __atomic_store_n(go, 5, __ATOMIC_RELEASE); /* beside the wait */
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK(*done == 9);
        CHECK_STATUS(lw_memcpy(t->device, &got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_EQUAL(got, run);
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS); /* what it waits for is there already */
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, out, 0, sizeof *out), LW_SUCCESS);
        CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, out, 1, run), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    }
    CHECK_STATUS(lw_graph_destroy(clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, (void *)go), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, (void *)done), LW_SUCCESS);
}

/* Branches of one graph: one waits for what the other writes after its kernel. */
TEST(row, O7h_branches_of_a_graph_order_each_other_by_words)
{
    uint32_t *word;
    int got[2], *out = array_of(t, NULL, 2 * sizeof *out);
    lw_stream *stream, *other;
    lw_event *fork, *join;
    lw_graph *graph;
    lw_graph_exec *exec;
    CHECK(out != NULL);
    CHECK_STATUS(lw_malloc(t->device, (void **)&word, sizeof *word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &fork), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &join), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, out, 0, 2 * sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, word, 0, sizeof *word), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(fork, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, fork), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(other, word, 3, LW_WAIT_GREATER_EQUAL), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(other, out + 1, out, sizeof *out, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, out, 0, 7), LW_SUCCESS);
    CHECK_STATUS(lw_stream_write_value32(stream, word, 3), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(join, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, join), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int run = 0; run < 3; run++) {
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_EQUAL(got[0], 7);
        CHECK_EQUAL(got[1], 7);
    }
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(fork), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(join), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
}

/* The program may have freed a word that a node names. */
TEST(row, O7i_a_word_that_is_freed_is_not_waited_for, .cpu_only = true)
{
    uint64_t *words[2];
    int *out = array_of(t, NULL, sizeof *out);
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec, *other;
    CHECK(out != NULL);
    for (int i = 0; i < 2; i++)
        CHECK_STATUS(lw_malloc(t->device, (void **)&words[i], sizeof *words[i]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(capture(stream, (uint32_t *)words[0], out, words[1], &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, words[1]), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_launch: word is not all inside one allocation");
    CHECK_STATUS(lw_graph_instantiate(graph, &other, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_instantiate: word is ");
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

/* A fault ends the waits of graphs, too. */
TEST(row, O7j_a_fault_ends_captured_waits, .cpu_only = true, .isolated = true)
{
    uint32_t *word;
    int *out = array_of(t, NULL, sizeof *out);
    uint64_t *done;
    lw_stream *stream, *other;
    lw_graph *graph;
    lw_graph_exec *exec;
    CHECK(out != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&word, sizeof *word), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&done, sizeof *done), LW_SUCCESS);
    memset(word, 0, sizeof *word);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(capture(stream, word, out, done, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_trap, one_thread(other)), LW_SUCCESS);
    CHECK(lw_stream_synchronize(stream) != LW_SUCCESS);
    CHECK(lw_device_synchronize(t->device) != LW_SUCCESS);
}
