/* Where a lane is: threadIdx, blockIdx, blockDim, gridDim, warpSize. Values, as in CUDA: they have no address and take
 * no assignment. */
#ifndef LW_CPU_INDEX_H
#define LW_CPU_INDEX_H

#include "../../emu/device.h"
#include "qualifiers.h"
#include "vector_types.h"

LW_CPU_INLINE uint3 lw_cpu_thread_index(void)
{
    uint3 index = {emu_here.thread->x, emu_here.thread->y, emu_here.thread->z};
    return index;
}

LW_CPU_INLINE uint3 lw_cpu_block_index(void)
{
    uint3 index = {emu_here.block[0], emu_here.block[1], emu_here.block[2]};
    return index;
}

LW_CPU_INLINE dim3 lw_cpu_block_shape(void)
{
    dim3 shape = {emu_here.block_dim[0], emu_here.block_dim[1], emu_here.block_dim[2]};
    return shape;
}

LW_CPU_INLINE dim3 lw_cpu_grid_shape(void)
{
    dim3 shape = {emu_here.grid_dim[0], emu_here.grid_dim[1], emu_here.grid_dim[2]};
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
