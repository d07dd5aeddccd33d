/* Two places that race have one finding, of the worst hazard: one of two equal values is a warning, until a later hazard of the
 * places is of values that differ, or of a read and a write. Whether a write changes what the other thread wrote is known
 * when its thread calls the checker next. */
#include <string.h>

#include "inside.h"

enum { MOST_BYTES = 16 };

/* A write that races with one of a finding of equal values. */
static struct {
    emu_finding *finding; /* null: none */
    emu_finding worse;    /* the finding if the values turn out to differ; the values are still missing in it */
    emu_touch touch;
    emu_access other;
    uintptr_t address;
    unsigned racing; /* a bit for each byte of the write that races */
    unsigned char before[MOST_BYTES];
} suspect;

/* A finding that was reported stays as it is: a second one tells what came after. */
static void worsen(emu_finding *finding, emu_finding *worse, const emu_touch *touch)
{
    emu_check_name_memory(touch, worse);
    emu_finding *target = finding;
    if (finding->reported) {
        bool fresh;
        target = emu_finding_note(EMU_FOUND_SAME_VALUE, worse->access[1].pc, worse->access[0].pc,
                                  emu_check_memory_of(touch), &fresh);
        if (!target || !fresh)
            return;
    }
    worse->count = target->count;
    worse->next = target->next;
    *target = *worse;
}

static unsigned bytes_of(const emu_touch *touch)
{
    return touch->size < MOST_BYTES ? touch->size : MOST_BYTES;
}

void emu_check_suspect(emu_finding *finding, const emu_touch *touch, emu_access other, uint16_t site, bool other_writes,
                       uintptr_t address)
{
    if (suspect.finding && suspect.finding != finding)
        return; /* another part of the same access: one is enough */
    if (!suspect.finding) {
        suspect.worse = (emu_finding){.kind = EMU_FOUND_RACE};
        emu_check_describe_race(touch, other, site, other_writes, &suspect.worse);
        if (!touch->write || !other_writes || (touch->bits | other) & (EMU_ACCESS_ATOMIC | EMU_ACCESS_ASYNC)) {
            worsen(finding, &suspect.worse, touch);
            return;
        }
        suspect.finding = finding;
        suspect.touch = *touch;
        suspect.other = other;
        suspect.address = address;
        suspect.racing = 0;
        memcpy(suspect.before, (const void *)touch->address, bytes_of(touch));
        emu_check_has_deferred = true;
    }
    for (uintptr_t at = address; at < (address & ~(uintptr_t)3) + 4; at++)
        if (at - touch->address < bytes_of(touch))
            suspect.racing |= 1u << (at - touch->address);
}

void emu_check_finish_suspect(void)
{
    emu_finding *finding = suspect.finding;
    unsigned char after[MOST_BYTES];
    unsigned size = bytes_of(&suspect.touch);
    if (!finding)
        return;
    suspect.finding = NULL;
    emu_guard_enter();
    memcpy(after, (const void *)suspect.touch.address, size);
    emu_guard_leave();
    bool differs = false;
    for (unsigned i = 0; i < size; i++)
        differs |= suspect.racing >> i & 1 && after[i] != suspect.before[i];
    if (!differs)
        return;
    emu_finding_access *first = &suspect.worse.access[0], *second = &suspect.worse.access[1];
    unsigned printed = size < 8 ? size : 8;
    memcpy(&second->before, suspect.before, printed);
    memcpy(&second->after, after, printed);
    second->has_before = second->has_after = true;
    first->has_before = emu_values_before(suspect.address, suspect.other, &first->size, &first->before);
    first->has_after = first->size == second->size;
    first->after = second->before;
    worsen(finding, &suspect.worse, &suspect.touch);
}
