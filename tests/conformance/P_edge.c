/* Group P: edges with data: kernels' nodes that may begin before those ahead of them have ended. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>

#include <tests/fault/fault.h>
#include <tests/harness/arrays.h>

#include "P_nodes.h"
#include "device/C_dependent_sm90.h"

enum { WORDS = 4096, ROUNDS = 10 };

static const lw_graph_edge_data plain;
static const lw_graph_edge_data begun = {LW_GRAPH_PORT_LAUNCH_COMPLETION, 0, LW_GRAPH_DEPENDENCY_PROGRAMMATIC, {0}};

static void need_9_0(struct test *t)
{
    lw_device_properties device;
    CHECK_STATUS(lw_device_get_properties(t->device, &device), LW_SUCCESS);
    if (device.compute_capability_major < 9)
        SKIP("compute capability 9.0 is needed");
}

static bool is(lw_graph_edge_data a, lw_graph_edge_data b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static lw_status add_primary(lw_graph *graph, lw_graph_node **node, int *words)
{
    int n = WORDS;
    const void *arguments[] = {&n, &words};
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(c_primary), lw_linear(NULL, 1024, 128), arguments);
    return lw_graph_add_node(graph, node, NULL, 0, &params);
}

static lw_status add_dependent(lw_graph *graph, lw_graph_node **node, lw_graph_node *const *after,
                               const lw_graph_edge_data *data, size_t count, const int *words, int *out)
{
    int n = WORDS;
    const void *arguments[] = {&n, &words, &out};
    lw_graph_node_params params =
        lw_graph_kernel_node(LW_KERNEL_OF(c_dependent), lw_linear(NULL, 1024, 128), arguments);
    return lw_graph_add_node_with(graph, node, after, data, count, &params);
}

static void check_words(struct test *t, const int *array, int expected)
{
    static int words[WORDS];
    array_read(t, words, array, sizeof words);
    for (int i = 0; i < WORDS; i++)
        CHECK_EQUAL(words[i], expected);
}

TEST(row, P70_edges_have_data)
{
    CHECK_CALL(need_9_0(t));
    const lw_graph_edge_data early = lw_graph_programmatic_edge(), both[] = {early, plain};
    int *words = array_of(t, NULL, WORDS * sizeof *words), *others = array_of(t, NULL, WORDS * sizeof *others);
    lw_graph *graph, *clone;
    lw_graph_node *a, *b, *c, *nodes[4], *from[4], *to[4];
    lw_graph_edge_data data[4];
    size_t count = 4;
    CHECK(words && others);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &a, words), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &b, others), LW_SUCCESS);
    lw_graph_node *ends[] = {a, b};
    CHECK_STATUS(add_dependent(graph, &c, ends, both, 2, words, words), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &a, &b, &begun, 1), LW_SUCCESS);

    /* Where an edge has data, there must be room for it; the number alone can be had without. */
    memset(from, 0, sizeof from);
    CHECK_STATUS(lw_graph_get_edges(graph, from, to, &count), LW_ERROR_LOSSY_QUERY);
    CHECK(count == 4 && from[0] == NULL);
    CHECK_STATUS(lw_graph_get_edges_with(graph, from, to, NULL, &count), LW_ERROR_LOSSY_QUERY);
    CHECK_STATUS(lw_graph_get_edges_with(graph, NULL, NULL, data, &count), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_get_dependencies(c, nodes, &count), LW_ERROR_LOSSY_QUERY);
    CHECK_STATUS(lw_graph_node_get_dependent_nodes(a, nodes, &count), LW_ERROR_LOSSY_QUERY);
    CHECK_STATUS(lw_graph_node_get_dependent_nodes(b, nodes, &count), LW_SUCCESS);
    CHECK(count == 1 && nodes[0] == c);
    count = 4;
    CHECK_STATUS(lw_graph_node_get_dependencies_with(c, nodes, data, &count), LW_SUCCESS);
    CHECK(count == 2 && nodes[0] == a && is(data[0], early) && nodes[1] == b && is(data[1], plain));
    count = 4;
    CHECK_STATUS(lw_graph_node_get_dependencies_with(c, NULL, data, &count), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_get_dependencies_with(c, NULL, NULL, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 2);
    CHECK_STATUS(lw_graph_get_edges(graph, NULL, NULL, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 3);
    count = 4;
    memset(data, 1, sizeof data);
    CHECK_STATUS(lw_graph_node_get_dependent_nodes_with(b, nodes, data, &count), LW_SUCCESS);
    CHECK(count == 1 && is(data[0], plain) && is(data[1], plain) && nodes[1] == NULL);

    /* A clone has the same. */
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    count = 4;
    CHECK_STATUS(lw_graph_get_edges_with(clone, from, to, data, &count), LW_SUCCESS);
    CHECK(count == 3 && is(data[0], early) && is(data[1], begun) && is(data[2], plain) && data[3].type == 0);
    CHECK_STATUS(lw_graph_destroy(clone), LW_SUCCESS);

    /* An edge is removed by its data, or whatever it has; there is one from a node to another. */
    CHECK_STATUS(lw_graph_remove_dependencies_with(graph, &a, &b, &early, 1), LW_ERROR_INVALID_VALUE);
    lw_graph_node *twice_from[] = {a, a}, *twice_to[] = {b, b};
    lw_graph_edge_data twice[] = {begun, begun};
    CHECK_STATUS(lw_graph_remove_dependencies_with(graph, twice_from, twice_to, twice, 2), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_remove_dependencies_with(graph, &a, &b, &begun, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &a, &b, &begun, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_remove_dependencies(graph, &a, &b, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, twice_from, twice_to, twice, 2), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &a, &b, &early, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies(graph, &a, &c, 1), LW_ERROR_INVALID_VALUE);
    count = 4;
    CHECK_STATUS(lw_graph_get_edges_with(graph, from, to, data, &count), LW_SUCCESS);
    CHECK(count == 3 && to[1] == b && is(data[1], early));
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
}

TEST(row, P71_rules_of_the_data_of_edges)
{
    CHECK_CALL(need_9_0(t));
    const lw_graph_edge_data early = lw_graph_programmatic_edge();
    int *words = array_of(t, NULL, WORDS * sizeof *words);
    lw_graph *graph;
    lw_graph_node *kernel, *other, *empty, *node;
    lw_graph_node_params params = lw_graph_empty_node();
    CHECK(words != NULL);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &kernel, words), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &other, words), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &empty, NULL, 0), LW_SUCCESS);
    for (int port = 0; port <= 3; port++)
        for (int to_port = 0; to_port <= 1; to_port++)
            for (int type = 0; type <= 2; type++) {
                lw_graph_edge_data data = {(unsigned char)port, (unsigned char)to_port, (unsigned char)type, {0}};
                bool right =
                    to_port == 0 && ((port == 0 && type == 0) || (port == 1 && type == 1) || (port == 2 && type < 2));
                CHECK_STATUS(lw_graph_add_dependencies_with(graph, &kernel, &other, &data, 1),
                             right ? LW_SUCCESS : LW_ERROR_INVALID_VALUE);
                if (right)
                    CHECK_STATUS(lw_graph_remove_dependencies_with(graph, &kernel, &other, &data, 1), LW_SUCCESS);
            }
    lw_graph_edge_data reserved = early;
    reserved.reserved[4] = 1;
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &kernel, &other, &reserved, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &kernel, &empty, &early, 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_add_dependencies_with: data[0] is of a programmatic edge to a node of type 5; "
                             "expected a kernel's node");
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &empty, &kernel, &begun, 1), LW_ERROR_INVALID_VALUE);
    lw_graph_edge_data started = {.from_port = LW_GRAPH_PORT_LAUNCH_COMPLETION};
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &empty, &kernel, &started, 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device,
                  "lw_graph_add_dependencies_with: data[0] has from_port 2, from a node of type 5; expected a "
                  "kernel's node");
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &kernel, &empty, &started, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node_with(graph, &node, &kernel, &early, 1, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_dependent(graph, &node, &kernel, &reserved, 1, words, words), LW_ERROR_INVALID_VALUE);
    size_t count;
    CHECK_STATUS(lw_graph_get_nodes(graph, NULL, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 3);
}

/* From one kernel, or two, by either port. */
TEST(row, P72_a_dependent_node_sees_what_those_ahead_wrote)
{
    CHECK_CALL(need_9_0(t));
    const lw_graph_edge_data early = lw_graph_programmatic_edge(), data[][2] = {{early, early}, {begun, plain}};
    int *words = array_of(t, NULL, WORDS * sizeof *words), *others = array_of(t, NULL, WORDS * sizeof *others);
    int *out = array_of(t, NULL, WORDS * sizeof *out);
    CHECK(words && others && out);
    for (int i = 0; i < 2; i++) {
        lw_graph *graph;
        lw_graph_node *ahead[2], *node, *last;
        lw_graph_exec *exec;
        CHECK_STATUS(lw_memset(t->device, words, 0, WORDS * sizeof *words), LW_SUCCESS);
        CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
        CHECK_STATUS(add_primary(graph, &ahead[0], words), LW_SUCCESS);
        CHECK_STATUS(add_primary(graph, &ahead[1], others), LW_SUCCESS);
        CHECK_STATUS(add_dependent(graph, &node, ahead, data[i], 2, words, out), LW_SUCCESS);
        CHECK_STATUS(add_dependent(graph, &last, &node, &early, 1, out, others), LW_SUCCESS);
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
        for (int round = 1; round <= ROUNDS; round++) {
            CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
            CHECK_CALL(check_words(t, out, 10 * round));
            CHECK_CALL(check_words(t, others, 100 * round));
        }
        CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, ahead[0], 0), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
        CHECK_CALL(check_words(t, others, 100 * ROUNDS));
        CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
        CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    }
}

static void capture_kernel(struct test *t, lw_stream *stream, int programmatic, int *words)
{
    lw_launch_config config = lw_linear(stream, 1024, 128);
    config.programmatic = programmatic;
    CHECK_STATUS(lw_launch(c_dependent, config, WORDS, words, words), LW_SUCCESS);
}

/* Ends the capture, runs the graph, and counts the edges. */
static void end_capture(struct test *t, lw_stream *stream, size_t *count, size_t *programmatic)
{
    const lw_graph_edge_data early = lw_graph_programmatic_edge();
    lw_graph *graph;
    lw_graph_node *from[8], *to[8];
    lw_graph_edge_data data[8];
    *count = 8;
    *programmatic = 0;
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_edges_with(graph, from, to, data, count), LW_SUCCESS);
    for (size_t i = 0; i < *count; i++) {
        CHECK(is(data[i], early) || is(data[i], plain));
        *programmatic += data[i].type;
    }
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}

TEST(row, P73_captured_programmatic_launches)
{
    CHECK_CALL(need_9_0(t));
    int *words = array_of(t, NULL, WORDS * sizeof *words), *others = array_of(t, NULL, WORDS * sizeof *others);
    lw_stream *stream = lw_default_stream(t->device), *second;
    lw_event *event;
    size_t count, programmatic;
    CHECK(words && others);
    CHECK_STATUS(lw_stream_create(t->device, &second), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_RELAXED), LW_SUCCESS);
    CHECK_CALL(capture_kernel(t, stream, 1, words)); /* after nothing */
    CHECK_CALL(capture_kernel(t, stream, 1, words));
    CHECK_CALL(capture_kernel(t, stream, 0, words));
    CHECK_STATUS(lw_memset_async(stream, words, 0, WORDS * sizeof *words), LW_SUCCESS);
    CHECK_CALL(capture_kernel(t, stream, 1, words)); /* after no kernel */
    CHECK_CALL(end_capture(t, stream, &count, &programmatic));
    CHECK(count == 4 && programmatic == 1);

    /* After a kernel and a set; then after two kernels. */
    for (size_t kernels = 0; kernels <= 1; kernels++) {
        CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_RELAXED), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_event(second, event), LW_SUCCESS);
        CHECK_CALL(capture_kernel(t, stream, 0, words));
        if (kernels)
            CHECK_CALL(capture_kernel(t, second, 0, others));
        else
            CHECK_STATUS(lw_memset_async(second, others, 0, WORDS * sizeof *words), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(event, second), LW_SUCCESS);
        CHECK_STATUS(lw_stream_wait_event(stream, event), LW_SUCCESS);
        CHECK_CALL(capture_kernel(t, stream, 1, words));
        CHECK_CALL(end_capture(t, stream, &count, &programmatic));
        CHECK(count == 2 && programmatic == 1 + kernels);
    }
    CHECK_CALL(check_words(t, words, 0));
}

TEST(row, P74_an_update_keeps_the_data_of_edges)
{
    CHECK_CALL(need_9_0(t));
    const lw_graph_edge_data data[] = {lw_graph_programmatic_edge(), lw_graph_programmatic_edge(), plain, begun};
    int *words = array_of(t, NULL, WORDS * sizeof *words), *out = array_of(t, NULL, WORDS * sizeof *out);
    lw_graph *graph[4];
    lw_graph_node *a, *b[4];
    lw_graph_exec *exec;
    lw_graph_update_info info;
    CHECK(words && out);
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(lw_graph_create(t->device, &graph[i]), LW_SUCCESS);
        CHECK_STATUS(add_primary(graph[i], &a, words), LW_SUCCESS);
        CHECK_STATUS(add_dependent(graph[i], &b[i], &a, &data[i], 1, words, out), LW_SUCCESS);
    }
    CHECK_STATUS(lw_graph_instantiate(graph[0], &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_update(exec, graph[1], &info), LW_SUCCESS);
    for (int i = 2; i < 4; i++) {
        CHECK_STATUS(lw_graph_exec_update(exec, graph[i], &info), LW_ERROR_GRAPH_EXEC_UPDATE);
        CHECK(info.result == LW_GRAPH_UPDATE_TOPOLOGY_CHANGED && info.node == b[i]);
    }
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_CALL(check_words(t, out, 10));
}

TEST(row, P75_edges_with_data_in_a_picture)
{
    CHECK_CALL(need_9_0(t));
    const lw_graph_edge_data data[] = {lw_graph_programmatic_edge(), begun};
    char path[] = "/tmp/lanewise-graph-XXXXXX", text[2000] = "";
    int *words = array_of(t, NULL, WORDS * sizeof *words), file = mkstemp(path);
    lw_graph *graph;
    lw_graph_node *ahead[2], *node;
    CHECK(words != NULL && file >= 0);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &ahead[0], words), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &ahead[1], words), LW_SUCCESS);
    CHECK_STATUS(add_dependent(graph, &node, ahead, data, 2, words, words), LW_SUCCESS);
    CHECK_STATUS(lw_graph_print_dot(graph, path), LW_SUCCESS);
    CHECK(read(file, text, sizeof text - 1) > 0);
    close(file);
    unlink(path);
    CHECK(strstr(text, " [label=\"programmatic\"];\n") && strstr(text, " [label=\"launch completion\"];\n"));
}

TEST(row, P76_a_dependent_node_begins_early, .cuda_only = true)
{
    CHECK_CALL(need_9_0(t));
    const lw_graph_edge_data data[] = {lw_graph_programmatic_edge(), begun};
    for (int i = 0; i < 2; i++) {
        int got = 0, *flag = array_of(t, NULL, sizeof *flag), *seen = array_of(t, NULL, sizeof *seen);
        const void *waits[] = {&flag, &seen}, *sets[] = {&flag};
        lw_graph *graph;
        lw_graph_node *first, *second;
        CHECK(flag && seen);
        CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
        lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(c_wait_for_flag), lw_linear(NULL, 1, 1), waits);
        CHECK_STATUS(lw_graph_add_node(graph, &first, NULL, 0, &params), LW_SUCCESS);
        params = lw_graph_kernel_node(LW_KERNEL_OF(c_set_flag), lw_linear(NULL, 1, 1), sets);
        CHECK_STATUS(lw_graph_add_node_with(graph, &second, &first, &data[i], 1, &params), LW_SUCCESS);
        CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
        CHECK_CALL(array_read(t, &got, seen, sizeof got));
        CHECK_EQUAL(got, 1);
    }
}

TEST(row, P77_other_devices_refuse_ports, .host = true, .isolated = true)
{
    CHECK_CALL(fault_open(t, "LANEWISE_PROFILE", "sm_86"));
    const lw_graph_edge_data early = lw_graph_programmatic_edge();
    int *words = array_of(t, NULL, WORDS * sizeof *words);
    lw_graph *graph;
    lw_graph_node *a, *b;
    size_t count;
    CHECK(words);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &a, words), LW_SUCCESS);
    CHECK_STATUS(add_primary(graph, &b, words), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies_with(graph, &a, &b, &early, 1), LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(t->device, "lw_graph_add_dependencies_with: data[0] has from_port 1: it needs compute capability "
                             "9.0, the device has 8.6");
    CHECK_STATUS(lw_graph_get_edges(graph, NULL, NULL, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 0);
    fault_close(t);
}
