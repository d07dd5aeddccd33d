/** @file
 * Several devices: access by one device's kernels to another's memory, and copies between devices.
 *
 * Copies between two devices of one kind need no peer access: lw_memcpy() and its relatives find an operand's device by
 * its address. A kernel needs it, unless the memory is managed or page-locked: that is every device's. Access has a direction, and belongs to the
 * device: all its handles share it. On CPU devices checked mode reports an access without it.
 */
#ifndef LANEWISE_PEER_H
#define LANEWISE_PEER_H

#include <lanewise/copy.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Whether kernels of a device can have access to a peer's memory.
 * @param device a handle
 * @param peer a handle of another device
 * @param[out] can 1 or 0; 0 for the device itself, and for devices of two kinds
 * @return a common status
 *
 * CUDA: cudaDeviceCanAccessPeer. */
lw_status lw_device_can_access_peer(lw_device *device, lw_device *peer, int *can);

/** What a device can do with a peer's memory. CUDA: cudaDeviceP2PAttr, with the same numbers. */
typedef enum lw_peer_attribute {
    LW_PEER_PERFORMANCE_RANK = 1,        /**< of the link; a lower number is a faster link */
    LW_PEER_ACCESS_SUPPORTED = 2,        /**< 1: as lw_device_can_access_peer() */
    LW_PEER_NATIVE_ATOMIC_SUPPORTED = 3, /**< 1: atomics reach the peer's memory */
    LW_PEER_ARRAY_ACCESS_SUPPORTED = 4   /**< 1: arrays can be accessed */
} lw_peer_attribute;

/** Reads an attribute of two devices.
 * @param device a handle
 * @param peer a handle of another device of the same kind
 * @param attribute which
 * @param[out] value the attribute's
 * @return LW_ERROR_INVALID_VALUE: no such attribute, the device itself, or devices of two kinds; or a common status
 *
 * CUDA: cudaDeviceGetP2PAttribute. */
lw_status lw_device_get_peer_attribute(lw_device *device, lw_device *peer, lw_peer_attribute attribute, int *value);

/** Gives kernels of a device access to all memory of a peer from lw_malloc(), allocated before or later. Memory of pools has
 * lw_memory_pool_set_access(). It lasts until lw_device_disable_peer_access(), a reset of the device, or its close.
 * @param device a handle: whose kernels
 * @param peer a handle of another device: whose memory
 * @param flags 0
 * @return LW_ERROR_PEER_ACCESS_ALREADY_ENABLED; LW_ERROR_PEER_ACCESS_UNSUPPORTED: the devices cannot, see
 *     lw_device_can_access_peer(); LW_ERROR_TOO_MANY_PEERS; LW_ERROR_INVALID_VALUE: other flags, or the device itself; or a
 *     common status
 *
 * CUDA: cudaDeviceEnablePeerAccess. */
lw_status lw_device_enable_peer_access(lw_device *device, lw_device *peer, unsigned flags);

/** Takes the access away. Kernels that are queued or run must not need it.
 * @param device a handle
 * @param peer a handle of another device
 * @return LW_ERROR_PEER_ACCESS_NOT_ENABLED; LW_ERROR_INVALID_VALUE: the device itself; or a common status
 *
 * CUDA: cudaDeviceDisablePeerAccess. */
lw_status lw_device_disable_peer_access(lw_device *device, lw_device *peer);

/** Copies from one device's memory to another's, and returns when the destination holds the bytes. It waits first for all
 * work of both devices.
 * @param destination memory of `destination_device`, or managed memory
 * @param destination_device a handle
 * @param source memory of `source_device`, or managed memory
 * @param source_device a handle of the same kind; may be of the same device
 * @param size bytes; 0 copies nothing
 * @return as lw_memcpy(); LW_ERROR_INVALID_VALUE: devices of two kinds, or memory of another device
 *
 * CUDA: cudaMemcpyPeer. */
lw_status lw_memcpy_peer(void *destination, lw_device *destination_device, const void *source, lw_device *source_device,
                         size_t size);

/** Queues a copy from one device's memory to another's. It is ordered as all work of its stream, and waits for no other.
 * @param stream where; of a device of the same kind
 * @param destination as lw_memcpy_peer()'s, valid until the copy is done
 * @param destination_device a handle
 * @param source as lw_memcpy_peer()'s, valid until the copy is done
 * @param source_device a handle; may be of the same device
 * @param size bytes; 0 copies nothing
 * @return as lw_memcpy_peer(); LW_ERROR_CAPTURE_UNSUPPORTED: the stream captures, which lw_memcpy_async() can
 *
 * CUDA: cudaMemcpyPeerAsync. */
lw_status lw_memcpy_peer_async(lw_stream *stream, void *destination, lw_device *destination_device, const void *source,
                               lw_device *source_device, size_t size);

/** A copy of a box between devices. CUDA: cudaMemcpy3DPeerParms. */
typedef struct lw_copy_3d_peer {
    lw_pitched destination;        /**< all of the memory that the box is copied to */
    lw_device *destination_device; /**< whose memory that is */
    lw_pitched source;             /**< all of the memory that the box is copied from */
    lw_device *source_device;      /**< whose memory that is; of the same kind */
    lw_extent destination_at;      /**< where in `destination` the box begins */
    lw_extent source_at;           /**< where in `source` the box begins */
    lw_extent extent;              /**< of the box; nothing is copied where one is 0 */
} lw_copy_3d_peer;

/** Copies a box between devices, as lw_memcpy_peer().
 * @param copy what; the box lies inside the rows and slices of both sides
 * @return as lw_memcpy_peer(); LW_ERROR_INVALID_VALUE: the box lies outside
 *
 * CUDA: cudaMemcpy3DPeer. */
lw_status lw_memcpy_3d_peer(const lw_copy_3d_peer *copy);

/** Queues a copy of a box between devices, as lw_memcpy_peer_async().
 * @param stream where; of a device of the same kind
 * @param copy what; read before the return. Its memory stays valid until the copy is done
 * @return as lw_memcpy_3d_peer(); LW_ERROR_CAPTURE_UNSUPPORTED: the stream captures
 *
 * CUDA: cudaMemcpy3DPeerAsync. */
lw_status lw_memcpy_3d_peer_async(lw_stream *stream, const lw_copy_3d_peer *copy);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
