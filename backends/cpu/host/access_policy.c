/* Windows of the L2 cache: noted, without an effect. */
#include "cpu.h"

lw_status lw_cpu_set_window(lw_stream_impl *stream, const lw_access_policy_window *window)
{
    emu_pool_lock(stream->device->pool);
    stream->window = *window;
    emu_pool_unlock(stream->device->pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_get_window(lw_stream_impl *stream, lw_access_policy_window *window)
{
    emu_pool_lock(stream->device->pool);
    *window = stream->window;
    emu_pool_unlock(stream->device->pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_reset_l2(lw_device_impl *device)
{
    (void)device;
    return LW_SUCCESS;
}
