/* Loops that load an iteration ahead. */
#ifndef MACHINE_PIPELINE_H
#define MACHINE_PIPELINE_H

#include <lanewise/launch.h>

enum { MACHINE_PIPELINE_MOST = 160 };

/* `in` has a row for each iteration, with a number for each thread of the block. out[thread] is the sum over
 * iterations of (iteration + 1) times the number of the thread's right neighbour. */
LW_DECLARE_KERNEL(machine_pipeline, (int, turns), (const int *, in), (int *, out));
/* Numbers count as 0 from thread `within` on. */
LW_DECLARE_KERNEL(machine_pipeline_within, (int, turns), (int, within), (const int *, in), (int *, out));
/* As the first, by iterations: `turn + 1 < turns` and `turn < turns - 1`. */
LW_DECLARE_KERNEL(machine_pipeline_counted, (int, turns), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_pipeline_last, (unsigned, turns), (const int *, in), (int *, out));
/* Loaded two iterations ahead. */
LW_DECLARE_KERNEL(machine_pipeline_two, (int, turns), (const int *, in), (int *, out));
/* Each iteration but the first adds 1000 to the numbers it has loaded, after loading them. */
LW_DECLARE_KERNEL(machine_pipeline_change, (int, turns), (int *, in), (int *, out));

#endif
