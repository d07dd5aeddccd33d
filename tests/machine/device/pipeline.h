/* Loops that load for a turn before they need it. */
#ifndef MACHINE_PIPELINE_H
#define MACHINE_PIPELINE_H

#include <lanewise/launch.h>

enum { MACHINE_PIPELINE_MOST = 160 };

/* `in` has a row for each turn, in it a number for each lane of the block. out[lane] is the sum over turns of turn + 1
 * times the number of the lane's right neighbour. */
LW_DECLARE_KERNEL(machine_pipeline, (int, turns), (const int *, in), (int *, out));
/* Numbers count as 0 from lane `within` on. */
LW_DECLARE_KERNEL(machine_pipeline_within, (int, turns), (int, within), (const int *, in), (int *, out));
/* As the first, by turns: `turn + 1 < turns` and `turn < turns - 1`. */
LW_DECLARE_KERNEL(machine_pipeline_counted, (int, turns), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_pipeline_last, (unsigned, turns), (const int *, in), (int *, out));
/* Loaded two turns ahead. */
LW_DECLARE_KERNEL(machine_pipeline_two, (int, turns), (const int *, in), (int *, out));
/* Each turn but the first adds 1000 to the numbers it has loaded, after it has loaded them. */
LW_DECLARE_KERNEL(machine_pipeline_change, (int, turns), (int *, in), (int *, out));

#endif
