/* Launches, and what a kernel needs. */
#include "cuda.h"

#include <limits.h>

#define MAX_PARAMETERS 16 /* of LW_KERNEL */

static dim3 to_dim3(lw_dim3 shape)
{
    dim3 result = {shape.x, shape.y, shape.z};
    return result;
}

lw_status lw_cuda_launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                         const void *arguments)
{
    lw_device_impl *device = stream->device;
    cudaKernel_t function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    if (__builtin_expect(status != LW_SUCCESS, 0))
        return status;
    if (__builtin_expect(kernel->parameter_count > MAX_PARAMETERS, 0))
        return lw_fail(device, LW_ERROR_VERSION, "kernel %s has %u parameters, more than LW_KERNEL makes", kernel->name,
                       kernel->parameter_count);
    void *pointers[MAX_PARAMETERS];
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        pointers[i] = (char *)arguments + kernel->parameters[i].offset;
    atomic_store_explicit(&device->latest, kernel, memory_order_relaxed);
    return lw_cuda_check(device,
                         cudaLaunchKernel((const void *)function, to_dim3(config->grid), to_dim3(config->block),
                                          pointers, config->dynamic_shared, stream->stream),
                         "cudaLaunchKernel");
}

static lw_status read_attributes(lw_device_impl *device, const lw_kernel *kernel, cudaKernel_t *function,
                                 struct cudaFuncAttributes *found)
{
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, function);
    if (status)
        return status;
    /* CUDA loads code lazily: a device that none of the image fits is met here. */
    cudaError_t error = cudaFuncGetAttributes(found, (const void *)*function);
    status = lw_cuda_status(error);
    if (status != LW_ERROR_NO_KERNEL_IMAGE)
        return lw_cuda_check(device, error, "cudaFuncGetAttributes");
    cudaGetLastError();
    return lw_fail(device, status, "kernel %s (%s) has no code for this device: %s (%s); lanewise-cc --cuda-arch names "
                   "what to compile for", kernel->name, kernel->file, cudaGetErrorString(error),
                   cudaGetErrorName(error));
}

lw_status lw_cuda_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes)
{
    cudaKernel_t function;
    struct cudaFuncAttributes found;
    lw_status status = read_attributes(device, kernel, &function, &found);
    if (status)
        return status;
    int limit = found.maxThreadsPerBlock;
    if (kernel->max_threads && kernel->max_threads < (unsigned)limit)
        limit = (int)kernel->max_threads;
    *attributes = (lw_kernel_attributes){
        .static_shared = found.sharedSizeBytes,
        .max_dynamic_shared = (size_t)found.maxDynamicSharedSizeBytes,
        .max_threads_per_block = limit,
        .block_size = kernel->block_size,
        .parameter_count = (int)kernel->parameter_count,
    };
    return LW_SUCCESS;
}

lw_status lw_cuda_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                       long long value)
{
    if (attribute != LW_KERNEL_MAX_DYNAMIC_SHARED)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "attribute is %d, which is none", (int)attribute);
    if (value < 0 || value > INT_MAX)
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld bytes of shared memory", value);
    cudaKernel_t function;
    struct cudaFuncAttributes found;
    lw_status status = read_attributes(device, kernel, &function, &found);
    if (status)
        return status;
    return lw_cuda_check(device, cudaFuncSetAttribute((const void *)function,
                                                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)value),
                         "cudaFuncSetAttribute");
}
