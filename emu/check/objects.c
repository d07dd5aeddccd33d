/* Segments of the program and its libraries. They hold constant tables, and variables that may belong to the device (a
 * kernel's static variable) or to the host. Kernels may access no other memory of the host. */
#include <link.h>
#include <pthread.h>

#include "inside.h"

enum { MOST = 1024 };
static struct {
    uintptr_t begin, end;
} epochs[MOST], allowed[MOST];
static unsigned count, allowed_count;
static unsigned long long seen; /* number of objects loaded when the segments were read */
static bool overflown;

static int note(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size, (void)data;
    seen = info->dlpi_adds;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD)
            continue;
        if (count == MOST) {
            overflown = true;
            return 1;
        }
        epochs[count].begin = info->dlpi_addr + part->p_vaddr;
        epochs[count++].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
    }
    return 0;
}

static int ask(struct dl_phdr_info *info, size_t size, void *data)
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
    dl_iterate_phdr(ask, &now);
    if (now == seen && count)
        return;
    count = 0;
    dl_iterate_phdr(note, 0);
}

void emu_objects_allow(uintptr_t begin, uintptr_t end)
{
    unsigned at = __atomic_fetch_add(&allowed_count, 1, __ATOMIC_ACQ_REL);
    if (at < MOST) {
        allowed[at].begin = begin;
        allowed[at].end = end;
    }
}

void emu_objects_close(void)
{
    allowed_count = 0;
}

bool emu_objects_hold(uintptr_t address)
{
    static unsigned latest;
    if (latest < count && address - epochs[latest].begin < epochs[latest].end - epochs[latest].begin)
        return true;
    for (unsigned i = 0; i < count; i++)
        if (address - epochs[i].begin < epochs[i].end - epochs[i].begin) {
            latest = i;
            return true;
        }
    for (unsigned i = 0; i < allowed_count && i < MOST; i++)
        if (address - allowed[i].begin < allowed[i].end - allowed[i].begin)
            return true;
    return overflown || allowed_count > MOST;
}
