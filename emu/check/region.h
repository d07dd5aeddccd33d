/* Memory that threads may access (device memory, shared memory, variables, the heap), and its shadow cells. */
#ifndef EMU_CHECK_REGION_H
#define EMU_CHECK_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shadow_cell.h"

typedef enum emu_region_kind {
    EMU_REGION_DEVICE,   /* from lw_malloc() */
    EMU_REGION_SHARED,   /* a worker's shared memory */
    EMU_REGION_VARIABLE, /* an LW_GLOBAL */
    EMU_REGION_CONSTANT, /* an LW_CONSTANT */
    EMU_REGION_HEAP,     /* from malloc() in kernels */
    EMU_REGION_HOST      /* pinned or registered host memory */
} emu_region_kind;

typedef struct emu_region {
    uintptr_t begin, end;
    emu_region_kind kind;
    emu_shadow_cell *cells; /* one for each four bytes from `begin`, which is a multiple of 4 */
    const void *owner;      /* shared memory: the emu_worker; variable: the lw_symbol; host: the emu_pinned */
} emu_region;

/* Cells for `bytes` bytes, all zeros. Pages take memory only once they are touched. Null: no address space. */
emu_shadow_cell *emu_shadow_cells_make(size_t bytes);
void emu_shadow_cells_free(emu_shadow_cell *cells, size_t bytes);
void emu_shadow_cells_clear(const emu_region *region, uintptr_t address, size_t bytes);
/* Marks the bytes as written, by no access that could race. */
void emu_shadow_cells_fill(const emu_region *region, uintptr_t address, size_t bytes);

static inline emu_shadow_cell *emu_shadow_cell_of(const emu_region *region, uintptr_t address)
{
    return &region->cells[(address - region->begin) / 4];
}

/* ---- allocations of device memory: found by address without a lock; kept after they are freed ---- */
typedef struct emu_allocation {
    uintptr_t pointer;
    size_t size;
    uintptr_t made_at, freed_at; /* program counters; 0: unknown */
    uint32_t made_by;            /* the operation from which on it is there; 0: the host's call */
    bool freed;
    bool foreign; /* counts as written: other addresses, or other processes, have the same memory */
    bool kept;    /* freed by an operation, and its pages are still there */
} emu_allocation;

/* The allocation that starts at the address is freed now, unless it is already. `kept`: its pages stay. Null: there is
 * none. */
const emu_allocation *emu_allocation_end(uintptr_t pointer, uintptr_t by, bool kept);

bool emu_allocations_open(uintptr_t base, uintptr_t end);
void emu_allocations_close(void);
void emu_allocations_each(void (*visit)(const emu_allocation *allocation)); /* those not freed */
/* The latest allocation that covered the 256 bytes around the address; null: none. */
const emu_allocation *emu_allocation_at(uintptr_t address);
bool emu_allocation_is_foreign(uintptr_t address); /* of the latest allocation at the address */
/* The allocation nearest to an address outside of all allocations. `distance`: in bytes; below 0 the address is before
 * it. */
const emu_allocation *emu_allocation_near(uintptr_t address, ptrdiff_t *distance);

extern emu_region emu_device_region;

#endif
