/* Group P: changes of executable graphs. */
#include <stdlib.h>
#include <string.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "P_nodes.h"

static void add_value(void *user)
{
    int *pair = user;
    pair[0] += pair[1];
}

/* A kernel, a copy of one word after it, a host function after that. */
struct chain {
    lw_graph *graph;
    lw_graph_node *kernel, *copy, *host;
};

static lw_status make_chain(lw_device *device, struct chain *chain, int *word, int *copied, int term, size_t size)
{
    lw_status status = lw_graph_create(device, &chain->graph);
    if (!status)
        status = add_affine(chain->graph, &chain->kernel, NULL, 0, 1, word, 1, term);
    lw_graph_node_params params = lw_graph_memcpy_node(copied, word, size, LW_MEMCPY_DEVICE_TO_HOST);
    if (!status)
        status = lw_graph_add_node(chain->graph, &chain->copy, &chain->kernel, 1, &params);
    return status;
}

TEST(row, P20_parameters_of_an_executable_graphs_nodes)
{
    int *word = array_of(t, NULL, 4 * sizeof(int)), got[2] = {0, 0}, other[2] = {0, 0}, n = 1, factor = 1, term = 100;
    lw_stream *stream = lw_default_stream(t->device);
    struct chain chain;
    lw_graph_node *late;
    lw_graph_exec *exec;
    CHECK(word != NULL);
    CHECK_STATUS(lw_memset(t->device, word, 0, 4 * sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(make_chain(t->device, &chain, word, got, 1, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(chain.graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(add_affine(chain.graph, &late, NULL, 0, 1, word + 3, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 1);

    const void *arguments[] = {&n, &word, &factor, &term};
    lw_graph_node_params kernel = lw_graph_kernel_node(LW_KERNEL_OF(stream_affine), lw_linear(NULL, 1, 1), arguments);
    lw_graph_node_params copy = lw_graph_memcpy_node(other, word, sizeof other, LW_MEMCPY_DEVICE_TO_HOST);
    lw_graph_node_params kind = lw_graph_memcpy_node(word + 2, word, sizeof(int), LW_MEMCPY_DEVICE_TO_DEVICE);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, late, &kernel), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, chain.kernel, &copy), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, chain.copy, &kind), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, chain.kernel, &kernel), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, chain.copy, &copy), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 1 && other[0] == 101 && other[1] == 0);
    /* The graph itself has not changed. */
    CHECK_STATUS(run_graph(t->device, chain.graph), LW_SUCCESS);
    CHECK(got[0] == 102);
}

TEST(row, P20b_a_copy_keeps_a_pools_memory)
{
    enum { BYTES = 64 };
    lw_stream *stream = lw_default_stream(t->device);
    int *plain = array_of(t, NULL, BYTES), *second = array_of(t, NULL, BYTES), *pooled, *other;
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_exec *exec;
    CHECK(plain && second);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&pooled, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&other, BYTES), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(plain, pooled, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    params = lw_graph_memcpy_node(plain, second, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, node, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_memcpy_node(other, pooled, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, node, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_memcpy_node(second, other, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, node, &params), LW_SUCCESS);
    params = lw_graph_memcpy_node(plain, second, BYTES, LW_MEMCPY_DEFAULT);
    CHECK_STATUS(lw_graph_node_set_params(node, &params), LW_SUCCESS); /* the graph's may become any */
    CHECK_STATUS(lw_graph_exec_update(exec, graph, NULL), LW_ERROR_GRAPH_EXEC_UPDATE);
    CHECK_STATUS(lw_free_async(stream, pooled), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, other), LW_SUCCESS);
}

/* Runs that are queued keep the parameters that they were launched with. */
TEST(row, P21_changes_are_for_later_launches)
{
    int *word = array_of(t, NULL, sizeof(int)), got = 0, n = 1, factor = 10, term = 2;
    lw_stream *stream = lw_default_stream(t->device);
    struct chain chain;
    lw_graph_exec *exec;
    CHECK(word != NULL);
    CHECK_STATUS(lw_memset(t->device, word, 0, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(make_chain(t->device, &chain, word, &got, 1, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(chain.graph, &exec, 0), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    const void *arguments[] = {&n, &word, &factor, &term};
    lw_graph_node_params kernel = lw_graph_kernel_node(LW_KERNEL_OF(stream_affine), lw_linear(NULL, 1, 1), arguments);
    CHECK_STATUS(lw_graph_exec_node_set_params(exec, chain.kernel, &kernel), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.kernel, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got == 12);
}

TEST(row, P22_disabled_nodes_do_nothing)
{
    int *word = array_of(t, NULL, 2 * sizeof(int)), got = 0, enabled = 5, pair[2] = {0, 1};
    lw_stream *stream = lw_default_stream(t->device);
    struct chain chain;
    lw_graph_node *empty;
    lw_graph_exec *exec;
    CHECK(word != NULL);
    CHECK_STATUS(lw_memset(t->device, word, 0, 2 * sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(make_chain(t->device, &chain, word, &got, 1, sizeof(int)), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_host_node(add_value, pair);
    CHECK_STATUS(lw_graph_add_node(chain.graph, &chain.host, &chain.copy, 1, &params), LW_SUCCESS);
    CHECK_STATUS(add_empty(chain.graph, &empty, NULL, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(chain.graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.host, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, empty, 0), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_exec_node_get_enabled(exec, chain.kernel, &enabled), LW_SUCCESS);
    CHECK(enabled == 1);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.kernel, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_node_get_enabled(exec, chain.kernel, &enabled), LW_SUCCESS);
    CHECK(enabled == 0);
    got = 7;
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got == 0 && pair[0] == 1);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.kernel, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.copy, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got == 0 && pair[0] == 2);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.copy, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got == 2 && pair[0] == 3);
}

/* Expects the update to fail with `result`, and the executable graph to stay as it is. */
static void refused(struct test *t, lw_graph_exec *exec, lw_graph *graph, lw_graph_update_result result,
                    const lw_graph_node *node)
{
    lw_graph_update_info info = {LW_GRAPH_UPDATE_SUCCESS, NULL};
    CHECK_STATUS(lw_graph_exec_update(exec, graph, &info), LW_ERROR_GRAPH_EXEC_UPDATE);
    CHECK(info.result == result && info.node == node);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}

TEST(row, P23_update_of_the_whole_graph)
{
    int *word = array_of(t, NULL, 2 * sizeof(int)), got[2] = {0, 0};
    lw_stream *stream = lw_default_stream(t->device);
    struct chain chain, other;
    lw_graph_node *more;
    lw_graph_exec *exec;
    lw_graph_update_info info = {LW_GRAPH_UPDATE_ERROR, NULL};
    CHECK(word != NULL);
    CHECK_STATUS(lw_memset(t->device, word, 0, 2 * sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(make_chain(t->device, &chain, word, got, 1, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(chain.graph, &exec, 0), LW_SUCCESS);

    CHECK_STATUS(make_chain(t->device, &other, word, got, 1, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(add_empty(other.graph, &more, NULL, 0), LW_SUCCESS);
    CHECK_CALL(refused(t, exec, other.graph, LW_GRAPH_UPDATE_TOPOLOGY_CHANGED, NULL));

    CHECK_STATUS(make_chain(t->device, &other, word, got, 1, sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_remove_dependencies(other.graph, &other.kernel, &other.copy, 1), LW_SUCCESS);
    CHECK_CALL(refused(t, exec, other.graph, LW_GRAPH_UPDATE_TOPOLOGY_CHANGED, other.copy));

    CHECK_STATUS(lw_graph_create(t->device, &other.graph), LW_SUCCESS);
    CHECK_STATUS(add_affine(other.graph, &other.kernel, NULL, 0, 1, word, 1, 1), LW_SUCCESS);
    CHECK_STATUS(add_empty(other.graph, &more, &other.kernel, 1), LW_SUCCESS);
    CHECK_CALL(refused(t, exec, other.graph, LW_GRAPH_UPDATE_NODE_TYPE_CHANGED, more));

    CHECK_STATUS(lw_graph_create(t->device, &other.graph), LW_SUCCESS);
    CHECK_STATUS(add_affine(other.graph, &other.kernel, NULL, 0, 1, word, 1, 1), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memcpy_node(word + 1, word, sizeof(int), LW_MEMCPY_DEVICE_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(other.graph, &more, &other.kernel, 1, &params), LW_SUCCESS);
    CHECK_CALL(refused(t, exec, other.graph, LW_GRAPH_UPDATE_PARAMETERS_CHANGED, more));

    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 1);
    CHECK_STATUS(make_chain(t->device, &other, word, got, 10, 2 * sizeof(int)), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_update(exec, other.graph, &info), LW_SUCCESS);
    CHECK(info.result == LW_GRAPH_UPDATE_SUCCESS && info.node == NULL);
    CHECK_STATUS(lw_graph_destroy(other.graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 11);

    /* Its nodes are still those of the first graph, whose order of adding need not be the new one's. */
    CHECK_STATUS(lw_graph_create(t->device, &other.graph), LW_SUCCESS);
    params = lw_graph_memcpy_node(got, word, sizeof(int), LW_MEMCPY_DEVICE_TO_HOST);
    CHECK_STATUS(lw_graph_add_node(other.graph, &other.copy, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_affine(other.graph, &other.kernel, NULL, 0, 1, word, 1, 100), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies(other.graph, &other.kernel, &other.copy, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_update(exec, other.graph, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_node_set_enabled(exec, chain.kernel, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK(got[0] == 111);
}
