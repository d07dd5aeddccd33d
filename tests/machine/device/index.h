/* Every thread's place. */
#ifndef MACHINE_INDEX_H
#define MACHINE_INDEX_H

#include <lanewise/launch.h>

/* One element a thread, at its linear number in the grid (x fastest, threads before blocks). */
typedef struct machine_position {
    unsigned thread[3], block[3], block_dim[3], grid_dim[3];
    int warp_size;
} machine_position;

LW_DECLARE_KERNEL(machine_positions, (machine_position *, out));

/* count[b] += id + 1 for every thread of the block of linear number b. */
LW_DECLARE_KERNEL(machine_count_blocks, (unsigned *, count));

/* *sum += the block's linear number, by its first thread. */
LW_DECLARE_KERNEL(machine_sum_blocks, (unsigned long long *, sum));

/* A ring of MACHINE_RING numbers in shared memory, ring[i] = i: the numbers that each thread reads at indices that
 * go round it, from thread to thread in steps of one, two and three, backwards, and as a byte; out[k * threads + x]
 * for the k-th of MACHINE_STEPS. */
enum { MACHINE_RING = 2048, MACHINE_STEPS = 5 };
LW_DECLARE_KERNEL(machine_rings, (unsigned, start), (unsigned *, out));

/* out[x] = ring[7 * x % MACHINE_RING]. */
LW_DECLARE_KERNEL(machine_ring_by_sevens, (unsigned *, out));

/* Three numbers of each i < count, which is a thread's place in the grid: 3 * (start + i) + 1 without a sign, 12 * (start + i) - 5
 * and 16 * (start + i) with one, the last plus 5 * start - i, of 32 bits each; extended to 64. */
LW_DECLARE_KERNEL(machine_multiples, (unsigned, start), (unsigned, count), (long long *, out));

/* out[y][x] += 1 + y, where x < right and top <= y < bottom; `out` has a row for each row of threads. The second in
 * blocks of 32 x 8. */
LW_DECLARE_KERNEL(machine_window, (int, right), (int, top), (int, bottom), (int *, out));
LW_DECLARE_KERNEL(machine_window_known, (int, right), (int, top), (int, bottom), (int *, out));

#endif
