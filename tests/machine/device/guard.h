/* Kernels with `if (i < count)`, whose threads share values: a loop's counter, and values computed from it. */
#ifndef MACHINE_GUARD_H
#define MACHINE_GUARD_H

#include <lanewise/launch.h>

enum { MACHINE_GUARD_STRIDE = 3000, MACHINE_GUARD_STEPS = 12 };

/* out[i] = sum over 12 steps of weight[0] * in[i + step] + weight[1] * in[i + step + stride]; threads from `count` on end. */
LW_DECLARE_KERNEL(machine_guard_of_sums, (int, count), (const int *, in), (intptr_t, stride), (const int *, weight),
                  (int *, out));
/* The same; each step's weights come from the step before, and the last one is added after the loop. */
LW_DECLARE_KERNEL(machine_guard_of_weights, (int, count), (int, steps), (const int *, in), (const int *, weight),
                  (int *, out));
/* Threads from `count` on have a loop of their own, of another length, in the branch that the others do not take. */
LW_DECLARE_KERNEL(machine_guard_of_both, (int, count), (int, steps), (const int *, in), (const int *, weight),
                  (int *, out));
/* A block's x by y are a part of a picture, `width` by `height`. */
LW_DECLARE_KERNEL(machine_guard_of_rows, (int, width), (int, height), (const int *, in), (const int *, weight),
                  (int *, out));
/* Each step adds what the warp's first thread holds; threads from `count` on end before. */
LW_DECLARE_KERNEL(machine_guard_of_shuffles, (int, count), (int, steps), (const int *, in), (const int *, weight),
                  (int *, out));
/* After a barrier and between loops that all threads run. */
LW_DECLARE_KERNEL(machine_guard_between, (int, count), (int, steps), (const int *, in), (const int *, weight),
                  (int *, out));

/* Warps choose by in[i / 32] which of two sequences of collectives they run, and how often; threads from `count` on
 * contribute 0. */
LW_DECLARE_KERNEL(machine_guard_of_warps, (int, count), (const int *, in), (int *, out));
/* Threads choose by in[i] whether they run a loop of the block's length; then all vote. */
LW_DECLARE_KERNEL(machine_guard_of_threads, (int, count), (int, steps), (const int *, in), (const int *, weight),
                  (int *, out));
/* Threads whose i has its lowest three bits 0 add as many elements, from i + 1 on, as in[i] & 7; then those whose second bit is 0 add
 * in[i + 2] times the first weight; threads from `count` on do neither. */
LW_DECLARE_KERNEL(machine_guard_of_bits, (int, count), (const int *, in), (const int *, weight), (int *, out));
/* Threads end by in[i]; the remaining ones vote and add the numbers of the others in their warp. */
LW_DECLARE_KERNEL(machine_guard_of_ends, (int, count), (int, steps), (const int *, in), (const int *, weight),
                  (int *, out));
/* Each warp sums up; out[i] is the sum of the one thread of a row whose x is shift + 3; then the rest of the row,
 * except x = other, adds 1. */
LW_DECLARE_KERNEL(machine_guard_of_one, (int, shift), (int, other), (const int *, in), (int *, out));

#endif
