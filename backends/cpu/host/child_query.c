/* Queries by kernels: the device's attributes, and the limits that the host set. */
#include "../language/child.h"
#include "child_inside.h"

static lw_device_impl *own_device(void)
{
    return lw_cpu_calling_launch()->operation.stream->device;
}

int lw_cpu_child_device(void)
{
    return (int)own_device()->ordinal;
}

int lw_cpu_child_device_count(void)
{
    return (int)own_device()->shared->count;
}

/* All CPU devices have the same attributes, so the kernel's own are another's, too. */
int lw_cpu_child_attribute(int *value, int attribute, int ordinal)
{
    const lw_device_properties *limits = &own_device()->limits;
    const struct {
        int attribute, value;
    } known[] = {
        {cudaDevAttrMaxThreadsPerBlock, limits->max_threads_per_block},
        {cudaDevAttrMaxBlockDimX, (int)limits->max_block.x},
        {cudaDevAttrMaxBlockDimY, (int)limits->max_block.y},
        {cudaDevAttrMaxBlockDimZ, (int)limits->max_block.z},
        {cudaDevAttrMaxGridDimX, (int)limits->max_grid.x},
        {cudaDevAttrMaxGridDimY, (int)limits->max_grid.y},
        {cudaDevAttrMaxGridDimZ, (int)limits->max_grid.z},
        {cudaDevAttrMaxSharedMemoryPerBlock, (int)limits->shared_memory_per_block},
        {cudaDevAttrTotalConstantMemory, (int)limits->constant_memory},
        {cudaDevAttrWarpSize, limits->warp_size},
        {cudaDevAttrMultiProcessorCount, limits->multiprocessor_count},
        {cudaDevAttrMaxThreadsPerMultiProcessor, limits->max_threads_per_multiprocessor},
        {cudaDevAttrComputeCapabilityMajor, limits->compute_capability_major},
        {cudaDevAttrComputeCapabilityMinor, limits->compute_capability_minor},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)limits->shared_memory_per_block_optin},
    };
    if (ordinal < 0 || ordinal >= lw_cpu_child_device_count())
        return lw_cpu_child_failed(cudaErrorInvalidDevice);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].attribute != attribute)
            continue;
        *value = known[i].value;
        return cudaSuccess;
    }
    return lw_cpu_child_failed(cudaErrorInvalidValue);
}

int lw_cpu_child_limit(size_t *value, int limit)
{
    const lw_device_impl *device = own_device();
    emu_pool *pool = device->pool;
    switch (limit) {
    case cudaLimitStackSize: *value = device->options.stack_size; return cudaSuccess;
    case cudaLimitPrintfFifoSize: *value = emu_print_limit(device->ordinal); return cudaSuccess;
    case cudaLimitMallocHeapSize: *value = emu_heap_limit(device->ordinal); return cudaSuccess;
    case cudaLimitDevRuntimePendingLaunchCount:
        emu_pool_lock(pool); /* the host may be setting it */
        *value = device->max_children;
        emu_pool_unlock(pool);
        return cudaSuccess;
    }
    return lw_cpu_child_failed(cudaErrorUnsupportedLimit);
}
