/* Multicast objects: at one address the memory of several devices, each of which has a copy. Kernels access it with
 * emu_multimem_...() (device_multimem.h), which find the copies here; the addresses themselves are inaccessible.
 *
 * Memory that is bound to an object is also mapped at addresses that the program does not know, its *window*. So it is there as
 * long as it is bound, whatever the program maps. */
#ifndef EMU_MULTICAST_H
#define EMU_MULTICAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/status.h>

#include "../machine/emu.h"
#include "memory.h"

typedef struct emu_multicast emu_multicast;

/* Thread-safe, as are all functions here. Null: no memory. */
emu_multicast *emu_multicast_create(size_t size);
void emu_multicast_destroy(emu_multicast *object); /* it is mapped nowhere, and nothing is bound */
void emu_multicast_add(emu_multicast *object, unsigned device);

/* Binds `size` bytes of a file of the device, from `from` on, at `offset` of the object: no other memory of the device is bound
 * there. `window`: where it is mapped. LW_ERROR_OUT_OF_MEMORY. */
lw_status emu_multicast_bind(emu_multicast *object, unsigned device, emu_memory *memory, size_t offset, size_t size,
                             int file, size_t from, void **window);
/* Where the window of the memory is that the device has bound at `offset`; null: there is none. */
void *emu_multicast_window(emu_multicast *object, unsigned device, size_t offset);
void emu_multicast_unbind(emu_multicast *object, unsigned device, size_t offset);

/* Maps the first `size` bytes of the object in reserved addresses. No device may access it at first. False: no memory. */
bool emu_multicast_map(emu_multicast *object, const void *pointer, size_t size);
void emu_multicast_unmap(const void *pointer); /* `pointer`: where a mapping begins; likewise below */
void emu_multicast_allow(const void *pointer, unsigned device, bool access);
/* The devices that may access the mapping, a bit each; 0: there is none there. */
unsigned emu_multicast_allowed(const void *pointer);
void emu_multicast_forget(unsigned device); /* the device has access to no mapping any more */
bool emu_multicast_is_mapped(uintptr_t address);

/* What an access finds. */
typedef enum emu_multicast_result {
    EMU_MULTICAST_FOUND,
    EMU_MULTICAST_NONE,    /* it is no multicast address */
    EMU_MULTICAST_REFUSED, /* the device may not access the mapping */
    EMU_MULTICAST_UNBOUND  /* of a device, `device`, there is no memory */
} emu_multicast_result;
typedef struct emu_multicast_copies {
    unsigned count;
    char *at[EMU_MOST_DEVICES]; /* in the windows, in the order in which the devices were added */
    /* For the checker: the first address at which the program has mapped the memory, else the window. */
    uintptr_t known[EMU_MOST_DEVICES];
    unsigned device;
    size_t offset; /* in the object */
} emu_multicast_copies;
/* The copies of an element, for a kernel of the device. Mappings and bindings are whole pages, so all bytes of an aligned access are
 * in the same ones. `checked`: sets `known`. */
emu_multicast_result emu_multicast_find(uintptr_t address, unsigned device, bool checked, emu_multicast_copies *copies);

#endif
