/* Device memory for other processes: the pages of an allocation are moved into a file, which stays mapped at their addresses. So
 * allocations that no other process has cost nothing.
 *
 * An allocation of a page or more has pages of its own. Smaller ones share pages: then the file has one page, and the allocation lies
 * in one or two of them. */
#include "memory_inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../check/check.h"
#include "../machine/emu.h"

typedef struct emu_shared {
    uintptr_t begin, end;
    int file;
    struct emu_shared *next;
} emu_shared;

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

/* Copies the pages that are not zeros: the others take no memory in the file. */
static void copy_pages(const emu_memory *memory, char *to, uintptr_t begin, size_t size)
{
    if (emu_checking) { /* which closes pages to the host, and does not open them for an address of freed memory */
        emu_guard_enter();
        mprotect((void *)begin, size, PROT_READ | PROT_WRITE);
    }
    for (size_t at = 0; at < size; at += memory->page) {
        const char *from = (const char *)begin + at;
        if (from[0] || memcmp(from, from + 1, memory->page - 1) != 0)
            memcpy(to + at, from, memory->page);
    }
    if (emu_checking)
        emu_guard_leave();
}

static int move_pages(const emu_memory *memory, uintptr_t begin, size_t size)
{
    enum { ACCESS = PROT_READ | PROT_WRITE };
    int file = memfd_create("lanewise", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    void *copy = ftruncate(file, (off_t)size) == 0 ? mmap(NULL, size, ACCESS, MAP_SHARED, file, 0) : MAP_FAILED;
    if (copy != MAP_FAILED) {
        copy_pages(memory, copy, begin, size);
        munmap(copy, size);
        if (mmap((void *)begin, size, ACCESS, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED) {
            madvise((void *)begin, size, MADV_DONTDUMP);
            return file;
        }
    }
    close(file);
    return -1;
}

/* The file of these pages; -1: no memory. */
static int file_of(emu_memory *memory, uintptr_t begin, uintptr_t end)
{
    for (const emu_shared *one = memory->shared; one; one = one->next)
        if (one->begin == begin)
            return one->file;
    emu_shared *shared = fails() ? NULL : malloc(sizeof *shared);
    int file = shared ? move_pages(memory, begin, end - begin) : -1;
    if (file < 0) {
        free(shared);
        return -1;
    }
    *shared = (emu_shared){begin, end, file, memory->shared};
    memory->shared = shared;
    return file;
}

lw_status emu_memory_share(emu_memory *memory, const void *pointer, int files[2], size_t *offset)
{
    lw_status status = LW_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&memory->lock);
    const struct emu_block *block = emu_memory_find_block(memory, pointer);
    if (block && !block->retired && !block->reserved) {
        /* A pool's allocation may be smaller than its memory, and another one follows: the file has all of the memory. */
        size_t most = block->charged > block->size ? block->charged : block->size;
        bool own = most >= memory->page;
        uintptr_t mask = memory->page - 1, begin = block->pointer & ~mask;
        uintptr_t end = (block->pointer + (own ? most : block->size) + mask) & ~mask;
        *offset = block->pointer - begin;
        files[0] = file_of(memory, begin, own ? end : begin + memory->page);
        files[1] = own || end == begin + memory->page ? -1 : file_of(memory, end - memory->page, end);
        bool complete = files[0] >= 0 && (own || end == begin + memory->page || files[1] >= 0);
        status = complete ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    }
    pthread_mutex_unlock(&memory->lock);
    return status;
}

void emu_memory_unshare(emu_memory *memory, uintptr_t begin, uintptr_t end)
{
    for (emu_shared **link = &memory->shared; *link;) {
        emu_shared *one = *link;
        if (one->begin < begin || one->end > end) {
            link = &one->next;
            continue;
        }
        *link = one->next;
        close(one->file);
        free(one);
    }
}

size_t emu_memory_page(const emu_memory *memory)
{
    return memory->page;
}
