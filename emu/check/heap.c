/* The heap of malloc() in kernels: a red zone after each allocation, where it was made and freed, and a quarantine.
 * Freed memory stays in the quarantine for a while before it is given out again. */
#include "../device/heap.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../host/allocate.h"
#include "inside.h"

/* MAX_ALLOCATIONS: those with a number of their own; all later ones share the last number. RED_ZONE: bytes after an
 * allocation. QUARANTINE: freed allocations that wait, with at most 1/QUARANTINE_SHARE of the heap's bytes. */
enum { MAX_ALLOCATIONS = 1 << 22, RED_ZONE = 32, QUARANTINE = 1 << 16, QUARANTINE_SHARE = 4 };

/* Of a device's heap. */
typedef struct checked_heap {
    emu_region region;
    uint32_t *owner;             /* by unit: the number of the latest allocation there */
    emu_allocation *allocations; /* by number, from 1 on */
    uint32_t count;
    size_t live;              /* units of live allocations */
    size_t quarantined_bytes; /* bytes of the allocations in `quarantine`, a ring of their numbers */
    uint32_t quarantine[QUARANTINE];
    unsigned quarantine_first, quarantine_count;
} checked_heap;

static checked_heap heaps[EMU_MOST_DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static checked_heap *heap_of(uintptr_t address)
{
    for (unsigned i = 0; i < EMU_MOST_DEVICES; i++) {
        checked_heap *h = &heaps[i];
        if (h->region.cells && address - h->region.begin < h->region.end - h->region.begin)
            return h;
    }
    return 0;
}

static void free_tables(checked_heap *h)
{
    size_t bytes = h->region.end - h->region.begin;
    emu_shadow_cells_free(h->region.cells, bytes);
    if (h->owner)
        munmap(h->owner, bytes / EMU_HEAP_UNIT * sizeof *h->owner);
    if (h->allocations)
        munmap(h->allocations, (MAX_ALLOCATIONS + 1) * sizeof *h->allocations);
    h->owner = 0;
    h->allocations = 0;
    h->region = (emu_region){0};
    h->count = h->quarantine_first = h->quarantine_count = 0;
    h->quarantined_bytes = h->live = 0;
}

/* The first allocation makes the heap, and the data about it. */
static bool make_tables(checked_heap *h)
{
    uintptr_t begin;
    size_t bytes;
    if (h->region.cells)
        return true;
    emu_heap_bounds((unsigned)(h - heaps), &begin, &bytes);
    if (!bytes)
        return false;
    h->region = (emu_region){begin, begin + bytes, EMU_REGION_HEAP, emu_shadow_cells_make(bytes), 0};
    h->owner = emu_reserve(bytes / EMU_HEAP_UNIT * sizeof *h->owner);
    h->allocations = emu_reserve((MAX_ALLOCATIONS + 1) * sizeof *h->allocations);
    if (!h->region.cells || !h->owner || !h->allocations) {
        free_tables(h);
        return false;
    }
    return true;
}

static uint32_t *owner_of(const checked_heap *h, uintptr_t address)
{
    return &h->owner[(address - h->region.begin) / EMU_HEAP_UNIT];
}

static void release_oldest(checked_heap *h)
{
    emu_allocation *gone = &h->allocations[h->quarantine[h->quarantine_first]];
    h->quarantine_first = (h->quarantine_first + 1) % QUARANTINE;
    h->quarantine_count--;
    h->quarantined_bytes -= gone->size;
    emu_heap_free((void *)gone->pointer);
}

static size_t units_of(size_t size)
{
    return (size + EMU_HEAP_UNIT - 1) / EMU_HEAP_UNIT;
}

/* The heap is larger than its limit, by the quarantine and the red zones. */
static void *take(checked_heap *h, size_t size, size_t alignment)
{
    if (h->live + units_of(size) > emu_heap_limit((unsigned)(h - heaps)) / EMU_HEAP_UNIT)
        return 0;
    void *pointer = emu_heap_allocate((unsigned)(h - heaps), size + RED_ZONE, alignment);
    while (!pointer && h->quarantine_count) {
        release_oldest(h);
        pointer = emu_heap_allocate((unsigned)(h - heaps), size + RED_ZONE, alignment);
    }
    return pointer ? pointer : emu_heap_allocate((unsigned)(h - heaps), size, alignment);
}

void *emu_check_heap_allocate(size_t size, size_t alignment, uintptr_t by)
{
    checked_heap *h = &heaps[emu_self->grid->device];
    pthread_mutex_lock(&lock);
    void *pointer = size <= SIZE_MAX - RED_ZONE ? take(h, size, alignment) : 0;
    if (pointer && !make_tables(h)) { /* without cells it would count as memory that kernels may not access */
        emu_heap_free(pointer);
        pointer = 0;
    }
    if (pointer) {
        uintptr_t begin = (uintptr_t)pointer;
        uint32_t number = h->count < MAX_ALLOCATIONS ? ++h->count : MAX_ALLOCATIONS;
        h->allocations[number] = (emu_allocation){.pointer = begin, .size = size, .made_at = by};
        for (uintptr_t at = begin; at < begin + size; at += EMU_HEAP_UNIT)
            *owner_of(h, at) = number;
        emu_shadow_cells_clear(&h->region, begin, size);
        h->live += units_of(size);
    }
    pthread_mutex_unlock(&lock);
    return pointer;
}

const emu_allocation *emu_heap_allocation_at(uintptr_t address)
{
    const checked_heap *h = heap_of(address);
    uint32_t number = h ? *owner_of(h, address) : 0;
    return number ? &h->allocations[number] : 0;
}

const emu_allocation *emu_heap_allocation_near(uintptr_t address, ptrdiff_t *distance)
{
    enum { MAX_DISTANCE = 4096 };
    for (uintptr_t away = 0; away < MAX_DISTANCE; away += EMU_HEAP_UNIT) {
        const emu_allocation *below = emu_heap_allocation_at(address - away),
                             *above = emu_heap_allocation_at(address + away);
        const emu_allocation *near = below ? below : above;
        if (near) {
            *distance = address >= near->pointer ? (ptrdiff_t)(address - (near->pointer + near->size))
                                                 : -(ptrdiff_t)(near->pointer - address);
            return near;
        }
    }
    return 0;
}

static const char *why_not_freeable(const emu_allocation *at, uintptr_t address)
{
    if (!at)
        return "free() of a pointer that malloc() of device code never returned";
    if (at->freed)
        return "free() of memory of the device's heap that has been freed already";
    return at->pointer == address
               ? 0
               : "free() of a pointer into an allocation of the device's heap; only its start can be freed";
}

/* Freeing counts as a write of all bytes: an unordered access by another thread is a race. The freed memory goes into
 * quarantine. */
emu_heap_place emu_check_heap_free(void *pointer, uintptr_t by)
{
    uintptr_t address = (uintptr_t)pointer;
    checked_heap *h = heap_of(address);
    emu_allocation *at = (emu_allocation *)(uintptr_t)emu_heap_allocation_at(address);
    const char *wrong = why_not_freeable(at, address);
    if (wrong) {
        const emu_touch touch = {
            .worker = emu_self, .address = address, .pc = by, .region = emu_heap_region_at(address)};
        emu_check_found(&touch, EMU_FOUND_API, wrong);
        return !at ? EMU_HEAP_OUTSIDE : at->freed ? EMU_HEAP_FREE : EMU_HEAP_INSIDE;
    }
    emu_check_touch_range(address, at->size, true, by);
    pthread_mutex_lock(&lock);
    at->freed = true;
    at->freed_at = by;
    h->live -= units_of(at->size);
    h->quarantined_bytes += at->size;
    h->quarantine[(h->quarantine_first + h->quarantine_count++) % QUARANTINE] = (uint32_t)(at - h->allocations);
    while (h->quarantine_count == QUARANTINE ||
           h->quarantined_bytes > (h->region.end - h->region.begin) / QUARANTINE_SHARE)
        release_oldest(h);
    pthread_mutex_unlock(&lock);
    return EMU_HEAP_ALLOCATED;
}

const emu_region *emu_heap_region_at(uintptr_t address)
{
    checked_heap *h = heap_of(address);
    return h ? &h->region : 0;
}

void emu_check_heap_closed(unsigned device)
{
    checked_heap *h = &heaps[device];
    for (uint32_t number = 1; number <= h->count && emu_check_wanted.leaks; number++)
        if (!h->allocations[number].freed)
            emu_check_leaked(&h->region, &h->allocations[number]);
    free_tables(h);
}
