/* Copies of boxes from and to arrays, for cudaMemcpy3D(). */
#ifndef LANEWISE_CUDA_ARRAY_COPY_H
#define LANEWISE_CUDA_ARRAY_COPY_H

#include "image.h"

/* The copy that the structure describes, which names an array. */
cudaError_t cudart_array_box(lw_array_copy *copy, const struct cudaMemcpy3DParms *from, const char *function);
/* Waits for a copy if the call does, or if pageable memory takes part; a side that is an array is null. */
cudaError_t cudart_array_wait(lw_stream *stream, bool waits, const void *to, const void *from);

#endif
