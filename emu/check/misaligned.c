/* Structures and vectors whose address is no multiple of their alignment: a GPU would load or store them whole, where
 * checked copies may access them in pieces that are aligned, each by itself. */
#include "inside.h"

/* What a lane was told of last: the accesses to it follow, and are not to be told of again. */
static struct {
    uintptr_t address;
    size_t size, left; /* bytes whose accesses have still to come */
    unsigned rank;
    uint32_t segment; /* in which it was: later ones are other accesses */
} told;

bool emu_check_told_misaligned(uintptr_t address, unsigned size)
{
    if (address - told.address >= told.size || told.left < size || emu_here.thread->rank != told.rank ||
        emu_self->check->clock.segment != told.segment)
        return false;
    told.left -= size;
    return true;
}

void emu_check_misaligned(uintptr_t address, size_t size, unsigned alignment, bool write, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    const char *foreign;
    if (!worker || !worker->check)
        return;
    emu_check_settle();
    const emu_region *region = emu_region_of(worker, address, &foreign);
    emu_touch touch = {worker, address, pc, alignment, write, 0, region};
    if (!region)
        return;
    emu_check_found(&touch, EMU_FOUND_MISALIGNED, 0);
    told.address = address;
    told.size = told.left = size;
    told.rank = emu_here.thread->rank;
    told.segment = worker->check->clock.segment;
}
