/** @file
 * Multicast objects: one address for the memory of several devices, each of which has a copy. A kernel stores to all copies at
 * once, adds to all, or reads their sum. <lanewise/multimem.h> has the functions for kernels. Part of <lanewise/host.h>, which says
 * what all calls have in common.
 *
 * The steps: lw_multicast_create(), lw_multicast_add_device() for each device, lw_multicast_bind_memory() of memory of each,
 * then lw_multicast_map() at addresses of lw_virtual_memory_reserve(), and lw_virtual_memory_set_access() for the devices whose
 * kernels use them. All sizes, offsets and addresses are multiples of lw_multicast_granularity().
 *
 * Only the functions of <lanewise/multimem.h> may access a multicast address. Any other access of a kernel is a fault; copies and
 * sets refuse it. The memory itself is also mapped at addresses of its own, by lw_virtual_memory_map(), and used there as always.
 *
 * CUDA devices have no multicast objects here (`multicast` of lw_device_properties is 0), and calls that need one return
 * LW_ERROR_NOT_SUPPORTED. CPU devices have them; with LANEWISE_CPU_PEER_ACCESS=0 they have none.
 */
#ifndef LANEWISE_MULTICAST_H
#define LANEWISE_MULTICAST_H

#include <stddef.h>

#include <lanewise/handle.h>
#include <lanewise/status.h>
#include <lanewise/virtual_memory.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** A multicast object. CUDA: CUmemGenericAllocationHandle of cuMulticastCreate. */
typedef struct lw_multicast lw_multicast;

/** What a multicast object is. CUDA: CUmulticastObjectProp. */
typedef struct lw_multicast_properties {
    unsigned device_count;             /**< how many devices will be added: 1 to the number of devices of this kind */
    size_t size;                       /**< bytes of each copy */
    lw_memory_handle_type handle_type; /**< LW_MEMORY_HANDLE_NONE: other processes cannot have multicast objects */
} lw_multicast_properties;

/** The number that sizes, offsets and addresses of multicast objects are multiples of.
 * @param device a handle of one of the devices
 * @param properties of the object; their size may be any
 * @param which the smallest, or the one with the best speed
 * @param[out] granularity bytes, a power of two
 * @return LW_ERROR_INVALID_VALUE: wrong properties, or no such granularity; LW_ERROR_NOT_SUPPORTED: the device has no multicast
 *     objects, or another handle type; or a common status
 *
 * CUDA: cuMulticastGetGranularity. */
lw_status lw_multicast_granularity(lw_device *device, const lw_multicast_properties *properties,
                                   lw_memory_granularity which, size_t *granularity);

/** Creates a multicast object, of no devices yet.
 * @param device a handle, which owns the new handle: lw_device_close() releases it, too. It is not added
 * @param[out] multicast the new handle; the caller releases it with lw_multicast_release()
 * @param properties what it is
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: wrong properties; LW_ERROR_NOT_SUPPORTED: the device has no multicast
 *     objects, or another handle type; or a common status
 *
 * CUDA: cuMulticastCreate. */
lw_status lw_multicast_create(lw_device *device, lw_multicast **multicast, const lw_multicast_properties *properties);

/** Adds a device to a multicast object, for as long as the object lives. Copies are reduced in the order in which their devices
 * were added.
 * @param multicast a handle
 * @param device a handle of a device of the kind that created it
 * @return LW_ERROR_INVALID_VALUE: the device is added already, all devices are added, or it is of another kind; or a common status
 *
 * CUDA: cuMulticastAddDevice. */
lw_status lw_multicast_add_device(lw_multicast *multicast, lw_device *device);

/** Binds physical memory of a device: from now on it is the device's copy of some bytes of the object. The object keeps the memory
 * until it is unbound. Where a device has no memory, a kernel that uses these bytes faults. The call first waits until all devices are
 * added, by other threads: at most LANEWISE_TIMEOUT seconds, or for ever if that is 0.
 * @param multicast a handle
 * @param offset bytes of the object before the first one to bind
 * @param memory a handle, of a device that is added
 * @param memory_offset bytes of the memory before the first one to bind
 * @param size bytes; no other memory of the device is bound there
 * @return LW_ERROR_INVALID_VALUE: no such offset or size, memory of another device, or devices are still missing;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuMulticastBindMem. */
lw_status lw_multicast_bind_memory(lw_multicast *multicast, size_t offset, lw_physical_memory *memory,
                                   size_t memory_offset, size_t size);

/** Binds the physical memory that is mapped at an address. It waits for devices as lw_multicast_bind_memory() does.
 * @param multicast a handle
 * @param offset bytes of the object before the first one to bind
 * @param device a handle of a device that is added, which has the memory
 * @param pointer the first byte, in a mapping of lw_virtual_memory_map(), which need not stay
 * @param size bytes, all of this mapping; no other memory of the device is bound there
 * @return LW_ERROR_INVALID_VALUE: no such offset, address or size, or devices are still missing; LW_ERROR_NOT_SUPPORTED: memory of
 *     lw_malloc_async(), which CUDA binds; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuMulticastBindAddr. */
lw_status lw_multicast_bind_address(lw_multicast *multicast, size_t offset, lw_device *device, void *pointer,
                                    size_t size);

/** Unbinds memory, after the work given so far to the devices that use it. What it holds stays.
 * @param multicast a handle
 * @param device a handle of the device that has the memory
 * @param offset bytes of the object, as when it was bound
 * @param size bytes, as when it was bound
 * @return LW_ERROR_INVALID_VALUE: no memory was bound so; or a common status
 *
 * CUDA: cuMulticastUnbind. */
lw_status lw_multicast_unbind(lw_multicast *multicast, lw_device *device, size_t offset, size_t size);

/** Maps a multicast object at reserved addresses. No device may access it there yet: lw_virtual_memory_set_access() gives access
 * to devices that are added, and lw_virtual_memory_unmap() removes the mapping. A device's access ends when it is reset, or when its
 * last handle is closed. The object lives until both its handle is released and it is mapped nowhere. The call waits for devices as
 * lw_multicast_bind_memory() does.
 * @param device a handle of the device that has reserved the addresses
 * @param pointer the first address, in a range of lw_virtual_memory_reserve()
 * @param size bytes; all addresses are of the range, and nothing is mapped there
 * @param multicast a handle
 * @param offset bytes of the object before the first one to map: 0, as in CUDA
 * @return LW_ERROR_INVALID_VALUE: no such address, size or offset, or devices are still missing; LW_ERROR_OUT_OF_MEMORY; or a common
 *     status
 *
 * CUDA: cuMemMap. */
lw_status lw_multicast_map(lw_device *device, void *pointer, size_t size, lw_multicast *multicast, size_t offset);

/** Releases the handle of a multicast object. Mappings of the object stay.
 * @param multicast the handle
 * @return a common status
 *
 * CUDA: cuMemRelease. */
lw_status lw_multicast_release(lw_multicast *multicast);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
