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

typedef struct heap {
    pthread_mutex_t lock;
    size_t limit;           /* 0: DEFAULT_LIMIT */
    _Atomic(char *) memory; /* null until the heap is created */
    atomic_size_t capacity; /* bytes */
    uint32_t units;
    uint32_t high_water; /* units up to the last that was ever allocated */
    uint8_t *state;
    unit_link *links; /* by first unit: in the list of free blocks; for an allocation, `next` is its units */
    uint32_t free_list[ORDERS];
} heap;

static heap heaps[EMU_MOST_DEVICES] = {[0 ... EMU_MOST_DEVICES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static size_t limit_of(const heap *h)
{
    return h->limit ? h->limit : DEFAULT_LIMIT;
}

static void link_block(heap *h, uint32_t unit, int order)
{
    uint32_t head = h->free_list[order];
    h->links[unit] = (unit_link){head, NONE};
    if (head)
        h->links[head - 1].previous = unit + 1;
    h->free_list[order] = unit + 1;
    h->state[unit] = (uint8_t)(FREE + order);
}

static void unlink_block(heap *h, uint32_t unit, int order)
{
    unit_link link = h->links[unit];
    *(link.previous ? &h->links[link.previous - 1].next : &h->free_list[order]) = link.next;
    if (link.next)
        h->links[link.next - 1].previous = link.previous;
    h->state[unit] = INSIDE;
}

/* Frees a block, and joins it with its buddy as long as that is free. */
static void free_block(heap *h, uint32_t unit, int order)
{
    for (; order < ORDERS - 1; order++) {
        uint64_t buddy = (uint64_t)unit ^ (uint64_t)1 << order;
        if (buddy + ((uint64_t)1 << order) > h->units || h->state[buddy] != FREE + order)
            break;
        unlink_block(h, (uint32_t)buddy, order);
        unit = unit < buddy ? unit : (uint32_t)buddy;
    }
    link_block(h, unit, order);
}

/* Frees the units [begin, end), split into blocks. */
static void free_range(heap *h, uint64_t begin, uint64_t end)
{
    while (begin < end) {
        int order = 63 - __builtin_clzll(end - begin), aligned = begin ? __builtin_ctzll(begin) : ORDERS - 1;
        if (order > aligned)
            order = aligned;
        if (order > ORDERS - 1)
            order = ORDERS - 1;
        free_block(h, (uint32_t)begin, order);
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

static void unmap(heap *h, char *bytes, size_t size)
{
    if (bytes)
        munmap(bytes, size);
    if (h->state)
        munmap(h->state, size / EMU_HEAP_UNIT);
    if (h->links)
        munmap(h->links, size / EMU_HEAP_UNIT * sizeof *h->links);
    h->state = NULL;
    h->links = NULL;
}

static bool make(heap *h)
{
    if (h->memory)
        return true;
    size_t size = limit_of(h);
    /* Checked mode keeps freed blocks, and gaps between allocations. */
    if (emu_checking && limit_of(h) <= LARGEST_LIMIT / CHECKED)
        size = CHECKED * limit_of(h);
    char *bytes = map(size);
    h->state = bytes ? map(size / EMU_HEAP_UNIT) : NULL;
    h->links = h->state ? map(size / EMU_HEAP_UNIT * sizeof *h->links) : NULL;
    if (!h->links) {
        unmap(h, bytes, size);
        return false;
    }
    h->units = (uint32_t)(size / EMU_HEAP_UNIT);
    h->high_water = 0;
    memset(h->free_list, 0, sizeof h->free_list);
    free_range(h, 0, h->units);
    atomic_store_explicit(&h->capacity, size, memory_order_relaxed);
    atomic_store_explicit(&h->memory, bytes, memory_order_release);
    return true;
}

static int order_of(uint64_t count)
{
    return count > 1 ? 64 - __builtin_clzll(count - 1) : 0;
}

static void *allocate(heap *h, uint64_t count, uint64_t alignment)
{
    int order = order_of(count > alignment ? count : alignment);
    while (order < ORDERS && !h->free_list[order])
        order++;
    if (order >= ORDERS)
        return NULL;
    uint32_t unit = h->free_list[order] - 1;
    unlink_block(h, unit, order);
    free_range(h, unit + count, unit + ((uint64_t)1 << order));
    if (unit + count > h->high_water)
        h->high_water = (uint32_t)(unit + count);
    h->state[unit] = ALLOCATED;
    h->links[unit].next = (uint32_t)count;
    return h->memory + (size_t)unit * EMU_HEAP_UNIT;
}

void *emu_heap_allocate(unsigned device, size_t size, size_t alignment)
{
    heap *h = &heaps[device];
    void *pointer = NULL;
    pthread_mutex_lock(&h->lock);
    if (size <= limit_of(h) && alignment <= limit_of(h) && make(h))
        pointer = allocate(h, (size + EMU_HEAP_UNIT - 1) / EMU_HEAP_UNIT, alignment / EMU_HEAP_UNIT);
    pthread_mutex_unlock(&h->lock);
    return pointer;
}

void emu_heap_bounds(unsigned device, uintptr_t *begin, size_t *bytes)
{
    const heap *h = &heaps[device];
    *begin = (uintptr_t)atomic_load_explicit(&h->memory, memory_order_acquire);
    *bytes = *begin ? atomic_load_explicit(&h->capacity, memory_order_relaxed) : 0;
}

/* The heap with the address; null: none has it. */
static heap *heap_of(const void *pointer)
{
    for (unsigned i = 0; i < EMU_MOST_DEVICES; i++) {
        heap *h = &heaps[i];
        uintptr_t base = (uintptr_t)atomic_load_explicit(&h->memory, memory_order_acquire);
        if (base && (uintptr_t)pointer - base < atomic_load_explicit(&h->capacity, memory_order_relaxed))
            return h;
    }
    return NULL;
}

bool emu_heap_contains(const void *pointer)
{
    return heap_of(pointer);
}

/* With the lock held. */
static emu_heap_place find(const heap *h, const char *pointer)
{
    size_t offset = (size_t)(pointer - h->memory);
    uint32_t unit = (uint32_t)(offset / EMU_HEAP_UNIT), begin = unit;
    if (h->state[unit] == ALLOCATED)
        return offset % EMU_HEAP_UNIT ? EMU_HEAP_INSIDE : EMU_HEAP_ALLOCATED;
    while (h->state[begin] == INSIDE) /* the first unit is the start of something */
        begin--;
    return h->state[begin] == ALLOCATED ? EMU_HEAP_INSIDE : EMU_HEAP_FREE;
}

emu_heap_place emu_heap_free(void *pointer)
{
    heap *h = heap_of(pointer);
    if (!h)
        return EMU_HEAP_OUTSIDE;
    pthread_mutex_lock(&h->lock);
    emu_heap_place place = find(h, pointer);
    if (place == EMU_HEAP_ALLOCATED) {
        uint32_t unit = (uint32_t)((size_t)((char *)pointer - h->memory) / EMU_HEAP_UNIT), count = h->links[unit].next;
        h->state[unit] = INSIDE;
        free_range(h, unit, (uint64_t)unit + count);
    }
    pthread_mutex_unlock(&h->lock);
    return place;
}

/* ---- copies, of the first device's heap ---- */
struct emu_heap_metadata {
    uint32_t free_list[ORDERS], high_water, count;
    uint8_t *state; /* of all units */
    struct {
        uint32_t unit;
        unit_link link;
    } linked[]; /* links of the first units of blocks and allocations */
};

static uint32_t count_linked(const heap *h)
{
    uint32_t count = 0;
    for (uint32_t unit = 0; unit < h->units; unit++)
        count += h->state[unit] != INSIDE;
    return count;
}

static bool save(const heap *h, emu_heap_copy *copy)
{
    uint32_t count = count_linked(h), next = 0;
    struct emu_heap_metadata *metadata = emu_allocate(sizeof *metadata + count * sizeof metadata->linked[0]);
    copy->metadata = metadata;
    copy->made = true;
    copy->size = (size_t)h->high_water * EMU_HEAP_UNIT;
    copy->memory = metadata && copy->size ? emu_allocate(copy->size) : NULL;
    uint8_t *states = metadata && (copy->memory || !copy->size) ? emu_allocate(h->units) : NULL;
    if (!states)
        return false;
    metadata->state = states;
    metadata->count = count;
    metadata->high_water = h->high_water;
    memcpy(states, h->state, h->units);
    memcpy(metadata->free_list, h->free_list, sizeof h->free_list);
    for (uint32_t unit = 0; unit < h->units; unit++) {
        if (h->state[unit] == INSIDE)
            continue;
        metadata->linked[next].unit = unit;
        metadata->linked[next++].link = h->links[unit];
    }
    if (copy->size)
        memcpy(copy->memory, h->memory, copy->size);
    return true;
}

bool emu_heap_save(emu_heap_copy *copy)
{
    heap *h = &heaps[0];
    *copy = (emu_heap_copy){0};
    pthread_mutex_lock(&h->lock);
    bool saved = !h->memory || save(h, copy);
    pthread_mutex_unlock(&h->lock);
    if (!saved)
        emu_heap_copy_free(copy);
    return saved;
}

/* If the heap was created after the copy was made, empties it. */
void emu_heap_restore(const emu_heap_copy *copy)
{
    heap *h = &heaps[0];
    const struct emu_heap_metadata *metadata = copy->metadata;
    pthread_mutex_lock(&h->lock);
    if (h->memory && metadata) {
        memcpy(h->state, metadata->state, h->units);
        memcpy(h->free_list, metadata->free_list, sizeof h->free_list);
        for (uint32_t i = 0; i < metadata->count; i++)
            h->links[metadata->linked[i].unit] = metadata->linked[i].link;
        if (copy->size)
            memcpy(h->memory, copy->memory, copy->size);
        if (h->high_water > metadata->high_water)
            memset(h->memory + copy->size, 0, (size_t)(h->high_water - metadata->high_water) * EMU_HEAP_UNIT);
        h->high_water = metadata->high_water;
    } else if (h->memory) {
        memset(h->state, INSIDE, h->units);
        memset(h->free_list, 0, sizeof h->free_list);
        memset(h->memory, 0, (size_t)h->high_water * EMU_HEAP_UNIT);
        h->high_water = 0;
        free_range(h, 0, h->units);
    }
    pthread_mutex_unlock(&h->lock);
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
    return atomic_load_explicit(&heaps[0].memory, memory_order_acquire);
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
size_t emu_heap_limit(unsigned device)
{
    heap *h = &heaps[device];
    pthread_mutex_lock(&h->lock);
    size_t value = limit_of(h);
    pthread_mutex_unlock(&h->lock);
    return value;
}

bool emu_heap_set_limit(unsigned device, size_t bytes)
{
    heap *h = &heaps[device];
    pthread_mutex_lock(&h->lock);
    bool unused = !h->memory;
    if (unused) {
        h->limit = bytes > LARGEST_LIMIT ? LARGEST_LIMIT : bytes < SMALLEST_LIMIT ? SMALLEST_LIMIT : bytes;
        h->limit -= h->limit % EMU_HEAP_UNIT;
    }
    pthread_mutex_unlock(&h->lock);
    return unused;
}

void emu_heap_close(unsigned device)
{
    heap *h = &heaps[device];
    if (emu_checking)
        emu_check_heap_closed(device);
    pthread_mutex_lock(&h->lock);
    char *bytes = h->memory;
    atomic_store_explicit(&h->memory, NULL, memory_order_relaxed);
    if (bytes)
        unmap(h, bytes, h->capacity);
    h->limit = 0;
    pthread_mutex_unlock(&h->lock);
}
