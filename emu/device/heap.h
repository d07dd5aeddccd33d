/* The heap of device code's malloc(): one a process, as there is one CPU device. Made when it is first asked for memory;
 * its memory lives until the device is reset or closed. */
#ifndef EMU_HEAP_H
#define EMU_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EMU_HEAP_UNIT = 16 };

/* `size` > 0 bytes aligned to `alignment`, a power of two of at least EMU_HEAP_UNIT; null when there is no room. */
void *emu_heap_allocate(size_t size, size_t alignment);

/* Where the heap is; no bytes where it has not been made. */
void emu_heap_bounds(uintptr_t *begin, size_t *bytes);

typedef enum emu_heap_place {
    EMU_HEAP_ALLOCATED, /* the start of an allocation */
    EMU_HEAP_INSIDE,    /* another byte of one */
    EMU_HEAP_FREE,      /* of none (any more) */
    EMU_HEAP_OUTSIDE    /* not in the heap */
} emu_heap_place;

/* Frees what begins at `pointer`; says what the pointer was, and changes nothing unless it was EMU_HEAP_ALLOCATED. */
emu_heap_place emu_heap_free(void *pointer);

#endif
