/* Shuffles, votes and matches in tiles and coalesced groups. */
#ifndef LW_CPU_GROUPS_WARP_H
#define LW_CPU_GROUPS_WARP_H

#include "bits.h"
#include "groups_types.h"
#include "place.h"
#include "warp.h"

LW_CPU_INLINE unsigned lw_cpu_lane(void)
{
    return LW_CPU_RANK % 32;
}

/* Shuffles `size` bytes in place, eight at a time. With width 1 a lane keeps its value. */
LW_CPU_INLINE void lw_cpu_exchange(emu_shuffle kind, unsigned mask, void *value, size_t size, unsigned operand,
                                   unsigned width, const emu_site *site)
{
    for (size_t at = 0; at < size && width > 1; at += 8) {
        uint64_t bits = 0;
        size_t part = size - at < 8 ? size - at : 8;
        __builtin_memcpy(&bits, (char *)value + at, part);
        bits = emu_shfl(kind, mask, bits, operand, (int)width, site);
        __builtin_memcpy((char *)value + at, &bits, part);
    }
}

#ifdef LW_CPU_FUSED
/* Tiles of several warps, fused: each thread stores a value for its tile in a slot of its own. All threads do the same,
 * so that the work-item loops can be vectorised. The first barrier lets all threads read the earlier values. */
LW_CPU_INLINE void lw_cpu_tile_put(lw_cpu_group group, const void *value, size_t size, const emu_site *site)
{
    emu_tile_sync(group.size, site);
    __builtin_memcpy(lw_fused_tile_slots() + LW_CPU_RANK * size, value, size);
    emu_tile_sync(group.size, site);
}

/* Reads the value that the tile's thread `rank` has stored. */
LW_CPU_INLINE void lw_cpu_tile_get(lw_cpu_group group, void *value, size_t size, unsigned rank)
{
    __builtin_memcpy(value, lw_fused_tile_slots() + (LW_CPU_RANK - group.rank + rank) * size, size);
}

/* The rank of lane `lane` in one of the tile's warps. Neighbouring lanes get neighbouring warps, and the lanes of a
 * warp cover all warps of the tile. */
LW_CPU_INLINE unsigned lw_cpu_one_of_each_warp(lw_cpu_group group, unsigned lane)
{
    return lw_cpu_lane() % (group.size / 32) * 32 + lane;
}

LW_CPU_INLINE void lw_cpu_large_shfl(lw_cpu_group group, void *value, size_t size, unsigned from, const emu_site *site)
{
    lw_cpu_tile_put(group, value, size, site);
    lw_cpu_tile_get(group, value, size, from % group.size);
}
#else
/* Tiles of several warps exchange values by one slot for each warp. The first barrier lets all threads read the earlier
 * values. */
LW_CPU_INLINE void lw_cpu_large_shfl(lw_cpu_group group, void *value, size_t size, unsigned from, const emu_site *site)
{
    unsigned warp = (LW_CPU_RANK - group.rank + from % group.size) / 32;
    emu_tile_sync(group.size, site);
    if (group.rank == from % group.size)
        __builtin_memcpy(emu_tile_slot(warp), value, size < 8 ? size : 8);
    emu_tile_sync(group.size, site);
    __builtin_memcpy(value, emu_tile_slot(warp), size < 8 ? size : 8);
}
#endif

/* Whether the group can have gaps: a coalesced group of a whole warp counts as a tile. */
LW_CPU_INLINE int lw_cpu_is_sparse(lw_cpu_group group)
{
    return group.kind == LW_CPU_COALESCED && group.size < 32;
}

LW_CPU_INLINE void lw_cpu_group_shfl(lw_cpu_group group, void *value, size_t size, unsigned from, const emu_site *site)
{
    if (group.size > 32)
        lw_cpu_large_shfl(group, value, size, from, site);
    else if (!lw_cpu_is_sparse(group))
        lw_cpu_exchange(EMU_SHUFFLE_INDEX, group.mask, value, size, from, group.size, site);
    else
        lw_cpu_exchange(EMU_SHUFFLE_INDEX, group.mask, value, size, __fns(group.mask, 0, (int)from + 1), 32, site);
}

/* Shifts values by `distance` ranks: down if positive, up if negative. A lane without a source keeps its value. */
LW_CPU_INLINE void lw_cpu_sparse_shift(lw_cpu_group group, void *value, size_t size, int distance, const emu_site *site)
{
    unsigned from = __fns(group.mask, lw_cpu_lane(), distance < 0 ? distance - 1 : distance + 1);
    lw_cpu_exchange(EMU_SHUFFLE_INDEX, group.mask, value, size, from < 32 ? from : lw_cpu_lane(), 32, site);
}

LW_CPU_INLINE void lw_cpu_group_shfl_down(lw_cpu_group group, void *value, size_t size, unsigned delta,
                                          const emu_site *site)
{
    if (lw_cpu_is_sparse(group))
        lw_cpu_sparse_shift(group, value, size, (int)(delta < 32 ? delta : 32), site);
    else
        lw_cpu_exchange(EMU_SHUFFLE_DOWN, group.mask, value, size, delta, group.size, site);
}

LW_CPU_INLINE void lw_cpu_group_shfl_up(lw_cpu_group group, void *value, size_t size, unsigned delta,
                                        const emu_site *site)
{
    if (lw_cpu_is_sparse(group))
        lw_cpu_sparse_shift(group, value, size, delta == 0 ? 0 : -(int)(delta < 32 ? delta : 32), site);
    else
        lw_cpu_exchange(EMU_SHUFFLE_UP, group.mask, value, size, delta, group.size, site);
}

LW_CPU_INLINE void lw_cpu_group_shfl_xor(lw_cpu_group group, void *value, size_t size, unsigned lane_mask,
                                         const emu_site *site)
{
    lw_cpu_exchange(EMU_SHUFFLE_XOR, group.mask, value, size, lane_mask, group.size, site);
}

#define LW_CPU_GROUP_SHUFFLE(takes, function, name, group, value, operand)                                             \
    __extension__({                                                                                                    \
        takes(group, name);                                                                                            \
        LW_CPU_FITS(group, value);                                                                                     \
        LW_CPU_PLAIN_TYPE(value) lw__value = (value);                                                                  \
        function((group).it, &lw__value, sizeof lw__value, (unsigned)(operand), LW_CPU_SITE(name));                    \
        lw__value;                                                                                                     \
    })
#define lw_group_shfl(group, value, rank)                                                                              \
    LW_CPU_GROUP_SHUFFLE(LW_CPU_TAKES_LANES, lw_cpu_group_shfl, "lw_group_shfl", group, value, rank)
#define lw_group_shfl_down(group, value, delta)                                                                        \
    LW_CPU_GROUP_SHUFFLE(LW_CPU_TAKES_LANES_OF_A_WARP, lw_cpu_group_shfl_down, "lw_group_shfl_down", group, value,     \
                         delta)
#define lw_group_shfl_up(group, value, delta)                                                                          \
    LW_CPU_GROUP_SHUFFLE(LW_CPU_TAKES_LANES_OF_A_WARP, lw_cpu_group_shfl_up, "lw_group_shfl_up", group, value, delta)
#define lw_group_shfl_xor(group, value, lane_mask)                                                                     \
    LW_CPU_GROUP_SHUFFLE(LW_CPU_TAKES_TILES_OF_A_WARP, lw_cpu_group_shfl_xor, "lw_group_shfl_xor", group, value,       \
                         lane_mask)

/* ---- votes and matches ---- */
/* Any or all, for tiles of several warps. */
LW_CPU_INLINE int lw_cpu_large_vote(lw_cpu_group group, int predicate, int all, const emu_site *site)
{
#ifdef LW_CPU_FUSED
    int result = all ? emu_all(~0u, predicate, site) : emu_any(~0u, predicate, site);
    lw_cpu_tile_put(group, &result, sizeof result, site);
    lw_cpu_tile_get(group, &result, sizeof result, lw_cpu_one_of_each_warp(group, 0));
    return all ? emu_all(~0u, result, site) : emu_any(~0u, result, site);
#else
    unsigned first = (LW_CPU_RANK - group.rank) / 32;
    emu_tile_sync(group.size, site);
    int result = all ? emu_all(~0u, predicate, site) : emu_any(~0u, predicate, site);
    *(int *)emu_tile_slot(first + group.rank / 32) = result;
    emu_tile_sync(group.size, site);
    for (unsigned i = 0; i < group.size / 32; i++) {
        int other = *(int *)emu_tile_slot(first + i);
        result = all ? result & other : result | other;
    }
    return result;
#endif
}

LW_CPU_INLINE int lw_cpu_group_any(lw_cpu_group group, int predicate, const emu_site *site)
{
    return group.size > 32 ? lw_cpu_large_vote(group, predicate, 0, site)
                           : emu_ballot(group.mask, predicate, site) != 0;
}

LW_CPU_INLINE int lw_cpu_group_all(lw_cpu_group group, int predicate, const emu_site *site)
{
    return group.size > 32 ? lw_cpu_large_vote(group, predicate, 1, site)
                           : emu_ballot(group.mask, predicate, site) == group.mask;
}

/* Converts bits by lane to bits by rank. */
LW_CPU_INLINE unsigned lw_cpu_bits_by_rank(lw_cpu_group group, unsigned lanes)
{
    if (group.kind == LW_CPU_TILE)
        return lanes >> (lw_cpu_lane() & ~(group.size - 1));
    unsigned ranks = 0, rank = 0;
    for (unsigned left = group.mask; left; left &= left - 1)
        ranks |= (lanes >> __builtin_ctz(left) & 1) << rank++;
    return ranks;
}

#define lw_group_any(group, predicate)                                                                                 \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES(group, "lw_group_any");                                                                     \
        lw_cpu_group_any((group).it, (predicate) != 0, LW_CPU_SITE("lw_group_any"));                                   \
    })
#define lw_group_all(group, predicate)                                                                                 \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES(group, "lw_group_all");                                                                     \
        lw_cpu_group_all((group).it, (predicate) != 0, LW_CPU_SITE("lw_group_all"));                                   \
    })
#define LW_CPU_GROUP_BITS(name, group, call)                                                                           \
    __extension__({                                                                                                    \
        LW_CPU_TAKES_LANES_OF_A_WARP(group, name);                                                                     \
        const emu_site *lw__site = LW_CPU_SITE(name);                                                                  \
        lw_cpu_group lw__group = (group).it;                                                                           \
        lw_cpu_bits_by_rank(lw__group, call);                                                                          \
    })
#define lw_group_ballot(group, predicate)                                                                              \
    LW_CPU_GROUP_BITS("lw_group_ballot", group, emu_ballot(lw__group.mask, (predicate) != 0, lw__site))
#define lw_group_match_any(group, value)                                                                               \
    LW_CPU_GROUP_BITS("lw_group_match_any", group, emu_match_any(lw__group.mask, LW_CPU_BITS(value), lw__site))
#define lw_group_match_all(group, value, predicate)                                                                    \
    LW_CPU_GROUP_BITS("lw_group_match_all", group,                                                                     \
                      emu_match_all(lw__group.mask, LW_CPU_BITS(value), predicate, lw__site))

#endif
