/* The heap of device code: a buddy system with units of 16 bytes. The size of a block is a power of two of units, and
 * its alignment equals its size. An allocation gives back at once the part of its block that it does not need. All
 * metadata is outside the memory that kernels write. */
#include "heap.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../host/allocate.h"
#include "../check/check.h"
#include "../machine/emu.h"

enum { ORDERS = 32, NONE = 0, CHECKED = 4 };
enum { INSIDE = 0, ALLOCATED = 1, FREE = 2 }; /* a unit's state; the first unit of a free block has FREE + its order */
/* The bounds are an H200's. */
#define DEFAULT_LIMIT ((size_t)8 << 20)
#define SMALLEST_LIMIT ((size_t)4 << 20)
#define LARGEST_LIMIT ((size_t)16 << 30)

/* Links hold a unit's number plus 1; NONE, 0, ends a list. */
typedef struct unit_link {
    uint32_t next, previous;
} unit_link;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t limit = DEFAULT_LIMIT;
static _Atomic(char *) memory; /* null until the heap is created */
static atomic_size_t capacity; /* bytes */
static uint32_t units;
static uint32_t high_water; /* units up to the last that was ever allocated */
static uint8_t *state;
static unit_link *links; /* by first unit: in the list of free blocks; for an allocation, `next` is its units */
static uint32_t free_list[ORDERS];

static void link_block(uint32_t unit, int order)
{
    uint32_t head = free_list[order];
    links[unit] = (unit_link){head, NONE};
    if (head)
        links[head - 1].previous = unit + 1;
    free_list[order] = unit + 1;
    state[unit] = (uint8_t)(FREE + order);
}

static void unlink_block(uint32_t unit, int order)
{
    unit_link link = links[unit];
    *(link.previous ? &links[link.previous - 1].next : &free_list[order]) = link.next;
    if (link.next)
        links[link.next - 1].previous = link.previous;
    state[unit] = INSIDE;
}

/* Frees a block, and joins it with its buddy as long as that is free. */
static void free_block(uint32_t unit, int order)
{
    for (; order < ORDERS - 1; order++) {
        uint64_t buddy = (uint64_t)unit ^ (uint64_t)1 << order;
        if (buddy + ((uint64_t)1 << order) > units || state[buddy] != FREE + order)
            break;
        unlink_block((uint32_t)buddy, order);
        unit = unit < buddy ? unit : (uint32_t)buddy;
    }
    link_block(unit, order);
}

/* Frees the units [begin, end), split into blocks. */
static void free_range(uint64_t begin, uint64_t end)
{
    while (begin < end) {
        int order = 63 - __builtin_clzll(end - begin), aligned = begin ? __builtin_ctzll(begin) : ORDERS - 1;
        if (order > aligned)
            order = aligned;
        if (order > ORDERS - 1)
            order = ORDERS - 1;
        free_block((uint32_t)begin, order);
        begin += (uint64_t)1 << order;
    }
}

static void *map(size_t size)
{
    if (emu_allocation_fails && emu_allocation_fails())
        return NULL;
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return mapped == MAP_FAILED ? NULL : mapped;
}

static void unmap(char *heap, size_t size)
{
    if (heap)
        munmap(heap, size);
    if (state)
        munmap(state, size / EMU_HEAP_UNIT);
    if (links)
        munmap(links, size / EMU_HEAP_UNIT * sizeof *links);
    state = NULL;
    links = NULL;
}

static bool make(void)
{
    if (memory)
        return true;
    size_t size = limit;
    /* Checked mode keeps freed blocks, and gaps between allocations. */
    if (emu_checking && limit <= LARGEST_LIMIT / CHECKED)
        size = CHECKED * limit;
    char *heap = map(size);
    state = heap ? map(size / EMU_HEAP_UNIT) : NULL;
    links = state ? map(size / EMU_HEAP_UNIT * sizeof *links) : NULL;
    if (!links) {
        unmap(heap, size);
        return false;
    }
    units = (uint32_t)(size / EMU_HEAP_UNIT);
    high_water = 0;
    memset(free_list, 0, sizeof free_list);
    free_range(0, units);
    atomic_store_explicit(&capacity, size, memory_order_relaxed);
    atomic_store_explicit(&memory, heap, memory_order_release);
    return true;
}

static int order_of(uint64_t count)
{
    return count > 1 ? 64 - __builtin_clzll(count - 1) : 0;
}

static void *allocate(uint64_t count, uint64_t alignment)
{
    int order = order_of(count > alignment ? count : alignment);
    while (order < ORDERS && !free_list[order])
        order++;
    if (order >= ORDERS)
        return NULL;
    uint32_t unit = free_list[order] - 1;
    unlink_block(unit, order);
    free_range(unit + count, unit + ((uint64_t)1 << order));
    if (unit + count > high_water)
        high_water = (uint32_t)(unit + count);
    state[unit] = ALLOCATED;
    links[unit].next = (uint32_t)count;
    return memory + (size_t)unit * EMU_HEAP_UNIT;
}

void *emu_heap_allocate(size_t size, size_t alignment)
{
    void *pointer = NULL;
    pthread_mutex_lock(&lock);
    if (size <= limit && alignment <= limit && make())
        pointer = allocate((size + EMU_HEAP_UNIT - 1) / EMU_HEAP_UNIT, alignment / EMU_HEAP_UNIT);
    pthread_mutex_unlock(&lock);
    return pointer;
}

void emu_heap_bounds(uintptr_t *begin, size_t *bytes)
{
    *begin = (uintptr_t)atomic_load_explicit(&memory, memory_order_acquire);
    *bytes = *begin ? atomic_load_explicit(&capacity, memory_order_relaxed) : 0;
}

bool emu_heap_contains(const void *pointer)
{
    uintptr_t base = (uintptr_t)atomic_load_explicit(&memory, memory_order_acquire);
    return base && (uintptr_t)pointer - base < atomic_load_explicit(&capacity, memory_order_relaxed);
}

static emu_heap_place find(const char *pointer)
{
    if (!emu_heap_contains(pointer))
        return EMU_HEAP_OUTSIDE;
    size_t offset = (size_t)(pointer - memory);
    uint32_t unit = (uint32_t)(offset / EMU_HEAP_UNIT), begin = unit;
    if (state[unit] == ALLOCATED)
        return offset % EMU_HEAP_UNIT ? EMU_HEAP_INSIDE : EMU_HEAP_ALLOCATED;
    while (state[begin] == INSIDE) /* the first unit is the start of something */
        begin--;
    return state[begin] == ALLOCATED ? EMU_HEAP_INSIDE : EMU_HEAP_FREE;
}

emu_heap_place emu_heap_free(void *pointer)
{
    pthread_mutex_lock(&lock);
    emu_heap_place place = find(pointer);
    if (place == EMU_HEAP_ALLOCATED) {
        uint32_t unit = (uint32_t)((size_t)((char *)pointer - memory) / EMU_HEAP_UNIT), count = links[unit].next;
        state[unit] = INSIDE;
        free_range(unit, (uint64_t)unit + count);
    }
    pthread_mutex_unlock(&lock);
    return place;
}

/* ---- copies ---- */
struct emu_heap_metadata {
    uint32_t free_list[ORDERS], high_water, count;
    uint8_t *state; /* of all units */
    struct {
        uint32_t unit;
        unit_link link;
    } linked[]; /* links of the first units of blocks and allocations */
};

static uint32_t count_linked(void)
{
    uint32_t count = 0;
    for (uint32_t unit = 0; unit < units; unit++)
        count += state[unit] != INSIDE;
    return count;
}

static bool save(emu_heap_copy *copy)
{
    uint32_t count = count_linked(), next = 0;
    struct emu_heap_metadata *metadata = emu_allocate(sizeof *metadata + count * sizeof metadata->linked[0]);
    copy->metadata = metadata;
    copy->made = true;
    copy->size = (size_t)high_water * EMU_HEAP_UNIT;
    copy->memory = metadata && copy->size ? emu_allocate(copy->size) : NULL;
    uint8_t *states = metadata && (copy->memory || !copy->size) ? emu_allocate(units) : NULL;
    if (!states)
        return false;
    metadata->state = states;
    metadata->count = count;
    metadata->high_water = high_water;
    memcpy(states, state, units);
    memcpy(metadata->free_list, free_list, sizeof free_list);
    for (uint32_t unit = 0; unit < units; unit++) {
        if (state[unit] == INSIDE)
            continue;
        metadata->linked[next].unit = unit;
        metadata->linked[next++].link = links[unit];
    }
    if (copy->size)
        memcpy(copy->memory, memory, copy->size);
    return true;
}

bool emu_heap_save(emu_heap_copy *copy)
{
    *copy = (emu_heap_copy){0};
    pthread_mutex_lock(&lock);
    bool saved = !memory || save(copy);
    pthread_mutex_unlock(&lock);
    if (!saved)
        emu_heap_copy_free(copy);
    return saved;
}

/* If the heap was created after the copy was made, empties it. */
void emu_heap_restore(const emu_heap_copy *copy)
{
    const struct emu_heap_metadata *metadata = copy->metadata;
    pthread_mutex_lock(&lock);
    if (memory && metadata) {
        memcpy(state, metadata->state, units);
        memcpy(free_list, metadata->free_list, sizeof free_list);
        for (uint32_t i = 0; i < metadata->count; i++)
            links[metadata->linked[i].unit] = metadata->linked[i].link;
        if (copy->size)
            memcpy(memory, copy->memory, copy->size);
        if (high_water > metadata->high_water)
            memset(memory + copy->size, 0, (size_t)(high_water - metadata->high_water) * EMU_HEAP_UNIT);
        high_water = metadata->high_water;
    } else if (memory) {
        memset(state, INSIDE, units);
        memset(free_list, 0, sizeof free_list);
        memset(memory, 0, (size_t)high_water * EMU_HEAP_UNIT);
        high_water = 0;
        free_range(0, units);
    }
    pthread_mutex_unlock(&lock);
}

void emu_heap_copy_free(emu_heap_copy *copy)
{
    free(copy->memory);
    if (copy->metadata)
        free(copy->metadata->state);
    free(copy->metadata);
    *copy = (emu_heap_copy){0};
}

char *emu_heap_base(void)
{
    return atomic_load_explicit(&memory, memory_order_acquire);
}

size_t emu_heap_allocated(const emu_heap_copy *copy, size_t offset)
{
    size_t unit = offset / EMU_HEAP_UNIT, begin = unit;
    if (offset >= copy->size)
        return 0;
    const uint8_t *states = copy->metadata->state;
    while (states[begin] == INSIDE)
        begin--;
    size_t end = begin + 1;
    while (states[begin] == ALLOCATED && end < copy->metadata->high_water && states[end] == INSIDE)
        end++;
    return states[begin] == ALLOCATED ? end * EMU_HEAP_UNIT - offset : 0;
}

/* ---- the host's side ---- */
size_t emu_heap_limit(void)
{
    pthread_mutex_lock(&lock);
    size_t value = limit;
    pthread_mutex_unlock(&lock);
    return value;
}

bool emu_heap_set_limit(size_t bytes)
{
    pthread_mutex_lock(&lock);
    bool unused = !memory;
    if (unused) {
        limit = bytes > LARGEST_LIMIT ? LARGEST_LIMIT : bytes < SMALLEST_LIMIT ? SMALLEST_LIMIT : bytes;
        limit -= limit % EMU_HEAP_UNIT;
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

void emu_heap_close(void)
{
    if (emu_checking)
        emu_check_heap_closed();
    pthread_mutex_lock(&lock);
    char *heap = memory;
    atomic_store_explicit(&memory, NULL, memory_order_relaxed);
    if (heap)
        unmap(heap, capacity);
    limit = DEFAULT_LIMIT;
    pthread_mutex_unlock(&lock);
}
