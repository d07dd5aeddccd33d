/* Windows of the L2 cache, of streams and of graphs' nodes. */
#include "cuda.h"

/* LW_ACCESS_ values are CUDA's. */
_Static_assert((int)LW_ACCESS_NORMAL == (int)CU_ACCESS_PROPERTY_NORMAL &&
                   (int)LW_ACCESS_STREAMING == (int)CU_ACCESS_PROPERTY_STREAMING &&
                   (int)LW_ACCESS_PERSISTING == (int)CU_ACCESS_PROPERTY_PERSISTING,
               "properties of accesses");

static CUaccessPolicyWindow to_driver(const lw_access_policy_window *window)
{
    return (CUaccessPolicyWindow){.base_ptr = window->pointer,
                                  .num_bytes = window->size,
                                  .hitRatio = window->hit_ratio,
                                  .hitProp = (CUaccessProperty)window->hit,
                                  .missProp = (CUaccessProperty)window->miss};
}

static lw_access_policy_window from_driver(const CUaccessPolicyWindow *window)
{
    return (lw_access_policy_window){.pointer = window->base_ptr,
                                     .size = window->num_bytes,
                                     .hit_ratio = window->hitRatio,
                                     .hit = (lw_access_property)window->hitProp,
                                     .miss = (lw_access_property)window->missProp};
}

lw_status lw_cuda_set_window(lw_stream_impl *stream, const lw_access_policy_window *window)
{
    CUstreamAttrValue value = {.accessPolicyWindow = to_driver(window)};
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
        *window = from_driver(&value.accessPolicyWindow);
    return status;
}

lw_status lw_cuda_node_set_window(lw_graph_node *node, const lw_access_policy_window *window)
{
    CUkernelNodeAttrValue value = {.accessPolicyWindow = to_driver(window)};
    lw_device_impl *device = node->graph->device_impl;
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device,
                                  lw_cuda.cuGraphKernelNodeSetAttribute(
                                      node->impl, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value),
                                  "cuGraphKernelNodeSetAttribute");
}

lw_status lw_cuda_node_get_window(lw_graph_node *node, lw_access_policy_window *window)
{
    CUkernelNodeAttrValue value = {.accessPolicyWindow = {.num_bytes = 0}};
    lw_device_impl *device = node->graph->device_impl;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(
            device, lw_cuda.cuGraphKernelNodeGetAttribute(node->impl, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW, &value),
            "cuGraphKernelNodeGetAttribute");
    if (!status)
        *window = from_driver(&value.accessPolicyWindow);
    return status;
}

lw_status lw_cuda_reset_l2(lw_device_impl *device)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuCtxResetPersistingL2Cache(), "cuCtxResetPersistingL2Cache");
}
