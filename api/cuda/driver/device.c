/* Devices. */
#include <string.h>

#include "driver.h"

static cudaError_t properties_of(struct cudaDeviceProp *properties, CUdevice device)
{
    return cudaGetDeviceProperties(properties, device);
}

CUresult cuDeviceGetCount(int *count)
{
    DRIVER_CALL(cudaGetDeviceCount(count));
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    int count = 0;
    if (!device)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuDeviceGet: device is null");
    CUresult result = cuDeviceGetCount(&count);
    if (result)
        return result;
    if (ordinal < 0 || ordinal >= count)
        return driver_refuse(CUDA_ERROR_INVALID_DEVICE, "cuDeviceGet: ordinal is %d; there are %d devices", ordinal,
                             count);
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    CUDART_CALLED();
    struct cudaDeviceProp properties;
    cudaError_t last = cudart_last_error();
    if (!name || size <= 0)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetName: %s",
                             name ? "size is not positive" : "name is null");
    CUresult result = driver_result(properties_of(&properties, device), last);
    if (result)
        return result;
    size_t length = strnlen(properties.name, (size_t)size - 1);
    memcpy(name, properties.name, length);
    name[length] = '\0';
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *size, CUdevice device)
{
    CUDART_CALLED();
    struct cudaDeviceProp properties;
    cudaError_t last = cudart_last_error();
    if (!size)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuDeviceTotalMem: size is null");
    CUresult result = driver_result(properties_of(&properties, device), last);
    if (!result)
        *size = properties.totalGlobalMem;
    return result;
}

/* The numbers are the runtime's. */
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    DRIVER_CALL(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    return result ? result : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    DRIVER_CALL(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult cuDeviceGetPCIBusId(char *text, int size, CUdevice device)
{
    DRIVER_CALL(cudaDeviceGetPCIBusId(text, size, device));
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *text)
{
    DRIVER_CALL(cudaDeviceGetByPCIBusId(device, text));
}
