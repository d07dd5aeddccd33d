/** @file
 * Virtual memory: addresses, physical memory, and which memory is mapped at which addresses, each by itself. So an allocation can
 * grow without moving, one memory can have two addresses, and another process can have it. Part of <lanewise/host.h>, which says
 * what all calls have in common.
 *
 * The steps: lw_virtual_memory_reserve(), lw_physical_memory_create(), lw_virtual_memory_map(), lw_virtual_memory_set_access().
 * Then kernels, copies and sets use the memory like that of lw_malloc(). All sizes and addresses are multiples of
 * lw_physical_memory_granularity().
 */
#ifndef LANEWISE_VIRTUAL_MEMORY_H
#define LANEWISE_VIRTUAL_MEMORY_H

#include <stddef.h>

#include <lanewise/handle.h>
#include <lanewise/memory_pool.h>
#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Device memory without an address. CUDA: CUmemGenericAllocationHandle. */
typedef struct lw_physical_memory lw_physical_memory;

/** How memory can be given to other processes. CUDA: CUmemAllocationHandleType, with the same numbers. */
typedef enum lw_memory_handle_type {
    LW_MEMORY_HANDLE_NONE = 0,           /**< not at all */
    LW_MEMORY_HANDLE_FILE_DESCRIPTOR = 1 /**< as a POSIX file descriptor */
} lw_memory_handle_type;

/** What physical memory is. CUDA: CUmemAllocationProp. */
typedef struct lw_physical_memory_properties {
    lw_memory_handle_type handle_type; /**< how other processes can get it */
} lw_physical_memory_properties;

/** Which granularity. CUDA: CUmemAllocationGranularity_flags, with the same numbers. */
typedef enum lw_memory_granularity {
    LW_MEMORY_GRANULARITY_MINIMUM = 0,    /**< the smallest that is possible */
    LW_MEMORY_GRANULARITY_RECOMMENDED = 1 /**< the one with the best speed */
} lw_memory_granularity;

/** The number that sizes and addresses of virtual memory are multiples of.
 * @param device a handle
 * @param properties of the physical memory; null: all zeros
 * @param which of the two
 * @param[out] granularity bytes, a power of two
 * @return LW_ERROR_INVALID_VALUE: wrong properties, or no such granularity; LW_ERROR_NOT_SUPPORTED: the device has no virtual
 *     memory (lw_device_properties); or a common status
 *
 * CUDA: cuMemGetAllocationGranularity. */
lw_status lw_physical_memory_granularity(lw_device *device, const lw_physical_memory_properties *properties,
                                         lw_memory_granularity which, size_t *granularity);

/** Allocates physical memory. It is freed when all of its handles are released, in all processes, and it is mapped nowhere.
 * @param device a handle, which owns the new handle: lw_device_close() releases it, too
 * @param[out] memory the new handle; the caller releases it with lw_physical_memory_release()
 * @param size bytes, a multiple of the minimum granularity
 * @param properties what it is; null: all zeros
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_INVALID_VALUE: no such size, or wrong properties; LW_ERROR_NOT_SUPPORTED: the device
 *     has no virtual memory, or no such handles; or a common status
 *
 * CUDA: cuMemCreate. */
lw_status lw_physical_memory_create(lw_device *device, lw_physical_memory **memory, size_t size,
                                    const lw_physical_memory_properties *properties);

/** Releases a handle of physical memory. Mappings of the memory stay.
 * @param memory the handle
 * @return a common status
 *
 * CUDA: cuMemRelease. */
lw_status lw_physical_memory_release(lw_physical_memory *memory);

/** Reads the properties of physical memory.
 * @param memory a handle
 * @param[out] properties what it is
 * @return a common status
 *
 * CUDA: cuMemGetAllocationPropertiesFromHandle. */
lw_status lw_physical_memory_get_properties(lw_physical_memory *memory, lw_physical_memory_properties *properties);

/** The physical memory that is mapped at an address.
 * @param device a handle, which owns the new handle
 * @param[out] memory a new handle of this memory; the caller releases it, as each other handle
 * @param pointer an address in a mapping
 * @return LW_ERROR_INVALID_VALUE: nothing is mapped there; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuMemRetainAllocationHandle. */
lw_status lw_physical_memory_retain(lw_device *device, lw_physical_memory **memory, const void *pointer);

/** Makes a file descriptor of physical memory, for another process: a child that inherits it, or one that gets it over a Unix
 * socket (SCM_RIGHTS).
 * @param memory a handle of memory whose handle type is LW_MEMORY_HANDLE_FILE_DESCRIPTOR
 * @param[out] descriptor closed at exec(); the caller closes it. It keeps the memory
 * @return LW_ERROR_INVALID_VALUE: memory of another handle type; LW_ERROR_OUT_OF_MEMORY: no more descriptors; or a common status
 *
 * CUDA: cuMemExportToShareableHandle. */
lw_status lw_physical_memory_export(lw_physical_memory *memory, int *descriptor);

/** Makes a handle of physical memory that a process has exported: this one or another one.
 * @param device a handle of the device that has the memory; owns the new handle
 * @param[out] memory the new handle; the caller releases it
 * @param descriptor of lw_physical_memory_export(); it stays the caller's, who may close it
 * @return LW_ERROR_INVALID_VALUE: no descriptor of such memory; LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: the device has
 *     no virtual memory; or a common status
 *
 * CUDA: cuMemImportFromShareableHandle. */
lw_status lw_physical_memory_import(lw_device *device, lw_physical_memory **memory, int descriptor);

/** Reserves addresses, where memory can be mapped.
 * @param device a handle, which owns the range: lw_device_close() unmaps and frees it, too
 * @param[out] pointer the first address
 * @param size bytes, a multiple of the minimum granularity
 * @param alignment of the first address: a power of two, or 0 for the minimum granularity
 * @param wanted the first address, if possible; null: any
 * @return LW_ERROR_INVALID_VALUE: no such size, alignment or address; LW_ERROR_OUT_OF_MEMORY: no so many addresses;
 *     LW_ERROR_NOT_SUPPORTED: the device has no virtual memory; or a common status
 *
 * CUDA: cuMemAddressReserve. */
lw_status lw_virtual_memory_reserve(lw_device *device, void **pointer, size_t size, size_t alignment, void *wanted);

/** Frees reserved addresses.
 * @param device a handle of the device
 * @param pointer the first address of a range of lw_virtual_memory_reserve(), in which nothing is mapped
 * @param size bytes, as then
 * @return LW_ERROR_INVALID_VALUE: no such range, or something is mapped in it; or a common status
 *
 * CUDA: cuMemAddressFree. */
lw_status lw_virtual_memory_free(lw_device *device, void *pointer, size_t size);

/** Maps physical memory at reserved addresses. No device may access it there yet. The same memory may be mapped elsewhere, too;
 * what a kernel writes at one address, it need not see at another one.
 * @param pointer the first address, a multiple of the minimum granularity, in a range of lw_virtual_memory_reserve()
 * @param size bytes, a multiple of the minimum granularity; all addresses are of the range, and nothing is mapped there
 * @param memory a handle, of the device that has the range
 * @param offset bytes of the memory before the first one to map: 0, as in CUDA
 * @return LW_ERROR_INVALID_VALUE: no such address, size or offset; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuMemMap. */
lw_status lw_virtual_memory_map(void *pointer, size_t size, lw_physical_memory *memory, size_t offset);

/** Removes mappings, after the work given to the device so far. The addresses stay reserved.
 * @param device a handle of the device
 * @param pointer the first address of a mapping
 * @param size bytes, of all of this mapping, or also of the mappings after it
 * @return LW_ERROR_INVALID_VALUE: not whole mappings; or a common status
 *
 * CUDA: cuMemUnmap. */
lw_status lw_virtual_memory_unmap(lw_device *device, void *pointer, size_t size);

/** What a device may do with mapped memory. CUDA: CUmemAccessDesc. */
typedef struct lw_virtual_memory_access {
    lw_device *device;       /**< a handle of the device */
    lw_memory_access access; /**< LW_MEMORY_ACCESS_NONE or LW_MEMORY_ACCESS_READ_WRITE */
} lw_virtual_memory_access;

/** Sets what devices may do with mapped memory. A kernel that uses mapped memory without access faults. Access is taken away after
 * the work given so far to the devices that lose it. Access to a peer (lw_device_enable_peer_access()) does not count here.
 * @param device a handle of the device that has the memory
 * @param pointer the first address of a mapping
 * @param size bytes, of all of this mapping, or also of the mappings after it
 * @param accesses what each device may do
 * @param count how many
 * @return LW_ERROR_INVALID_VALUE: not whole mappings, no such access, or a device that does not reach the memory;
 *     LW_ERROR_NOT_SUPPORTED: LW_MEMORY_ACCESS_READ; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cuMemSetAccess. */
lw_status lw_virtual_memory_set_access(lw_device *device, void *pointer, size_t size,
                                       const lw_virtual_memory_access *accesses, size_t count);

/** Reads what a device may do with mapped memory.
 * @param device a handle of the device that has the memory
 * @param pointer an address in a mapping
 * @param accessing a handle of the device that accesses it
 * @param[out] access what
 * @return LW_ERROR_INVALID_VALUE: nothing is mapped there; or a common status
 *
 * CUDA: cuMemGetAccess. */
lw_status lw_virtual_memory_get_access(lw_device *device, const void *pointer, lw_device *accessing,
                                       lw_memory_access *access);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
