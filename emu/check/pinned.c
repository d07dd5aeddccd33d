/* Host memory that threads may access: pinned and registered ranges. */
#include <pthread.h>
#include <stdlib.h>

#include "../host/allocate.h"
#include "inside.h"

typedef struct range {
    emu_region region;
    emu_pinned pinned;
    struct range *next;
} range;

static range *ranges;
static range *gone_meanwhile; /* no longer there, and a copy may still use their cells */
static unsigned transfers;    /* copies, sets and writes of words that run */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void emu_check_pinned(const void *pointer, size_t bytes, uintptr_t by)
{
    uintptr_t begin = (uintptr_t)pointer & ~(uintptr_t)3, end = (uintptr_t)pointer + bytes;
    range *made = emu_allocate(sizeof *made);
    emu_shadow_cell *cells = made ? emu_shadow_cells_make(end - begin) : 0;
    if (!cells) { /* then its accesses are allowed, but not checked */
        emu_check_record_lost(false);
        emu_objects_allow(begin, end);
        free(made);
        return;
    }
    made->region = (emu_region){begin, end, EMU_REGION_HOST, cells, &made->pinned};
    made->pinned = (emu_pinned){(uintptr_t)pointer, bytes, by};
    pthread_mutex_lock(&lock);
    made->next = ranges;
    ranges = made;
    pthread_mutex_unlock(&lock);
}

static void drop(range *gone)
{
    emu_shadow_cells_free(gone->region.cells, gone->region.end - gone->region.begin);
    free(gone);
}

static void drop_all(range **list)
{
    while (*list) {
        range *next = (*list)->next;
        drop(*list);
        *list = next;
    }
}

/* Of the threads' accesses none runs. A copy may: memory that is no longer registered is still the program's. */
void emu_check_unpinned(const void *pointer)
{
    range *gone = 0;
    pthread_mutex_lock(&lock);
    for (range **link = &ranges; *link && !gone; link = &(*link)->next)
        if ((*link)->pinned.pointer == (uintptr_t)pointer) {
            gone = *link;
            *link = gone->next;
            break;
        }
    if (gone && transfers) {
        gone->next = gone_meanwhile;
        gone_meanwhile = gone;
        gone = 0;
    }
    pthread_mutex_unlock(&lock);
    if (gone)
        drop(gone);
}

void emu_pinned_transfer_begins(void)
{
    pthread_mutex_lock(&lock);
    transfers++;
    pthread_mutex_unlock(&lock);
}

void emu_pinned_transfer_ends(void)
{
    range *gone = 0;
    pthread_mutex_lock(&lock);
    if (--transfers == 0) {
        gone = gone_meanwhile;
        gone_meanwhile = 0;
    }
    pthread_mutex_unlock(&lock);
    drop_all(&gone);
}

const emu_region *emu_pinned_at(uintptr_t address)
{
    pthread_mutex_lock(&lock);
    const range *at = ranges;
    while (at && !(address >= at->pinned.pointer && address < at->region.end))
        at = at->next;
    pthread_mutex_unlock(&lock);
    return at ? &at->region : 0;
}

const emu_pinned *emu_pinned_before(uintptr_t address)
{
    enum { MAX_DISTANCE = 4096 };
    const range *near = 0;
    pthread_mutex_lock(&lock);
    for (const range *at = ranges; at; at = at->next)
        if (address >= at->region.end && address - at->region.end < MAX_DISTANCE &&
            (!near || at->region.end > near->region.end))
            near = at;
    pthread_mutex_unlock(&lock);
    return near ? &near->pinned : 0;
}

void emu_pinned_close(void)
{
    drop_all(&ranges);
}
