/* Pools of several processes: the driver's own. */
#include "cuda.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)LW_POOL_POINTER_SIZE == (int)sizeof(CUmemPoolPtrExportData), "pointers of pools");

lw_status lw_cuda_pool_create_shared(lw_device_impl *device, size_t most, lw_memory_pool_impl **created)
{
    return lw_cuda_pool_make(device, LW_CUDA_POOL_EXPORTABLE, most, -1, created);
}

lw_status lw_cuda_pool_export(lw_memory_pool_impl *pool, int *descriptor)
{
    int made = -1;
    if (lw_allocation_fails())
        return lw_fail(pool->device, LW_ERROR_OUT_OF_MEMORY, "the system gives no more file descriptors");
    lw_status status = lw_cuda_enter(pool->device);
    if (!status)
        status = lw_cuda_check(
            pool->device,
            lw_cuda.cuMemPoolExportToShareableHandle(&made, pool->pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
            "cuMemPoolExportToShareableHandle");
    if (!status)
        *descriptor = made;
    return status;
}

lw_status lw_cuda_pool_import(lw_device_impl *device, int descriptor, lw_memory_pool_impl **imported)
{
    if (fcntl(descriptor, F_GETFD) < 0)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "descriptor is %d, which is not open", descriptor);
    /* For a reset, which imports the pool again. */
    int kept = lw_allocation_fails() ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (kept < 0)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "the system gives no more file descriptors");
    lw_status status = lw_cuda_pool_make(device, LW_CUDA_POOL_IMPORTED, 0, kept, imported);
    if (status)
        close(kept);
    return status;
}

lw_status lw_cuda_pool_export_pointer(lw_device_impl *device, void *data, void *pointer, size_t size)
{
    CUmemPoolPtrExportData made;
    (void)size;
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to export a pointer");
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuMemPoolExportPointer(&made, lw_cuda_address(pointer)),
                               "cuMemPoolExportPointer");
    if (!status)
        memcpy(data, &made, sizeof made);
    return status;
}

/* The driver does not count what is imported, and destroys a pool whose memory is freed but still in use. */
struct lw_cuda_imported {
    CUdeviceptr memory;
    lw_memory_pool_impl *pool;
    lw_cuda_imported *next;
};

static void remember(lw_cuda_imported *imported)
{
    lw_device_impl *device = imported->pool->device;
    pthread_mutex_lock(&device->lock);
    imported->pool->imported++;
    imported->next = atomic_load_explicit(&device->imported, memory_order_relaxed);
    atomic_store_explicit(&device->imported, imported, memory_order_release);
    pthread_mutex_unlock(&device->lock);
}

/* The oldest, as an import may get the address between a free and this. */
static lw_cuda_imported *take(lw_device_impl *device, CUdeviceptr memory)
{
    lw_cuda_imported *found = NULL, *before = NULL, *previous = NULL;
    for (lw_cuda_imported *at = atomic_load_explicit(&device->imported, memory_order_relaxed); at; at = at->next) {
        if (at->memory == memory)
            found = at, before = previous;
        previous = at;
    }
    if (found && before)
        before->next = found->next;
    else if (found)
        atomic_store_explicit(&device->imported, found->next, memory_order_relaxed);
    return found;
}

void lw_cuda_imported_freed(lw_device_impl *device, CUdeviceptr memory)
{
    if (!atomic_load_explicit(&device->imported, memory_order_acquire))
        return;
    pthread_mutex_lock(&device->lock);
    lw_cuda_imported *freed = take(device, memory);
    if (freed)
        freed->pool->imported--;
    pthread_mutex_unlock(&device->lock);
    free(freed);
}

void lw_cuda_imported_forget(lw_device_impl *device)
{
    lw_cuda_imported *next = atomic_exchange_explicit(&device->imported, NULL, memory_order_relaxed);
    for (lw_cuda_imported *imported = next; imported; imported = next) {
        next = imported->next;
        imported->pool->imported = 0;
        free(imported);
    }
}

lw_status lw_cuda_pool_import_pointer(lw_memory_pool_impl *pool, void **pointer, const void *data)
{
    CUmemPoolPtrExportData given;
    memcpy(&given, data, sizeof given);
    lw_cuda_imported *imported = lw_allocate(sizeof *imported);
    if (!imported || lw_allocation_fails()) {
        free(imported);
        return lw_fail(pool->device, LW_ERROR_OUT_OF_MEMORY, "no addresses for another process's memory");
    }
    imported->pool = pool;
    lw_status status = lw_cuda_enter(pool->device);
    if (!status)
        status = lw_cuda_check(pool->device, lw_cuda.cuMemPoolImportPointer(&imported->memory, pool->pool, &given),
                               "cuMemPoolImportPointer");
    if (status) {
        free(imported);
        return status;
    }
    *pointer = (void *)(uintptr_t)imported->memory;
    remember(imported);
    return LW_SUCCESS;
}
