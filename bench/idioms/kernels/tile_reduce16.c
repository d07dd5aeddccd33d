/* Cooperative groups: tiles of 16 threads reduce by shuffles. */
#include "idiom.h"

#include <lanewise/groups.h>

IDIOM(tile_reduce16, (const float *, in), (float *, out))
{
    lw_thread_block block = lw_this_thread_block();
    lw_tile(16) tile = lw_tiled_partition(16, block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.0f;
    for (int offset = 8; offset > 0; offset /= 2)
        v += lw_group_shfl_down(tile, v, offset);
    if (lw_group_thread_rank(tile) == 0)
        out[i / 16] = v;
}
