/* One thread acts for its group: lanes of a warp elect it, and wait for each other; in other groups it is rank 0. */
#ifndef LW_CPU_GROUPS_INVOKE_H
#define LW_CPU_GROUPS_INVOKE_H

#include "groups_query.h"
#include "groups_warp.h"

/* Whether the caller acts; `*elected` is the lane that acts. */
LW_CPU_INLINE int lw_cpu_group_elect(lw_cpu_group group, unsigned *elected, const emu_site *site)
{
    *elected = lw_cpu_lane();
    if (group.size > 32 || (group.kind != LW_CPU_TILE && group.kind != LW_CPU_COALESCED))
        return lw_cpu_group_wide_rank(group) == 0;
    *elected = (unsigned)__builtin_ctz(emu_ballot(group.mask, 1, site));
    return *elected == lw_cpu_lane();
}

/* Broadcasts the elected lane's value. */
LW_CPU_INLINE void lw_cpu_group_broadcast(lw_cpu_group group, void *value, size_t size, unsigned elected,
                                          const emu_site *site)
{
    if (group.size > 32)
        lw_cpu_group_shfl(group, value, size, 0, site);
    else
        lw_cpu_exchange(EMU_SHUFFLE_INDEX, group.mask, value, size, elected, 32, site);
}

#define lw_group_invoke_one(group, function, ...)                                                                      \
    ((void)__extension__({                                                                                             \
        unsigned lw__elected;                                                                                          \
        if (lw_cpu_group_elect((group).it, &lw__elected, LW_CPU_SITE("lw_group_invoke_one")))                          \
            function(__VA_ARGS__);                                                                                     \
    }))
#define lw_group_invoke_one_broadcast(group, function, ...)                                                            \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES(group, "lw_group_invoke_one_broadcast");                                                    \
        LW_CPU_FITS(group, function(__VA_ARGS__));                                                                     \
        const emu_site *lw__site = LW_CPU_SITE("lw_group_invoke_one_broadcast");                                       \
        lw_cpu_group lw__group = (group).it;                                                                           \
        LW_CPU_PLAIN_TYPE(function(__VA_ARGS__)) lw__value;                                                            \
        unsigned lw__elected;                                                                                          \
        __builtin_memset(&lw__value, 0, sizeof lw__value);                                                             \
        if (lw_cpu_group_elect(lw__group, &lw__elected, lw__site))                                                     \
            lw__value = function(__VA_ARGS__);                                                                         \
        lw_cpu_group_broadcast(lw__group, &lw__value, sizeof lw__value, lw__elected, lw__site);                        \
        lw__value;                                                                                                     \
    })

#endif
