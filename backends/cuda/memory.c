/* Device memory and pinned host memory. */
#include "cuda.h"

lw_status lw_cuda_allocate(lw_device_impl *device, void **pointer, size_t size)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes", size);
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    CUdeviceptr memory;
    CUresult error = lw_cuda.cuMemAlloc(&memory, size);
    if (error == CUDA_ERROR_OUT_OF_MEMORY) {
        size_t left = 0, total = 0;
        if (lw_cuda.cuMemGetInfo(&left, &total) == CUDA_SUCCESS)
            return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes: %zu of %zu are free", size,
                           left, total);
    }
    status = lw_cuda_check(device, error, "cuMemAlloc");
    if (!status)
        *pointer = (void *)(uintptr_t)memory;
    return status;
}

/* The release calls may wait themselves, but not all of them are documented to. */
lw_status lw_cuda_retire(lw_device_impl *device, void *pointer)
{
    (void)pointer;
    lw_cuda_wait_for_reach(device);
    return lw_cuda_wait_beside_captures(device);
}

lw_status lw_cuda_release(lw_device_impl *device, void *pointer)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuMemFree(lw_cuda_address(pointer)), "cuMemFree");
}

lw_status lw_cuda_allocate_host(lw_device_impl *device, void **pointer, size_t size, unsigned flags)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no page-locked memory for %zu bytes", size);
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    void *memory;
    /* Portable: pinned for every device of the process. The flags have CUDA's values. */
    status = lw_cuda_check(device, lw_cuda.cuMemHostAlloc(&memory, size, flags | CU_MEMHOSTALLOC_PORTABLE),
                           "cuMemHostAlloc");
    if (!status)
        *pointer = memory;
    return status;
}

lw_status lw_cuda_release_host(lw_device_impl *device, void *pointer)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuMemFreeHost(pointer), "cuMemFreeHost");
}

lw_status lw_cuda_register_host(lw_device_impl *device, void *pointer, size_t size, unsigned flags)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory can be page-locked");
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuMemHostRegister(pointer, size, flags | CU_MEMHOSTREGISTER_PORTABLE),
                                  "cuMemHostRegister");
}

lw_status lw_cuda_unregister_host(lw_device_impl *device, void *pointer)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuMemHostUnregister(pointer), "cuMemHostUnregister");
}
