/** @file
 * Capture: calls that give work to a stream make nodes of a graph instead. It includes <lanewise/graph.h>; what all calls have in common is in <lanewise/host.h>.
 *
 * A captured record of an event carries the capture to the streams that wait for it. All of them must be joined again, by events,
 * to the stream in which the capture began. A call that would have to wait for captured work, or that needs the legacy stream
 * while a blocking stream captures, fails and invalidates the capture: then all calls fail until lw_stream_end_capture().
 * lw_device_close() ends the captures of the handle's streams, and lw_device_reset() all of the device's.
 */
#ifndef LANEWISE_CAPTURE_H
#define LANEWISE_CAPTURE_H

#include <lanewise/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Which threads' unsafe calls a capture forbids: allocating and freeing memory, and synchronising calls that may wait for more
 * than the program asked for. CUDA: cudaStreamCaptureMode. */
typedef enum lw_capture_mode {
    LW_CAPTURE_GLOBAL = 0,       /**< those of all threads */
    LW_CAPTURE_THREAD_LOCAL = 1, /**< those of the thread that began the capture */
    LW_CAPTURE_RELAXED = 2       /**< none */
} lw_capture_mode;

/** Whether a stream captures. CUDA: cudaStreamCaptureStatus. */
typedef enum lw_capture_status {
    LW_CAPTURE_STATUS_NONE = 0,       /**< it does not */
    LW_CAPTURE_STATUS_ACTIVE = 1,     /**< it does */
    LW_CAPTURE_STATUS_INVALIDATED = 2 /**< an error has ended the capture; lw_stream_end_capture() is due */
} lw_capture_status;

/** Begins a capture: later work given to the stream becomes nodes of a graph.
 * @param stream not the legacy stream
 * @param mode which calls are forbidden until the end
 * @return LW_ERROR_INVALID_VALUE: no such mode; LW_ERROR_ILLEGAL_STATE: the stream captures; LW_ERROR_CAPTURE_UNSUPPORTED: the
 *     legacy stream; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaStreamBeginCapture. */
lw_status lw_stream_begin_capture(lw_stream *stream, lw_capture_mode mode);

/** Ends a capture.
 * @param stream in which it began
 * @param[out] graph the new graph; the caller destroys it with lw_graph_destroy(). Null after LW_ERROR_CAPTURE_ statuses
 * @return LW_ERROR_ILLEGAL_STATE: the stream does not capture; LW_ERROR_CAPTURE_UNMATCHED: the capture began in another stream;
 *     LW_ERROR_CAPTURE_WRONG_THREAD: another thread began it, not in the relaxed mode; LW_ERROR_CAPTURE_UNJOINED: a stream has
 *     captured work that is not joined; LW_ERROR_CAPTURE_INVALIDATED; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaStreamEndCapture. */
lw_status lw_stream_end_capture(lw_stream *stream, lw_graph **graph);

/** Whether a stream captures.
 * @param stream which
 * @param[out] capturing the answer
 * @return LW_ERROR_CAPTURE_IMPLICIT: the legacy stream, while a blocking stream captures; or a common status
 *
 * CUDA: cudaStreamIsCapturing. */
lw_status lw_stream_is_capturing(lw_stream *stream, lw_capture_status *capturing);

/** Sets the calling thread's own mode. In the relaxed mode captures forbid no call of this thread.
 * @param[in,out] mode the new one; then the one before. A thread begins in the global mode
 * @return LW_ERROR_INVALID_VALUE: no such mode; or a common status
 *
 * CUDA: cudaThreadExchangeStreamCaptureMode. */
lw_status lw_thread_exchange_capture_mode(lw_capture_mode *mode);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
