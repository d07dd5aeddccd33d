/* Which kind of device a stream belongs to, for launchers that choose by it. */
#ifndef LWK_DEVICE_KIND_H
#define LWK_DEVICE_KIND_H

#include <string.h>

#include <lanewise/launch.h>

static inline lw_status lwk_stream_is_cpu(lw_stream *stream, bool *is_cpu)
{
    lw_device *device;
    lw_device_properties properties;
    lw_status status = lw_stream_get_device(stream, &device);
    if (status == LW_SUCCESS)
        status = lw_device_get_properties(device, &properties);
    if (status == LW_SUCCESS)
        *is_cpu = strcmp(properties.kind, "cpu") == 0;
    return status;
}

#endif
