/** @file
 * Memory and events of other processes, by handles of 64 bytes, which a process sends to another in any way; memory pools of other
 * processes, by file descriptors. Part of <lanewise/host.h>, which says what all calls have in common.
 *
 * Both processes run on one machine, for one user, and their devices are the same one. lw_device_properties says whether a
 * device has such handles. A process must not use a device that its parent opened before fork().
 */
#ifndef LANEWISE_IPC_H
#define LANEWISE_IPC_H

#include <lanewise/handle.h>
#include <lanewise/memory_pool.h>
#include <lanewise/status.h>
#include <lanewise/virtual_memory.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Device memory, for another process. CUDA: cudaIpcMemHandle_t. */
typedef struct lw_ipc_memory_handle {
    char reserved[64]; /**< bytes without a meaning for the program */
} lw_ipc_memory_handle;

/** An event, for another process. CUDA: cudaIpcEventHandle_t. */
typedef struct lw_ipc_event_handle {
    char reserved[64]; /**< bytes without a meaning for the program */
} lw_ipc_event_handle;

/** How memory is opened. */
enum {
    LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS = 1 /**< the only value, as in CUDA; cudaIpcMemLazyEnablePeerAccess */
};

/** Makes a handle of device memory. On the CPU the first one waits for the kernels and copies that run, and moves the memory's
 * pages. The other process reaches whole pages: also other allocations in them.
 * @param device a handle of the device
 * @param[out] handle valid until the memory is freed
 * @param pointer the start of an allocation of lw_malloc() and its like
 * @return LW_ERROR_INVALID_VALUE: no start of such an allocation; managed memory, or a pool's; LW_ERROR_NOT_SUPPORTED: the
 *     device has no such handles; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaIpcGetMemHandle. */
lw_status lw_ipc_get_memory_handle(lw_device *device, lw_ipc_memory_handle *handle, void *pointer);

/** Opens device memory of another process. What is open already gets one more user, and has the same address. The process that
 * allocated the memory must not free it before all others have closed it.
 * @param device a handle, which owns what is opened: lw_device_close() closes it, too
 * @param[out] pointer the allocation's start, at an address of this process
 * @param handle of lw_ipc_get_memory_handle() in another process
 * @param flags LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS
 * @return LW_ERROR_INVALID_VALUE: no such handle, one of this process, or one whose process has ended or has freed the memory;
 *     other flags; LW_ERROR_NOT_SUPPORTED: the device has no such handles; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaIpcOpenMemHandle. */
lw_status lw_ipc_open_memory_handle(lw_device *device, void **pointer, const lw_ipc_memory_handle *handle,
                                    unsigned flags);

/** Takes a user from memory that is open. Without users it is closed, after the work given to the device so far.
 * @param device a handle of the device
 * @param pointer of lw_ipc_open_memory_handle()
 * @return LW_ERROR_INVALID_VALUE: any other pointer; or a common status
 *
 * CUDA: cudaIpcCloseMemHandle. */
lw_status lw_ipc_close_memory_handle(lw_device *device, void *pointer);

/** Makes a handle of an event.
 * @param event made with LW_EVENT_INTERPROCESS
 * @param[out] handle valid until the event is destroyed
 * @return LW_ERROR_INVALID_HANDLE: another event; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaIpcGetEventHandle. */
lw_status lw_ipc_get_event_handle(lw_event *event, lw_ipc_event_handle *handle);

/** Opens an event of another process. Each process may record it, and wait for its latest record. On the CPU a record whose process
 * has ended counts as reached.
 * @param device a handle, which owns the event: lw_device_close() destroys it, too
 * @param[out] event the new handle, without a time; the caller destroys it with lw_event_destroy()
 * @param handle of lw_ipc_get_event_handle() in another process
 * @return LW_ERROR_INVALID_VALUE: no such handle, one of this process, or one whose process has ended or has destroyed the
 *     event; LW_ERROR_NOT_SUPPORTED: the device has no such handles; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaIpcOpenEventHandle. */
lw_status lw_ipc_open_event_handle(lw_device *device, lw_event **event, const lw_ipc_event_handle *handle);

/** What a pool is. CUDA: cudaMemPoolProps. */
typedef struct lw_memory_pool_properties {
    lw_memory_handle_type handle_type; /**< how other processes can get it */
    size_t max_size; /**< bytes that it has at most, and a CUDA device may round up; 0: what the device has. maxSize */
} lw_memory_pool_properties;

/** Memory of a pool, for another process. CUDA: cudaMemPoolPtrExportData, and the size. */
typedef struct lw_memory_pool_pointer {
    char reserved[80]; /**< bytes without a meaning for the program */
} lw_memory_pool_pointer;

/** Makes a pool of device memory, as lw_memory_pool_create(), with properties.
 * @param device a handle, which owns the pool: lw_device_close() destroys it, too
 * @param[out] pool the new handle; the caller destroys it with lw_memory_pool_destroy()
 * @param properties what it is; null: all zeros, like lw_memory_pool_create()
 * @return LW_ERROR_INVALID_VALUE: no such handle type; LW_ERROR_NOT_SUPPORTED: the device has no pools, or no file descriptors of
 *     memory (lw_device_properties); LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemPoolCreate. */
lw_status lw_memory_pool_create_with(lw_device *device, lw_memory_pool **pool,
                                     const lw_memory_pool_properties *properties);

/** Makes a file descriptor of a pool, by which another process imports the pool.
 * @param pool made with LW_MEMORY_HANDLE_FILE_DESCRIPTOR
 * @param[out] descriptor the caller closes it
 * @return LW_ERROR_INVALID_VALUE: another pool; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemPoolExportToShareableHandle. */
lw_status lw_memory_pool_export(lw_memory_pool *pool, int *descriptor);

/** Imports another process's pool, or one of this process. An imported pool allocates nothing, has no attributes, and cannot be trimmed.
 * @param device a handle, which owns the new handle: lw_device_close() destroys it, too
 * @param[out] pool the new handle; the caller destroys it with lw_memory_pool_destroy()
 * @param descriptor of lw_memory_pool_export(); the caller may close it afterwards
 * @return LW_ERROR_INVALID_VALUE: no descriptor of a pool; LW_ERROR_NOT_SUPPORTED: the device has no pools, or no file descriptors
 *     of memory; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemPoolImportFromShareableHandle. */
lw_status lw_memory_pool_import(lw_device *device, lw_memory_pool **pool, int descriptor);

/** Makes what another process imports memory of a pool by. On the CPU it waits for the kernels and copies that run, as
 * lw_ipc_get_memory_handle() does.
 * @param device a handle of the device
 * @param[out] exported valid until the memory is freed
 * @param pointer the start of an allocation of lw_malloc_async() or its like, of a pool that lw_memory_pool_export() has exported
 * @return LW_ERROR_INVALID_VALUE: any other pointer; LW_ERROR_NOT_SUPPORTED: the device has no such pools; LW_ERROR_OUT_OF_MEMORY;
 *     or a common status
 *
 * CUDA: cudaMemPoolExportPointer. */
lw_status lw_memory_pool_export_pointer(lw_device *device, lw_memory_pool_pointer *exported, void *pointer);

/** Imports memory of another process's pool. Work that uses it comes after the work of the other process that allocates it, for
 * example by an event of LW_EVENT_INTERPROCESS. All processes that imported it free it, and wait for that, before the process that
 * allocated it does.
 * @param pool of lw_memory_pool_import(); its device handle owns the memory: lw_device_close() frees it, too
 * @param[out] pointer the memory, at an address of this process; freed with lw_free_async() or lw_free()
 * @param exported of lw_memory_pool_export_pointer() in the other process, for this pool
 * @return LW_ERROR_INVALID_VALUE: another pool, other bytes, or memory that this process has imported and not freed;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemPoolImportPointer. */
lw_status lw_memory_pool_import_pointer(lw_memory_pool *pool, void **pointer, const lw_memory_pool_pointer *exported);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
