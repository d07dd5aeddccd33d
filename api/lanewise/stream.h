/** @file
 * Streams: queues of work. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_STREAM_H
#define LANEWISE_STREAM_H

#include <stdint.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Makes a non-blocking stream of the lowest priority. It is ordered with no other stream.
 * @param device a handle, which owns the stream: lw_device_close() destroys it, too
 * @param[out] stream the new handle; the caller destroys it with lw_stream_destroy()
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaStreamCreateWithFlags(cudaStreamNonBlocking). */
lw_status lw_stream_create(lw_device *device, lw_stream **stream);

/** How a stream is ordered beside the legacy stream. */
enum {
    LW_STREAM_BLOCKING = 0,    /**< with it: lw_legacy_stream(); cudaStreamDefault */
    LW_STREAM_NON_BLOCKING = 1 /**< without it; cudaStreamNonBlocking */
};

/** The priorities that streams of a device can have. A lower number is a higher priority.
 * @param device a handle
 * @param[out] least the number of the lowest priority, 0
 * @param[out] greatest the number of the highest one, 0 or less
 * @return a common status
 *
 * CUDA: cudaDeviceGetStreamPriorityRange. */
lw_status lw_device_get_stream_priority_range(lw_device *device, int *least, int *greatest);

/** Makes a stream with a priority. Of the work that waits for room on the device, work of a higher priority begins first;
 * work that runs goes on.
 * @param device a handle, which owns the stream: lw_device_close() destroys it, too
 * @param[out] stream the new handle; the caller destroys it with lw_stream_destroy()
 * @param flags LW_STREAM_BLOCKING or LW_STREAM_NON_BLOCKING
 * @param priority a number out of the device's range means the nearest one in it
 * @return LW_ERROR_INVALID_VALUE: other flags; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaStreamCreateWithPriority. */
lw_status lw_stream_create_with(lw_device *device, lw_stream **stream, unsigned flags, int priority);

/** A stream's flags.
 * @param stream which
 * @param[out] flags LW_STREAM_BLOCKING or LW_STREAM_NON_BLOCKING
 * @return a common status
 *
 * CUDA: cudaStreamGetFlags. */
lw_status lw_stream_get_flags(lw_stream *stream, unsigned *flags);

/** A stream's priority.
 * @param stream which
 * @param[out] priority within lw_device_get_stream_priority_range()
 * @return a common status
 *
 * CUDA: cudaStreamGetPriority. */
lw_status lw_stream_get_priority(lw_stream *stream, int *priority);

/** The device that a stream belongs to.
 * @param stream which
 * @param[out] device the handle that the stream was made with; it is the same handle, not one more to close
 * @return a common status
 *
 * CUDA: cudaStreamGetDevice. */
lw_status lw_stream_get_device(lw_stream *stream, lw_device **device);

/** The device's legacy stream. Work in it begins when all earlier work of the device's blocking streams is done, and later
 * work of these streams begins after it. Every handle of a device has the same legacy stream.
 * @param device a handle
 * @param[out] stream its handle, which belongs to the device's and is destroyed with it
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaStreamLegacy, which is also stream 0. */
lw_status lw_legacy_stream(lw_device *device, lw_stream **stream);

/** The calling thread's own stream of this device handle. It is a blocking stream (lw_legacy_stream()); two threads have two
 * of them. The end of the thread closes it, and work already given to it still runs.
 * @param device a handle
 * @param[out] stream the same handle at each call of a thread; destroyed with the thread or the device handle, never by
 * itself
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_SYSTEM: the system gives no storage for threads; or a common status
 *
 * CUDA: cudaStreamPerThread. */
lw_status lw_per_thread_stream(lw_device *device, lw_stream **stream);

/** The handle's own default stream. It is a non-blocking stream.
 * @param device a handle
 * @return destroyed with the device handle, never by itself; null for a closed handle
 *
 * CUDA: none; stream 0 is lw_legacy_stream(). */
lw_stream *lw_default_stream(lw_device *device);

/** Closes a stream's handle at once; work already given to it still runs.
 * @param stream neither a default stream nor a legacy stream nor a thread's stream
 * @return LW_ERROR_INVALID_HANDLE: one of these; or a common status
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
 * @param event of this or another device of the same kind; one never recorded does not delay
 * @return LW_ERROR_INVALID_HANDLE: a device of another kind; LW_ERROR_OUT_OF_MEMORY; or a common status
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

/** What lw_stream_add_callback() calls. It must not call Lanewise.
 * @param stream where it was queued; the handle may be closed by now
 * @param status LW_SUCCESS, or the device's sticky fault
 * @param user what was given with it */
typedef void (*lw_stream_callback)(lw_stream *stream, lw_status status, void *user);

/** Queues a call of a function of the host that is also called after a fault, once in any case. It runs on a thread of the
 * library after the stream's earlier work; the stream's later work waits for its return.
 * @param stream where
 * @param callback the function
 * @param user its argument, the caller's
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_SYSTEM: no thread to call it; or a common status
 *
 * CUDA: cudaStreamAddCallback. */
lw_status lw_stream_add_callback(lw_stream *stream, lw_stream_callback callback, void *user);

/** When a wait for a value in memory ends. `now` is the value in memory, of 32 or 64 bits. */
typedef enum lw_wait_condition {
    LW_WAIT_GREATER_EQUAL, /**< now - value, as a signed number, is not negative; CU_STREAM_WAIT_VALUE_GEQ */
    LW_WAIT_EQUAL,         /**< now == value; CU_STREAM_WAIT_VALUE_EQ */
    LW_WAIT_AND,           /**< (now & value) != 0; CU_STREAM_WAIT_VALUE_AND */
    LW_WAIT_NOR            /**< ~(now | value) != 0; CU_STREAM_WAIT_VALUE_NOR */
} lw_wait_condition;

/** Makes the stream's later work wait until a word in memory has a value. The host, a kernel, a copy or
 * lw_stream_write_value32() in another stream writes the word. A wait that nothing ends holds up its stream forever, and
 * lw_device_close() with it.
 * @param stream which waits
 * @param word the word: memory of the device, or page-locked host memory of any device of its kind; not managed or
 *     stream-ordered memory, and not a graph's; aligned to 4 bytes
 * @param value the number for the condition
 * @param condition when the wait ends
 * @return LW_ERROR_INVALID_VALUE: another condition, or memory; LW_ERROR_OUT_OF_MEMORY; LW_ERROR_SYSTEM: no thread to look at
 * the word; LW_ERROR_NOT_SUPPORTED: the device has no such waits; or a common status
 *
 * CUDA: cuStreamWaitValue32. */
lw_status lw_stream_wait_value32(lw_stream *stream, const uint32_t *word, uint32_t value, lw_wait_condition condition);

/** lw_stream_wait_value32() for a word of 64 bits.
 * @param stream which waits
 * @param word the word: memory of the device, or page-locked host memory of any device of its kind; not managed or
 *     stream-ordered memory, and not a graph's; aligned to 8 bytes
 * @param value the number for the condition
 * @param condition when the wait ends
 * @return as lw_stream_wait_value32()
 *
 * CUDA: cuStreamWaitValue64. */
lw_status lw_stream_wait_value64(lw_stream *stream, const uint64_t *word, uint64_t value, lw_wait_condition condition);

/** Queues a write of a word. All earlier work of the stream is done, and visible to what reads the new value, before.
 * @param stream where
 * @param word the word: memory of the device, or page-locked host memory of any device of its kind; not managed or
 *     stream-ordered memory, and not a graph's; aligned to 4 bytes
 * @param value what is written
 * @return LW_ERROR_INVALID_VALUE: other memory; LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: the device has no such
 * writes; or a common status
 *
 * CUDA: cuStreamWriteValue32. */
lw_status lw_stream_write_value32(lw_stream *stream, uint32_t *word, uint32_t value);

/** lw_stream_write_value32() for a word of 64 bits.
 * @param stream where
 * @param word the word: memory of the device, or page-locked host memory of any device of its kind; not managed or
 *     stream-ordered memory, and not a graph's; aligned to 8 bytes
 * @param value what is written
 * @return as lw_stream_write_value32()
 *
 * CUDA: cuStreamWriteValue64. */
lw_status lw_stream_write_value64(lw_stream *stream, uint64_t *word, uint64_t value);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
