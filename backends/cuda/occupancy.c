/* Occupancy, computed by the CUDA driver. */
#include "cuda.h"

lw_status lw_cuda_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                size_t dynamic_shared, int *blocks)
{
    CUfunction function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    return status ? status
                  : lw_cuda_check(device,
                                  lw_cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, (int)threads,
                                                                                      dynamic_shared),
                                  "cuOccupancyMaxActiveBlocksPerMultiprocessor");
}

lw_status lw_cuda_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                   size_t *dynamic_shared)
{
    CUfunction function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    return status ? status
                  : lw_cuda_check(
                        device,
                        lw_cuda.cuOccupancyAvailableDynamicSMemPerBlock(dynamic_shared, function, blocks, (int)threads),
                        "cuOccupancyAvailableDynamicSMemPerBlock");
}

lw_status lw_cuda_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  int *clusters)
{
    CUfunction function;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, &function);
    if (status)
        return status;
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    attribute.value.clusterDim.x = config->cluster.x;
    attribute.value.clusterDim.y = config->cluster.y;
    attribute.value.clusterDim.z = config->cluster.z;
    CUlaunchConfig launch = lw_cuda_launch_config(config, NULL, &attribute, 1);
    return lw_cuda_check(device, lw_cuda.cuOccupancyMaxActiveClusters(clusters, function, &launch),
                         "cuOccupancyMaxActiveClusters");
}
