/* Reductions and scans of a group, in CUDA's order, so that sums of floats have the GPU's bits.
 *
 * A tile of n lanes, and a coalesced group of a whole warp, reduce as a butterfly: for m = n/2 ... 1, each lane's value
 * becomes op(own value, value of the lane with rank ^ m). A scan: for i = 1, 2, 4 ... each lane with rank i or more
 * replaces its value by op(own value, value of the lane with rank - i). A smaller coalesced group reduces by a scan,
 * and all its lanes get the last value. Tiles of several warps do this within each warp, then over the warps' results.
 */
#ifndef LW_CPU_GROUPS_REDUCE_H
#define LW_CPU_GROUPS_REDUCE_H

#include "groups_warp.h"
#include "place.h"

/* Operators: these names, or the name of any device function `T op(T, T)`. lw_less and lw_greater are CUDA's minimum
 * and maximum, which return the first value if either is a NaN. */
#define lw_plus(a, b) ((a) + (b))
#define lw_less(a, b) ((b) < (a) ? (b) : (a))
#define lw_greater(a, b) ((a) < (b) ? (b) : (a))
#define lw_bit_and(a, b) ((a) & (b))
#define lw_bit_or(a, b) ((a) | (b))
#define lw_bit_xor(a, b) ((a) ^ (b))

/* The first `size` lanes of the caller's warp as a tile. */
LW_CPU_INLINE lw_cpu_group lw_cpu_first_lanes(unsigned size)
{
    lw_cpu_group head = {LW_CPU_TILE, ~0u >> (32 - size), lw_cpu_lane(), size, 0, 1};
    return head;
}

/* The slot where a warp stores its result for its tile; the slot that a lane of the tile's first warp reads. */
LW_CPU_INLINE void *lw_cpu_slot_of_warp(void)
{
    return emu_tile_slot(LW_CPU_RANK / 32);
}

LW_CPU_INLINE void *lw_cpu_slot_of_rank(lw_cpu_group group)
{
    return emu_tile_slot((LW_CPU_RANK - group.rank) / 32 + group.rank);
}

#define LW_CPU_SLOT_SIZE(value) (sizeof(value) < 8 ? sizeof(value) : 8)

/* lw__out: the lane's value, then the result; lw__other: a temporary value. */
#define LW_CPU_BUTTERFLY(group, op, site)                                                                              \
    for (unsigned lw__mask = (group).size / 2; lw__mask > 0; lw__mask /= 2) {                                          \
        lw__other = lw__out;                                                                                           \
        lw_cpu_group_shfl_xor(group, &lw__other, sizeof lw__other, lw__mask, site);                                    \
        lw__out = op(lw__out, lw__other);                                                                              \
    }
#define LW_CPU_SCAN_LANES(group, op, site)                                                                             \
    for (unsigned lw__delta = 1; lw__delta < (group).size; lw__delta *= 2) {                                           \
        lw__other = lw__out;                                                                                           \
        lw_cpu_group_shfl_up(group, &lw__other, sizeof lw__other, lw__delta, site);                                    \
        if (lw__delta <= (group).rank)                                                                                 \
            lw__out = op(lw__out, lw__other);                                                                          \
    }
/* Makes an inclusive scan exclusive: it then begins with zero. */
#define LW_CPU_SHIFT_SCAN(group, site)                                                                                 \
    lw_cpu_group_shfl_up(group, &lw__out, sizeof lw__out, 1, site);                                                    \
    if ((group).rank == 0)                                                                                             \
        __builtin_memset(&lw__out, 0, sizeof lw__out);

/* Combines the results of warps. Lane `lane` of each warp has the warp's result in lw__out. They become the lw__out
 * values of the lanes of the tile lw__head; `work` replaces these, and each warp gets its own back. In the fused copy
 * each warp does all the work itself. */
#ifdef LW_CPU_FUSED
#define LW_CPU_ACROSS_WARPS(group, lane, work, site)                                                                   \
    lw_cpu_tile_put(group, &lw__out, sizeof lw__out, site);                                                            \
    {                                                                                                                  \
        lw_cpu_group lw__head = lw_cpu_first_lanes((group).size / 32);                                                 \
        lw__head.mask = ~0u;                                                                                           \
        lw__head.rank %= lw__head.size;                                                                                \
        lw_cpu_tile_get(group, &lw__out, sizeof lw__out, lw_cpu_one_of_each_warp(group, lane));                        \
        work lw_cpu_exchange(EMU_SHUFFLE_INDEX, ~0u, &lw__out, sizeof lw__out, (group).rank / 32, 32, site);           \
    }
#else
#define LW_CPU_ACROSS_WARPS(group, lane, work, site)                                                                   \
    emu_tile_sync((group).size, site);                                                                                 \
    if ((group).rank % 32 == (lane))                                                                                   \
        __builtin_memcpy(lw_cpu_slot_of_warp(), &lw__out, LW_CPU_SLOT_SIZE(lw__out));                                  \
    emu_tile_sync((group).size, site);                                                                                 \
    if ((group).rank < (group).size / 32) {                                                                            \
        lw_cpu_group lw__head = lw_cpu_first_lanes((group).size / 32);                                                 \
        __builtin_memcpy(&lw__out, lw_cpu_slot_of_rank(group), LW_CPU_SLOT_SIZE(lw__out));                             \
        work __builtin_memcpy(lw_cpu_slot_of_rank(group), &lw__out, LW_CPU_SLOT_SIZE(lw__out));                        \
    }                                                                                                                  \
    emu_tile_sync((group).size, site);                                                                                 \
    __builtin_memcpy(&lw__out, lw_cpu_slot_of_warp(), LW_CPU_SLOT_SIZE(lw__out));
#endif

#define lw_group_reduce(group, value, op)                                                                              \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES(group, "lw_group_reduce");                                                                  \
        LW_CPU_FITS(group, value);                                                                                     \
        LW_CPU_PLAIN_TYPE(value) lw__out = (value), lw__other;                                                         \
        const emu_site *lw__site = LW_CPU_SITE("lw_group_reduce");                                                     \
        lw_cpu_group lw__group = (group).it;                                                                           \
        if (lw__group.size > 32) {                                                                                     \
            lw_cpu_group lw__warp = lw_cpu_first_lanes(32);                                                            \
            LW_CPU_BUTTERFLY(lw__warp, op, lw__site)                                                                   \
            LW_CPU_ACROSS_WARPS(lw__group, 0, LW_CPU_BUTTERFLY(lw__head, op, lw__site), lw__site)                      \
        } else if (lw_cpu_is_sparse(lw__group)) {                                                                      \
            LW_CPU_SCAN_LANES(lw__group, op, lw__site)                                                                 \
            lw_cpu_group_shfl(lw__group, &lw__out, sizeof lw__out, lw__group.size - 1, lw__site);                      \
        } else {                                                                                                       \
            LW_CPU_BUTTERFLY(lw__group, op, lw__site)                                                                  \
        }                                                                                                              \
        lw__out;                                                                                                       \
    })

/* As in CUDA the operator is optional; without it, a sum. */
#define lw_group_inclusive_scan(group, ...) LW_CPU_SCAN("lw_group_inclusive_scan", 0, group, __VA_ARGS__, lw_plus, )
#define lw_group_exclusive_scan(group, ...) LW_CPU_SCAN("lw_group_exclusive_scan", 1, group, __VA_ARGS__, lw_plus, )
#define LW_CPU_SCAN(name, exclusive, group, value, op, ...)                                                            \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES(group, name);                                                                               \
        LW_CPU_FITS(group, value);                                                                                     \
        LW_CPU_PLAIN_TYPE(value) lw__out = (value), lw__other;                                                         \
        const emu_site *lw__site = LW_CPU_SITE(name);                                                                  \
        lw_cpu_group lw__group = (group).it;                                                                           \
        if (lw__group.size > 32) {                                                                                     \
            lw_cpu_group lw__warp = lw_cpu_first_lanes(32);                                                            \
            LW_CPU_SCAN_LANES(lw__warp, op, lw__site)                                                                  \
            LW_CPU_PLAIN_TYPE(value) lw__scan = lw__out;                                                               \
            if (exclusive)                                                                                             \
                lw_cpu_group_shfl_up(lw__warp, &lw__scan, sizeof lw__scan, 1, lw__site);                               \
            LW_CPU_ACROSS_WARPS(lw__group, 31,                                                                         \
                                LW_CPU_SCAN_LANES(lw__head, op, lw__site) LW_CPU_SHIFT_SCAN(lw__head, lw__site),       \
                                lw__site)                                                                              \
            if (!((exclusive) && lw__warp.rank == 0))                                                                  \
                lw__out = lw__group.rank < 32 ? lw__scan : op(lw__scan, lw__out);                                      \
        } else {                                                                                                       \
            LW_CPU_SCAN_LANES(lw__group, op, lw__site)                                                                 \
            if (exclusive) {                                                                                           \
                LW_CPU_SHIFT_SCAN(lw__group, lw__site)                                                                 \
            }                                                                                                          \
        }                                                                                                              \
        lw__out;                                                                                                       \
    })

#endif
