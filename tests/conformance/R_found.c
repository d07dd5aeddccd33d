/* Group R: memory of another device that calls find by its pointer. */
#include <stdio.h>

#include <lanewise/graph.h>
#include <lanewise/graph_memory.h>

#include "R_devices.h"
#include "R_virtual.h"

static void check_by_pointers(struct test *t, int *memory)
{
    int word = 0, *a = r_numbers(t, t->device, 1, 7);
    CHECK(a != NULL);
    CHECK_STATUS(lw_memcpy(t->device, memory, a, sizeof *a, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->peer, memory), 7);
    CHECK_STATUS(lw_memset(t->device, a, 0, sizeof *a), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, a, memory, sizeof *a, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->device, a), 7);
    CHECK_STATUS(lw_memset(t->device, a, 0, sizeof *a), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_peer(a, t->device, memory, t->peer, sizeof *a), LW_SUCCESS);
    CHECK_EQUAL(r_read(t, t->device, a), 7);
    /* To and from the host, through the other device. */
    CHECK_STATUS(lw_memcpy(t->device, &word, memory, sizeof word, LW_MEMCPY_DEVICE_TO_HOST), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "in copies between devices alone");
    CHECK_STATUS(lw_memcpy_async(lw_default_stream(t->device), memory, &word, sizeof word, LW_MEMCPY_DEFAULT),
                 LW_ERROR_INVALID_VALUE);
    CHECK_EQUAL(r_read(t, t->peer, memory), 7);
    CHECK_STATUS(lw_free(t->device, a), LW_SUCCESS);
}

TEST(row, R9c_a_peer_s_mapped_memory_is_found, .two_devices = true)
{
    size_t unit;
    lw_physical_memory *physical;
    lw_virtual_memory_access access = {t->peer, LW_MEMORY_ACCESS_READ_WRITE};
    int *memory, *a = r_numbers(t, t->device, 1, 1);
    char refusal[80];
    lw_device_properties peer;
    CHECK_CALL(virtual_begin(t, &unit));
    CHECK(a != NULL);
    CHECK_STATUS(lw_physical_memory_create(t->peer, &physical, unit, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_reserve(t->peer, (void **)&memory, unit, 0, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_map(memory, unit, physical, 0), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_properties(t->peer, &peer), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, a, memory, sizeof *a, LW_MEMCPY_DEFAULT), LW_ERROR_INVALID_VALUE);
    snprintf(refusal, sizeof refusal, "mapped memory that device %s:%d may not access", peer.kind, peer.ordinal);
    CHECK_MESSAGE(NULL, refusal);
    CHECK_STATUS(lw_virtual_memory_set_access(t->peer, memory, unit, &access, 1), LW_SUCCESS);
    CHECK_CALL(check_by_pointers(t, memory));
    CHECK_STATUS(lw_memcpy(t->device, a, (char *)memory + unit - 2, sizeof *a, LW_MEMCPY_DEFAULT),
                 LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "end 2 past the");
    CHECK_STATUS(lw_virtual_memory_unmap(t->peer, memory, unit), LW_SUCCESS);
    CHECK_STATUS(lw_virtual_memory_free(t->peer, memory, unit), LW_SUCCESS);
    CHECK_STATUS(lw_physical_memory_release(physical), LW_SUCCESS);
}

TEST(row, R9d_a_peer_s_graph_memory_is_found, .two_devices = true)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_malloc_node(4096);
    CHECK_STATUS(lw_graph_create(t->peer, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_node_get_params(node, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->peer)), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->peer), LW_SUCCESS);
    CHECK_CALL(check_by_pointers(t, params.as.allocate.pointer));
    CHECK_STATUS(lw_free(t->peer, params.as.allocate.pointer), LW_SUCCESS);
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}
