/** @file
 * Stream-ordered memory: allocated and freed as work of a stream, and pools that keep freed memory. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_MEMORY_POOL_H
#define LANEWISE_MEMORY_POOL_H

#include <stddef.h>
#include <stdint.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** Allocates device memory in the order of a stream, from the device's current pool. Never waits. Later work of the stream
 * may use the memory; work of another stream, after it has waited for this one, up to lw_free_async().
 * @param stream where; its device handle owns the memory: lw_device_close() frees it, too
 * @param[out] pointer the memory, aligned to 256 bytes, contents undefined; null for size 0; freed with lw_free_async() or
 *     lw_free()
 * @param size bytes
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status
 *
 * CUDA: cudaMallocAsync. */
lw_status lw_malloc_async(lw_stream *stream, void **pointer, size_t size);

/** Allocates device memory in the order of a stream, as lw_malloc_async(), from a pool.
 * @param stream where
 * @param pool of the stream's device, or of another device of the same kind: then the memory is that device's, and the pool's
 *     device handle owns it; lw_memory_pool_set_access() lets kernels of the stream's device use it
 * @param[out] pointer as lw_malloc_async()'s
 * @param size bytes
 * @return LW_ERROR_INVALID_HANDLE: a pool of a device of another kind; LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: a pool of
 *     another device in a stream that captures; or a common status
 *
 * CUDA: cudaMallocFromPoolAsync. */
lw_status lw_malloc_from_pool_async(lw_stream *stream, lw_memory_pool *pool, void **pointer, size_t size);

/** Frees device memory in the order of a stream: after the stream's earlier work. All other use of the memory must be
 * ordered before. Calls that ask for a copy or set of the memory after this one are refused.
 * @param stream where, of the device that has the memory or another of the same kind; it need not be the stream that allocated it
 * @param pointer the start of a live allocation of device memory, of lw_malloc_async() or lw_malloc() and its like; or null
 * @return LW_ERROR_INVALID_VALUE: any other pointer; LW_ERROR_NOT_SUPPORTED: managed memory, which lw_free() frees;
 *     LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaFreeAsync. */
lw_status lw_free_async(lw_stream *stream, void *pointer);

/** Makes a pool of device memory. Memory that is freed returns to its pool, which gives it to later allocations.
 * @param device a handle, which owns the pool: lw_device_close() destroys it, too
 * @param[out] pool the new handle; the caller destroys it with lw_memory_pool_destroy()
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: the device has no pools (lw_device_properties); or a common
 *     status
 *
 * CUDA: cudaMemPoolCreate. */
lw_status lw_memory_pool_create(lw_device *device, lw_memory_pool **pool);

/** Closes a pool's handle at once. Allocations from the pool stay; with the last of them the pool's memory returns to the
 * device. If it is the device's current pool, the default pool is from now on.
 * @param pool not a default pool
 * @return LW_ERROR_INVALID_VALUE: a default pool; or a common status
 *
 * CUDA: cudaMemPoolDestroy. */
lw_status lw_memory_pool_destroy(lw_memory_pool *pool);

/** The device's default pool.
 * @param device a handle
 * @param[out] pool every handle of the device has the same one; never destroyed by the program
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: the device has no pools; or a common status
 *
 * CUDA: cudaDeviceGetDefaultMemPool. */
lw_status lw_device_get_default_memory_pool(lw_device *device, lw_memory_pool **pool);

/** The pool that lw_malloc_async() takes memory from: the default pool, until lw_device_set_memory_pool().
 * @param device a handle
 * @param[out] pool the same for every handle of the device
 * @return LW_ERROR_OUT_OF_MEMORY; LW_ERROR_NOT_SUPPORTED: the device has no pools; or a common status
 *
 * CUDA: cudaDeviceGetMemPool. */
lw_status lw_device_get_memory_pool(lw_device *device, lw_memory_pool **pool);

/** Sets the pool that lw_malloc_async() takes memory from, in all streams of all handles of the device.
 * @param device a handle
 * @param pool of this device
 * @return LW_ERROR_INVALID_HANDLE: a pool of another device; or a common status
 *
 * CUDA: cudaDeviceSetMemPool, for Lanewise's own calls. */
lw_status lw_device_set_memory_pool(lw_device *device, lw_memory_pool *pool);

/** What can be read, and partly set, of a pool. CUDA: cudaMemPoolAttr, with the same numbers. */
typedef enum lw_memory_pool_attribute {
    LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES =
        1,                                        /**< 1: a stream gets memory whose free it waited for, by events */
    LW_MEMORY_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2, /**< 1: a stream gets memory whose free is done by chance */
    /** 1: where the device has no more memory, a stream is made to wait for a free */
    LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    LW_MEMORY_POOL_RELEASE_THRESHOLD = 4, /**< bytes that the pool keeps at synchronising calls; 0 at first */
    LW_MEMORY_POOL_RESERVED_CURRENT = 5,  /**< bytes that the pool has of the device; read only */
    LW_MEMORY_POOL_RESERVED_HIGH = 6,     /**< the most of them; can only be set to 0, which begins anew */
    LW_MEMORY_POOL_USED_CURRENT = 7,      /**< bytes of live allocations, until the call that frees them; read only */
    LW_MEMORY_POOL_USED_HIGH = 8          /**< the most of them; can only be set to 0, which begins anew */
} lw_memory_pool_attribute;

/** Reads an attribute of a pool.
 * @param pool which
 * @param attribute which
 * @param[out] value bytes, or 0 or 1
 * @return LW_ERROR_INVALID_VALUE: no such attribute; or a common status
 *
 * CUDA: cudaMemPoolGetAttribute. */
lw_status lw_memory_pool_get_attribute(lw_memory_pool *pool, lw_memory_pool_attribute attribute, uint64_t *value);

/** Sets an attribute of a pool.
 * @param pool which
 * @param attribute which
 * @param value bytes; or 0, and any other number means 1
 * @return LW_ERROR_INVALID_VALUE: no such attribute, one that is only read, or another value than 0 for the most that a pool
 *     had; or a common status
 *
 * CUDA: cudaMemPoolSetAttribute. */
lw_status lw_memory_pool_set_attribute(lw_memory_pool *pool, lw_memory_pool_attribute attribute, uint64_t value);

/** Returns free memory of a pool to the device, now: as much as leaves `keep` bytes or more.
 * @param pool which
 * @param keep bytes that stay reserved, if the pool has as many; those of live allocations stay in any case
 * @return a common status
 *
 * CUDA: cudaMemPoolTrimTo. */
lw_status lw_memory_pool_trim(lw_memory_pool *pool, size_t keep);

/** What a device may do with memory of another's pool. CUDA: cudaMemAccessFlags, with the same numbers. */
typedef enum lw_memory_access {
    LW_MEMORY_ACCESS_NONE = 0,      /**< nothing */
    LW_MEMORY_ACCESS_READ = 1,      /**< read; no device has this by itself */
    LW_MEMORY_ACCESS_READ_WRITE = 3 /**< read and write */
} lw_memory_access;

/** Sets what a device's kernels may do with all memory of a pool, of past and future allocations.
 * @param pool which
 * @param device a handle of the device that gets, or loses, access; the pool's own device always has it
 * @param access LW_MEMORY_ACCESS_READ_WRITE, or LW_MEMORY_ACCESS_NONE
 * @return LW_ERROR_INVALID_VALUE: no such access, taking access from the pool's own device, or a device that does not reach the
 *     memory; LW_ERROR_NOT_SUPPORTED: LW_MEMORY_ACCESS_READ; or a common status
 *
 * CUDA: cudaMemPoolSetAccess. */
lw_status lw_memory_pool_set_access(lw_memory_pool *pool, lw_device *device, lw_memory_access access);

/** Reads what a device's kernels may do with memory of a pool.
 * @param pool which
 * @param device a handle
 * @param[out] access what
 * @return a common status
 *
 * CUDA: cudaMemPoolGetAccess. */
lw_status lw_memory_pool_get_access(lw_memory_pool *pool, lw_device *device, lw_memory_access *access);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
