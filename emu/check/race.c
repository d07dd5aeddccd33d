/* Races. An access is compared with the last write; a write also with all unordered reads since. A later access of a thread stands
 * for an earlier one unless the earlier one can race with more: a plain access before an atomic, for example. Such accesses stay
 * among the reads; the writes of them are "covered", and reads are compared with these too. */
#include <stdio.h>
#include <string.h>

#include "inside.h"
#include "fast_path.h"

/* Whether the access is an atomic, or counts as one: a volatile access is a relaxed atomic of system scope, as PTX has it, unless the
 * user wants it as a plain one. */
static bool is_strong(emu_access access)
{
    return access & EMU_ACCESS_ATOMIC || (access & EMU_ACCESS_VOLATILE && !emu_check_wanted.volatile_is_plain);
}

/* Whether both accesses are atomics whose scopes reach each other. Volatile accesses by lanes of one warp do not count as such: old
 * programs relied on the lanes running in step. */
static bool both_atomic(const emu_touch *touch, emu_access mine, emu_access other)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    if (!is_strong(mine) || !is_strong(other))
        return false;
    uint32_t epoch = emu_access_epoch(other);
    bool same_block = epoch == clock->epoch || emu_clock_block_of(epoch) == clock->block;
    if (mine & other & EMU_ACCESS_VOLATILE)
        return !same_block || emu_access_rank(mine) / 32 != emu_access_rank(other) / 32;
    unsigned narrow = !(mine & EMU_ACCESS_VOLATILE) && emu_access_scope(mine) == EMU_SCOPE_BLOCK;
    narrow |= !(other & EMU_ACCESS_VOLATILE) && emu_access_scope(other) == EMU_SCOPE_BLOCK;
    return same_block || !narrow;
}

/* Returns the lanes, of `lanes`, whose access happens before what the thread `rank` does now. An asynchronous copy that
 * was not waited for happens before nothing until its grid has ended. */
static uint32_t ordered_before(const emu_block_clock *clock, unsigned rank, emu_access other, uint32_t lanes)
{
    uint32_t block = emu_clock_block_of(emu_access_epoch(other)), ordered = 0;
    bool same_warp = block == clock->block && emu_access_rank(other) / 32 == rank / 32;
    if (other & EMU_ACCESS_ASYNC) {
        if (emu_clock_block(block)->grid == emu_clock_block(clock->block)->grid)
            return 0;
    } else if (same_warp) {
        ordered = lanes & 1u << rank % 32;
    }
    if (block == clock->block) {
        if (emu_access_epoch(other) < clock->epoch)
            return lanes;
        if (!same_warp && !clock->any_synchronised)
            return 0;
    }
    for (uint32_t left = lanes & ~ordered; left; left &= left - 1)
        if (emu_clock_follows(clock, rank, emu_access_by(other, (unsigned)__builtin_ctz(left))))
            ordered |= left & -left;
    return ordered;
}

static bool races(const emu_touch *touch, emu_access mine, emu_access other)
{
    return other && !both_atomic(touch, mine, other) &&
           !ordered_before(&touch->worker->check->clock, emu_access_rank(mine), other, emu_access_lane(other));
}

/* An atomic of block scope, which races with the atomics of other blocks. */
static bool is_narrow(emu_access access)
{
    return (access & (EMU_ACCESS_ATOMIC | EMU_ACCESS_VOLATILE)) == EMU_ACCESS_ATOMIC &&
           emu_access_scope(access) == EMU_SCOPE_BLOCK;
}

/* Whether `earlier`, which `mine` comes after, can race with an access still to come that `mine` does not race with. Plain accesses
 * race with most, then those of block scope, and volatile ones with those of their warp. */
static bool outlasts(const emu_touch *touch, emu_access mine, emu_access earlier)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    if (!earlier || earlier & EMU_ACCESS_ASYNC)
        return false;
    earlier &= ~(emu_access)EMU_ACCESS_COVERED;
    bool one_block = touch->region->kind == EMU_REGION_SHARED && touch->worker->gang->size == 1;
    if (!is_strong(earlier))
        return one_block ? !emu_fast_ordered(clock, earlier) : emu_access_epoch(earlier) >= clock->ordered_below;
    if (is_narrow(earlier))
        return !is_narrow(mine) && !one_block && emu_access_epoch(earlier) >= clock->ordered_below;
    return earlier & ~mine & EMU_ACCESS_VOLATILE && emu_access_epoch(earlier) == clock->epoch;
}

typedef struct reader {
    const emu_touch *touch;
    emu_access access;
} reader;

/* A plain read stands for earlier reads, but not for covered writes. */
static uint32_t replaced_by_reader(const void *context, emu_access other, uint32_t lanes)
{
    const reader *me = context;
    bool stands = !(other & EMU_ACCESS_COVERED) && !is_strong(me->access);
    if (!stands && outlasts(me->touch, me->access, other))
        return 0;
    return ordered_before(&me->touch->worker->check->clock, emu_access_rank(me->access), other, lanes);
}

/* A silent read in the cell stands for this one too: no thread is ordered after one and not after the other. */
static void keep_read(const emu_touch *touch, emu_shadow_cell *cell, emu_access mine, uint16_t site)
{
    const reader me = {touch, mine};
    if (!emu_clock_silent(&touch->worker->check->clock, cell->read))
        emu_readers_keep(emu_readers_of(touch->region), cell, mine, site, replaced_by_reader, &me);
}

static uint32_t none_ordered(const void *context, emu_access access, uint32_t lanes)
{
    return (void)context, (void)access, (void)lanes, 0;
}

/* Compares with those of the access's lanes that are not ordered before. */
static void compare_kept(const emu_touch *touch, emu_access mine, const emu_reads *at, uintptr_t word)
{
    if (both_atomic(touch, mine, at->access))
        return;
    uint32_t lanes =
        *at->lanes & ~ordered_before(&touch->worker->check->clock, emu_access_rank(mine), at->access, *at->lanes);
    if (lanes)
        emu_check_found_race(touch, emu_access_by(at->access, (unsigned)__builtin_ctz(lanes)), at->site,
                             at->access & EMU_ACCESS_COVERED, word);
}

static __attribute__((noinline)) void compare_covered(const emu_touch *touch, emu_shadow_cell *cell, emu_access mine,
                                                      uintptr_t word)
{
    for (emu_reads at = {0}; emu_readers_next(emu_readers_of(touch->region), cell, &at);)
        if (at.access & EMU_ACCESS_COVERED)
            compare_kept(touch, mine, &at, word);
}

static void check_cell(const emu_touch *touch, emu_shadow_cell *cell, emu_access mine, uint16_t site, uintptr_t word)
{
    if (cell->write != mine && races(touch, mine, cell->write))
        emu_check_found_race(touch, cell->write, cell->write_site, true, word);
    if (!touch->write) {
        if (__builtin_expect(cell->covered, 0))
            compare_covered(touch, cell, mine, word);
        keep_read(touch, cell, mine, site);
        return;
    }
    emu_readers *readers = emu_readers_of(touch->region);
    bool any_kept = cell->lanes | cell->more, keeps = false;
    bool strong = is_strong(mine), drops = false;
    for (emu_reads at = {0}; any_kept && emu_readers_next(readers, cell, &at);) {
        compare_kept(touch, mine, &at, word);
        if (strong && outlasts(touch, mine, at.access)) {
            keeps = true;
        } else {
            *at.lanes = 0;
            drops = true;
        }
    }
    if (keeps && drops) {
        emu_readers_drop_empty(readers, cell);
    } else if (any_kept && !keeps) {
        emu_readers_drop(readers, cell);
        cell->covered = 0;
    }
    if (strong && outlasts(touch, mine, cell->write)) {
        emu_readers_keep(readers, cell, cell->write | EMU_ACCESS_COVERED, cell->write_site, none_ordered, NULL);
        cell->covered = 1;
    }
    cell->write = mine;
    cell->write_site = site;
}

void emu_check_races(const emu_touch *touch)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_access mine = clock->thread[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK | touch->bits;
    uint16_t site = emu_site_number(touch->pc);
    uintptr_t address = touch->address, end = address + touch->size;
    while (address < end) {
        uintptr_t word = address & ~(uintptr_t)3;
        unsigned from = (unsigned)(address - word), count = 4 - from;
        if (count > end - address)
            count = (unsigned)(end - address);
        unsigned bytes = ((1u << count) - 1) << from;
        emu_shadow_cell *cell = emu_shadow_cell_of(touch->region, word);
        if (!(cell->write | cell->read) && !cell->split)
            cell->bytes = bytes & 15;
        if (__builtin_expect(cell->split || cell->bytes != bytes, 0)) {
            emu_shadow_cell *single = emu_check_split(touch->region, word, cell);
            for (unsigned i = from; single && i < from + count; i++)
                check_cell(touch, &single[i], mine, site, word + i);
        } else {
            check_cell(touch, cell, mine, site, address);
        }
        address += count;
    }
}
