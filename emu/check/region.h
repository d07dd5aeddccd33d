/* Memory that threads may touch: device memory, shared memory, variables, the heap; and its cells. */
#ifndef EMU_CHECK_REGION_H
#define EMU_CHECK_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shadow_cell.h"

typedef enum emu_region_kind {
    EMU_REGION_DEVICE,   /* what lw_malloc() gives */
    EMU_REGION_SHARED,   /* a block's */
    EMU_REGION_VARIABLE, /* an LW_GLOBAL */
    EMU_REGION_CONSTANT, /* an LW_CONSTANT */
    EMU_REGION_HEAP,     /* what malloc() gives in kernels */
    EMU_REGION_HOST      /* pinned or registered */
} emu_region_kind;

typedef struct emu_region {
    uintptr_t begin, end;
    emu_region_kind kind;
    emu_shadow_cell *cells; /* one for each four bytes from `begin`, a multiple of 4, on */
    const void *owner;      /* the worker of shared memory, the lw_symbol of a variable, what is pinned */
} emu_region;

/* Cells for so many bytes, all zeros, and memory only for those that are touched; null where there is no room. */
emu_shadow_cell *emu_shadow_cells_make(size_t bytes);
void emu_shadow_cells_free(emu_shadow_cell *cells, size_t bytes);
void emu_shadow_cells_clear(const emu_region *region, uintptr_t address, size_t bytes);
/* Marks the bytes as written: by nobody whom threads could race with. */
void emu_shadow_cells_fill(const emu_region *region, uintptr_t address, size_t bytes);

static inline emu_shadow_cell *emu_shadow_cell_of(const emu_region *region, uintptr_t address)
{
    return &region->cells[(address - region->begin) / 4];
}

/* ---- allocations of device memory: found by address without a lock, never forgotten ---- */
typedef struct emu_allocation {
    uintptr_t pointer;
    size_t size;
    uintptr_t made_at, freed_at; /* in code; 0 where that is not known */
    bool freed;
} emu_allocation;

bool emu_allocations_open(uintptr_t base, uintptr_t end);
void emu_allocations_close(void);
void emu_allocations_each(void (*visit)(const emu_allocation *allocation)); /* those that are not freed */
/* What last covered the 256 bytes around the address; null: nothing. */
const emu_allocation *emu_allocation_at(uintptr_t address);
/* The nearest to an address in no allocation, and how far away: below 0 the address is before it. */
const emu_allocation *emu_allocation_near(uintptr_t address, ptrdiff_t *distance);

extern emu_region emu_device_region;

#endif
