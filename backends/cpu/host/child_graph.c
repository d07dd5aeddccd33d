/* What kernels do to graphs: the value of a conditional node, and launches.
 *
 * What the kernels of a run launch is the family of the run, its environment: the stream goes on when all of it is done. The
 * tail launches begin when the run and the rest of its environment are done. */
#include <stdlib.h>

#include "../language/child.h"
#include "child_inside.h"
#include "graph.h"

void lw_cpu_graph_set_conditional(unsigned long long handle, unsigned value)
{
    lw_conditional *conditional = lw_conditional_find(handle);
    if (conditional) /* of a number that is no handle, CUDA says nothing */
        atomic_store_explicit(&conditional->value, value, memory_order_release);
}

/* ---- handles ---- */
void lw_cpu_exec_list(lw_exec_impl *exec)
{
    static atomic_ullong numbers;
    lw_device_impl *device = exec->device;
    emu_pool_lock(device->pool);
    exec->number = atomic_fetch_add(&numbers, 1) + 1;
    exec->next = device->device_execs;
    device->device_execs = exec;
    emu_pool_unlock(device->pool);
}

void lw_cpu_exec_unlist(lw_exec_impl *exec)
{
    lw_exec_impl **link = &exec->device->device_execs;
    if (!exec->device_launch)
        return;
    while (*link != exec)
        link = &(*link)->next;
    *link = exec->next;
}

unsigned long long lw_cpu_exec_device_handle(const lw_exec_impl *exec)
{
    return exec->number;
}

lw_exec_impl *lw_cpu_exec_find(const lw_device_impl *device, unsigned long long handle)
{
    lw_exec_impl *exec = device->device_execs;
    while (exec && exec->number != handle)
        exec = exec->next;
    return exec;
}

/* ---- launches ---- */
/* CUDA's limits: launches of a run that wait for nothing, and its tail launches. */
enum { MOST_FIRED = 120, MOST_TAILS = 255 };

/* The run that the calling kernel is a node of; null: it is a stream's. */
static lw_cpu_operation *calling_graph(const lw_cpu_launch *launch)
{
    return launch->operation.node ? launch->operation.node->body->operation : NULL;
}

static lw_cpu_launch *environment_of(lw_cpu_operation *graph)
{
    lw_cpu_launch *environment = graph->as.graph.environment;
    if (environment || !(environment = lw_allocate(sizeof *environment)))
        return environment;
    environment->operation =
        (lw_cpu_operation){.kind = LW_CPU_GRAPH, .stream = graph->stream, .check = graph->check, .next = graph};
    environment->family.unfinished = 1; /* the run itself */
    return graph->as.graph.environment = environment;
}

/* Whose environment the launch is in, and which stream of it. Returns CUDA's error. */
static int find_place(lw_cpu_operation *graph, cudaStream_t handle, lw_cpu_operation *operation, lw_cpu_launch **parent,
                      lw_stream_impl **stream)
{
    cudaStream_t role = cudaStreamFireAndForget;
    if (handle == cudaStreamGraphTailLaunch) {
        role = cudaStreamTailLaunch;
    } else if (handle == cudaStreamGraphFireAndForgetAsSibling) {
        operation->as.graph.sibling = !graph->parent || graph->as.graph.sibling;
        *parent = graph->parent;
    } else if (handle != cudaStreamGraphFireAndForget) {
        return cudaErrorInvalidValue;
    }
    if (!*parent)
        *parent = environment_of(graph);
    if (!*parent)
        return cudaErrorMemoryAllocation;
    lw_cpu_family *family = &(*parent)->family;
    if (role == cudaStreamTailLaunch ? family->held_tail_launches >= MOST_TAILS : family->fired >= MOST_FIRED)
        return cudaErrorInvalidValue;
    int error = lw_cpu_find_stream(*parent, role, stream);
    family->fired += !error && role == cudaStreamFireAndForget && !operation->as.graph.sibling;
    return error;
}

/* With the lock held. */
static int launch(lw_cpu_launch *caller, lw_cpu_operation *graph, lw_exec_impl *exec, cudaStream_t handle)
{
    lw_cpu_body *body = exec->body;
    lw_cpu_launch *parent = NULL;
    lw_stream_impl *stream;
    bool tail = handle == cudaStreamGraphTailLaunch;
    if (!exec->uploaded || body->turn->asked || (body->turn->runs && !tail))
        return cudaErrorInvalidValue;
    if (body->has_transfer && lw_cpu_graph_check_memory(exec->graph, exec->device))
        return cudaErrorInvalidValue;
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (!operation)
        return cudaErrorMemoryAllocation;
    operation->kind = LW_CPU_GRAPH;
    operation->as.graph.body = body;
    int error = find_place(graph, handle, operation, &parent, &stream);
    if (error) {
        free(operation);
        return error;
    }
    body->references++;
    body->turn->asked = true;
    caller->compare.unrepeatable = true;
    if (emu_checking)
        emu_check_stream_waits(stream->check, caller->operation.node->order);
    lw_cpu_enqueue_for(parent, stream, operation);
    return cudaSuccess;
}

int lw_cpu_graph_device_launch(unsigned long long handle, void *stream)
{
    lw_cpu_launch *caller = lw_cpu_calling_launch();
    lw_device_impl *device = caller->operation.stream->device;
    emu_pool_lock(device->pool);
    lw_cpu_operation *graph = calling_graph(caller);
    lw_exec_impl *exec = graph ? lw_cpu_exec_find(device, handle) : NULL;
    int error = exec ? launch(caller, graph, exec, stream) : cudaErrorInvalidValue;
    emu_pool_unlock(device->pool);
    return error;
}

unsigned long long lw_cpu_graph_current(void)
{
    lw_cpu_launch *caller = lw_cpu_calling_launch();
    lw_device_impl *device = caller->operation.stream->device;
    emu_pool_lock(device->pool);
    const lw_cpu_operation *graph = calling_graph(caller);
    const lw_exec_impl *exec = device->device_execs;
    while (exec && !(graph && exec->turn == graph->as.graph.body->turn))
        exec = exec->next;
    unsigned long long handle = exec ? exec->number : 0;
    emu_pool_unlock(device->pool);
    return handle;
}
