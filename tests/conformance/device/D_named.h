/* Barriers with a number. */
#ifndef D_NAMED_H
#define D_NAMED_H

#include <lanewise/launch.h>

/* The whole block passes values through barrier `id`. errors[lane]; dynamic shared: an int a lane. */
LW_DECLARE_KERNEL(named_whole_block, (int, id), (int *, errors));

/* Pairs of warps pass values by themselves, through barriers 1, 2, 3 ... and a different number of times.
 * errors[lane]; dynamic shared: an int a lane. Blocks of 64 n lanes. */
LW_DECLARE_KERNEL(named_pairs, (int *, errors));

/* Warp 0 fills a buffer and the other warps add it up, `rounds` times: the producer syncs on barrier 1 (empty) and
 * arrives at 2 (full), consumers sync on 2 and arrive at 1. out[lane] for consumers. Dynamic shared: 32 ints. */
LW_DECLARE_KERNEL(named_producer, (int, rounds), (int *, out));

/* Lanes below `leaving` return; the others meet at barrier 3, with `branches` from two of them. out[lane]: how many had
 * come. Dynamic shared: an int. */
LW_DECLARE_KERNEL(named_partial, (int, branches), (int, leaving), (int, count), (int *, out));

/* Lanes from `first` on return (before anybody comes to the barrier, where `settled`); the others meet at barrier `id`
 * without a count. out[lane] = first - 1 - lane. Dynamic shared: an int a lane. */
LW_DECLARE_KERNEL(named_after_exit, (int, id), (int, first), (int, settled), (int *, out));

/* Two warps meet at barrier 0, each by another name for it. out[lane] = 63 - lane. Dynamic shared: 64 ints. */
LW_DECLARE_KERNEL(named_forms, (int *, out));

/* What is wrong, by `kind`; see D_named.c. Blocks of 96. */
LW_DECLARE_KERNEL(named_misuse, (int, kind), (unsigned, id), (unsigned, count), (int *, out));

#endif
