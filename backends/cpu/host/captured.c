/* The work of a stream that captures: it becomes nodes. */
#include <stdlib.h>
#include <string.h>

#include "capture.h"

static lw_status check_memory(const lw_graph *graph, const lw_node_work *work)
{
    bool frees = work->params.type == LW_GRAPH_NODE_MEMORY_FREE;
    if (!frees)
        work->memory->graph = graph->number;
    const char *why = frees ? lw_graph_memory_may_not_free(graph, work->memory) : NULL;
    return why ? lw_fail(graph->device_impl, LW_ERROR_INVALID_VALUE, "pointer is %p, %s", work->memory->pointer, why)
               : LW_SUCCESS;
}

/* A node after those that the stream goes on from: a programmatic launch may begin early after kernels. */
static lw_graph_node *make_node(lw_graph *graph, lw_node_work *work, const lw_node_list *frontier)
{
    bool early = work->params.type == LW_GRAPH_NODE_KERNEL && work->params.as.kernel.config.programmatic;
    lw_graph_edge_data *data = early ? lw_allocate((frontier->count + 1) * sizeof *data) : NULL;
    if (early && !data)
        return NULL;
    for (size_t i = 0; early && i < frontier->count; i++)
        if (frontier->nodes[i]->work.params.type == LW_GRAPH_NODE_KERNEL)
            data[i] = lw_graph_programmatic_edge();
    lw_graph_node *node = lw_node_make(graph, work, frontier->nodes, data, frontier->count);
    free(data);
    return node;
}

/* Adds a node, and the stream goes on from it. The work remains the caller's on failure. */
static lw_status add(lw_stream_impl *stream, lw_node_work *work)
{
    lw_device_impl *device = stream->device;
    emu_pool_lock(device->pool);
    if (!stream->capture) { /* another thread has ended it */
        emu_pool_unlock(device->pool);
        return lw_fail(device, LW_ERROR_ILLEGAL_STATE, "another thread has ended the stream's capture");
    }
    lw_status status = lw_cpu_capture_enter(stream);
    if (!status && work->memory)
        status = check_memory(stream->capture->graph, work);
    lw_node_list *frontier = &stream->frontier;
    lw_graph_node *node = status ? NULL : make_node(stream->capture->graph, work, frontier);
    if (node) {
        frontier->nodes[0] = node;
        if (work->params.type == LW_GRAPH_NODE_KERNEL)
            node->window = stream->window;
        frontier->count = 1;
    } else if (!status) {
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a node of a captured graph");
    }
    emu_pool_unlock(device->pool);
    return status;
}

static lw_status add_or_free(lw_stream_impl *stream, lw_node_work *work)
{
    lw_status status = add(stream, work);
    if (status)
        lw_node_work_free(work);
    return status;
}

lw_status lw_cpu_capture_launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                                const void *arguments)
{
    lw_node_work work = {.params.type = LW_GRAPH_NODE_KERNEL};
    work.params.as.kernel.kernel = kernel;
    work.params.as.kernel.config = *config;
    work.params.as.kernel.config.stream = NULL;
    if (!lw_node_work_arguments(&work, kernel, arguments))
        return lw_fail(stream->device, LW_ERROR_OUT_OF_MEMORY, "no memory for a kernel's arguments");
    return add_or_free(stream, &work);
}

/* Rows, or slices of rows, as a box. */
static lw_pitched side(const lw_copy *copy, const void *pointer, size_t pitch, size_t slice)
{
    return (lw_pitched){(void *)pointer, pitch, copy->width, slice && pitch ? slice / pitch : copy->height};
}

lw_status lw_cpu_capture_transfer(lw_stream_impl *stream, const lw_copy *copy, int value)
{
    lw_node_work work = {.copy = *copy, .captured = copy->of_array};
    lw_extent extent = {copy->width, copy->slice ? copy->slice : copy->height,
                        copy->slice ? copy->height / copy->slice : 1};
    lw_pitched to = side(copy, copy->destination, copy->destination_pitch, copy->destination_slice);
    if (copy->source) {
        work.params.type = LW_GRAPH_NODE_MEMCPY;
        work.params.as.memcpy = (lw_copy_3d){.destination = to,
                                             .source = side(copy, copy->source, copy->source_pitch, copy->source_slice),
                                             .extent = extent,
                                             .kind = copy->kind};
    } else {
        work.params.type = LW_GRAPH_NODE_MEMSET;
        work.params.as.memset = (lw_graph_memset_params){to, value, extent};
    }
    return add_or_free(stream, &work);
}

lw_status lw_cpu_capture_host_function(lw_stream_impl *stream, lw_host_function function, void *user)
{
    lw_node_work work = {.params.type = LW_GRAPH_NODE_HOST};
    work.params.as.host = (lw_graph_host_params){function, user};
    return add_or_free(stream, &work);
}

lw_status lw_cpu_capture_value(lw_stream_impl *stream, const lw_value *value, bool waits, lw_wait_condition condition)
{
    lw_node_work work = {.params.type = LW_GRAPH_NODE_MEMORY_VALUE,
                         .value = *value,
                         .waits = waits,
                         .condition = condition,
                         .captured = true};
    return add_or_free(stream, &work);
}

/* ---- memory ---- */
lw_status lw_cpu_capture_malloc(lw_stream_impl *stream, lw_memory_pool_impl *pool, lw_graph_memory *memory)
{
    /* The graph has the memory, not the pool, whose access counts now. */
    lw_cpu_graph_memory_allow(memory->impl, memory->pointer, atomic_load_explicit(&pool->peers, memory_order_relaxed));
    lw_node_work work = {.params.type = LW_GRAPH_NODE_MEMORY_ALLOCATE, .memory = memory};
    work.params.as.allocate = (lw_graph_allocate_params){memory->size, memory->pointer, memory->device, NULL, 0};
    lw_graph_memory_retain(memory);
    return add_or_free(stream, &work);
}

lw_status lw_cpu_capture_free(lw_stream_impl *stream, lw_graph_memory *memory)
{
    lw_node_work work = {.params.type = LW_GRAPH_NODE_MEMORY_FREE, .memory = memory};
    work.params.as.freed = memory->pointer;
    lw_graph_memory_retain(memory);
    return add_or_free(stream, &work);
}

/* ---- events ---- */
void lw_cpu_event_uncapture(lw_event_impl *event)
{
    free(event->nodes);
    event->nodes = NULL;
    event->node_count = 0;
    event->captured = 0;
}

lw_status lw_cpu_capture_record(lw_stream_impl *stream, lw_event_impl *event)
{
    lw_device_impl *device = stream->device;
    emu_pool_lock(device->pool);
    lw_status status = stream->capture ? lw_cpu_capture_enter(stream) : LW_ERROR_ILLEGAL_STATE;
    size_t count = stream->frontier.count;
    lw_graph_node **nodes = status ? NULL : lw_allocate((count + 1) * sizeof *nodes);
    if (!status && !nodes)
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the captured record of an event");
    if (!status) {
        lw_cpu_event_uncapture(event);
        if (count)
            memcpy(nodes, stream->frontier.nodes, count * sizeof *nodes);
        event->nodes = nodes;
        event->node_count = count;
        event->captured = stream->capture->number;
    }
    emu_pool_unlock(device->pool);
    return status;
}

/* Adds the event's nodes to what the stream's next node comes after. */
static bool add_frontier(lw_node_list *list, const lw_event_impl *event)
{
    lw_graph_node **nodes = lw_allocate((list->count + event->node_count + 4) * sizeof *nodes);
    if (!nodes)
        return false;
    size_t count = list->count;
    memcpy(nodes, list->nodes, count * sizeof *nodes);
    for (size_t i = 0; i < event->node_count; i++) {
        bool found = false;
        for (size_t j = 0; j < list->count && !found; j++)
            found = list->nodes[j] == event->nodes[i];
        if (!found)
            nodes[count++] = event->nodes[i];
    }
    free(list->nodes);
    *list = (lw_node_list){.nodes = nodes, .count = count, .room = count};
    return true;
}

static lw_status lost_record(const lw_device_impl *device)
{
    return lw_fail(device, LW_ERROR_INVALID_VALUE,
                   "the event's latest record was captured, and the capture has ended or is invalid: record it again");
}

static lw_status wait_captured(lw_stream_impl *stream, lw_event_impl *event)
{
    lw_device_impl *device = stream->device;
    lw_cpu_capture *capture = stream->capture;
    lw_cpu_capture *other = event->captured ? lw_cpu_capture_find(device, event->captured) : NULL;
    if (!capture && !event->captured)
        return LW_ERROR_ILLEGAL_STATE; /* both have ended meanwhile */
    lw_status status = capture ? lw_cpu_capture_enter(stream) : LW_SUCCESS;
    if (status)
        return status;
    if (event->captured && (!other || other->invalidated))
        return lost_record(device);
    if (!other)
        return lw_cpu_capture_invalidate(capture, LW_ERROR_CAPTURE_ISOLATION,
                                         "the event's latest record was not captured, so the graph cannot wait for it");
    if (capture && capture != other) {
        lw_cpu_capture_invalidate(other, LW_ERROR_CAPTURE_MERGE, "");
        return lw_cpu_capture_invalidate(capture, LW_ERROR_CAPTURE_MERGE,
                                         "the event's latest record is of another capture");
    }
    if (stream == device->legacy)
        return lw_cpu_capture_invalidate(other, LW_ERROR_CAPTURE_UNSUPPORTED,
                                         "the event's latest record is captured, and the legacy stream cannot capture");
    if ((!capture && !lw_cpu_capture_join(stream, other)) || !add_frontier(&stream->frontier, event))
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a captured wait");
    return LW_SUCCESS;
}

lw_status lw_cpu_capture_wait(lw_stream_impl *stream, lw_event_impl *event)
{
    emu_pool_lock(stream->device->pool);
    lw_status status = wait_captured(stream, event);
    emu_pool_unlock(stream->device->pool);
    return status;
}

lw_status lw_cpu_capture_forbids_event(lw_event_impl *event)
{
    lw_device_impl *device = event->device;
    lw_status status = LW_SUCCESS;
    emu_pool_lock(device->pool);
    if (event->captured) {
        lw_cpu_capture *capture = lw_cpu_capture_find(device, event->captured);
        status = capture && !capture->invalidated
                     ? lw_cpu_capture_invalidate(capture, LW_ERROR_CAPTURED_EVENT,
                                                 "the event's latest record is captured, so it is never reached")
                     : lost_record(device);
    }
    emu_pool_unlock(device->pool);
    return status ? status : lw_cpu_capture_forbids_unsafe(device);
}
