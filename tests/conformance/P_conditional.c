/* Group P: conditional nodes. */
#include <stdlib.h>
#include <string.h>

#include "../harness/arrays.h"
#include "P_nodes.h"
#include "device/P_conditional.h"

enum { MOST = 3 };

/* A graph with a kernel that sets the value to *from, if that is not null, and a conditional node after it. */
static lw_status make(lw_device *device, lw_graph **graph, lw_graph_conditional *handle, const int *from,
                      lw_graph_conditional_type type, unsigned count, lw_graph **graphs)
{
    lw_graph_node *before = NULL, *node;
    lw_graph_node_params params;
    lw_status status = lw_graph_create(device, graph);
    if (!status)
        status = lw_graph_conditional_create(*graph, handle, 1, from ? 0 : LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT);
    const void *arguments[] = {handle, &from};
    params = lw_graph_kernel_node(LW_KERNEL_OF(p_set), lw_linear(NULL, 1, 1), arguments);
    if (!status && from)
        status = lw_graph_add_node(*graph, &before, NULL, 0, &params);
    params = lw_graph_conditional_node(*handle, type, count);
    if (!status)
        status = lw_graph_add_node(*graph, &node, &before, before != NULL, &params);
    if (!status)
        status = lw_graph_node_get_params(node, &params);
    for (unsigned i = 0; i < count && !status; i++)
        graphs[i] = params.as.conditional.graphs[i];
    return status;
}

static lw_status run_with(lw_device *device, lw_graph_exec *exec, int *from, int value)
{
    lw_status status = lw_memcpy(device, from, &value, sizeof value, LW_MEMCPY_HOST_TO_DEVICE);
    if (!status)
        status = lw_graph_launch(exec, lw_default_stream(device));
    return status ? status : lw_stream_synchronize(lw_default_stream(device));
}

TEST(row, P40_if_and_switch)
{
    int *word = array_of(t, NULL, (MOST + 1) * sizeof(int)), got[MOST + 1];
    for (int type = 0; type < 3; type++) { /* an if, an if with an else, a switch */
        unsigned count = (unsigned)type + 1;
        lw_graph *graph, *graphs[MOST];
        lw_graph_conditional handle;
        lw_graph_node *node, *after;
        lw_graph_exec *exec;
        CHECK(word != NULL);
        CHECK_STATUS(make(t->device, &graph, &handle, word, type == 2 ? LW_GRAPH_SWITCH : LW_GRAPH_IF, count, graphs),
                     LW_SUCCESS);
        for (unsigned i = 0; i < count; i++) {
            CHECK_STATUS(add_affine(graphs[i], &node, NULL, 0, 1, word + 1 + i, 1, 1), LW_SUCCESS);
            CHECK_STATUS(add_affine(graphs[i], &after, &node, 1, 1, word + 1 + i, 2, 0), LW_SUCCESS);
        }
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
        CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
        for (int value = 0; value < 4; value++) {
            CHECK_STATUS(lw_memset(t->device, word, 0, sizeof got), LW_SUCCESS);
            CHECK_STATUS(run_with(t->device, exec, word, value), LW_SUCCESS);
            CHECK_CALL(array_read(t, got, word, sizeof got));
            unsigned chosen = type == 2 ? (unsigned)value : !value;
            for (unsigned i = 0; i < MOST; i++)
                if (got[1 + i] != (i == chosen && i < count ? 2 : 0))
                    FAIL("type %d, value %d: graph %u gives %d", type, value, i, got[1 + i]);
        }
    }
}

/* A graph that is repeated until its kernel sets 0; the nodes after it see the last run. Each launch starts with the
 * default. */
TEST(row, P41_while)
{
    int *word = array_of(t, NULL, 2 * sizeof(int)), got[2], limit = 5;
    lw_graph *graph, *body;
    lw_graph_conditional handle;
    lw_graph_node *node, *after, *nodes[1];
    lw_graph_exec *exec;
    size_t count = 1;
    CHECK(word != NULL);
    CHECK_STATUS(make(t->device, &graph, &handle, NULL, LW_GRAPH_WHILE, 1, &body), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_ERROR_INVALID_VALUE); /* it would never end */
    const void *arguments[] = {&handle, &word, &limit};
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(p_count), lw_linear(NULL, 1, 1), arguments);
    CHECK_STATUS(lw_graph_add_node(body, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    params = lw_graph_memcpy_node(word + 1, word, sizeof(int), LW_MEMCPY_DEVICE_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(graph, &after, nodes, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, word, 0, sizeof got), LW_SUCCESS);
    for (int launch = 0; launch < 2; launch++) {
        CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(lw_default_stream(t->device)), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, word, sizeof got));
        CHECK(got[0] == limit + launch && got[1] == got[0]);
    }
}

static void nothing(void *user)
{
    (void)user;
}

/* CUDA's documents: "may cause graph instantiation to fail". On an H200 it does. */
TEST(row, P42b_a_conditional_value_without_a_node)
{
    lw_graph *graph, *other, *clone, *graphs[MOST];
    lw_graph_conditional handle, value;
    lw_graph_exec *exec;
    lw_graph_node *node;
    CHECK_STATUS(make(t->device, &graph, &handle, NULL, LW_GRAPH_IF, 1, graphs), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_conditional_create(graph, &value, 0, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_update(exec, graph, NULL), LW_ERROR_GRAPH_EXEC_UPDATE);
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "graph has a conditional value without a node");
    lw_graph_node_params params = lw_graph_child_node(graph);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(t->device, "child has a conditional value");
    params = lw_graph_conditional_node(value, LW_GRAPH_IF, 1);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    if (on_cpu(t)) /* an H200 refuses this second executable graph, CUDA_ERROR_NOT_SUPPORTED; its rule is not known */
        CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
}

TEST(row, P42_rules_of_conditional_nodes)
{
    lw_graph *graph, *other, *clone, *graphs[MOST];
    lw_graph_conditional handle, second;
    lw_graph_node *node;
    lw_graph_exec *exec;
    CHECK_STATUS(make(t->device, &graph, &handle, NULL, LW_GRAPH_IF, 1, graphs), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &other), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_conditional_node(handle, LW_GRAPH_IF, 1);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE); /* used */
    CHECK_STATUS(lw_graph_conditional_create(graph, &second, 0, 2), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_conditional_create(graph, &second, 0, LW_GRAPH_CONDITIONAL_ASSIGN_DEFAULT), LW_SUCCESS);
    params = lw_graph_conditional_node(second, LW_GRAPH_IF, 3);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_conditional_node(second, LW_GRAPH_WHILE, 2);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_conditional_node(second, LW_GRAPH_SWITCH, 0);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_conditional_node(second, LW_GRAPH_IF, 1);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE); /* foreign */
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_ERROR_NOT_SUPPORTED);
    params = lw_graph_child_node(graph);
    CHECK_STATUS(lw_graph_add_node(other, &node, NULL, 0, &params), LW_ERROR_NOT_SUPPORTED);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_update(exec, graph, NULL), LW_ERROR_GRAPH_EXEC_UPDATE);
    params = lw_graph_host_node(nothing, NULL);
    CHECK_STATUS(lw_graph_add_node(graphs[0], &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_ERROR_INVALID_VALUE);
}
