/* What streams and queues ask of graphs: capture, launches, user objects. */
#ifndef LW_CPU_GRAPH_USE_H
#define LW_CPU_GRAPH_USE_H

#include "device.h"

/* capture.c, captured.c: what a stream that captures does instead */
static inline bool lw_cpu_captures(const lw_stream_impl *stream)
{
    return __builtin_expect(atomic_load_explicit(&stream->capture, memory_order_relaxed) != NULL, 0);
}
lw_status lw_cpu_capture_launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                                const void *arguments);
lw_status lw_cpu_capture_transfer(lw_stream_impl *stream, const lw_copy *copy, int value);
lw_status lw_cpu_capture_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
lw_status lw_cpu_capture_record(lw_stream_impl *stream, lw_event_impl *event);
lw_status lw_cpu_capture_value(lw_stream_impl *stream, const lw_value *value, bool waits, lw_wait_condition condition);
lw_status lw_cpu_capture_malloc(lw_stream_impl *stream, lw_memory_pool_impl *pool, lw_graph_memory *memory);
lw_status lw_cpu_capture_free(lw_stream_impl *stream, lw_graph_memory *memory);
/* `stream` or the event's record is captured. */
lw_status lw_cpu_capture_wait(lw_stream_impl *stream, lw_event_impl *event);
void lw_cpu_event_uncapture(lw_event_impl *event); /* with the lock held */
/* The call is not possible while the stream, or with null any stream, captures: invalidates the capture. LW_SUCCESS: no
 * capture forbids it. */
lw_status lw_cpu_capture_forbids_wait(lw_device_impl *device, lw_stream_impl *stream);
/* The same for a call that no thread may make, or not this one, by a capture's mode. */
lw_status lw_cpu_capture_forbids_unsafe(lw_device_impl *device);
/* The same for a wait for the event, whose latest record may be captured. */
lw_status lw_cpu_capture_forbids_event(lw_event_impl *event);
/* The same for work in the legacy stream, while a blocking stream captures. */
lw_status lw_cpu_capture_forbids_legacy(const lw_stream_impl *stream);
/* For work that no node can be: also invalidates the stream's capture. */
lw_status lw_cpu_capture_refuses(lw_stream_impl *stream);
void lw_cpu_capture_drop(lw_stream_impl *stream); /* the stream ends: so does a capture that began in it; lock held */
void lw_cpu_capture_drop_all(lw_device_impl *device, const lw_device *owner); /* null: of all handles */
lw_status lw_cpu_wait_beside_captures(lw_device_impl *device);

/* graph.c, graph_run.c */
extern const lw_graph_backend lw_cpu_graphs;
void lw_cpu_graph_begin(lw_cpu_operation *operation);    /* with the lock held, at the head of its stream */
bool lw_cpu_graph_has_turn(lw_cpu_operation *operation); /* else parks its stream; with the lock held */
void lw_cpu_graph_stop(lw_cpu_operation *operation);     /* after a fault: stops its grids; with the lock held */
void lw_cpu_graph_order_marks(lw_cpu_operation *operation,
                              const lw_stream_impl *stream); /* checked mode: its records come after the whole graph */
void lw_cpu_graph_forget(lw_cpu_operation *operation);       /* frees the operation; with the lock held */
void lw_cpu_node_ended(lw_cpu_node *node);                   /* with the lock held; lw_cpu_run_streams() is due */

/* user_object.c */
lw_status lw_cpu_object_create(lw_user_object *object, unsigned references);
void lw_cpu_object_end(lw_user_object *object);
void lw_cpu_object_call(lw_cpu_operation *operation);

#endif
