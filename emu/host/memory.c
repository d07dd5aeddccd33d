/* Device memory: a sorted table of live allocations; the gaps between them are free.
 *
 * The search for room continues after the latest allocation. So a freed address is not reused soon, and a stale pointer
 * meets inaccessible pages. Small allocations share pages. An allocation of a page or more has pages of its own, ends
 * (to 256 bytes) where they end, and is followed by an inaccessible page.
 *
 * Memory that is checked has a red zone before the first allocation and after each. It is accessible: a thread that
 * accesses it is reported, and continues.
 */
#include "memory_inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../check/check.h"
#include "../machine/emu.h"

enum { ALIGNMENT = 256, RED_ZONE_BEFORE = 64 << 10 };
#define SMALLEST_RESERVE ((size_t)64 << 20)
#define DEFAULT_RESERVE ((size_t)64 << 30)
#define HUGE_PAGE ((size_t)2 << 20)

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

static uintptr_t round_up(uintptr_t value, size_t unit)
{
    return (value + unit - 1) & ~(uintptr_t)(unit - 1);
}

/* ---- the table; with the lock held ---- */
size_t emu_memory_blocks_up_to(const emu_memory *memory, uintptr_t address)
{
    size_t low = 0, high = memory->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memory->blocks[middle].begin <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether a new block `index` fits before the present one, at `from` or later; `begin`: its address. */
static bool find_gap(const emu_memory *memory, size_t index, uintptr_t from, bool whole_pages, size_t span,
                     uintptr_t *begin)
{
    uintptr_t low = index ? memory->blocks[index - 1].end : memory->base + (memory->checked ? RED_ZONE_BEFORE : 0);
    uintptr_t high = index < memory->count ? memory->blocks[index].begin : memory->end;
    if (low < from)
        low = from;
    if (whole_pages) {
        low = round_up(low, memory->page);
        high &= ~(uintptr_t)(memory->page - 1); /* a small allocation keeps its page */
    }
    *begin = low;
    return low < high && high - low >= span;
}

bool emu_memory_find_room(const emu_memory *memory, bool whole_pages, size_t span, size_t *index, uintptr_t *begin)
{
    size_t start = emu_memory_blocks_up_to(memory, memory->cursor);
    for (size_t i = start; i <= memory->count; i++)
        if (find_gap(memory, *index = i, memory->cursor, whole_pages, span, begin))
            return true;
    for (size_t i = 0; i <= start; i++)
        if (find_gap(memory, *index = i, memory->base, whole_pages, span, begin))
            return true;
    return false;
}

bool emu_memory_grow_table(emu_memory *memory)
{
    if (memory->count < memory->capacity)
        return true;
    size_t capacity = memory->capacity ? 2 * memory->capacity : 64;
    struct emu_block *blocks = fails() ? NULL : realloc(memory->blocks, capacity * sizeof *blocks);
    if (!blocks)
        return false;
    memory->blocks = blocks;
    memory->capacity = capacity;
    return true;
}

void emu_memory_insert(emu_memory *memory, size_t index, struct emu_block block)
{
    memmove(memory->blocks + index + 1, memory->blocks + index, (memory->count - index) * sizeof *memory->blocks);
    memory->blocks[index] = block;
    memory->count++;
}

/* ---- pages ---- */
/* Shrinks [begin, end) to the pages that no other block uses. `index`: of the first block above. */
static void own_pages(const emu_memory *memory, size_t index, uintptr_t *begin, uintptr_t *end)
{
    uintptr_t below = index ? memory->blocks[index - 1].end : memory->base;
    uintptr_t above = index < memory->count ? memory->blocks[index].begin : memory->end;
    uintptr_t first = *begin & ~(uintptr_t)(memory->page - 1), last = round_up(*end, memory->page);
    *begin = first < below ? first + memory->page : first;
    *end = last > above ? last - memory->page : last;
}

/* Returns the pages to the system and makes them inaccessible; `index` as above. If the system has no room for one more
 * mapping, they stay accessible until another block takes them. */
static void close_pages(emu_memory *memory, size_t index, uintptr_t begin, uintptr_t end)
{
    own_pages(memory, index, &begin, &end);
    if (memory->shared)
        emu_memory_unshare(memory, begin, end);
    if (begin < end && mmap((void *)begin, end - begin, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        madvise((void *)begin, end - begin, MADV_DONTNEED);
}

static bool open_pages(const emu_memory *memory, uintptr_t begin, uintptr_t end)
{
    begin &= ~(uintptr_t)(memory->page - 1);
    end = round_up(end, memory->page);
    if (mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE) != 0)
        return false;
    if (end - begin >= 2 * HUGE_PAGE)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE); /* only advice: fewer page faults at the first touch */
    return true;
}

lw_status emu_memory_allocate(emu_memory *memory, void **pointer, size_t size)
{
    lw_status status = LW_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&memory->lock);
    if (size <= memory->limit && memory->live <= memory->limit - size && !fails() && emu_memory_grow_table(memory)) {
        bool whole_pages = size >= memory->page;
        size_t rounded = round_up(size, ALIGNMENT), index;
        size_t span = whole_pages ? round_up(rounded, memory->page) + memory->page : rounded;
        size_t red_zone =
            memory->checked ? round_up(emu_check_red_zone(size), whole_pages ? memory->page : ALIGNMENT) : 0;
        uintptr_t begin;
        span += red_zone;
        if (emu_memory_find_room(memory, whole_pages, span, &index, &begin)) {
            struct emu_block block = {
                .begin = begin, .end = begin + span, .pointer = begin, .size = size, .charged = size};
            uintptr_t usable_end = block.end - red_zone;
            if (whole_pages) {
                usable_end -= memory->page;
                block.pointer = usable_end - rounded;
            }
            usable_end += red_zone;
            if (open_pages(memory, begin, usable_end)) {
                emu_memory_insert(memory, index, block);
                memory->live += size;
                memory->cursor = block.end;
                *pointer = (void *)block.pointer;
                status = LW_SUCCESS;
            } else {
                close_pages(memory, index, begin, usable_end); /* some of them may be open */
            }
        }
    }
    pthread_mutex_unlock(&memory->lock);
    return status;
}

struct emu_block *emu_memory_find_block(emu_memory *memory, const void *pointer)
{
    size_t index = emu_memory_blocks_up_to(memory, (uintptr_t)pointer);
    struct emu_block *block = index ? &memory->blocks[index - 1] : NULL;
    return block && block->pointer == (uintptr_t)pointer ? block : NULL;
}

void emu_memory_retire(emu_memory *memory, void *pointer)
{
    pthread_mutex_lock(&memory->lock);
    struct emu_block *block = emu_memory_find_block(memory, pointer);
    if (block)
        block->retired = true;
    pthread_mutex_unlock(&memory->lock);
}

void emu_memory_reuse(emu_memory *memory, void *pointer, size_t size)
{
    pthread_mutex_lock(&memory->lock);
    struct emu_block *block = emu_memory_find_block(memory, pointer);
    if (block) {
        block->retired = false;
        block->size = size;
    }
    pthread_mutex_unlock(&memory->lock);
}

void emu_memory_discount(emu_memory *memory, void *pointer)
{
    pthread_mutex_lock(&memory->lock);
    struct emu_block *block = emu_memory_find_block(memory, pointer);
    if (block) {
        memory->live -= block->charged;
        block->charged = 0;
    }
    pthread_mutex_unlock(&memory->lock);
}

void emu_memory_set_note(emu_memory *memory, const void *pointer, void *note)
{
    pthread_mutex_lock(&memory->lock);
    struct emu_block *block = emu_memory_find_block(memory, pointer);
    if (block)
        block->note = note;
    pthread_mutex_unlock(&memory->lock);
}

void *emu_memory_note(emu_memory *memory, const void *pointer)
{
    pthread_mutex_lock(&memory->lock);
    const struct emu_block *block = emu_memory_find_block(memory, pointer);
    void *note = block ? block->note : NULL;
    pthread_mutex_unlock(&memory->lock);
    return note;
}

void *emu_memory_note_at(emu_memory *memory, const void *address, bool *reserved)
{
    pthread_mutex_lock(&memory->lock);
    size_t index = emu_memory_blocks_up_to(memory, (uintptr_t)address);
    const struct emu_block *block = index ? &memory->blocks[index - 1] : NULL;
    if (block && (uintptr_t)address >= block->end)
        block = NULL;
    void *note = block ? block->note : NULL;
    *reserved = block && block->reserved && !block->placed;
    pthread_mutex_unlock(&memory->lock);
    return note;
}

bool emu_memory_free(emu_memory *memory, void *pointer)
{
    pthread_mutex_lock(&memory->lock);
    struct emu_block *found = emu_memory_find_block(memory, pointer);
    if (found) {
        struct emu_block block = *found;
        size_t index = (size_t)(found - memory->blocks);
        memory->count--;
        memmove(memory->blocks + index, memory->blocks + index + 1, (memory->count - index) * sizeof *memory->blocks);
        memory->live -= block.charged;
        memory->freed[memory->frees % EMU_REMEMBERED].pointer = block.pointer;
        memory->freed[memory->frees % EMU_REMEMBERED].size = block.size;
        memory->frees++;
        close_pages(memory, index, block.begin, block.end);
    }
    pthread_mutex_unlock(&memory->lock);
    return found;
}

bool emu_memory_contains(const emu_memory *memory, const void *address)
{
    return (uintptr_t)address >= memory->base && (uintptr_t)address < memory->end;
}

size_t emu_memory_live(emu_memory *memory)
{
    pthread_mutex_lock(&memory->lock);
    size_t live = memory->live;
    pthread_mutex_unlock(&memory->lock);
    return live;
}

bool emu_memory_covers(emu_memory *memory, const void *address, size_t size)
{
    uintptr_t begin = (uintptr_t)address;
    pthread_mutex_lock(&memory->lock);
    size_t index = emu_memory_blocks_up_to(memory, begin);
    const struct emu_block *block = index ? &memory->blocks[index - 1] : NULL;
    bool covers = block && !block->retired && begin >= block->pointer && begin - block->pointer <= block->size &&
                  size <= block->size - (begin - block->pointer) &&
                  (!block->reserved || emu_memory_is_open(memory, begin, size));
    pthread_mutex_unlock(&memory->lock);
    return covers;
}

/* ---- creating and destroying ---- */
/* Address space, inaccessible, for `count` ranges of `*size` bytes, or less where address space is scarce; null: none. */
static void *reserve(unsigned count, size_t page, size_t *size)
{
    void *base = MAP_FAILED;
    for (; base == MAP_FAILED && !fails() && *size >= SMALLEST_RESERVE; *size /= 2) {
        *size = round_up(*size, page);
        base = mmap(NULL, count * *size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base != MAP_FAILED)
            break;
    }
    return base == MAP_FAILED ? NULL : base;
}

static bool make(emu_memory **memories, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        memories[i] = fails() ? NULL : calloc(1, sizeof *memories[i]);
        if (memories[i])
            continue;
        while (i-- > 0)
            free(memories[i]);
        return false;
    }
    return true;
}

static void place(emu_memory **memories, unsigned count, uintptr_t base, size_t size)
{
    for (unsigned i = 0; i < count; i++) {
        memories[i]->base = memories[i]->cursor = base + i * size;
        memories[i]->end = memories[i]->base + size;
    }
}

lw_status emu_memory_create(emu_memory **memories, unsigned count, size_t limit)
{
    emu_memory *made[EMU_MOST_DEVICES];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (!make(made, count))
        return LW_ERROR_OUT_OF_MEMORY;
    /* Several times the limit, so that there are gaps between allocations. Less if address space is scarce. Not more,
     * because an emulated processor (qemu-user) takes memory for every page of it. */
    size_t size = limit > DEFAULT_RESERVE / 2 ? 2 * limit : limit > DEFAULT_RESERVE / 4 ? DEFAULT_RESERVE : 4 * limit;
    if (size < SMALLEST_RESERVE)
        size = SMALLEST_RESERVE;
    void *base = reserve(count, page, &size);
    if (!base) {
        for (unsigned i = 0; i < count; i++)
            free(made[i]);
        return LW_ERROR_OUT_OF_MEMORY;
    }
    madvise(base, count * size, MADV_DONTDUMP);
    place(made, count, (uintptr_t)base, size);
    for (unsigned i = 0; i < count; i++) {
        made[i]->page = page;
        made[i]->limit = limit;
        pthread_mutex_init(&made[i]->lock, NULL);
        memories[i] = made[i];
    }
    emu_memory_start_describing(memories, count);
    return LW_SUCCESS;
}

void emu_memory_check(emu_memory **memories, unsigned count, uintptr_t *base, uintptr_t *end)
{
    /* The same addresses in each run, if they are free, so that reports are repeatable. */
    void *const preferred = (void *)0x100000000000;
    size_t size = memories[0]->end - memories[0]->base, all = count * size;
    void *moved = mmap(preferred, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (moved != MAP_FAILED) {
        void *unused = moved == preferred ? (void *)memories[0]->base : moved;
        munmap(unused, all);
    }
    if (moved == preferred) {
        madvise(moved, all, MADV_DONTDUMP);
        place(memories, count, (uintptr_t)moved, size);
    }
    for (unsigned i = 0; i < count; i++) {
        memories[i]->checked = true;
        /* If it fails, an access before the first allocation ends the launch. */
        open_pages(memories[i], memories[i]->base, memories[i]->base + RED_ZONE_BEFORE);
    }
    *base = memories[0]->base;
    *end = memories[count - 1]->end;
}

void emu_memory_destroy(emu_memory **memories, unsigned count)
{
    emu_memory_stop_describing();
    for (unsigned i = 0; i < count; i++) {
        emu_memory *memory = memories[i];
        if (!memory)
            continue;
        munmap((void *)memory->base, memory->end - memory->base);
        pthread_mutex_destroy(&memory->lock);
        emu_memory_forget_mappings(memory);
        emu_memory_unshare(memory, 0, UINTPTR_MAX);
        free(memory->blocks);
        free(memory);
        memories[i] = NULL;
    }
}
