/* Block barriers and shared memory. */
#ifndef MACHINE_BARRIER_H
#define MACHINE_BARRIER_H

#include <lanewise/launch.h>

enum { MACHINE_ROUNDS = 20 };

/* errors[thread] += 1 for each value of another thread that a barrier did not make visible. Dynamic shared: an int a
 * thread. */
LW_DECLARE_KERNEL(machine_barrier, (int *, errors));

/* Thread i returns before round i of `rounds` if i < leaving; counts[r] is what the last thread saw in round r: the
 * threads that took part, then the and and the or of "my linear id is even". */
LW_DECLARE_KERNEL(machine_barrier_exits, (int, leaving), (int, rounds), (int *, counts));

/* The barriers that return a value: counts of i % 3 == 0 over threads, the and and or of predicates that depend on
 * the thread. */
LW_DECLARE_KERNEL(machine_barrier_reductions, (int *, errors));

/* A barrier in a device function, called from two places. */
LW_DECLARE_KERNEL(machine_barrier_function, (int *, errors));

/* Sums over the block by a tree in shared memory: out[block]. Blocks of 256 threads. */
LW_DECLARE_KERNEL(machine_tree, (const int *, in), (int *, out));

/* One block of 8 x 4. A row of 8 from `in` on, tile after tile, is read by all four rows of threads, row y adding y;
 * 1 stands for numbers from n on, and places may wrap around. out[8 * y + x] is made by sum = 3 * sum + tile[y][l] *
 * tile[l % 4][x] over all l < depth of all tiles. */
LW_DECLARE_KERNEL(machine_tiles, (unsigned, first), (unsigned, n), (int, tiles), (int, depth), (const unsigned *, in),
                  (unsigned *, out));

/* Every form of LW_SHARED at once, written, then read by other threads; errors[block]. Blocks of 64 threads, dynamic
 * shared of 64 doubles. */
LW_DECLARE_KERNEL(machine_shared_forms, (int *, errors));

/* Sorts each block's 512 keys: at constant distances, between barriers. */
enum { MACHINE_SORT_LANES = 256, MACHINE_SORT_KEYS = 2 * MACHINE_SORT_LANES };
LW_DECLARE_KERNEL(machine_sort, (const unsigned *, in), (unsigned *, out));

/* Inclusive sums over each block; thread i of all blocks gets its neighbour's, i ^ 1, if i < n. Reads `in` beyond n. */
enum { MACHINE_SCAN_LANES = 64 };
LW_DECLARE_KERNEL(machine_guarded_scan, (unsigned, n), (const int *, in), (int *, out));

#endif
