/* Two devices, one of which uses the other's memory wrongly, and its right twin: one case a run, by name. The script beside it
 * says what is to be reported. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <lanewise/capture.h>
#include <lanewise/graph_memory.h>
#include <lanewise/peer.h>
#include <lanewise/virtual_memory.h>

#include "kernels.h"

enum { N = 256, SIZE = N * sizeof(int) };
static lw_device *first, *second;
static lw_stream *here, *there;
static lw_event *event;
static int *memory, *own, *pooled, *managed;
static int *mapped;
static size_t mapped_size;
static const char *name;

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        if (call)                                                                                                      \
            printf("line %d: %s\n", __LINE__, lw_last_error_message(NULL));                                            \
    } while (0)

static bool is(const char *case_name)
{
    return strcmp(name, case_name) == 0;
}

/* The second device's kernel reads what is the first's. */
static void read_there(const int *from)
{
    MUST(lw_launch(add_one, lw_linear(there, N, 64), own, from, N));
}

static void give(lw_memory_access access)
{
    MUST(lw_virtual_memory_set_access(first, mapped, mapped_size, &(lw_virtual_memory_access){second, access}, 1));
}

/* Memory of the first device at reserved addresses. Another device needs access of its own to it. */
static void map(void)
{
    lw_physical_memory *physical;
    MUST(lw_physical_memory_granularity(first, NULL, LW_MEMORY_GRANULARITY_MINIMUM, &mapped_size));
    MUST(lw_physical_memory_create(first, &physical, mapped_size, NULL));
    MUST(lw_virtual_memory_reserve(first, (void **)&mapped, mapped_size, 0, NULL));
    MUST(lw_virtual_memory_map(mapped, mapped_size, physical, 0));
    MUST(lw_virtual_memory_set_access(first, mapped, mapped_size,
                                      &(lw_virtual_memory_access){first, LW_MEMORY_ACCESS_READ_WRITE}, 1));
    MUST(lw_physical_memory_release(physical));
    MUST(lw_memset(first, mapped, 1, SIZE));
    if (!is("mapped"))
        give(LW_MEMORY_ACCESS_READ_WRITE);
    if (is("mapped-taken"))
        give(LW_MEMORY_ACCESS_NONE);
}

/* Memory of the first device that a graph of the second allocates and reads. */
static void run_graph(void)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    lw_graph_node *allocation;
    lw_graph_node_params params = lw_graph_malloc_node(SIZE);
    params.as.allocate.device = first;
    params.as.allocate.peers = &second;
    params.as.allocate.peer_count = is("graph-access");
    MUST(lw_graph_create(second, &graph));
    MUST(lw_graph_add_node(graph, &allocation, NULL, 0, &params));
    MUST(lw_graph_node_get_params(allocation, &params));
    int *found = params.as.allocate.pointer;
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, there));
    MUST(lw_stream_synchronize(there));
    MUST(lw_memset(first, found, 1, SIZE));
    read_there(found);
    MUST(lw_free_async(there, found));
    MUST(lw_stream_synchronize(there));
    MUST(lw_graph_exec_destroy(exec));
    MUST(lw_graph_destroy(graph));
}

/* Who may access what. */
static void access_cases(void)
{
    lw_memory_pool *pool;
    MUST(lw_memory_pool_create(first, &pool));
    MUST(lw_malloc_from_pool_async(here, pool, (void **)&pooled, SIZE));
    MUST(lw_memset_async(here, pooled, 1, SIZE));
    MUST(lw_malloc_managed(first, (void **)&managed, SIZE, LW_ATTACH_GLOBAL));
    memset(managed, 1, SIZE);
    MUST(lw_device_synchronize(first));
    bool maps = strncmp(name, "mapped", 6) == 0;
    if (maps)
        map();
    if (is("with") || is("taken") || is("pool-device") || is("graph-device") || is("mapped"))
        MUST(lw_device_enable_peer_access(second, first, 0));
    if (is("other-way"))
        MUST(lw_device_enable_peer_access(first, second, 0));
    if (is("taken"))
        MUST(lw_device_disable_peer_access(second, first));
    if (is("pool-access"))
        MUST(lw_memory_pool_set_access(pool, second, LW_MEMORY_ACCESS_READ_WRITE));
    if (is("mapped-own")) /* the other device keeps its access */
        MUST(lw_virtual_memory_set_access(first, mapped, mapped_size,
                                          &(lw_virtual_memory_access){first, LW_MEMORY_ACCESS_NONE}, 1));
    if (is("mapped-own") || is("mapped-both")) {
        MUST(lw_launch(add_one, lw_linear(here, N, 64), memory, mapped, N));
        MUST(lw_stream_synchronize(here));
    } else if (strncmp(name, "graph", 5) == 0)
        run_graph();
    else if (is("managed") || maps)
        read_there(maps ? mapped : managed);
    else
        read_there(strncmp(name, "pool", 4) == 0 ? pooled : memory);
    MUST(lw_stream_synchronize(there));
    MUST(lw_free_async(here, pooled));
}

/* What orders the devices' work. */
static void order_cases(void)
{
    bool copies = strncmp(name, "copy", 4) == 0;
    MUST(lw_device_enable_peer_access(second, first, 0));
    MUST(lw_launch(add_one, lw_linear(here, N, 64), memory, memory, N));
    if (is("event") || is("copy-event")) {
        MUST(lw_event_record(event, here));
        MUST(lw_stream_wait_event(there, event));
    }
    if (is("wait"))
        MUST(lw_device_synchronize(first));
    if (is("wrong-wait"))
        MUST(lw_device_synchronize(second));
    if (is("copy-waits"))
        MUST(lw_memcpy_peer(own, second, memory, first, SIZE));
    else if (copies)
        MUST(lw_memcpy_peer_async(there, own, second, memory, first, SIZE));
    else
        read_there(memory);
}

/* On devices whose host may not use managed memory while a kernel runs: the kernel is the other device's. Memory that is attached to
 * a stream of that device is the host's while this stream has no kernel. */
static void use_managed(void)
{
    lw_stream *stream;
    MUST(lw_malloc_managed(first, (void **)&managed, SIZE, LW_ATTACH_GLOBAL));
    if (strncmp(name, "managed-attached", 16) == 0) {
        MUST(lw_stream_create(second, &stream));
        MUST(lw_stream_attach_memory(stream, managed, 0, LW_ATTACH_SINGLE));
        MUST(lw_launch(set_counter, lw_linear(is("managed-attached") ? here : stream, N, 64), 1));
        managed[0] = 1;
        MUST(lw_stream_destroy(stream));
        return;
    }
    MUST(lw_launch(set_counter, lw_linear(there, N, 64), 1));
    if (is("managed-host-waits"))
        MUST(lw_device_synchronize(second));
    if (is("managed-host"))
        MUST(lw_device_synchronize(first));
    managed[0] = 1;
}

/* Each device has an instance of the variable. */
static void set_there(void)
{
    MUST(lw_launch(set_counter, lw_linear(here, N, 64), 1));
    MUST(lw_launch(set_counter, lw_linear(there, N, 64), 2));
    if (is("variable-race")) {
        lw_stream *another;
        MUST(lw_stream_create(second, &another));
        MUST(lw_launch(set_counter, lw_linear(another, N, 64), 3));
    }
}

static void begin_graph(lw_stream *stream)
{
    if (strstr(name, "graph"))
        MUST(lw_stream_begin_capture(stream, LW_CAPTURE_RELAXED));
}

/* Launches what the stream has captured since then. */
static void run_captured(lw_stream *stream)
{
    lw_graph *graph;
    lw_graph_exec *exec;
    if (!strstr(name, "graph"))
        return;
    MUST(lw_stream_end_capture(stream, &graph));
    MUST(lw_graph_instantiate(graph, &exec, 0));
    MUST(lw_graph_launch(exec, stream));
}

/* The second device waits for a value that the first writes after its kernel, or that it wrote itself. */
static void pass_value(void)
{
    bool first_writes = !strstr(name, "own");
    static _Alignas(4096) uint32_t page[1024];
    uint32_t *word = page;
    MUST(lw_host_register(first, page, sizeof page, 0));
    MUST(lw_device_enable_peer_access(second, first, 0));
    MUST(lw_stream_write_value32(there, word, 1));
    MUST(lw_device_synchronize(second));
    if (first_writes)
        *word = 0;
    begin_graph(here);
    MUST(lw_launch(add_one, lw_linear(here, N, 64), memory, memory, N));
    if (first_writes)
        MUST(lw_stream_write_value32(here, word, 1));
    run_captured(here);
    begin_graph(there);
    MUST(lw_stream_wait_value32(there, word, 1, LW_WAIT_EQUAL));
    read_there(memory);
    run_captured(there);
    MUST(lw_device_synchronize(second));
    MUST(lw_host_unregister(first, page));
}

/* The second device sets managed memory, or writes a word of page-locked memory, that a kernel of the first device reads. */
static void write_there(void)
{
    int *shared;
    MUST(is("word-race") ? lw_malloc_host(first, (void **)&shared, SIZE)
                         : lw_malloc_managed(first, (void **)&shared, SIZE, LW_ATTACH_GLOBAL));
    memset(shared, 1, SIZE);
    MUST(lw_launch(add_one, lw_linear(here, N, 64), memory, shared, N));
    MUST(lw_event_record(event, here));
    if (is("set-event"))
        MUST(lw_stream_wait_event(there, event));
    if (is("word-race"))
        MUST(lw_stream_write_value32(there, (uint32_t *)shared + N - 1, 2));
    else
        MUST(lw_memset_async(there, shared, 2, SIZE));
    MUST(lw_device_synchronize(second));
    MUST(lw_device_synchronize(first));
    MUST(is("word-race") ? lw_free_host(first, shared) : lw_free(first, shared));
}

int main(int count, char **arguments)
{
    name = count > 1 ? arguments[1] : "";
    MUST(lw_device_open(&first, "cpu:0"));
    MUST(lw_device_open(&second, "cpu:1"));
    here = lw_default_stream(first);
    there = lw_default_stream(second);
    MUST(lw_event_create(first, &event));
    MUST(lw_malloc(first, (void **)&memory, SIZE));
    MUST(lw_malloc(second, (void **)&own, SIZE));
    MUST(lw_memset(first, memory, 1, SIZE));
    MUST(lw_memset(second, own, 1, SIZE));
    if (is("beyond"))
        MUST(lw_launch(add_one, lw_linear(there, 1, 64), own + N, own, 1));
    else if (strncmp(name, "value", 5) == 0)
        pass_value();
    else if (strncmp(name, "set-", 4) == 0 || is("word-race"))
        write_there();
    else if (strncmp(name, "managed-", 8) == 0)
        use_managed();
    else if (strncmp(name, "variable", 8) == 0)
        set_there();
    else if (is("race") || is("event") || is("wait") || is("wrong-wait") || strncmp(name, "copy", 4) == 0)
        order_cases();
    else
        access_cases();
    MUST(lw_device_synchronize(first));
    MUST(lw_device_synchronize(second));
    MUST(lw_free(first, memory));
    MUST(lw_free(second, own));
    if (mapped) {
        MUST(lw_virtual_memory_unmap(first, mapped, mapped_size));
        MUST(lw_virtual_memory_free(first, mapped, mapped_size));
    }
    if (managed)
        MUST(lw_free(first, managed));
    MUST(lw_device_close(first));
    MUST(lw_device_close(second));
}
