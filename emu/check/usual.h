/* The usual case of race.c, in few instructions: nobody has touched the word, or this lane has, or others of its block
 * before the last barrier, or an earlier launch. Where it is another, it says so and changes nothing. */
#ifndef EMU_CHECK_USUAL_H
#define EMU_CHECK_USUAL_H

#include "clock.h"

/* Nobody's, of an earlier launch, this lane's own in this segment, or of the block before its last barrier. */
static inline __attribute__((always_inline)) bool emu_usual(const emu_block_clock *clock, emu_access access, emu_access mine)
{
    uint32_t segment = emu_access_segment(access);
    return segment < clock->known_below || segment - clock->chunk_begin < clock->segment - clock->chunk_begin ||
           (segment == clock->segment && emu_access_rank(access) == emu_access_rank(mine));
}

/* Where a read by `mine` is kept: 0 or 1; 2: nowhere, there are two others of this segment, which tell as much (race.c);
 * -1: not a usual case. */
static inline __attribute__((always_inline)) int emu_usual_place(const emu_block_clock *clock, const emu_cell *cell, emu_access mine)
{
    emu_access one = cell->read[0], two = cell->read[1];
    unsigned rank = emu_access_rank(mine), a = emu_access_rank(one), b = emu_access_rank(two);
    bool one_now = emu_access_segment(one) == clock->segment, two_now = emu_access_segment(two) == clock->segment;
    if ((one_now && a == rank) || (two_now && b == rank))
        return one_now && a == rank ? 0 : 1;
    if (emu_usual(clock, one, mine))
        return 0;
    if (emu_usual(clock, two, mine))
        return 1;
    return one_now && two_now && !(a / 32 == b / 32 && a / 32 != rank / 32) ? 2 : -1;
}

static inline __attribute__((always_inline)) bool emu_cell_passes(const emu_block_clock *clock, const emu_cell *cell, emu_access mine, bool write)
{
    if (!write && cell->initialised != 15)
        return false;
    if (!emu_check_wanted.races)
        return true;
    bool whole = cell->bytes == 15 || !(cell->write | cell->read[0] | cell->read[1]);
    if (cell->split || !whole || !emu_usual(clock, cell->write, mine))
        return false;
    return write ? emu_usual(clock, cell->read[0], mine) && emu_usual(clock, cell->read[1], mine)
                 : emu_usual_place(clock, cell, mine) >= 0;
}

static inline __attribute__((always_inline)) void emu_cell_keep(const emu_block_clock *clock, emu_cell *cell, emu_access mine, bool write, uint16_t site)
{
    if (write)
        cell->initialised = 15;
    if (!emu_check_wanted.races)
        return;
    cell->bytes = 15;
    if (write) {
        cell->write = mine;
        cell->write_site = site;
        cell->read[0] = cell->read[1] = 0;
    } else {
        int at = emu_usual_place(clock, cell, mine);
        if (at < 2) {
            cell->read[at] = mine;
            cell->read_site[at] = site;
        }
    }
}

#endif
