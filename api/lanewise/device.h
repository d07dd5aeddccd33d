/** @file
 * Devices: names, opening, properties, limits, waiting, reset. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_DEVICE_H
#define LANEWISE_DEVICE_H

#include <stddef.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

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
    int async_engine_count; /**< copies that run beside kernels: 0 none, 1 one at a time, 2 and more both ways at once */
    int cooperative_launch;               /**< 1: there are cooperative launches */
    int cluster_launch;                   /**< 1: there are launches of clusters */
    int unified_addressing;               /**< 1: an address says which device's it is, or the host's */
    int can_map_host_memory;              /**< 1: kernels reach memory of lw_malloc_host() */
    size_t access_policy_max_window_size; /**< bytes of lw_stream_set_access_policy_window(); 0: there is none */
    int managed_memory;                   /**< 1: there is managed memory: lw_malloc_managed() */
    int concurrent_managed_access;        /**< 1: the host may use managed memory while kernels run */
    int pageable_memory_access;           /**< 1: kernels reach memory of malloc() and variables of the host */
    int memory_pools;                     /**< 1: there is stream-ordered memory: lw_malloc_async() */
    int virtual_memory;                   /**< 1: there is virtual memory: lw_virtual_memory_reserve() */
    int file_descriptor_handles;          /**< 1: memory can be given to other processes as a file descriptor */
    int multicast; /**< 1: there are multicast objects: lw_multicast_create(); 0 on CUDA devices */
    int ipc;       /**< 1: memory and events have handles for other processes: <lanewise/ipc.h> */
} lw_device_properties;

/** Counts the devices that lw_device_open() can open: the CPU devices, then the CUDA devices.
 * @param[out] count how many
 * @return a common status
 *
 * CUDA: cudaGetDeviceCount. */
lw_status lw_device_count(int *count);

/** The name of a device, for lw_device_open().
 * @param index 0 to lw_device_count() - 1; the first CPU device is 0
 * @param[out] name static text such as "cpu", "cpu:1" or "cuda:0"; not freed
 * @return LW_ERROR_INVALID_VALUE: there is no such index; or a common status */
lw_status lw_device_name(int index, const char **name);

/** Opens a device. Handles of one device share its memory, symbols and faults.
 * @param[out] device the new handle; the caller closes it with lw_device_close()
 * @param name "cpu" or "cuda" (the same as "cpu:0", "cuda:0"), "cpu:N" (LANEWISE_CPU_DEVICES gives several) or "cuda:N"; null:
 *     LANEWISE_DEVICE, else a CUDA device if there is one, else the CPU
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

/** Waits for all work of the device, destroys what the handle owns (streams, events, graphs, arrays, texture and surface
 * objects, libraries, pools), frees the memory allocated through it, and closes it.
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

/** Ends a sticky fault: waits for running work, frees every allocation and array of every handle of the device, destroys its
 * graphs, texture and surface objects, forgets the fault. Streams, events, pools and libraries stay; adopted streams and
 * events are closed if there was a fault.
 * @param device a handle
 * @return on a CUDA device the same fault again, where only a new process ends it; or a common status
 *
 * CUDA: cudaDeviceReset. */
lw_status lw_device_reset(lw_device *device);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
