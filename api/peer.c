/* Several devices: access by kernels to a peer's memory. */
#include "dispatch.h"

/* Enters both devices. */
static lw_status enter(const char *function, const lw_device *device, const lw_device *peer)
{
    lw_status status = lw_enter_device(function, device);
    if (!status)
        status = lw_enter_handle(function, "peer", "device", &lw_devices, peer);
    return status ? status : lw_enter_context(peer->context);
}

/* Enters two different devices. */
static lw_status enter_pair(const char *function, const lw_device *device, const lw_device *peer)
{
    lw_status status = enter(function, device, peer);
    if (status)
        return status;
    if (peer->context == device->context)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: device and peer are the same device, %s",
                         function, device->context->name);
    return LW_SUCCESS;
}

static bool is_same_kind(const lw_device *device, const lw_device *peer)
{
    return device->context->backend == peer->context->backend;
}

lw_status lw_device_can_access_peer(lw_device *device, lw_device *peer, int *can)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, device, peer);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!can)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: can is null", __func__);
    if (peer->context == context || !is_same_kind(device, peer)) {
        *can = 0;
        return LW_SUCCESS;
    }
    lw_message_discard();
    return lw_finish(
        context, __func__,
        context->backend->peer_attribute(context->impl, peer->context->impl, LW_PEER_ACCESS_SUPPORTED, can));
}

lw_status lw_device_get_peer_attribute(lw_device *device, lw_device *peer, lw_peer_attribute attribute, int *value)
{
    LW_NOTE_CALLER();
    lw_status status = enter_pair(__func__, device, peer);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!value)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: value is null", __func__);
    if (attribute < LW_PEER_PERFORMANCE_RANK || attribute > LW_PEER_ARRAY_ACCESS_SUPPORTED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %d, which is no lw_peer_attribute",
                         __func__, (int)attribute);
    if (!is_same_kind(device, peer))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device is %s and peer %s: devices of two kinds",
                         __func__, context->name, peer->context->name);
    lw_message_discard();
    return lw_finish(context, __func__,
                     context->backend->peer_attribute(context->impl, peer->context->impl, attribute, value));
}

lw_status lw_device_enable_peer_access(lw_device *device, lw_device *peer, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = enter_pair(__func__, device, peer);
    if (status)
        return status;
    lw_context *context = device->context;
    if (flags)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: flags is %#x; expected 0", __func__, flags);
    if (!is_same_kind(device, peer))
        return lw_refuse(context, LW_ERROR_PEER_ACCESS_UNSUPPORTED, "%s: device %s does not reach memory of device %s",
                         __func__, context->name, peer->context->name);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->enable_peer(context->impl, peer->context->impl));
}

lw_status lw_device_disable_peer_access(lw_device *device, lw_device *peer)
{
    LW_NOTE_CALLER();
    lw_status status = enter_pair(__func__, device, peer);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!is_same_kind(device, peer))
        return lw_refuse(context, LW_ERROR_PEER_ACCESS_NOT_ENABLED, "%s: device %s never reaches memory of device %s",
                         __func__, context->name, peer->context->name);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->disable_peer(context->impl, peer->context->impl));
}
