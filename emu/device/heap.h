/* The heaps of device code's malloc(): one for each CPU device, by ordinal. The first allocation creates a heap; it lives
 * until the device is reset or closed. */
#ifndef EMU_HEAP_H
#define EMU_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EMU_HEAP_UNIT = 16 };

/* Allocates `size` > 0 bytes, aligned to `alignment`, a power of two of at least EMU_HEAP_UNIT; null if
 * there is no room. */
void *emu_heap_allocate(unsigned device, size_t size, size_t alignment);

/* The heap's address and size; 0 bytes if it does not exist. */
void emu_heap_bounds(unsigned device, uintptr_t *begin, size_t *bytes);

typedef enum emu_heap_place {
    EMU_HEAP_ALLOCATED, /* the start of an allocation */
    EMU_HEAP_INSIDE,    /* inside an allocation, not at its start */
    EMU_HEAP_FREE,      /* not allocated, or freed */
    EMU_HEAP_OUTSIDE    /* not in a heap */
} emu_heap_place;

/* Frees the allocation at `pointer`. Returns what the pointer was; changes nothing unless that is
 * EMU_HEAP_ALLOCATED. */
emu_heap_place emu_heap_free(void *pointer);

#endif
