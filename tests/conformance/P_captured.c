/* Group P: captured copies of arrays, events whose record was captured, the legacy stream. */
#include <string.h>

#include "../harness/arrays.h"
#include "P_nodes.h"
#include <lanewise/array.h>
#include <lanewise/capture.h>

enum { WIDTH = 13, HEIGHT = 7, BYTES = WIDTH * sizeof(int) };

static lw_status capture_both_ways(lw_stream *stream, lw_array *array, int (*from)[WIDTH], int (*to)[WIDTH],
                                   lw_graph **graph)
{
    lw_status status = lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL);
    if (!status)
        status = lw_memcpy_2d_to_array_async(stream, array, 0, 0, from, BYTES, BYTES, HEIGHT, LW_MEMCPY_HOST_TO_DEVICE);
    if (!status)
        status = lw_memcpy_2d_from_array_async(stream, to, BYTES, array, 0, 0, BYTES, HEIGHT, LW_MEMCPY_DEVICE_TO_HOST);
    return status ? status : lw_stream_end_capture(stream, graph);
}

static lw_status make_array(lw_device *device, lw_array **array)
{
    lw_array_shape shape = {.format = {32, 0, 0, 0, LW_CHANNEL_SIGNED}, .width = WIDTH, .height = HEIGHT};
    return lw_array_create(device, array, &shape);
}

/* They are nodes that copy memory, whose parameters cannot be read. */
TEST(row, P39_captured_copies_of_arrays)
{
    static int from[HEIGHT][WIDTH], to[HEIGHT][WIDTH];
    lw_stream *stream;
    lw_array *array;
    lw_graph *graph, *clone;
    lw_graph_node *nodes[2];
    lw_graph_node_type type;
    lw_graph_node_params params;
    size_t count = 2;
    CHECK_STATUS(make_array(t->device, &array), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(capture_both_ways(stream, array, from, to, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK(count == 2);
    for (size_t i = 0; i < count; i++) {
        CHECK_STATUS(lw_graph_node_get_type(nodes[i], &type), LW_SUCCESS);
        CHECK(type == LW_GRAPH_NODE_MEMCPY);
        CHECK_STATUS(lw_graph_node_get_params(nodes[i], &params), LW_ERROR_NOT_SUPPORTED);
    }
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    for (int run = 1; run <= 2; run++) {
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            from[i / WIDTH][i % WIDTH] = run * i;
        CHECK_STATUS(run_graph(t->device, run == 1 ? graph : clone), LW_SUCCESS);
        CHECK(memcmp(from, to, sizeof from) == 0);
    }
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
}

TEST(row, P39_a_graph_that_copies_a_destroyed_array_is_refused, .cpu_only = true)
{
    static int from[HEIGHT][WIDTH], to[HEIGHT][WIDTH];
    lw_stream *stream;
    lw_array *array;
    lw_graph *graph;
    lw_graph_exec *exec;
    CHECK_STATUS(make_array(t->device, &array), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(capture_both_ways(stream, array, from, to, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_array_destroy(array), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
}

TEST(row, P43_a_record_of_a_node_follows_a_captured_one)
{
    lw_stream *stream;
    lw_event *event;
    lw_graph *graph;
    lw_graph_node *node;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(event), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_event_record_node(event);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(event), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_SUCCESS);
}

TEST(row, P44_the_legacy_stream_joins_no_capture)
{
    int *word = array_of(t, NULL, sizeof(int)), got = 0;
    lw_stream *stream, *legacy;
    lw_event *event;
    lw_graph *graph;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK(lw_stream_wait_event(legacy, event) != LW_SUCCESS);
    lw_stream_end_capture(stream, &graph); /* whatever it finds, the capture is at an end */
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(legacy, 1, 1), 1, word, 0, 3), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(legacy), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK(got == 3);
}
