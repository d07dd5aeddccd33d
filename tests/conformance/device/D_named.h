/* Barriers with a number. */
#ifndef D_NAMED_H
#define D_NAMED_H

#include <lanewise/launch.h>

/* The whole block passes values through barrier `id`. errors[thread]; dynamic shared: an int a thread. */
LW_DECLARE_KERNEL(named_whole_block, (int, id), (int *, errors));

/* Pairs of warps pass values by themselves, through barriers 1, 2, 3 ... and a different number of times.
 * errors[thread]; dynamic shared: an int a thread. Blocks of 64 n threads. */
LW_DECLARE_KERNEL(named_pairs, (int *, errors));

/* Warp 0 fills a buffer and the other warps add it up, `rounds` times: the producer syncs on barrier 1 (empty) and
 * arrives at 2 (full), consumers sync on 2 and arrive at 1. out[thread] for consumers. Dynamic shared: 32 ints. */
LW_DECLARE_KERNEL(named_producer, (int, rounds), (int *, out));

/* Threads below `leaving` return; the others wait at barrier 3, with `branches` from two of them. out[thread]: how
 * many had arrived. Dynamic shared: an int. */
LW_DECLARE_KERNEL(named_partial, (int, branches), (int, leaving), (int, count), (int *, out));

/* Threads from `first` on return (before any thread reaches the barrier, if `settled`); the others wait at barrier
 * `id` without a count. out[thread] = first - 1 - thread. Dynamic shared: an int a thread. */
LW_DECLARE_KERNEL(named_after_exit, (int, id), (int, first), (int, settled), (int *, out));

/* Two warps wait at barrier 0, each by another name for it. out[thread] = 63 - thread. Dynamic shared: 64 ints. */
LW_DECLARE_KERNEL(named_forms, (int *, out));

/* The misuse of each `kind`; see D_named.c. Blocks of 96. */
LW_DECLARE_KERNEL(named_misuse, (int, kind), (unsigned, id), (unsigned, count), (int *, out));

#endif
