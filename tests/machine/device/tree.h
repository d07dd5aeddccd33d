/* Shared memory that some threads update between barriers: one every so many, or those between two borders. */
#ifndef MACHINE_TREE_H
#define MACHINE_TREE_H

#include <lanewise/launch.h>

enum { MACHINE_TREE_STEPS = 20, MACHINE_TREE_EDGE = 250 };

/* The sum of a block's row of x in dynamic shared memory, by threads whose x is a multiple of 2, 4, 8 ...; out has a
 * sum for each thread that has taken part: the final value at its place. */
LW_DECLARE_KERNEL(machine_tree_of_multiples, (const int *, in), (int *, out));
/* The same of running sums (up and down a tree), by threads whose x + 1 is a multiple. */
LW_DECLARE_KERNEL(machine_tree_of_scan, (const int *, in), (int *, out));
/* Threads of x % step == 0, then of (x & mask) == rest, add the next thread's value; and count themselves. */
LW_DECLARE_KERNEL(machine_tree_of_remainders, (int, step), (unsigned, mask), (unsigned, rest), (const int *, in),
                  (int *, out));
/* Steps of a smallest sum, as on a path, by threads between borders that move inwards; each records whether it took
 * part. */
LW_DECLARE_KERNEL(machine_tree_of_paths, (int, low), (int, high), (int, steps), (const int *, in), (int *, out));
/* A place that moves from step to step, by the value at that place, with a barrier in each step: the sum of the
 * places. */
LW_DECLARE_KERNEL(machine_tree_of_places, (int, count), (int, steps), (const int *, in), (int *, out));
/* Dynamic shared memory of `count` elements after static one: threads from there on have no element. */
LW_DECLARE_KERNEL(machine_tree_of_few, (int, count), (const int *, in), (int *, out));
/* Blocks of 256: shared memory has 5 for all, which is masked as an index of `in`, and then the value there; out is
 * that, after a tree has added it up. */
LW_DECLARE_KERNEL(machine_tree_of_indices, (const int *, in), (int *, out));

#endif
