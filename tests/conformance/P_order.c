/* Group P: the ends of nodes whose kernels launch others, and the order of launches of one executable graph. */
#include <string.h>
#include <time.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "P_nodes.h"
#include "device/N_launch.h"

TEST(row, P19_a_node_ends_after_what_its_kernel_launched)
{
    enum { TIMES = 3, RUNS = 3 };
    int *clock = array_of(t, NULL, sizeof *clock), *when = array_of(t, NULL, (TIMES + 1) * sizeof *when),
        got[TIMES + 2], *all = array_of(t, NULL, 5 * sizeof *all), *errors = array_of(t, NULL, 6 * sizeof *errors),
        left = TIMES;
    lw_graph *graph;
    lw_graph_node *node, *next;
    lw_graph_exec *exec;
    CHECK(clock && when && all && errors);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    const void *again[] = {&clock, &when, &left}, *tails[] = {&clock, &all}, *nothing[] = {&all, &errors};
    lw_graph_node_params params = lw_graph_memset_node(clock, 0, sizeof *clock);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    params = lw_graph_kernel_node(LW_KERNEL_OF(n11_nothing), lw_linear(NULL, 1, 1), nothing);
    CHECK_STATUS(lw_graph_add_node(graph, &next, &node, 1, &params), LW_SUCCESS);
    params = lw_graph_kernel_node(LW_KERNEL_OF(n9_again), lw_linear(NULL, 1, 1), again);
    CHECK_STATUS(lw_graph_add_node(graph, &node, &next, 1, &params), LW_SUCCESS);
    params = lw_graph_kernel_node(LW_KERNEL_OF(n9_tail), lw_linear(NULL, 1, 1), tails);
    CHECK_STATUS(lw_graph_add_node(graph, &next, &node, 1, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int run = 0; run < RUNS; run++) {
        CHECK_STATUS(lw_graph_launch(exec, lw_default_stream(t->device)), LW_SUCCESS);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, when, (TIMES + 1) * sizeof *got));
        for (int i = 0; i <= TIMES; i++)
            CHECK(got[i] == i);
        CHECK_CALL(array_read(t, got, all, 5 * sizeof *got));
        CHECK(got[0] + got[1] + got[2] == 3 * (TIMES + 2)); /* these in any order */
        CHECK(got[3] == TIMES + 4 && got[4] == TIMES + 5);
    }
}
