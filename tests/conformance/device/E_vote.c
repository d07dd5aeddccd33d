#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "E_vote.h"

__device__ static unsigned lane_id(void)
{
    return threadIdx.x % 32;
}

__device__ static bool named(unsigned mask)
{
    return mask >> lane_id() & 1;
}

LW_KERNEL(vote_lanes, (unsigned, mask), (unsigned, leaving), (unsigned, predicates), (vote *, out))
{
    if (named(leaving) || !named(mask))
        return;
    int predicate = named(predicates) ? -4 : 0;
    vote *mine = &out[threadIdx.x];
    mine->all = __all_sync(mask, predicate) != 0;
    mine->any = __any_sync(mask, predicate) != 0;
    mine->uniform = __uni_sync(mask, predicate) != 0;
    mine->ballot = __ballot_sync(mask, predicate);
}

LW_KERNEL(vote_converges, (unsigned *, out))
{
    if (lane_id() % 2)
        out[threadIdx.x] = __ballot_sync(LW_FULL_MASK, lane_id() < 16);
    else
        out[threadIdx.x] = __ballot_sync(LW_FULL_MASK, lane_id() < 8);
}

LW_KERNEL(vote_active, (unsigned, leaving), (unsigned, branch), (unsigned *, out))
{
    if (named(leaving))
        return;
    if (named(branch))
        out[threadIdx.x] = __activemask();
}

LW_KERNEL(vote_aggregated, (unsigned, branch), (unsigned *, counter), (unsigned *, out))
{
    if (!named(branch))
        return;
    unsigned group = __activemask(), first = 0;
    int leader = __ffs((int)group) - 1;
    if ((int)lane_id() == leader)
        first = atomicAdd(counter, (unsigned)__popc(group));
    first = __shfl_sync(group, first, leader);
    out[threadIdx.x] = first + (unsigned)__popc(group & ((1u << lane_id()) - 1));
}

#define MATCH(index, value)                                                                                            \
    do {                                                                                                               \
        match *mine = &out[(index) * 32 + lane_id()];                                                                  \
        mine->any = __match_any_sync(mask, value);                                                                     \
        mine->all = __match_all_sync(mask, value, &mine->equal);                                                       \
        mine->equal = mine->equal != 0;                                                                                \
    } while (0)

LW_KERNEL(match_types, (unsigned, mask), (const unsigned *, values), (match *, out))
{
    if (!named(mask))
        return;
    unsigned narrow = values[lane_id()];
    unsigned long long wide = (unsigned long long)narrow << 32 | 5;
    MATCH(0, (int)narrow);
    MATCH(1, narrow);
    MATCH(2, (long)wide);
    MATCH(3, (unsigned long)wide);
    MATCH(4, (long long)wide);
    MATCH(5, wide);
    MATCH(6, __uint_as_float(narrow));
    MATCH(7, __longlong_as_double((long long)wide));
}

LW_KERNEL(reduce_lanes, (unsigned, mask), (unsigned, leaving), (const unsigned *, values), (reduction *, out))
{
    if (named(leaving) || !named(mask))
        return;
    unsigned value = values[lane_id()];
    reduction *mine = &out[threadIdx.x];
    mine->add_u = __reduce_add_sync(mask, value);
    mine->min_u = __reduce_min_sync(mask, value);
    mine->max_u = __reduce_max_sync(mask, value);
    mine->conjunction = __reduce_and_sync(mask, value);
    mine->disjunction = __reduce_or_sync(mask, value);
    mine->exclusive = __reduce_xor_sync(mask, value);
    mine->add_i = __reduce_add_sync(mask, (int)value);
    mine->min_i = __reduce_min_sync(mask, (int)value);
    mine->max_i = __reduce_max_sync(mask, (int)value);
}

LW_KERNEL(vote_misuse, (int, kind), (unsigned *, out))
{
    unsigned mask = threadIdx.x < 16 ? 0xffffffffu : 0xfffffffeu;
    if (kind == 0)
        out[threadIdx.x] = __ballot_sync(0xffffffdfu, 1);
    if (kind == 1)
        out[threadIdx.x] = (unsigned)__all_sync(mask, 1);
    if (kind == 2 && threadIdx.x < 16)
        out[threadIdx.x] = __reduce_add_sync(LW_FULL_MASK, 1u);
    else if (kind == 2)
        out[threadIdx.x] = __reduce_max_sync(LW_FULL_MASK, 1u);
    if (kind == 3)
        __syncwarp(mask);
}
LINE_ABOVE(vote_misuse_line, 10)
