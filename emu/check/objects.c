/* Segments of the program and its libraries. They hold constant tables, and variables that may belong to the device (a
 * kernel's static variable) or to the host. Kernels may access no other memory of the host. */
#include <link.h>
#include <pthread.h>

#include "inside.h"

enum { MAX_RANGES = 1024 };
static struct {
    uintptr_t begin, end;
} segments[MAX_RANGES], allowed[MAX_RANGES];
static unsigned count, allowed_count;
static unsigned long long objects_loaded; /* number of objects loaded when the segments were read */
static bool overflowed;

static int add_segments(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    objects_loaded = info->dlpi_adds;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD)
            continue;
        if (count == MAX_RANGES) {
            overflowed = true;
            return 1;
        }
        segments[count].begin = info->dlpi_addr + header->p_vaddr;
        segments[count++].end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    }
    return 0;
}

static int count_objects(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(unsigned long long *)data = info->dlpi_adds;
    return 1;
}

/* Called before threads run, because dl_iterate_phdr() takes the loader's lock, and more stack than a thread may
 * have. */
void emu_objects_note(void)
{
    unsigned long long now = 0;
    dl_iterate_phdr(count_objects, &now);
    if (now == objects_loaded && count)
        return;
    count = 0;
    dl_iterate_phdr(add_segments, 0);
}

void emu_objects_allow(uintptr_t begin, uintptr_t end)
{
    unsigned at = __atomic_fetch_add(&allowed_count, 1, __ATOMIC_ACQ_REL);
    if (at < MAX_RANGES) {
        allowed[at].begin = begin;
        allowed[at].end = end;
    }
}

void emu_objects_close(void)
{
    allowed_count = 0;
}

bool emu_objects_contain(uintptr_t address)
{
    static unsigned latest;
    if (latest < count && address - segments[latest].begin < segments[latest].end - segments[latest].begin)
        return true;
    for (unsigned i = 0; i < count; i++)
        if (address - segments[i].begin < segments[i].end - segments[i].begin) {
            latest = i;
            return true;
        }
    for (unsigned i = 0; i < allowed_count && i < MAX_RANGES; i++)
        if (address - allowed[i].begin < allowed[i].end - allowed[i].begin)
            return true;
    return overflowed || allowed_count > MAX_RANGES;
}
