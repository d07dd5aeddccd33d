/* What copies and sets of streams do to memory: they write and read as one access, which races with what their stream does
 * not wait for, and what was written goes along from device to device, byte by byte. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

typedef struct transfer {
    uint32_t number;
    const emu_operation *operation;
    emu_access access;
    uint16_t site;
} transfer;

static transfer current;

/* A copy of many pieces is one access. */
static void take(uint32_t number)
{
    if (current.number == number && current.access)
        return;
    const emu_operation *operation = emu_operation_of(number);
    current = (transfer){number, operation, emu_clock_single(number), operation->by ? emu_site_number(operation->by) : 0};
}

void emu_check_transfers_close(void)
{
    current = (transfer){0};
}

static void judge(const emu_region *region, uintptr_t address, bool write, emu_access other, uint16_t site, bool other_writes)
{
    if (!other)
        return;
    uint32_t theirs = emu_clock_block(emu_clock_block_of(emu_access_segment(other)))->grid;
    if (theirs != current.number && !emu_operation_knows(current.number, theirs))
        emu_check_found_transfer_race(current.number, region, address, write, other, site, other_writes);
}

static void read_cell(const emu_region *region, uintptr_t address, emu_cell *cell)
{
    judge(region, address, false, cell->write, cell->write_site, true);
    bool first = !cell->read[0] || cell->read[0] == current.access;
    if (!first)
        first = emu_operation_knows(current.number, emu_clock_block(emu_clock_block_of(emu_access_segment(cell->read[0])))->grid);
    cell->read[!first] = current.access;
    cell->read_site[!first] = current.site;
}

static void write_cell(const emu_region *region, uintptr_t address, emu_cell *cell)
{
    judge(region, address, true, cell->write, cell->write_site, true);
    for (int i = 0; i < 2; i++) {
        judge(region, address, true, cell->read[i], cell->read_site[i], false);
        cell->read[i] = 0;
    }
    cell->write = current.access;
    cell->write_site = current.site;
}

/* Bits of the four bytes at `from`, which need not be aligned; of memory of the host all. */
static unsigned initialised_at(const emu_region *region, uintptr_t from, unsigned count)
{
    if (!region || region->kind != EMU_REGION_DEVICE)
        return 15;
    unsigned shift = (unsigned)(from % 4), bits = emu_cell_of(region, from)->initialised >> shift;
    if (shift && count > 4 - shift)
        bits |= emu_cell_of(region, from + 4 - shift)->initialised << (4 - shift);
    return bits & 15;
}

static size_t within(const emu_region *region, uintptr_t address, size_t bytes)
{
    return region && bytes > region->end - address ? region->end - address : bytes;
}

/* Each four bytes, or those of them that are touched. */
static void touch(const emu_region *region, uintptr_t address, size_t bytes, bool write, const emu_region *source,
                  uintptr_t from)
{
    uintptr_t end = address + within(region, address, bytes);
    while (address < end) {
        unsigned skip = (unsigned)((address - region->begin) % 4), count = 4 - skip;
        if (count > end - address)
            count = (unsigned)(end - address);
        uintptr_t word = address - skip;
        unsigned touched = ((1u << count) - 1) << skip & 15;
        emu_cell *cell = emu_cell_of(region, word);
        if (write)
            cell->initialised = (cell->initialised & ~touched) | (initialised_at(source, from, count) << skip & touched);
        if (emu_check_wanted.races) {
            if (!(cell->write | cell->read[0] | cell->read[1]) && !cell->split)
                cell->bytes = touched & 15;
            emu_cell *single = cell->split || cell->bytes != touched ? emu_check_split(word, cell) : 0;
            for (unsigned i = skip; single && i < skip + count; i++)
                (write ? write_cell : read_cell)(region, word + i, &single[i]);
            if (!single && !cell->split)
                (write ? write_cell : read_cell)(region, address, cell);
            if (single && write && touched == 15) { /* of all bytes again */
                *cell = (emu_cell){.write = current.access, .write_site = current.site, .initialised = cell->initialised,
                                   .bytes = 15};
            }
        }
        address += count;
        from += count;
    }
}

void emu_check_transfer_ends(void)
{
    emu_guard_leave();
}

void emu_check_transfer(unsigned number, const void *to, const void *from, size_t bytes)
{
    emu_guard_enter();
    const emu_region *target = emu_region_at((uintptr_t)to), *source = from ? emu_region_at((uintptr_t)from) : 0;
    if (!target && !source)
        return;
    take(number);
    if (source && emu_check_wanted.races)
        touch(source, (uintptr_t)from, bytes, false, 0, 0);
    if (target)
        touch(target, (uintptr_t)to, bytes, true, source, (uintptr_t)from);
}

/* ---- what nobody ever wrote ---- */
static bool any_value(const emu_region *region, uintptr_t address, size_t bytes)
{
    uintptr_t end = address + within(region, address, bytes);
    for (uintptr_t word = address & ~(uintptr_t)3; word < end; word += 4)
        if (emu_cell_of(region, word)->initialised)
            return true;
    return false;
}

/* A program may copy more than it has filled, and look at no more than that: but not where nothing at all has been written
 * into the allocation. */
void emu_check_transfer_begins(unsigned number, const void *from, size_t pitch, size_t width, size_t height)
{
    uintptr_t address = (uintptr_t)from;
    const emu_allocation *allocation = emu_allocation_at(address);
    if (!emu_check_wanted.initialised || !allocation || allocation->freed)
        return;
    for (size_t row = 0; row < height; row++)
        if (any_value(&emu_device_region, address + row * pitch, width))
            return;
    if (any_value(&emu_device_region, allocation->pointer, allocation->size))
        return;
    take(number);
    emu_check_found_transfer(number, EMU_FOUND_UNINITIALISED, address, width * height);
}
