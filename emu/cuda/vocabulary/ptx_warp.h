/* Instructions of inline PTX that threads do together, and those that wait. */
#ifndef VOCABULARY_PTX_WARP_H
#define VOCABULARY_PTX_WARP_H

#include "vocabulary.h"

/* The lane that shfl.sync reads, as PTX defines it, and whether it is in the segment. `limits`: a lane in the low five bits, and
 * from the eighth those bits of a lane that choose its segment. */
typedef struct ptx_source {
    unsigned lane;
    bool inside;
} ptx_source;
static WORD ptx_source lw_ptx_source(emu_shuffle kind, unsigned operand, unsigned limits)
{
    unsigned lane = LW_CPU_RANK % 32, segment = limits >> 8 & 31, first = lane & segment;
    unsigned last = first | (limits & 31 & ~segment), from = 0;
    bool inside;
    operand &= 31;
    switch (kind) {
    case EMU_SHUFFLE_UP:
        from = lane - operand;
        inside = (int)from >= (int)last;
        break;
    case EMU_SHUFFLE_DOWN:
        from = lane + operand;
        inside = from <= last;
        break;
    case EMU_SHUFFLE_XOR:
        from = lane ^ operand;
        inside = from <= last;
        break;
    default:
        from = first | (operand & ~segment);
        inside = from <= last;
        break;
    }
    return (ptx_source){inside ? from : lane, inside};
}

#define PTX_SHUFFLE(name, kind)                                                                                        \
    PLACED(lw_ptx_shfl_sync_##name##_b32, "shfl.sync." #name, unsigned, unsigned value, unsigned operand,              \
           unsigned limits, unsigned mask, const emu_site *site)                                                       \
    {                                                                                                                  \
        ptx_source source = lw_ptx_source(kind, operand, limits);                                                      \
        return (unsigned)emu_shfl(EMU_SHUFFLE_INDEX, mask, value, source.lane, 32, site);                              \
    }                                                                                                                  \
    PLACED(lw_ptx_shfl_sync_##name##_b32_p, "shfl.sync." #name, unsigned long long, unsigned value, unsigned operand,  \
           unsigned limits, unsigned mask, const emu_site *site)                                                       \
    {                                                                                                                  \
        ptx_source source = lw_ptx_source(kind, operand, limits);                                                      \
        unsigned got = (unsigned)emu_shfl(EMU_SHUFFLE_INDEX, mask, value, source.lane, 32, site);                      \
        return got | (unsigned long long)source.inside << 32;                                                          \
    }
PTX_SHUFFLE(up, EMU_SHUFFLE_UP)
PTX_SHUFFLE(down, EMU_SHUFFLE_DOWN)
PTX_SHUFFLE(bfly, EMU_SHUFFLE_XOR)
PTX_SHUFFLE(idx, EMU_SHUFFLE_INDEX)
#undef PTX_SHUFFLE

#define PTX_VOTE(name, type, word, what)                                                                               \
    PLACED(lw_ptx_##name, what, type, bool predicate, unsigned mask, const emu_site *site)                             \
    {                                                                                                                  \
        return (type)word(mask, predicate, site);                                                                      \
    }
PTX_VOTE(vote_sync_all_pred, bool, emu_all, "vote.sync.all")
PTX_VOTE(vote_sync_any_pred, bool, emu_any, "vote.sync.any")
PTX_VOTE(vote_sync_uni_pred, bool, emu_uni, "vote.sync.uni")
PTX_VOTE(vote_sync_ballot_b32, unsigned, emu_ballot, "vote.sync.ballot")
PTX_VOTE(vote_all_sync_pred, bool, emu_all, "vote.sync.all")
PTX_VOTE(vote_any_sync_pred, bool, emu_any, "vote.sync.any")
PTX_VOTE(vote_uni_sync_pred, bool, emu_uni, "vote.sync.uni")
PTX_VOTE(vote_ballot_sync_b32, unsigned, emu_ballot, "vote.sync.ballot")
#undef PTX_VOTE

/* The lowest lane of the mask is elected. */
PLACED(lw_ptx_elect_sync_p, "elect.sync", unsigned long long, unsigned mask, const emu_site *site)
{
    unsigned elected = (unsigned)__builtin_ctz(emu_ballot(mask, true, site));
    return elected | (unsigned long long)(elected == LW_CPU_RANK % 32) << 32;
}

PLACED(lw_ptx_match_any_sync_b32, "match.any.sync", unsigned, unsigned value, unsigned mask, const emu_site *site)
{
    return emu_match_any(mask, value, site);
}

PLACED(lw_ptx_match_any_sync_b64, "match.any.sync", unsigned, unsigned long long value, unsigned mask,
       const emu_site *site)
{
    return emu_match_any(mask, value, site);
}

PLACED(lw_ptx_activemask_b32, "activemask", unsigned, const emu_site *site)
{
    return emu_activemask_together(site);
}

#define PTX_REDUCE(name, type, operation, what)                                                                        \
    PLACED(lw_ptx_redux_sync_##name, what, type, type value, unsigned mask, const emu_site *site)                      \
    {                                                                                                                  \
        return (type)emu_reduce(operation, mask, (unsigned)value, site);                                               \
    }
PTX_REDUCE(add_s32, int, EMU_REDUCE_ADD, "redux.sync.add")
PTX_REDUCE(add_u32, unsigned, EMU_REDUCE_ADD, "redux.sync.add")
PTX_REDUCE(min_s32, int, EMU_REDUCE_MIN_I32, "redux.sync.min")
PTX_REDUCE(max_s32, int, EMU_REDUCE_MAX_I32, "redux.sync.max")
PTX_REDUCE(min_u32, unsigned, EMU_REDUCE_MIN_U32, "redux.sync.min")
PTX_REDUCE(max_u32, unsigned, EMU_REDUCE_MAX_U32, "redux.sync.max")
PTX_REDUCE(and_b32, unsigned, EMU_REDUCE_AND, "redux.sync.and")
PTX_REDUCE(or_b32, unsigned, EMU_REDUCE_OR, "redux.sync.or")
PTX_REDUCE(xor_b32, unsigned, EMU_REDUCE_XOR, "redux.sync.xor")
#undef PTX_REDUCE

/* ---- barriers; the number at the end is that of operands ---- */
#define PTX_BARRIER(name)                                                                                              \
    PLACED(lw_ptx_##name##_sync_1, #name ".sync", void, unsigned id, const emu_site *site)                             \
    {                                                                                                                  \
        emu_barrier_sync(id, site);                                                                                    \
    }                                                                                                                  \
    PLACED(lw_ptx_##name##_sync_2, #name ".sync", void, unsigned id, unsigned count, const emu_site *site)             \
    {                                                                                                                  \
        emu_barrier_sync_count(id, count, site);                                                                       \
    }                                                                                                                  \
    PLACED(lw_ptx_##name##_arrive, #name ".arrive", void, unsigned id, unsigned count, const emu_site *site)           \
    {                                                                                                                  \
        emu_barrier_arrive(id, count, site);                                                                           \
    }
PTX_BARRIER(bar)
PTX_BARRIER(barrier)
#undef PTX_BARRIER

PLACED(lw_ptx_bar_warp_sync, "bar.warp.sync", void, unsigned mask, const emu_site *site)
{
    emu_syncwarp(mask, site);
}

/* ---- mbarriers ---- */
PLACED(lw_ptx_mbarrier_init_b64, "mbarrier.init", void, uint64_t *barrier, unsigned count, const emu_site *site)
{
    emu_mbarrier_init(barrier, count, site);
}

PLACED(lw_ptx_mbarrier_inval_b64, "mbarrier.inval", void, uint64_t *barrier, const emu_site *site)
{
    emu_mbarrier_inval(barrier, site);
}

PLACED(lw_ptx_mbarrier_arrive_b64_2, "mbarrier.arrive", uint64_t, uint64_t *barrier, const emu_site *site)
{
    return emu_mbarrier_arrive(barrier, 1, site);
}

PLACED(lw_ptx_mbarrier_arrive_b64_3, "mbarrier.arrive", uint64_t, uint64_t *barrier, unsigned count,
       const emu_site *site)
{
    return emu_mbarrier_arrive(barrier, count, site);
}

PLACED(lw_ptx_mbarrier_arrive_drop_b64, "mbarrier.arrive_drop", uint64_t, uint64_t *barrier, const emu_site *site)
{
    return emu_mbarrier_arrive_drop(barrier, site);
}

PLACED(lw_ptx_mbarrier_expect_tx_b64, "mbarrier.expect_tx", void, uint64_t *barrier, unsigned bytes,
       const emu_site *site)
{
    emu_mbarrier_expect(barrier, bytes, site);
}

PLACED(lw_ptx_mbarrier_arrive_expect_tx_b64, "mbarrier.arrive.expect_tx", uint64_t, uint64_t *barrier, unsigned bytes,
       const emu_site *site)
{
    return emu_mbarrier_arrive_expect(barrier, bytes, site);
}

PLACED(lw_ptx_mbarrier_test_wait_b64, "mbarrier.test_wait", bool, uint64_t *barrier, uint64_t token,
       const emu_site *site)
{
    return emu_mbarrier_test(barrier, token, false, site);
}

PLACED(lw_ptx_mbarrier_test_wait_parity_b64, "mbarrier.test_wait.parity", bool, uint64_t *barrier, unsigned parity,
       const emu_site *site)
{
    return emu_mbarrier_test_parity(barrier, parity & 1, false, site);
}

/* The time that it may wait for is a hint. */
PLACED(lw_ptx_mbarrier_try_wait_b64_3, "mbarrier.try_wait", bool, uint64_t *barrier, uint64_t token,
       const emu_site *site)
{
    return emu_mbarrier_test(barrier, token, true, site);
}

PLACED(lw_ptx_mbarrier_try_wait_b64_4, "mbarrier.try_wait", bool, uint64_t *barrier, uint64_t token,
       unsigned nanoseconds, const emu_site *site)
{
    (void)nanoseconds;
    return emu_mbarrier_test(barrier, token, true, site);
}

PLACED(lw_ptx_mbarrier_try_wait_parity_b64_3, "mbarrier.try_wait.parity", bool, uint64_t *barrier, unsigned parity,
       const emu_site *site)
{
    return emu_mbarrier_test_parity(barrier, parity & 1, true, site);
}

PLACED(lw_ptx_mbarrier_try_wait_parity_b64_4, "mbarrier.try_wait.parity", bool, uint64_t *barrier, unsigned parity,
       unsigned nanoseconds, const emu_site *site)
{
    (void)nanoseconds;
    return emu_mbarrier_test_parity(barrier, parity & 1, true, site);
}

/* ---- asynchronous copies ---- */
PLACED(lw_ptx_cp_async_3, "cp.async", void, void *shared, const void *global, unsigned size, const emu_site *site)
{
    emu_copy_async(shared, global, size, 0, site);
}

PLACED(lw_ptx_cp_async_4, "cp.async", void, void *shared, const void *global, unsigned size, unsigned read,
       const emu_site *site)
{
    emu_copy_async(shared, global, size, size - read, site);
}

WORD void lw_ptx_cp_async_commit_group(void)
{
    emu_copy_commit();
}

WORD void lw_ptx_cp_async_wait_group(unsigned prior)
{
    emu_copy_wait(prior);
}

/* Also the copies that are in no batch. */
WORD void lw_ptx_cp_async_wait_all(void)
{
    emu_copy_commit();
    emu_copy_wait(0);
}

PLACED(lw_ptx_cp_async_mbarrier_arrive_b64, "cp.async.mbarrier.arrive", void, uint64_t *barrier, const emu_site *site)
{
    emu_copy_arrive_on(barrier, site);
}

/* ---- bulk copies ---- */
PLACED(lw_ptx_cp_async_bulk_mbarrier__complete_tx__bytes, "cp.async.bulk", void, void *shared, const void *global,
       unsigned size, uint64_t *barrier, const emu_site *site)
{
    emu_bulk_to_shared(shared, global, size, barrier, site);
}

PLACED(lw_ptx_cp_async_bulk_bulk_group, "cp.async.bulk", void, void *global, const void *shared, unsigned size,
       const emu_site *site)
{
    emu_bulk_to_global(global, shared, size, site);
}

WORD void lw_ptx_cp_async_bulk_commit_group(void)
{
    emu_bulk_commit();
}

WORD void lw_ptx_cp_async_bulk_wait_group(unsigned prior)
{
    emu_bulk_wait(prior, false);
}

WORD void lw_ptx_cp_async_bulk_wait_group_read(unsigned prior)
{
    emu_bulk_wait(prior, true);
}

/* ---- a thread alone ---- */
PLACED(lw_ptx_trap, "trap", void, const emu_site *site)
{
    emu_trap(site);
}

PLACED(lw_ptx_brkpt, "brkpt", void, const emu_site *site)
{
    emu_breakpoint(site);
}

WORD void lw_ptx_nanosleep_u32(unsigned nanoseconds)
{
    emu_nanosleep(nanoseconds);
}

WORD void lw_ptx_griddepcontrol_wait(void)
{
    cudaGridDependencySynchronize();
}

WORD void lw_ptx_griddepcontrol_launch_dependents(void) {}

#endif
