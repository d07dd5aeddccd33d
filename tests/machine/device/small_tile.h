/* Tiles of 2 to 16 threads: all tiles of a warp exchange together, or only some of them. */
#ifndef MACHINE_SMALL_TILE_H
#define MACHINE_SMALL_TILE_H

#include <lanewise/launch.h>

enum { MACHINE_SMALL_TILE_MOST = 1024, MACHINE_SMALL_TILE_RESULTS = 16 };

/* out[result * 1024 + thread], of the block's one thread of that linear id, where the tile's number in the block is no
 * multiple of `some` (0: everywhere), see ../small_tile.c for the results. `size` is the tile's. */
LW_DECLARE_KERNEL(machine_small_tile, (int, size), (int, some), (const int *, in), (int *, out));
/* The same with masks that the kernel computes itself, of 8 lanes. */
LW_DECLARE_KERNEL(machine_mask_of_tile, (int, some), (const int *, in), (int *, out));

#endif
