#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "tile.h"

#define RESULTS(size)                                                                                                  \
    do {                                                                                                               \
        lw_tile(size) tile = lw_tiled_partition(size, block);                                                          \
        out[i] = lw_group_reduce(tile, number, lw_plus);                                                               \
        out[MACHINE_TILE_MOST + i] = lw_group_inclusive_scan(tile, number);                                            \
        out[2 * MACHINE_TILE_MOST + i] = lw_group_exclusive_scan(tile, number);                                        \
        out[3 * MACHINE_TILE_MOST + i] = lw_group_shfl(tile, number, in[0] & (size - 1));                              \
        out[4 * MACHINE_TILE_MOST + i] = lw_group_any(tile, number % 7 == 0) != 0;                                     \
        out[5 * MACHINE_TILE_MOST + i] = lw_group_all(tile, number > 3) != 0;                                          \
    } while (0)

LW_KERNEL(machine_tile_results, (int, size), (const int *, in), (int *, out))
{
    lw_thread_block block = lw_this_thread_block();
    int i = (int)threadIdx.x, number = in[i];
    if (size == 64)
        RESULTS(64);
    else if (size == 128)
        RESULTS(128);
    else if (size == 256)
        RESULTS(256);
    else
        RESULTS(512);
}

LW_KERNEL(machine_tile_some, (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [MACHINE_TILE_MOST]);
    lw_tile(64) tile = lw_tiled_partition(64, lw_this_thread_block());
    int i = (int)threadIdx.x, which = (int)lw_group_meta_group_rank(tile), times = in[which], sum = i;
    if (times % 2)
        for (int k = 1; k <= times; k++) {
            shared[i] = sum;
            lw_group_sync(tile);
            sum += k * shared[i ^ 33];
            lw_group_sync(tile);
        }
    out[i] = sum;
}

LW_KERNEL(machine_tile_threads, (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [MACHINE_TILE_MOST]);
    lw_tile(128) tile = lw_tiled_partition(128, lw_this_thread_block());
    int i = (int)threadIdx.x, which = (int)lw_group_meta_group_rank(tile), below = in[which], sum = i + 1;
    shared[i] = 0;
    for (int k = 0; k < below % 5; k++) {
        if ((int)lw_group_thread_rank(tile) < below)
            shared[i] = sum;
        lw_group_sync(tile);
        sum += shared[i ^ 65];
        lw_group_sync(tile);
    }
    shared[i] = sum;
    __syncthreads();
    out[i] = shared[(i + 128) % (int)blockDim.x];
}

LW_KERNEL(machine_tile_nested, (int, steps), (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [MACHINE_TILE_MOST]);
    lw_thread_block block = lw_this_thread_block();
    lw_tile(256) large = lw_tiled_partition(256, block);
    lw_tile(64) small = lw_tiled_partition(64, large);
    int i = (int)lw_group_thread_rank(block), sum = in[i];
    for (int step = 0; step < steps; step++) {
        shared[i] = sum;
        lw_group_sync(small);
        sum = sum * 3 + shared[i ^ 63];
        lw_group_sync(small);
        shared[i] = sum;
        lw_group_sync(large);
        sum = sum * 5 + shared[i ^ 255];
        lw_group_sync(large);
    }
    out[i] = sum;
}
