#include <string.h>

#include "inside.h"

enum { KEPT = 1 << 13 };

static struct {
    uintptr_t address;
    emu_access by;
    uint64_t value;
    unsigned size;
} kept[KEPT];
static unsigned next;
static struct {
    uintptr_t address;
    size_t size;
    unsigned next; /* value of the outer `next` when the range was recorded */
} range;

void emu_values_forget(void)
{
    memset(kept, 0, sizeof kept);
    range.size = 0;
}

void emu_values_note(uintptr_t address, unsigned size, emu_access by)
{
    unsigned at = next++ % KEPT;
    kept[at].address = address;
    kept[at].by = by;
    kept[at].size = size;
    kept[at].value = 0;
    memcpy(&kept[at].value, (const void *)address, size < 8 ? size : 8);
}

void emu_values_note_range(uintptr_t address, size_t size)
{
    range.address = address;
    range.size = size;
    range.next = next;
}

uintptr_t emu_values_last(size_t *size, emu_access *by)
{
    unsigned at = (next - 1) % KEPT;
    bool is_range = range.size && range.next == next;
    *size = is_range ? range.size : kept[at].size;
    *by = kept[at].by;
    return is_range ? range.address : kept[at].address;
}

bool emu_values_before(uintptr_t address, emu_access by, unsigned *size, uint64_t *value)
{
    for (unsigned i = 1; i <= KEPT; i++) {
        unsigned at = (next - i) % KEPT;
        if (kept[at].by == by && address - kept[at].address < kept[at].size) {
            *size = kept[at].size;
            *value = kept[at].value;
            return true;
        }
    }
    return false;
}
