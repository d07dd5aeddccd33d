/* Unordered reads of a cell: all of them, because the next write is compared with each. The latest are in the cell:
 * those by lanes of one warp at one place in code. The others are in entries; an entry has the reads of up to eight
 * warps of a block in one epoch. */
#ifndef EMU_CHECK_READERS_H
#define EMU_CHECK_READERS_H

#include <stddef.h>

#include "shadow_cell.h"

enum { EMU_READERS_WARPS = 8 };
typedef struct emu_readers_entry {
    const emu_shadow_cell *cell; /* the cell that was read */
    emu_access key;              /* the bits that its accesses have in common (emu_readers_key) */
    uint32_t next;
    struct {
        uint32_t lanes; /* 0: no read */
        uint16_t count; /* the stamp's count within the epoch */
        uint16_t site;
    } warp[EMU_READERS_WARPS];
} emu_readers_entry;

/* The entries of shared memory live as long as their block. Those of other memory are dropped as soon as the reads in
 * the cells stand for them all; `pinned` says that they do not (block.c). */
typedef struct emu_readers {
    emu_readers_entry *entry; /* indices from 1 on */
    uint32_t count, room;
    uint32_t unused; /* the first free entry, linked by `next` */
    bool pinned;
} emu_readers;

/* An access without its count, its warp among the eight and its lane. */
static inline emu_access emu_readers_key(emu_access access)
{
    return access &
           ~(((emu_access)(1 << EMU_EPOCH_IN_STAMP) - 1) << EMU_ACCESS_STAMP | (emu_access)255 << EMU_ACCESS_RANK);
}

/* The cell's entry at this index, or null: it may have been dropped, and used for another cell. */
static inline emu_readers_entry *emu_readers_at(const emu_readers *readers, const emu_shadow_cell *cell, uint32_t entry)
{
    return entry && entry < readers->count && readers->entry[entry].cell == cell ? &readers->entry[entry] : 0;
}

/* Moves the cell's own reads to the entry. False: the entry has other reads of their warp. */
static inline bool emu_readers_join(emu_readers_entry *entry, const emu_shadow_cell *cell)
{
    unsigned warp = emu_access_rank(cell->read) / 32 % EMU_READERS_WARPS;
    uint16_t count = (uint16_t)(emu_access_stamp(cell->read) % (1 << EMU_EPOCH_IN_STAMP));
    if (entry->key != emu_readers_key(cell->read) ||
        (entry->warp[warp].lanes && (entry->warp[warp].count != count || entry->warp[warp].site != cell->read_site)))
        return false;
    entry->warp[warp].lanes |= cell->lanes;
    entry->warp[warp].count = count;
    entry->warp[warp].site = cell->read_site;
    return true;
}

/* An iterator over all reads of a cell, warp by warp: `*lanes` made them, and `access` is by some lane of that warp.
 * Starts as zeros. */
typedef struct emu_reads {
    emu_access access;
    uint32_t *lanes, entry;
    uint16_t site;
    unsigned warp;
} emu_reads;
bool emu_readers_next(const emu_readers *readers, emu_shadow_cell *cell, emu_reads *at);

/* Returns the lanes, of those that made the access, whose access happens before the current read. `context` is the
 * caller's. */
typedef uint32_t emu_readers_order(const void *context, emu_access access, uint32_t lanes);
/* Records a read. It replaces the reads that happen before it. */
void emu_readers_keep(emu_readers *readers, emu_shadow_cell *cell, emu_access mine, uint16_t site,
                      emu_readers_order *order, const void *context);
/* The read `from` becomes `to`. */
void emu_readers_rename(emu_readers *readers, emu_shadow_cell *cell, emu_access from, emu_access to);
void emu_readers_drop(emu_readers *readers, emu_shadow_cell *cell); /* all reads of the cell */
/* After an iteration that has taken lanes away: frees entries without lanes. */
void emu_readers_drop_empty(emu_readers *readers, emu_shadow_cell *cell);
/* Copies the entries, without the reads in the cell itself. */
void emu_readers_copy(emu_readers *readers, emu_shadow_cell *to, const emu_shadow_cell *from);
void emu_readers_forget(emu_readers *readers); /* all entries; reads in cells stay */
void emu_readers_free(emu_readers *readers);

#endif
