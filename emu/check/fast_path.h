/* The common case of race.c, in few instructions. Either the previous accesses of the word happen before this one:
 * there are none, or they are by this thread, by the same block before the last barrier, or by an earlier launch. Or
 * other lanes of the warp have made the same read. In all other cases these functions return false and change
 * nothing. */
#ifndef EMU_CHECK_FAST_PATH_H
#define EMU_CHECK_FAST_PATH_H

#include "clock.h"
#include "readers.h"

#define EMU_INLINE static inline __attribute__((always_inline))

/* No access, one of an earlier launch, or one of this block before its last barrier. A barrier does not wait for asynchronous
 * copies, and covered writes may race with other blocks. */
EMU_INLINE bool emu_fast_ordered(const emu_block_clock *clock, emu_access access)
{
    uint32_t epoch = emu_access_epoch(access);
    return epoch < clock->ordered_below || (epoch - clock->chunk_begin < clock->epoch - clock->chunk_begin &&
                                            !(access & (EMU_ACCESS_ASYNC | EMU_ACCESS_COVERED)));
}

/* As above, or an access of this thread in this epoch: only the count and the kind differ. */
EMU_INLINE bool emu_fast_ordered_or_own(const emu_block_clock *clock, emu_access access, emu_access mine)
{
    const emu_access same =
        ~0ull << (EMU_ACCESS_STAMP + EMU_EPOCH_IN_STAMP) | 1023 << EMU_ACCESS_RANK | EMU_ACCESS_ASYNC;
    return !((access ^ mine) & same) || emu_fast_ordered(clock, access);
}

/* The cell's latest reads may be replaced. Either they are of an earlier launch or epoch, and the cell has no other
 * reads. Or they are of another warp in this epoch, in which no thread has acquired anything: then they move to the
 * cell's entry. */
EMU_INLINE bool emu_fast_reader(const emu_block_clock *clock, emu_readers *readers, const emu_shadow_cell *cell)
{
    emu_readers_entry *entry = emu_readers_at(readers, cell, cell->more);
    if (emu_fast_ordered(clock, cell->read))
        return !entry;
    return entry && emu_access_epoch(cell->read) == clock->epoch && !clock->any_synchronised &&
           emu_readers_join(entry, cell);
}

EMU_INLINE bool emu_fast_read(const emu_block_clock *clock, emu_readers *readers, emu_shadow_cell *cell,
                              emu_access mine, uint16_t site)
{
    if (cell->initialised != 15)
        return false;
    if (!emu_check_wanted.races)
        return true;
    if (cell->bytes != 15 || cell->split || !emu_fast_ordered_or_own(clock, cell->write, mine))
        return false;
    uint32_t lane = emu_access_lane(mine);
    if (emu_access_same_warp(cell->read, mine) && (cell->read_site == site || cell->lanes & lane)) {
        cell->lanes |= lane;
        return true;
    }
    if (emu_clock_silent(clock, cell->read))
        return true;
    if (!emu_fast_reader(clock, readers, cell))
        return false;
    cell->read = mine;
    cell->lanes = lane;
    cell->read_site = site;
    return true;
}

EMU_INLINE bool emu_fast_write(const emu_block_clock *clock, emu_readers *readers, emu_shadow_cell *cell,
                               emu_access mine, uint16_t site)
{
    if (emu_check_wanted.races) {
        if (cell->split || emu_readers_at(readers, cell, cell->more) ||
            (cell->bytes != 15 && (cell->write | cell->read)) || !emu_fast_ordered_or_own(clock, cell->write, mine) ||
            !(cell->lanes == emu_access_lane(mine) ? emu_fast_ordered_or_own(clock, cell->read, mine)
                                                   : emu_fast_ordered(clock, cell->read)))
            return false;
        cell->bytes = 15;
        cell->write = mine;
        cell->write_site = site;
        cell->read = 0;
        cell->lanes = cell->more = 0;
    }
    cell->initialised = 15;
    return true;
}

#endif
