/* What a host does wrong, and its right twin: one case a run, by name. The script beside it says what is to be
 * reported. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernels.h"

enum { N = 256 };
static lw_device *device;
static lw_stream *one, *two;
static lw_event *event;
static int *a, *b, *pinned, host[N];
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

static bool begins(const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static void order_host(void *unused)
{
    (void)unused;
}

/* Holds its stream until the host lets it go. */
static volatile int let_go;

static void hold(void *unused)
{
    (void)unused;
    while (!__atomic_load_n(&let_go, __ATOMIC_ACQUIRE))
        ;
}

/* The reader is queued first, and held back until the host has waited for the other; or has not. */
static void held(void)
{
    MUST(lw_memset(device, b, 0, sizeof host));
    MUST(lw_launch_host_function(two, hold, NULL));
    MUST(lw_launch(add, lw_linear(two, N, 64), a, b, N));
    MUST(lw_event_record(event, two));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    if (is("held-right"))
        MUST(lw_stream_synchronize(one));
    __atomic_store_n(&let_go, 1, __ATOMIC_RELEASE);
    MUST(lw_stream_wait_event(one, event));
    MUST(lw_launch(fill, lw_linear(one, N, 64), b, N, 1));
}

/* a is filled in one stream and added to b in the other. */
static void two_streams(void)
{
    lw_stream *reader = is("streams-same") ? one : is("streams-default") ? lw_default_stream(device) : two;
    MUST(lw_memset(device, b, 0, sizeof host));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    if (is("streams-event") || is("streams-event-late")) {
        MUST(lw_event_record(event, one));
        if (is("streams-event-late"))
            MUST(lw_stream_synchronize(one));
        MUST(lw_stream_wait_event(two, event));
    }
    if (is("streams-event-before")) { /* the record is of nothing */
        lw_event *early;
        MUST(lw_event_create(device, &early));
        MUST(lw_event_record(early, two));
        MUST(lw_stream_wait_event(two, early));
    }
    if (is("streams-event-host")) {
        MUST(lw_event_record(event, one));
        MUST(lw_event_synchronize(event));
    }
    if (is("streams-host"))
        MUST(lw_stream_synchronize(one));
    if (is("streams-other-host"))
        MUST(lw_stream_synchronize(two));
    if (is("streams-device"))
        MUST(lw_device_synchronize(device));
    if (is("streams-query"))
        while (lw_stream_query(one) != LW_SUCCESS)
            ;
    if (is("streams-destroyed")) {
        MUST(lw_stream_destroy(one));
        MUST(lw_device_synchronize(device));
    }
    if (is("streams-function")) {
        MUST(lw_launch_host_function(one, order_host, NULL));
        MUST(lw_event_record(event, one));
        MUST(lw_stream_wait_event(two, event));
    }
    if (is("streams-transitive")) { /* by way of a third */
        lw_stream *third;
        lw_event *next;
        MUST(lw_stream_create(device, &third));
        MUST(lw_event_create(device, &next));
        MUST(lw_event_record(event, one));
        MUST(lw_stream_wait_event(third, event));
        MUST(lw_event_record(next, third));
        MUST(lw_stream_wait_event(two, next));
    }
    MUST(lw_launch(add, lw_linear(reader, N, 64), a, b, N));
}

/* a is filled, and added to b by a kernel that may begin earlier. */
static void dependent(void)
{
    lw_launch_config config = lw_linear(one, N, 64);
    config.programmatic = !is("dependent-plain");
    MUST(lw_memset(device, b, 0, sizeof host));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    if (is("dependent-host"))
        MUST(lw_stream_synchronize(one));
    if (is("dependent-copy"))
        MUST(lw_memset_async(one, a, 0, sizeof host));
    MUST(lw_launch(depend, config, a, b, N,
                   is("dependent-all")     ? WAIT_ALL
                   : is("dependent-first") ? WAIT_FIRST
                   : is("dependent-late")  ? WAIT_TOO_LATE
                                           : WAIT_NEVER));
}

static lw_graph_node *node_of(lw_graph *graph, lw_graph_node *before, const lw_kernel *kernel,
                              const void *const *arguments)
{
    lw_graph_node *node = NULL;
    lw_graph_node_params params = lw_graph_kernel_node(kernel, lw_linear(NULL, N, 64), arguments);
    MUST(lw_graph_add_node(graph, &node, &before, before != NULL, &params));
    return node;
}

/* Captured: a is filled, and added to b by a kernel that may begin earlier. The graph runs twice. */
static void run_ahead(int wait)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_launch_config config = lw_linear(one, N, 64);
    config.programmatic = 1;
    MUST(lw_stream_begin_capture(one, LW_CAPTURE_GLOBAL));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    MUST(lw_launch(depend, config, a, b, N, wait));
    MUST(lw_stream_end_capture(one, &graph));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    MUST(lw_graph_launch(exec, one));
}

/* a and another array are filled by two nodes; a third, which may begin early after both, adds a to b. It runs twice. */
static void run_early(lw_graph *graph)
{
    int n = N, value = 1, *other, wait = is("graph-early-waits") ? WAIT_ALL : WAIT_NEVER;
    MUST(lw_malloc(device, (void **)&other, sizeof host));
    const void *fills_a[] = {&a, &n, &value}, *fills_other[] = {&other, &n, &value}, *arguments[] = {&a, &b, &n, &wait};
    bool second = is("graph-early-second");
    lw_graph_node *ahead[3] = {node_of(graph, NULL, LW_KERNEL_OF(fill), second ? fills_other : fills_a),
                               node_of(graph, NULL, LW_KERNEL_OF(fill), second ? fills_a : fills_other)};
    const lw_graph_edge_data early = lw_graph_programmatic_edge();
    lw_graph_edge_data data[3] = {early, early};
    lw_graph_node_params params = lw_graph_empty_node();
    size_t count = 2;
    if (is("graph-early-around")) { /* there is another way, which orders fully */
        MUST(lw_graph_add_node(graph, &ahead[2], &ahead[0], 1, &params));
        count = 3;
    }
    params = lw_graph_kernel_node(LW_KERNEL_OF(depend), lw_linear(NULL, N, 64), arguments);
    lw_graph_node *node;
    lw_graph_exec *exec;
    MUST(lw_graph_add_node_with(graph, &node, ahead, data, count, &params));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    MUST(lw_graph_launch(exec, one));
    MUST(lw_free(device, other));
}

/* a is filled, and added to b by a node that may run as soon as one has begun: the one that fills a, or a later one. */
static void run_begun(lw_graph *graph)
{
    int n = N, value = 1, wait = WAIT_ALL;
    const void *fills[] = {&a, &n, &value}, *arguments[] = {&a, &b, &n, &wait}, *others[] = {&pinned, &n, &value};
    const lw_graph_edge_data begun = {.from_port = LW_GRAPH_PORT_LAUNCH_COMPLETION};
    lw_graph_node *ahead = node_of(graph, NULL, LW_KERNEL_OF(fill), fills), *node;
    if (is("graph-begun-before"))
        ahead = node_of(graph, ahead, LW_KERNEL_OF(fill), others);
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(depend), lw_linear(NULL, N, 64), arguments);
    lw_graph_exec *exec;
    MUST(lw_graph_add_node_with(graph, &node, &ahead, &begun, 1, &params));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    MUST(lw_graph_launch(exec, one));
}

/* A graph's kernel launches another graph, which adds a to b. A node before it, or after it, or the stream later, fills a. */
static void run_launched(lw_graph *graph)
{
    int n = N, value = 1, tail = is("graph-launched-tail");
    const void *fills[] = {&a, &n, &value}, *adds[] = {&a, &b, &n};
    unsigned long long handle;
    lw_graph *inner;
    lw_graph_exec *exec, *launched;
    MUST(lw_graph_create(device, &inner));
    node_of(inner, NULL, LW_KERNEL_OF(add), adds);
    MUST(lw_graph_instantiate(inner, &launched, LW_GRAPH_INSTANTIATE_DEVICE_LAUNCH));
    MUST(lw_graph_upload(launched, one));
    MUST(lw_graph_exec_get_device_handle(launched, &handle));
    MUST(lw_memset(device, a, 0, sizeof host));
    const void *starts[] = {&handle, &tail};
    lw_graph_node *before = is("graph-launched-after") ? node_of(graph, NULL, LW_KERNEL_OF(fill), fills) : NULL, *node;
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(start), lw_linear(NULL, 1, 1), starts);
    MUST(lw_graph_add_node(graph, &node, &before, before != NULL, &params));
    if (is("graph-launched") || tail)
        node_of(graph, node, LW_KERNEL_OF(fill), fills);
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    if (is("graph-launched-stream"))
        MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    if (is("graph-launched-other"))
        MUST(lw_launch(fill, lw_linear(two, N, 64), a, N, 1));
}

/* A programmatic launch is a graph's only node, and runs twice. */
static void run_dependent(lw_graph *graph)
{
    int n = N, wait = WAIT_NEVER;
    const void *arguments[] = {&a, &b, &n, &wait};
    lw_launch_config config = lw_linear(NULL, N, 64);
    lw_graph_node *node;
    lw_graph_exec *exec;
    config.programmatic = 1;
    lw_graph_node_params params = lw_graph_kernel_node(LW_KERNEL_OF(depend), config, arguments);
    MUST(lw_memset(device, a, 0, sizeof host));
    MUST(lw_graph_add_node(graph, &node, NULL, 0, &params));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    MUST(lw_stream_synchronize(one));
    MUST(lw_graph_launch(exec, one));
}

/* a is filled by a node and added to b by another, or by a launch beside the graph. */
static void graphs(void)
{
    int n = N, value = 1;
    const void *fills[] = {&a, &n, &value}, *adds[] = {&a, &b, &n};
    bool inside = !begins("graph-stream");
    lw_graph *graph, *child;
    lw_graph_exec *exec;
    lw_graph_node_params params;
    MUST(lw_memset(device, b, 0, sizeof host));
    MUST(lw_graph_create(device, &graph));
    if (begins("graph-ahead")) {
        run_ahead(is("graph-ahead-waits") ? WAIT_ALL : WAIT_NEVER);
        return;
    }
    if (begins("graph-early")) {
        run_early(graph);
        return;
    }
    if (begins("graph-launched")) {
        run_launched(graph);
        return;
    }
    if (begins("graph-begun")) {
        run_begun(graph);
        return;
    }
    if (is("graph-dependent")) { /* the run before is no kernel ahead in its stream */
        run_dependent(graph);
        return;
    }
    lw_graph_node *first = node_of(graph, NULL, LW_KERNEL_OF(fill), fills), *second = first;
    if (is("graph-sibling")) { /* both come after the empty node: not one after the other */
        params = lw_graph_empty_node();
        MUST(lw_graph_add_node(graph, &second, NULL, 0, &params));
        MUST(lw_graph_add_dependencies(graph, &second, &first, 1));
    }
    if (is("graph-by-empty")) {
        params = lw_graph_empty_node();
        MUST(lw_graph_add_node(graph, &second, &first, 1, &params));
    }
    if (is("graph-child") || is("graph-child-apart")) {
        MUST(lw_graph_create(device, &child));
        node_of(child, NULL, LW_KERNEL_OF(add), adds);
        params = lw_graph_child_node(child);
        MUST(lw_graph_add_node(graph, &second, &first, is("graph-child"), &params));
    } else if (is("graph-copy") || is("graph-copy-right")) {
        params = lw_graph_memcpy_node(host, a, sizeof host, LW_MEMCPY_DEVICE_TO_HOST);
        MUST(lw_graph_add_node(graph, &second, &first, is("graph-copy-right"), &params));
    } else if (inside) {
        node_of(graph, is("graph") ? NULL : second, LW_KERNEL_OF(add), adds);
    }
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, one));
    if (is("graph-again")) /* runs take turns */
        MUST(lw_graph_launch(exec, two));
    if (is("graph-stream-event")) {
        MUST(lw_event_record(event, one));
        MUST(lw_stream_wait_event(two, event));
    }
    if (!inside)
        MUST(lw_launch(add, lw_linear(is("graph-stream-same") ? one : two, N, 64), a, b, N));
}

/* By way of a flag in pinned memory, that a kernel sets for the host, or the host for a kernel. */
static void words(void)
{
    pinned[0] = 0;
    MUST(lw_launch(tell, lw_linear(one, 1, 1), a, is("words-told") ? pinned : pinned + 1));
    if (is("words-told")) {
        while (!__atomic_load_n(pinned, __ATOMIC_ACQUIRE))
            ;
        pinned[1] = 1;
        MUST(lw_launch(listen, lw_linear(two, 1, 1), a, pinned + 1, b));
        return;
    }
    MUST(lw_launch(listen, lw_linear(two, 1, 1), a, pinned, b));
    if (is("words-let-go"))
        MUST(lw_stream_synchronize(one));
    __atomic_store_n(pinned, 1, __ATOMIC_RELEASE);
}

/* Copies and sets against a kernel of another stream. */
static void copies(void)
{
    MUST(lw_memset(device, b, 0, sizeof host));
    MUST(lw_memset(device, a, 0, sizeof host));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    if (begins("copies-right"))
        MUST(lw_stream_synchronize(one));
    if (is("copies-out") || is("copies-right-out")) {
        MUST(lw_memcpy(device, host, a, sizeof host, LW_MEMCPY_DEVICE_TO_HOST));
    } else if (is("copies-in") || is("copies-right-in")) {
        MUST(lw_memcpy(device, a, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE));
    } else if (is("copies-set") || is("copies-right-set")) {
        MUST(lw_memset_async(two, a, 0, sizeof host));
    } else { /* the same pinned memory is the target of two */
        MUST(lw_memcpy_async(one, pinned, b, sizeof host, LW_MEMCPY_DEVICE_TO_HOST));
        if (is("copies-right-pinned"))
            MUST(lw_stream_synchronize(one));
        MUST(lw_memcpy_async(two, pinned, b, sizeof host, LW_MEMCPY_DEVICE_TO_HOST));
    }
}

/* What of memory has been written goes along with copies. */
typedef struct padded {
    char small;
    int large;
} padded;

static void values(void)
{
    if (is("values-unwritten")) {
        MUST(lw_memcpy(device, host, a, sizeof host, LW_MEMCPY_DEVICE_TO_HOST));
        return;
    }
    if (is("values-part") || is("values-part-right")) { /* half of a is written and goes to b with the other half */
        MUST(lw_memset(device, a, 0, sizeof host / 2));
        MUST(lw_memcpy(device, b, a, sizeof host, LW_MEMCPY_DEVICE_TO_DEVICE));
        MUST(lw_memset(device, a, 0, sizeof host));
        MUST(lw_launch(add, lw_linear(one, N, 64), b, a, is("values-part") ? N : N / 2));
        return;
    }
    padded of_host[N / 2]; /* whose padding nobody writes */
    for (int i = 0; i < N / 2; i++) {
        of_host[i].small = 1;
        of_host[i].large = i;
    }
    MUST(lw_memcpy(device, a, of_host, sizeof of_host, LW_MEMCPY_HOST_TO_DEVICE));
    MUST(lw_memcpy(device, b, a, sizeof of_host, LW_MEMCPY_DEVICE_TO_DEVICE));
    MUST(lw_memcpy(device, of_host, b, sizeof of_host, LW_MEMCPY_DEVICE_TO_HOST));
}

/* Memory of the host in a kernel's hands. */
static void reach(void)
{
    int *memory = malloc(sizeof host), on_stack[N];
    if (is("reach-registered") || is("reach-unregistered"))
        MUST(lw_host_register(device, memory, sizeof host, 0));
    if (is("reach-unregistered"))
        MUST(lw_host_unregister(device, memory));
    int *to = is("reach-pinned") || is("reach-past") || is("reach-race") ? pinned
              : is("reach-stack")                                        ? on_stack
                                                                         : memory;
    if (is("reach-race"))
        MUST(lw_launch(same_place, lw_linear(one, 64, 64), to));
    else if (is("reach-table"))
        MUST(lw_launch(from_table, lw_linear(one, N, 64), a, N));
    else
        MUST(lw_launch(fill, lw_linear(one, is("reach-past") ? 2 * N : N, 64), to, is("reach-past") ? N + 1 : N, 0));
    MUST(lw_device_synchronize(device));
    free(memory);
}

static void heaps(void)
{
    int what = atoi(name + strlen("heap-"));
    MUST(lw_launch(heap, lw_linear(one, 1, 1), a, what));
}

static void heap_frees(void)
{
    int **kept;
    MUST(lw_malloc(device, (void **)&kept, 66 * sizeof *kept));
    MUST(lw_memset(device, kept, is("free-right"), 66 * sizeof *kept));
    MUST(lw_launch(heap_free, lw_linear(one, 64, 64), kept));
    MUST(lw_free(device, kept));
}

static void families(void)
{
    MUST(lw_launch(family, lw_linear(one, 32, 32), a, atoi(name + strlen("family-"))));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 2)); /* after all of the family */
}

static void hand_on(void)
{
    MUST(lw_memset(device, a, 0, 2 * sizeof *a));
    if (is("hand-on-chain"))
        MUST(lw_launch(fill, lw_linear(one, N, 64), b, N, 1));
    MUST(lw_launch(publish, lw_linear(one, 1, 1), a, a + 1));
    for (volatile int i = 0; i < 30000000; i++) /* time for it, and no order */
        ;
    MUST(lw_launch(consume, lw_linear(two, 1, 1), is("hand-on-chain") ? b : a, a + 1, !is("hand-on")));
}

static void loads(void)
{
    MUST(lw_memset(device, a, 0, sizeof host));
    MUST(lw_launch(load, lw_linear(one, 2, 2), a, atoi(name + strlen("load-"))));
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1)); /* of another kernel it is no fault */
}

static void asynchronous(void)
{
    bool in_batches = begins("async-batch");
    MUST(lw_memset(device, a, 0, sizeof host));
    MUST(lw_memset(device, b, 0, sizeof host));
    if (in_batches)
        MUST(lw_launch(batch, lw_linear(one, 32, 32), a, b, atoi(name + strlen("async-batch-"))));
    else
        MUST(lw_launch(bulk, lw_linear(one, 64, 64), a, b, atoi(name + strlen("async-bulk-"))));
}

/* Device memory in the host's hands. */
static void touches(void)
{
    if (begins("touch-running")) { /* the kernel has it open, and goes on when the host has looked at it */
        pinned[0] = pinned[1] = 0;
        MUST(lw_launch(tell_and_wait, lw_linear(one, 1, 1), a, pinned, pinned + 1));
        while (!__atomic_load_n(pinned, __ATOMIC_ACQUIRE))
            ;
        if (is("touch-running"))
            printf("%d\n", *(volatile int *)a);
        __atomic_store_n(pinned + 1, 1, __ATOMIC_RELEASE);
        return;
    }
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
    MUST(lw_stream_synchronize(one));
    if (is("touch-read"))
        printf("%d\n", a[3]);
    if (is("touch-write"))
        b[0] = 1;
    if (is("touch-right")) {
        MUST(lw_memcpy(device, host, a, sizeof host, LW_MEMCPY_DEVICE_TO_HOST));
        printf("%d\n", host[3] + pinned[3]);
    }
    MUST(lw_launch(fill, lw_linear(one, N, 64), a, N, 1));
}

static void misuse(void)
{
    if (is("misuse-free")) {
        int *memory;
        MUST(lw_malloc(device, (void **)&memory, 100));
        MUST(lw_free(device, memory));
        lw_free(device, memory);
    }
    if (is("misuse-inside"))
        lw_free(device, a + 1);
    if (is("misuse-closed")) {
        MUST(lw_stream_destroy(two));
        lw_launch(fill, lw_linear(two, N, 64), a, N, 1);
    }
    if (is("misuse-event")) {
        MUST(lw_event_destroy(event));
        lw_event_record(event, one);
    }
    if (is("misuse-past"))
        lw_memcpy(device, a, host, sizeof host + 4, LW_MEMCPY_HOST_TO_DEVICE);
    if (is("misuse-freed-copy")) {
        int *memory;
        MUST(lw_malloc(device, (void **)&memory, sizeof host));
        MUST(lw_free(device, memory));
        lw_memcpy(device, host, memory, sizeof host, LW_MEMCPY_DEVICE_TO_HOST);
    }
    if (is("misuse-launch") || is("misuse-seen") || is("misuse-again")) {
        lw_status status = lw_launch(fill, lw_linear(one, N, 2048), a, N, 1);
        if (is("misuse-seen"))
            printf("%d %s\n", (int)status, lw_last_error_message(device));
        if (is("misuse-again"))
            lw_launch(fill, lw_linear(one, N, 1024), a, N, 1);
    }
    if (is("misuse-constant")) {
        MUST(lw_memset(device, a, 0, sizeof host));
        MUST(lw_launch(to_constant, lw_linear(one, 2, 2), a));
    }
}

int main(int count, char **arguments)
{
    static const struct {
        const char *start;
        void (*run)(void);
    } cases[] = {{"streams", two_streams}, {"held", held},     {"words", words},         {"copies", copies},
                 {"values", values},       {"reach", reach},   {"heap", heaps},          {"free", heap_frees},
                 {"load", loads},          {"touch", touches}, {"async", asynchronous},  {"family", families},
                 {"hand-on", hand_on},     {"misuse", misuse}, {"dependent", dependent}, {"graph", graphs}};
    name = count > 1 ? arguments[1] : "";
    if (is("keys"))
        return pkey_alloc(0, 0) < 0;
    MUST(lw_device_open(&device, "cpu"));
    MUST(lw_malloc(device, (void **)&a, sizeof host));
    MUST(lw_malloc(device, (void **)&b, sizeof host));
    MUST(lw_malloc_host(device, (void **)&pinned, sizeof host));
    MUST(lw_stream_create(device, &one));
    MUST(lw_stream_create(device, &two));
    MUST(lw_event_create(device, &event));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (begins(cases[i].start))
            cases[i].run();
    MUST(lw_device_synchronize(device));
    if (begins("leak-exit"))
        return 0;
    if (!begins("leak")) {
        lw_free(device, a);
        lw_free(device, b);
    }
    MUST(lw_device_close(device));
    return 0;
}
