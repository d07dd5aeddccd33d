/* Accesses of structures and vectors. A GPU loads and stores a vector whole, and a program copies a structure whole;
 * checked copies may access the parts, one by one, before or after a call about the whole. */
#include "inside.h"

/* The latest report: accesses to its parts follow, and are not reported again. */
static struct {
    uintptr_t address;
    size_t size, left; /* left: bytes whose accesses have not come yet */
    unsigned rank;
    uint32_t epoch; /* the epoch of the report: accesses of later epochs are others */
    bool write;
    bool announced; /* by a call before the access, which may be one access, or some */
} reported;

bool emu_check_was_reported(const emu_touch *touch)
{
    if (touch->address - reported.address >= reported.size || reported.left < touch->size ||
        (touch->size == reported.size && !reported.announced) || touch->write != reported.write ||
        emu_here.thread->rank != reported.rank || touch->worker->check->clock.epoch != reported.epoch)
        return false;
    reported.left -= touch->size;
    return true;
}

void emu_check_set_reported(uintptr_t address, size_t size, bool write, bool announced)
{
    reported.address = address;
    reported.size = reported.left = size;
    reported.write = write;
    reported.announced = announced;
    reported.rank = emu_here.thread->rank;
    reported.epoch = emu_self->check->clock.epoch;
}

void emu_check_begin_whole(void)
{
    if (!reported.announced)
        reported.size = 0;
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
    reported.size = 0;
    emu_check_found(&touch, EMU_FOUND_MISALIGNED, 0);
    emu_check_set_reported(address, size, write, true);
}
