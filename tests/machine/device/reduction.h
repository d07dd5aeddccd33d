/* Kernels whose threads use atomics on one word, or on few, without using the results. */
#ifndef MACHINE_REDUCTION_H
#define MACHINE_REDUCTION_H

#include <lanewise/launch.h>

enum { MACHINE_REDUCTION_WORDS = 8, MACHINE_REDUCTION_BINS = 32 };

/* Threads below `count` of x * y: in[i] into word[0..6] by add, max, min, or (odd ones alone), xor, and, sub. */
LW_DECLARE_KERNEL(machine_reduction_int, (int, count), (const int *, in), (int *, word));
/* The same of other types, each to a word of its own: a sum and most of 64 bits, sums of floats and doubles. */
LW_DECLARE_KERNEL(machine_reduction_wide, (int, count), (const int *, in), (unsigned long long *, sum),
                  (long long *, most), (float *, single), (double *, twice));
/* Blocks of any shape, and a loop of each thread's own: word[0] gets in[i] as often as in[i] % 5, odd ones +1 in word[1]. */
LW_DECLARE_KERNEL(machine_reduction_shape, (int, count), (const int *, in), (int *, word));
/* One thread adds to `word` and reads `same`, the same word, `steps` times: out[step]. */
LW_DECLARE_KERNEL(machine_reduction_own, (int, which), (int, steps), (int *, word), (int *, same), (int *, out));
/* One thread adds to `word`, then stores to `same`. */
LW_DECLARE_KERNEL(machine_reduction_store, (int, which), (int *, word), (int *, same));
/* One thread makes sums and maxima alternately, in a loop. */
LW_DECLARE_KERNEL(machine_reduction_turns, (int, which), (int, steps), (int *, word), (int *, same));
/* bin[in[i] % bins * stride] gets i, weight the same as a float, least the smallest i: each alone, or all in one kernel. */
LW_DECLARE_KERNEL(machine_reduction_bins, (int, count), (int, bins), (int, stride), (const int *, in), (int *, bin));
LW_DECLARE_KERNEL(machine_reduction_weights, (int, count), (int, bins), (int, stride), (const int *, in),
                  (float *, weight));
LW_DECLARE_KERNEL(machine_reduction_three, (int, count), (int, bins), (int, stride), (const int *, in), (int *, bin),
                  (float *, weight), (int *, least));
/* word[0] counts up and word[1] down without a limit, word[2] up to 9, once for each odd in[i]. */
LW_DECLARE_KERNEL(machine_reduction_counts, (int, count), (const int *, in), (unsigned *, word));
/* Each thread has a word: bin[at[i]] gets 5 by add, then other[at[i]] at least 7; one has *first, too: 5, then other[0]. */
LW_DECLARE_KERNEL(machine_reduction_pair, (int, count), (const int *, at), (int *, bin), (int *, other));
LW_DECLARE_KERNEL(machine_reduction_first, (int, count), (const int *, at), (int *, first), (int *, other));
/* The same in shared memory, by a grid-stride loop, then added to `bin`. */
LW_DECLARE_KERNEL(machine_reduction_shared, (int, count), (const int *, in), (int *, bin), (float *, weight));
/* The last block to arrive, by a fence and a counter, writes the sum of all. */
LW_DECLARE_KERNEL(machine_reduction_fence, (int, count), (const int *, in), (int *, sum), (unsigned *, done),
                  (int *, out));
/* No element qualifies: `nowhere` may be null. */
LW_DECLARE_KERNEL(machine_reduction_none, (int, count), (const int *, in), (int *, nowhere), (float *, either));
/* Each thread adds its warp's sum; then the block's threads read the count. */
LW_DECLARE_KERNEL(machine_reduction_warps, (int, count), (const int *, in), (int *, word), (int *, out));
/* Denormals: threads add `value` to a float in global memory and to one in shared memory, which is copied to
 * `shared`. */
LW_DECLARE_KERNEL(machine_reduction_denormal, (float, value), (float *, global), (float *, shared));
/* Odd elements, in any order, by groups of the active threads. */
LW_DECLARE_KERNEL(machine_reduction_groups, (int, count), (const int *, in), (int *, out), (unsigned *, length),
                  (int *, errors));

#endif
