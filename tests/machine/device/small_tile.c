#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "small_tile.h"

/* The result `which` of thread `i`. */
#define OUT(which) out[(which) * MACHINE_SMALL_TILE_MOST + i]

#define RESULTS(size)                                                                                                  \
    do {                                                                                                               \
        lw_tile(size) tile = lw_tiled_partition(size, block);                                                          \
        if (some && (i / size) % some == 0)                                                                            \
            break;                                                                                                     \
        OUT(0) = lw_group_shfl(tile, number, (size) / 2);                                                              \
        OUT(1) = lw_group_shfl(tile, number, number & (size - 1));                                                     \
        OUT(2) = lw_group_shfl_up(tile, number, 1);                                                                    \
        OUT(3) = lw_group_shfl_down(tile, number, (size) / 2);                                                         \
        OUT(4) = lw_group_shfl_xor(tile, number, size - 1);                                                            \
        OUT(5) = lw_group_any(tile, number % 5 == 0) != 0;                                                             \
        OUT(6) = lw_group_all(tile, number % 5 != 0) != 0;                                                             \
        OUT(7) = (int)lw_group_ballot(tile, number & 1);                                                               \
        OUT(8) = lw_group_reduce(tile, number, lw_plus);                                                               \
        OUT(9) = lw_group_reduce(tile, -number, lw_less);                                                              \
        OUT(10) = lw_group_reduce(tile, number - 100, lw_greater);                                                     \
        OUT(11) = (int)lw_group_reduce(tile, (unsigned)number << 24, lw_less);                                         \
        OUT(12) = (int)lw_group_reduce(tile, (unsigned)number << 24, lw_greater);                                      \
        OUT(13) = lw_group_reduce(tile, number, lw_bit_and);                                                           \
        OUT(14) = lw_group_reduce(tile, number, lw_bit_or);                                                            \
        OUT(15) = lw_group_reduce(tile, number, lw_bit_xor);                                                           \
    } while (0)

LW_KERNEL(machine_small_tile, (int, size), (int, some), (const int *, in), (int *, out))
{
    lw_thread_block block = lw_this_thread_block();
    int i = (int)lw_group_thread_rank(block), number = in[i];
    if (size == 2)
        RESULTS(2);
    else if (size == 4)
        RESULTS(4);
    else if (size == 8)
        RESULTS(8);
    else
        RESULTS(16);
}

LW_KERNEL(machine_mask_of_tile, (int, some), (const int *, in), (int *, out))
{
    int i = (int)(threadIdx.y * blockDim.x + threadIdx.x), number = in[i];
    unsigned mask = 0xffu << (i & 24);
    if (some && (i / 8) % some == 0)
        return;
    OUT(0) = __shfl_sync(mask, number, 4, 8);
    OUT(1) = __shfl_sync(mask, number, number & 7, 8);
    OUT(2) = __shfl_up_sync(mask, number, 1, 8);
    OUT(3) = __shfl_down_sync(mask, number, 4, 8);
    OUT(4) = __shfl_xor_sync(mask, number, 7, 8);
    OUT(5) = __any_sync(mask, number % 5 == 0) != 0;
    OUT(6) = __all_sync(mask, number % 5 != 0) != 0;
    OUT(7) = (int)(__ballot_sync(mask, number & 1) >> (i & 24));
    OUT(8) = __reduce_add_sync(mask, number);
    OUT(9) = __reduce_min_sync(mask, -number);
    OUT(10) = __reduce_max_sync(mask, number - 100);
    OUT(11) = (int)__reduce_min_sync(mask, (unsigned)number << 24);
    OUT(12) = (int)__reduce_max_sync(mask, (unsigned)number << 24);
    OUT(13) = (int)__reduce_and_sync(mask, (unsigned)number);
    OUT(14) = (int)__reduce_or_sync(mask, (unsigned)number);
    OUT(15) = (int)__reduce_xor_sync(mask, (unsigned)number);
}
