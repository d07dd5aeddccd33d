/* Cooperative groups: tiles of 64 threads, which span warps, reduce. */
#include "idiom.h"

#include <lanewise/groups.h>

IDIOM(tile_reduce64, (const float *, in), (float *, out))
{
    lw_thread_block block = lw_this_thread_block();
    lw_tile(64) tile = lw_tiled_partition(64, block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = lw_group_reduce(tile, i < n ? in[i] : 0.0f, lw_plus);
    if (lw_group_thread_rank(tile) == 0)
        out[i / 64] = v;
}
