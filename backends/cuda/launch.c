/* Launches, and what a kernel needs. */
#include "cuda.h"

#include <limits.h>

#define MAX_PARAMETERS 16 /* of LW_KERNEL */

static dim3 to_dim3(lw_dim3 shape)
{
    dim3 result = {shape.x, shape.y, shape.z};
    return result;
}

/* A cluster that the kernel's own code asks for needs no attribute. */
static lw_status launch_with_attributes(lw_stream_impl *stream, cudaKernel_t function, const lw_kernel *kernel,
                                        const lw_launch_config *config, void **pointers)
{
    cudaLaunchAttribute attributes[2];
    cudaLaunchConfig_t launch = {.gridDim = to_dim3(config->grid),
                                 .blockDim = to_dim3(config->block),
                                 .dynamicSmemBytes = config->dynamic_shared,
                                 .stream = stream->stream,
                                 .attrs = attributes};
    if (config->cooperative) {
        cudaLaunchAttribute *attribute = &attributes[launch.numAttrs++];
        attribute->id = cudaLaunchAttributeCooperative;
        attribute->val.cooperative = 1;
    }
    if (config->cluster.x && !kernel->cluster.x) {
        cudaLaunchAttribute *attribute = &attributes[launch.numAttrs++];
        attribute->id = cudaLaunchAttributeClusterDimension;
        attribute->val.clusterDim.x = config->cluster.x;
        attribute->val.clusterDim.y = config->cluster.y;
        attribute->val.clusterDim.z = config->cluster.z;
    }
    return lw_cuda_check(stream->device, cudaLaunchKernelExC(&launch, (const void *)function, pointers),
                         "cudaLaunchKernelExC");
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
    if (__builtin_expect(config->cooperative || config->cluster.x, 0))
        return launch_with_attributes(stream, function, kernel, config, pointers);
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
        .max_cluster_blocks = device->clusters ? found.nonPortableClusterSizeAllowed ? 16 : 8 : 1,
        .registers = found.numRegs,
        .local_memory = found.localSizeBytes,
        .constant_memory = found.constSizeBytes,
        .binary_version = found.binaryVersion,
    };
    return LW_SUCCESS;
}

lw_status lw_cuda_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                       long long value)
{
    static const enum cudaFuncAttribute attributes[] = {
        [LW_KERNEL_MAX_DYNAMIC_SHARED] = cudaFuncAttributeMaxDynamicSharedMemorySize,
        [LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE] = cudaFuncAttributeNonPortableClusterSizeAllowed,
        [LW_KERNEL_SHARED_CARVEOUT] = cudaFuncAttributePreferredSharedMemoryCarveout,
    };
    static const int most[] = {INT_MAX, 1, 100};
    if ((unsigned)attribute >= sizeof attributes / sizeof attributes[0])
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "attribute is %d, which is none", (int)attribute);
    if (value < (attribute == LW_KERNEL_SHARED_CARVEOUT ? -1 : 0) || value > most[attribute])
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld, which attribute %d cannot be", value,
                       (int)attribute);
    cudaKernel_t function;
    struct cudaFuncAttributes found;
    lw_status status = read_attributes(device, kernel, &function, &found);
    if (status)
        return status;
    return lw_cuda_check(device, cudaFuncSetAttribute((const void *)function, attributes[attribute], (int)value),
                         "cudaFuncSetAttribute");
}
