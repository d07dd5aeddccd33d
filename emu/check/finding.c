#include "finding.h"

#include <pthread.h>
#include <stdlib.h>

#include "../host/allocate.h"
#include "history.h"
#include "inside.h"
#include "output.h"

enum { SLOTS = 1024 };

typedef struct entry {
    emu_finding finding;
    uintptr_t pc, other, memory;
    emu_finding_kind kind; /* the first kind: finding.kind may change later */
    struct entry *next;    /* in the same slot */
} entry;

static entry *table[SLOTS];
static emu_finding *first, **last = &first;
static bool order_lost; /* a happens-before relation was lost: accesses that look like a race may be ordered */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void emu_check_record_lost(bool order)
{
    if (order)
        __atomic_store_n(&order_lost, true, __ATOMIC_RELAXED);
    emu_output_record_lost();
}

emu_finding *emu_finding_note(emu_finding_kind kind, uintptr_t pc, uintptr_t other, uintptr_t memory, bool *fresh)
{
    if ((kind == EMU_FOUND_RACE || kind == EMU_FOUND_UNACQUIRED) && __atomic_load_n(&order_lost, __ATOMIC_RELAXED))
        return 0;
    entry **slot = &table[(pc * 31 + other * 17 + memory + kind) % SLOTS];
    pthread_mutex_lock(&lock);
    entry *found = *slot;
    while (found && !(found->kind == kind && found->pc == pc && found->other == other && found->memory == memory))
        found = found->next;
    *fresh = !found;
    if (!found && (found = emu_allocate(sizeof *found))) {
        *found = (entry){.finding = {.kind = kind, .noted_at = emu_history_now()},
                         .pc = pc,
                         .other = other,
                         .memory = memory,
                         .kind = kind,
                         .next = *slot};
        *slot = found;
        *last = &found->finding;
        last = &found->finding.next;
        emu_output_found();
    }
    if (found)
        found->finding.count++;
    else
        emu_output_record_lost();
    pthread_mutex_unlock(&lock);
    return found ? &found->finding : 0;
}

const emu_finding *emu_findings_first(void)
{
    return first;
}

void emu_findings_close(void)
{
    while (first) {
        entry *gone = (entry *)first;
        first = first->next;
        free(gone->finding.details);
        free(gone);
    }
    for (unsigned i = 0; i < SLOTS; i++)
        table[i] = 0;
    last = &first;
    order_lost = false;
}
