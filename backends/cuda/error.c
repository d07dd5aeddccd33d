/* CUDA's errors as statuses and sentences. */
#include "cuda.h"

#include <stdio.h>

lw_status lw_cuda_status(cudaError_t error)
{
    switch (error) {
    case cudaSuccess:
        return LW_SUCCESS;
    case cudaErrorInvalidValue:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorHostMemoryAlreadyRegistered:
    case cudaErrorHostMemoryNotRegistered:
        return LW_ERROR_INVALID_VALUE;
    case cudaErrorMemoryAllocation:
        return LW_ERROR_OUT_OF_MEMORY;
    case cudaErrorInvalidConfiguration:
        return LW_ERROR_INVALID_CONFIGURATION;
    case cudaErrorInvalidResourceHandle:
        return LW_ERROR_INVALID_HANDLE;
    case cudaErrorInitializationError:
    case cudaErrorStubLibrary:
    case cudaErrorInsufficientDriver:
    case cudaErrorCallRequiresNewerDriver:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
        return LW_ERROR_NO_DEVICE;
    case cudaErrorNotReady:
        return LW_ERROR_NOT_READY;
    case cudaErrorInvalidSymbol:
    case cudaErrorSymbolNotFound:
        return LW_ERROR_INVALID_SYMBOL;
    case cudaErrorNotSupported:
    case cudaErrorUnsupportedLimit:
    case cudaErrorNotYetImplemented:
        return LW_ERROR_NOT_SUPPORTED;
    case cudaErrorLaunchOutOfResources:
        return LW_ERROR_OUT_OF_RESOURCES;
    case cudaErrorCooperativeLaunchTooLarge:
        return LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    case cudaErrorInvalidClusterSize:
        return LW_ERROR_INVALID_CLUSTER_SIZE;
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidKernelImage:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidPtx:
    case cudaErrorJitCompilerNotFound:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilationDisabled:
    case cudaErrorInvalidSource:
        return LW_ERROR_NO_KERNEL_IMAGE;
    case cudaErrorNotPermitted:
        return LW_ERROR_NOT_PERMITTED;
    case cudaErrorIllegalAddress:
        return LW_ERROR_ILLEGAL_ADDRESS;
    case cudaErrorMisalignedAddress:
        return LW_ERROR_MISALIGNED_ADDRESS;
    case cudaErrorHardwareStackError:
        return LW_ERROR_STACK_OVERFLOW;
    case cudaErrorLaunchTimeout:
        return LW_ERROR_LAUNCH_TIMEOUT;
    case cudaErrorAssert:
        return LW_ERROR_ASSERT;
    case cudaErrorIllegalInstruction:
        return LW_ERROR_ILLEGAL_INSTRUCTION;
    /* After each of these the CUDA headers ask for a new process. */
    case cudaErrorLaunchFailure:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContained:
    case cudaErrorExternalDevice:
    case cudaErrorContextIsDestroyed:
    case cudaErrorMpsClientTerminated:
        return LW_ERROR_LAUNCH_FAILURE;
    default:
        return LW_ERROR_SYSTEM;
    }
}

/* The first fault stays: what follows are its echoes. */
static lw_status record_fault(lw_device_impl *device, lw_status status, cudaError_t error, const char *call)
{
    pthread_mutex_lock(&device->lock);
    if (atomic_load_explicit(&device->fault, memory_order_relaxed) == LW_SUCCESS) {
        const lw_kernel *kernel = atomic_load_explicit(&device->latest, memory_order_relaxed);
        int length = snprintf(device->report, sizeof device->report, "cuda:%d: %s (%s), met by %s", device->ordinal,
                              cudaGetErrorString(error), cudaGetErrorName(error), call);
        if (kernel && length > 0 && (size_t)length < sizeof device->report)
            snprintf(device->report + length, sizeof device->report - (size_t)length,
                     "; the latest launch was kernel %s (%s:%d)", kernel->name, kernel->file, kernel->line);
        /* Release: who sees the fault sees its report. */
        atomic_store_explicit(&device->fault, status, memory_order_release);
    }
    status = (lw_status)atomic_load_explicit(&device->fault, memory_order_relaxed);
    lw_fail(device, status, "%s", device->report);
    pthread_mutex_unlock(&device->lock);
    return status;
}

lw_status lw_cuda_failed(lw_device_impl *device, cudaError_t error, const char *call)
{
    /* The runtime keeps the error for whoever asks next; that must not be a program that never caused it. */
    cudaGetLastError();
    lw_status status = lw_cuda_status(error);
    if (LW_ERROR_IS_STICKY(status) && device)
        return record_fault(device, status, error, call);
    return lw_fail(device, status, "%s (%s), answered by %s", cudaGetErrorString(error), cudaGetErrorName(error), call);
}
