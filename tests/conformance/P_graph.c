/* Group P: what a graph is: its nodes and edges. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../harness/arrays.h"
#include "P_nodes.h"

TEST(row, P1_nodes_and_edges)
{
    lw_graph *graph, *other;
    lw_graph_node *a, *b, *c, *x, *nodes[4], *from[4], *to[4];
    size_t count = 4;
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &a, NULL, 0), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &b, &a, 1), LW_SUCCESS);
    CHECK_STATUS(add_empty(other, &x, NULL, 0), LW_SUCCESS);
    lw_graph_node *twice[] = {a, a};
    CHECK_STATUS(add_empty(graph, &c, twice, 2), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_empty(graph, &c, &x, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(add_empty(graph, &c, &b, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies(graph, &a, &a, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_add_dependencies(graph, &a, &b, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_add_dependencies(graph, &a, &x, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_add_dependencies(other, &a, &c, 1), LW_ERROR_INVALID_VALUE);

    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK(count == 3 && nodes[0] == a && nodes[1] == b && nodes[2] == c && nodes[3] == NULL);
    count = 1;
    CHECK_STATUS(lw_graph_get_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK(count == 1);
    CHECK_STATUS(lw_graph_get_nodes(graph, NULL, &count), LW_SUCCESS);
    CHECK(count == 3);
    count = 4;
    CHECK_STATUS(lw_graph_get_edges(graph, from, to, &count), LW_SUCCESS);
    CHECK(count == 2 && from[0] == a && to[0] == b && from[1] == b && to[1] == c);
    count = 4;
    CHECK_STATUS(lw_graph_node_get_dependencies(c, nodes, &count), LW_SUCCESS);
    CHECK(count == 1 && nodes[0] == b);
    count = 4;
    CHECK_STATUS(lw_graph_node_get_dependent_nodes(c, nodes, &count), LW_SUCCESS);
    CHECK(count == 0);

    /* Without its node an edge is gone, too. */
    CHECK_STATUS(lw_graph_node_destroy(b), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_destroy(b), LW_ERROR_INVALID_HANDLE);
    count = 4;
    CHECK_STATUS(lw_graph_get_root_nodes(graph, nodes, &count), LW_SUCCESS);
    CHECK(count == 2 && nodes[0] == a && nodes[1] == c);
    CHECK_STATUS(lw_graph_get_edges(graph, NULL, NULL, &count), LW_SUCCESS);
    CHECK(count == 0);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_type(a, &(lw_graph_node_type){LW_GRAPH_NODE_EMPTY}), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_graph_destroy(graph), LW_ERROR_INVALID_HANDLE);
}

/* A cycle may be built; it cannot be instantiated. */
TEST(row, P2_a_cycle_is_refused_at_instantiation)
{
    lw_graph *graph;
    lw_graph_node *a, *b;
    lw_graph_exec *exec = NULL;
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &a, NULL, 0), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &b, &a, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_dependencies(graph, &b, &a, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_ERROR_INVALID_VALUE);
    CHECK(exec == NULL && strstr(lw_last_error_message(t->device), "cycle"));
    CHECK_STATUS(lw_graph_remove_dependencies(graph, &b, &a, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_remove_dependencies(graph, &b, &a, 1), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
}

TEST(row, P3_parameters_of_nodes)
{
    enum { N = 4 };
    int *memory = array_of(t, NULL, N * sizeof(int)), factor = 2, term = 1, n = N, got[N] = {0};
    lw_graph *graph;
    lw_graph_node *node, *set, *kernel;
    lw_graph_node_params params, read;
    lw_graph_node_type type;
    CHECK(memory != NULL);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    params = lw_graph_memcpy_node(memory, got, 0, LW_MEMCPY_HOST_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_memcpy_node(memory, got, N * sizeof(int) + 1, LW_MEMCPY_HOST_TO_DEVICE);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_memset_node(memory, 0, 0);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_memset_node(got, 0, 1);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_host_node(NULL, NULL);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params.type = (lw_graph_node_type)99;
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    const void *arguments[] = {&n, &memory, &factor, &term};
    params = lw_graph_kernel_node(LW_KERNEL_OF(stream_affine), lw_linear(NULL, 1 << 20, 1 << 20), arguments);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_CONFIGURATION);
    params = lw_graph_kernel_node(NULL, lw_linear(NULL, 1, 1), arguments);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    params = lw_graph_kernel_node(LW_KERNEL_OF(stream_affine), lw_linear(NULL, 1, 1), NULL);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_ERROR_INVALID_VALUE);

    params = lw_graph_memset_node(memory, 0x101, N * sizeof(int));
    CHECK_STATUS(lw_graph_add_node(graph, &set, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &kernel, &set, 1, N, memory, 3, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_type(kernel, &type), LW_SUCCESS);
    CHECK(type == LW_GRAPH_NODE_KERNEL);
    CHECK_STATUS(lw_graph_node_get_params(kernel, &read), LW_SUCCESS);
    CHECK(read.type == LW_GRAPH_NODE_KERNEL && read.as.kernel.kernel == LW_KERNEL_OF(stream_affine));
    CHECK(read.as.kernel.config.block.x == N && *(const int *)read.as.kernel.arguments[2] == 3);
    params = lw_graph_kernel_node(LW_KERNEL_OF(stream_affine), lw_linear(NULL, N, N), arguments);
    CHECK_STATUS(lw_graph_node_set_params(set, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_set_params(kernel, &params), LW_SUCCESS);
    factor = 100; /* the arguments were copied */
    CHECK_STATUS(run_graph(t->device, graph), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, memory, sizeof got));
    CHECK(got[0] == 2 * 0x01010101 + 1 && got[N - 1] == 2 * 0x01010101 + 1);
}

TEST(row, P4_clones)
{
    int *word = array_of(t, NULL, sizeof(int)), got = 0;
    lw_graph *graph, *clone, *child;
    lw_graph_node *set, *kernel, *found, *inside, *nodes[2];
    size_t count = 2;
    CHECK(word != NULL);
    CHECK_STATUS(lw_graph_create(t->device, &child), LW_SUCCESS);
    CHECK_STATUS(add_affine(child, &inside, NULL, 0, 1, word, 2, 3), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_memset_node(word, 0, sizeof(int)), read;
    CHECK_STATUS(lw_graph_add_node(graph, &set, NULL, 0, &params), LW_SUCCESS);
    params = lw_graph_child_node(child);
    CHECK_STATUS(lw_graph_add_node(graph, &kernel, &set, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_clone(graph, &clone), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_find_in_clone(kernel, clone, &found), LW_SUCCESS);
    CHECK(found != kernel);
    CHECK_STATUS(lw_graph_node_find_in_clone(inside, clone, &found), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_find_in_clone(kernel, child, &found), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_node_find_in_clone(kernel, clone, &found), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_dependencies(found, nodes, &count), LW_SUCCESS);
    CHECK(count == 1);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(child), LW_SUCCESS);
    CHECK_STATUS(run_graph(t->device, clone), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK(got == 3);

    /* A node's graph is its own copy; it can be changed, and not destroyed. */
    CHECK_STATUS(lw_graph_node_get_params(found, &read), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(read.as.child), LW_ERROR_INVALID_VALUE);
    count = 1;
    CHECK_STATUS(lw_graph_get_nodes(read.as.child, nodes, &count), LW_SUCCESS);
    CHECK(count == 1);
    CHECK_STATUS(add_affine(read.as.child, &inside, nodes, 1, 1, word, 10, 0), LW_SUCCESS);
    CHECK_STATUS(run_graph(t->device, clone), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK(got == 30);
    params = lw_graph_child_node(clone);
    CHECK_STATUS(lw_graph_add_node(clone, &found, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_graph_add_node(read.as.child, &found, NULL, 0, &params), LW_ERROR_INVALID_VALUE);
}

TEST(row, P5_a_graph_as_a_picture)
{
    int *word = array_of(t, NULL, sizeof(int));
    lw_graph *graph;
    lw_graph_node *first, *second;
    char path[] = "/tmp/lanewise-graph-XXXXXX", text[2000];
    int file = mkstemp(path);
    CHECK(word != NULL && file >= 0);
    close(file);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_empty(graph, &first, NULL, 0), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &second, &first, 1, 1, word, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_print_dot(graph, "/nonexistent/graph.dot"), LW_ERROR_SYSTEM);
    CHECK_STATUS(lw_graph_print_dot(graph, path), LW_SUCCESS);
    FILE *written = fopen(path, "r");
    CHECK(written != NULL);
    size_t length = fread(text, 1, sizeof text - 1, written);
    fclose(written);
    unlink(path);
    text[length] = 0;
    CHECK(strncmp(text, "digraph", 7) == 0 && strstr(text, "stream_affine") && strstr(text, "empty"));
    CHECK(strstr(text, " -> ") && strcmp(text + length - 2, "}\n") == 0);
}
