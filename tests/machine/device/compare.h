/* Kernels for the engine `compare`. The tests put fused copies by hand beside the fibers of some. */
#ifndef COMPARE_KERNELS_H
#define COMPARE_KERNELS_H

#include <lanewise/launch.h>

/* All have one structure of arguments. */
LW_DECLARE_KERNEL(compare_add, (int *, out), (int, value), (int, n));  /* out[i] += value + i, i < n */
LW_DECLARE_KERNEL(compare_sum, (int *, out), (int, value), (int, n));  /* *(float *)out += term i, atomically, i < n */
LW_DECLARE_KERNEL(compare_list, (int *, out), (int, value), (int, n)); /* out[1 + out[0]++] = value + i, i < n */
/* out[1 + i % 8] = 1 of the thread i < n that is the first */
LW_DECLARE_KERNEL(compare_first, (int *, out), (int, value), (int, n));
LW_DECLARE_KERNEL(compare_nothing, (int *, out), (int, value), (int, n)); /* writes nothing */
LW_DECLARE_KERNEL(compare_print, (int *, out), (int, value), (int, n));   /* prints "thread i", i < n */
LW_DECLARE_KERNEL(compare_trap, (int *, out), (int, value), (int, n));    /* thread n traps, the others write value */
LW_DECLARE_KERNEL(compare_count, (int *, out), (int, value), (int, n)); /* compare_total += value, atomically, i < n */
/* ((int **)out)[i] = malloc(4), with value + i in it; every other one is freed. compare_total += 1 for each that
 * failed. */
LW_DECLARE_KERNEL(compare_heap, (int *, out), (int, value), (int, n));
/* launches compare_add with the same arguments, once */
LW_DECLARE_KERNEL(compare_launch, (int *, out), (int, value), (int, n));

LW_DECLARE_SYMBOL(compare_total); /* int */

/* Terms of a sum whose value depends on their order. */
#define COMPARE_TERM(i) ((i) % 3 == 0 ? 1e8f : (i) % 3 == 1 ? -1e8f : 1.0f + (float)(i))

#endif
