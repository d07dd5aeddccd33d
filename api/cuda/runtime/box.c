/* Boxes of memory in slices of rows. */
#include "array_copy.h"
#include "graph_node.h"

cudaError_t cudart_copy_of(lw_copy_3d *copy, const struct cudaMemcpy3DParms *from, const char *function)
{
    if (!from)
        return cudart_fail(cudaErrorInvalidValue, "%s: the parameters are null", function);
    if (from->srcArray || from->dstArray)
        return cudart_fail(cudaErrorNotSupported, "%s: %s is not null, and nodes that copy arrays are not supported",
                           function, from->srcArray ? "srcArray" : "dstArray");
    /* As CUDA, by the pitch: xsize is not looked at. */
    *copy = (lw_copy_3d){
        .destination = {from->dstPtr.ptr, from->dstPtr.pitch, from->dstPtr.pitch, from->dstPtr.ysize},
        .source = {from->srcPtr.ptr, from->srcPtr.pitch, from->srcPtr.pitch, from->srcPtr.ysize},
        .destination_at = {from->dstPos.x, from->dstPos.y, from->dstPos.z},
        .source_at = {from->srcPos.x, from->srcPos.y, from->srcPos.z},
        .extent = {from->extent.width, from->extent.height, from->extent.depth},
        .kind = (lw_memcpy_kind)from->kind,
    };
    return cudaSuccess;
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *memory, struct cudaExtent extent)
{
    CUDART_CALLED();
    lw_device *device;
    lw_pitched made;
    if (!memory)
        return cudart_fail(cudaErrorInvalidValue, "cudaMalloc3D: memory is null");
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_malloc_3d(device, &made, (lw_extent){extent.width, extent.height, extent.depth})));
    *memory = (struct cudaPitchedPtr){made.pointer, made.pitch, extent.width, extent.height};
    return cudaSuccess;
}

static cudaError_t copy_array(const struct cudaMemcpy3DParms *from, cudaStream_t of, bool waits, const char *function)
{
    lw_stream *stream;
    lw_array_copy now;
    CUDART_TRY(cudart_array_box(&now, from, function));
    CUDART_TRY(cudart_stream(&stream, of));
    CUDART_TRY(cudart_error(lw_memcpy_3d_array_async(stream, &now)));
    return cudart_array_wait(stream, waits, now.destination.memory.pointer, now.source.memory.pointer);
}

static cudaError_t copy(const struct cudaMemcpy3DParms *from, cudaStream_t of, bool waits, const char *function)
{
    lw_stream *stream;
    lw_copy_3d now;
    if (from && (from->srcArray || from->dstArray))
        return copy_array(from, of, waits, function);
    CUDART_TRY(cudart_copy_of(&now, from, function));
    CUDART_TRY(cudart_stream(&stream, of));
    CUDART_TRY(cudart_error(lw_memcpy_3d_async(stream, &now)));
    waits = waits || cudart_waits_for_copy(stream, from->dstPtr.ptr, from->srcPtr.ptr);
    return waits ? cudart_error(lw_stream_synchronize(stream)) : cudaSuccess;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *from)
{
    CUDART_CALLED();
    return copy(from, NULL, true, "cudaMemcpy3D");
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *from, cudaStream_t stream)
{
    CUDART_CALLED();
    return copy(from, stream, false, "cudaMemcpy3DAsync");
}

static cudaError_t set(struct cudaPitchedPtr memory, int value, struct cudaExtent extent, cudaStream_t of, bool waits)
{
    lw_stream *stream;
    CUDART_TRY(cudart_stream(&stream, of));
    CUDART_TRY(
        cudart_error(lw_memset_3d_async(stream, (lw_pitched){memory.ptr, memory.pitch, memory.pitch, memory.ysize},
                                        value, (lw_extent){extent.width, extent.height, extent.depth})));
    return waits ? cudart_error(lw_stream_synchronize(stream)) : cudaSuccess;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr memory, int value, struct cudaExtent extent)
{
    CUDART_CALLED();
    return set(memory, value, extent, NULL, true);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr memory, int value, struct cudaExtent extent, cudaStream_t stream)
{
    CUDART_CALLED();
    return set(memory, value, extent, stream, false);
}
