/* Warp collectives. Every kernel treats all warps of the block alike: masks and tables have one entry a lane of a
 * warp. Lanes outside `mask` take no part; those of `exits` return first. Results are written at the thread's linear
 * id. */
#ifndef MACHINE_WARP_H
#define MACHINE_WARP_H

#include <lanewise/launch.h>

typedef struct machine_votes {
    int all, any;
    unsigned ballot;
} machine_votes;

LW_DECLARE_KERNEL(machine_vote, (unsigned, mask), (unsigned, exits), (unsigned, predicates), (machine_votes *, out));

typedef enum machine_direction { MACHINE_INDEX, MACHINE_UP, MACHINE_DOWN, MACHINE_XOR } machine_direction;

/* Each thread contributes 1000 + its linear id. */
LW_DECLARE_KERNEL(machine_shuffle, (int, direction), (unsigned, mask), (int, width), (const int *, operands),
                  (int *, out));

typedef struct machine_matches {
    unsigned any, all;
    int equal;
} machine_matches;

LW_DECLARE_KERNEL(machine_match_32, (unsigned, mask), (const unsigned *, values), (machine_matches *, out));
LW_DECLARE_KERNEL(machine_match_64, (unsigned, mask), (const unsigned long long *, values), (machine_matches *, out));

typedef struct machine_reductions {
    unsigned add_unsigned, min_unsigned, max_unsigned, conjunction, disjunction, exclusive;
    int add_int, min_int, max_int;
} machine_reductions;

LW_DECLARE_KERNEL(machine_reduce, (unsigned, mask), (const unsigned *, values), (machine_reductions *, out));

/* The low and the high half of each warp shuffle by themselves, a different number of times. errors[rank]. */
LW_DECLARE_KERNEL(machine_halves, (int *, errors));

/* Values pass from lane to lane through shared memory with only __syncwarp between. errors[rank]; dynamic shared: an
 * int a lane. */
LW_DECLARE_KERNEL(machine_syncwarp, (int *, errors));

/* Of the first n, each plus its warp's partner at distance 3 (beyond n: 0); plus how many of its warp are odd. */
LW_DECLARE_KERNEL(machine_guarded_shuffle, (int, n), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_guarded_vote, (int, n), (const int *, in), (int *, out));

#endif
