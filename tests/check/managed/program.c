/* A host that uses managed memory while a kernel may run, and its right twin: one case a run, by name. The script beside it
 * says what is to be reported. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/graph.h>

#include "kernels.h"

enum { N = 256 };
static lw_device *device;
static lw_stream *one, *two;
static lw_event *event;
static int *memory, *other, *plain;
static volatile int sum;
static const char *name;

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        if (call)                                                                                                      \
            printf("line %d: %s\n", __LINE__, lw_last_error_message(device));                                          \
    } while (0)

static bool is(const char *case_name)
{
    return strcmp(name, case_name) == 0;
}

static void read_in_function(void *unused)
{
    (void)unused;
    sum += memory[0];
}

/* Instead of a launch: a graph with one, and perhaps a record before it. */
static void launch_graph(bool record)
{
    int n = N, value = 2;
    const void *arguments[] = {&plain, &n, &value};
    lw_graph *graph;
    lw_graph_node *node = NULL, *kernel;
    lw_graph_exec *exec;
    MUST(lw_graph_create(device, &graph));
    lw_graph_node_params params = lw_graph_event_record_node(event);
    if (record)
        MUST(lw_graph_add_node(graph, &node, NULL, 0, &params));
    params = lw_graph_kernel_node(LW_KERNEL_OF(fill), lw_linear(NULL, N, 64), arguments);
    MUST(lw_graph_add_node(graph, &kernel, &node, record, &params));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
}

/* A graph without kernels records the event behind a launch. */
static void launch_record(void)
{
    lw_graph *graph;
    lw_graph_node *node;
    lw_graph_exec *exec;
    lw_graph_node_params params = lw_graph_event_record_node(event);
    MUST(lw_launch(fill, lw_linear(one, N, 64), plain, N, 2));
    MUST(lw_graph_create(device, &graph));
    MUST(lw_graph_add_node(graph, &node, NULL, 0, &params));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    MUST(lw_event_synchronize(event));
}

int main(int count, char **arguments)
{
    name = count > 1 ? arguments[1] : "";
    MUST(lw_device_open(&device, "cpu"));
    MUST(lw_malloc(device, (void **)&plain, N * sizeof *plain));
    MUST(lw_malloc_managed(device, (void **)&memory, N * sizeof *memory, LW_ATTACH_GLOBAL));
    MUST(lw_malloc_managed(device, (void **)&other, N * sizeof *other, is("host") ? LW_ATTACH_HOST : LW_ATTACH_GLOBAL));
    MUST(lw_stream_create(device, &one));
    MUST(lw_stream_create(device, &two));
    MUST(lw_event_create(device, &event));
    memory[0] = other[0] = 1;
    int *system_memory = calloc(N, sizeof *system_memory);
    if (is("single") || is("single-busy"))
        MUST(lw_stream_attach_memory(is("single") ? two : one, other, 0, LW_ATTACH_SINGLE));
    if (is("graph") || is("graph-stream"))
        launch_graph(false);
    else if (is("graph-event"))
        launch_graph(true);
    else if (is("graph-record"))
        launch_record();
    else
        MUST(lw_launch(fill, lw_linear(one, N, 64), is("own") ? memory : is("system") ? system_memory : plain, N, 2));
    if (!is("graph-event") && !is("graph-record"))
        MUST(lw_event_record(event, one));
    if (is("graph-event"))
        MUST(lw_event_synchronize(event)); /* of what precedes the kernel */
    if (is("function"))
        MUST(lw_launch_host_function(one, read_in_function, NULL));
    if (is("device"))
        MUST(lw_device_synchronize(device));
    if (is("stream") || is("graph-stream") || is("own") || is("function") || is("destroyed"))
        MUST(lw_stream_synchronize(one));
    if (is("wrong-stream"))
        MUST(lw_stream_synchronize(two));
    if (is("event"))
        MUST(lw_event_synchronize(event));
    if (is("query"))
        while (lw_stream_query(one))
            ;
    if (is("event-before")) {
        MUST(lw_launch(fill, lw_linear(one, N, 64), plain, N, 3));
        MUST(lw_event_synchronize(event));
    }
    if (is("copy"))
        MUST(lw_memset_async(one, memory, 0, 4));
    if (is("write"))
        other[3] = 5;
    else
        sum += other[0]; /* of which no kernel knows */
    if (is("own"))
        sum += memory[5];
    MUST(lw_device_synchronize(device));
    sum += memory[0] + other[0];
    MUST(lw_free(device, memory));
    MUST(lw_free(device, other));
    MUST(lw_free(device, plain));
    free(system_memory);
    MUST(lw_device_close(device));
    return 0;
}
