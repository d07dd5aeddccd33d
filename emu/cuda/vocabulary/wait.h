/* Barriers, fences, warp collectives: places where threads wait for each other. */
#ifndef VOCABULARY_WAIT_H
#define VOCABULARY_WAIT_H

#include "vocabulary.h"

PLACED(nvvm_barrier0, "__syncthreads", void, const emu_site *site)
{
    emu_syncthreads(site);
}

PLACED(nvvm_barrier0_popc, "__syncthreads_count", int, int predicate, const emu_site *site)
{
    return emu_syncthreads_count(predicate, site);
}

PLACED(nvvm_barrier0_and, "__syncthreads_and", int, int predicate, const emu_site *site)
{
    return emu_syncthreads_and(predicate, site);
}

PLACED(nvvm_barrier0_or, "__syncthreads_or", int, int predicate, const emu_site *site)
{
    return emu_syncthreads_or(predicate, site);
}

PLACED(nvvm_barrier_sync, "__barrier_sync", void, unsigned id, const emu_site *site)
{
    emu_barrier_sync(id, site);
}

PLACED(nvvm_barrier_sync_cnt, "__barrier_sync_count", void, unsigned id, unsigned count, const emu_site *site)
{
    emu_barrier_sync_count(id, count, site);
}

PLACED(nvvm_bar_warp_sync, "__syncwarp", void, unsigned mask, const emu_site *site)
{
    emu_syncwarp(mask, site);
}

PLACED(lw_cuda_grid_sync, "grid.sync", void, const emu_site *site)
{
    emu_grid_sync(site);
}

PLACED(lw_cuda_tile_sync, "tile.sync", void, unsigned threads, const emu_site *site)
{
    emu_tile_sync(threads, site);
}

WORD unsigned lw_cuda_copy_share(unsigned rank, unsigned size)
{
    return LW_CPU_COPY_SHARE(rank, size);
}
WORD void *lw_cuda_tile_slot(unsigned warp)
{
    return emu_tile_slot(warp);
}

WORD unsigned lw_cuda_cooperative(void)
{
    return LW_CPU_COOPERATIVE;
}

WORD void nvvm_membar_cta(void)
{
    __threadfence_block();
}

WORD void nvvm_membar_gl(void)
{
    __threadfence();
}

WORD void nvvm_membar_sys(void)
{
    __threadfence_system();
}

#define VOTE(name, type, word, what)                                                                                   \
    PLACED(nvvm_vote_##name##_sync, what, type, unsigned mask, bool predicate, const emu_site *site)                   \
    {                                                                                                                  \
        return word(mask, predicate, site);                                                                            \
    }
VOTE(all, bool, emu_all, "__all_sync")
VOTE(any, bool, emu_any, "__any_sync")
VOTE(uni, bool, emu_uni, "__uni_sync")
VOTE(ballot, unsigned, emu_ballot, "__ballot_sync")
#undef VOTE

PLACED(nvvm_activemask, "__activemask", unsigned, const emu_site *site)
{
    return emu_activemask_together(site);
}

/* The value is in the low bits; 64 bits are one exchange. */
#define SHUFFLE(name, kind, what)                                                                                      \
    PLACED(lw_cuda_shfl_##name, what, uint64_t, unsigned mask, uint64_t bits, unsigned operand, int width,             \
           const emu_site *site)                                                                                       \
    {                                                                                                                  \
        return emu_shfl(kind, mask, bits, operand, width, site);                                                       \
    }
SHUFFLE(idx, EMU_SHUFFLE_INDEX, "__shfl_sync")
SHUFFLE(up, EMU_SHUFFLE_UP, "__shfl_up_sync")
SHUFFLE(down, EMU_SHUFFLE_DOWN, "__shfl_down_sync")
SHUFFLE(xor, EMU_SHUFFLE_XOR, "__shfl_xor_sync")
#undef SHUFFLE

PLACED(lw_cuda_match_any, "__match_any_sync", unsigned, unsigned mask, uint64_t bits, const emu_site *site)
{
    return emu_match_any(mask, bits, site);
}

PLACED(lw_cuda_match_all, "__match_all_sync", unsigned, unsigned mask, uint64_t bits, int *predicate,
       const emu_site *site)
{
    return emu_match_all(mask, bits, predicate, site);
}

#define REDUCE(name, operation, what)                                                                                  \
    PLACED(lw_cuda_reduce_##name, what, unsigned, unsigned mask, unsigned value, const emu_site *site)                 \
    {                                                                                                                  \
        return emu_reduce(operation, mask, value, site);                                                               \
    }
REDUCE(add, EMU_REDUCE_ADD, "__reduce_add_sync")
REDUCE(min_i32, EMU_REDUCE_MIN_I32, "__reduce_min_sync")
REDUCE(max_i32, EMU_REDUCE_MAX_I32, "__reduce_max_sync")
REDUCE(min_u32, EMU_REDUCE_MIN_U32, "__reduce_min_sync")
REDUCE(max_u32, EMU_REDUCE_MAX_U32, "__reduce_max_sync")
REDUCE(and, EMU_REDUCE_AND, "__reduce_and_sync")
REDUCE(or, EMU_REDUCE_OR, "__reduce_or_sync")
REDUCE(xor, EMU_REDUCE_XOR, "__reduce_xor_sync")
#undef REDUCE

#endif
