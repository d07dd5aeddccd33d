/* Reads of one cell that no order is known of: all of them, so that whoever writes next is compared with each. The latest
 * stand in the cell itself: those by lanes of one warp at one place in code. All others stand in entries here, each of
 * eight warps of a block in one epoch. */
#ifndef EMU_CHECK_READERS_H
#define EMU_CHECK_READERS_H

#include <stddef.h>

#include "shadow_cell.h"

enum { EMU_READERS_WARPS = 8 };
typedef struct emu_readers_entry {
    const emu_shadow_cell *cell; /* whose they are */
    emu_access kin;              /* what their accesses have in common (emu_readers_kin) */
    uint32_t next;
    struct {
        uint32_t lanes; /* 0: no read */
        uint16_t count; /* in the epoch */
        uint16_t site;
    } warp[EMU_READERS_WARPS];
} emu_readers_entry;

/* Those of shared memory are a block's; those of all other memory are forgotten once they cannot tell more than what
 * stands in the cells: `pinned` until then (block.c). */
typedef struct emu_readers {
    emu_readers_entry *entry; /* from 1 on */
    uint32_t count, room;
    uint32_t unused; /* the first of those taken back, linked by `next` */
    bool pinned;
} emu_readers;

/* An access but for its count, its warp among the eight and its lane. */
static inline emu_access emu_readers_kin(emu_access access)
{
    return access &
           ~(((emu_access)(1 << EMU_EPOCH_IN_STAMP) - 1) << EMU_ACCESS_STAMP | (emu_access)255 << EMU_ACCESS_RANK);
}

/* One that was forgotten is no longer of this cell; null: none. */
static inline emu_readers_entry *emu_readers_at(const emu_readers *readers, const emu_shadow_cell *cell, uint32_t entry)
{
    return entry && entry < readers->count && readers->entry[entry].cell == cell ? &readers->entry[entry] : 0;
}

/* The cell's own reads join the entry: false where others of their warp stand there. */
static inline bool emu_readers_join(emu_readers_entry *entry, const emu_shadow_cell *cell)
{
    unsigned warp = emu_access_rank(cell->read) / 32 % EMU_READERS_WARPS;
    uint16_t count = (uint16_t)(emu_access_stamp(cell->read) % (1 << EMU_EPOCH_IN_STAMP));
    if (entry->kin != emu_readers_kin(cell->read) ||
        (entry->warp[warp].lanes && (entry->warp[warp].count != count || entry->warp[warp].site != cell->read_site)))
        return false;
    entry->warp[warp].lanes |= cell->lanes;
    entry->warp[warp].count = count;
    entry->warp[warp].site = cell->read_site;
    return true;
}

/* All reads of a cell, warp by warp: `*lanes` made them, and `access` is by one of these or another of the warp. Begins with
 * all zeros. */
typedef struct emu_reads {
    emu_access access;
    uint32_t *lanes, entry;
    uint16_t site;
    unsigned warp;
} emu_reads;
bool emu_readers_next(const emu_readers *readers, emu_shadow_cell *cell, emu_reads *at);

/* Which of the lanes that made the access come before the one that reads now. */
typedef uint32_t emu_readers_order(const void *who, emu_access access, uint32_t lanes);
/* Notes a read, in place of those that come before it. */
void emu_readers_keep(emu_readers *readers, emu_shadow_cell *cell, emu_access mine, uint16_t site,
                      emu_readers_order *order, const void *who);
/* The read `from` is called `to` from now on. */
void emu_readers_rename(emu_readers *readers, emu_shadow_cell *cell, emu_access from, emu_access to);
void emu_readers_drop(emu_readers *readers, emu_shadow_cell *cell); /* all of the cell's */
void emu_readers_copy(emu_readers *readers, emu_shadow_cell *to,
                      const emu_shadow_cell *from); /* ... beside what it has of its own */
void emu_readers_forget(emu_readers *readers);      /* all but those in cells */
void emu_readers_free(emu_readers *readers);

#endif
