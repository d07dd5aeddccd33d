/* Groups made from groups: tiles, coalesced lanes, partitions by label and by predicate. */
#ifndef LW_CPU_GROUPS_PARTITION_H
#define LW_CPU_GROUPS_PARTITION_H

#include "groups_query.h"
#include "groups_sync.h"
#include "groups_warp.h"
#include "place.h"

/* ---- tiles ---- */
LW_CPU_INLINE lw_cpu_group lw_cpu_partition(lw_cpu_group parent, unsigned size, const emu_site *site)
{
    unsigned first = lw_cpu_lane() & ~(size - 1) & 31;
    lw_cpu_group tile = {LW_CPU_TILE,
                         size < 32 ? ((1u << (size & 31)) - 1) << first : ~0u,
                         LW_CPU_RANK & (size - 1),
                         size,
                         parent.rank / size,
                         (parent.size + size - 1) / size};
    /* As in CUDA, a tile of several warps begins when all threads of its parent have arrived. */
    if (size > 32)
        lw_cpu_group_sync(parent, site);
    return tile;
}

#define lw_tiled_partition(size, parent)                                                                               \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT((size) > 0 && (size) <= 512 && ((size) & ((size) - 1)) == 0,                          \
                                 "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");                        \
        LW_CPU_EXPRESSION_ASSERT(                                                                                      \
            _Generic((parent), LW_CPU_SMALL_TILES, LW_CPU_LARGE_TILES, lw_thread_block: 2048, default: 0) > (size),    \
            "lw_tiled_partition takes a thread block, or a tile larger than those it makes");                          \
        lw_tile(size) lw__tile = {lw_cpu_partition((parent).it, size, LW_CPU_SITE("lw_tiled_partition"))};             \
        lw__tile;                                                                                                      \
    })

LW_CPU_INLINE lw_cpu_tile_1 lw_this_thread(void)
{
    lw_cpu_tile_1 alone = {{LW_CPU_TILE, 1u << lw_cpu_lane(), 0, 1, 0, 1}};
    return alone;
}

/* ---- any lanes of a warp ---- */
LW_CPU_INLINE lw_coalesced_group lw_cpu_coalesced(unsigned mask, unsigned meta_rank, unsigned meta_size)
{
    unsigned below = mask & ((1u << lw_cpu_lane()) - 1);
    lw_coalesced_group group = {{LW_CPU_COALESCED, mask, (unsigned)__builtin_popcount(below),
                                 (unsigned)__builtin_popcount(mask), meta_rank, meta_size}};
    return group;
}

#define lw_coalesced_threads() lw_cpu_coalesced(__activemask(), 0, 1)

/* ---- tiles of a size known when the kernel runs ---- */
/* Splits the lanes of `mask` into tiles of `size`, the last one may be smaller; returns the tile of the caller's
 * rank. */
LW_CPU_INLINE unsigned lw_cpu_lanes_of_tile(unsigned mask, unsigned rank, unsigned size)
{
    unsigned run = 0, at = 0;
    for (unsigned left = mask; left; left &= left - 1, at++)
        if (at / size == rank / size)
            run |= left & -left;
    return run;
}

LW_CPU_INLINE unsigned lw_cpu_checked_size(unsigned size, const emu_site *site)
{
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        emu_trap(site);
    return size;
}

LW_CPU_INLINE lw_thread_group lw_cpu_dynamic_partition(lw_cpu_group parent, unsigned size, const emu_site *site)
{
    lw_thread_group tile = {parent};
    lw_cpu_checked_size(size, site);
    unsigned existing = lw_cpu_block_size() - LW_CPU_RANK / 32 * 32;
    if (parent.kind == LW_CPU_BLOCK)
        tile.it =
            lw_cpu_coalesced(lw_cpu_lanes_of_tile(existing < 32 ? (1u << existing) - 1 : ~0u, lw_cpu_lane(), size),
                             parent.rank / size, (parent.size + size - 1) / size)
                .it;
    else if (parent.kind != LW_CPU_TILE && parent.kind != LW_CPU_COALESCED)
        emu_trap(site);
    else if (parent.size > size)
        tile.it = lw_cpu_coalesced(lw_cpu_lanes_of_tile(parent.mask, parent.rank, size), parent.rank / size,
                                   (parent.size + size - 1) / size)
                      .it;
    return tile;
}

LW_CPU_INLINE lw_coalesced_group lw_cpu_dynamic_partition_coalesced(lw_cpu_group parent, unsigned size,
                                                                    const emu_site *site)
{
    lw_coalesced_group tile = {lw_cpu_dynamic_partition(parent, size, site).it};
    return tile;
}

#define lw_dynamic_tiled_partition(parent, size)                                                                       \
    _Generic((parent),                                                                                                 \
        lw_thread_block: lw_cpu_dynamic_partition,                                                                     \
        lw_thread_group: lw_cpu_dynamic_partition,                                                                     \
        lw_coalesced_group: lw_cpu_dynamic_partition_coalesced)((parent).it, size,                                     \
                                                                LW_CPU_SITE("lw_dynamic_tiled_partition"))

/* ---- partitions by value ---- */
LW_CPU_INLINE lw_coalesced_group lw_cpu_binary_partition(lw_cpu_group parent, int predicate, const emu_site *site)
{
    unsigned set = emu_ballot(parent.mask, predicate, site);
    if (set == 0 || set == parent.mask)
        return lw_cpu_coalesced(parent.mask, 0, 1);
    return lw_cpu_coalesced(predicate ? set : parent.mask & ~set, (unsigned)predicate, 2);
}

/* The parts are numbered by their first lanes. */
LW_CPU_INLINE lw_coalesced_group lw_cpu_labeled_partition(lw_cpu_group parent, uint64_t label, const emu_site *site)
{
    unsigned part = emu_match_any(parent.mask, label, site), first = (unsigned)__builtin_ctz(part);
    unsigned leaders = emu_ballot(parent.mask, first == lw_cpu_lane(), site);
    return lw_cpu_coalesced(part, (unsigned)__builtin_popcount(leaders & ((1u << first) - 1)),
                            (unsigned)__builtin_popcount(leaders));
}

#define lw_binary_partition(group, predicate)                                                                          \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES_OF_A_WARP(group, "lw_binary_partition");                                                    \
        lw_cpu_binary_partition((group).it, (predicate) != 0, LW_CPU_SITE("lw_binary_partition"));                     \
    })
/* The label's bits, extended with zeros. */
#define lw_labeled_partition(group, label)                                                                             \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES_OF_A_WARP(group, "lw_labeled_partition");                                                   \
        LW_CPU_EXPRESSION_ASSERT(_Generic((label), float: 0, double: 0, long double: 0, default: 1),                   \
                                 "a label is an integer or a pointer");                                                \
        LW_CPU_PLAIN_TYPE(label) lw__label = (label);                                                                  \
        LW_CPU_EXPRESSION_ASSERT(sizeof lw__label <= 8, "a label is an integer or a pointer");                         \
        uint64_t lw__bits = 0;                                                                                         \
        __builtin_memcpy(&lw__bits, &lw__label, sizeof lw__label < 8 ? sizeof lw__label : 8);                          \
        lw_cpu_labeled_partition((group).it, lw__bits, LW_CPU_SITE("lw_labeled_partition"));                           \
    })

#endif
