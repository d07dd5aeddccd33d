/* Group R: graphs that copy another device's stream-ordered and mapped memory, with access to it. */
#include <lanewise/capture.h>
#include <lanewise/peer.h>

#include "R_devices.h"
#include "R_virtual.h"

enum { N = 1000, BYTES = N * sizeof(int) };

/* Copies `source` there and back to `last`, by a capture and by nodes. */
static void check_reached(struct test *t, int *there, const int *source, int *last)
{
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *first, *second;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (int captured = 0; captured < 2; captured++) {
        CHECK_STATUS(lw_memset(t->device, last, 0, BYTES), LW_SUCCESS);
        if (captured) {
            CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
            CHECK_STATUS(lw_memcpy_async(stream, there, source, BYTES, LW_MEMCPY_DEFAULT), LW_SUCCESS);
            CHECK_STATUS(lw_memcpy_async(stream, last, there, BYTES, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
            CHECK_STATUS(lw_stream_end_capture(stream, &graph), LW_SUCCESS);
        } else {
            CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
            lw_graph_node_params params = lw_graph_memcpy_node(there, source, BYTES, LW_MEMCPY_DEFAULT);
            CHECK_STATUS(lw_graph_add_node(graph, &first, NULL, 0, &params), LW_SUCCESS);
            params = lw_graph_memcpy_node(last, there, BYTES, LW_MEMCPY_DEVICE_TO_DEVICE);
            CHECK_STATUS(lw_graph_add_node(graph, &second, &first, 1, &params), LW_SUCCESS);
        }
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        r_check(t, t->device, last, N, 5, 1);
        CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
        CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    }
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

/* Neither a node nor a capture takes it. */
static void check_refused(struct test *t, int *there, const int *source, const char *how)
{
    lw_stream *stream;
    lw_graph *graph = NULL;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_memcpy_node(there, source, BYTES, LW_MEMCPY_DEVICE_TO_DEVICE);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, how);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    graph = NULL;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, there, source, BYTES, LW_MEMCPY_DEVICE_TO_DEVICE), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, how);
    lw_stream_end_capture(stream, &graph);
    if (graph)
        CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

TEST(row, R33e_graphs_copy_another_device_s_pooled_memory_with_access, .two_devices = true)
{
    int *source = r_numbers(t, t->device, N, 5), *last = r_numbers(t, t->device, N, 0), *there = NULL;
    lw_memory_pool *pool;
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK(source && last);
    CHECK_STATUS(lw_memory_pool_create(t->peer, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(lw_default_stream(t->peer), pool, (void **)&there, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
    CHECK_CALL(check_refused(t, there, source, "only with access (lw_memory_pool_set_access)"));
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_CALL(check_reached(t, there, source, last));
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_NONE), LW_SUCCESS);
    CHECK_CALL(check_refused(t, there, source, "only with access (lw_memory_pool_set_access)"));
    CHECK_STATUS(lw_free(t->peer, there), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

TEST(row, R33f_graphs_copy_another_device_s_mapped_memory_with_access, .two_devices = true)
{
    int *source = r_numbers(t, t->device, N, 5), *last = r_numbers(t, t->device, N, 0), *there = NULL;
    lw_physical_memory *physical;
    lw_virtual_memory_access access[2] = {{t->peer, LW_MEMORY_ACCESS_READ_WRITE}, {t->device, LW_MEMORY_ACCESS_NONE}};
    size_t size;
    CHECK_CALL(virtual_begin(t, &size));
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK(source && last);
    CHECK_STATUS(lw_physical_memory_create(t->peer, &physical, size, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->peer, (void **)&there, size, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(there, size, physical, 0), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_release(physical), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_set_access(t->peer, there, size, access, 1), LW_SUCCESS);
    CHECK_CALL(check_refused(t, there, source, "only with access (lw_virtual_memory_set_access)"));
    access[1].access = LW_MEMORY_ACCESS_READ_WRITE;
    CHECK_STATUS(lw_virtual_memory_set_access(t->peer, there, size, access, 2), LW_SUCCESS);
    CHECK_CALL(check_reached(t, there, source, last));
    access[1].access = LW_MEMORY_ACCESS_NONE;
    CHECK_STATUS(lw_virtual_memory_set_access(t->peer, there, size, access, 2), LW_SUCCESS);
    CHECK_CALL(check_refused(t, there, source, "only with access (lw_virtual_memory_set_access)"));
    CHECK_STATUS(lw_virtual_memory_unmap(t->peer, there, size), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->peer, there, size), LW_SUCCESS);
}
