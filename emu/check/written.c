/* Which bytes have been written, and how copies pass that on.
 *
 * A load may cover bytes that have been written and bytes that have not: a structure with padding, or a union. That is
 * no error; but where the value is stored, those bytes must stay unwritten. A call of memcpy() is a copy for certain.
 * For a structure's assignment, gcc reports the write first, then the read. The two are taken for an assignment if the
 * memory differs when the read is reported, and is equal when the thread calls the checker next: nothing else can have
 * been written between. If the memory was equal before, this cannot be decided, and the copy counts as written.
 */
#include <string.h>

#include "inside.h"

static bool is_tracked(const emu_region *region)
{
    return region && (region->kind <= EMU_REGION_SHARED || region->kind == EMU_REGION_HEAP);
}

emu_written emu_check_written(const emu_region *region, uintptr_t address, size_t size)
{
    bool any = false, all = true;
    uintptr_t begin = address;
    for (uintptr_t end = address + size; is_tracked(region) && address < end;) {
        unsigned from = (unsigned)(address % 4), count = 4 - from;
        if (count > end - address)
            count = (unsigned)(end - address);
        unsigned bytes = ((1u << count) - 1) << from,
                 written = emu_shadow_cell_of(region, address)->initialised & bytes;
        any = any || written;
        all = all && written == bytes;
        address += count;
    }
    if (!all && region->kind == EMU_REGION_DEVICE && emu_allocation_is_foreign(begin))
        return EMU_WRITTEN;
    return all ? EMU_WRITTEN : any ? EMU_WRITTEN_PARTLY : EMU_UNWRITTEN;
}

void emu_check_write(const emu_region *region, uintptr_t address, size_t size)
{
    for (uintptr_t end = address + size; address < end;) {
        unsigned from = (unsigned)(address % 4), count = 4 - from;
        if (count > end - address)
            count = (unsigned)(end - address);
        emu_shadow_cell_of(region, address)->initialised |= (((1u << count) - 1) << from) & 15;
        address += count;
    }
}

void emu_check_copy_written(const emu_region *target, const emu_region *source, uintptr_t to, uintptr_t from,
                            size_t read, size_t written)
{
    emu_check_forget_covered();
    for (size_t i = 0; target && i < written; i++) {
        size_t at = to > from ? written - 1 - i : i; /* as memmove() does */
        unsigned bit = 1u << (to + at) % 4;
        emu_shadow_cell *cell = emu_shadow_cell_of(target, to + at);
        bool known = at >= read || emu_check_written(source, from + at, 1) == EMU_WRITTEN;
        cell->initialised = (cell->initialised & ~bit) | (known ? bit : 0);
    }
}

/* A read that may belong to a structure's assignment. The regions are looked up at once, because the code that
 * completes the assignment may run outside of a thread. */
static struct {
    const emu_region *target, *source;
    uintptr_t to, from;
    size_t size;
} assignment;

static void note_partial_read(const emu_touch *touch)
{
    emu_access by;
    size_t size;
    uintptr_t to = emu_values_last(&size, &by);
    const emu_block_clock *clock = &touch->worker->check->clock;
    if (size != touch->size || emu_access_epoch(by) != clock->epoch || emu_access_rank(by) != emu_here.thread->rank ||
        !memcmp((const void *)to, (const void *)touch->address, size))
        return;
    const char *foreign;
    assignment.target = emu_region_of(touch->worker, to, &foreign);
    assignment.source = touch->region;
    assignment.to = to;
    assignment.from = touch->address;
    assignment.size = size;
    emu_check_has_deferred = true;
}

void emu_check_initialised(const emu_touch *touch, bool computes)
{
    emu_written written = emu_check_written(touch->region, touch->address, touch->size);
    if (written == EMU_UNWRITTEN)
        emu_check_found(touch, EMU_FOUND_UNINITIALISED, 0);
    else if (written == EMU_WRITTEN_PARTLY && computes)
        emu_check_found(touch, EMU_FOUND_UNINITIALISED, EMU_CHECK_PARTLY);
    else if (written == EMU_WRITTEN_PARTLY)
        note_partial_read(touch);
}

void emu_check_finish_assignment(void)
{
    size_t size = assignment.size;
    assignment.size = 0;
    emu_guard_enter();
    bool same = size && !memcmp((const void *)assignment.to, (const void *)assignment.from, size);
    emu_guard_leave();
    if (same)
        emu_check_copy_written(assignment.target, assignment.source, assignment.to, assignment.from, size, size);
}
