/* CUDA's pipeline primitives, and lw_pipeline_memcpy_async(); see api/lanewise/reference/pipeline.h. */
#ifndef LW_CUDA_PIPELINE_H
#define LW_CUDA_PIPELINE_H

#include <cuda_pipeline_primitives.h>

static __device__ __forceinline__ void lw_pipeline_memcpy_async(void *shared, const void *global, size_t size)
{
    size_t all = (size_t)shared | (size_t)global | size;
    char *to = (char *)shared;
    const char *from = (const char *)global;
    if (all % 16 == 0)
        for (size_t i = 0; i < size; i += 16)
            __pipeline_memcpy_async(to + i, from + i, 16);
    else if (all % 8 == 0)
        for (size_t i = 0; i < size; i += 8)
            __pipeline_memcpy_async(to + i, from + i, 8);
    else if (all % 4 == 0)
        for (size_t i = 0; i < size; i += 4)
            __pipeline_memcpy_async(to + i, from + i, 4);
    else
        for (size_t i = 0; i < size; i++)
            to[i] = from[i];
}

#endif
