/** @file
 * Managed memory, which the host and kernels use under one address. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_MANAGED_H
#define LANEWISE_MANAGED_H

#include <stddef.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Who may use managed memory, on devices where the host may not use it while kernels run
 * (lw_device_properties.concurrent_managed_access is 0). */
enum {
    LW_ATTACH_GLOBAL = 1, /**< every stream; the host while no kernel runs. cudaMemAttachGlobal */
    LW_ATTACH_HOST = 2,   /**< the host alone. cudaMemAttachHost */
    LW_ATTACH_SINGLE = 4  /**< one stream; the host while that stream has no work. cudaMemAttachSingle */
};

/** Allocates managed memory. The host reads and writes it directly, and so do kernels; each sees what the other wrote once the
 * host has waited. All calls on device memory take it, except lw_free_async() and those for words of streams; so do copies of every
 * kind. All devices of the same kind use it; only this device frees it.
 * @param device a handle, which owns the memory: lw_device_close() frees it, too
 * @param[out] pointer the memory, aligned to 256 bytes, contents undefined; null for size 0; freed with lw_free()
 * @param size bytes
 * @param flags LW_ATTACH_GLOBAL or LW_ATTACH_HOST
 * @return LW_ERROR_INVALID_VALUE: other flags; LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: the device has no managed
 *     memory; or a common status
 *
 * CUDA: cudaMallocManaged. */
lw_status lw_malloc_managed(lw_device *device, void **pointer, size_t size, unsigned flags);

/** Says who may use managed memory from now on, in the order of a stream. When the stream's handle is closed,
 * every stream may use it again.
 * @param stream the stream whose order counts; with LW_ATTACH_SINGLE also the one that may use the memory, not a legacy
 *     stream
 * @param pointer the start of memory of lw_malloc_managed(), on this device or another one of its kind
 * @param size 0, or the size of the allocation
 * @param flags LW_ATTACH_GLOBAL, LW_ATTACH_HOST or LW_ATTACH_SINGLE
 * @return LW_ERROR_INVALID_VALUE: other flags, another pointer, part of an allocation, or a legacy stream for
 *     LW_ATTACH_SINGLE; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaStreamAttachMemAsync. */
lw_status lw_stream_attach_memory(lw_stream *stream, void *pointer, size_t size, unsigned flags);

/** Where memory can be, seen from a device. CUDA: cudaMemLocation. */
typedef enum lw_memory_location {
    LW_LOCATION_NONE = 0,   /**< nowhere in particular, or on another device */
    LW_LOCATION_DEVICE = 1, /**< on the device of the call */
    LW_LOCATION_HOST = 2    /**< on the host */
} lw_memory_location;

/** Advice about the use of managed memory. It changes no result. CUDA: cudaMemoryAdvise, with the same numbers. */
typedef enum lw_memory_advice {
    LW_ADVISE_SET_READ_MOSTLY = 1,          /**< it is mostly read: each processor may have a copy */
    LW_ADVISE_UNSET_READ_MOSTLY = 2,        /**< no longer */
    LW_ADVISE_SET_PREFERRED_LOCATION = 3,   /**< it should be there */
    LW_ADVISE_UNSET_PREFERRED_LOCATION = 4, /**< no longer */
    LW_ADVISE_SET_ACCESSED_BY = 5,          /**< the processor there will use it: it should reach it without faults */
    LW_ADVISE_UNSET_ACCESSED_BY = 6         /**< no longer */
} lw_memory_advice;

/** Advises about managed memory, by whole pages.
 * @param device a handle; LW_LOCATION_DEVICE is this device
 * @param pointer anywhere in managed memory, of this device or another one of its kind
 * @param size bytes from there on, at least 1, inside the allocation
 * @param advice which
 * @param location LW_LOCATION_DEVICE or LW_LOCATION_HOST; LW_ADVISE_..._READ_MOSTLY and LW_ADVISE_UNSET_PREFERRED_LOCATION do
 *     not use it
 * @return LW_ERROR_INVALID_VALUE: no such advice or location, size 0, or memory that is not all in one managed allocation or
 *     variable; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaMemAdvise. */
lw_status lw_memory_advise(lw_device *device, const void *pointer, size_t size, lw_memory_advice advice,
                           lw_memory_location location);

/** Moves managed memory, in the order of a stream: kernels, or the host, then find it where they run. It changes no result.
 * @param stream where; LW_LOCATION_DEVICE is its device
 * @param pointer anywhere in managed memory, of this device or another one of its kind
 * @param size bytes from there on, at least 1, inside the allocation
 * @param location LW_LOCATION_DEVICE or LW_LOCATION_HOST
 * @return as lw_memory_advise()
 *
 * CUDA: cudaMemPrefetchAsync. */
lw_status lw_memory_prefetch_async(lw_stream *stream, const void *pointer, size_t size, lw_memory_location location);

/** What can be read of managed memory. CUDA: cudaMemRangeAttribute, with the same numbers. */
typedef enum lw_memory_range_attribute {
    LW_MEMORY_RANGE_READ_MOSTLY = 1,        /**< 1: LW_ADVISE_SET_READ_MOSTLY holds for all of it */
    LW_MEMORY_RANGE_PREFERRED_LOCATION = 2, /**< an lw_memory_location; none where its pages differ */
    LW_MEMORY_RANGE_ACCESSED_BY =
        3, /**< LW_LOCATION_DEVICE, LW_LOCATION_HOST, combined by |, that hold for all of it */
    LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION = 4 /**< an lw_memory_location; none where its pages differ */
} lw_memory_range_attribute;

/** Reads an attribute of managed memory.
 * @param device a handle; LW_LOCATION_DEVICE is this device
 * @param pointer anywhere in managed memory, of this device or another one of its kind
 * @param size bytes from there on, at least 1, inside the allocation
 * @param attribute which
 * @param[out] value see lw_memory_range_attribute
 * @return as lw_memory_advise()
 *
 * CUDA: cudaMemRangeGetAttribute. */
lw_status lw_memory_range_get_attribute(lw_device *device, const void *pointer, size_t size,
                                        lw_memory_range_attribute attribute, int *value);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
