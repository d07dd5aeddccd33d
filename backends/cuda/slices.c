/* Copies and fills of slices of rows. Slices are whole rows apart, as CUDA wants them. */
#include "cuda.h"

lw_status lw_cuda_copy_slices(lw_stream_impl *stream, const lw_copy *copy, enum cudaMemcpyKind kind)
{
    size_t slices = copy->height / copy->slice;
    struct cudaMemcpy3DParms parameters = {
        .srcPtr = {(void *)(uintptr_t)copy->source, copy->source_pitch, copy->width,
                   copy->source_slice / copy->source_pitch},
        .dstPtr = {copy->destination, copy->destination_pitch, copy->width,
                   copy->destination_slice / copy->destination_pitch},
        .extent = {copy->width, copy->slice, slices},
        .kind = kind,
    };
    return lw_cuda_check(stream->device, cudaMemcpy3DAsync(&parameters, stream->stream), "cudaMemcpy3DAsync");
}

lw_status lw_cuda_set_slices(lw_stream_impl *stream, const lw_copy *set, int value)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    struct cudaPitchedPtr memory = {set->destination, set->destination_pitch, set->width,
                                    set->destination_slice / set->destination_pitch};
    struct cudaExtent extent = {set->width, set->slice, set->height / set->slice};
    return lw_cuda_check(device, cudaMemset3DAsync(memory, value & 0xff, extent, stream->stream), "cudaMemset3DAsync");
}
