/* The memory that threads may access: the regions, and what else an address may be. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

enum { MAX_VARIABLES = 1024 };
static emu_region variables[MAX_VARIABLES];
static unsigned variable_count;
static const lw_module *last_module;

void emu_regions_add_symbols(const lw_module *module)
{
    if (!module || module == last_module)
        return;
    last_module = module;
    emu_objects_note();
    for (struct lw_symbol *symbol = module->symbols; symbol != module->symbols_end; symbol++) {
        uintptr_t begin = (uintptr_t)symbol->address & ~(uintptr_t)3;
        bool known = false;
        for (unsigned i = 0; i < variable_count; i++)
            known = known || variables[i].owner == symbol;
        if (known || variable_count == MAX_VARIABLES)
            continue;
        emu_shadow_cell *cells = emu_shadow_cells_make(symbol->size + 4);
        if (cells)
            variables[variable_count++] = (emu_region){
                begin, (uintptr_t)symbol->address + symbol->size,
                symbol->kind == LW_SYMBOL_CONSTANT ? EMU_REGION_CONSTANT : EMU_REGION_VARIABLE, cells, symbol};
        else
            emu_check_record_lost(false);
    }
}

const emu_region *emu_region_of_variable(bool (*holds)(const struct lw_symbol *symbol, uintptr_t address,
                                                       unsigned size),
                                         uintptr_t address, unsigned size)
{
    for (unsigned i = 0; i < variable_count; i++)
        if (holds(variables[i].owner, address, size))
            return &variables[i];
    return 0;
}

const emu_region *emu_variable_before(uintptr_t address)
{
    enum { NEAR = 4096 };
    const emu_region *nearest = 0;
    for (unsigned i = 0; i < variable_count; i++)
        if (variables[i].end <= address && address - variables[i].end < NEAR &&
            (!nearest || variables[i].end > nearest->end))
            nearest = &variables[i];
    return nearest;
}

struct emu_check_cells {
    size_t count;
    struct {
        emu_shadow_cell *cells; /* null: none yet; all zeros then */
        size_t bytes;           /* that they are for */
    } of[];                     /* of each symbol */
};

emu_check_cells *emu_check_cells_make(const struct lw_symbol *symbols, const struct lw_symbol *end)
{
    size_t count = (size_t)(end - symbols);
    emu_check_cells *cells = emu_allocate(sizeof *cells + count * sizeof cells->of[0]);
    if (cells) {
        cells->count = count;
        for (size_t i = 0; i < count; i++)
            cells->of[i].bytes = symbols[i].size + 4;
    }
    return cells;
}

void emu_check_cells_free(emu_check_cells *cells)
{
    for (size_t i = 0; cells && i < cells->count; i++)
        emu_shadow_cells_free(cells->of[i].cells, cells->of[i].bytes);
    free(cells);
}

static emu_region *region_of(const struct lw_symbol *symbol)
{
    for (unsigned i = 0; i < variable_count; i++)
        if (variables[i].owner == symbol)
            return &variables[i];
    return 0;
}

/* Without memory for cells, accesses by the instance's device count as if they were by that of the other. */
void emu_check_cells_exchange(const struct lw_symbol *symbols, const struct lw_symbol *end, emu_check_cells *leaves,
                              emu_check_cells *comes)
{
    emu_regions_add_symbols(symbols->module);
    for (const struct lw_symbol *symbol = symbols; symbol != end; symbol++) {
        size_t i = (size_t)(symbol - symbols);
        emu_region *region = symbol->kind == LW_SYMBOL_MANAGED ? 0 : region_of(symbol);
        if (!region)
            continue;
        if (!comes->of[i].cells && !(comes->of[i].cells = emu_shadow_cells_make(comes->of[i].bytes))) {
            emu_check_record_lost(false);
            continue;
        }
        leaves->of[i].cells = region->cells;
        region->cells = comes->of[i].cells;
        comes->of[i].cells = 0;
    }
}

void emu_regions_close(void)
{
    for (unsigned i = 0; i < variable_count; i++)
        emu_shadow_cells_free(variables[i].cells, variables[i].end - variables[i].begin + 4);
    variable_count = 0;
    emu_pinned_close();
    emu_objects_close();
    last_module = 0;
}

static const emu_region *variable_at(uintptr_t address)
{
    static unsigned latest;
    if (latest < variable_count && address >= variables[latest].begin && address < variables[latest].end)
        return &variables[latest];
    for (unsigned i = 0; i < variable_count; i++)
        if (address >= variables[i].begin && address < variables[i].end)
            return &variables[latest = i];
    return 0;
}

static const emu_region *other_region_at(uintptr_t address)
{
    const emu_region *region = emu_heap_region_at(address);
    if (!region)
        region = variable_at(address);
    return region ? region : emu_pinned_at(address);
}

const emu_region *emu_region_at(uintptr_t address)
{
    if (address - emu_device_region.begin < emu_device_region.end - emu_device_region.begin)
        return &emu_device_region;
    return other_region_at(address);
}

/* Memory outside of regions that a thread may read, or that cannot be distinguished from such memory. */
static bool may_be_readable(const emu_worker *worker, uintptr_t address)
{
    enum { NEAR = 64 << 10 };
    const emu_grid *grid = worker->grid;
    uintptr_t thread = (uintptr_t)&emu_self;          /* thread-local variables lie together */
    for (unsigned i = 0; i < worker->gang->size; i++) /* the language's functions read the machine's workers */
        if (address - (uintptr_t)worker->gang->member[i] < sizeof *worker)
            return true;
    return address - (uintptr_t)grid->arguments < grid->kernel->arguments_size ||
           address - (thread - NEAR) < 2 * NEAR || emu_objects_contain(address);
}

static bool in_stacks(const emu_worker *worker, uintptr_t address)
{
    for (unsigned i = 0; i < EMU_MAX_SLABS && worker->stacks.slab[i]; i++)
        if (address - (uintptr_t)worker->stacks.slab[i] < worker->stacks.pitch * EMU_SLAB_STACKS)
            return true;
    return false;
}

const emu_region *emu_region_of(emu_worker *worker, uintptr_t address, const char **foreign)
{
    *foreign = 0;
    if (address - emu_device_region.begin < emu_device_region.end - emu_device_region.begin)
        return &emu_device_region;
    const emu_region *shared = &worker->check->shared;
    if (address - shared->begin < shared->end - shared->begin)
        return shared;
    unsigned stack = emu_current()->stack;
    uintptr_t low = (uintptr_t)emu_stack_low(&worker->stacks, stack),
              high = (uintptr_t)emu_stack_high(&worker->stacks, stack);
    if (address - low < high - low)
        return 0;
    const emu_region *other_region = other_region_at(address);
    if (other_region)
        return other_region;
    for (unsigned i = 0; i < worker->gang->size; i++) {
        const emu_worker *other = worker->gang->member[i];
        if (other->check &&
            address - other->check->shared.begin < other->check->shared.end - other->check->shared.begin)
            return &other->check->shared;
    }
    if (in_stacks(worker, address))
        *foreign = "the local memory of another thread";
    else if (address < 4096)
        *foreign = "a null pointer";
    else if (!emu_check_pageable && !may_be_readable(worker, address))
        *foreign = "neither device memory nor host memory that lw_malloc_host() or lw_host_register() pinned";
    return 0;
}

const emu_shared_place *emu_shared_place_at(const emu_worker *worker, uintptr_t address)
{
    const struct emu_checked *check = worker->check;
    size_t offset = address - (uintptr_t)worker->shared;
    if (offset / EMU_SHARED_UNIT >= check->units)
        return 0;
    const emu_shared_place *place = &check->place[check->place_at[offset / EMU_SHARED_UNIT]];
    return offset - place->offset < place->size ? place : 0;
}
