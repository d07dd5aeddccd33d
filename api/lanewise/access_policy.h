/** @file
 * Memory that should stay in the L2 cache: a window of addresses for the kernels of a stream. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_ACCESS_POLICY_H
#define LANEWISE_ACCESS_POLICY_H

#include <stddef.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** What the L2 cache does with an access. CUDA: cudaAccessProperty, with the same numbers. */
typedef enum lw_access_property {
    LW_ACCESS_NORMAL = 0,    /**< no preference */
    LW_ACCESS_STREAMING = 1, /**< it is less likely to stay */
    LW_ACCESS_PERSISTING =
        2 /**< it is more likely to stay, in the part set aside by LW_LIMIT_PERSISTING_L2_CACHE_SIZE */
} lw_access_property;

/** A window of addresses. CUDA: cudaAccessPolicyWindow. */
typedef struct lw_access_policy_window {
    void *pointer;           /**< where it begins */
    size_t size;             /**< bytes, up to lw_device_properties.access_policy_max_window_size; 0: no window */
    float hit_ratio;         /**< part of the window whose accesses have `hit`, 0 to 1; the others have `miss` */
    lw_access_property hit;  /**< of that part */
    lw_access_property miss; /**< of the rest: LW_ACCESS_NORMAL or LW_ACCESS_STREAMING */
} lw_access_policy_window;

/** Sets the window of the kernels that are launched in a stream from now on. It changes no result. On the CPU it has no effect.
 * @param stream which
 * @param window read before the return
 * @return LW_ERROR_INVALID_VALUE: a size over the device's, a ratio outside 0 to 1, or an unknown property; or a common status
 *
 * CUDA: cudaStreamSetAttribute(cudaStreamAttributeAccessPolicyWindow). */
lw_status lw_stream_set_access_policy_window(lw_stream *stream, const lw_access_policy_window *window);

/** Reads the window of a stream.
 * @param stream which
 * @param[out] window zeros where none was set
 * @return a common status
 *
 * CUDA: cudaStreamGetAttribute(cudaStreamAttributeAccessPolicyWindow). */
lw_status lw_stream_get_access_policy_window(lw_stream *stream, lw_access_policy_window *window);

/** Makes all that persists in the L2 cache normal again.
 * @param device a handle
 * @return a common status
 *
 * CUDA: cudaCtxResetPersistingL2Cache. */
lw_status lw_device_reset_persisting_l2_cache(lw_device *device);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
