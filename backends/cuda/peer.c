/* Several devices: access to a peer's memory, and copies between devices. */
#include "cuda.h"

static unsigned long long bit(const lw_device_impl *device)
{
    return 1ull << device->ordinal;
}

static CUcontext context_of(const lw_device_impl *device)
{
    return atomic_load_explicit(&device->context, memory_order_relaxed);
}

void lw_cuda_note_reach(const lw_device_impl *device, lw_device_impl *owner)
{
    if (device != owner)
        atomic_fetch_or(&owner->reached_by, bit(device));
}

lw_status lw_cuda_peer_attribute(lw_device_impl *device, lw_device_impl *peer, lw_peer_attribute attribute, int *value)
{
    int found;
    if (attribute == LW_PEER_ACCESS_SUPPORTED) {
        lw_status status = lw_cuda_check(device, lw_cuda.cuDeviceCanAccessPeer(&found, device->device, peer->device),
                                         "cuDeviceCanAccessPeer");
        if (!status)
            *value = found;
        return status;
    }
    /* The numbers are CUDA's. */
    lw_status status = lw_cuda_check(
        device, lw_cuda.cuDeviceGetP2PAttribute(&found, (CUdevice_P2PAttribute)attribute, device->device, peer->device),
        "cuDeviceGetP2PAttribute");
    if (!status)
        *value = found;
    return status;
}

lw_status lw_cuda_enable_peer(lw_device_impl *device, lw_device_impl *peer)
{
    CUcontext context = context_of(peer);
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuCtxEnablePeerAccess(context, 0), "cuCtxEnablePeerAccess");
    if (status)
        return status;
    lw_cuda_note_reach(device, peer);
    pthread_mutex_lock(&device->lock);
    device->peers[peer->ordinal] = context;
    pthread_mutex_unlock(&device->lock);
    return LW_SUCCESS;
}

lw_status lw_cuda_disable_peer(lw_device_impl *device, lw_device_impl *peer)
{
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuCtxDisablePeerAccess(context_of(peer)), "cuCtxDisablePeerAccess");
    if (status)
        return status;
    pthread_mutex_lock(&device->lock);
    device->peers[peer->ordinal] = NULL;
    pthread_mutex_unlock(&device->lock);
    return LW_SUCCESS;
}

bool lw_cuda_reaches(lw_device_impl *device, lw_device_impl *owner, const void *pointer)
{
    unsigned access = CU_POINTER_ATTRIBUTE_ACCESS_FLAG_NONE;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_ACCESS_FLAGS};
    void *answers[] = {&access};
    (void)owner;
    return !lw_cuda_enter(device) &&
           lw_cuda.cuPointerGetAttributes(1, asked, answers, lw_cuda_address(pointer)) == CUDA_SUCCESS &&
           access == CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
}

void lw_cuda_forget_peers(lw_device_impl *device, bool alive)
{
    bool current = alive && lw_cuda_enter(device) == LW_SUCCESS;
    pthread_mutex_lock(&device->lock);
    for (int i = 0; i < LW_CUDA_MAX_DEVICES; i++) {
        if (device->peers[i] && current)
            lw_cuda.cuCtxDisablePeerAccess(device->peers[i]); /* fails where the peer was reset since */
        device->peers[i] = NULL;
    }
    pthread_mutex_unlock(&device->lock);
}

void lw_cuda_wait_for_reach(lw_device_impl *device)
{
    unsigned long long reached_by = atomic_load_explicit(&device->reached_by, memory_order_relaxed);
    for (int i = 0; i < LW_CUDA_MAX_DEVICES && reached_by; i++) {
        CUcontext context = reached_by >> i & 1 ? lw_cuda_context_now(i) : NULL;
        if (context && lw_cuda.cuCtxSetCurrent(context) == CUDA_SUCCESS)
            lw_cuda.cuCtxSynchronize(); /* that device's own calls report its faults */
    }
}

/* ---- copies ---- */
static bool reads_device(lw_memcpy_kind kind)
{
    return kind == LW_MEMCPY_DEVICE_TO_HOST || kind == LW_MEMCPY_DEVICE_TO_DEVICE;
}

static bool writes_device(lw_memcpy_kind kind)
{
    return kind == LW_MEMCPY_HOST_TO_DEVICE || kind == LW_MEMCPY_DEVICE_TO_DEVICE;
}

/* Rows or slices of rows. */
static lw_status copy_rows(lw_stream_impl *stream, const lw_copy *copy, CUcontext to, CUcontext from)
{
    size_t height = copy->slice ? copy->slice : copy->height;
    CUDA_MEMCPY3D_PEER rows = {
        .srcMemoryType = reads_device(copy->kind) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .srcHost = copy->source, /* the driver reads srcHost or srcDevice, by the type */
        .srcDevice = lw_cuda_address(copy->source),
        .srcContext = from,
        .srcPitch = copy->source_pitch,
        .srcHeight = copy->slice ? copy->source_slice / copy->source_pitch : height,
        .dstMemoryType = writes_device(copy->kind) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST,
        .dstHost = copy->destination,
        .dstDevice = lw_cuda_address(copy->destination),
        .dstContext = to,
        .dstPitch = copy->destination_pitch,
        .dstHeight = copy->slice ? copy->destination_slice / copy->destination_pitch : height,
        .WidthInBytes = copy->width,
        .Height = height,
        .Depth = copy->height / height,
    };
    return lw_cuda_check(stream->device, lw_cuda.cuMemcpy3DPeerAsync(&rows, stream->stream), "cuMemcpy3DPeerAsync");
}

/* Of a pool's memory the driver's copy between the host and another device knows no device; its copy of rows does. */
static lw_status copy_as_rows(lw_stream_impl *stream, const lw_copy *copy, CUcontext to, CUcontext from)
{
    const size_t most = (size_t)1 << 30; /* a driver's pitch is less than 2^31 */
    lw_status status = LW_SUCCESS;
    lw_copy row = *copy;
    for (size_t left = copy->width; left && !status; left -= row.width) {
        row.width = row.destination_pitch = row.source_pitch = left < most ? left : most;
        status = copy_rows(stream, &row, to, from);
        row.destination = (char *)row.destination + row.width;
        row.source = (const char *)row.source + row.width;
    }
    return status;
}

static lw_status copy_bytes(lw_stream_impl *stream, const lw_copy *copy, CUcontext to, CUcontext from)
{
    CUdeviceptr destination = lw_cuda_address(copy->destination), source = lw_cuda_address(copy->source);
    if (copy->kind == LW_MEMCPY_DEVICE_TO_DEVICE)
        return lw_cuda_check(stream->device,
                             lw_cuda.cuMemcpyPeerAsync(destination, to, source, from, copy->width, stream->stream),
                             "cuMemcpyPeerAsync");
    /* The driver finds the host's side, and the other's device, by the addresses. */
    CUresult error = lw_cuda.cuMemcpyAsync(destination, source, copy->width, stream->stream);
    return error == CUDA_ERROR_INVALID_VALUE ? copy_as_rows(stream, copy, to, from)
                                             : lw_cuda_check(stream->device, error, "cuMemcpyAsync");
}

lw_status lw_cuda_copy_peer(lw_stream_impl *stream, const lw_copy *copy, lw_device_impl *to, lw_device_impl *from)
{
    lw_status status = lw_cuda_enter(stream->device);
    if (status || copy->width == 0 || copy->height == 0)
        return status;
    lw_cuda_note_reach(stream->device, to);
    lw_cuda_note_reach(stream->device, from);
    if (lw_cuda_captures(stream)) { /* the driver captures no call that names two devices: it goes by addresses */
        lw_copy unnamed = *copy;
        unnamed.kind = copy->height == 1 ? LW_MEMCPY_DEFAULT : copy->kind;
        return lw_cuda_copy(stream, &unnamed);
    }
    return copy->height == 1 && !copy->slice ? copy_bytes(stream, copy, context_of(to), context_of(from))
                                             : copy_rows(stream, copy, context_of(to), context_of(from));
}
