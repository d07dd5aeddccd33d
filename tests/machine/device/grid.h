/* Cooperative grids with barriers of the grid. */
#ifndef MACHINE_GRID_H
#define MACHINE_GRID_H

#include <lanewise/launch.h>

enum { MACHINE_GRID_MOST = 6 * 320 };

/* Each step a thread's number becomes the sum of its own and of the right neighbour's in the grid, times the step; in
 * shared memory each block keeps its first numbers, which it adds at the end. `a` has the numbers, `b` as much room. */
LW_DECLARE_KERNEL(machine_grid_steps, (int, steps), (int *, a), (int *, b));
/* Threads that end before the steps: those with an odd in[i], and all of block `ends` (-1: of none). */
LW_DECLARE_KERNEL(machine_grid_ends, (int, ends), (int, steps), (const int *, in), (int *, a));
/* Odd threads wait at one place of the source, even ones at another; `sum` is of all numbers, step by step. */
LW_DECLARE_KERNEL(machine_grid_places, (int, steps), (int *, sum), (int *, out));
/* Steps until a number in memory is large enough. */
LW_DECLARE_KERNEL(machine_grid_until, (int, enough), (int *, sums), (int *, out));
/* Blocks wait for each other by a counter, which all threads poll through the block's barrier, or through votes of full
 * warps: out[i] is rounds * blocks, as *come is. */
LW_DECLARE_KERNEL(machine_grid_polls, (int, by_vote), (int, rounds), (int *, come), (int *, out));

#endif
