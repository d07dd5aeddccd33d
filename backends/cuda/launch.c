/* Launches. */
#include "cuda.h"

#define MAX_PARAMETERS 64 /* LW_KERNEL's limit */

CUlaunchConfig lw_cuda_launch_config(const lw_launch_config *config, CUstream stream, CUlaunchAttribute *attributes,
                                     unsigned count)
{
    return (CUlaunchConfig){.gridDimX = config->grid.x,
                            .gridDimY = config->grid.y,
                            .gridDimZ = config->grid.z,
                            .blockDimX = config->block.x,
                            .blockDimY = config->block.y,
                            .blockDimZ = config->block.z,
                            .sharedMemBytes = (unsigned)config->dynamic_shared,
                            .hStream = stream,
                            .attrs = attributes,
                            .numAttrs = count};
}

/* The dispatch has checked the arguments, so an invalid value can only be in the launch's configuration. */
static lw_status check_launch(lw_device_impl *device, CUresult error, const char *call)
{
    if (__builtin_expect(error != CUDA_ERROR_INVALID_VALUE, 1))
        return lw_cuda_check(device, error, call);
    return lw_fail(device, LW_ERROR_INVALID_CONFIGURATION, "%s (%s), returned by %s", lw_cuda_error_string(error),
                   lw_cuda_error_name(error), call);
}

/* A cluster that the kernel itself declares needs no attribute. */
static lw_status launch_with_attributes(lw_stream_impl *stream, CUfunction function, const lw_kernel *kernel,
                                        const lw_launch_config *config, void **pointers)
{
    CUlaunchAttribute attributes[3] = {0};
    unsigned count = 0;
    if (config->cooperative) {
        CUlaunchAttribute *attribute = &attributes[count++];
        attribute->id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attribute->value.cooperative = 1;
    }
    if (config->cluster.x && !kernel->cluster.x) {
        CUlaunchAttribute *attribute = &attributes[count++];
        attribute->id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attribute->value.clusterDim.x = config->cluster.x;
        attribute->value.clusterDim.y = config->cluster.y;
        attribute->value.clusterDim.z = config->cluster.z;
    }
    if (config->programmatic) {
        CUlaunchAttribute *attribute = &attributes[count++];
        attribute->id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        attribute->value.programmaticStreamSerializationAllowed = 1;
    }
    CUlaunchConfig launch = lw_cuda_launch_config(config, stream->stream, attributes, count);
    return check_launch(stream->device, lw_cuda.cuLaunchKernelEx(&launch, function, pointers, NULL),
                        "cuLaunchKernelEx");
}

lw_status lw_cuda_launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                         const void *arguments)
{
    lw_device_impl *device = stream->device;
    CUfunction function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    if (__builtin_expect(status != LW_SUCCESS, 0))
        return status;
    if (__builtin_expect(kernel->parameter_count > MAX_PARAMETERS, 0))
        return lw_fail(device, LW_ERROR_VERSION, "kernel %s has %u parameters, more than LW_KERNEL allows",
                       kernel->name, kernel->parameter_count);
    void *pointers[MAX_PARAMETERS];
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        pointers[i] = (char *)arguments + kernel->parameters[i].offset;
    atomic_store_explicit(&device->latest_kernel, (const lw_cuda_kernel *)kernel->state[LW_BACKEND_CUDA],
                          memory_order_relaxed);
    if (__builtin_expect(config->cooperative || config->cluster.x || config->programmatic, 0))
        return launch_with_attributes(stream, function, kernel, config, pointers);
    const lw_dim3 *grid = &config->grid, *block = &config->block;
    return check_launch(device,
                        lw_cuda.cuLaunchKernel(function, grid->x, grid->y, grid->z, block->x, block->y, block->z,
                                               (unsigned)config->dynamic_shared, stream->stream, pointers, NULL),
                        "cuLaunchKernel");
}
