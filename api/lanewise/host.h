/** @file
 * The host interface: devices, memory, streams, events and launches, from plain C.
 *
 * The words are the CUDA runtime's. What the runtime keeps in hidden per-thread state is a handle here. A failed call has
 * changed nothing, writes no output parameter, and leaves a sentence for lw_last_error_message(): which argument was wrong,
 * its value, and the rule.
 *
 * Common statuses, which every function that returns a status may return, and which its own docstring does not repeat:
 *
 * - LW_SUCCESS
 * - LW_ERROR_INVALID_HANDLE: a handle is null, closed, or not of this kind
 * - LW_ERROR_INVALID_VALUE: an output pointer or another required pointer is null
 * - LW_ERROR_NOT_PERMITTED: called from inside a host function (lw_launch_host_function())
 * - a sticky status (LW_ERROR_IS_STICKY): an earlier kernel of the device had a fault
 *
 * Host threads: any number of them may use one device, stream or event at once. Work that several give to one stream is
 * queued in some order, each piece whole. The caller must not close a handle while another thread is inside a call on it.
 */
#ifndef LANEWISE_HOST_H
#define LANEWISE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include <lanewise/version.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** An opened device: one handle of the program on a CPU or a GPU. */
typedef struct lw_device lw_device;
/** A first-in first-out queue of work on one device. CUDA: cudaStream_t. */
typedef struct lw_stream lw_stream;
/** A mark in a stream, with the time when the stream reached it. CUDA: cudaEvent_t. */
typedef struct lw_event lw_event;

/** Blocks of a grid, or threads of a block, in three dimensions. CUDA: dim3. */
typedef struct lw_dim3 {
    unsigned x; /**< in the first dimension, whose index changes fastest */
    unsigned y; /**< in the second */
    unsigned z; /**< in the third */
} lw_dim3;

/* ---- status ------------------------------------------------------------------------------------------------------ */

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
    LW_ERROR_ILLEGAL_ADDRESS = -100,             /**< the first sticky status: a wild access; cudaErrorIllegalAddress */
    LW_ERROR_MISALIGNED_ADDRESS = -101,          /**< cudaErrorMisalignedAddress */
    LW_ERROR_STACK_OVERFLOW = -102,              /**< cudaErrorHardwareStackError */
    LW_ERROR_LAUNCH_TIMEOUT = -103,      /**< a block ran longer than LANEWISE_TIMEOUT; cudaErrorLaunchTimeout */
    LW_ERROR_DEADLOCK = -104,            /**< every thread waits; a GPU hangs */
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

/* ---- devices ----------------------------------------------------------------------------------------------------- */

/** What a device is and how much it has. A CPU device has the limits of an H200, or of the GPU that LANEWISE_PROFILE names.
 * CUDA: cudaDeviceProp. */
typedef struct lw_device_properties {
    char name[256];                          /**< the GPU's marketing name, or the processor's */
    char kind[8];                            /**< "cpu" or "cuda" */
    int ordinal;                             /**< number among the devices of its kind */
    size_t total_memory;                     /**< bytes of device memory */
    int multiprocessor_count;                /**< multiprocessors; worker threads on a CPU */
    int warp_size;                           /**< lanes of a warp: 32 */
    int max_threads_per_block;               /**< threads: 1024 */
    int max_threads_per_multiprocessor;      /**< threads resident at once */
    lw_dim3 max_block;                       /**< threads: 1024, 1024, 64 */
    lw_dim3 max_grid;                        /**< blocks: 2^31-1, 65535, 65535 */
    size_t shared_memory_per_block;          /**< bytes, static and dynamic, without opt-in */
    size_t shared_memory_per_block_optin;    /**< bytes, after lw_kernel_set_attribute() */
    size_t constant_memory;                  /**< bytes */
    int compute_capability_major;            /**< 9 of 9.0 */
    int compute_capability_minor;            /**< 0 of 9.0 */
    int max_blocks_per_multiprocessor;       /**< blocks resident at once */
    int registers_per_block;                 /**< of 32 bits */
    int registers_per_multiprocessor;        /**< of 32 bits */
    size_t shared_memory_per_multiprocessor; /**< bytes */
    size_t reserved_shared_memory_per_block; /**< bytes of a multiprocessor's that each block costs besides its own */
    size_t l2_cache_size;                    /**< bytes */
    size_t persisting_l2_cache_max_size;     /**< bytes */
    int clock_rate;                          /**< kHz; 0 where unknown */
    int concurrent_kernels;                  /**< 1: kernels of several streams run at once */
    int cooperative_launch;                  /**< 1: there are cooperative launches */
    int cluster_launch;                      /**< 1: there are launches of clusters */
    int unified_addressing;                  /**< 1: an address says which device's it is, or the host's */
    int can_map_host_memory;                 /**< 1: kernels reach memory of lw_malloc_host() */
} lw_device_properties;

/** Counts the devices that lw_device_open() can open: the CPU device, then the CUDA devices. Without a driver: 1.
 * @param[out] count how many
 * @return a common status
 *
 * CUDA: cudaGetDeviceCount. */
lw_status lw_device_count(int *count);

/** The name of a device, for lw_device_open().
 * @param index 0 to lw_device_count() - 1; the CPU device is 0
 * @param[out] name static text such as "cpu" or "cuda:0"; not freed
 * @return LW_ERROR_INVALID_VALUE: there is no such index; or a common status */
lw_status lw_device_name(int index, const char **name);

/** Opens a device. Handles of one device share its memory, symbols and faults.
 * @param[out] device the new handle; the caller closes it with lw_device_close()
 * @param name "cpu", "cuda" (the same as "cuda:0") or "cuda:N"; null: LANEWISE_DEVICE, else a CUDA device if there is one,
 *     else the CPU
 * @return LW_ERROR_NO_DEVICE: no such device; LW_ERROR_INVALID_VALUE: a name of another kind, or a wrong setting of the
 *     environment; LW_ERROR_OUT_OF_MEMORY; LW_ERROR_SYSTEM; or a common status
 *
 * Signals: while the CPU device is open, the handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP and SIGURG are its own.
 * They turn a kernel's fault into an error of its launch, and pass every other signal on to the handler that was there
 * before. So install a program's handlers before the device is opened. One that is installed later gets the faults of
 * kernels, too: it must pass on what is not its own to the handler that sigaction() gave it, and stays when the device is
 * closed.
 *
 * CUDA: cudaSetDevice. */
lw_status lw_device_open(lw_device **device, const char *name);

/** Waits for all work of the device, destroys the handle's streams and events, frees the memory allocated through it, and
 * closes it.
 * @param device a handle; closed even when the status is a sticky fault
 * @return a common status */
lw_status lw_device_close(lw_device *device);

/** What the device is and how much it has. Also works after a sticky fault.
 * @param device a handle
 * @param[out] properties the caller's
 * @return a common status
 *
 * CUDA: cudaGetDeviceProperties. */
lw_status lw_device_get_properties(lw_device *device, lw_device_properties *properties);

/** How much device memory there is.
 * @param device a handle
 * @param[out] available bytes that can still be allocated
 * @param[out] total bytes in all
 * @return a common status
 *
 * CUDA: cudaMemGetInfo. */
lw_status lw_device_get_memory(lw_device *device, size_t *available, size_t *total);

/** What kernels may use of the device. CUDA: cudaLimit, with the same numbers. */
typedef enum lw_limit {
    LW_LIMIT_STACK_SIZE = 0,           /**< bytes a thread; the device may increase this value */
    LW_LIMIT_PRINTF_FIFO_SIZE = 1,     /**< bytes that printf() of kernels keeps until the host synchronises; 1 MiB */
    LW_LIMIT_MALLOC_HEAP_SIZE = 2,     /**< bytes of the heap of malloc() in kernels; 8 MiB */
    LW_LIMIT_SYNC_DEPTH = 3,           /**< of older GPUs: LW_ERROR_NOT_SUPPORTED */
    LW_LIMIT_PENDING_LAUNCH_COUNT = 4, /**< grids that kernels have launched and that have not ended; 2048 */
    LW_LIMIT_L2_FETCH_GRANULARITY = 5, /**< bytes, 0 to 128; a hint */
    LW_LIMIT_PERSISTING_L2_CACHE_SIZE = 6 /**< bytes; without effect on the CPU */
} lw_limit;

/** Reads a limit of the device.
 * @param device a handle
 * @param limit which
 * @param[out] value bytes, or a count: see lw_limit
 * @return LW_ERROR_NOT_SUPPORTED: LW_LIMIT_SYNC_DEPTH; LW_ERROR_INVALID_VALUE: no such limit; or a common status
 *
 * CUDA: cudaDeviceGetLimit. */
lw_status lw_device_get_limit(lw_device *device, lw_limit limit, size_t *value);

/** Sets a limit of the device, after waiting for the device's work.
 * @param device a handle
 * @param limit which
 * @param value bytes, or a count; rounded to what the device can have: lw_device_get_limit() says what it is then
 * @return LW_ERROR_NOT_SUPPORTED: LW_LIMIT_SYNC_DEPTH; LW_ERROR_INVALID_VALUE: no such limit, a value over the most, or the
 *     size of a FIFO or heap that a kernel has used since the device was opened or reset (on a CUDA device: since a reset that
 *     ended a fault); or a common status
 *
 * CUDA: cudaDeviceSetLimit. */
lw_status lw_device_set_limit(lw_device *device, lw_limit limit, size_t value);

/** Waits until all work given to the device so far is done, in every stream of every handle.
 * @param device a handle
 * @return the sticky fault of any of that work, or a common status
 *
 * CUDA: cudaDeviceSynchronize. */
lw_status lw_device_synchronize(lw_device *device);

/** Ends a sticky fault: waits for running work, frees every allocation of every handle of the device, forgets the fault.
 * Streams and events stay open.
 * @param device a handle
 * @return on a CUDA device the same fault again, where only a new process ends it; or a common status
 *
 * CUDA: cudaDeviceReset. */
lw_status lw_device_reset(lw_device *device);

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/** From which memory to which a copy goes. CUDA: cudaMemcpyKind. */
typedef enum lw_memcpy_kind {
    LW_MEMCPY_HOST_TO_HOST = 0,     /**< between host memory */
    LW_MEMCPY_HOST_TO_DEVICE = 1,   /**< from host memory to device memory */
    LW_MEMCPY_DEVICE_TO_HOST = 2,   /**< from device memory to host memory */
    LW_MEMCPY_DEVICE_TO_DEVICE = 3, /**< between memory of one device */
    LW_MEMCPY_DEFAULT = 4           /**< inferred from the pointers */
} lw_memcpy_kind;

/** Allocates device memory. The host must not dereference it, on the CPU device either.
 * @param device a handle, which owns the memory: lw_device_close() frees it, too
 * @param[out] pointer the memory, aligned to 256 bytes, contents undefined; null for size 0; freed with lw_free()
 * @param size bytes
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaMalloc. */
lw_status lw_malloc(lw_device *device, void **pointer, size_t size);

/** Allocates device memory for rows that start at multiples of the pitch.
 * @param device a handle, which owns the memory
 * @param[out] pointer `height` rows; null where that is nothing; freed with lw_free()
 * @param[out] pitch bytes from a row to the next: a multiple of 512, at least `width`
 * @param width bytes of a row
 * @param height rows
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: the size overflows; or a common status
 *
 * CUDA: cudaMallocPitch. */
lw_status lw_malloc_pitch(lw_device *device, void **pointer, size_t *pitch, size_t width, size_t height);

/** Frees device memory, after the work given to the device so far. A copy or set of the memory that another thread asks for
 * meanwhile is done first, or is refused as one of freed memory; so it is with lw_free_host(), lw_device_reset() and
 * lw_device_close().
 * @param device a handle of the device
 * @param pointer the start of a live allocation of this device, or null
 * @return LW_ERROR_INVALID_VALUE: the pointer is freed already, another device's, inside an allocation, or the host's; or a
 *     common status
 *
 * CUDA: cudaFree. */
lw_status lw_free(lw_device *device, void *pointer);

/** Allocates page-locked host memory: copies from it are asynchronous, and kernels may read and write it.
 * @param device a handle, which owns the memory
 * @param[out] pointer the memory, contents undefined; null for size 0; freed with lw_free_host()
 * @param size bytes
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaMallocHost. */
lw_status lw_malloc_host(lw_device *device, void **pointer, size_t size);

/** Frees page-locked host memory, after the work given to the device so far.
 * @param device a handle of the device
 * @param pointer the start of a live allocation of lw_malloc_host() or lw_malloc_host_with(), or null
 * @return LW_ERROR_INVALID_VALUE: any other pointer; or a common status
 *
 * CUDA: cudaFreeHost. */
lw_status lw_free_host(lw_device *device, void *pointer);

/** Flags of page-locked memory. Each is granted; on the CPU they make no difference. CUDA: cudaHostAllocPortable and its like. */
enum {
    LW_HOST_PORTABLE = 1,      /**< page-locked for every device of the process: all such memory is */
    LW_HOST_MAPPED = 2,        /**< kernels reach it: they reach all such memory, under the host's own address */
    LW_HOST_WRITE_COMBINED = 4 /**< slow for the host to read; not for lw_host_register() */
};

/** Allocates page-locked host memory, as lw_malloc_host(), with flags.
 * @param device a handle, which owns the memory
 * @param[out] pointer the memory, contents undefined; null for size 0; freed with lw_free_host()
 * @param size bytes
 * @param flags LW_HOST_PORTABLE, LW_HOST_MAPPED, LW_HOST_WRITE_COMBINED, combined by |; or 0
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: an unknown flag; or a common status
 *
 * CUDA: cudaHostAlloc. */
lw_status lw_malloc_host_with(lw_device *device, void **pointer, size_t size, unsigned flags);

/** Page-locks memory of the program's own: it then serves as memory of lw_malloc_host() does.
 * @param device a handle; when it closes, the memory is no longer page-locked
 * @param pointer host memory, which stays the program's; lw_host_unregister() before it is freed
 * @param size bytes, at least 1
 * @param flags LW_HOST_PORTABLE, LW_HOST_MAPPED, combined by |; or 0
 * @return LW_ERROR_INVALID_VALUE: size 0, another flag, or a byte that is registered or allocated through the device
 *     already; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaHostRegister. */
lw_status lw_host_register(lw_device *device, void *pointer, size_t size, unsigned flags);

/** Ends lw_host_register().
 * @param device a handle of the device
 * @param pointer the first byte that was registered
 * @return LW_ERROR_INVALID_VALUE: any other pointer; or a common status
 *
 * CUDA: cudaHostUnregister. */
lw_status lw_host_unregister(lw_device *device, void *pointer);

/** The address under which kernels reach page-locked memory: the host's own.
 * @param device a handle
 * @param[out] pointer the address for kernels
 * @param host any byte of page-locked memory of the device
 * @return LW_ERROR_INVALID_VALUE: the memory is not page-locked; or a common status
 *
 * CUDA: cudaHostGetDevicePointer. */
lw_status lw_host_get_device_pointer(lw_device *device, void **pointer, void *host);

/** Copies bytes, and returns when the destination holds them. Ordered as work in the handle's default stream.
 * @param device a handle
 * @param destination `size` bytes; device memory must lie inside one live allocation or symbol of this device
 * @param source `size` bytes, as `destination`
 * @param size bytes; 0 copies nothing
 * @param kind which memory the pointers are of
 * @return LW_ERROR_INVALID_VALUE: a null pointer, a range outside its allocation, memory of another kind or device;
 *     LW_ERROR_OUT_OF_MEMORY; the fault of earlier work; or a common status
 *
 * CUDA: cudaMemcpy. */
lw_status lw_memcpy(lw_device *device, void *destination, const void *source, size_t size, lw_memcpy_kind kind);

/** Queues a copy, as lw_memcpy().
 * @param stream where
 * @param destination as lw_memcpy()'s; stays valid until the copy is done
 * @param source as lw_memcpy()'s; stays valid, host memory unchanged, until the copy is done. A CUDA device reads pageable
 *     host memory before the call returns
 * @param size bytes; 0 copies nothing
 * @param kind which memory the pointers are of
 * @return as lw_memcpy()
 *
 * CUDA: cudaMemcpyAsync. */
lw_status lw_memcpy_async(lw_stream *stream, void *destination, const void *source, size_t size, lw_memcpy_kind kind);

/** Copies rows, and returns when the destination holds them.
 * @param device a handle
 * @param destination the first row
 * @param destination_pitch bytes from a row to the next, at least `width`
 * @param source the first row
 * @param source_pitch bytes from a row to the next, at least `width`
 * @param width bytes of a row
 * @param height rows; nothing is copied where this or `width` is 0
 * @param kind which memory the pointers are of
 * @return as lw_memcpy(); LW_ERROR_INVALID_VALUE: a pitch under the width
 *
 * CUDA: cudaMemcpy2D. */
lw_status lw_memcpy_2d(lw_device *device, void *destination, size_t destination_pitch, const void *source,
                       size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind);

/** Queues a copy of rows, as lw_memcpy_2d().
 * @param stream where
 * @param destination,source the first row of each; valid until the copy is done, as lw_memcpy_async()'s
 * @param destination_pitch,source_pitch bytes from a row to the next, at least `width`
 * @param width bytes of a row
 * @param height rows; nothing is copied where this or `width` is 0
 * @param kind which memory the pointers are of
 * @return as lw_memcpy_2d()
 *
 * CUDA: cudaMemcpy2DAsync. */
lw_status lw_memcpy_2d_async(lw_stream *stream, void *destination, size_t destination_pitch, const void *source,
                             size_t source_pitch, size_t width, size_t height, lw_memcpy_kind kind);

/** Sets bytes of device memory, and returns when they are set.
 * @param device a handle
 * @param pointer `size` bytes of device memory, inside one live allocation or symbol
 * @param value the low 8 bits are each byte's
 * @param size bytes; 0 sets nothing
 * @return LW_ERROR_INVALID_VALUE: a null pointer, a range outside its allocation, memory of another kind or device;
 *     LW_ERROR_OUT_OF_MEMORY; the fault of earlier work; or a common status
 *
 * CUDA: cudaMemset. */
lw_status lw_memset(lw_device *device, void *pointer, int value, size_t size);

/** Queues lw_memset().
 * @param stream where
 * @param pointer `size` bytes of device memory, valid until it is done
 * @param value the low 8 bits are each byte's
 * @param size bytes; 0 sets nothing
 * @return as lw_memset()
 *
 * CUDA: cudaMemsetAsync. */
lw_status lw_memset_async(lw_stream *stream, void *pointer, int value, size_t size);

/** Sets the bytes of rows of device memory, and returns when they are set.
 * @param device a handle
 * @param pointer the first row, in device memory
 * @param pitch bytes from a row to the next, at least `width`
 * @param value the low 8 bits are each byte's
 * @param width bytes of a row
 * @param height rows; nothing is set where this or `width` is 0
 * @return as lw_memset(); LW_ERROR_INVALID_VALUE: a pitch under the width
 *
 * CUDA: cudaMemset2D. */
lw_status lw_memset_2d(lw_device *device, void *pointer, size_t pitch, int value, size_t width, size_t height);

/** Queues lw_memset_2d().
 * @param stream where
 * @param pointer the first row, in device memory, valid until it is done
 * @param pitch bytes from a row to the next, at least `width`
 * @param value the low 8 bits are each byte's
 * @param width bytes of a row
 * @param height rows; nothing is set where this or `width` is 0
 * @return as lw_memset_2d()
 *
 * CUDA: cudaMemset2DAsync. */
lw_status lw_memset_2d_async(lw_stream *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);

/** The size of a box of memory, or where it begins. CUDA: cudaExtent, cudaPos. */
typedef struct lw_extent {
    size_t width;  /**< bytes of a row */
    size_t height; /**< rows of a slice */
    size_t depth;  /**< slices */
} lw_extent;

/** Memory in slices of rows. CUDA: cudaPitchedPtr. */
typedef struct lw_pitched {
    void *pointer; /**< the first row */
    size_t pitch;  /**< bytes from a row to the next */
    size_t width;  /**< bytes of a row that are used */
    size_t height; /**< rows of a slice */
} lw_pitched;

/** A copy of a box. CUDA: cudaMemcpy3DParms. */
typedef struct lw_copy_3d {
    lw_pitched destination;   /**< all of the memory that the box is copied to */
    lw_pitched source;        /**< all of the memory that the box is copied from */
    lw_extent destination_at; /**< where in `destination` the box begins */
    lw_extent source_at;      /**< where in `source` the box begins */
    lw_extent extent;         /**< of the box; nothing is copied where one is 0 */
    lw_memcpy_kind kind;      /**< which memory the two are of */
} lw_copy_3d;

/** Allocates device memory for slices of rows that start at multiples of 512 bytes.
 * @param device a handle, which owns the memory
 * @param[out] memory pointer null and pitch 0 where the extent is empty; `pointer` is freed with lw_free()
 * @param extent of the whole memory
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: the size overflows; or a common status
 *
 * CUDA: cudaMalloc3D. */
lw_status lw_malloc_3d(lw_device *device, lw_pitched *memory, lw_extent extent);

/** Copies a box, and returns when the destination holds it.
 * @param device a handle
 * @param copy what; the box lies inside the rows and slices of both sides
 * @return as lw_memcpy(); LW_ERROR_INVALID_VALUE: the box lies outside
 *
 * CUDA: cudaMemcpy3D. */
lw_status lw_memcpy_3d(lw_device *device, const lw_copy_3d *copy);

/** Queues a copy of a box, as lw_memcpy_3d().
 * @param stream where
 * @param copy what; read before the return. Its memory stays valid until the copy is done, as lw_memcpy_async()'s
 * @return as lw_memcpy_3d()
 *
 * CUDA: cudaMemcpy3DAsync. */
lw_status lw_memcpy_3d_async(lw_stream *stream, const lw_copy_3d *copy);

/** Sets the bytes of the box that begins at the memory's first byte, and returns when they are set.
 * @param device a handle
 * @param memory device memory
 * @param value the low 8 bits are each byte's
 * @param extent of the box; nothing is set where one is 0
 * @return as lw_memset(); LW_ERROR_INVALID_VALUE: the box lies outside
 *
 * CUDA: cudaMemset3D. */
lw_status lw_memset_3d(lw_device *device, lw_pitched memory, int value, lw_extent extent);

/** Queues lw_memset_3d().
 * @param stream where
 * @param memory device memory, valid until it is done
 * @param value the low 8 bits are each byte's
 * @param extent of the box; nothing is set where one is 0
 * @return as lw_memset_3d()
 *
 * CUDA: cudaMemset3DAsync. */
lw_status lw_memset_3d_async(lw_stream *stream, lw_pitched memory, int value, lw_extent extent);

/** Which memory a pointer points to. CUDA: cudaMemoryType. */
typedef enum lw_memory_space {
    LW_SPACE_UNREGISTERED = 0, /**< none that the device knows: ordinary host memory, or no memory */
    LW_SPACE_HOST = 1,         /**< page-locked host memory */
    LW_SPACE_DEVICE = 2        /**< device memory, or a symbol */
} lw_memory_space;

/** What the device knows of a pointer. CUDA: cudaPointerAttributes. */
typedef struct lw_pointer_attributes {
    lw_memory_space space; /**< which memory */
    void *base;            /**< the allocation's first byte; null where unregistered */
    size_t size;           /**< the allocation's bytes; 0 where unregistered */
} lw_pointer_attributes;

/** What the device knows of a pointer.
 * @param device a handle
 * @param pointer any value
 * @param[out] attributes the caller's
 * @return a common status
 *
 * CUDA: cudaPointerGetAttributes. */
lw_status lw_pointer_get_attributes(lw_device *device, const void *pointer, lw_pointer_attributes *attributes);

/** An LW_GLOBAL or LW_CONSTANT variable, named on the host as LW_SYMBOL(name) after LW_DECLARE_SYMBOL(name). Each device
 * has one instance. */
typedef struct lw_symbol lw_symbol;

/** Copies to a variable of the device, and returns when it holds the bytes.
 * @param device a handle
 * @param symbol LW_SYMBOL(name)
 * @param source `size` bytes of host or device memory
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return LW_ERROR_INVALID_SYMBOL: the symbol is null, or the object has no such variable for the device;
 *     LW_ERROR_INVALID_VALUE: outside the variable, or a wrong pointer; LW_ERROR_VERSION; LW_ERROR_NO_KERNEL_IMAGE;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemcpyToSymbol. */
lw_status lw_memcpy_to_symbol(lw_device *device, const lw_symbol *symbol, const void *source, size_t size,
                              size_t offset);

/** Copies from a variable of the device, and returns when the destination holds the bytes.
 * @param device a handle
 * @param destination `size` bytes of host or device memory
 * @param symbol LW_SYMBOL(name)
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return as lw_memcpy_to_symbol()
 *
 * CUDA: cudaMemcpyFromSymbol. */
lw_status lw_memcpy_from_symbol(lw_device *device, void *destination, const lw_symbol *symbol, size_t size,
                                size_t offset);

/** Queues lw_memcpy_to_symbol().
 * @param stream where
 * @param symbol LW_SYMBOL(name)
 * @param source `size` bytes of host or device memory, valid as lw_memcpy_async()'s
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return as lw_memcpy_to_symbol()
 *
 * CUDA: cudaMemcpyToSymbolAsync. */
lw_status lw_memcpy_to_symbol_async(lw_stream *stream, const lw_symbol *symbol, const void *source, size_t size,
                                    size_t offset);

/** Queues lw_memcpy_from_symbol().
 * @param stream where
 * @param destination `size` bytes of host or device memory, valid as lw_memcpy_async()'s
 * @param symbol LW_SYMBOL(name)
 * @param size bytes; 0 copies nothing
 * @param offset bytes from the variable's start; `offset` + `size` lie inside it
 * @return as lw_memcpy_to_symbol()
 *
 * CUDA: cudaMemcpyFromSymbolAsync. */
lw_status lw_memcpy_from_symbol_async(lw_stream *stream, void *destination, const lw_symbol *symbol, size_t size,
                                      size_t offset);

/** The device address of a variable, for kernels.
 * @param device a handle
 * @param[out] pointer device memory, the library's: not freed
 * @param symbol LW_SYMBOL(name)
 * @return LW_ERROR_INVALID_SYMBOL: the symbol is null, or the object has no such variable for the device; LW_ERROR_VERSION;
 *     LW_ERROR_NO_KERNEL_IMAGE; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaGetSymbolAddress. */
lw_status lw_symbol_get_address(lw_device *device, void **pointer, const lw_symbol *symbol);

/** The size of a variable of the device.
 * @param device a handle
 * @param[out] size bytes
 * @param symbol LW_SYMBOL(name)
 * @return as lw_symbol_get_address()
 *
 * CUDA: cudaGetSymbolSize. */
lw_status lw_symbol_get_size(lw_device *device, size_t *size, const lw_symbol *symbol);

/* ---- streams and events ------------------------------------------------------------------------------------------ */

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

/** Makes an event.
 * @param device a handle, which owns the event: lw_device_close() destroys it, too
 * @param[out] event the new handle; the caller destroys it with lw_event_destroy()
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaEventCreate. */
lw_status lw_event_create(lw_device *device, lw_event **event);

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
 * @return LW_ERROR_NOT_READY: either is pending; LW_ERROR_INVALID_HANDLE: one was never recorded, or is another device's; or a
 *     common status
 *
 * CUDA: cudaEventElapsedTime. */
lw_status lw_event_elapsed_time(float *milliseconds, lw_event *start, lw_event *stop);

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

/** A kernel's descriptor: LW_KERNEL_OF(name) after LW_DECLARE_KERNEL(name, ...). */
typedef struct lw_kernel lw_kernel;

/** Where and in what shape a kernel runs. lw_linear() and lw_grid() build it and leave the last two fields zero.
 * CUDA: cudaLaunchConfig_t. */
typedef struct lw_launch_config {
    lw_stream *stream;     /**< where the launch is queued */
    lw_dim3 grid;          /**< blocks of the grid */
    lw_dim3 block;         /**< threads of a block */
    size_t dynamic_shared; /**< bytes a block, for LW_DYNAMIC_SHARED */
    lw_dim3 cluster;       /**< blocks of a cluster; zeros: the kernel's LW_CLUSTER_DIMS, or no clusters */
    int cooperative; /**< 1: all blocks are resident at once and may wait for each other; cudaLaunchCooperativeKernel */
} lw_launch_config;

/** What lw_kernel_set_attribute() sets. CUDA: cudaFuncAttribute. */
typedef enum lw_kernel_attribute {
    /** Bytes of dynamic shared memory that a launch may ask for. Above 48 KiB less the static size only after this opt-in.
     * CUDA: cudaFuncAttributeMaxDynamicSharedMemorySize. */
    LW_KERNEL_MAX_DYNAMIC_SHARED = 0,
    /** 1: clusters of more than 8 blocks are allowed. CUDA: cudaFuncAttributeNonPortableClusterSizeAllowed. */
    LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE = 1,
    /** Percent of a multiprocessor's memory to be shared memory rather than cache, or -1 for the default; a hint.
     * CUDA: cudaFuncAttributePreferredSharedMemoryCarveout. */
    LW_KERNEL_SHARED_CARVEOUT = 2
} lw_kernel_attribute;

/** What a kernel needs and may have. CUDA: cudaFuncAttributes. */
typedef struct lw_kernel_attributes {
    size_t static_shared;      /**< bytes of its LW_SHARED variables */
    size_t max_dynamic_shared; /**< bytes that a launch may ask for now */
    int max_threads_per_block; /**< threads: the smaller of the device's limit and LW_LAUNCH_BOUNDS */
    lw_dim3 block_size;        /**< threads: LW_BLOCK_SIZE, or zeros */
    int parameter_count;       /**< of its LW_KERNEL */
    int max_cluster_blocks; /**< 8; 16 after LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE; 1 where the device has no clusters */
    int registers;          /**< a thread's; 0 where unknown (CPU) */
    size_t local_memory;    /**< bytes a thread, of arrays and spills; 0 on the CPU, where all of it is on the stack */
    size_t constant_memory; /**< bytes of LW_CONSTANT variables of its file */
    int binary_version;     /**< the compute capability of its code, such as 90 for 9.0; 0 on the CPU */
    int fused; /**< 1: a launch of blocks of any shape, without clusters and not cooperative, runs the kernel as
                                    loops over its threads; 0: its threads are fibers (as LANEWISE_ENGINE and other settings
                                    may ask), or a GPU's */
} lw_kernel_attributes;

/** Sets an attribute of a kernel on a device, for later launches.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param attribute which
 * @param value see lw_kernel_attribute
 * @return LW_ERROR_INVALID_VALUE: no such attribute, or a value that it cannot have; or as lw_kernel_get_attributes()
 *
 * CUDA: cudaFuncSetAttribute. */
lw_status lw_kernel_set_attribute(lw_device *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                  long long value);

/** What a kernel needs and may have on a device. Also loads its code: otherwise its first launch does so, which on a CUDA
 * device may wait for all running work.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param[out] attributes the caller's
 * @return LW_ERROR_OUT_OF_RESOURCES: its LW_SHARED variables are more than a block can have; LW_ERROR_VERSION;
 *     LW_ERROR_NO_KERNEL_IMAGE; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaFuncGetAttributes. */
lw_status lw_kernel_get_attributes(lw_device *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);

/** How many blocks of one shape a multiprocessor holds at once. The CPU computes it by CUDA's formulas from the device's
 * profile, without a limit by registers.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param threads threads of a block, at least 1
 * @param dynamic_shared bytes a block
 * @param[out] blocks 0 where it cannot hold one
 * @return LW_ERROR_INVALID_VALUE: no threads; or as lw_kernel_get_attributes()
 *
 * CUDA: cudaOccupancyMaxActiveBlocksPerMultiprocessor. */
lw_status lw_occupancy_max_active_blocks(lw_device *device, const lw_kernel *kernel, unsigned threads,
                                         size_t dynamic_shared, int *blocks);

/** How much dynamic shared memory a block takes, for lw_occupancy_max_potential_block_size().
 * @param threads threads of the block
 * @param user what was given with the function
 * @return bytes */
typedef size_t (*lw_shared_of_threads)(unsigned threads, void *user);

/** The block size that keeps most threads of a kernel resident; of several such sizes the largest.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param shared dynamic shared memory by block size; null: none
 * @param user its second argument, the caller's
 * @param limit the most threads of a block; 0: the kernel's own limit
 * @param[out] min_blocks the fewest blocks that fill the device; 0 where no size fits
 * @param[out] threads threads of a block; 0 where no size fits
 * @return as lw_kernel_get_attributes()
 *
 * CUDA: cudaOccupancyMaxPotentialBlockSizeVariableSMem. */
lw_status lw_occupancy_max_potential_block_size(lw_device *device, const lw_kernel *kernel, lw_shared_of_threads shared,
                                                void *user, unsigned limit, unsigned *min_blocks, unsigned *threads);

/** The most dynamic shared memory with which a number of blocks still fit on a multiprocessor.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param blocks of a multiprocessor, at least 1
 * @param threads threads of a block, at least 1
 * @param[out] dynamic_shared bytes a block
 * @return LW_ERROR_INVALID_VALUE: no blocks, no threads, or more blocks than fit; or as lw_kernel_get_attributes()
 *
 * CUDA: cudaOccupancyAvailableDynamicSMemPerBlock. */
lw_status lw_occupancy_available_dynamic_shared(lw_device *device, const lw_kernel *kernel, int blocks,
                                                unsigned threads, size_t *dynamic_shared);

/** How many clusters the whole device holds at once.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param config the launch; its cluster, else the kernel's LW_CLUSTER_DIMS, else clusters of one block
 * @param[out] clusters how many
 * @return LW_ERROR_NOT_SUPPORTED: the device has no clusters; or as lw_launch_kernel()
 *
 * CUDA: cudaOccupancyMaxActiveClusters. */
lw_status lw_occupancy_max_active_clusters(lw_device *device, const lw_kernel *kernel, lw_launch_config config,
                                           int *clusters);

/** Queues a launch. Callers use the typed lw_launch() of <lanewise/launch.h>. A later synchronising call returns the faults
 * of the kernel; where LANEWISE_LAUNCH_BLOCKING is 1, this does.
 * @param kernel LW_KERNEL_OF(name)
 * @param config where and in what shape
 * @param arguments the kernel's argument structure, copied before the return; null where it has no parameters
 * @return LW_ERROR_INVALID_CONFIGURATION: a dimension of 0, a grid or block over the limit or of another shape than
 *     LW_BLOCK_SIZE; LW_ERROR_INVALID_VALUE: shared memory over the limit, or a null kernel or arguments;
 *     LW_ERROR_INVALID_CLUSTER_SIZE: more blocks than the kernel or the device allows, or a grid that is not a multiple of
 *     the cluster; LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: not all blocks can be resident; LW_ERROR_OUT_OF_RESOURCES: more
 *     registers, or LW_SHARED variables, than a block can have; LW_ERROR_NOT_SUPPORTED; LW_ERROR_NO_KERNEL_IMAGE;
 *     LW_ERROR_VERSION; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaLaunchKernelEx. */
lw_status lw_launch_kernel(const lw_kernel *kernel, lw_launch_config config, const void *arguments);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
