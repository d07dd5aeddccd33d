/* The emulator's own memory. Each request may fail; tests make the n-th one fail (emu_allocation_fails). */
#ifndef EMU_ALLOCATE_H
#define EMU_ALLOCATE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the next request must fail (errno is then ENOMEM). For requests of other memory than below: call it before
 * them. */
bool emu_injected_failure(void);

/* Null: no memory. emu_allocate() gives zeros; the bytes that emu_reallocate() adds are undefined. */
void *emu_allocate(size_t size);
void *emu_reallocate(void *old, size_t size);
char *emu_copy_text(const char *text);

/* Pages of zeros, which take memory only once they are touched. Freed with munmap(). */
void *emu_reserve(size_t bytes);

#endif
