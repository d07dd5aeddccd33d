/* The usual case of race.c, in few instructions: nobody has touched the word, or this lane has, or others of its block
 * before the last barrier, or an earlier launch; or others of its warp have read it as it does now. Where it is another,
 * it says so and changes nothing. */
#ifndef EMU_CHECK_FAST_PATH_H
#define EMU_CHECK_FAST_PATH_H

#include "clock.h"
#include "readers.h"

#define EMU_INLINE static inline __attribute__((always_inline))

/* Nobody's, of an earlier launch, or of the block before its last barrier, which waits for no asynchronous copy. */
EMU_INLINE bool emu_fast_ordered(const emu_block_clock *clock, emu_access access)
{
    uint32_t epoch = emu_access_epoch(access);
    return epoch < clock->known_below ||
           (epoch - clock->chunk_begin < clock->epoch - clock->chunk_begin && !(access & EMU_ACCESS_ASYNC));
}

/* Or this thread's own in this epoch: then only the count and the kind differ. */
EMU_INLINE bool emu_fast_ordered_or_own(const emu_block_clock *clock, emu_access access, emu_access mine)
{
    const emu_access same =
        ~0ull << (EMU_ACCESS_STAMP + EMU_EPOCH_IN_STAMP) | 1023 << EMU_ACCESS_RANK | EMU_ACCESS_ASYNC;
    return !((access ^ mine) & same) || emu_fast_ordered(clock, access);
}

/* The latest reads, of an earlier launch or epoch: then there is nothing else. Or of another warp in this epoch, in
 * which nobody has learned of anybody: then they join the others, and these take their place. */
EMU_INLINE bool emu_fast_reader(const emu_block_clock *clock, emu_readers *readers, const emu_shadow_cell *cell)
{
    emu_readers_entry *entry = emu_readers_at(readers, cell, cell->more);
    if (emu_fast_ordered(clock, cell->read))
        return !entry;
    return entry && emu_access_epoch(cell->read) == clock->epoch && !clock->any_known && emu_readers_join(entry, cell);
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
