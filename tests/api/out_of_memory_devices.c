/* Out of memory at every allocation in turn, with two devices: a status, a sentence, nothing leaked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/capture.h>
#include <lanewise/graph_memory.h>

#include "api/test_hook.h"
#include "tests/conformance/device/R_multicast_sm90.h"
#include "tests/conformance/device/R_peer.h"
#include "tests/harness/test.h"

enum { N = 300, SIZE = N * sizeof(int) };

struct scenario {
    lw_device *devices[2];
    const char *step; /* the latest call made */
};

#define STEP(function, ...)                                                                                            \
    do {                                                                                                               \
        s->step = #function;                                                                                           \
        lw_status step_status = function(__VA_ARGS__);                                                                 \
        if (step_status)                                                                                               \
            return step_status;                                                                                        \
    } while (0)

static lw_status use_pool(struct scenario *s, int *to)
{
    lw_memory_pool *pool;
    int *memory;
    lw_stream *there = lw_default_stream(s->devices[1]);
    STEP(lw_memory_pool_create, s->devices[1], &pool);
    STEP(lw_memory_pool_set_access, pool, s->devices[0], LW_MEMORY_ACCESS_READ_WRITE);
    STEP(lw_malloc_from_pool_async, there, pool, (void **)&memory, SIZE);
    STEP(lw_memset_async, there, memory, 0, SIZE);
    STEP(lw_memcpy_async, there, to, memory, SIZE, LW_MEMCPY_DEFAULT);
    STEP(lw_free_async, there, memory);
    STEP(lw_stream_synchronize, there);
    STEP(lw_memory_pool_destroy, pool);
    return LW_SUCCESS;
}

/* A graph of the first device with memory of the second, and a captured allocation of the second's pool. */
static lw_status use_graph(struct scenario *s)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_memory_pool *pool;
    void *memory;
    lw_stream *stream;
    lw_graph_node_params params = lw_graph_malloc_node(SIZE);
    params.as.allocate.device = s->devices[1];
    params.as.allocate.peers = s->devices;
    params.as.allocate.peer_count = 2;
    STEP(lw_graph_create, s->devices[0], &graph);
    STEP(lw_graph_add_node, graph, &node, NULL, 0, &params);
    STEP(lw_graph_node_get_params, node, &params);
    params = lw_graph_free_node(params.as.allocate.pointer);
    STEP(lw_graph_add_node, graph, &node, &node, 1, &params);
    STEP(lw_graph_instantiate, graph, &exec, 0);
    STEP(lw_graph_launch, exec, lw_default_stream(s->devices[0]));
    STEP(lw_graph_exec_destroy, exec);
    STEP(lw_graph_destroy, graph);
    STEP(lw_memory_pool_create, s->devices[1], &pool);
    STEP(lw_stream_create, s->devices[0], &stream);
    STEP(lw_stream_begin_capture, stream, LW_CAPTURE_RELAXED);
    STEP(lw_malloc_from_pool_async, stream, pool, &memory, SIZE);
    STEP(lw_free_async, stream, memory);
    STEP(lw_stream_end_capture, stream, &graph);
    STEP(lw_graph_destroy, graph);
    STEP(lw_memory_pool_destroy, pool);
    return LW_SUCCESS;
}

/* An object of both devices, whose memory is bound by its handle and by its address. */
static lw_status use_multicast(struct scenario *s)
{
    lw_multicast_properties properties = {.device_count = 2};
    lw_multicast *object;
    size_t unit;
    char *own[2], *all[2];
    STEP(lw_multicast_granularity, s->devices[0], &properties, LW_MEMORY_GRANULARITY_MINIMUM, &unit);
    properties.size = unit;
    STEP(lw_multicast_create, s->devices[0], &object, &properties);
    for (int d = 0; d < 2; d++)
        STEP(lw_multicast_add_device, object, s->devices[d]);
    for (int d = 0; d < 2; d++) {
        lw_physical_memory *memory;
        const lw_virtual_memory_access self = {s->devices[d], LW_MEMORY_ACCESS_READ_WRITE};
        STEP(lw_physical_memory_create, s->devices[d], &memory, unit, NULL);
        STEP(lw_virtual_memory_reserve, s->devices[d], (void **)&own[d], 2 * unit, 0, NULL);
        all[d] = own[d] + unit;
        STEP(lw_virtual_memory_map, own[d], unit, memory, 0);
        if (d)
            STEP(lw_multicast_bind_address, object, 0, s->devices[d], own[d], unit);
        else
            STEP(lw_multicast_bind_memory, object, 0, memory, 0, unit);
        STEP(lw_physical_memory_release, memory);
        STEP(lw_multicast_map, s->devices[d], all[d], unit, object, 0);
        STEP(lw_virtual_memory_set_access, s->devices[d], all[d], unit, &self, 1);
    }
    s->step = "lw_launch";
    lw_status status = lw_launch(r_mc_count, lw_linear(lw_default_stream(s->devices[0]), 32, 32), (int *)all[0], 2);
    if (status)
        return status;
    STEP(lw_multicast_unbind, object, s->devices[0], 0, unit);
    STEP(lw_virtual_memory_unmap, s->devices[0], all[0], unit);
    STEP(lw_multicast_release, object); /* the rest is left to the ends of the devices */
    return LW_SUCCESS;
}

/* A small program of two devices. The first failure ends it; the caller keeps the devices. */
static lw_status run_scenario(struct scenario *s, const char *const names[2])
{
    int *memory[2], made = 0, factor = 3, count[2], can, numbers[N] = {1, 2, 3};
    lw_stream *streams[2];
    lw_event *event;
    for (int d = 0; d < 2; d++) {
        STEP(lw_device_open, &s->devices[d], names[d]);
        STEP(lw_stream_create, s->devices[d], &streams[d]);
        STEP(lw_malloc, s->devices[d], (void **)&memory[d], SIZE);
        STEP(lw_memcpy, s->devices[d], memory[d], numbers, SIZE, LW_MEMCPY_HOST_TO_DEVICE);
        STEP(lw_memcpy_to_symbol, s->devices[d], LW_SYMBOL(r_factor), &factor, sizeof factor, 0);
        STEP(lw_memcpy_to_symbol, s->devices[d], LW_SYMBOL(r_counter), &made, sizeof made, 0);
        s->step = "lw_launch";
        lw_status status = lw_launch(r_count, lw_linear(streams[d], 64, 32), d + 1);
        if (status)
            return status;
    }
    STEP(lw_event_create, s->devices[1], &event);
    STEP(lw_event_record, event, streams[1]);
    STEP(lw_stream_wait_event, streams[0], event);
    STEP(lw_memcpy_peer_async, streams[0], memory[0], s->devices[0], memory[1], s->devices[1], SIZE);
    lw_copy_3d_peer box = {.destination = {memory[1], 64, 64, 2},
                           .destination_device = s->devices[1],
                           .source = {memory[0], 64, 64, 2},
                           .source_device = s->devices[0],
                           .extent = {16, 2, 2}};
    STEP(lw_memcpy_3d_peer_async, streams[0], &box);
    STEP(lw_memcpy_3d_peer, &box);
    STEP(lw_device_can_access_peer, s->devices[0], s->devices[1], &can);
    if (can) {
        STEP(lw_device_enable_peer_access, s->devices[0], s->devices[1], 0);
        s->step = "lw_launch";
        lw_status status = lw_launch(r_scale, lw_linear(streams[0], N, 128), N, memory[0], memory[1]);
        if (!status)
            status = use_pool(s, memory[0]);
        if (!status)
            status = use_graph(s);
        if (status)
            return status;
        STEP(lw_stream_synchronize, streams[0]);
        STEP(lw_device_disable_peer_access, s->devices[0], s->devices[1]);
    }
    lw_device_properties properties;
    STEP(lw_device_get_properties, s->devices[0], &properties);
    lw_status used = properties.multicast ? use_multicast(s) : LW_SUCCESS;
    if (used)
        return used;
    STEP(lw_memcpy_peer, memory[1], s->devices[1], memory[0], s->devices[0], SIZE);
    for (int d = 0; d < 2; d++)
        STEP(lw_memcpy_from_symbol, s->devices[d], &count[d], LW_SYMBOL(r_counter), sizeof count[d], 0);
    return count[0] == 64 && count[1] == 128 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

static void close_devices(struct test *t, const struct scenario *s, int n)
{
    for (int d = 0; d < 2; d++)
        if (s->devices[d] && lw_device_close(s->devices[d]))
            FAIL("allocation %d, %s, then lw_device_close: %s", n, s->step, lw_last_error_message(NULL));
}

/* Fails each allocation in turn; `failed` is how many there were. */
static void fail_each(struct test *t, const char *const names[2], int *failed)
{
    lw_test_counts before, now;
    lw_test_count(&before);
    for (int n = 1;; n++) {
        if (n > 2000)
            FAIL("%d allocations and no end", n);
        struct scenario s = {{NULL, NULL}, ""};
        lw_test_fail_allocation(n);
        lw_status status = run_scenario(&s, names);
        bool pending = lw_test_failure_pending();
        lw_test_fail_allocation(0);
        const char *message = status ? lw_last_error_message(NULL) : s.step;
        bool threads = status == LW_ERROR_SYSTEM && strstr(message, "thread");
        if (status && status != LW_ERROR_OUT_OF_MEMORY && !threads)
            FAIL("allocation %d, %s: %s: %s", n, s.step, lw_status_string(status), message);
        if (strncmp(message, s.step, strlen(s.step)) != 0)
            FAIL("allocation %d, %s: the message is \"%s\"", n, s.step, message);
        CHECK_CALL(close_devices(t, &s, n));
        lw_test_count(&now);
        if (memcmp(&now, &before, sizeof now) != 0)
            FAIL("allocation %d, %s: handles or memory are left", n, s.step);
        if (!status && pending) {
            *failed = n - 1;
            return;
        }
    }
}

/* The devices are opened here, so that the failures reach their opening too. */
TEST(api, out_of_memory_with_two_devices, .host = true, .isolated = true, .seconds = 300)
{
    static const char *const cpus[2] = {"cpu:0", "cpu:1"}, *const gpus[2] = {"cuda:0", "cuda:1"};
    const char *engine = getenv("LANEWISE_ENGINE");
    int failed = 0;
    lw_device *second;
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("only one device can compare engines");
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    CHECK_CALL(fail_each(t, cpus, &failed));
    CHECK(failed >= 10);
    if (lw_device_open(&second, gpus[1]) == LW_SUCCESS) {
        CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
        CHECK_CALL(fail_each(t, gpus, &failed));
        CHECK(failed >= 10);
    }
}
