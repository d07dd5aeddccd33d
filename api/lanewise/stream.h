/** @file
 * Streams: queues of work. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_STREAM_H
#define LANEWISE_STREAM_H

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Makes a stream. It does not wait for the default stream, nor the default stream for it.
 * @param device a handle, which owns the stream: lw_device_close() destroys it, too
 * @param[out] stream the new handle; the caller destroys it with lw_stream_destroy()
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaStreamCreateWithFlags(cudaStreamNonBlocking). */
lw_status lw_stream_create(lw_device *device, lw_stream **stream);

/** The handle's own default stream.
 * @param device a handle
 * @return destroyed with the device handle, never by itself; null for a closed handle
 *
 * CUDA: stream 0, which all of a process share. */
lw_stream *lw_default_stream(lw_device *device);

/** Closes a stream's handle at once; work already given to it still runs.
 * @param stream not a default stream
 * @return LW_ERROR_INVALID_HANDLE: a default stream; or a common status
 *
 * CUDA: cudaStreamDestroy. */
lw_status lw_stream_destroy(lw_stream *stream);

/** Waits until the stream's work given so far is done.
 * @param stream which
 * @return the sticky fault of that work, or a common status
 *
 * CUDA: cudaStreamSynchronize. */
lw_status lw_stream_synchronize(lw_stream *stream);

/** Whether the stream's work is done; never waits.
 * @param stream which
 * @return LW_SUCCESS: all is done; LW_ERROR_NOT_READY: some is pending; or a common status
 *
 * CUDA: cudaStreamQuery. */
lw_status lw_stream_query(lw_stream *stream);

/** Makes the stream's later work wait for the latest record of an event.
 * @param stream which waits
 * @param event of the same device; one never recorded does not delay
 * @return LW_ERROR_INVALID_HANDLE: an event of another device; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaStreamWaitEvent. */
lw_status lw_stream_wait_event(lw_stream *stream, lw_event *event);

/** What lw_launch_host_function() calls. It must not call Lanewise.
 * @param user what was given with it */
typedef void (*lw_host_function)(void *user);

/** Queues a call of a function of the host. It runs on a thread of the library after the stream's earlier work; the
 * stream's later work waits for its return. After a sticky fault it is not called.
 * @param stream where
 * @param function the function
 * @param user its argument, the caller's
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_SYSTEM: no thread to call it; or a common status
 *
 * CUDA: cudaLaunchHostFunc. */
lw_status lw_launch_host_function(lw_stream *stream, lw_host_function function, void *user);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
