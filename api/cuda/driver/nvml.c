/* NVML over the runtime. A device's handle is its number plus 1. */
#include <string.h>

#include "../nvml.h"
#include "driver.h"

static int users; /* calls of nvmlInit() without their nvmlShutdown() */

static nvmlReturn_t refuse(nvmlReturn_t result, const char *function, const char *why)
{
    driver_refuse(CUDA_ERROR_INVALID_VALUE, "%s: %s", function, why);
    return result;
}

#define REQUIRE(condition, why)                                                                                        \
    do {                                                                                                               \
        if (__atomic_load_n(&users, __ATOMIC_RELAXED) <= 0)                                                            \
            return refuse(NVML_ERROR_UNINITIALIZED, __func__, "nvmlInit() was not called");                            \
        if (!(condition))                                                                                              \
            return refuse(NVML_ERROR_INVALID_ARGUMENT, __func__, why);                                                 \
    } while (0)

nvmlReturn_t nvmlInit(void)
{
    __atomic_add_fetch(&users, 1, __ATOMIC_RELAXED);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlShutdown(void)
{
    REQUIRE(true, "");
    __atomic_sub_fetch(&users, 1, __ATOMIC_RELAXED);
    return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t result)
{
    switch (result) {
    case NVML_SUCCESS: return "The operation was successful";
    case NVML_ERROR_UNINITIALIZED: return "NVML was not first initialized with nvmlInit()";
    case NVML_ERROR_INVALID_ARGUMENT: return "A supplied argument is invalid";
    case NVML_ERROR_NOT_SUPPORTED: return "The requested operation is not available on the target device";
    case NVML_ERROR_NO_PERMISSION: return "The current user does not have permission for the operation";
    case NVML_ERROR_NOT_FOUND: return "A query to find an object was unsuccessful";
    case NVML_ERROR_INSUFFICIENT_SIZE: return "An input argument is not large enough";
    case NVML_ERROR_DRIVER_NOT_LOADED: return "The NVIDIA driver is not loaded";
    case NVML_ERROR_LIBRARY_NOT_FOUND: return "The NVML library was not found";
    case NVML_ERROR_UNKNOWN: break;
    }
    return "An internal driver error occurred";
}

/* The properties of a handle's device. */
static bool find(nvmlDevice_t device, struct cudaDeviceProp *properties)
{
    cudaError_t last = cudart_last_error();
    uintptr_t number = (uintptr_t)device;
    return number > 0 && number <= MOST_DEVICES &&
           !driver_result(cudaGetDeviceProperties(properties, (int)number - 1), last);
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version)
{
    REQUIRE(version, "version is null");
    return cuDriverGetVersion(version) ? NVML_ERROR_UNKNOWN : NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCount(unsigned *count)
{
    int number = 0;
    REQUIRE(count, "count is null");
    if (cuDeviceGetCount(&number))
        return NVML_ERROR_UNKNOWN;
    *count = (unsigned)number;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device)
{
    unsigned count = 0;
    REQUIRE(device, "device is null");
    nvmlReturn_t result = nvmlDeviceGetCount(&count);
    if (result)
        return result;
    REQUIRE(index < count && index < MOST_DEVICES, "index is no device's");
    *device = (nvmlDevice_t)(uintptr_t)(index + 1);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *text, nvmlDevice_t *device)
{
    int number;
    REQUIRE(text && device, "a pointer is null");
    if (cuDeviceGetByPCIBusId(&number, text))
        return refuse(NVML_ERROR_NOT_FOUND, __func__, "no device has this id");
    return nvmlDeviceGetHandleByIndex((unsigned)number, device);
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index)
{
    struct cudaDeviceProp properties;
    REQUIRE(index, "index is null");
    REQUIRE(find(device, &properties), "device is no device");
    *index = (unsigned)(uintptr_t)device - 1;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned size)
{
    struct cudaDeviceProp properties;
    REQUIRE(name, "name is null");
    REQUIRE(find(device, &properties), "device is no device");
    size_t length = strnlen(properties.name, sizeof properties.name - 1);
    if (length >= size)
        return refuse(NVML_ERROR_INSUFFICIENT_SIZE, __func__, "size is less than the name's");
    memcpy(name, properties.name, length);
    name[length] = '\0';
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *megahertz)
{
    struct cudaDeviceProp properties;
    REQUIRE(megahertz, "megahertz is null");
    REQUIRE((unsigned)type <= NVML_CLOCK_VIDEO, "type is no nvmlClockType_t");
    REQUIRE(find(device, &properties), "device is no device");
    if (type == NVML_CLOCK_VIDEO)
        return NVML_ERROR_NOT_SUPPORTED;
    *megahertz = (unsigned)(type == NVML_CLOCK_MEM ? properties.memoryClockRate : properties.clockRate) / 1000;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *megahertz)
{
    return nvmlDeviceGetClockInfo(device, type, megahertz);
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    struct cudaDeviceProp properties;
    lw_device *opened;
    size_t available, total;
    REQUIRE(memory, "memory is null");
    REQUIRE(find(device, &properties), "device is no device");
    cudaError_t last = cudart_last_error();
    if (driver_result(cudart_device_numbered(&opened, (int)(uintptr_t)device - 1), last) ||
        lw_device_get_memory(opened, &available, &total))
        return NVML_ERROR_UNKNOWN;
    *memory = (nvmlMemory_t){total, available, total - available};
    return NVML_SUCCESS;
}
