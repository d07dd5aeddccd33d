/* Words whose bytes were accessed separately: a cell for each byte, in a hash table by address. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

typedef struct split {
    uintptr_t word;
    emu_shadow_cell single[4];
    struct split *next;
} split;

enum { SLOTS = 1 << 16 };
static split *table[SLOTS];

static split **slot_of(uintptr_t word)
{
    return &table[(word >> 2) * 0x9e3779b97f4a7c15ull >> 48];
}

emu_shadow_cell *emu_check_split(const emu_region *region, uintptr_t word, emu_shadow_cell *cell)
{
    split **slot = slot_of(word), *found = *slot;
    while (found && found->word != word)
        found = found->next;
    if (!found) {
        found = emu_allocate(sizeof *found);
        if (!found) {
            emu_check_record_lost(false);
            return 0;
        }
        *found = (split){.word = word, .next = *slot};
        *slot = found;
        cell->split = 0;
    }
    if (!cell->split) {
        for (unsigned i = 0; i < 4; i++) {
            found->single[i] = (emu_shadow_cell){0};
            if (!(cell->bytes >> i & 1))
                continue;
            found->single[i] = *cell;
            emu_readers_copy(emu_readers_of(region), &found->single[i], cell);
        }
        emu_readers_drop(emu_readers_of(region), cell);
        cell->split = 1;
        cell->write = 0;
    }
    return found->single;
}

void emu_check_splits_free(void)
{
    for (unsigned i = 0; i < SLOTS; i++)
        while (table[i]) {
            split *next = table[i]->next;
            free(table[i]);
            table[i] = next;
        }
}
