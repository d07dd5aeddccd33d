/* Capture: its beginning and its end, and the calls that it forbids. */
#include "capture.h"

#include <stdlib.h>

static atomic_uint_fast64_t numbers;
static __thread lw_capture_mode thread_mode __attribute__((tls_model("initial-exec")));

lw_capture_mode lw_cpu_exchange_mode(lw_capture_mode mode)
{
    lw_capture_mode before = thread_mode;
    thread_mode = mode;
    return before;
}

/* ---- with the lock held ---- */
lw_cpu_capture *lw_cpu_capture_find(const lw_device_impl *device, uint64_t number)
{
    lw_cpu_capture *capture = device->captures;
    while (capture && capture->number != number)
        capture = capture->next;
    return capture;
}

lw_status lw_cpu_capture_invalidate(lw_cpu_capture *capture, lw_status status, const char *why)
{
    capture->invalidated = true;
    return lw_fail(capture->origin->device, status, "%s; the capture is invalid now", why);
}

lw_status lw_cpu_capture_enter(lw_stream_impl *stream)
{
    if (!stream->capture->invalidated)
        return LW_SUCCESS;
    return lw_fail(stream->device, LW_ERROR_CAPTURE_INVALIDATED,
                   "an earlier error has invalidated the stream's capture: lw_stream_end_capture() ends it");
}

bool lw_cpu_capture_join(lw_stream_impl *stream, lw_cpu_capture *capture)
{
    lw_node_list list = {.nodes = lw_allocate(4 * sizeof *list.nodes), .room = 4};
    if (!list.nodes)
        return false;
    stream->frontier = list;
    atomic_store_explicit(&stream->capture, capture, memory_order_relaxed);
    return true;
}

static void leave(lw_stream_impl *stream)
{
    atomic_store_explicit(&stream->capture, NULL, memory_order_relaxed);
    free(stream->frontier.nodes);
    stream->frontier = (lw_node_list){0};
}

/* Frees the capture, not its graph. */
static void end(lw_cpu_capture *capture)
{
    lw_device_impl *device = capture->origin->device;
    for (lw_stream_impl *stream = device->streams; stream; stream = stream->next)
        if (stream->capture == capture)
            leave(stream);
    lw_cpu_capture **link = &device->captures;
    while (*link != capture)
        link = &(*link)->next;
    *link = capture->next;
    atomic_fetch_sub_explicit(&device->capture_count, 1, memory_order_relaxed);
    free(capture);
}

void lw_cpu_capture_drop(lw_stream_impl *stream)
{
    lw_cpu_capture *capture = stream->capture;
    if (!capture)
        return;
    if (stream == capture->origin) {
        lw_graph_free(capture->graph);
        end(capture);
    } else {
        leave(stream);
    }
}

void lw_cpu_capture_drop_all(lw_device_impl *device, const lw_device *owner)
{
    emu_pool_lock(device->pool);
    for (lw_cpu_capture *capture = device->captures, *next; capture; capture = next) {
        next = capture->next;
        if (!owner || capture->graph->device == owner)
            lw_cpu_capture_drop(capture->origin);
    }
    emu_pool_unlock(device->pool);
}

/* ---- calls ---- */
lw_status lw_cpu_begin_capture(lw_stream_impl *stream, lw_capture_mode mode, lw_graph *graph)
{
    lw_device_impl *device = stream->device;
    lw_cpu_capture *capture = lw_allocate(sizeof *capture);
    if (!capture)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a capture");
    emu_pool_lock(device->pool);
    lw_status status = LW_SUCCESS;
    if (stream->capture)
        status = lw_fail(device, LW_ERROR_ILLEGAL_STATE, "the stream captures already");
    else if (!lw_cpu_capture_join(stream, capture))
        status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a capture");
    if (status) {
        free(capture);
    } else {
        *capture = (lw_cpu_capture){.origin = stream,
                                    .graph = graph,
                                    .mode = mode,
                                    .thread = pthread_self(),
                                    .number = atomic_fetch_add(&numbers, 1) + 1,
                                    .next = device->captures};
        device->captures = capture;
        atomic_fetch_add_explicit(&device->capture_count, 1, memory_order_relaxed);
    }
    emu_pool_unlock(device->pool);
    return status;
}

/* Whether each node without successors is one that the origin's next node would come after. */
static bool is_joined(const lw_cpu_capture *capture)
{
    const lw_node_list *frontier = &capture->origin->frontier;
    for (const lw_graph_node *node = capture->graph->first; node; node = node->next) {
        bool found = node->after.count != 0;
        for (size_t i = 0; i < frontier->count && !found; i++)
            found = frontier->nodes[i] == node;
        if (!found)
            return false;
    }
    return true;
}

static lw_status check_end(lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    lw_cpu_capture *capture = stream->capture;
    if (!capture)
        return lw_fail(device, LW_ERROR_ILLEGAL_STATE, "the stream does not capture");
    if (stream != capture->origin)
        return lw_cpu_capture_invalidate(capture, LW_ERROR_CAPTURE_UNMATCHED, "the capture began in another stream");
    return LW_SUCCESS;
}

lw_status lw_cpu_end_capture(lw_stream_impl *stream, lw_graph **graph)
{
    lw_device_impl *device = stream->device;
    emu_pool_lock(device->pool);
    lw_status status = check_end(stream);
    if (!status) {
        lw_cpu_capture *capture = stream->capture;
        status = lw_cpu_capture_enter(stream);
        if (!status && capture->mode != LW_CAPTURE_RELAXED && !pthread_equal(capture->thread, pthread_self()))
            status = lw_fail(device, LW_ERROR_CAPTURE_WRONG_THREAD,
                             "another thread began the capture, which is not LW_CAPTURE_RELAXED; it has ended");
        if (!status && !is_joined(capture))
            status = lw_fail(device, LW_ERROR_CAPTURE_UNJOINED,
                             "another stream has captured work that the stream has not waited for");
        if (status)
            lw_graph_free(capture->graph);
        else
            *graph = capture->graph;
        end(capture);
    }
    emu_pool_unlock(device->pool);
    return status;
}

lw_status lw_cpu_capture_status(lw_stream_impl *stream, lw_capture_status *capturing)
{
    lw_device_impl *device = stream->device;
    emu_pool_lock(device->pool);
    for (const lw_stream_impl *other = stream == device->legacy ? device->streams : NULL; other; other = other->next)
        if (other->blocking && other->capture) {
            emu_pool_unlock(device->pool);
            return lw_fail(device, LW_ERROR_CAPTURE_IMPLICIT,
                           "a blocking stream captures, which the legacy stream is ordered with");
        }
    const lw_cpu_capture *capture = stream->capture;
    *capturing = !capture               ? LW_CAPTURE_STATUS_NONE
                 : capture->invalidated ? LW_CAPTURE_STATUS_INVALIDATED
                                        : LW_CAPTURE_STATUS_ACTIVE;
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

/* ---- what is forbidden ---- */
static bool has_none(const lw_device_impl *device)
{
    return __builtin_expect(atomic_load_explicit(&device->capture_count, memory_order_relaxed) == 0, 1);
}

lw_status lw_cpu_capture_forbids_wait(lw_device_impl *device, lw_stream_impl *stream)
{
    if (has_none(device))
        return LW_SUCCESS;
    lw_status status = LW_SUCCESS;
    emu_pool_lock(device->pool);
    for (lw_cpu_capture *capture = device->captures; capture; capture = capture->next)
        if (!stream || stream->capture == capture)
            status = lw_cpu_capture_invalidate(capture, LW_ERROR_CAPTURE_UNSUPPORTED,
                                               stream ? "the stream captures, so its work cannot be waited for, nor "
                                                        "can it launch a graph"
                                                      : "a stream captures, so the device cannot be waited for");
    emu_pool_unlock(device->pool);
    return status || !stream ? status : lw_cpu_capture_forbids_unsafe(device);
}

lw_status lw_cpu_capture_forbids_unsafe(lw_device_impl *device)
{
    if (has_none(device) || thread_mode == LW_CAPTURE_RELAXED)
        return LW_SUCCESS;
    lw_status status = LW_SUCCESS;
    emu_pool_lock(device->pool);
    for (lw_cpu_capture *capture = device->captures; capture; capture = capture->next) {
        bool own = pthread_equal(capture->thread, pthread_self());
        if (capture->mode == LW_CAPTURE_RELAXED ||
            (!own && (capture->mode == LW_CAPTURE_THREAD_LOCAL || thread_mode == LW_CAPTURE_THREAD_LOCAL)))
            continue;
        status = lw_cpu_capture_invalidate(capture, LW_ERROR_CAPTURE_UNSUPPORTED,
                                           "a stream captures, whose mode forbids the call");
    }
    emu_pool_unlock(device->pool);
    return status;
}

lw_status lw_cpu_capture_forbids_legacy(const lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    if (has_none(device))
        return LW_SUCCESS;
    lw_status status = LW_SUCCESS;
    emu_pool_lock(device->pool);
    for (lw_stream_impl *other = stream == device->legacy ? device->streams : NULL; other; other = other->next)
        if (other->blocking && other->capture)
            status = lw_cpu_capture_invalidate(other->capture, LW_ERROR_CAPTURE_IMPLICIT,
                                               "a blocking stream captures, which the legacy stream is ordered with");
    emu_pool_unlock(device->pool);
    return status;
}

lw_status lw_cpu_capture_refuses(lw_stream_impl *stream)
{
    lw_status status = lw_cpu_capture_forbids_legacy(stream);
    if (status || !lw_cpu_captures(stream))
        return status;
    emu_pool_lock(stream->device->pool);
    if (stream->capture) {
        status = lw_cpu_capture_enter(stream);
        if (!status)
            status = lw_cpu_capture_invalidate(stream->capture, LW_ERROR_CAPTURE_UNSUPPORTED,
                                               "the stream captures, and a graph of the CPU has no such nodes");
    }
    emu_pool_unlock(stream->device->pool);
    return status;
}
