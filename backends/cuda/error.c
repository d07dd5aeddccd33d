/* CUDA's errors as statuses and messages. */
#include "cuda.h"

#include <stdio.h>

const char *lw_cuda_error_name(CUresult error)
{
    const char *name;
    return lw_cuda.cuGetErrorName(error, &name) == CUDA_SUCCESS ? name : "unknown CUresult";
}

const char *lw_cuda_error_string(CUresult error)
{
    const char *string;
    return lw_cuda.cuGetErrorString(error, &string) == CUDA_SUCCESS ? string : "unknown error";
}

lw_status lw_cuda_status(CUresult error)
{
    switch (error) {
    case CUDA_SUCCESS: return LW_SUCCESS;
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED:
    case CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED: return LW_ERROR_INVALID_VALUE;
    case CUDA_ERROR_OUT_OF_MEMORY: return LW_ERROR_OUT_OF_MEMORY;
    case CUDA_ERROR_INVALID_HANDLE: return LW_ERROR_INVALID_HANDLE;
    case CUDA_ERROR_NOT_INITIALIZED:
    case CUDA_ERROR_STUB_LIBRARY:
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_DEVICE:
    case CUDA_ERROR_SYSTEM_NOT_READY:
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: return LW_ERROR_NO_DEVICE;
    case CUDA_ERROR_NOT_READY: return LW_ERROR_NOT_READY;
    case CUDA_ERROR_NOT_FOUND: return LW_ERROR_INVALID_SYMBOL;
    case CUDA_ERROR_NOT_SUPPORTED:
    case CUDA_ERROR_UNSUPPORTED_LIMIT: return LW_ERROR_NOT_SUPPORTED;
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: return LW_ERROR_OUT_OF_RESOURCES;
    case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: return LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    case CUDA_ERROR_INVALID_CLUSTER_SIZE: return LW_ERROR_INVALID_CLUSTER_SIZE;
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILATION_DISABLED:
    case CUDA_ERROR_INVALID_SOURCE: return LW_ERROR_NO_KERNEL_IMAGE;
    case CUDA_ERROR_NOT_PERMITTED: return LW_ERROR_NOT_PERMITTED;
    case CUDA_ERROR_PEER_ACCESS_UNSUPPORTED: return LW_ERROR_PEER_ACCESS_UNSUPPORTED;
    case CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED: return LW_ERROR_PEER_ACCESS_ALREADY_ENABLED;
    case CUDA_ERROR_PEER_ACCESS_NOT_ENABLED: return LW_ERROR_PEER_ACCESS_NOT_ENABLED;
    case CUDA_ERROR_TOO_MANY_PEERS: return LW_ERROR_TOO_MANY_PEERS;
    case CUDA_ERROR_ILLEGAL_ADDRESS: return LW_ERROR_ILLEGAL_ADDRESS;
    case CUDA_ERROR_MISALIGNED_ADDRESS: return LW_ERROR_MISALIGNED_ADDRESS;
    case CUDA_ERROR_HARDWARE_STACK_ERROR: return LW_ERROR_STACK_OVERFLOW;
    case CUDA_ERROR_LAUNCH_TIMEOUT: return LW_ERROR_LAUNCH_TIMEOUT;
    case CUDA_ERROR_ASSERT: return LW_ERROR_ASSERT;
    case CUDA_ERROR_ILLEGAL_INSTRUCTION: return LW_ERROR_ILLEGAL_INSTRUCTION;
    /* The CUDA headers say that a process must end after one of these. */
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_TENSOR_MEMORY_LEAK:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_CONTAINED:
    case CUDA_ERROR_EXTERNAL_DEVICE:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_MPS_CLIENT_TERMINATED: return LW_ERROR_LAUNCH_FAILURE;
    case CUDA_ERROR_ILLEGAL_STATE: return LW_ERROR_ILLEGAL_STATE;
    case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: return LW_ERROR_CAPTURE_UNSUPPORTED;
    case CUDA_ERROR_STREAM_CAPTURE_INVALIDATED: return LW_ERROR_CAPTURE_INVALIDATED;
    case CUDA_ERROR_STREAM_CAPTURE_MERGE: return LW_ERROR_CAPTURE_MERGE;
    case CUDA_ERROR_STREAM_CAPTURE_UNMATCHED: return LW_ERROR_CAPTURE_UNMATCHED;
    case CUDA_ERROR_STREAM_CAPTURE_UNJOINED: return LW_ERROR_CAPTURE_UNJOINED;
    case CUDA_ERROR_STREAM_CAPTURE_ISOLATION: return LW_ERROR_CAPTURE_ISOLATION;
    case CUDA_ERROR_STREAM_CAPTURE_IMPLICIT: return LW_ERROR_CAPTURE_IMPLICIT;
    case CUDA_ERROR_CAPTURED_EVENT: return LW_ERROR_CAPTURED_EVENT;
    case CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD: return LW_ERROR_CAPTURE_WRONG_THREAD;
    case CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE: return LW_ERROR_GRAPH_EXEC_UPDATE;
    case CUDA_ERROR_LOSSY_QUERY: return LW_ERROR_LOSSY_QUERY;
    default: return LW_ERROR_SYSTEM;
    }
}

/* Records the device's first fault; later errors follow from it. */
static lw_status record_fault(lw_device_impl *device, lw_status status, CUresult error, const char *call)
{
    pthread_mutex_lock(&device->lock);
    if (atomic_load_explicit(&device->fault, memory_order_relaxed) == LW_SUCCESS) {
        const lw_cuda_kernel *kernel = atomic_load_explicit(&device->latest_kernel, memory_order_relaxed);
        int length = snprintf(device->report, sizeof device->report, "cuda:%d: %s (%s), reported by %s",
                              device->ordinal, lw_cuda_error_string(error), lw_cuda_error_name(error), call);
        if (kernel && length > 0 && (size_t)length < sizeof device->report)
            snprintf(device->report + length, sizeof device->report - (size_t)length,
                     "; the latest launch was kernel %s (%s:%d)", kernel->name, kernel->file, kernel->line);
        /* Release: a thread that sees the fault sees its report. */
        atomic_store_explicit(&device->fault, status, memory_order_release);
    }
    status = (lw_status)atomic_load_explicit(&device->fault, memory_order_relaxed);
    lw_fail(device, status, "%s", device->report);
    pthread_mutex_unlock(&device->lock);
    return status;
}

lw_status lw_cuda_failed(lw_device_impl *device, CUresult error, const char *call)
{
    lw_status status = lw_cuda_status(error);
    if (LW_ERROR_IS_STICKY(status) && device)
        return record_fault(device, status, error, call);
    return lw_fail(device, status, "%s (%s), returned by %s", lw_cuda_error_string(error), lw_cuda_error_name(error),
                   call);
}
