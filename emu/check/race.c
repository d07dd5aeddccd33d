/* Races: an access is compared with the last write and, if it writes, with two reads since. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

static bool same_lane(const emu_block_clock *clock, unsigned rank, emu_access access)
{
    return emu_access_rank(access) == rank && emu_clock_block_of(emu_access_segment(access)) == clock->block;
}

/* Two atomics, each of a scope that reaches the other's lane. A volatile access is an atomic of the widest scope, but no
 * word between lanes of one warp in shared memory, where programs once trusted that they go in step. */
static bool both_atomic(const emu_touch *touch, emu_access mine, emu_access other)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    enum { EITHER = EMU_ACCESS_ATOMIC | EMU_ACCESS_VOLATILE };
    if (!(mine & EITHER) || !(other & EITHER))
        return false;
    bool same_block = emu_clock_block_of(emu_access_segment(other)) == clock->block;
    if (mine & other & EMU_ACCESS_VOLATILE)
        return touch->region->kind != EMU_REGION_SHARED || !same_block ||
               emu_access_rank(mine) / 32 != emu_access_rank(other) / 32;
    unsigned narrow = !(mine & EMU_ACCESS_VOLATILE) && emu_access_scope(mine) == EMU_SCOPE_BLOCK;
    narrow |= !(other & EMU_ACCESS_VOLATILE) && emu_access_scope(other) == EMU_SCOPE_BLOCK;
    return same_block || !narrow;
}

static bool races(const emu_touch *touch, emu_access mine, emu_access other)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    unsigned rank = emu_access_rank(mine);
    if (__builtin_expect(other & EMU_ACCESS_ASYNC, 0)) /* nobody has waited for the copy: or its grid is over */
        return emu_clock_block(emu_clock_block_of(emu_access_segment(other)))->grid ==
                   emu_clock_block(clock->block)->grid || !emu_clock_knows(clock, rank, other);
    return other && !same_lane(clock, rank, other) && !emu_clock_knows(clock, rank, other) &&
           !both_atomic(touch, mine, other);
}

/* Keeps a read: in its lane's place, else in place of one that it comes after, else where it tells more. */
static void keep_read(const emu_touch *touch, emu_cell *cell, emu_access mine, uint16_t site)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    unsigned rank = emu_access_rank(mine);
    int at = -1;
    for (int i = 0; i < 2 && at < 0; i++)
        if (!cell->read[i] || same_lane(clock, rank, cell->read[i]))
            at = i;
    for (int i = 0; i < 2 && at < 0; i++)
        if (emu_clock_knows(clock, rank, cell->read[i]))
            at = i;
    if (at < 0) {
        unsigned first = emu_access_rank(cell->read[0]) / 32, second = emu_access_rank(cell->read[1]) / 32;
        uint32_t block = emu_clock_block_of(emu_access_segment(cell->read[0]));
        bool alike = block == emu_clock_block_of(emu_access_segment(cell->read[1]));
        if (alike && (block != clock->block || (first == second && first != rank / 32)))
            at = 1;
    }
    if (at >= 0) {
        cell->read[at] = mine;
        cell->read_site[at] = site;
    }
}

static void judge(const emu_touch *touch, emu_cell *cell, emu_access mine, uint16_t site, uintptr_t word)
{
    if (!touch->write) {
        if (cell->read[0] == mine || cell->read[1] == mine)
            return;
        if (cell->write != mine && races(touch, mine, cell->write))
            emu_check_found_race(touch, cell->write, cell->write_site, true, word);
        keep_read(touch, cell, mine, site);
        return;
    }
    if (cell->write != mine) {
        if (races(touch, mine, cell->write))
            emu_check_found_race(touch, cell->write, cell->write_site, true, word);
        cell->write = mine;
    }
    cell->write_site = site;
    for (int i = 0; i < 2; i++) {
        if (races(touch, mine, cell->read[i]))
            emu_check_found_race(touch, cell->read[i], cell->read_site[i], false, word);
        cell->read[i] = 0;
    }
}

void emu_check_order(const emu_touch *touch)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_access mine = clock->lane[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK | touch->bits;
    uint16_t site = emu_site_number(touch->pc);
    uintptr_t address = touch->address, end = address + touch->size;
    while (address < end) {
        uintptr_t word = address & ~(uintptr_t)3;
        unsigned from = (unsigned)(address - word), count = 4 - from;
        if (count > end - address)
            count = (unsigned)(end - address);
        unsigned bytes = ((1u << count) - 1) << from;
        emu_cell *cell = emu_cell_of(touch->region, word);
        if (!(cell->write | cell->read[0] | cell->read[1]) && !cell->split)
            cell->bytes = bytes & 15;
        if (__builtin_expect(cell->split || cell->bytes != bytes, 0)) {
            emu_cell *single = emu_check_split(word, cell);
            for (unsigned i = from; single && i < from + count; i++)
                judge(touch, &single[i], mine, site, word + i);
        } else {
            judge(touch, cell, mine, site, address);
        }
        address += count;
    }
}
