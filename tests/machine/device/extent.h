/* Kernels of which some threads end early, at two places: the remaining ones are a smaller block. */
#ifndef MACHINE_EXTENT_H
#define MACHINE_EXTENT_H

#include <lanewise/launch.h>

enum { MACHINE_EXTENT_STEPS = 5, MACHINE_EXTENT_MOST = 1024 };

/* In all blocks but the second, threads with x >= width, y >= height or z >= depth end before anything is computed.
 * The others run a loop, count odd numbers and vote, and read their neighbour's sum in shared memory. Those of them
 * with x >= width - fewer end next. The others run a loop with barriers. out[1024 * block + linear thread id] is
 * each thread's sum. */
LW_DECLARE_KERNEL(machine_extent, (int, width), (int, height), (int, depth), (int, fewer), (const int *, in),
                  (int *, out));

/* Threads with ids first to end - 1 remain in a block. In each of four steps a warp's threads shuffle (kind: index,
 * up, down, xor) with one mask and operand for all: a thread whose source takes part adds the value it gets, any
 * other doubles its number. Then they count odd numbers at a barrier, and vote. */
LW_DECLARE_KERNEL(machine_extent_shuffle, (int, first), (int, end), (int, kind), (int, operand), (const int *, in),
                  (int *, out));

/* Threads with ids below `end` remain in a block. Three times each adds the value it gets by __shfl_down_sync with
 * the full mask, by 1, 8 and 4. The value from an ended thread is undefined. */
LW_DECLARE_KERNEL(machine_extent_full_mask, (int, end), (const int *, in), (int *, out));

#endif
