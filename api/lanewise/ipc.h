/** @file
 * Memory and events of other processes, by handles of 64 bytes, which a process sends to another in any way. Part of
 * <lanewise/host.h>, which says what all calls have in common.
 *
 * Both processes run on one machine, for one user, and their devices are the same one. lw_device_properties says whether a
 * device has such handles. A process must not use a device that its parent opened before fork().
 */
#ifndef LANEWISE_IPC_H
#define LANEWISE_IPC_H

#include <lanewise/handle.h>
#include <lanewise/status.h>

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

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
