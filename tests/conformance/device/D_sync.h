/* Barriers, fences and the visibility of writes. */
#ifndef D_SYNC_H
#define D_SYNC_H

#include <lanewise/launch.h>

/* Each thread writes shared and global memory, and reads the thread `round` further on after a barrier.
 * errors[thread]; `board`: an int a thread; dynamic shared: the same. */
LW_DECLARE_KERNEL(sync_board, (int, rounds), (int *, board), (int *, errors));

/* A barrier in a branch that the whole block takes or not, by a parameter; then thread i < leaving returns and the
 * others wait at another. out[thread]: 1 + its neighbour's last value before that barrier. Dynamic shared: an int a
 * thread. */
LW_DECLARE_KERNEL(sync_conditional, (int, taken), (int, leaving), (int *, out));

/* Two branches with a barrier each. */
LW_DECLARE_KERNEL(sync_divergent, (int *, out));
int sync_divergent_line(void); /* of the first */

/* Blocks of two warps. Each warp meets the other at barriers of its own: in two branches; four barriers in a loop, and
 * four one after the other; and counts predicates there. out[thread]. */
LW_DECLARE_KERNEL(sync_branches, (int *, out));
LW_DECLARE_KERNEL(sync_turns, (int *, out));
LW_DECLARE_KERNEL(sync_branch_counts, (int *, out));

typedef struct sync_result {
    int count, conjunction, disjunction;
} sync_result;

/* Threads below `leaving` return; a thread's predicate is 2 if its rank is a multiple of `step`, else 0. */
LW_DECLARE_KERNEL(sync_predicates, (int, leaving), (int, step), (sync_result *, out));

/* The low and the high half of each warp pass values through shared memory by themselves, in 5 and in 8 rounds; then
 * the whole warp. errors[thread]; dynamic shared: an int a thread. */
LW_DECLARE_KERNEL(sync_half_warps, (int *, errors));

/* Lane 0 of each warp but the first polls until the first warp has written 7 to *word. out[warp]: the value it read. */
LW_DECLARE_KERNEL(sync_poll, (int *, word), (int *, out));

/* CUDA's example of a sum by the block that arrives last. `count` is 0 and stays so. Blocks of 64. */
LW_DECLARE_KERNEL(sync_last_block, (int, n), (const int *, in), (int *, partial), (unsigned *, count), (int *, total));

/* out[i] = i, in the first grid; then out[i] += in[n - 1 - i]. */
LW_DECLARE_KERNEL(sync_fill, (int, n), (int *, out));
LW_DECLARE_KERNEL(sync_mirror, (int, n), (const int *, in), (int *, out));

/* One thread: *x = i; fence of the system; *y = i, for i = 1 to n. Host memory. */
LW_DECLARE_KERNEL(sync_for_the_host, (int, n), (int *, x), (int *, y));
LW_DECLARE_KERNEL(sync_with_the_host, (int, n), (int *, ours), (int *, theirs), (int *, result));

/* One thread stores all bits and none alternately, `times` times, as `size` bytes (1, 2, 4 or 8). Host memory. */
LW_DECLARE_KERNEL(sync_flicker, (int, size), (int, times), (void *, word));

#endif
