/* Structures and vectors whose address is not a multiple of their alignment. A GPU loads and stores them whole; checked
 * copies may access aligned parts, one by one. */
#include "inside.h"

/* The latest report: the accesses to its parts follow, and are not reported again. */
static struct {
    uintptr_t address;
    size_t size, left; /* left: bytes whose accesses have not come yet */
    unsigned rank;
    uint32_t epoch; /* the epoch of the report: accesses of later epochs are others */
} reported;

bool emu_check_reported_misaligned(uintptr_t address, unsigned size)
{
    if (address - reported.address >= reported.size || reported.left < size || emu_here.thread->rank != reported.rank ||
        emu_self->check->clock.epoch != reported.epoch)
        return false;
    reported.left -= size;
    return true;
}

void emu_check_misaligned(uintptr_t address, size_t size, unsigned alignment, bool write, uintptr_t pc)
{
    emu_worker *worker = emu_self;
    const char *foreign;
    if (!worker || !worker->check)
        return;
    emu_check_finish_deferred();
    const emu_region *region = emu_region_of(worker, address, &foreign);
    emu_touch touch = {worker, address, pc, alignment, write, 0, region, false};
    if (!region)
        return;
    emu_check_found(&touch, EMU_FOUND_MISALIGNED, 0);
    reported.address = address;
    reported.size = reported.left = size;
    reported.rank = emu_here.thread->rank;
    reported.epoch = worker->check->clock.epoch;
}
