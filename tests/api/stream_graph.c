/* Graphs in streams whose handle is closed while they wait. */
#include <lanewise/graph.h>

#include "stream_gate.h"
#include "tests/harness/test.h"

/* The graph has nothing to do, so it ends in the moment in which it begins; then the stream has no more work, and goes. */
TEST(api, closed_stream_ends_with_an_empty_graph)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *node;
    lw_graph_node_params params = lw_graph_empty_node();
    CHECK_STATUS(lw_graph_create(t->device, &graph), LW_SUCCESS);
    CHECK_STATUS(lw_graph_add_node(graph, &node, NULL, 0, &params), LW_SUCCESS);
    CHECK_STATUS(lw_graph_instantiate(graph, &exec, 0), LW_SUCCESS);
    for (int i = 0; i < 20; i++) {
        lw_stream *stream;
        CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
        struct stream_gate *gate = gate_close(t->device, stream);
        CHECK(gate != NULL);
        CHECK_STATUS(lw_graph_launch(exec, stream), LW_SUCCESS);
        CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
        gate_open(gate);
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    }
    CHECK_STATUS(lw_graph_exec_destroy(exec), LW_SUCCESS);
    CHECK_STATUS(lw_graph_destroy(graph), LW_SUCCESS);
}
