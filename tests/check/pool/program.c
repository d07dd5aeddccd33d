/* What a host does wrong with stream-ordered memory, and its right twin: one case a run, by name. The script beside it says
 * what is to be reported. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <lanewise/graph_memory.h>

#include "kernels.h"

enum { N = 256, BYTES = N * sizeof(int), LARGE = 16 << 20 };
static lw_device *device;
static lw_stream *one, *two;
static lw_event *event;
static int *out;
static const char *name;

/* Statuses are of no interest here, but for calls that must succeed. */
#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        if (call)                                                                                                      \
            printf("line %d: %s\n", __LINE__, lw_last_error_message(device));                                          \
    } while (0)

static bool is(const char *case_name)
{
    return strcmp(name, case_name) == 0;
}

static bool ends(const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

/* Orders the second stream after the first, if the case ends so. */
static void order(void)
{
    if (ends("-event")) {
        MUST(lw_event_record(event, one));
        MUST(lw_stream_wait_event(two, event));
    } else if (ends("-host")) {
        MUST(lw_stream_synchronize(one));
    } else if (ends("-backwards")) {
        MUST(lw_event_record(event, two));
        MUST(lw_stream_wait_event(one, event));
    }
}

/* The other stream uses memory, or not, after it is allocated. */
static void early(void)
{
    int *memory;
    MUST(lw_malloc_async(one, (void **)&memory, BYTES));
    order();
    if (strncmp(name, "early-set", 9) == 0)
        MUST(lw_memset_async(two, memory, 0, BYTES));
    else
        MUST(lw_launch(fill, lw_linear(ends("-same") ? one : two, N, 64), memory, N, 1));
    MUST(lw_device_synchronize(device));
    MUST(lw_free_async(one, memory));
}

/* The other stream uses memory, or not, before it is freed. */
static void late(void)
{
    int *memory;
    bool large = strncmp(name, "late-large", 10) == 0;
    if (strncmp(name, "late-plain", 10) == 0)
        MUST(lw_malloc(device, (void **)&memory, BYTES));
    else
        MUST(lw_malloc_async(one, (void **)&memory, large ? LARGE : BYTES));
    int *start = memory;
    if (large) /* only the end is used */
        memory += LARGE / sizeof *memory - N;
    MUST(lw_memset_async(one, memory, 0, BYTES));
    MUST(lw_stream_synchronize(one));
    lw_stream *user = two, *freer = one;
    if (ends("-event") || ends("-host")) /* these order the second after the first */
        user = one, freer = two;
    if (strncmp(name, "late-set", 8) == 0)
        MUST(lw_memset_async(user, memory, 0, BYTES));
    else if (strncmp(name, "late-read", 9) == 0)
        MUST(lw_launch(copy, lw_linear(user, N, 64), memory, out, N));
    else
        MUST(lw_launch(fill, lw_linear(user, N, 64), memory, N, 1));
    order();
    if (strncmp(name, "late-now", 8) == 0)
        MUST(lw_free(device, start));
    else
        MUST(lw_free_async(freer, start));
}

/* Memory is used after it was freed. */
static void stale(void)
{
    int *memory, *other;
    MUST(lw_malloc_async(one, (void **)&memory, BYTES));
    MUST(lw_memset_async(one, memory, 0, BYTES));
    if (is("stale-right"))
        MUST(lw_launch(fill, lw_linear(one, N, 64), memory, N, 1));
    MUST(lw_free_async(one, memory));
    if (is("stale-taken")) { /* by chance another allocation may have its addresses */
        MUST(lw_malloc_async(one, (void **)&other, BYTES));
        MUST(lw_memset_async(one, other, 0, BYTES));
        MUST(lw_stream_synchronize(one));
    }
    if (is("stale-waited"))
        MUST(lw_device_synchronize(device));
    if (!is("stale-right"))
        MUST(lw_launch(fill, lw_linear(one, N, 64), memory, N, 1));
    MUST(lw_device_synchronize(device));
    if (is("stale-taken"))
        MUST(lw_free_async(one, other));
}

/* What memory held before it was freed is nothing that may be read. */
static void again(void)
{
    int *memory;
    for (int i = 0; i < 2; i++) {
        MUST(lw_malloc_async(one, (void **)&memory, i ? BYTES - 100 : BYTES));
        if (i == 0 || !is("again-unwritten"))
            MUST(lw_launch(fill, lw_linear(one, N, 64), memory, i && !is("again-past") ? N - 25 : N, 1));
        else
            MUST(lw_launch(copy, lw_linear(one, N, 64), memory, out, N - 25));
        MUST(lw_free_async(one, memory));
    }
}

/* Two streams hand memory on, in each way that a pool gives it again. */
static void handed(void)
{
    int *memory;
    for (int i = 0; i < 6; i++) {
        lw_stream *user = i % 2 ? two : one, *next = i % 2 ? one : two;
        MUST(lw_malloc_async(user, (void **)&memory, BYTES));
        MUST(lw_launch(fill, lw_linear(user, N, 64), memory, N, i));
        MUST(lw_launch(copy, lw_linear(user, N, 64), memory, out, N));
        MUST(lw_free_async(user, memory));
        if (i < 4) {
            MUST(lw_event_record(event, user));
            MUST(lw_stream_wait_event(next, event));
        } else {
            MUST(lw_stream_synchronize(user));
        }
    }
}

/* A graph allocates, sets, fills and reads memory, and frees it, each after the one before; or one of them does not follow. */
static void graphs(void)
{
    int *memory, n = N, value = 1;
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *allocation, *release, *set, *use;
    lw_graph_node_params params = lw_graph_malloc_node(BYTES);
    MUST(lw_graph_create(device, &graph));
    MUST(lw_graph_add_node(graph, &allocation, NULL, 0, &params));
    MUST(lw_graph_node_get_params(allocation, &params));
    memory = params.as.allocate.pointer;
    params = lw_graph_memset_node(memory, 0, BYTES);
    if (is("graph-unwritten"))
        params = lw_graph_empty_node();
    MUST(lw_graph_add_node(graph, &set, &allocation, is("graph-early") ? 0 : 1, &params));
    params = lw_graph_free_node(memory);
    if (is("graph-late"))
        MUST(lw_graph_add_node(graph, &release, &set, 1, &params));
    const void *writes[] = {&memory, &n, &value}, *reads[] = {&memory, &out, &n};
    params = lw_graph_kernel_node(LW_KERNEL_OF(fill), lw_linear(NULL, N, 64), writes);
    if (is("graph-unwritten"))
        params = lw_graph_kernel_node(LW_KERNEL_OF(copy), lw_linear(NULL, N, 64), reads);
    MUST(lw_graph_add_node(graph, &use, is("graph-late") ? &release : &set, 1, &params));
    params = lw_graph_free_node(memory);
    if (!is("graph-late") && !is("graph-leak") && !is("graph-left"))
        MUST(lw_graph_add_node(graph, &release, is("graph-beside") ? &set : &use, 1, &params));
    MUST(lw_graph_instantiate(graph, &exec, is("graph-left") ? LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH : 0));
    for (int i = 0; i < (is("graph-leak") ? 1 : 3); i++)
        MUST(lw_graph_launch(exec, one));
    if (is("graph-outside") || is("graph-left"))
        MUST(lw_launch(fill, lw_linear(one, N, 64), memory, N, 1));
    if (is("graph-left")) {
        MUST(lw_free_async(one, memory));
        MUST(lw_graph_launch(exec, one));
        MUST(lw_stream_synchronize(one));
        MUST(lw_free(device, memory));
    }
    MUST(lw_device_synchronize(device));
}

int main(int count, char **arguments)
{
    name = count > 1 ? arguments[1] : "";
    void *lost;
    MUST(lw_device_open(&device, "cpu"));
    MUST(lw_malloc(device, (void **)&out, BYTES));
    MUST(lw_stream_create(device, &one));
    MUST(lw_stream_create(device, &two));
    MUST(lw_event_create(device, &event));
    if (strncmp(name, "early", 5) == 0)
        early();
    if (strncmp(name, "late", 4) == 0)
        late();
    if (strncmp(name, "stale", 5) == 0)
        stale();
    if (strncmp(name, "again", 5) == 0)
        again();
    if (strncmp(name, "graph", 5) == 0)
        graphs();
    if (is("handed"))
        handed();
    if (is("leak"))
        MUST(lw_malloc_async(one, &lost, 1024));
    if (is("twice")) {
        MUST(lw_malloc_async(one, &lost, 1024));
        MUST(lw_free_async(one, lost));
        lw_free_async(two, lost);
    }
    MUST(lw_device_synchronize(device));
    MUST(lw_free(device, out));
    MUST(lw_device_close(device));
    return 0;
}
