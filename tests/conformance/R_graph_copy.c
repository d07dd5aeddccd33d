/* Group R: graphs that copy between devices. */
#include <lanewise/capture.h>
#include <lanewise/peer.h>

#include "R_devices.h"
#include "device/R_peer.h"

enum { N = 1000, BYTES = N * sizeof(int), ROW = 40, ROWS = 5, SLICES = 5 };
_Static_assert(ROW * sizeof(int) * ROWS * SLICES == BYTES, "a box of all numbers");

static lw_copy_3d_peer box(int *to, lw_device *of, int *from, lw_device *from_device)
{
    return (lw_copy_3d_peer){.destination = {to, ROW * sizeof(int), ROW * sizeof(int), ROWS},
                             .destination_device = of,
                             .source = {from, ROW * sizeof(int), ROW * sizeof(int), ROWS},
                             .source_device = from_device,
                             .extent = {ROW * sizeof(int), ROWS, SLICES}};
}

/* here -> there -> here, each by another call. */
TEST(row, R33_captured_copies_between_devices, .two_devices = true)
{
    int *source = r_numbers(t, t->device, N, 5), *there = r_numbers(t, t->peer, N, 0);
    int *last = r_numbers(t, t->device, N, 0);
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *nodes[8];
    size_t count = 8;
    CHECK(source && there && last);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, there, source, BYTES, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(
        lw_memcpy_2d_async(stream, last, BYTES / 2, there, BYTES / 2, BYTES / 2, 2, LW_MEMCPY_DEVICE_TO_DEVICE),
        LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 2);
    for (size_t i = 0; i < count; i++) {
        lw_graph_node_type type;
        CHECK_STATUS(lw_graph_node_get_type(nodes[i], &type), LW_SUCCESS);
        CHECK_EQUAL(type, LW_GRAPH_NODE_MEMCPY);
    }
    r_check(t, t->device, last, N, 0, 1); /* nothing has run */
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int factor = 1; factor <= 3; factor += 2) {
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        r_check(t, t->peer, there, N, 5, factor);
        r_check(t, t->device, last, N, 5, factor);
        CHECK_STATUS(lw_launch(r_scale, lw_linear(stream, N, 128), N, source, last), LW_SUCCESS);
    }
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

/* Calls that name two devices are not captured. */
TEST(row, R33d_a_captured_call_that_names_two_devices_is_refused, .two_devices = true)
{
    int *here = r_numbers(t, t->device, N, 5), *there = r_numbers(t, t->peer, N, 0);
    lw_copy_3d_peer all = box(there, t->peer, here, t->device);
    lw_stream *stream;
    lw_graph *graph = NULL;
    CHECK(here && there);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_peer_async(stream, there, t->peer, here, t->device, BYTES), LW_ERROR_CAPTURE_UNSUPPORTED);
    CHECK_STATUS(lw_memcpy_3d_peer_async(stream, &all), LW_ERROR_CAPTURE_UNSUPPORTED);
    CHECK_MESSAGE(t->device,
                  "lw_memcpy_3d_peer_async: stream captures, and no call that names two devices is captured");
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

TEST(row, R33b_nodes_copy_between_devices, .two_devices = true)
{
    int *source = r_numbers(t, t->device, N, 5), *other = r_numbers(t, t->device, N, 7);
    int *there = r_numbers(t, t->peer, N, 0), *last = r_numbers(t, t->device, N, 0);
    lw_stream *stream = lw_default_stream(t->device);
    lw_graph *graph, *clone;
    lw_graph_exec *exec;
    lw_graph_node *first, *second;
    CHECK(source && other && there && last);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(there, source, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_add_node(graph, &first, NULL, 0, &params), LW_SUCCESS);
    params = lw_graph_memcpy_node(last, there, BYTES, LW_MEMCPY_DEVICE_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(graph, &second, &first, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(clone, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    r_check(t, t->peer, there, N, 5, 1);
    r_check(t, t->device, last, N, 5, 1);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);

    /* Other parameters, of an executable graph's node. */
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    params = lw_graph_memcpy_node(there, other, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, first, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    r_check(t, t->peer, there, N, 7, 1);
    r_check(t, t->device, last, N, 7, 1);

    /* The sides stay those of the same devices. */
    params = lw_graph_memcpy_node(last, other, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, first, &params), LW_ERROR_INVALID_VALUE);

    /* The sides are checked. */
    params = lw_graph_memcpy_node(there + 1, source, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_add_node(graph, &second, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_add_node: destination is ");
    int *pooled;
    CHECK_STATUS(lw_malloc_async(lw_default_stream(t->peer), (void **)&pooled, BYTES), LW_SUCCESS);
    params = lw_graph_memcpy_node(pooled, source, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_add_node(graph, &second, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_async(lw_default_stream(t->peer), pooled), LW_SUCCESS);
    params = lw_graph_memset_node(there, 0, BYTES); /* its device alone sets it */
    CHECK_STATUS(lw_graph_add_node(graph, &second, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}

/* The program may have freed what nodes name, or closed its device. */
TEST(row, R33c_a_copy_of_memory_that_is_gone_is_not_launched, .two_devices = true, .cpu_only = true)
{
    int *source = r_numbers(t, t->device, N, 5), *there = r_numbers(t, t->peer, N, 0);
    lw_stream *stream = lw_default_stream(t->device);
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    CHECK(source && there);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(there, source, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS); /* after the launch's work */
    t->peer = NULL;
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_launch: destination is not all inside one allocation");
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}
