/* Pools of several processes: the driver's own. */
#include "cuda.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)LW_POOL_POINTER_SIZE == (int)sizeof(CUmemPoolPtrExportData), "pointers of pools");

lw_status lw_cuda_pool_create_shared(lw_device_impl *device, lw_memory_pool_impl **created)
{
    return lw_cuda_pool_make(device, LW_CUDA_POOL_EXPORTABLE, -1, created);
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
    lw_status status = lw_cuda_pool_make(device, LW_CUDA_POOL_IMPORTED, kept, imported);
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

lw_status lw_cuda_pool_import_pointer(lw_memory_pool_impl *pool, void **pointer, const void *data)
{
    CUmemPoolPtrExportData given;
    CUdeviceptr memory;
    memcpy(&given, data, sizeof given);
    if (lw_allocation_fails())
        return lw_fail(pool->device, LW_ERROR_OUT_OF_MEMORY, "no addresses for another process's memory");
    lw_status status = lw_cuda_enter(pool->device);
    if (!status)
        status = lw_cuda_check(pool->device, lw_cuda.cuMemPoolImportPointer(&memory, pool->pool, &given),
                               "cuMemPoolImportPointer");
    if (!status)
        *pointer = (void *)(uintptr_t)memory;
    return status;
}
