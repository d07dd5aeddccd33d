/* Loops that only some threads reach. */
#ifndef MACHINE_LOOP_H
#define MACHINE_LOOP_H

#include <lanewise/launch.h>

/* Threads with an even number in `in` end before the loop, of `turns` iterations, */
LW_DECLARE_KERNEL(machine_loop_of_the_rest, (int, turns), (const int *, in), (int *, out));
/* or skip it, */
LW_DECLARE_KERNEL(machine_loop_by_condition, (int, turns), (const int *, in), (int *, out));
/* or end between two barriers, after which the others go on: out[i] is the sum over turns of turn * in[i] +
 * in[turn]. */
LW_DECLARE_KERNEL(machine_loop_behind_a_barrier, (int, turns), (const int *, in), (int *, out));

#endif
