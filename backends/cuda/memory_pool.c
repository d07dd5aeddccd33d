/* Stream-ordered memory and its pools: CUDA's own. */
#include "cuda.h"

#include <stdlib.h>
#include <unistd.h>

/* LW_MEMORY_POOL_ values are CUDA's. */
_Static_assert((int)LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES ==
                       (int)CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES &&
                   (int)LW_MEMORY_POOL_RELEASE_THRESHOLD == (int)CU_MEMPOOL_ATTR_RELEASE_THRESHOLD &&
                   (int)LW_MEMORY_POOL_USED_HIGH == (int)CU_MEMPOOL_ATTR_USED_MEM_HIGH,
               "attributes of pools");

static CUresult create(lw_memory_pool_impl *pool)
{
    if (pool->kind == LW_CUDA_POOL_DEFAULT)
        return lw_cuda.cuDeviceGetDefaultMemPool(&pool->pool, pool->device->device);
    if (pool->kind == LW_CUDA_POOL_IMPORTED)
        return lw_cuda.cuMemPoolImportFromShareableHandle(&pool->pool, (void *)(intptr_t)pool->descriptor,
                                                          CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .handleTypes = pool->kind == LW_CUDA_POOL_EXPORTABLE
                                                    ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
                                                    : CU_MEM_HANDLE_TYPE_NONE,
                                 .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = pool->device->device},
                                 .maxSize = pool->most};
    return lw_cuda.cuMemPoolCreate(&pool->pool, &properties);
}

/* Whether a pool has memory that is not freed. */
static bool has_memory(const lw_memory_pool_impl *pool)
{
    cuuint64_t used = 0;
    if (pool->kind == LW_CUDA_POOL_IMPORTED)
        return pool->imported != 0;
    return lw_cuda.cuMemPoolGetAttribute(pool->pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used) != CUDA_SUCCESS || used;
}

/* A pool of this kind and size whose handle is closed and whose memory is freed. Null: there is none. */
static lw_memory_pool_impl *take_ended(lw_device_impl *device, lw_cuda_pool_kind kind, size_t most)
{
    lw_memory_pool_impl *pool, **at;
    pthread_mutex_lock(&device->lock);
    for (at = &device->ended_pools; (pool = *at); at = &pool->next)
        if (pool->kind == kind && pool->most == most && pool->pool && !has_memory(pool)) {
            *at = pool->next;
            break;
        }
    pthread_mutex_unlock(&device->lock);
    return pool;
}

/* Gives the pool what a new one has: the policies, the highest counts, and access for its own device alone. */
static CUresult renew(lw_memory_pool_impl *pool)
{
    int one = 1;
    cuuint64_t none = 0;
    const struct {
        CUmemPool_attribute attribute;
        void *value;
    } first[] = {{CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, &one},
                 {CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &one},
                 {CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, &one},
                 {CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &none},
                 {CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &none},
                 {CU_MEMPOOL_ATTR_USED_MEM_HIGH, &none}};
    CUresult error = lw_cuda.cuMemPoolTrimTo(pool->pool, 0);
    for (size_t i = 0; error == CUDA_SUCCESS && i < sizeof first / sizeof *first; i++)
        error = lw_cuda.cuMemPoolSetAttribute(pool->pool, first[i].attribute, first[i].value);
    unsigned long long reached_by = atomic_exchange(&pool->reached_by, 0);
    for (int i = 0; error == CUDA_SUCCESS && i < LW_CUDA_MAX_DEVICES; i++) {
        CUmemAccessDesc access = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
                                  .flags = CU_MEM_ACCESS_FLAGS_PROT_NONE};
        if (reached_by >> i & 1 && (error = lw_cuda.cuDeviceGet(&access.location.id, i)) == CUDA_SUCCESS)
            error = lw_cuda.cuMemPoolSetAccess(pool->pool, &access, 1);
    }
    return error;
}

lw_status lw_cuda_pool_make(lw_device_impl *device, lw_cuda_pool_kind kind, size_t most, int descriptor,
                            lw_memory_pool_impl **created)
{
    bool is_new = kind == LW_CUDA_POOL_PLAIN || kind == LW_CUDA_POOL_EXPORTABLE;
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    lw_memory_pool_impl *pool = is_new ? take_ended(device, kind, most) : NULL;
    bool again = pool != NULL;
    if (!pool && !(pool = lw_allocate(sizeof *pool)))
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a memory pool");
    pool->device = device;
    pool->kind = kind;
    pool->most = most;
    pool->descriptor = descriptor;
    status = lw_cuda_check(device, again ? renew(pool) : create(pool),
                           again                           ? "cuMemPoolSetAttribute"
                           : kind == LW_CUDA_POOL_IMPORTED ? "cuMemPoolImportFromShareableHandle"
                                                           : "cuMemPoolCreate");
    if (status) {
        free(pool);
        return status;
    }
    pool->previous = NULL;
    pthread_mutex_lock(&device->lock);
    pool->next = device->pools;
    if (pool->next)
        pool->next->previous = pool;
    device->pools = pool;
    pthread_mutex_unlock(&device->lock);
    *created = pool;
    return LW_SUCCESS;
}

lw_status lw_cuda_pool_create(lw_device_impl *device, size_t most, lw_memory_pool_impl **pool)
{
    return lw_cuda_pool_make(device, LW_CUDA_POOL_PLAIN, most, -1, pool);
}

/* The dispatch asks once, and never destroys it: it ends with the device. */
lw_status lw_cuda_pool_default(lw_device_impl *device, lw_memory_pool_impl **pool)
{
    return lw_cuda_pool_make(device, LW_CUDA_POOL_DEFAULT, 0, -1, pool);
}

/* A pool is kept, empty, for the next one of its kind, and destroyed when the device is closed. With the driver 580,
 * cuMemPoolDestroy() crashed while frees of the pool were pending, and cuCtxSynchronize() after a pool had been destroyed with live
 * allocations. Threads that waited for a stream or the device beside it stood still now and then, in a lock of the driver that was freed
 * while it was held; since no pool is destroyed beside them, none has. */
void lw_cuda_pool_destroy(lw_memory_pool_impl *pool)
{
    lw_device_impl *device = pool->device;
    cuuint64_t none = 0;
    if (pool->pool && lw_cuda_enter(device) == LW_SUCCESS) {
        lw_cuda.cuMemPoolSetAttribute(pool->pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &none);
        lw_cuda.cuMemPoolTrimTo(pool->pool, 0);
    }
    if (pool->descriptor >= 0)
        close(pool->descriptor);
    pool->descriptor = -1;
    pthread_mutex_lock(&device->lock);
    *(pool->previous ? &pool->previous->next : &device->pools) = pool->next;
    if (pool->next)
        pool->next->previous = pool->previous;
    pool->previous = NULL;
    pool->next = device->ended_pools;
    device->ended_pools = pool;
    pthread_mutex_unlock(&device->lock);
}

void lw_cuda_pools_close(lw_device_impl *device, bool waited)
{
    for (lw_memory_pool_impl *pool = device->ended_pools, *next; pool; pool = next) {
        next = pool->next;
        if (waited && pool->pool && !has_memory(pool))
            lw_cuda_check(device, lw_cuda.cuMemPoolDestroy(pool->pool), "cuMemPoolDestroy");
        free(pool);
    }
    device->ended_pools = NULL;
    lw_cuda_imported_forget(device);
}

void lw_cuda_pools_forget(lw_device_impl *device)
{
    pthread_mutex_lock(&device->lock);
    lw_memory_pool_impl *pool = device->ended_pools;
    device->ended_pools = NULL;
    lw_cuda_imported_forget(device);
    pthread_mutex_unlock(&device->lock);
    for (lw_memory_pool_impl *next; pool; pool = next) {
        next = pool->next;
        free(pool);
    }
}

CUresult lw_cuda_pools_recreate(lw_device_impl *device, CUresult error)
{
    device->frees = NULL;
    for (lw_memory_pool_impl *pool = device->pools; pool; pool = pool->next) {
        pool->pool = NULL; /* no destroyed pool stays here */
        if (pool->kind == LW_CUDA_POOL_IMPORTED)
            create(pool); /* which fails where its process has ended */
        else if (error == CUDA_SUCCESS)
            error = create(pool);
    }
    return error;
}

static bool is_policy(lw_memory_pool_attribute attribute)
{
    return attribute < LW_MEMORY_POOL_RELEASE_THRESHOLD;
}

lw_status lw_cuda_pool_get(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t *value)
{
    int policy = 0;
    cuuint64_t bytes = 0;
    lw_status status = lw_cuda_enter(pool->device);
    if (!status)
        status = lw_cuda_check(pool->device,
                               lw_cuda.cuMemPoolGetAttribute(pool->pool, (CUmemPool_attribute)attribute,
                                                             is_policy(attribute) ? (void *)&policy : (void *)&bytes),
                               "cuMemPoolGetAttribute");
    if (!status)
        *value = is_policy(attribute) ? (uint64_t)policy : bytes;
    return status;
}

lw_status lw_cuda_pool_set(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t value)
{
    int policy = (int)value;
    cuuint64_t bytes = value;
    lw_status status = lw_cuda_enter(pool->device);
    return status
               ? status
               : lw_cuda_check(pool->device,
                               lw_cuda.cuMemPoolSetAttribute(pool->pool, (CUmemPool_attribute)attribute,
                                                             is_policy(attribute) ? (void *)&policy : (void *)&bytes),
                               "cuMemPoolSetAttribute");
}

lw_status lw_cuda_pool_trim(lw_memory_pool_impl *pool, size_t keep)
{
    lw_status status = lw_cuda_enter(pool->device);
    return status ? status : lw_cuda_check(pool->device, lw_cuda.cuMemPoolTrimTo(pool->pool, keep), "cuMemPoolTrimTo");
}

lw_status lw_cuda_pool_set_access(lw_memory_pool_impl *pool, lw_device_impl *other, lw_memory_access access)
{
    CUmemAccessDesc wanted = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = other->device},
                              .flags = (CUmemAccess_flags)access};
    int can = 0;
    lw_status status = lw_cuda_peer_attribute(other, pool->device, LW_PEER_ACCESS_SUPPORTED, &can);
    if (!status && !can)
        return lw_fail(pool->device, LW_ERROR_INVALID_VALUE, "device cuda:%d does not reach memory of device cuda:%d",
                       other->ordinal, pool->device->ordinal);
    if (!status)
        status = lw_cuda_enter(pool->device);
    atomic_fetch_or(&pool->device->reached_by, 1ull << other->ordinal);
    atomic_fetch_or(&pool->reached_by, 1ull << other->ordinal);
    return status
               ? status
               : lw_cuda_check(pool->device, lw_cuda.cuMemPoolSetAccess(pool->pool, &wanted, 1), "cuMemPoolSetAccess");
}

lw_status lw_cuda_pool_get_access(lw_memory_pool_impl *pool, lw_device_impl *other, lw_memory_access *access)
{
    CUmemLocation location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = other->device};
    CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    lw_status status = lw_cuda_enter(pool->device);
    if (!status)
        status = lw_cuda_check(pool->device, lw_cuda.cuMemPoolGetAccess(&flags, pool->pool, &location),
                               "cuMemPoolGetAccess");
    if (!status)
        *access = (lw_memory_access)flags;
    return status;
}

lw_status lw_cuda_pool_allocate(lw_stream_impl *stream, lw_memory_pool_impl *pool, void **pointer, size_t size)
{
    lw_device_impl *device = stream->device;
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes", size);
    lw_status status = lw_cuda_enter_stream(stream);
    if (status)
        return status;
    CUdeviceptr memory;
    CUresult error = lw_cuda.cuMemAllocFromPoolAsync(&memory, size, pool->pool, stream->stream);
    if (error == CUDA_ERROR_OUT_OF_MEMORY)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes", size);
    status = lw_cuda_check(device, error, "cuMemAllocFromPoolAsync");
    if (!status)
        *pointer = (void *)(uintptr_t)memory;
    return status;
}

lw_status lw_cuda_pool_free(lw_stream_impl *stream, lw_device_impl *owner, void *pointer)
{
    lw_status status = lw_cuda_enter_stream(stream);
    if (!status)
        status = lw_cuda_check(stream->device, lw_cuda.cuMemFreeAsync(lw_cuda_address(pointer), stream->stream),
                               "cuMemFreeAsync");
    if (!status && __builtin_expect(atomic_load_explicit(&owner->imported, memory_order_acquire) != NULL, 0))
        lw_cuda_imported_freed(owner, lw_cuda_address(pointer));
    return status;
}

/* cuMemFree() would do, but the pool then goes on counting the memory as used. So it is freed in a stream that has no
 * work. */
lw_status lw_cuda_pool_release(lw_device_impl *device, void *pointer)
{
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    pthread_mutex_lock(&device->lock);
    CUresult error =
        device->frees ? CUDA_SUCCESS : lw_cuda.cuStreamCreateWithPriority(&device->frees, CU_STREAM_NON_BLOCKING, 0);
    CUstream stream = device->frees;
    pthread_mutex_unlock(&device->lock);
    if (error == CUDA_SUCCESS)
        error = lw_cuda.cuMemFreeAsync(lw_cuda_address(pointer), stream);
    if (error == CUDA_SUCCESS)
        lw_cuda_imported_freed(device, lw_cuda_address(pointer));
    return lw_cuda_check(device, error, "cuMemFreeAsync");
}
