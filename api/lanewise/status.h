/** @file
 * Statuses of calls, and the sentences that go with them. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_STATUS_H
#define LANEWISE_STATUS_H

#include <lanewise/handle.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** What a call returns: 0, or a negative number that says what kind of error it is.
 *
 * Recoverable errors leave the device usable. Sticky ones are faults of a kernel: every later call on the device returns
 * the same status until lw_device_reset(), as CUDA's do until the process restarts. CUDA: cudaError_t. */
typedef enum lw_status {
    LW_SUCCESS = 0,                      /**< done, or queued; cudaSuccess */
    LW_ERROR_INVALID_VALUE = -1,         /**< an argument is wrong; cudaErrorInvalidValue */
    LW_ERROR_OUT_OF_MEMORY = -2,         /**< no host or device memory; cudaErrorMemoryAllocation */
    LW_ERROR_INVALID_CONFIGURATION = -3, /**< grid, block or shared size; cudaErrorInvalidConfiguration */
    LW_ERROR_INVALID_HANDLE = -4,        /**< null, closed or foreign; cudaErrorInvalidResourceHandle */
    LW_ERROR_NO_DEVICE = -5,        /**< no such device or driver; cudaErrorNoDevice, cudaErrorInsufficientDriver */
    LW_ERROR_NOT_READY = -6,        /**< a query found work pending; cudaErrorNotReady */
    LW_ERROR_INVALID_SYMBOL = -7,   /**< null, or not in the object; cudaErrorInvalidSymbol */
    LW_ERROR_NOT_SUPPORTED = -8,    /**< the device cannot do it; cudaErrorNotSupported */
    LW_ERROR_OUT_OF_RESOURCES = -9, /**< registers or LW_SHARED memory; cudaErrorLaunchOutOfResources */
    LW_ERROR_NO_KERNEL_IMAGE = -10, /**< the object has no code for this device; cudaErrorNoKernelImageForDevice */
    LW_ERROR_NOT_PERMITTED = -11,   /**< called from a host function; cudaErrorNotPermitted */
    LW_ERROR_VERSION = -12,         /**< kernel object and library have different versions */
    LW_ERROR_SYSTEM = -13,          /**< the operating system refused threads or timers */
    LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = -14, /**< not all blocks fit at once; cudaErrorCooperativeLaunchTooLarge */
    LW_ERROR_INVALID_CLUSTER_SIZE = -15,         /**< the cluster's shape; cudaErrorInvalidClusterSize */
    LW_ERROR_FILE_NOT_FOUND = -16,               /**< no such file, or it cannot be read; cudaErrorFileNotFound */
    LW_ERROR_COMPILE = -17,       /**< a compiler refused a kernel file; NVRTC_ERROR_COMPILATION, cudaErrorInvalidPtx */
    LW_ERROR_ILLEGAL_STATE = -30, /**< the stream captures already, or does not; cudaErrorIllegalState */
    LW_ERROR_CAPTURE_UNSUPPORTED = -31,  /**< not during a capture; cudaErrorStreamCaptureUnsupported */
    LW_ERROR_CAPTURE_INVALIDATED = -32,  /**< an earlier error ended the capture; cudaErrorStreamCaptureInvalidated */
    LW_ERROR_CAPTURE_MERGE = -33,        /**< it would join two captures; cudaErrorStreamCaptureMerge */
    LW_ERROR_CAPTURE_UNMATCHED = -34,    /**< not begun in this stream; cudaErrorStreamCaptureUnmatched */
    LW_ERROR_CAPTURE_UNJOINED = -35,     /**< a stream's work is not joined; cudaErrorStreamCaptureUnjoined */
    LW_ERROR_CAPTURE_ISOLATION = -36,    /**< it would depend on uncaptured work; cudaErrorStreamCaptureIsolation */
    LW_ERROR_CAPTURE_IMPLICIT = -37,     /**< the legacy stream beside a capture; cudaErrorStreamCaptureImplicit */
    LW_ERROR_CAPTURED_EVENT = -38,       /**< its record is captured, not made; cudaErrorCapturedEvent */
    LW_ERROR_CAPTURE_WRONG_THREAD = -39, /**< another thread began it; cudaErrorStreamCaptureWrongThread */
    LW_ERROR_GRAPH_EXEC_UPDATE = -40,    /**< the graphs differ too much; cudaErrorGraphExecUpdateFailure */
    LW_ERROR_LOSSY_QUERY = -41,          /**< there is more than the call can return; cudaErrorLossyQuery */
    LW_ERROR_PEER_ACCESS_UNSUPPORTED = -50,     /**< the devices cannot; cudaErrorPeerAccessUnsupported */
    LW_ERROR_PEER_ACCESS_ALREADY_ENABLED = -51, /**< cudaErrorPeerAccessAlreadyEnabled */
    LW_ERROR_PEER_ACCESS_NOT_ENABLED = -52,     /**< cudaErrorPeerAccessNotEnabled */
    LW_ERROR_TOO_MANY_PEERS = -53,              /**< the device has no room for another peer; cudaErrorTooManyPeers */
    LW_ERROR_ILLEGAL_ADDRESS = -100,            /**< the first sticky status: a wild access; cudaErrorIllegalAddress */
    LW_ERROR_MISALIGNED_ADDRESS = -101,         /**< cudaErrorMisalignedAddress */
    LW_ERROR_STACK_OVERFLOW = -102,             /**< cudaErrorHardwareStackError */
    LW_ERROR_LAUNCH_TIMEOUT = -103,             /**< a block ran longer than LANEWISE_TIMEOUT; cudaErrorLaunchTimeout */
    LW_ERROR_DEADLOCK = -104,                   /**< every thread waits; a GPU hangs */
    LW_ERROR_DIVERGENT_BARRIER = -105,   /**< threads of a block reached different barriers; undefined on a GPU */
    LW_ERROR_INVALID_MASK = -106,        /**< wrong mask, width or source of a warp collective; undefined on a GPU */
    LW_ERROR_ASSERT = -107,              /**< assert() failed in a kernel; cudaErrorAssert */
    LW_ERROR_ILLEGAL_INSTRUCTION = -108, /**< cudaErrorIllegalInstruction */
    LW_ERROR_LAUNCH_FAILURE = -109,      /**< any other fault; cudaErrorLaunchFailure */
    LW_ERROR_INVALID_BARRIER = -110      /**< wrong number, count or arrivals of a barrier; undefined on a GPU */
} lw_status;

/** Whether a status is sticky: a kernel's fault, which stays with the device until lw_device_reset().
 * @param status an lw_status */
#define LW_ERROR_IS_STICKY(status) ((status) <= LW_ERROR_ILLEGAL_ADDRESS)

/** The name of a status.
 * @param status any number
 * @return static text such as "LW_ERROR_INVALID_VALUE", or "unknown status"; never null
 *
 * CUDA: cudaGetErrorName. */
const char *lw_status_string(lw_status status);

/** What the calling thread's latest failed call reported: a sentence, or the report of a sticky fault (kernel, block,
 * thread, file:line).
 * @param device leaves out failures known to be another device's; null: of any device
 * @return text of the library's, valid until the thread's next call into Lanewise; empty if nothing failed; never null
 *
 * CUDA: cudaGetErrorString, which only names the error. */
const char *lw_last_error_message(lw_device *device);

/** Makes a sentence the calling thread's latest message. For libraries on top of Lanewise, such as launchers of kernels.
 * @param status the status of the failed call
 * @param format as printf()'s; begins with "function: "
 * @param ... as printf()'s
 * @return `status` */
lw_status lw_error(lw_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The version of the library that runs; LW_VERSION is that of the header.
 * @return static text, "MAJOR.MINOR.PATCH"
 *
 * CUDA: cudaRuntimeGetVersion. */
const char *lw_version(void);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
