/* Accesses of copies and sets in streams. A copy or set is one access, which races with operations that are not ordered
 * with it. A copy within device memory also copies which bytes have been written. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "inside.h"

typedef struct transfer {
    uint32_t number;
    const emu_operation *operation;
    emu_access access;
    uint16_t site;
    uint32_t ordered[2]; /* an epoch whose reads [0], or writes [1], happen before: most of a range has the same one */
} transfer;

static transfer current;

/* All pieces of a copy are one access. */
static void begin_transfer(uint32_t number)
{
    if (current.number == number && current.access)
        return;
    const emu_operation *operation = emu_operation_of(number);
    current = (transfer){number,
                         operation,
                         emu_clock_operation_access(number),
                         operation->by ? emu_site_number(operation->by) : 0,
                         {0, 0}};
}

void emu_check_transfers_close(void)
{
    current = (transfer){0};
}

static uint32_t grid_of(emu_access access)
{
    return emu_clock_block(emu_clock_block_of(emu_access_epoch(access)))->grid;
}

static bool is_ordered(emu_access other, bool write)
{
    return !other || emu_access_epoch(other) == current.ordered[write];
}

static void compare(const emu_region *region, uintptr_t address, bool write, emu_access other, uint16_t site,
                    bool other_writes)
{
    if (is_ordered(other, other_writes))
        return;
    uint32_t theirs = grid_of(other);
    if (theirs == current.number || emu_operation_follows(current.number, theirs))
        current.ordered[other_writes] = emu_access_epoch(other);
    else
        emu_check_found_transfer_race(current.number, region, address, write, other, site, other_writes);
}

static uint32_t ordered_before(const void *context, emu_access read, uint32_t threads)
{
    (void)context;
    return is_ordered(read, false) || emu_operation_follows(current.number, grid_of(read)) ? threads : 0;
}

static void read_cell(const emu_region *region, uintptr_t address, emu_shadow_cell *cell)
{
    compare(region, address, false, cell->write, cell->write_site, true);
    emu_readers_keep(emu_readers_of(region), cell, current.access, current.site, ordered_before, 0);
}

static void write_cell(const emu_region *region, uintptr_t address, emu_shadow_cell *cell)
{
    compare(region, address, true, cell->write, cell->write_site, true);
    emu_readers *readers = emu_readers_of(region);
    for (emu_reads at = {0}; emu_readers_next(readers, cell, &at);)
        compare(region, address, true, emu_access_by(at.access, (unsigned)__builtin_ctz(*at.lanes)), at.site,
                at.access & EMU_ACCESS_COVERED);
    emu_readers_drop(readers, cell);
    cell->write = current.access;
    cell->write_site = current.site;
}

/* Which of `count` bytes at `from` have been written, a bit each; `from` may be misaligned. Of host memory (no region)
 * all. */
static unsigned initialised_at(const emu_region *region, uintptr_t from, unsigned count)
{
    if (!region)
        return 15;
    unsigned shift = (unsigned)(from % 4), bits = emu_shadow_cell_of(region, from)->initialised >> shift;
    if (shift && count > 4 - shift)
        bits |= emu_shadow_cell_of(region, from + 4 - shift)->initialised << (4 - shift);
    return bits & 15;
}

static size_t within(const emu_region *region, uintptr_t address, size_t bytes)
{
    return region && bytes > region->end - address ? region->end - address : bytes;
}

/* Handles whole words that have only been accessed as whole words, and returns their number: the common case, and most
 * of a large copy. */
static inline __attribute__((always_inline)) size_t access_words(const emu_region *region, uintptr_t address,
                                                                 size_t words, bool write, const emu_shadow_cell *from)
{
    const emu_shadow_cell written = {
        .write = current.access, .write_site = current.site, .initialised = 15, .bytes = 15};
    emu_shadow_cell *cell = emu_shadow_cell_of(region, address);
    size_t done = 0;
    for (; done < words && !cell[done].split; done++) {
        emu_shadow_cell *at = &cell[done];
        if ((at->write | at->read) && at->bytes != 15)
            break;
        if (write) {
            if (!is_ordered(at->write, true) || !is_ordered(at->read, false) || at->more)
                write_cell(region, address + done * 4, at);
            *at = written;
            if (from)
                at->initialised = from[done].initialised;
        } else {
            at->bytes = 15;
            if (is_ordered(at->write, true) && !at->read) {
                at->read = current.access;
                at->lanes = emu_access_lane(current.access);
                at->read_site = current.site;
            } else {
                read_cell(region, address + done * 4, at);
            }
        }
    }
    return done;
}

/* Handles each word, or the bytes of it in the range. */
static inline __attribute__((always_inline)) void access_range(const emu_region *region, uintptr_t address,
                                                               size_t bytes, bool write, const emu_region *source,
                                                               uintptr_t from)
{
    if (source && (source->kind != EMU_REGION_DEVICE || emu_allocation_is_foreign(from)))
        source = 0; /* it counts as written */
    uintptr_t end = address + within(region, address, bytes);
    while (address < end) {
        unsigned skip = (unsigned)((address - region->begin) % 4), count = 4 - skip;
        if (skip == 0 && emu_check_wanted.races && (!source || from % 4 == 0)) {
            size_t words = access_words(region, address, (end - address) / 4, write,
                                        source ? emu_shadow_cell_of(source, from) : 0);
            address += words * 4;
            from += words * 4;
            if (address == end)
                break;
        }
        if (count > end - address)
            count = (unsigned)(end - address);
        uintptr_t word = address - skip;
        unsigned touched = ((1u << count) - 1) << skip & 15;
        emu_shadow_cell *cell = emu_shadow_cell_of(region, word);
        if (write)
            cell->initialised =
                (cell->initialised & ~touched) | (initialised_at(source, from, count) << skip & touched);
        if (emu_check_wanted.races) {
            if (!(cell->write | cell->read) && !cell->split)
                cell->bytes = touched & 15;
            emu_shadow_cell *single = cell->split || cell->bytes != touched ? emu_check_split(region, word, cell) : 0;
            if (!cell->split && cell->bytes == touched) /* the same bytes as before */
                (write ? write_cell : read_cell)(region, address, cell);
            for (unsigned i = skip; single && i < skip + count; i++)
                (write ? write_cell : read_cell)(region, word + i, &single[i]);
            if (single && write && touched == 15) { /* all bytes again: the word needs one cell only */
                *cell = (emu_shadow_cell){
                    .write = current.access, .write_site = current.site, .initialised = cell->initialised, .bytes = 15};
            }
        }
        address += count;
        from += count;
    }
}

void emu_check_transfer_ends(void)
{
    emu_pinned_transfer_ends();
    emu_guard_leave();
}

/* Checks that the memory, where a stream orders its life, is there. */
static void check_life(const emu_region *region, uintptr_t address, size_t bytes, bool write)
{
    const emu_allocation *allocation = region == &emu_device_region ? emu_allocation_at(address) : 0;
    if (allocation && allocation->freed)
        emu_check_found_transfer(current.number, EMU_FOUND_FREED, address, bytes);
    else if (allocation && allocation->made_by && emu_check_wanted.races &&
             !emu_operation_follows(current.number, allocation->made_by))
        emu_check_found_transfer_early(current.number, allocation, address, write);
}

void emu_check_transfer(unsigned number, const void *to, const void *from, size_t bytes)
{
    emu_guard_enter();
    emu_pinned_transfer_begins();
    const emu_region *target = emu_region_at((uintptr_t)to), *source = from ? emu_region_at((uintptr_t)from) : 0;
    if (!target && !source)
        return;
    begin_transfer(number);
    if (source)
        check_life(source, (uintptr_t)from, bytes, false);
    if (target)
        check_life(target, (uintptr_t)to, bytes, true);
    if (source && emu_check_wanted.races)
        access_range(source, (uintptr_t)from, bytes, false, 0, 0);
    if (target)
        access_range(target, (uintptr_t)to, bytes, true, source, (uintptr_t)from);
}

/* ---- memory that is freed in a stream ---- */
static void compare_all(uintptr_t address, emu_shadow_cell *cell)
{
    emu_readers *readers = emu_readers_of(&emu_device_region);
    compare(&emu_device_region, address, true, cell->write, cell->write_site, true);
    for (emu_reads at = {0}; emu_readers_next(readers, cell, &at);)
        compare(&emu_device_region, address, true, emu_access_by(at.access, (unsigned)__builtin_ctz(*at.lanes)),
                at.site, false);
}

static void compare_word(uintptr_t word)
{
    emu_shadow_cell *cell = emu_shadow_cell_of(&emu_device_region, word);
    if (!cell->split) {
        if (cell->write | cell->read)
            compare_all(word, cell);
        return;
    }
    emu_shadow_cell *single = emu_check_split(&emu_device_region, word, cell);
    for (unsigned i = 0; single && i < 4; i++)
        compare_all(word + i, &single[i]);
}

/* Of large memory only a part may have been used: the other cells lie on pages that are not in memory, and are not read. */
void emu_check_ordered_free(unsigned number, const void *pointer)
{
    enum { PAGES = 256 };
    unsigned char present[PAGES];
    const emu_allocation *allocation = emu_allocation_end((uintptr_t)pointer, emu_operation_of(number)->by, true);
    if (!allocation || !emu_check_wanted.races)
        return;
    begin_transfer(number);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = allocation->pointer + allocation->size;
    for (uintptr_t word = allocation->pointer; word < end;) {
        uintptr_t first = (uintptr_t)emu_shadow_cell_of(&emu_device_region, word) & ~(page - 1);
        uintptr_t last = (uintptr_t)emu_shadow_cell_of(&emu_device_region, end - 1);
        uintptr_t pages = (last - first) / page + 1 < PAGES ? (last - first) / page + 1 : PAGES;
        bool known = mincore((void *)first, pages * page, present) == 0;
        for (uintptr_t i = 0; i < pages && word < end; i++) {
            uintptr_t left = first + (i + 1) * page - (uintptr_t)emu_shadow_cell_of(&emu_device_region, word);
            uintptr_t stop = word + left / sizeof(emu_shadow_cell) * 4;
            for (; (!known || present[i] & 1) && word < stop && word < end; word += 4)
                compare_word(word);
            word = stop;
        }
    }
}

/* ---- memory that was never written ---- */
static bool any_written(const emu_region *region, uintptr_t address, size_t bytes)
{
    uintptr_t end = address + within(region, address, bytes);
    for (uintptr_t word = address & ~(uintptr_t)3; word < end; word += 4)
        if (emu_shadow_cell_of(region, word)->initialised)
            return true;
    return false;
}

/* A program may copy more than it has written, and ignore the rest. So this reports a copy only if nothing at all in
 * the allocation has been written. */
void emu_check_transfer_begins(unsigned number, const void *from, size_t pitch, size_t width, size_t height)
{
    uintptr_t address = (uintptr_t)from;
    const emu_allocation *allocation = emu_allocation_at(address);
    if (!emu_check_wanted.initialised || !allocation || allocation->freed || allocation->foreign)
        return;
    for (size_t row = 0; row < height; row++)
        if (any_written(&emu_device_region, address + row * pitch, width))
            return;
    if (any_written(&emu_device_region, allocation->pointer, allocation->size))
        return;
    begin_transfer(number);
    emu_check_found_transfer(number, EMU_FOUND_UNINITIALISED, address, width * height);
}
