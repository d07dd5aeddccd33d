/* Group P: memory that nodes of graphs allocate and free. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "P_nodes.h"
#include <lanewise/capture.h>
#include <lanewise/graph_memory.h>

enum { N = 64, BYTES = N * sizeof(int) };

static lw_status add_malloc(lw_graph *graph, lw_graph_node **node, int **memory)
{
    lw_graph_node_params params = lw_graph_malloc_node(BYTES);
    lw_status status = lw_graph_add_node(graph, node, NULL, 0, &params);
    if (!status)
        status = lw_graph_node_get_params(*node, &params);
    *memory = status ? NULL : params.as.allocate.pointer;
    return status;
}

static lw_status add_free(lw_graph *graph, lw_graph_node **node, lw_graph_node *after, void *memory)
{
    lw_graph_node_params params = lw_graph_free_node(memory);
    return lw_graph_add_node(graph, node, &after, after ? 1 : 0, &params);
}

/* memory = 0; memory[i] = memory[i] * 2 + term */
static lw_status add_use(lw_graph *graph, lw_graph_node **node, lw_graph_node *after, int *memory, int term)
{
    lw_graph_node *set;
    lw_graph_node_params params = lw_graph_memset_node(memory, 0, BYTES);
    lw_status status = lw_graph_add_node(graph, &set, &after, 1, &params);
    return status ? status : add_affine(graph, node, &set, 1, N, memory, 2, term);
}

static lw_status add_read(lw_graph *graph, lw_graph_node **node, lw_graph_node *after, int *to, const int *memory)
{
    lw_graph_node_params params = lw_graph_memcpy_node(to, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST);
    return lw_graph_add_node(graph, node, &after, 1, &params);
}

static lw_status launch_and_wait(lw_graph_exec *exec, lw_stream *stream)
{
    lw_status status = lw_graph_launch(exec, stream);
    return status ? status : lw_stream_synchronize(stream);
}

/* A graph whose allocation stays after each run, with the value `term` in it. */
static lw_status make_lasting(lw_device *device, lw_graph **graph, int **memory, int term)
{
    lw_graph_node *allocation, *last;
    lw_status status = lw_graph_create(device, graph);
    if (!status)
        status = add_malloc(*graph, &allocation, memory);
    return status ? status : add_use(*graph, &last, allocation, *memory, term);
}

TEST(row, P50_memory_of_a_graph)
{
    int *memory, got[N] = {0};
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *allocation, *node, *release;
    lw_graph_node_params params = lw_graph_malloc_node(0);
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_malloc(graph, &allocation, &memory), LW_SUCCESS);
    CHECK(memory != NULL && (uintptr_t)memory % 256 == 0);
    CHECK_STATUS(add_use(graph, &node, allocation, memory, 7), LW_SUCCESS);
    CHECK_STATUS(add_read(graph, &node, node, got, memory), LW_SUCCESS);
    CHECK_STATUS(add_free(graph, &release, node, memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int run = 0; run < 3; run++) {
        memset(got, 0, sizeof got);
        CHECK_STATUS(launch_and_wait(exec, stream), LW_SUCCESS);
        CHECK(got[0] == 7 && got[N - 1] == 7);
    }
    /* The address is the same ever after, and known by both nodes. */
    lw_graph_node_type type;
    CHECK_STATUS(lw_graph_node_get_params(allocation, &params), LW_SUCCESS);
    CHECK(params.as.allocate.pointer == memory && params.as.allocate.size == BYTES);
    CHECK_STATUS(lw_graph_node_get_params(release, &params), LW_SUCCESS);
    CHECK(params.as.freed == memory);
    CHECK_STATUS(lw_graph_node_get_type(allocation, &type), LW_SUCCESS);
    CHECK(type == LW_GRAPH_NODE_MEMORY_ALLOCATE);
    CHECK_STATUS(lw_free_async(stream, memory), LW_ERROR_INVALID_VALUE); /* the graph frees it */
    CHECK_STATUS(lw_free(t->device, memory), LW_ERROR_INVALID_VALUE);
}

TEST(row, P51_rules_of_graphs_with_memory)
{
    int *memory;
    lw_graph *graph, *other, *clone;
    lw_graph_exec *exec, *second;
    lw_graph_node *allocation, *release, *node;
    lw_graph_node_params params;
    lw_graph_update_info info;
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(add_malloc(graph, &allocation, &memory), LW_SUCCESS);
    CHECK_STATUS(add_free(graph, &release, allocation, memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_ERROR_NOT_SUPPORTED);
    params = lw_graph_child_node(graph);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_node_destroy(release), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_remove_dependencies(graph, &allocation, &release, 1), LW_ERROR_NOT_SUPPORTED);
    params = lw_graph_malloc_node(2 * BYTES);
    CHECK_STATUS(lw_graph_node_set_params(allocation, &params), LW_ERROR_NOT_SUPPORTED);

    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &second, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, allocation, &params), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, allocation, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_update(exec, graph, &info), LW_ERROR_GRAPH_EXEC_UPDATE);
    CHECK(info.result == LW_GRAPH_UPDATE_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &second, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_destroy(second), LW_SUCCESS);

    /* The graphs of nodes have no such nodes. */
    CHECK_STATUS(lw_graph_create(t->device, &clone), LW_SUCCESS);
    params = lw_graph_child_node(clone);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_params(node, &params), LW_SUCCESS);
    clone = params.as.child;
    params = lw_graph_malloc_node(BYTES);
    CHECK_STATUS(lw_graph_add_node(clone, &node, NULL, 0, &params), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_instantiate(other, &exec, 8), LW_ERROR_INVALID_VALUE);
}

TEST(row, P52_memory_outlives_its_run)
{
    int *memory = NULL, got[N] = {0};
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(make_lasting(t->device, &graph, &memory, 5), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_ERROR_INVALID_VALUE); /* not allocated yet */
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, N, N), N, memory, 3, 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, got, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_ERROR_INVALID_VALUE);
    CHECK(strstr(lw_last_error_message(t->device), "allocated"));
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 16 && got[N - 1] == 16);

    /* After the free it can be allocated again; lw_free() frees it, too. It outlives both handles. */
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, got, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 5 && got[N - 1] == 5);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_ERROR_INVALID_VALUE);
}

TEST(row, P53_a_launch_frees_what_the_one_before_has_left)
{
    int *memory = NULL, got[N];
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(make_lasting(t->device, &graph, &memory, 9), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH), LW_SUCCESS);
    for (int run = 0; run < 3; run++)
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, got, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 9 && got[N - 1] == 9);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
}

TEST(row, P54_another_graph_frees)
{
    int *memory = NULL, *own, *plain = array_of(t, NULL, BYTES), got[N] = {0};
    lw_graph *graph, *other;
    lw_graph_exec *exec, *freeing;
    lw_graph_node *node, *allocation;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK(plain != NULL);
    CHECK_STATUS(make_lasting(t->device, &graph, &memory, 4), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &other), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(got, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_free(other, &node, node, memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(other, &freeing, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(freeing, stream), LW_ERROR_INVALID_VALUE); /* nothing to free yet */
    for (int run = 0; run < 2; run++) {
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(freeing, stream), LW_SUCCESS);
    }
    CHECK_STATUS(lw_graph_launch(freeing, stream), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 4 && got[N - 1] == 4);

    /* One node of a graph frees it, and either its own graph or others. */
    CHECK_STATUS(add_free(other, &node, NULL, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_free(graph, &node, NULL, memory), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_malloc(graph, &allocation, &own), LW_SUCCESS);
    CHECK_STATUS(add_free(graph, &node, allocation, own), LW_SUCCESS);
    CHECK_STATUS(add_free(graph, &node, allocation, own), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_free(other, &node, NULL, own), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_free(other, &node, NULL, plain), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_free(other, &node, NULL, own + 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_free(other, &node, NULL, NULL), LW_ERROR_INVALID_VALUE);
}

TEST(row, P55_captured_allocations)
{
    int *memory, *lasting, *plain = array_of(t, NULL, BYTES), got[N] = {0}, left[N] = {0};
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_stream *stream;
    lw_graph_node *nodes[8];
    lw_graph_node_type type;
    lw_graph_node_params params;
    size_t count = 8;
    CHECK(plain != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&memory, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&lasting, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, memory, 0, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, N, N), N, memory, 1, 6), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, got, memory, BYTES, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, lasting, 1, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK(count == 7);
    CHECK_STATUS(lw_graph_node_get_type(nodes[0], &type), LW_SUCCESS);
    CHECK(type == LW_GRAPH_NODE_MEMORY_ALLOCATE);
    CHECK_STATUS(lw_graph_node_get_params(nodes[0], &params), LW_SUCCESS);
    CHECK(params.as.allocate.pointer == memory && params.as.allocate.size >= BYTES);
    CHECK_STATUS(lw_graph_node_get_params(nodes[6], &params), LW_SUCCESS);
    CHECK(params.type == LW_GRAPH_NODE_MEMORY_FREE && params.as.freed == memory);

    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int run = 0; run < 2; run++) {
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_async(stream, left, lasting, BYTES, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_free_async(stream, lasting), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        CHECK(got[0] == 6 && got[N - 1] == 6 && left[0] == 0x01010101 && left[N - 1] == 0x01010101);
    }

    /* Only memory of graphs is freed in a capture. One that is given up takes its memory along. */
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_RELAXED), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&memory, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, plain), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_ERROR_CAPTURE_UNSUPPORTED);
    CHECK(lw_stream_end_capture(stream, &graph) != LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_ERROR_INVALID_VALUE);
}

TEST(row, P56_the_figures_of_the_memory_of_graphs)
{
    int *memory = NULL;
    uint64_t used, high, reserved, most;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_stream *stream = lw_default_stream(t->device);
    CHECK_STATUS(lw_device_trim_graph_memory(t->device), LW_SUCCESS);
    CHECK_STATUS(make_lasting(t->device, &graph, &memory, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(launch_and_wait(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_USED_CURRENT, &used), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_USED_HIGH, &high), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_RESERVED_CURRENT, &reserved),
                 LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_RESERVED_HIGH, &most), LW_SUCCESS);
    CHECK(used >= BYTES && high >= used && reserved >= used && most >= reserved);
    /* What is allocated is not trimmed. */
    CHECK_STATUS(lw_device_trim_graph_memory(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_RESERVED_CURRENT, &reserved),
                 LW_SUCCESS);
    CHECK(reserved >= BYTES);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_device_trim_graph_memory(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_RESERVED_CURRENT, &reserved),
                 LW_SUCCESS);
    CHECK(reserved < most);
    CHECK_STATUS(lw_device_set_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_RESERVED_HIGH, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_set_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_USED_HIGH, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_RESERVED_HIGH, &high), LW_SUCCESS);
    CHECK(high < most);
    CHECK_STATUS(lw_device_set_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_USED_HIGH, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_set_graph_memory_attribute(t->device, LW_GRAPH_MEMORY_USED_CURRENT, 0),
                 LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_get_graph_memory_attribute(t->device, (lw_graph_memory_attribute)4, &used),
                 LW_ERROR_INVALID_VALUE);
}

TEST(row, P57_a_graph_with_memory_as_a_picture)
{
    char path[] = "/tmp/lanewise-graph-XXXXXX", text[1024] = "";
    int *memory, file = mkstemp(path);
    lw_graph *graph;
    lw_graph_node *allocation, *node;
    CHECK(file >= 0);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_malloc(graph, &allocation, &memory), LW_SUCCESS);
    CHECK_STATUS(add_free(graph, &node, allocation, memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_print_dot(graph, path), LW_SUCCESS);
    CHECK(read(file, text, sizeof text - 1) > 0);
    close(file);
    unlink(path);
    CHECK(strstr(text, "0: allocate\\n256 bytes at 0x") && strstr(text, "1: free\\n0x"));
}

/* A reset, or the close of its handle, ends the memory, although other graphs name it. */
TEST(row, P58_memory_of_graphs_ends_with_its_handle)
{
    int *memory = NULL;
    lw_device *second;
    lw_graph *graph, *other;
    lw_graph_exec *exec, *freeing;
    lw_graph_node *node;
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    CHECK_STATUS(make_lasting(second, &graph, &memory, 2), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(add_free(other, &node, NULL, memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(other, &freeing, 0), LW_SUCCESS);
    CHECK_STATUS(launch_and_wait(exec, lw_default_stream(second)), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(freeing, lw_default_stream(t->device)), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free(t->device, memory), LW_ERROR_INVALID_VALUE);
}

/* The device has room for one of two. */
TEST(row, P59_memory_of_graphs_that_are_gone_is_allocated_again, .host = true, .isolated = true)
{
    enum { SIZE = 24 << 20 };
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec;
    void *memory, *again;
    CHECK(setenv("LANEWISE_MEMORY", "40M", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    for (int run = 0; run < 6; run++) {
        CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_RELAXED), LW_SUCCESS);
        CHECK_STATUS(lw_malloc_async(stream, &memory, SIZE), LW_SUCCESS);
        if (run % 3) {
            CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
            CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
            CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
            struct stream_gate *gate = gate_close(t->device, stream);
            CHECK(gate != NULL);
            if (run % 3 == 1) /* else no run outlives it */
                CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
            CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
            CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
            gate_open(gate);
            CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        }
        CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
        if (run < 3) {
            CHECK_STATUS(lw_malloc(t->device, &again, SIZE), LW_SUCCESS);
            CHECK_STATUS(lw_free(t->device, again), LW_SUCCESS);
        } else {
            CHECK_STATUS(lw_malloc_async(lw_default_stream(t->device), &again, SIZE), LW_SUCCESS);
            CHECK_STATUS(lw_free_async(lw_default_stream(t->device), again), LW_SUCCESS);
            CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        }
    }
}
