/* Memory of the emulator's own. Each request may fail; tests make the n-th do so (emu_allocation_fails). */
#ifndef EMU_ALLOCATE_H
#define EMU_ALLOCATE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the next request is to fail (errno: ENOMEM), for other kinds of memory than these: ask first. */
bool emu_fails(void);

/* Null: there is none. What a larger one has beyond the old is anything, else zeros. */
void *emu_allocate(size_t size);
void *emu_reallocate(void *old, size_t size);
char *emu_copy_text(const char *text);

/* Pages of zeros, memory only where they are touched; munmap() gives them back. */
void *emu_reserve(size_t bytes);

#endif
