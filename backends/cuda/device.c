/* CUDA devices: how many, opening and closing, properties. */
#include "cuda.h"

#include <stdio.h>
#include <stdlib.h>

int lw_cuda_count(void)
{
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        cudaGetLastError(); /* no driver, or no device: not an error of the next call */
        return 0;
    }
    return count < LW_CUDA_MAX_DEVICES ? count : LW_CUDA_MAX_DEVICES;
}

lw_status lw_cuda_open(lw_device_impl **opened, int ordinal)
{
    lw_device_impl *device = lw_allocate(sizeof *device);
    if (!device)
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for a device");
    device->ordinal = ordinal;
    pthread_mutex_init(&device->lock, NULL);
    /* The first call that needs the device creates its context; a device that cannot work says so here. */
    lw_status status = lw_cuda_check(device, cudaSetDevice(ordinal), "cudaSetDevice");
    if (!status)
        status = lw_cuda_check(device, cudaFree(NULL), "the creation of the device's context");
    int clusters = 0;
    if (!status)
        status = lw_cuda_check(device, cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, ordinal),
                               "cudaDeviceGetAttribute");
    device->clusters = clusters != 0;
    if (status) {
        pthread_mutex_destroy(&device->lock);
        free(device);
        return status;
    }
    *opened = device;
    return LW_SUCCESS;
}

void lw_cuda_close(lw_device_impl *device)
{
    /* Streams and events are closed. After a fault a reset gives back what the device would not free. */
    const char *report;
    if (lw_cuda_fault(device, &report) != LW_SUCCESS)
        lw_cuda_reset(device);
    lw_cuda_host_calls_drop(device);
    pthread_mutex_destroy(&device->lock);
    free(device);
}

lw_status lw_cuda_properties(lw_device_impl *device, lw_device_properties *properties)
{
    struct cudaDeviceProp found;
    lw_status status = lw_cuda_check(device, cudaGetDeviceProperties(&found, device->ordinal),
                                     "cudaGetDeviceProperties");
    if (status)
        return status;
    *properties = (lw_device_properties){
        .kind = "cuda",
        .ordinal = device->ordinal,
        .total_memory = found.totalGlobalMem,
        .multiprocessor_count = found.multiProcessorCount,
        .warp_size = found.warpSize,
        .max_threads_per_block = found.maxThreadsPerBlock,
        .max_threads_per_multiprocessor = found.maxThreadsPerMultiProcessor,
        .max_block = {(unsigned)found.maxThreadsDim[0], (unsigned)found.maxThreadsDim[1],
                      (unsigned)found.maxThreadsDim[2]},
        .max_grid = {(unsigned)found.maxGridSize[0], (unsigned)found.maxGridSize[1], (unsigned)found.maxGridSize[2]},
        .shared_memory_per_block = found.sharedMemPerBlock,
        .shared_memory_per_block_optin = found.sharedMemPerBlockOptin,
        .constant_memory = found.totalConstMem,
        .compute_capability_major = found.major,
        .compute_capability_minor = found.minor,
        .max_blocks_per_multiprocessor = found.maxBlocksPerMultiProcessor,
        .registers_per_block = found.regsPerBlock,
        .registers_per_multiprocessor = found.regsPerMultiprocessor,
        .shared_memory_per_multiprocessor = found.sharedMemPerMultiprocessor,
        .reserved_shared_memory_per_block = found.reservedSharedMemPerBlock,
        .l2_cache_size = (size_t)found.l2CacheSize,
        .persisting_l2_cache_max_size = (size_t)found.persistingL2CacheMaxSize,
        .concurrent_kernels = found.concurrentKernels,
        .cooperative_launch = found.cooperativeLaunch,
        .cluster_launch = found.clusterLaunch,
        .unified_addressing = found.unifiedAddressing,
        .can_map_host_memory = found.canMapHostMemory,
    };
    /* No property any more; a device that does not tell has none. */
    if (cudaDeviceGetAttribute(&properties->clock_rate, cudaDevAttrClockRate, device->ordinal) != cudaSuccess)
        cudaGetLastError();
    snprintf(properties->name, sizeof properties->name, "%s", found.name);
    return LW_SUCCESS;
}

lw_status lw_cuda_synchronize(lw_device_impl *device)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

lw_status lw_cuda_fault(lw_device_impl *device, const char **report)
{
    lw_status fault = (lw_status)atomic_load_explicit(&device->fault, memory_order_acquire);
    if (fault)
        *report = device->report;
    return fault;
}
