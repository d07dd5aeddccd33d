#include "allocate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../machine/emu.h"

bool (*emu_allocation_fails)(void);

bool emu_injected_failure(void)
{
    if (!emu_allocation_fails || !emu_allocation_fails())
        return false;
    errno = ENOMEM;
    return true;
}

void *emu_allocate(size_t size)
{
    return emu_injected_failure() ? NULL : calloc(1, size);
}

void *emu_reallocate(void *old, size_t size)
{
    return emu_injected_failure() ? NULL : realloc(old, size);
}

char *emu_copy_text(const char *text)
{
    return emu_injected_failure() ? NULL : strdup(text);
}

void *emu_reserve(size_t bytes)
{
    if (emu_injected_failure())
        return NULL;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}
