/* Windows of the L2 cache. */
#include "cuda.h"

/* LW_ACCESS_ values are CUDA's. */
_Static_assert((int)LW_ACCESS_NORMAL == (int)CU_ACCESS_PROPERTY_NORMAL &&
                   (int)LW_ACCESS_STREAMING == (int)CU_ACCESS_PROPERTY_STREAMING &&
                   (int)LW_ACCESS_PERSISTING == (int)CU_ACCESS_PROPERTY_PERSISTING,
               "properties of accesses");

lw_status lw_cuda_set_window(lw_stream_impl *stream, const lw_access_policy_window *window)
{
    CUstreamAttrValue value = {.accessPolicyWindow = {.base_ptr = window->pointer,
                                                      .num_bytes = window->size,
                                                      .hitRatio = window->hit_ratio,
                                                      .hitProp = (CUaccessProperty)window->hit,
                                                      .missProp = (CUaccessProperty)window->miss}};
    lw_status status = lw_cuda_enter(stream->device);
    return status ? status
                  : lw_cuda_check(
                        stream->device,
                        lw_cuda.cuStreamSetAttribute(stream->stream, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value),
                        "cuStreamSetAttribute");
}

lw_status lw_cuda_get_window(lw_stream_impl *stream, lw_access_policy_window *window)
{
    CUstreamAttrValue value = {.accessPolicyWindow = {.num_bytes = 0}};
    lw_status status = lw_cuda_enter(stream->device);
    if (!status)
        status = lw_cuda_check(
            stream->device,
            lw_cuda.cuStreamGetAttribute(stream->stream, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value),
            "cuStreamGetAttribute");
    if (!status)
        *window = (lw_access_policy_window){.pointer = value.accessPolicyWindow.base_ptr,
                                            .size = value.accessPolicyWindow.num_bytes,
                                            .hit_ratio = value.accessPolicyWindow.hitRatio,
                                            .hit = (lw_access_property)value.accessPolicyWindow.hitProp,
                                            .miss = (lw_access_property)value.accessPolicyWindow.missProp};
    return status;
}

lw_status lw_cuda_reset_l2(lw_device_impl *device)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuCtxResetPersistingL2Cache(), "cuCtxResetPersistingL2Cache");
}
