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

static emu_region region;
static uint32_t *owner;             /* by unit: the number of the latest allocation there */
static emu_allocation *allocations; /* by number, from 1 on */
static uint32_t count;
static size_t live;              /* units of live allocations */
static size_t quarantined_bytes; /* bytes of the allocations in `quarantine`, a ring of their numbers */
static uint32_t quarantine[QUARANTINE];
static unsigned quarantine_first, quarantine_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void free_tables(void)
{
    size_t bytes = region.end - region.begin;
    emu_shadow_cells_free(region.cells, bytes);
    if (owner)
        munmap(owner, bytes / EMU_HEAP_UNIT * sizeof *owner);
    if (allocations)
        munmap(allocations, (MAX_ALLOCATIONS + 1) * sizeof *allocations);
    owner = 0;
    allocations = 0;
    region = (emu_region){0};
    count = quarantine_first = quarantine_count = 0;
    quarantined_bytes = live = 0;
}

/* The first allocation makes the heap, and the data about it. */
static bool make_tables(void)
{
    uintptr_t begin;
    size_t bytes;
    if (region.cells)
        return true;
    emu_heap_bounds(&begin, &bytes);
    if (!bytes)
        return false;
    region = (emu_region){begin, begin + bytes, EMU_REGION_HEAP, emu_shadow_cells_make(bytes), 0};
    owner = emu_reserve(bytes / EMU_HEAP_UNIT * sizeof *owner);
    allocations = emu_reserve((MAX_ALLOCATIONS + 1) * sizeof *allocations);
    if (!region.cells || !owner || !allocations) {
        free_tables();
        return false;
    }
    return true;
}

static uint32_t *owner_of(uintptr_t address)
{
    return &owner[(address - region.begin) / EMU_HEAP_UNIT];
}

static void release_oldest(void)
{
    emu_allocation *gone = &allocations[quarantine[quarantine_first]];
    quarantine_first = (quarantine_first + 1) % QUARANTINE;
    quarantine_count--;
    quarantined_bytes -= gone->size;
    emu_heap_free((void *)gone->pointer);
}

static size_t units_of(size_t size)
{
    return (size + EMU_HEAP_UNIT - 1) / EMU_HEAP_UNIT;
}

/* The heap is larger than its limit, by the quarantine and the red zones. */
static void *take(size_t size, size_t alignment)
{
    if (live + units_of(size) > emu_heap_limit() / EMU_HEAP_UNIT)
        return 0;
    void *pointer = emu_heap_allocate(size + RED_ZONE, alignment);
    while (!pointer && quarantine_count) {
        release_oldest();
        pointer = emu_heap_allocate(size + RED_ZONE, alignment);
    }
    return pointer ? pointer : emu_heap_allocate(size, alignment);
}

void *emu_check_heap_allocate(size_t size, size_t alignment, uintptr_t by)
{
    pthread_mutex_lock(&lock);
    void *pointer = size <= SIZE_MAX - RED_ZONE ? take(size, alignment) : 0;
    if (pointer && !make_tables()) { /* without cells it would count as memory that kernels may not access */
        emu_heap_free(pointer);
        pointer = 0;
    }
    if (pointer) {
        uintptr_t begin = (uintptr_t)pointer;
        uint32_t number = count < MAX_ALLOCATIONS ? ++count : MAX_ALLOCATIONS;
        allocations[number] = (emu_allocation){.pointer = begin, .size = size, .made_at = by};
        for (uintptr_t at = begin; at < begin + size; at += EMU_HEAP_UNIT)
            *owner_of(at) = number;
        emu_shadow_cells_clear(&region, begin, size);
        live += units_of(size);
    }
    pthread_mutex_unlock(&lock);
    return pointer;
}

const emu_allocation *emu_heap_allocation_at(uintptr_t address)
{
    uint32_t number = region.cells && address - region.begin < region.end - region.begin ? *owner_of(address) : 0;
    return number ? &allocations[number] : 0;
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
    live -= units_of(at->size);
    quarantined_bytes += at->size;
    quarantine[(quarantine_first + quarantine_count++) % QUARANTINE] = (uint32_t)(at - allocations);
    while (quarantine_count == QUARANTINE || quarantined_bytes > (region.end - region.begin) / QUARANTINE_SHARE)
        release_oldest();
    pthread_mutex_unlock(&lock);
    return EMU_HEAP_ALLOCATED;
}

const emu_region *emu_heap_region_at(uintptr_t address)
{
    return region.cells && address - region.begin < region.end - region.begin ? &region : 0;
}

void emu_check_heap_closed(void)
{
    for (uint32_t number = 1; number <= count && emu_check_wanted.leaks; number++)
        if (!allocations[number].freed)
            emu_check_leaked(&region, &allocations[number]);
    free_tables();
}
