/* Loops whose last iterations only the first threads of a row, or of a block, run. */
#ifndef MACHINE_STRIDE_LOOP_H
#define MACHINE_STRIDE_LOOP_H

#include <lanewise/launch.h>

enum { MACHINE_STRIDE_MOST = 1024, MACHINE_STRIDE_ROUNDS = 3 };

/* In each round a thread visits the elements i of `in` from its own place on, in strides of a row (`rows`) or of the
 * whole block (`block`) divided by 1 << shift, as long as they are below count - 5 * round. It adds in[i], more if
 * that and i are odd, and adds i to total[round] of all blocks. Then it reads the sum of the next thread in the
 * block's order. out[1024 * block + linear thread id] is its final sum, with the last element visited and the number
 * of steps. */
LW_DECLARE_KERNEL(machine_stride_loop_rows, (int, count), (int, shift), (const unsigned *, in), (unsigned *, out),
                  (unsigned *, total));
LW_DECLARE_KERNEL(machine_stride_loop_block, (int, count), (int, shift), (const unsigned *, in), (unsigned *, out),
                  (unsigned *, total));

/* Threads take steps as long as their x is below limit[step], and add in[step + x]; out is as above, of the sum. */
LW_DECLARE_KERNEL(machine_stride_loop_limits, (const int *, limit), (const unsigned *, in), (unsigned *, out));

#endif
