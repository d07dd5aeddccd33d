#include <string.h>

#include "inside.h"

enum { KEPT = 1 << 15 };

static struct {
    uintptr_t address;
    emu_access by;
    uint64_t value;
    unsigned size;
} kept[KEPT];
static unsigned next;

void emu_values_note(uintptr_t address, unsigned size, emu_access by)
{
    unsigned at = next++ % KEPT;
    kept[at].address = address;
    kept[at].by = by;
    kept[at].size = size;
    kept[at].value = 0;
    memcpy(&kept[at].value, (const void *)address, size < 8 ? size : 8);
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
