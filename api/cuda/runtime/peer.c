/* Several devices: access to a peer's memory, copies between devices. */
#include "../../lanewise/peer.h"
#include "cudart.h"

/* Both devices, by number. */
static cudaError_t both(lw_device **device, int number, lw_device **peer, int peer_number)
{
    CUDART_TRY(cudart_device_numbered(device, number));
    return cudart_device_numbered(peer, peer_number);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int number, int peer_number)
{
    CUDART_CALLED();
    lw_device *device, *peer;
    CUDART_TRY(both(&device, number, &peer, peer_number));
    return cudart_error(lw_device_can_access_peer(device, peer, can));
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int number, int peer_number)
{
    CUDART_CALLED();
    lw_device *device, *peer;
    CUDART_TRY(both(&device, number, &peer, peer_number));
    return cudart_error(lw_device_get_peer_attribute(device, peer, (lw_peer_attribute)attribute, value));
}

cudaError_t cudaDeviceEnablePeerAccess(int peer_number, unsigned flags)
{
    CUDART_CALLED();
    lw_device *device, *peer;
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_device_numbered(&peer, peer_number));
    if (device == peer && !flags)
        return cudart_fail(cudaErrorPeerAccessUnsupported,
                           "cudaDeviceEnablePeerAccess: peerDevice is the current device");
    return cudart_error(lw_device_enable_peer_access(device, peer, flags));
}

cudaError_t cudaDeviceDisablePeerAccess(int peer_number)
{
    CUDART_CALLED();
    lw_device *device, *peer;
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_device_numbered(&peer, peer_number));
    if (device == peer)
        return cudart_fail(cudaErrorPeerAccessNotEnabled,
                           "cudaDeviceDisablePeerAccess: peerDevice is the current device");
    return cudart_error(lw_device_disable_peer_access(device, peer));
}

/* The device whose memory it is, whichever the program named: addresses are unique, and CUDA goes by them. */
static lw_device *owner(lw_device *named, const void *pointer)
{
    lw_pointer_attributes known;
    lw_device *other;
    int number;
    if (lw_pointer_get_attributes(named, pointer, &known) || known.space != LW_SPACE_UNREGISTERED ||
        cudart_device_of(&other, &number, pointer) || lw_pointer_get_attributes(other, pointer, &known))
        return named;
    return known.space == LW_SPACE_UNREGISTERED ? named : other;
}

cudaError_t cudaMemcpyPeer(void *to, int to_number, const void *from, int from_number, size_t size)
{
    CUDART_CALLED();
    lw_device *to_device, *from_device;
    CUDART_TRY(both(&to_device, to_number, &from_device, from_number));
    return cudart_error(lw_memcpy_peer(to, owner(to_device, to), from, owner(from_device, from), size));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_number, const void *from, int from_number, size_t size,
                                cudaStream_t of)
{
    CUDART_CALLED();
    lw_device *to_device, *from_device;
    lw_stream *stream;
    CUDART_TRY(both(&to_device, to_number, &from_device, from_number));
    CUDART_TRY(cudart_stream(&stream, of));
    return cudart_error(lw_memcpy_peer_async(stream, to, owner(to_device, to), from, owner(from_device, from), size));
}
