/* The allocation of an address of device memory: a number for each 256 bytes, the unit of allocations. */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "../host/allocate.h"
#include "inside.h"

enum { UNIT = 256, MAX_ALLOCATIONS = 1 << 24, MAX_UNITS_AWAY = 1 << 12 };

static emu_allocation *allocations; /* by number, from 1 on; address space for all is reserved */
static uint32_t *owner;             /* by unit */
static uint32_t count;
static uintptr_t low, high;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool emu_allocations_open(uintptr_t base, uintptr_t end)
{
    low = base;
    high = end;
    count = 0;
    allocations = emu_reserve(sizeof *allocations * (MAX_ALLOCATIONS + 1));
    owner = emu_reserve((end - base) / UNIT * sizeof *owner);
    if (!allocations || !owner) {
        emu_allocations_close();
        return false;
    }
    return true;
}

void emu_allocations_close(void)
{
    if (allocations)
        munmap(allocations, sizeof *allocations * (MAX_ALLOCATIONS + 1));
    if (owner)
        munmap(owner, (high - low) / UNIT * sizeof *owner);
    allocations = 0;
    owner = 0;
}

static uint32_t number_at(uintptr_t address)
{
    return address >= low && address < high ? __atomic_load_n(&owner[(address - low) / UNIT], __ATOMIC_ACQUIRE) : 0;
}

const emu_allocation *emu_allocation_at(uintptr_t address)
{
    uint32_t number = number_at(address);
    return number ? &allocations[number] : 0;
}

const emu_allocation *emu_allocation_near(uintptr_t address, ptrdiff_t *distance)
{
    for (uintptr_t away = 0; away < MAX_UNITS_AWAY * UNIT; away += UNIT) {
        uint32_t below = number_at(address - away), above = number_at(address + away);
        if (below || above) {
            const emu_allocation *near = &allocations[below ? below : above];
            *distance = address >= near->pointer ? (ptrdiff_t)(address - (near->pointer + near->size))
                                                 : -(ptrdiff_t)(near->pointer - address);
            return near;
        }
    }
    return 0;
}

size_t emu_check_red_zone(size_t bytes)
{
    enum { SMALLEST = UNIT, LARGEST = 1 << 20 };
    return bytes < SMALLEST ? SMALLEST : bytes > LARGEST ? LARGEST : bytes;
}

void emu_check_allocated_by(unsigned operation, const void *pointer, size_t bytes, uintptr_t by)
{
    uintptr_t begin = (uintptr_t)pointer;
    pthread_mutex_lock(&lock);
    /* The last number stands for all later allocations. */
    uint32_t number = count < MAX_ALLOCATIONS ? ++count : MAX_ALLOCATIONS;
    allocations[number] = (emu_allocation){.pointer = begin, .size = bytes, .made_at = by, .made_by = operation};
    emu_shadow_cells_clear(&emu_device_region, begin, bytes);
    for (uintptr_t at = begin; at < begin + bytes; at += UNIT)
        __atomic_store_n(&owner[(at - low) / UNIT], number, __ATOMIC_RELEASE);
    emu_guard_allocated(&allocations[number]);
    pthread_mutex_unlock(&lock);
}

void emu_check_allocated(const void *pointer, size_t bytes, uintptr_t by)
{
    emu_check_allocated_by(0, pointer, bytes, by);
}

void emu_check_mapped(const void *pointer, size_t bytes, uintptr_t by)
{
    emu_check_allocated_by(0, pointer, bytes, by);
    pthread_mutex_lock(&lock);
    allocations[number_at((uintptr_t)pointer)].foreign = true;
    pthread_mutex_unlock(&lock);
}

void emu_check_shared(const void *pointer)
{
    pthread_mutex_lock(&lock);
    emu_allocation *allocation = &allocations[number_at((uintptr_t)pointer)];
    allocation->foreign = true;
    emu_guard_allocated(allocation);
    pthread_mutex_unlock(&lock);
}

bool emu_allocation_is_foreign(uintptr_t address)
{
    const emu_allocation *allocation = emu_allocation_at(address);
    return allocation && allocation->foreign;
}

const emu_allocation *emu_allocation_end(uintptr_t pointer, uintptr_t by, bool kept)
{
    emu_guard_report(); /* its texts describe the allocation as it is now */
    pthread_mutex_lock(&lock);
    uint32_t number = number_at(pointer);
    emu_allocation *allocation = number ? &allocations[number] : 0;
    if (allocation && !allocation->freed) {
        if (emu_check_wanted.unused)
            emu_check_unused(allocation);
        allocation->freed_at = by;
        allocation->freed = true;
    }
    if (allocation)
        allocation->kept = kept;
    pthread_mutex_unlock(&lock);
    return allocation;
}

void emu_check_released(const void *pointer)
{
    emu_allocation_end((uintptr_t)pointer, 0, false);
}

void emu_check_freed(const void *pointer, uintptr_t by)
{
    emu_guard_report(); /* its texts describe the allocation as it is now */
    pthread_mutex_lock(&lock);
    uint32_t number = number_at((uintptr_t)pointer);
    if (number && !by && emu_check_wanted.leaks) /* the program closes the device, and this allocation was not freed */
        emu_check_leaked(&emu_device_region, &allocations[number]);
    if (number && emu_check_wanted.unused && !allocations[number].freed)
        emu_check_unused(&allocations[number]);
    if (number) {
        allocations[number].freed_at = by;
        allocations[number].freed = true;
    }
    pthread_mutex_unlock(&lock);
}

void emu_allocations_each(void (*visit)(const emu_allocation *allocation))
{
    for (uint32_t number = 1; allocations && number <= count; number++)
        if (!allocations[number].freed)
            visit(&allocations[number]);
}
