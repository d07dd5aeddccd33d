/* Kernels of many readers and of what is not all written: one fault each, or none. */
#ifndef TESTS_CHECK_EXACT_KERNELS_H
#define TESTS_CHECK_EXACT_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

/* All read a word, and all but the reader `left` meet its writer; -1: all do. `byte`: one byte is written, no word;
 * 2: nothing is. */
LW_DECLARE_KERNEL(of_warp, (int *, out), (int, left), (int, byte));
LW_DECLARE_KERNEL(of_block, (int *, word), (int *, out), (int, left), (int, byte), (int, shared));
LW_DECLARE_KERNEL(of_grid, (int *, word), (int *, count), (int *, out), (int, left), (int, byte));
LW_DECLARE_KERNEL(of_silent, (int *, word), (int *, out), (int, writes));
/* Half of a word is read by two warps, then the other half is written. */
LW_DECLARE_KERNEL(of_halves, (int *, out));
/* Two blocks write a word, each with an atomic (what: 0) or a barrier object (1) at the same place of its own shared memory
 * beside it. */
LW_DECLARE_KERNEL(of_places, (int *, word), (int, what));
/* Two buffers are filled by asynchronous copies, and the second is read when it has been waited for, or not. */
LW_DECLARE_KERNEL(of_buffers, (const int *, in), (int *, out), (int, waits));
/* A block copies to global memory together, and each thread changes the element of its number when it has waited, or before. */
LW_DECLARE_KERNEL(of_group, (int *, out), (int, waits));
/* Every thread writes 0 to the same place, except thread `differs`, which writes 1; with -1 there is no such thread. An int (what: 0),
 * eight bytes that differ in the upper half (1), or four ints that differ in the last (2). */
LW_DECLARE_KERNEL(of_values, (int *, at), (int, what), (int, differs));
/* One warp reads, and another compares and swaps, with an int (what: 0), eight bytes (1), the compilers' own function (2). */
LW_DECLARE_KERNEL(of_compare, (int *, at), (int *, out), (int, what), (int, succeeds));
/* A thread writes a word (what: 0), reads it (1), or writes a word of shared memory (2), then all threads add to it with atomics.
 * `waits`: a barrier is between; it holds for a block alone. */
LW_DECLARE_KERNEL(of_added, (int *, at), (int *, out), (int, what), (int, waits));
/* A thread accesses a word, then again with an access that races with less; then another thread accesses it. The first access is a
 * plain write before a volatile one (what: 0), a plain read before a volatile one (1) or before a compare-and-swap that fails (2), a
 * plain write before an atomic that another thread's read follows (3), also with a plain read after these (6), an atomic of block
 * scope before a wider one (4), a volatile write before an atomic (5). `waits`: a barrier is between, or the atomic is wide. */
LW_DECLARE_KERNEL(of_covered, (int *, at), (int *, out), (int, what), (int, waits));
/* Every thread looks at a word, and then adds to it: what is kept of one thread must not make the next one slower. */
LW_DECLARE_KERNEL(of_looks, (int *, at));
/* The last block reads what all have written, after a barrier and without a fence of its own. Those who write make none (what: 0), one
 * of block scope (1), one of device scope (2). */
LW_DECLARE_KERNEL(of_ticket, (int *, count), (int *, out), (int, what));

enum { EXACT_GRID = 5, EXACT_WARPS = 3 };

LW_DECLARE_KERNEL(fields, (int *, data), (int, what), (int, fixed));
LW_DECLARE_KERNEL(wholes, (int *, data), (int, what), (int, fixed));
LW_DECLARE_KERNEL(right, (int *, data), (int, what));
/* A copy of a structure is the last thing that the lane does. */
LW_DECLARE_KERNEL(last_copy, (const int *, data));

#endif
