/* Tiles of 64 to 512 threads, which span warps. */
#ifndef MACHINE_TILE_H
#define MACHINE_TILE_H

#include <lanewise/launch.h>

enum { MACHINE_TILE_MOST = 1024, MACHINE_TILE_RESULTS = 6 };

/* out[result * 1024 + i], of thread i: the sum of its tile's numbers, the sums up to it and before it, the number of the
 * tile's thread in[0], whether any of the tile's is a multiple of 7, and whether all are above 3. `size` is the tile's. */
LW_DECLARE_KERNEL(machine_tile_results, (int, size), (const int *, in), (int *, out));
/* Tiles of 64 with an odd in[tile] exchange numbers through shared memory in[tile] times; the others skip that. */
LW_DECLARE_KERNEL(machine_tile_some, (const int *, in), (int *, out));
/* The same with tiles of 128, of which only the threads below in[tile] add something each time; then the block has a
 * barrier. */
LW_DECLARE_KERNEL(machine_tile_threads, (const int *, in), (int *, out));
/* Tiles of 64 and 256 alternately, the block's threads in one row or in several. */
LW_DECLARE_KERNEL(machine_tile_nested, (int, steps), (const int *, in), (int *, out));

#endif
