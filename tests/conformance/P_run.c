/* Group P: launches of executable graphs. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "P_nodes.h"

static void add_one(void *user)
{
    ++*(int *)user;
}

/* A diamond: each node sees what the nodes before it did. */
TEST(row, P10_nodes_run_after_their_dependencies)
{
    int *word = array_of(t, NULL, 4 * sizeof(int)), got[4], start[4] = {1, 2, 3, 4}, calls = 0;
    lw_graph *graph;
    lw_graph_node *copy, *left, *right, *joined[2], *move, *host;
    CHECK(word != NULL);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(word, start, sizeof start, LW_MEMCPY_HOST_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(graph, &copy, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &left, &copy, 1, 1, word, 10, 0), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &right, &copy, 1, 1, word + 1, 100, 0), LW_SUCCESS);
    joined[0] = left;
    joined[1] = right;
    params = lw_graph_memcpy_node(word + 2, word, 2 * sizeof(int), LW_MEMCPY_DEVICE_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(graph, &move, joined, 2, &params), LW_SUCCESS);
    params = lw_graph_host_node(add_one, &calls);
    CHECK_STATUS(lw_graph_add_node(graph, &host, &move, 1, &params), LW_SUCCESS);
    params = lw_graph_memcpy_node(got, word, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    CHECK_STATUS(lw_graph_add_node(graph, &copy, &host, 1, &params), LW_SUCCESS);
    for (int i = 1; i <= 3; i++) {
        memset(got, 0, sizeof got);
        CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
        CHECK(got[0] == 10 && got[1] == 200 && got[2] == 10 && got[3] == 200 && calls == i);
    }
}

/* A launch is a stream's work as any other. A graph that has changed, or is destroyed, does not change it. */
TEST(row, P11_a_launch_is_ordered_in_its_stream)
{
    int *word = array_of(t, NULL, sizeof(int)), got = 0;
    lw_stream *stream = lw_default_stream(t->device), *other;
    lw_graph *graph;
    lw_graph_node *node, *more;
    lw_graph_exec *exec;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &node, NULL, 0, 1, word, 10, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 16), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &more, &node, 1, 1, word, 0, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_upload(exec, stream), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, 1, 1), 1, word, 0, 2), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, 1, 1), 1, word, 2, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS); /* the queued runs still run */
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_INVALID_HANDLE);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK(got == 421);
}

/* In several streams, the runs of one executable graph come one after another. */
TEST(row, P12_runs_of_one_executable_graph_do_not_overlap)
{
    enum { STREAMS = 4, LAUNCHES = 24, STEPS = 5 };
    int *log = array_of(t, NULL, (LAUNCHES * STEPS + 1) * sizeof(int)), got[LAUNCHES * STEPS + 1];
    lw_stream *streams[STREAMS];
    lw_graph *graph;
    lw_graph_node *node = NULL;
    lw_graph_exec *exec;
    CHECK(log != NULL);
    CHECK_STATUS(lw_memset(t->device, log, 0, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    for (int i = 0; i < STEPS; i++)
        CHECK_STATUS(add_append(graph, &node, &node, node != NULL, log + 1, log, i), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int i = 0; i < STREAMS; i++)
        CHECK_STATUS(lw_stream_create(t->device, &streams[i]), LW_SUCCESS);
    for (int i = 0; i < LAUNCHES; i++)
        CHECK_STATUS(lw_graph_launch(exec, streams[i % STREAMS]), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, log, sizeof got));
    CHECK(got[0] == LAUNCHES * STEPS);
    for (int i = 0; i < LAUNCHES * STEPS; i++)
        if (got[1 + i] != i % STEPS)
            FAIL("step %d is %d", i, got[1 + i]);
}

/* Many nodes in a row and side by side, launched again and again. */
TEST(row, P13_wide_and_deep_graphs)
{
    enum { WIDE = 40, DEEP = 12, LAUNCHES = 5 };
    int *cells = array_of(t, NULL, (WIDE + 1) * sizeof(int)), got[WIDE + 1];
    lw_graph *graph;
    lw_graph_node *last[WIDE], *end, *node;
    lw_graph_exec *exec;
    CHECK(cells != NULL);
    CHECK_STATUS(lw_memset(t->device, cells, 0, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    for (int i = 0; i < WIDE; i++)
        for (int depth = 0; depth < DEEP; depth++)
            CHECK_STATUS(add_affine(graph, &last[i], &last[i], depth > 0, 1, cells + i, 1, i), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &end, last, WIDE), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &node, &end, 1, 1, cells + WIDE, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int i = 0; i < LAUNCHES; i++)
        CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, cells, sizeof got));
    for (int i = 0; i < WIDE; i++)
        CHECK(got[i] == i * DEEP * LAUNCHES);
    CHECK(got[WIDE] == LAUNCHES);
}

struct meeting {
    atomic_int here, met;
};

static void meet(void *user)
{
    enum { STEPS = 50000, STEP_NS = 100000 };
    struct meeting *meeting = user;
    atomic_fetch_add(&meeting->here, 1);
    for (int i = 0; i < STEPS && !atomic_load(&meeting->met); i++)
        nanosleep(&(struct timespec){0, STEP_NS}, NULL);
}

/* The host function waits for a kernel that no edge orders after it: the kernel's node runs meanwhile. */
TEST(row, P14_nodes_without_edges_run_at_once)
{
    struct meeting meeting = {0, 0};
    int *word = array_of(t, NULL, sizeof(int));
    lw_graph *graph;
    lw_graph_node *host, *kernel, *record;
    lw_graph_exec *exec;
    lw_event *event;
    CHECK(word != NULL);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_host_node(meet, &meeting);
    CHECK_STATUS(lw_graph_add_node(graph, &host, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &kernel, NULL, 0, 1, word, 0, 5), LW_SUCCESS);
    params = lw_graph_event_record_node(event);
    CHECK_STATUS(lw_graph_add_node(graph, &record, &kernel, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS); /* the kernel's node is done, the host's is not */
    CHECK_STATUS(lw_stream_query(lw_default_stream(t->device)), LW_ERROR_NOT_READY);
    atomic_store(&meeting.met, 1);
    CHECK_STATUS(lw_stream_synchronize(lw_default_stream(t->device)), LW_SUCCESS);
    CHECK(atomic_load(&meeting.here) == 1);
}

TEST(row, P15_events_of_nodes)
{
    int *word = array_of(t, NULL, sizeof(int)), got = 0;
    lw_stream *stream = lw_default_stream(t->device), *other;
    lw_graph *graph, *waits;
    lw_graph_node *node, *record, *wait;
    lw_graph_exec *exec, *waiting;
    lw_event *event;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &node, NULL, 0, 1, word, 0, 7), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_event_record_node(event);
    CHECK_STATUS(lw_graph_add_node(graph, &record, &node, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &waits), LW_SUCCESS);
    params = lw_graph_event_wait_node(event);
    CHECK_STATUS(lw_graph_add_node(waits, &wait, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_affine(waits, &node, &wait, 1, 1, word, 2, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(waits, &waiting, 0), LW_SUCCESS);

    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(event), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_graph_launch(waiting, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(other), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK(got == 14);
}

TEST(row, P16_boxes_and_rows)
{
    enum { WIDTH = 8, ROWS = 3, SLICES = 2 };
    lw_pitched box;
    unsigned char start[SLICES][ROWS][WIDTH], got[SLICES][ROWS][WIDTH];
    lw_graph *graph;
    lw_graph_node *set, *in, *out;
    for (int i = 0; i < (int)sizeof start; i++)
        ((unsigned char *)start)[i] = (unsigned char)i;
    memset(got, 0, sizeof got);
    CHECK_STATUS(lw_malloc_3d(t->device, &box, (lw_extent){WIDTH, ROWS, SLICES}), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = {.type = LW_GRAPH_NODE_MEMCPY};
    params.as.memcpy = (lw_copy_3d){.destination = box,
                                    .source = {start, WIDTH, WIDTH, ROWS},
                                    .extent = {WIDTH, ROWS, SLICES},
                                    .kind = LW_MEMCPY_DEFAULT};
    CHECK_STATUS(lw_graph_add_node(graph, &in, NULL, 0, &params), LW_SUCCESS);
    params.type = LW_GRAPH_NODE_MEMSET;
    params.as.memset = (lw_graph_memset_params){box, 0xee, {2, 2, 1}};
    CHECK_STATUS(lw_graph_add_node(graph, &set, &in, 1, &params), LW_SUCCESS);
    params.as.memset.extent.depth = 2;
    CHECK_STATUS(lw_graph_add_node(graph, &out, &in, 1, &params), LW_ERROR_INVALID_VALUE);
    params.type = LW_GRAPH_NODE_MEMCPY;
    params.as.memcpy = (lw_copy_3d){.destination = {got, WIDTH, WIDTH, ROWS},
                                    .source = box,
                                    .extent = {WIDTH, ROWS, SLICES},
                                    .kind = LW_MEMCPY_DEVICE_TO_HOST};
    CHECK_STATUS(lw_graph_add_node(graph, &out, &set, 1, &params), LW_SUCCESS);
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
    for (int z = 0; z < SLICES; z++)
        for (int y = 0; y < ROWS; y++)
            for (int x = 0; x < WIDTH; x++)
                CHECK(got[z][y][x] == (z == 0 && y < 2 && x < 2 ? 0xee : start[z][y][x]));
    CHECK_STATUS(lw_free(t->device, box.pointer), LW_SUCCESS);
}

/* Also a graph that waits for its turn, and its events. */
TEST(row, P17_a_fault_of_a_node_is_the_devices, .isolated = true)
{
    int *word = array_of(t, NULL, sizeof(int)), calls = 0;
    lw_stream *stream = lw_default_stream(t->device), *other;
    lw_graph *graph;
    lw_graph_node *trap, *host;
    lw_graph_exec *exec;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(stream_trap), lw_linear(NULL, 1, 1), NULL);
    CHECK_STATUS(lw_graph_add_node(graph, &trap, NULL, 0, &params), LW_SUCCESS);
    params = lw_graph_host_node(add_one, &calls);
    CHECK_STATUS(lw_graph_add_node(graph, &host, &trap, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, other), LW_SUCCESS);
    gate_open(gate);
    lw_status status = lw_device_synchronize(t->device);
    CHECK(LW_ERROR_IS_STICKY(status));
    CHECK_STATUS(lw_graph_launch(exec, stream), status);
    CHECK_STATUS(lw_graph_destroy(graph), status);
    CHECK(calls == 0);
    lw_status reset = lw_device_reset(t->device); /* on some systems a GPU needs a new process */
    CHECK(reset == LW_SUCCESS || reset == status);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_graph_destroy(graph), LW_ERROR_INVALID_HANDLE);
}

/* The driver would crash. */
TEST(row, P18_memory_that_was_freed)
{
    int *word, got = 0;
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_exec *exec = NULL;
    CHECK_STATUS(lw_malloc(t->device, (void **)&word, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(&got, word, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_ERROR_INVALID_VALUE);
    CHECK(exec == NULL && strstr(lw_last_error_message(t->device), "freed"));
}

TEST(row, P18b_a_launch_with_freed_memory, .cpu_only = true)
{
    int *word, got = 0;
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_exec *exec;
    CHECK_STATUS(lw_malloc(t->device, (void **)&word, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, word, 0, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(&got, word, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, word), LW_SUCCESS); /* waits for the launch */
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, node, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(lw_default_stream(t->device)), LW_SUCCESS);
}
