/* Votes, matches and reductions of a warp. Lanes of `leaving` return first; others outside `mask` take no part.
 * Results stand at the lane's rank; lanes that take no part leave them unchanged. */
#ifndef E_VOTE_H
#define E_VOTE_H

#include <lanewise/launch.h>

typedef struct vote {
    int all, any, uniform;
    unsigned ballot;
} vote;

/* A lane's predicate is its bit of `predicates`, as -4 if it is set. */
LW_DECLARE_KERNEL(vote_lanes, (unsigned, mask), (unsigned, leaving), (unsigned, predicates), (vote *, out));

/* Even and odd lanes vote from different branches, with one mask. */
LW_DECLARE_KERNEL(vote_converges, (unsigned *, out));

/* out[rank]: what __activemask() says in a branch of the lanes of `branch`, after those of `leaving` have returned. */
LW_DECLARE_KERNEL(vote_active, (unsigned, leaving), (unsigned, branch), (unsigned *, out));

/* The lanes of `branch` count themselves with one atomic for each group that __activemask() names; out[rank]: the slot
 * that the lane got. */
LW_DECLARE_KERNEL(vote_aggregated, (unsigned, branch), (unsigned *, counter), (unsigned *, out));

enum { MATCH_TYPES = 8 };

typedef struct match {
    unsigned any, all;
    int equal;
} match;

/* Each type's value is made of values[lane]: int, unsigned, long, unsigned long, long long, unsigned long long (64-bit
 * ones with the value in the high half), float and double (with its bits: in the high half). out[type * 32 + lane]. */
LW_DECLARE_KERNEL(match_types, (unsigned, mask), (const unsigned *, values), (match *, out));

typedef struct reduction {
    unsigned add_u, min_u, max_u, conjunction, disjunction, exclusive;
    int add_i, min_i, max_i;
} reduction;

LW_DECLARE_KERNEL(reduce_lanes, (unsigned, mask), (unsigned, leaving), (const unsigned *, values), (reduction *, out));

/* The misuse of each `kind`: 0: the mask lacks the caller; 1: masks that differ; 2: collectives that differ; 3:
 * masks that differ in __syncwarp. */
LW_DECLARE_KERNEL(vote_misuse, (int, kind), (unsigned *, out));
int vote_misuse_line(void); /* of kind 0 */

#endif
