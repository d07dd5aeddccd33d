/* Captures: the streams that one has reached, and the graph that it makes. */
#ifndef LW_CPU_CAPTURE_H
#define LW_CPU_CAPTURE_H

#include "graph.h"

struct lw_cpu_capture {
    lw_stream_impl *origin; /* where it began */
    lw_graph *graph;
    lw_capture_mode mode;
    pthread_t thread; /* that began it */
    uint64_t number;  /* never used twice */
    bool invalidated;
    lw_cpu_capture *next; /* in the device's list */
};

/* With the lock held: */
lw_status lw_cpu_capture_enter(lw_stream_impl *stream); /* LW_ERROR_CAPTURE_INVALIDATED if that has happened */
lw_status lw_cpu_capture_invalidate(lw_cpu_capture *capture, lw_status status, const char *why);
lw_cpu_capture *lw_cpu_capture_find(const lw_device_impl *device, uint64_t number); /* null: it has ended */
bool lw_cpu_capture_join(lw_stream_impl *stream, lw_cpu_capture *capture);          /* false: out of memory */

#endif
