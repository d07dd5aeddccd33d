/* Device memory by hand: addresses are reserved, and memory of files is mapped in them. So memory can have several addresses,
 * and other processes can have it. */
#include "memory_inside.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "../machine/emu.h"

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

/* ---- addresses ---- */
/* Whether a block of `span` bytes fits at the address; `index`: its own. */
static bool fits_at(const emu_memory *memory, uintptr_t address, size_t span, size_t *index)
{
    if (address <= memory->base || address >= memory->end || span > memory->end - address || memory->checked)
        return false;
    *index = emu_memory_blocks_up_to(memory, address);
    return (*index == 0 || memory->blocks[*index - 1].end <= address) &&
           (*index == memory->count || memory->blocks[*index].begin >= address + span);
}

/* A page that is never mapped follows the addresses. */
lw_status emu_memory_reserve(emu_memory *memory, void **pointer, size_t size, size_t alignment, const void *wanted)
{
    lw_status status = LW_ERROR_OUT_OF_MEMORY;
    if (alignment < memory->page)
        alignment = memory->page;
    if (size > memory->end - memory->base || alignment > memory->end - memory->base)
        return status;
    pthread_mutex_lock(&memory->lock);
    uintptr_t begin = (uintptr_t)wanted, room;
    size_t index, span = size + memory->page;
    if (!fails() && emu_memory_grow_table(memory)) {
        bool found = begin && begin % alignment == 0 && fits_at(memory, begin, span, &index);
        if (!found && emu_memory_find_room(memory, true, span + alignment - memory->page, &index, &room)) {
            begin = (room + alignment - 1) & ~(uintptr_t)(alignment - 1);
            memory->cursor = begin + span;
            found = true;
        }
        if (found) {
            emu_memory_insert(
                memory, index,
                (struct emu_block){
                    .begin = begin, .end = begin + span, .pointer = begin, .size = size, .reserved = true});
            *pointer = (void *)begin;
            status = LW_SUCCESS;
        }
    }
    pthread_mutex_unlock(&memory->lock);
    return status;
}

void emu_memory_place(emu_memory *memory, const void *reserved, size_t offset, size_t size)
{
    pthread_mutex_lock(&memory->lock);
    struct emu_block *block = emu_memory_find_block(memory, reserved);
    if (block) {
        block->pointer += offset;
        block->size = size;
        block->placed = true;
    }
    pthread_mutex_unlock(&memory->lock);
}

/* ---- mappings ---- */
/* The link to the first mapping that ends after the address; with the lock held. */
static emu_mapping **first_after(emu_memory *memory, uintptr_t address)
{
    emu_mapping **link = &memory->mappings;
    while (*link && (*link)->begin + (*link)->size <= address)
        link = &(*link)->next;
    return link;
}

static emu_mapping *find(emu_memory *memory, const void *pointer)
{
    emu_mapping *mapping = *first_after(memory, (uintptr_t)pointer);
    return mapping && mapping->begin == (uintptr_t)pointer ? mapping : NULL;
}

bool emu_memory_is_open(const emu_memory *memory, uintptr_t address, size_t size)
{
    const emu_mapping *mapping = *first_after((emu_memory *)memory, address);
    uintptr_t end = address + size;
    for (; mapping && mapping->begin <= address && mapping->open; mapping = mapping->next) {
        address = mapping->begin + mapping->size;
        if (address >= end)
            return true;
    }
    return false;
}

static void close_addresses(uintptr_t begin, size_t size)
{
    mmap((void *)begin, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

static lw_status map(emu_memory *memory, void *pointer, size_t size, int file, size_t from, bool window)
{
    struct stat status;
    emu_mapping *mapping = fails() || fstat(file, &status) != 0 ? NULL : malloc(sizeof *mapping);
    if (!mapping)
        return LW_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&memory->lock);
    bool made = mmap(pointer, size, PROT_NONE, MAP_SHARED | MAP_FIXED, file, (off_t)from) != MAP_FAILED;
    if (made) {
        emu_mapping **link = first_after(memory, (uintptr_t)pointer);
        *mapping = (emu_mapping){.begin = (uintptr_t)pointer,
                                 .size = size,
                                 .from = from,
                                 .file = (uint64_t)status.st_ino,
                                 .window = window,
                                 .next = *link};
        *link = mapping;
        madvise(pointer, size, MADV_DONTDUMP);
    } else {
        close_addresses((uintptr_t)pointer, size);
        free(mapping);
    }
    pthread_mutex_unlock(&memory->lock);
    return made ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
}

lw_status emu_memory_map(emu_memory *memory, void *pointer, size_t size, int file)
{
    return map(memory, pointer, size, file, 0, false);
}

void emu_memory_unmap(emu_memory *memory, const void *pointer)
{
    pthread_mutex_lock(&memory->lock);
    emu_mapping *mapping = find(memory, pointer);
    if (mapping) {
        *first_after(memory, mapping->begin) = mapping->next;
        close_addresses(mapping->begin, mapping->size);
    }
    pthread_mutex_unlock(&memory->lock);
    free(mapping);
}

bool emu_memory_open(emu_memory *memory, const void *pointer, bool open)
{
    pthread_mutex_lock(&memory->lock);
    emu_mapping *mapping = find(memory, pointer);
    bool done =
        mapping && mprotect((void *)mapping->begin, mapping->size, open ? PROT_READ | PROT_WRITE : PROT_NONE) == 0;
    if (done)
        mapping->open = open;
    pthread_mutex_unlock(&memory->lock);
    return done;
}

void emu_memory_discount_mapping(emu_memory *memory, const void *pointer)
{
    pthread_mutex_lock(&memory->lock);
    emu_mapping *mapping = find(memory, pointer);
    if (mapping)
        mapping->open = false;
    pthread_mutex_unlock(&memory->lock);
}

void emu_memory_allow(emu_memory *memory, const void *pointer, unsigned device, bool access)
{
    pthread_mutex_lock(&memory->lock);
    emu_mapping *mapping = find(memory, pointer);
    if (mapping)
        mapping->allowed = access ? mapping->allowed | 1u << device : mapping->allowed & ~(1u << device);
    pthread_mutex_unlock(&memory->lock);
}

void emu_memory_forget(emu_memory *memory, unsigned device)
{
    pthread_mutex_lock(&memory->lock);
    for (emu_mapping *mapping = memory->mappings; mapping; mapping = mapping->next)
        mapping->allowed &= ~(1u << device);
    pthread_mutex_unlock(&memory->lock);
}

unsigned emu_memory_allowed(emu_memory *memory, const void *address)
{
    pthread_mutex_lock(&memory->lock);
    const emu_mapping *mapping = *first_after(memory, (uintptr_t)address);
    unsigned allowed = mapping && mapping->begin <= (uintptr_t)address ? mapping->allowed : 0;
    pthread_mutex_unlock(&memory->lock);
    return allowed;
}

void emu_memory_forget_mappings(emu_memory *memory)
{
    while (memory->mappings) {
        emu_mapping *mapping = memory->mappings;
        memory->mappings = mapping->next;
        free(mapping);
    }
}

/* ---- windows ---- */
lw_status emu_memory_window_open(emu_memory *memory, void **window, size_t size, int file, size_t from)
{
    lw_status status = emu_memory_reserve(memory, window, size, 0, NULL);
    if (status)
        return status;
    status = map(memory, *window, size, file, from, true);
    if (!status && !emu_memory_open(memory, *window, true)) {
        emu_memory_unmap(memory, *window);
        status = LW_ERROR_OUT_OF_MEMORY;
    }
    if (status)
        emu_memory_free(memory, *window);
    return status;
}

void emu_memory_window_close(emu_memory *memory, void *window)
{
    emu_memory_unmap(memory, window);
    emu_memory_free(memory, window);
}

void *emu_memory_known_address(emu_memory *memory, void *in_window)
{
    void *known = in_window;
    pthread_mutex_lock(&memory->lock);
    const emu_mapping *window = *first_after(memory, (uintptr_t)in_window);
    size_t place = window->from + ((uintptr_t)in_window - window->begin);
    for (const emu_mapping *one = memory->mappings; one; one = one->next)
        if (!one->window && one->open && one->file == window->file && place - one->from < one->size) {
            known = (void *)(one->begin + (place - one->from));
            break;
        }
    pthread_mutex_unlock(&memory->lock);
    return known;
}

/* ---- counting ---- */
bool emu_memory_charge(emu_memory *memory, size_t size)
{
    pthread_mutex_lock(&memory->lock);
    bool fits = size <= memory->limit && memory->live <= memory->limit - size;
    if (fits)
        memory->live += size;
    pthread_mutex_unlock(&memory->lock);
    return fits;
}

void emu_memory_uncharge(emu_memory *memory, size_t size)
{
    pthread_mutex_lock(&memory->lock);
    memory->live -= size;
    pthread_mutex_unlock(&memory->lock);
}
