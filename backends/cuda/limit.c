/* Limits of kernels, and free memory. */
#include "cuda.h"

lw_status lw_cuda_memory(lw_device_impl *device, size_t *available, size_t *total)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuMemGetInfo(available, total), "cuMemGetInfo");
}

lw_status lw_cuda_get_limit(lw_device_impl *device, lw_limit limit, size_t *value)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuCtxGetLimit(value, (CUlimit)limit), "cuCtxGetLimit");
}

lw_status lw_cuda_set_limit(lw_device_impl *device, lw_limit limit, size_t value)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status : lw_cuda_check(device, lw_cuda.cuCtxSetLimit((CUlimit)limit, value), "cuCtxSetLimit");
}
