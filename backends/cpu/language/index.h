/* threadIdx, blockIdx, blockDim, gridDim, warpSize. As in CUDA they are values, without an address and not
 * assignable. */
#ifndef LW_CPU_INDEX_H
#define LW_CPU_INDEX_H

#include "place.h"
#include "qualifiers.h"
#include "vector_types.h"

LW_CPU_INLINE uint3 lw_cpu_thread_index(void)
{
    uint3 index = {LW_CPU_THREAD(x), LW_CPU_THREAD(y), LW_CPU_THREAD(z)};
    return index;
}

LW_CPU_INLINE uint3 lw_cpu_block_index(void)
{
    uint3 index = {LW_CPU_BLOCK_AT(x), LW_CPU_BLOCK_AT(y), LW_CPU_BLOCK_AT(z)};
    return index;
}

LW_CPU_INLINE dim3 lw_cpu_block_shape(void)
{
    dim3 shape = {LW_CPU_BLOCK_DIM(x), LW_CPU_BLOCK_DIM(y), LW_CPU_BLOCK_DIM(z)};
    return shape;
}

LW_CPU_INLINE dim3 lw_cpu_grid_shape(void)
{
    dim3 shape = {LW_CPU_GRID_DIM(x), LW_CPU_GRID_DIM(y), LW_CPU_GRID_DIM(z)};
    return shape;
}

LW_CPU_INLINE int lw_cpu_warp_size(void)
{
    return 32;
}

#define threadIdx (lw_cpu_thread_index())
#define blockIdx (lw_cpu_block_index())
#define blockDim (lw_cpu_block_shape())
#define gridDim (lw_cpu_grid_shape())
#define warpSize (lw_cpu_warp_size()) /* not a constant expression, as in CUDA */

#endif
