/* Loops that some of the lanes come to. */
#ifndef MACHINE_LOOP_H
#define MACHINE_LOOP_H

#include <lanewise/launch.h>

/* Lanes whose number in `in` is even end before the loop, of `turns`, */
LW_DECLARE_KERNEL(machine_loop_of_the_rest, (int, turns), (const int *, in), (int *, out));
/* or leave it out, */
LW_DECLARE_KERNEL(machine_loop_by_condition, (int, turns), (const int *, in), (int *, out));
/* or end between two barriers, after which the rest goes on: out[i] is the sum over turns of turn * in[i] + in[turn]. */
LW_DECLARE_KERNEL(machine_loop_behind_a_barrier, (int, turns), (const int *, in), (int *, out));

#endif
