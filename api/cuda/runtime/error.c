/* Errors: each thread's last one, names, texts. */
#include <stdarg.h>
#include <stdio.h>

#include "cudart.h"

static _Thread_local cudaError_t last;

static const struct {
    cudaError_t error;
    const char *name, *text;
} errors[] = {
#define LW_CUDA_ERROR(name, number, text) {name, #name, text},
#include "errors.h"
#undef LW_CUDA_ERROR
};

static cudaError_t error_of(lw_status status)
{
    static const struct {
        lw_status status;
        cudaError_t error;
    } table[] = {{LW_ERROR_INVALID_VALUE, cudaErrorInvalidValue},
                 {LW_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation},
                 {LW_ERROR_INVALID_CONFIGURATION, cudaErrorInvalidConfiguration},
                 {LW_ERROR_INVALID_HANDLE, cudaErrorInvalidResourceHandle},
                 {LW_ERROR_NO_DEVICE, cudaErrorNoDevice},
                 {LW_ERROR_NOT_READY, cudaErrorNotReady},
                 {LW_ERROR_INVALID_SYMBOL, cudaErrorInvalidSymbol},
                 {LW_ERROR_NOT_SUPPORTED, cudaErrorNotSupported},
                 {LW_ERROR_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources},
                 {LW_ERROR_NO_KERNEL_IMAGE, cudaErrorNoKernelImageForDevice},
                 {LW_ERROR_NOT_PERMITTED, cudaErrorNotPermitted},
                 {LW_ERROR_SYSTEM, cudaErrorOperatingSystem},
                 {LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cudaErrorCooperativeLaunchTooLarge},
                 {LW_ERROR_ILLEGAL_STATE, cudaErrorIllegalState},
                 {LW_ERROR_INVALID_CLUSTER_SIZE, cudaErrorInvalidClusterSize},
                 {LW_ERROR_FILE_NOT_FOUND, cudaErrorFileNotFound},
                 {LW_ERROR_CAPTURE_UNSUPPORTED, cudaErrorStreamCaptureUnsupported},
                 {LW_ERROR_CAPTURE_INVALIDATED, cudaErrorStreamCaptureInvalidated},
                 {LW_ERROR_CAPTURE_MERGE, cudaErrorStreamCaptureMerge},
                 {LW_ERROR_CAPTURE_UNMATCHED, cudaErrorStreamCaptureUnmatched},
                 {LW_ERROR_CAPTURE_UNJOINED, cudaErrorStreamCaptureUnjoined},
                 {LW_ERROR_CAPTURE_ISOLATION, cudaErrorStreamCaptureIsolation},
                 {LW_ERROR_CAPTURE_IMPLICIT, cudaErrorStreamCaptureImplicit},
                 {LW_ERROR_CAPTURED_EVENT, cudaErrorCapturedEvent},
                 {LW_ERROR_CAPTURE_WRONG_THREAD, cudaErrorStreamCaptureWrongThread},
                 {LW_ERROR_GRAPH_EXEC_UPDATE, cudaErrorGraphExecUpdateFailure},
                 {LW_ERROR_PEER_ACCESS_UNSUPPORTED, cudaErrorPeerAccessUnsupported},
                 {LW_ERROR_TOO_MANY_PEERS, cudaErrorTooManyPeers},
                 {LW_ERROR_PEER_ACCESS_ALREADY_ENABLED, cudaErrorPeerAccessAlreadyEnabled},
                 {LW_ERROR_PEER_ACCESS_NOT_ENABLED, cudaErrorPeerAccessNotEnabled},
                 {LW_ERROR_ILLEGAL_ADDRESS, cudaErrorIllegalAddress},
                 {LW_ERROR_MISALIGNED_ADDRESS, cudaErrorMisalignedAddress},
                 {LW_ERROR_STACK_OVERFLOW, cudaErrorHardwareStackError},
                 {LW_ERROR_LAUNCH_TIMEOUT, cudaErrorLaunchTimeout},
                 {LW_ERROR_ASSERT, cudaErrorAssert},
                 {LW_ERROR_ILLEGAL_INSTRUCTION, cudaErrorIllegalInstruction}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].status == status)
            return table[i].error;
    return LW_ERROR_IS_STICKY(status) ? cudaErrorLaunchFailure : cudaErrorUnknown;
}

cudaError_t cudart_error(lw_status status)
{
    if (!status)
        return cudaSuccess;
    cudaError_t error = error_of(status);
    if (error != cudaErrorNotReady) /* as in CUDA, that is no error */
        last = error;
    return error;
}

cudaError_t cudart_last_error(void)
{
    return last;
}

void cudart_set_last_error(cudaError_t error)
{
    last = error;
}

cudaError_t cudart_fail(cudaError_t error, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lw_error(LW_ERROR_INVALID_VALUE, "%s", text);
    return last = error;
}

cudaError_t cudaGetLastError(void)
{
    CUDART_CALLED();
    lw_last_error_message(NULL); /* to checked mode the program has looked at its launch's status */
    cudaError_t error = last;
    last = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    CUDART_CALLED();
    lw_last_error_message(NULL);
    return last;
}

const char *cudaGetErrorName(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}
