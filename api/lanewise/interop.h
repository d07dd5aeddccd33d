/** @file
 * Other code's streams, events and memory in Lanewise, and Lanewise's in other code: cuBLAS, NCCL, the CUDA runtime. Part of
 * <lanewise/host.h>, which says what all calls have in common. On the CPU device each call returns LW_ERROR_NOT_SUPPORTED,
 * except lw_memory_disown(), which finds no such memory.
 *
 * Native handles are the CUDA driver's. The CUDA runtime takes them: a CUstream is a cudaStream_t. Lanewise uses the device's
 * primary context, as the runtime does.
 */
#ifndef LANEWISE_INTEROP_H
#define LANEWISE_INTEROP_H

#include <stddef.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** The device's context.
 * @param device a handle
 * @param[out] native a CUcontext, valid until a reset of the device after a fault
 * @return LW_ERROR_NOT_SUPPORTED: the CPU device; or a common status
 *
 * CUDA: cuDevicePrimaryCtxRetain. */
lw_status lw_device_native(lw_device *device, void **native);

/** The stream for other code.
 * @param stream which
 * @param[out] native a CUstream or cudaStream_t; valid as long as the handle, and until a reset of the device after a fault
 * @return LW_ERROR_NOT_SUPPORTED: the CPU device; or a common status */
lw_status lw_stream_native(lw_stream *stream, void **native);

/** Makes a handle of other code's stream.
 * @param device a handle of the stream's device, which owns the new handle
 * @param[out] stream the new handle; lw_stream_destroy() ends it, and the stream goes on
 * @param native a CUstream or cudaStream_t that outlasts the handle; null: CUDA's stream 0
 * @return LW_ERROR_INVALID_HANDLE: no stream of this device; LW_ERROR_NOT_SUPPORTED: the CPU device; LW_ERROR_OUT_OF_MEMORY; or
 *     a common status. After a reset of the device following a fault, calls with the handle return LW_ERROR_INVALID_HANDLE */
lw_status lw_stream_adopt(lw_device *device, lw_stream **stream, void *native);

/** The event for other code.
 * @param event which
 * @param[out] native a CUevent or cudaEvent_t; valid as long as the handle, and until a reset of the device after a fault
 * @return LW_ERROR_NOT_SUPPORTED: the CPU device; or a common status */
lw_status lw_event_native(lw_event *event, void **native);

/** Makes a handle of other code's event.
 * @param device a handle of the event's device, which owns the new handle
 * @param[out] event the new handle; lw_event_destroy() ends it, and the event goes on
 * @param native a CUevent or cudaEvent_t that outlasts the handle
 * @return LW_ERROR_INVALID_VALUE: `native` is null; LW_ERROR_NOT_SUPPORTED: the CPU device; LW_ERROR_OUT_OF_MEMORY; or a common
 *     status */
lw_status lw_event_adopt(lw_device *device, lw_event **event, void *native);

/** Takes other code's device memory into the device's table of allocations, so that copies and sets accept it. Kernels take any
 * pointer.
 * @param device a handle of the memory's device, which forgets it when it is closed
 * @param pointer device memory, cudaMalloc()'s for instance, which stays its owner's
 * @param size bytes
 * @return LW_ERROR_INVALID_VALUE: null, 0, not memory of this device, or a part of it is in the table already;
 *     LW_ERROR_NOT_SUPPORTED: the CPU device, where lw_host_register() takes any host memory; LW_ERROR_OUT_OF_MEMORY; or a
 *     common status */
lw_status lw_memory_adopt(lw_device *device, void *pointer, size_t size);

/** Forgets memory that lw_memory_adopt() took, after it has waited for the device's work.
 * @param device a handle
 * @param pointer as it was adopted
 * @return LW_ERROR_INVALID_VALUE: no such memory; or a common status */
lw_status lw_memory_disown(lw_device *device, void *pointer);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
