/* Occupancy, by the CUDA runtime. */
#include "cuda.h"

lw_status lw_cuda_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned lanes, size_t dynamic_shared,
                                int *blocks)
{
    cudaKernel_t function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    return status ? status
                  : lw_cuda_check(device,
                                  cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)function,
                                                                                (int)lanes, dynamic_shared),
                                  "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
}

lw_status lw_cuda_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned lanes,
                                   size_t *dynamic_shared)
{
    cudaKernel_t function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    return status ? status
                  : lw_cuda_check(device,
                                  cudaOccupancyAvailableDynamicSMemPerBlock(dynamic_shared, (const void *)function,
                                                                            blocks, (int)lanes),
                                  "cudaOccupancyAvailableDynamicSMemPerBlock");
}

lw_status lw_cuda_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  int *clusters)
{
    cudaKernel_t function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    if (status)
        return status;
    cudaLaunchAttribute attribute = {.id = cudaLaunchAttributeClusterDimension};
    attribute.val.clusterDim.x = config->cluster.x;
    attribute.val.clusterDim.y = config->cluster.y;
    attribute.val.clusterDim.z = config->cluster.z;
    cudaLaunchConfig_t launch = {.gridDim = {config->grid.x, config->grid.y, config->grid.z},
                                 .blockDim = {config->block.x, config->block.y, config->block.z},
                                 .dynamicSmemBytes = config->dynamic_shared,
                                 .attrs = &attribute,
                                 .numAttrs = 1};
    return lw_cuda_check(device, cudaOccupancyMaxActiveClusters(clusters, (const void *)function, &launch),
                         "cudaOccupancyMaxActiveClusters");
}
