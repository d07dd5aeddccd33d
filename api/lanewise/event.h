/** @file
 * Events: marks in streams. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_EVENT_H
#define LANEWISE_EVENT_H

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Makes an event.
 * @param device a handle, which owns the event: lw_device_close() destroys it, too
 * @param[out] event the new handle; the caller destroys it with lw_event_destroy()
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaEventCreate. */
lw_status lw_event_create(lw_device *device, lw_event **event);

/** Properties of an event. */
enum {
    LW_EVENT_DEFAULT = 0,        /**< a time, and waits that may spin; cudaEventDefault */
    LW_EVENT_BLOCKING_SYNC = 1,  /**< lw_event_synchronize() sleeps; the CPU's always may; cudaEventBlockingSync */
    LW_EVENT_DISABLE_TIMING = 2, /**< no time, which makes records quicker on a GPU; cudaEventDisableTiming */
    /** other processes may open it (<lanewise/ipc.h>); with LW_EVENT_DISABLE_TIMING; cudaEventInterprocess */
    LW_EVENT_INTERPROCESS = 4
};

/** Makes an event with properties.
 * @param device a handle, which owns the event: lw_device_close() destroys it, too
 * @param[out] event the new handle; the caller destroys it with lw_event_destroy()
 * @param flags the sum of LW_EVENT_ values
 * @return LW_ERROR_INVALID_VALUE: other flags, or LW_EVENT_INTERPROCESS without LW_EVENT_DISABLE_TIMING;
 *     LW_ERROR_NOT_SUPPORTED: the device has no events of several processes; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaEventCreateWithFlags. */
lw_status lw_event_create_with(lw_device *device, lw_event **event, unsigned flags);

/** Closes an event's handle at once; streams that wait for its record go on waiting.
 * @param event which
 * @return a common status
 *
 * CUDA: cudaEventDestroy. */
lw_status lw_event_destroy(lw_event *event);

/** Puts the event's mark into a stream, in place of an earlier mark.
 * @param event which
 * @param stream of the same device
 * @return LW_ERROR_INVALID_HANDLE: a stream of another device; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaEventRecord. */
lw_status lw_event_record(lw_event *event, lw_stream *stream);

/** Waits until the stream has reached the event's latest mark; returns at once where there is none.
 * @param event which
 * @return the sticky fault of work before the mark, or a common status
 *
 * CUDA: cudaEventSynchronize. */
lw_status lw_event_synchronize(lw_event *event);

/** Whether the stream has reached the event's latest mark; never waits.
 * @param event which
 * @return LW_SUCCESS: it has, or there is no mark; LW_ERROR_NOT_READY; or a common status
 *
 * CUDA: cudaEventQuery. */
lw_status lw_event_query(lw_event *event);

/** The time between two marks.
 * @param[out] milliseconds with a resolution better than 1 us
 * @param start,stop events of one device, recorded and reached
 * @return LW_ERROR_NOT_READY: either is pending; LW_ERROR_INVALID_HANDLE: one was never recorded, has no time
 *     (LW_EVENT_DISABLE_TIMING), or is another device's; or a common status
 *
 * CUDA: cudaEventElapsedTime. */
lw_status lw_event_elapsed_time(float *milliseconds, lw_event *start, lw_event *stop);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
