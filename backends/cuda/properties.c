/* A device's properties. */
#include "cuda.h"

/* An attribute of the device. `*error` keeps the first error; from then on the value is 0. */
static int ask(const lw_device_impl *device, CUdevice_attribute attribute, CUresult *error)
{
    int value = 0;
    if (*error == CUDA_SUCCESS)
        *error = lw_cuda.cuDeviceGetAttribute(&value, attribute, device->device);
    return *error == CUDA_SUCCESS ? value : 0;
}

lw_status lw_cuda_properties(lw_device_impl *device, lw_device_properties *properties)
{
    lw_device_properties found = {.kind = "cuda", .ordinal = device->ordinal};
    CUresult error = lw_cuda.cuDeviceGetName(found.name, sizeof found.name, device->device);
    if (error == CUDA_SUCCESS)
        error = lw_cuda.cuDeviceTotalMem(&found.total_memory, device->device);
#define ASK(attribute) ask(device, CU_DEVICE_ATTRIBUTE_##attribute, &error)
    found.multiprocessor_count = ASK(MULTIPROCESSOR_COUNT);
    found.warp_size = ASK(WARP_SIZE);
    found.max_threads_per_block = ASK(MAX_THREADS_PER_BLOCK);
    found.max_threads_per_multiprocessor = ASK(MAX_THREADS_PER_MULTIPROCESSOR);
    found.max_block =
        (lw_dim3){(unsigned)ASK(MAX_BLOCK_DIM_X), (unsigned)ASK(MAX_BLOCK_DIM_Y), (unsigned)ASK(MAX_BLOCK_DIM_Z)};
    found.max_grid =
        (lw_dim3){(unsigned)ASK(MAX_GRID_DIM_X), (unsigned)ASK(MAX_GRID_DIM_Y), (unsigned)ASK(MAX_GRID_DIM_Z)};
    found.shared_memory_per_block = (size_t)ASK(MAX_SHARED_MEMORY_PER_BLOCK);
    found.shared_memory_per_block_optin = (size_t)ASK(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    found.constant_memory = (size_t)ASK(TOTAL_CONSTANT_MEMORY);
    found.compute_capability_major = ASK(COMPUTE_CAPABILITY_MAJOR);
    found.compute_capability_minor = ASK(COMPUTE_CAPABILITY_MINOR);
    found.max_blocks_per_multiprocessor = ASK(MAX_BLOCKS_PER_MULTIPROCESSOR);
    found.registers_per_block = ASK(MAX_REGISTERS_PER_BLOCK);
    found.registers_per_multiprocessor = ASK(MAX_REGISTERS_PER_MULTIPROCESSOR);
    found.shared_memory_per_multiprocessor = (size_t)ASK(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    found.reserved_shared_memory_per_block = (size_t)ASK(RESERVED_SHARED_MEMORY_PER_BLOCK);
    found.l2_cache_size = (size_t)ASK(L2_CACHE_SIZE);
    found.persisting_l2_cache_max_size = (size_t)ASK(MAX_PERSISTING_L2_CACHE_SIZE);
    found.concurrent_kernels = ASK(CONCURRENT_KERNELS);
    found.async_engine_count = ASK(ASYNC_ENGINE_COUNT);
    found.cooperative_launch = ASK(COOPERATIVE_LAUNCH);
    found.cluster_launch = ASK(CLUSTER_LAUNCH);
    found.unified_addressing = ASK(UNIFIED_ADDRESSING);
    found.can_map_host_memory = ASK(CAN_MAP_HOST_MEMORY);
    found.access_policy_max_window_size = (size_t)ASK(MAX_ACCESS_POLICY_WINDOW_SIZE);
    found.managed_memory = ASK(MANAGED_MEMORY);
    found.concurrent_managed_access = ASK(CONCURRENT_MANAGED_ACCESS);
    found.pageable_memory_access = ASK(PAGEABLE_MEMORY_ACCESS);
    found.memory_pools = ASK(MEMORY_POOLS_SUPPORTED);
    found.virtual_memory = ASK(VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
    found.file_descriptor_handles = ASK(HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED);
    found.multicast =
        0; /* the driver is never asked for multicast objects: on some machines such a request does not return */
    found.ipc = ASK(IPC_EVENT_SUPPORTED);
    lw_status status = lw_cuda_check(device, error, "cuDeviceGetAttribute");
    if (status)
        return status;
    found.clock_rate = ASK(CLOCK_RATE); /* 0 for a device without this attribute */
#undef ASK
    *properties = found;
    return LW_SUCCESS;
}
