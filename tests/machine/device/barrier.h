/* Block barriers and shared memory. */
#ifndef MACHINE_BARRIER_H
#define MACHINE_BARRIER_H

#include <lanewise/launch.h>

enum { MACHINE_ROUNDS = 20 };

/* errors[lane] += 1 for each value of another lane that a barrier did not bring. Dynamic shared: an int a lane. */
LW_DECLARE_KERNEL(machine_barrier, (int *, errors));

/* Lane i leaves before round i of `rounds` if i < leaving; counts[r] is what the last lane saw of round r: the lanes
 * that took part, then the and and the or of "my rank is even". */
LW_DECLARE_KERNEL(machine_barrier_exits, (int, leaving), (int, rounds), (int *, counts));

/* The barriers that return: counts of i % 3 == 0 over lanes, the and and or of lane-dependent predicates. */
LW_DECLARE_KERNEL(machine_barrier_reductions, (int *, errors));

/* A barrier in a device function, called from two places. */
LW_DECLARE_KERNEL(machine_barrier_function, (int *, errors));

/* Sums over the block by a tree in shared memory: out[block]. Blocks of 256 lanes. */
LW_DECLARE_KERNEL(machine_tree, (const int *, in), (int *, out));

/* One block of 8 x 4. A row of 8 from `in` on, tile after tile, is read by all four rows of lanes, row y adding y; 1
 * stands for what is not below n, and places may wrap around. out[8 * y + x] is made by
 * sum = 3 * sum + tile[y][l] * tile[l % 4][x] over all l < depth of all tiles. */
LW_DECLARE_KERNEL(machine_tiles, (unsigned, first), (unsigned, n), (int, tiles), (int, depth), (const unsigned *, in),
                  (unsigned *, out));

/* Every form of LW_SHARED at once, written, then read by other lanes; errors[block]. Blocks of 64 lanes, dynamic
 * shared of 64 doubles. */
LW_DECLARE_KERNEL(machine_shared_forms, (int *, errors));

/* Sorts each block's 512 keys: at distances that are known, between barriers. */
enum { MACHINE_SORT_LANES = 256, MACHINE_SORT_KEYS = 2 * MACHINE_SORT_LANES };
LW_DECLARE_KERNEL(machine_sort, (const unsigned *, in), (unsigned *, out));

/* Inclusive sums over each block; lane i of all blocks gets its neighbour's, i ^ 1, if i < n. Reads `in` beyond n. */
enum { MACHINE_SCAN_LANES = 64 };
LW_DECLARE_KERNEL(machine_guarded_scan, (unsigned, n), (const int *, in), (int *, out));

#endif
