#include "readers.h"

#include <stdlib.h>

#include "../host/allocate.h"
#include "inside.h"

/* Takes a free entry. 0: no memory, and the read is not recorded. */
static uint32_t take_entry(emu_readers *readers)
{
    uint32_t taken = readers->unused;
    if (taken) {
        readers->unused = readers->entry[taken].next;
        return taken;
    }
    if (readers->count + 1 >= readers->room) {
        uint32_t room = readers->room ? 2 * readers->room : 64;
        emu_readers_entry *larger = room > readers->room ? emu_reallocate(readers->entry, room * sizeof *larger) : 0;
        if (!larger) {
            emu_check_record_lost(false);
            return 0;
        }
        readers->entry = larger;
        readers->room = room;
    }
    readers->count += readers->count == 0;
    return readers->count++;
}

static void free_entry(emu_readers *readers, uint32_t entry)
{
    readers->entry[entry] = (emu_readers_entry){.next = readers->unused};
    readers->unused = entry;
}

bool emu_readers_next(const emu_readers *readers, emu_shadow_cell *cell, emu_reads *at)
{
    if (!at->lanes && cell->lanes) {
        *at = (emu_reads){cell->read, &cell->lanes, cell->more, cell->read_site, 0};
        return true;
    }
    if (!at->lanes)
        at->entry = cell->more;
    for (emu_readers_entry *entry; (entry = emu_readers_at(readers, cell, at->entry)); at->entry = entry->next) {
        for (unsigned warp = at->warp; warp < EMU_READERS_WARPS; warp++)
            if (entry->warp[warp].lanes) {
                *at = (emu_reads){entry->key | (emu_access)entry->warp[warp].count << EMU_ACCESS_STAMP |
                                      (emu_access)(warp * 32) << EMU_ACCESS_RANK,
                                  &entry->warp[warp].lanes, at->entry, entry->warp[warp].site, warp + 1};
                return true;
            }
        at->warp = 0;
    }
    return false;
}

static uint32_t block_of(emu_access access)
{
    return emu_clock_block_of(emu_access_epoch(access));
}

/* Moves the cell's own reads to an entry. */
static bool move_out(emu_readers *readers, emu_shadow_cell *cell, emu_access mine)
{
    readers->pinned |= (cell->read | mine) & EMU_ACCESS_KIND || block_of(cell->read) != block_of(mine);
    /* Computed before take_entry(), which may return a dropped entry of this cell. */
    uint32_t first = emu_readers_at(readers, cell, cell->more) ? cell->more : 0, next = first;
    for (emu_readers_entry *at; (at = emu_readers_at(readers, cell, next)); next = at->next)
        if (emu_readers_join(at, cell))
            return true;
    uint32_t entry = take_entry(readers);
    if (!entry)
        return false;
    readers->entry[entry] = (emu_readers_entry){.cell = cell, .key = emu_readers_key(cell->read), .next = first};
    cell->more = entry;
    return emu_readers_join(&readers->entry[entry], cell);
}

void emu_readers_drop_empty(emu_readers *readers, emu_shadow_cell *cell)
{
    uint32_t *link = &cell->more;
    for (emu_readers_entry *at; (at = emu_readers_at(readers, cell, *link));) {
        uint32_t lanes = 0, entry = *link;
        for (unsigned warp = 0; warp < EMU_READERS_WARPS; warp++)
            lanes |= at->warp[warp].lanes;
        if (lanes) {
            link = &at->next;
            continue;
        }
        *link = at->next;
        free_entry(readers, entry);
    }
    *link = 0;
    if (!cell->lanes)
        cell->read = 0;
}

void emu_readers_keep(emu_readers *readers, emu_shadow_cell *cell, emu_access mine, uint16_t site,
                      emu_readers_order *order, const void *context)
{
    uint32_t lane = emu_access_lane(mine);
    emu_reads at = {0};
    uint32_t *same = 0;
    bool some_left = true, noted = false;
    while (!noted && emu_readers_next(readers, cell, &at)) {
        bool same_warp = emu_access_same_warp(at.access, mine);
        noted = same_warp && *at.lanes & lane;
        if (noted)
            continue;
        if (same_warp && at.site == site)
            same = at.lanes;
        *at.lanes &= ~order(context, at.access, *at.lanes);
        some_left = some_left && *at.lanes;
    }
    if (!some_left)
        emu_readers_drop_empty(readers, cell);
    /* Otherwise the read goes into the cell, whose reads are kept when the block has ended. */
    if (same && *same && cell->lanes) {
        *same |= lane;
        return;
    }
    if (noted)
        return;
    if (cell->lanes && !move_out(readers, cell, mine))
        return;
    cell->read = mine;
    cell->lanes = lane;
    cell->read_site = site;
}

static uint32_t none_ordered(const void *context, emu_access access, uint32_t lanes)
{
    return (void)context, (void)access, (void)lanes, 0;
}

void emu_readers_rename(emu_readers *readers, emu_shadow_cell *cell, emu_access from, emu_access to)
{
    uint32_t lane = emu_access_lane(from);
    for (emu_reads at = {0}; emu_readers_next(readers, cell, &at);)
        if (emu_access_same_warp(at.access, from) && *at.lanes & lane) {
            *at.lanes &= ~lane;
            emu_readers_drop_empty(readers, cell);
            emu_readers_keep(readers, cell, to, at.site, none_ordered, 0);
            return;
        }
}

void emu_readers_drop(emu_readers *readers, emu_shadow_cell *cell)
{
    uint32_t next;
    for (emu_readers_entry *at; (at = emu_readers_at(readers, cell, cell->more)); cell->more = next) {
        next = at->next;
        free_entry(readers, cell->more);
    }
    cell->more = cell->lanes = 0;
    cell->read = 0;
}

void emu_readers_copy(emu_readers *readers, emu_shadow_cell *to, const emu_shadow_cell *from)
{
    to->more = 0;
    for (uint32_t at = from->more; emu_readers_at(readers, from, at); at = readers->entry[at].next) {
        uint32_t entry = take_entry(readers);
        if (!entry)
            return;
        readers->entry[entry] = readers->entry[at];
        readers->entry[entry].cell = to;
        readers->entry[entry].next = to->more;
        to->more = entry;
    }
}

void emu_readers_forget(emu_readers *readers)
{
    readers->count = readers->unused = 0;
    readers->pinned = false;
}

void emu_readers_free(emu_readers *readers)
{
    free(readers->entry);
    *readers = (emu_readers){0};
}
