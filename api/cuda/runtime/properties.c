/* What a device is: cudaDeviceProp and attributes, from lw_device_properties. Numbers that a CPU has not are typical GPUs'
 * where programs divide by them (clock and memory rates), else 0. */
#include <stdio.h>
#include <string.h>

#include "image_limits.h"

enum { CLOCK_KHZ = 1000000, MEMORY_CLOCK_KHZ = 1000000, BUS_BITS = 256 };

static cudaError_t read(lw_device_properties *to, int number)
{
    lw_device *device;
    CUDART_TRY(cudart_device_numbered(&device, number));
    return cudart_error(lw_device_get_properties(device, to));
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *to, int number)
{
    CUDART_CALLED();
    lw_device_properties from;
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetDeviceProperties: properties is null");
    CUDART_TRY(read(&from, number));
    *to = (struct cudaDeviceProp){
        .totalGlobalMem = from.total_memory,
        .sharedMemPerBlock = from.shared_memory_per_block,
        .sharedMemPerBlockOptin = from.shared_memory_per_block_optin,
        .sharedMemPerMultiprocessor = from.shared_memory_per_multiprocessor,
        .reservedSharedMemPerBlock = from.reserved_shared_memory_per_block,
        .totalConstMem = from.constant_memory,
        .memPitch = 0x7fffffff,
        .regsPerBlock = from.registers_per_block,
        .regsPerMultiprocessor = from.registers_per_multiprocessor,
        .warpSize = from.warp_size,
        .maxThreadsPerBlock = from.max_threads_per_block,
        .maxThreadsPerMultiProcessor = from.max_threads_per_multiprocessor,
        .maxBlocksPerMultiProcessor = from.max_blocks_per_multiprocessor,
        .maxThreadsDim = {(int)from.max_block.x, (int)from.max_block.y, (int)from.max_block.z},
        .maxGridSize = {(int)from.max_grid.x, (int)from.max_grid.y, (int)from.max_grid.z},
        .clockRate = from.clock_rate ? from.clock_rate : CLOCK_KHZ,
        .memoryClockRate = MEMORY_CLOCK_KHZ,
        .memoryBusWidth = BUS_BITS,
        .l2CacheSize = (int)from.l2_cache_size,
        .major = from.compute_capability_major,
        .minor = from.compute_capability_minor,
        .multiProcessorCount = from.multiprocessor_count,
        .asyncEngineCount = from.async_engine_count,
        .canMapHostMemory = from.can_map_host_memory,
        .concurrentKernels = from.concurrent_kernels,
        .deviceOverlap = from.async_engine_count > 0,
        .unifiedAddressing = from.unified_addressing,
        .managedMemory = from.managed_memory,
        .concurrentManagedAccess = from.concurrent_managed_access,
        .pageableMemoryAccess = from.pageable_memory_access,
        .pageableMemoryAccessUsesHostPageTables = from.pageable_memory_access, /* it has no others */
        .directManagedMemAccessFromHost = from.managed_memory,
        .hostNativeAtomicSupported = 1,
        .cooperativeLaunch = from.cooperative_launch,
        .computePreemptionSupported = 1, /* the operating system's threads run the kernels */
        .streamPrioritiesSupported = 1,
        .pciDeviceID = from.ordinal,
    };
    cudart_image_limits(to);
    snprintf(to->name, sizeof to->name, "%s", from.name);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int number)
{
    CUDART_CALLED();
    struct cudaDeviceProp p;
    if (!value)
        return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetAttribute: value is null");
    CUDART_TRY(cudaGetDeviceProperties(&p, number));
    const struct {
        enum cudaDeviceAttr attribute;
        size_t value;
    } table[] = {{cudaDevAttrMaxThreadsPerBlock, (size_t)p.maxThreadsPerBlock},
                 {cudaDevAttrMaxBlockDimX, (size_t)p.maxThreadsDim[0]},
                 {cudaDevAttrMaxBlockDimY, (size_t)p.maxThreadsDim[1]},
                 {cudaDevAttrMaxBlockDimZ, (size_t)p.maxThreadsDim[2]},
                 {cudaDevAttrMaxGridDimX, (size_t)p.maxGridSize[0]},
                 {cudaDevAttrMaxGridDimY, (size_t)p.maxGridSize[1]},
                 {cudaDevAttrMaxGridDimZ, (size_t)p.maxGridSize[2]},
                 {cudaDevAttrMaxSharedMemoryPerBlock, p.sharedMemPerBlock},
                 {cudaDevAttrTotalConstantMemory, p.totalConstMem},
                 {cudaDevAttrWarpSize, (size_t)p.warpSize},
                 {cudaDevAttrMaxRegistersPerBlock, (size_t)p.regsPerBlock},
                 {cudaDevAttrClockRate, (size_t)p.clockRate},
                 {cudaDevAttrGpuOverlap, 1},
                 {cudaDevAttrHostNativeAtomicSupported, 1}, /* both are the processor's */
                 {cudaDevAttrMultiProcessorCount, (size_t)p.multiProcessorCount},
                 {cudaDevAttrKernelExecTimeout, 0},
                 {cudaDevAttrIntegrated, 0},
                 {cudaDevAttrCanMapHostMemory, (size_t)p.canMapHostMemory},
                 {cudaDevAttrComputeMode, cudaComputeModeDefault},
                 {cudaDevAttrConcurrentKernels, (size_t)p.concurrentKernels},
                 {cudaDevAttrEccEnabled, 0},
                 {cudaDevAttrMemoryClockRate, (size_t)p.memoryClockRate},
                 {cudaDevAttrGlobalMemoryBusWidth, (size_t)p.memoryBusWidth},
                 {cudaDevAttrL2CacheSize, (size_t)p.l2CacheSize},
                 {cudaDevAttrMaxThreadsPerMultiProcessor, (size_t)p.maxThreadsPerMultiProcessor},
                 {cudaDevAttrAsyncEngineCount, (size_t)p.asyncEngineCount},
                 {cudaDevAttrUnifiedAddressing, (size_t)p.unifiedAddressing},
                 {cudaDevAttrComputeCapabilityMajor, (size_t)p.major},
                 {cudaDevAttrComputeCapabilityMinor, (size_t)p.minor},
                 {cudaDevAttrMaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor},
                 {cudaDevAttrMaxRegistersPerMultiprocessor, (size_t)p.regsPerMultiprocessor},
                 {cudaDevAttrManagedMemory, (size_t)p.managedMemory},
                 {cudaDevAttrPageableMemoryAccess, (size_t)p.pageableMemoryAccess},
                 {cudaDevAttrPageableMemoryAccessUsesHostPageTables, (size_t)p.pageableMemoryAccessUsesHostPageTables},
                 {cudaDevAttrDirectManagedMemAccessFromHost, (size_t)p.directManagedMemAccessFromHost},
                 {cudaDevAttrConcurrentManagedAccess, (size_t)p.concurrentManagedAccess},
                 {cudaDevAttrComputePreemptionSupported, (size_t)p.computePreemptionSupported},
                 {cudaDevAttrCooperativeLaunch, (size_t)p.cooperativeLaunch},
                 {cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin},
                 {cudaDevAttrMaxBlocksPerMultiprocessor, (size_t)p.maxBlocksPerMultiProcessor},
                 {cudaDevAttrMemoryPoolsSupported, 1}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].attribute == attribute) {
            *value = (int)table[i].value;
            return cudaSuccess;
        }
    if (cudart_image_attribute(value, attribute, &p))
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetAttribute: attribute %d is not known", (int)attribute);
}

/* ---- PCI: devices 0, 1 ... of bus 0, as in cudaDeviceProp ---- */
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int number)
{
    CUDART_CALLED();
    lw_device_properties device;
    CUDART_TRY(read(&device, number));
    if (!text || size < (int)sizeof "0000:00:00.0")
        return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetPCIBusId: pciBusId is %s; expected room for 13 bytes",
                           text ? "too short" : "null");
    snprintf(text, (size_t)size, "0000:00:%02x.0", device.ordinal & 0xff);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *number, const char *text)
{
    CUDART_CALLED();
    unsigned domain = 0, bus = 0, device = 0, function = 0;
    int count = 0;
    if (!number || !text)
        return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetByPCIBusId: %s is null",
                           number ? "pciBusId" : "device");
    bool is_id = sscanf(text, "%x:%x:%x.%x", &domain, &bus, &device, &function) >= 3 ||
                 (domain = 0, sscanf(text, "%x:%x", &bus, &device)) == 2;
    CUDART_TRY(cudaGetDeviceCount(&count));
    if (!is_id || domain || bus || function || device >= (unsigned)count)
        return cudart_fail(cudaErrorInvalidValue, "cudaDeviceGetByPCIBusId: pciBusId is \"%s\", which is no device's",
                           text);
    *number = (int)device;
    return cudaSuccess;
}
