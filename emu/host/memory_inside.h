/* The table of device memory, shared by memory.c and describe.c. */
#ifndef EMU_MEMORY_INSIDE_H
#define EMU_MEMORY_INSIDE_H

#include <pthread.h>
#include <stdint.h>

#include "memory.h"

enum { EMU_REMEMBERED = 256 };

struct emu_block {
    uintptr_t begin, end; /* its addresses, with the page or red zone after it */
    uintptr_t pointer;
    size_t size;    /* requested bytes */
    size_t charged; /* what `live` counts of it: the bytes requested at first, or 0 */
    void *note;
    bool retired;
    bool reserved; /* addresses without memory of their own (memory_map.c) */
    bool placed;   /* of these: they are one allocation */
};

/* Memory of a file in reserved addresses. */
typedef struct emu_mapping {
    uintptr_t begin;
    size_t size;
    size_t from;      /* of the file */
    uint64_t file;    /* its number in the system */
    bool open;        /* accessible */
    bool window;      /* of memory that is bound to a multicast object */
    unsigned allowed; /* devices that may access it, a bit each */
    struct emu_mapping *next;
} emu_mapping;

struct emu_memory {
    pthread_mutex_t lock;
    uintptr_t base, end; /* the reserved range */
    size_t page, limit, live;
    uintptr_t cursor; /* where the search for room continues */
    struct emu_block *blocks;
    size_t count, capacity;
    struct {
        uintptr_t pointer;
        size_t size;
    } freed[EMU_REMEMBERED]; /* a ring of the latest freed allocations */
    uint64_t frees;
    emu_mapping *mappings;     /* by address */
    struct emu_shared *shared; /* pages that are in files (memory_share.c) */
    bool checked;              /* a red zone follows each allocation (emu/check) */
};

/* The number of blocks that begin at or below the address. With the lock held. */
size_t emu_memory_blocks_up_to(const emu_memory *memory, uintptr_t address);

/* Room for a block of `span` bytes, for memory_map.c; likewise. `index`: of the new block; `begin`: its address. */
bool emu_memory_find_room(const emu_memory *memory, bool whole_pages, size_t span, size_t *index, uintptr_t *begin);
bool emu_memory_grow_table(emu_memory *memory); /* before emu_memory_insert(); false: no memory */
void emu_memory_insert(emu_memory *memory, size_t index, struct emu_block block);
/* The allocation that begins at `pointer`, or null. */
struct emu_block *emu_memory_find_block(emu_memory *memory, const void *pointer);

/* ---- memory_map.c; with the lock held ---- */
bool emu_memory_is_open(const emu_memory *memory, uintptr_t address, size_t size);
void emu_memory_forget_mappings(emu_memory *memory);

/* ---- memory_share.c; with the lock held ---- */
/* The pages are gone: closes the files of those that are shared. */
void emu_memory_unshare(emu_memory *memory, uintptr_t begin, uintptr_t end);

/* ---- describe.c: which memories emu_describe_address() uses ---- */
void emu_memory_start_describing(emu_memory *const *memories, unsigned count);
void emu_memory_stop_describing(void);

#endif
