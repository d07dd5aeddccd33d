/* An array of a CUDA device, and CUDA's words for formats. */
#ifndef LW_CUDA_ARRAY_H
#define LW_CUDA_ARRAY_H

#include "cuda.h"

enum { LW_CUDA_LEVELS = 18 };

struct lw_array_impl {
    CUmipmappedArray mipmapped; /* null: there is one level, an array of its own */
    CUarray level[LW_CUDA_LEVELS];
};

CUarray_format lw_cuda_format(lw_channel_format format);
unsigned lw_cuda_channels(lw_channel_format format);

#endif
