/* Group H: windows of memory that should stay in the L2 cache. They change no result. */
#include <lanewise/capture.h>

#include "../harness/arrays.h"
#include "device/H_memory.h"

TEST(row, H23_windows_of_the_l2_cache)
{
    enum { COUNT = 1000 };
    lw_device_properties properties;
    lw_stream *stream;
    int numbers[COUNT], *memory;
    const float wrong[] = {-0.1f, 1.1f, __builtin_nanf("")};
    for (int i = 0; i < COUNT; i++)
        numbers[i] = i;
    memory = array_of(t, numbers, sizeof numbers);
    CHECK(memory != NULL);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.access_policy_max_window_size)
        SKIP("a device before 8.0");
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    lw_access_policy_window window = {memory, sizeof numbers, 0.5f, LW_ACCESS_PERSISTING, LW_ACCESS_STREAMING}, got;
    CHECK_STATUS(lw_stream_get_access_policy_window(stream, &got), LW_SUCCESS);
    CHECK_EQUAL(got.size, 0);
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_SUCCESS);
    CHECK_STATUS(lw_stream_get_access_policy_window(stream, &got), LW_SUCCESS);
    CHECK(got.pointer == memory && got.size == sizeof numbers && got.hit_ratio == 0.5f);
    CHECK(got.hit == LW_ACCESS_PERSISTING && got.miss == LW_ACCESS_STREAMING);
    CHECK_STATUS(lw_launch(h_double, lw_linear(stream, COUNT, 256), memory, COUNT), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_reset_persisting_l2_cache(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, numbers, memory, sizeof numbers));
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(numbers[i], 2 * i);

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        window.hit_ratio = wrong[i];
        CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(t->device, "expected 0 to 1");
    }
    window.hit_ratio = 1;
    window.miss = LW_ACCESS_PERSISTING;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "not LW_ACCESS_PERSISTING for a miss");
    window.miss = LW_ACCESS_NORMAL;
    window.hit = (lw_access_property)7;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
    window.hit = LW_ACCESS_NORMAL;
    window.size = properties.access_policy_max_window_size + 1;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "the most is ");
    window.size = 0; /* ends it */
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_SUCCESS);
    CHECK_STATUS(lw_stream_get_access_policy_window(stream, &got), LW_SUCCESS);
    CHECK_EQUAL(got.size, 0);
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, NULL), LW_ERROR_INVALID_VALUE);
}

static bool is_same(const lw_access_policy_window *a, const lw_access_policy_window *b)
{
    return a->pointer == b->pointer && a->size == b->size && a->hit_ratio == b->hit_ratio && a->hit == b->hit &&
           a->miss == b->miss;
}

TEST(row, H23b_windows_of_graphs_kernels)
{
    int count = 1000, *memory = array_of(t, NULL, count * sizeof *memory);
    lw_device_properties properties;
    lw_stream *stream;
    lw_graph *graph, *clone, *captured;
    lw_graph_exec *exec;
    lw_graph_node *kernel, *set, *found;
    size_t nodes = 1;
    CHECK(memory != NULL);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.access_policy_max_window_size)
        SKIP("a device before 8.0");
    lw_access_policy_window window = {memory, 4096, 0.5f, LW_ACCESS_PERSISTING, LW_ACCESS_STREAMING}, got;
    lw_launch_config config = {.grid = {4, 1, 1}, .block = {256, 1, 1}};
    const void *arguments[] = {&memory, &count};
    lw_graph_node_params params = lw_graph_memset_node(memory, 1, (size_t)count * sizeof *memory);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &set, NULL, 0, &params), LW_SUCCESS);
    params = lw_graph_kernel_node(LW_KERNEL_OF(h_double), config, arguments);
    CHECK_STATUS(lw_graph_add_node(graph, &kernel, &set, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_access_policy_window(kernel, &got), LW_SUCCESS);
    CHECK_EQUAL(got.size, 0);
    CHECK_STATUS(lw_graph_node_set_access_policy_window(kernel, &window), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_access_policy_window(kernel, &got), LW_SUCCESS);
    CHECK(is_same(&got, &window));
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_find_in_clone(kernel, clone, &found), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_access_policy_window(found, &got), LW_SUCCESS);
    CHECK(is_same(&got, &window));
    CHECK_STATUS(lw_graph_node_set_params(kernel, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_access_policy_window(kernel, &got), LW_SUCCESS);
    CHECK(is_same(&got, &window));

    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    int first = 0;
    CHECK_STATUS(lw_memcpy(t->device, &first, memory, sizeof first, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(first, 0x02020202);

    window.size = 2048;
    CHECK_STATUS(lw_stream_set_access_policy_window(stream, &window), LW_SUCCESS);
    CHECK_STATUS(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL), LW_SUCCESS);
    CHECK_STATUS(lw_launch(h_double, lw_linear(stream, count, 256), memory, count), LW_SUCCESS);
    CHECK_STATUS(lw_stream_end_capture(stream, &captured), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_nodes(captured, &found, &nodes), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_access_policy_window(found, &got), LW_SUCCESS);
    CHECK(is_same(&got, &window));

    CHECK_STATUS(lw_graph_node_set_access_policy_window(kernel, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_get_access_policy_window(kernel, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_set_access_policy_window(set, &window), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "expected LW_GRAPH_NODE_KERNEL");
    CHECK_STATUS(lw_graph_node_get_access_policy_window(set, &got), LW_ERROR_INVALID_VALUE);
    window.hit_ratio = 2;
    CHECK_STATUS(lw_graph_node_set_access_policy_window(kernel, &window), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "lw_graph_node_set_access_policy_window: window has a hit ratio of 2");
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(captured), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}
