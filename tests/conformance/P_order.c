/* Group P: the ends of nodes whose kernels launch others, and the order of launches of one executable graph. */
#include <string.h>
#include <time.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "P_nodes.h"
#include "device/N_launch.h"

/* The node ends after its tail launches, alone or beside other launches, in each run. */
TEST(row, P19_a_node_ends_after_what_its_kernel_launched, .cpu_only = true)
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

/* The second launch waits for the first, whose stream is held up, and the graph waits for a record behind the first. */
TEST(row, P19b_runs_of_one_executable_graph_have_the_order_of_their_launches)
{
    enum { WAIT_NS = 20000000 };
    int *word = array_of(t, NULL, sizeof(int)), got = 0;
    lw_stream *first, *second;
    lw_graph *graph;
    lw_graph_node *wait, *node;
    lw_graph_exec *exec;
    lw_event *event;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &first), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &second), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    lw_graph_node_params params = lw_graph_event_wait_node(event);
    CHECK_STATUS(lw_graph_add_node(graph, &wait, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &node, &wait, 1, 1, word, 10, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, first);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(first, 1, 1), 1, word, 0, 5), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, first), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, first), LW_SUCCESS);
    CHECK_STATUS(lw_graph_launch(exec, second), LW_SUCCESS);
    nanosleep(&(struct timespec){0, WAIT_NS}, NULL);
    CHECK_STATUS(lw_stream_query(second), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(second), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(first), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK(got == 511);
}

/* A fault drops launches in another order than theirs: none is left waiting for its turn. */
TEST(row, P19_a_fault_before_the_first_launch_drops_the_others, .isolated = true)
{
    enum { STREAMS = 3 };
    int *word = array_of(t, NULL, sizeof(int));
    lw_stream *streams[STREAMS];
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_exec *exec;
    CHECK(word != NULL);
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(add_affine(graph, &node, NULL, 0, 1, word, 0, 1), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int i = 0; i < STREAMS; i++)
        CHECK_STATUS(lw_stream_create(t->device, &streams[i]), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, streams[0]);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_trap, lw_linear(streams[0], 1, 1)), LW_SUCCESS);
    for (int i = 0; i < 2 * STREAMS; i++)
        CHECK_STATUS(lw_graph_launch(exec, streams[i % STREAMS]), LW_SUCCESS);
    gate_open(gate);
    lw_status status = lw_device_synchronize(t->device);
    CHECK(LW_ERROR_IS_STICKY(status));
    CHECK_STATUS(lw_stream_synchronize(streams[STREAMS - 1]), status);
}
