#include "region.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../host/allocate.h"

emu_region emu_device_region;

static size_t cells_of(size_t bytes)
{
    return (bytes + 3) / 4 * sizeof(emu_shadow_cell);
}

emu_shadow_cell *emu_shadow_cells_make(size_t bytes)
{
    void *memory = emu_reserve(cells_of(bytes));
    if (memory)
        madvise(memory, cells_of(bytes), MADV_DONTDUMP);
    return memory;
}

void emu_shadow_cells_free(emu_shadow_cell *cells, size_t bytes)
{
    if (cells)
        munmap(cells, cells_of(bytes));
}

/* Returns whole pages to the system, so memory that was used once and freed costs nothing. */
void emu_shadow_cells_clear(const emu_region *region, uintptr_t address, size_t bytes)
{
    char *begin = (char *)emu_shadow_cell_of(region, address & ~(uintptr_t)3);
    char *end = (char *)(emu_shadow_cell_of(region, (address + bytes + 3) & ~(uintptr_t)3));
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    char *first = (char *)(((uintptr_t)begin + page - 1) & ~(page - 1)), *last = (char *)((uintptr_t)end & ~(page - 1));
    if (first + 16 * page > last || madvise(first, (size_t)(last - first), MADV_DONTNEED) != 0) {
        memset(begin, 0, (size_t)(end - begin));
        return;
    }
    memset(begin, 0, (size_t)(first - begin));
    memset(last, 0, (size_t)(end - last));
}

void emu_shadow_cells_fill(const emu_region *region, uintptr_t address, size_t bytes)
{
    uintptr_t end = address + bytes;
    while (address < end) {
        emu_shadow_cell *cell = emu_shadow_cell_of(region, address);
        unsigned from = (unsigned)((address - region->begin) % 4), count = 4 - from;
        if (count > end - address)
            count = (unsigned)(end - address);
        if (count == 4) {
            *cell = (emu_shadow_cell){.initialised = 15};
        } else {
            cell->initialised |= ((1u << count) - 1) << from & 15;
            cell->write = cell->read = 0;
            cell->lanes = cell->more = 0;
        }
        address += count;
    }
}
