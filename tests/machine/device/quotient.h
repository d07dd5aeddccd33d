/* Quotients and remainders that threads compute under a condition of their own. */
#ifndef MACHINE_QUOTIENT_H
#define MACHINE_QUOTIENT_H

#include <lanewise/launch.h>

enum { MACHINE_QUOTIENT_TABLE = 1024 }; /* numbers of `table` */

/* Threads, in blocks of one row, with an odd number in `in` write to `out` the number of `table` whose index is a
 * quotient or a remainder by `by`: of blockIdx.x, */
LW_DECLARE_KERNEL(machine_quotient_of_block, (unsigned, by), (const int *, in), (const int *, table), (int *, out));
/* of the thread's row, in blocks of several, */
LW_DECLARE_KERNEL(machine_quotient_of_row, (unsigned, by), (const int *, in), (const int *, table), (int *, out));
/* of -7, -8 ... for iteration 0, 1 ... of four: those whose bit is in `in`, added up, */
LW_DECLARE_KERNEL(machine_quotient_in_a_loop, (int, by), (const int *, in), (const int *, table), (int *, out));
/* of the number of threads, after a barrier, by a number in shared memory, */
LW_DECLARE_KERNEL(machine_quotient_of_shared, (unsigned, by), (const int *, in), (const int *, table), (int *, out));
/* of 1000, in strips of a warp: the number that the thread's neighbour found; 0 from an even one. */
LW_DECLARE_KERNEL(machine_quotient_in_a_warp, (unsigned, by), (const int *, in), (const int *, table), (int *, out));
/* Threads within bounds, 3 to the number of threads less 5, write the number of the table at the threads of the grid
 * / `by`, plus as many. */
LW_DECLARE_KERNEL(machine_quotient_in_bounds, (unsigned, by), (const int *, table), (int *, out));
/* The sum of i / k + i % k for i = threadIdx.x, in steps of the block's threads below `count`, while k goes down
 * from `by`; 1000 for a k of 0. */
LW_DECLARE_KERNEL(machine_quotient_in_strides, (int, count), (int, by), (int *, out));
/* Threads with an odd number write dividend / by + dividend % by. */
LW_DECLARE_KERNEL(machine_quotient_signed, (int, dividend), (int, by), (const int *, in), (int *, out));
/* counts[0] is the number of the grid's threads, from the second on, whose number / by is at most `most`; numbers
 * are signed. */
LW_DECLARE_KERNEL(machine_quotient_counted, (int, by), (int, most), (int *, counts));
/* out[i] is 1 for those threads whose number % by is at most by / 2. */
LW_DECLARE_KERNEL(machine_quotient_compared, (int, by), (int, most), (int *, out));
/* Those of thread `lane` alone, by a divisor that is not tested, and by one that is. */
LW_DECLARE_KERNEL(machine_quotient_of_one, (unsigned, lane), (unsigned, by), (unsigned, guarded), (int *, out));
int machine_quotient_of_one_line(void);

#endif
