/* Memory, and copies of it. */
#include "driver.h"

CUresult cuMemGetInfo(size_t *available, size_t *total)
{
    DRIVER_CALL(cudaMemGetInfo(available, total));
}

/* ---- allocations ---- */
/* The driver refuses 0 bytes, which the runtime allows. */
#define REQUIRE_SIZE(size)                                                                                             \
    do {                                                                                                               \
        if (!(size))                                                                                                   \
            return driver_refuse(CUDA_ERROR_INVALID_VALUE, "%s: size is 0", __func__);                                 \
    } while (0)

static cudaError_t allocate(CUdeviceptr *pointer, size_t size, bool managed, unsigned flags, const char *function)
{
    void *made = NULL;
    if (!pointer)
        return cudart_fail(cudaErrorInvalidValue, "%s: pointer is null", function);
    CUDART_TRY(managed ? cudaMallocManaged(&made, size, flags) : cudaMalloc(&made, size));
    *pointer = (uintptr_t)made;
    return cudaSuccess;
}

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t size)
{
    REQUIRE_SIZE(size);
    DRIVER_CALL(allocate(pointer, size, false, 0, __func__));
}

CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned flags)
{
    REQUIRE_SIZE(size);
    DRIVER_CALL(allocate(pointer, size, true, flags, __func__));
}

CUresult cuMemFree(CUdeviceptr pointer)
{
    DRIVER_CALL(cudaFree(driver_pointer(pointer)));
}

CUresult cuMemAllocHost(void **pointer, size_t size)
{
    REQUIRE_SIZE(size);
    DRIVER_CALL(cudaMallocHost(pointer, size));
}

CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned flags)
{
    REQUIRE_SIZE(size);
    DRIVER_CALL(cudaHostAlloc(pointer, size, flags));
}

CUresult cuMemFreeHost(void *pointer)
{
    DRIVER_CALL(cudaFreeHost(pointer));
}

CUresult cuMemHostRegister(void *pointer, size_t size, unsigned flags)
{
    DRIVER_CALL(cudaHostRegister(pointer, size, flags));
}

CUresult cuMemHostUnregister(void *pointer)
{
    DRIVER_CALL(cudaHostUnregister(pointer));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned flags)
{
    CUDART_CALLED();
    void *pointer = NULL;
    cudaError_t last = cudart_last_error();
    if (!device)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuMemHostGetDevicePointer: device is null");
    CUresult result = driver_result(cudaHostGetDevicePointer(&pointer, host, flags), last);
    if (!result)
        *device = (uintptr_t)pointer;
    return result;
}

/* ---- copies ---- */
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    DRIVER_CALL(cudaMemcpy(driver_pointer(to), driver_pointer(from), size, cudaMemcpyDefault));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t size)
{
    DRIVER_CALL(cudaMemcpy(driver_pointer(to), from, size, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size)
{
    DRIVER_CALL(cudaMemcpy(to, driver_pointer(from), size, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    DRIVER_CALL(cudaMemcpy(driver_pointer(to), driver_pointer(from), size, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    DRIVER_CALL(cudaMemcpyAsync(driver_pointer(to), driver_pointer(from), size, cudaMemcpyDefault, stream));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
    DRIVER_CALL(cudaMemcpyAsync(driver_pointer(to), from, size, cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
    DRIVER_CALL(cudaMemcpyAsync(to, driver_pointer(from), size, cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    DRIVER_CALL(cudaMemcpyAsync(driver_pointer(to), driver_pointer(from), size, cudaMemcpyDeviceToDevice, stream));
}

CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count)
{
    DRIVER_CALL(cudaMemset(driver_pointer(pointer), value, count));
}

CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream)
{
    DRIVER_CALL(cudaMemsetAsync(driver_pointer(pointer), value, count, stream));
}
