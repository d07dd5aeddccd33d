/* Group R: graphs whose memory is another device's. */
#include <lanewise/capture.h>
#include <lanewise/graph_memory.h>
#include <lanewise/peer.h>

#include "Q_pool.h"
#include "R_devices.h"
#include "device/R_peer.h"

enum { N = 1000, BYTES = N * sizeof(int) };

static uint64_t used(struct test *t, lw_device *device)
{
    uint64_t value = 0;
    if (lw_device_get_graph_memory_attribute(device, LW_GRAPH_MEMORY_USED_CURRENT, &value))
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(device));
    return value;
}

/* A node with memory of the peer that t->device's kernels may use. */
static lw_status add_allocation(struct test *t, lw_graph *graph, lw_graph_node **node, int **memory)
{
    lw_graph_node_params params = lw_graph_malloc_node(BYTES);
    params.as.allocate.device = t->peer;
    params.as.allocate.peers = &t->device;
    params.as.allocate.peer_count = 1;
    lw_status status = lw_graph_add_node(graph, node, NULL, 0, &params);
    if (!status)
        status = lw_graph_node_get_params(*node, &params);
    *memory = status ? NULL : params.as.allocate.pointer;
    return status;
}

/* memory[i] = 3 * from[i] */
static lw_status add_scale(lw_graph *graph, lw_graph_node **node, lw_graph_node *after, int *memory, const int *from)
{
    const void *arguments[] = {&(int){N}, &memory, &from};
    lw_launch_config config = {.grid = {(N + 127) / 128, 1, 1}, .block = {128, 1, 1}};
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(r_scale), config, arguments);
    return lw_graph_add_node(graph, node, &after, 1, &params);
}

/* The capture takes the access that the pool gives at that time. */
TEST(row, R32c_a_capture_takes_memory_of_another_device_s_pool, .two_devices = true)
{
    int *memory = NULL, *lasting = NULL, *numbers = r_numbers(t, t->device, N, 5),
        *results = r_numbers(t, t->device, N, 0);
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *nodes[8];
    lw_graph_node_params params;
    lw_stream *here;
    lw_memory_pool *pool;
    size_t count = 8;
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK(numbers && results);
    CHECK_STATUS(lw_memory_pool_create(t->peer, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_access(pool, t->device, LW_MEMORY_ACCESS_READ_WRITE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_device_trim_graph_memory(t->peer), LW_SUCCESS); /* what earlier graphs have freed counts as used */
    uint64_t own = used(t, t->device), before = used(t, t->peer);
    CHECK_STATUS(lw_stream_begin_capture(here, LW_CAPTURE_RELAXED), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(here, pool, (void **)&memory, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(here, pool, (void **)&lasting, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(here, N, 128), N, memory, numbers), LW_SUCCESS);
    CHECK_STATUS(lw_launch(r_scale, lw_linear(here, N, 128), N, lasting, memory), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(here, memory), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(here, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS); /* the graph has the memory, not the pool */
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK_EQUAL(count, 5);
    CHECK_STATUS(lw_graph_node_get_params(nodes[0], &params), LW_SUCCESS);
    CHECK(params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE && params.as.allocate.pointer == memory);
    CHECK(params.as.allocate.device == t->peer && params.as.allocate.peer_count == 0);

    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int run = 0; run < 2; run++) {
        CHECK_STATUS(lw_graph_launch(exec, here), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
        r_check(t, t->peer, lasting, N, 5, 9);
        CHECK_EQUAL(used(t, t->device), own);
        CHECK(used(t, t->peer) >= before + BYTES);
        CHECK_STATUS(lw_graph_launch(exec, here), LW_ERROR_INVALID_VALUE);
        if (run == 0)
            CHECK_STATUS(lw_free_async(here, lasting), LW_SUCCESS);
        else
            CHECK_STATUS(lw_free(t->peer, lasting), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, lasting), LW_ERROR_INVALID_VALUE);
    }
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(here), LW_SUCCESS);
}

TEST(row, R32d_a_node_allocates_memory_of_another_device, .two_devices = true)
{
    int *memory, *numbers = r_numbers(t, t->device, N, 5);
    lw_graph *graph, *other;
    lw_graph_exec *exec, *freeing;
    lw_graph_node *allocation, *node;
    lw_graph_node_params params;
    lw_stream *here = lw_default_stream(t->device), *there = lw_default_stream(t->peer);
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK(numbers != NULL);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_allocation(t, graph, &allocation, &memory), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_params(allocation, &params), LW_SUCCESS);
    CHECK(params.as.allocate.device == t->peer && params.as.allocate.peer_count == 1);
    CHECK(params.as.allocate.peers && params.as.allocate.peers != &t->device &&
          params.as.allocate.peers[0] == t->device);
    CHECK_STATUS(add_scale(graph, &node, allocation, memory, numbers), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, here), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
    r_check(t, t->peer, memory, N, 5, 3);

    /* A graph of the memory's own device frees it, and one of either frees it once. */
    CHECK_STATUS(lw_graph_create(t->peer, &other), LW_SUCCESS);
    params = lw_graph_free_node(memory);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, &allocation, 1, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_instantiate(other, &freeing, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(freeing, there), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(freeing, there), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_stream_synchronize(there), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->peer, memory), LW_ERROR_INVALID_VALUE);

    /* What is no device, or reads none, is refused. */
    params = lw_graph_malloc_node(BYTES);
    CHECK(params.as.allocate.device == NULL && params.as.allocate.peer_count == 0);
    params.as.allocate.peer_count = 1;
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_add_node: peers is null, peer_count is 1");
    lw_device *wrong = (lw_device *)(void *)here;
    params.as.allocate.peers = &wrong;
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "lw_graph_add_node: peers[i]");
    params = lw_graph_malloc_node(BYTES);
    params.as.allocate.device = wrong;
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "lw_graph_add_node: device");
    CHECK_STATUS(lw_graph_exec_destroy(freeing), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(other), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}

/* The graph stays, and nothing of it is left when it goes after the device. */
TEST(row, R32e_such_memory_ends_with_its_device_handle, .two_devices = true)
{
    int *memory, *numbers = r_numbers(t, t->device, N, 5);
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *allocation, *node;
    lw_stream *here = lw_default_stream(t->device);
    if (!r_can(t))
        SKIP("the devices have no peer access");
    CHECK(numbers != NULL);
    for (int close = 0; close < 2; close++) {
        CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
        CHECK_STATUS(add_allocation(t, graph, &allocation, &memory), LW_SUCCESS);
        CHECK_STATUS(add_scale(graph, &node, allocation, memory, numbers), LW_SUCCESS);
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
        CHECK_STATUS(lw_graph_launch(exec, here), LW_SUCCESS);
        if (close) {
            CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
            t->peer = NULL;
        } else {
            CHECK_STATUS(lw_device_reset(t->peer), LW_SUCCESS);
        }
        CHECK_STATUS(lw_graph_launch(exec, here), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, "ended with the device handle that owned it, or with a reset");
        CHECK_STATUS(lw_free_async(here, memory), LW_ERROR_INVALID_VALUE);
        CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
        CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
        CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    }
}

/* Another device's default pool ends with its device, as it belongs to no handle. */
TEST(row, R32f_a_capture_takes_memory_of_another_device_s_default_pool, .two_devices = true)
{
    int *memory = NULL;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_stream *here;
    lw_memory_pool *pool;
    CHECK_STATUS(lw_device_get_default_memory_pool(t->peer, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &here), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(here, LW_CAPTURE_RELAXED), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(here, pool, (void **)&memory, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(here, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, here), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(here), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->peer, memory, 1, BYTES), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->peer, memory + N - 1), 0x01010101);
    CHECK_STATUS(lw_device_close(t->peer), LW_SUCCESS);
    t->peer = NULL;
    CHECK_STATUS(lw_graph_launch(exec, here), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(here), LW_SUCCESS);
}
