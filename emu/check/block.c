/* The checker's data about a worker's blocks: allocated with the worker's first run, set up again for each run. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"
#include "memo.h"
#include "output.h"
#include "overflow.h"

static void place(struct emu_checked *check, unsigned number, size_t offset, size_t size,
                  const lw_shared_variable *variable)
{
    check->place[number] = (emu_shared_place){offset, size, variable};
    for (size_t unit = offset / EMU_SHARED_UNIT; unit * EMU_SHARED_UNIT < offset + size && unit < check->units; unit++)
        check->place_at[unit] = (uint16_t)number;
}

static void place_variables(struct emu_checked *check, const emu_grid *grid, size_t dynamic_offset, size_t shared_size)
{
    const lw_module *module = grid->kernel->module;
    size_t units = (shared_size + EMU_SHARED_UNIT - 1) / EMU_SHARED_UNIT;
    check->units = units;
    memset(check->place_at, 0, units * sizeof *check->place_at);
    unsigned number = 0;
    if (grid->dynamic_shared)
        place(check, ++number, dynamic_offset, grid->dynamic_shared, 0);
    for (const lw_shared_variable *variable = module ? module->shared : 0; module && variable != module->shared_end;
         variable++)
        if (variable->module == module && variable->engine == LW_ENGINE_CHECKED && number < EMU_MAX_SHARED &&
            !emu_shared_is_dynamic(variable) && emu_shared_may_use(variable, grid->kernel))
            place(check, ++number, variable->offset, variable->size, variable);
    check->places = number;
    check->kernel = grid->kernel;
    check->static_shared = grid->static_shared;
    check->dynamic_shared = grid->dynamic_shared;
}

bool emu_check_make(emu_worker *worker)
{
    struct emu_checked *check = emu_allocate(sizeof *check);
    size_t bytes = (size_t)(worker->arena_end - worker->arena);
    emu_shadow_cell *cells = check ? emu_shadow_cells_make(bytes) : 0;
    if (cells)
        check->place_at = emu_allocate(bytes / EMU_SHARED_UNIT * sizeof *check->place_at);
    if (!cells || !check->place_at) {
        emu_shadow_cells_free(cells, bytes);
        free(check);
        return false;
    }
    check->shared =
        (emu_region){(uintptr_t)worker->arena, (uintptr_t)worker->arena_end, EMU_REGION_SHARED, cells, worker};
    worker->check = check;
    return true;
}

void emu_check_prepare(emu_worker *worker)
{
    const emu_grid *grid = worker->grid;
    struct emu_checked *check = worker->check;
    emu_output_running(grid->kernel->name);
    emu_memos_clear();
    emu_overflows_forget();
    emu_guard_recheck();
    emu_regions_add_symbols(grid->kernel->module);
    if (check->kernel != grid->kernel || check->static_shared != grid->static_shared ||
        check->dynamic_shared != grid->dynamic_shared)
        place_variables(check, grid, worker->here.dynamic_offset, worker->shared_size);
}

void emu_check_free(emu_worker *worker)
{
    struct emu_checked *check = worker->check;
    if (!check)
        return;
    emu_clock_end(&check->clock, EMU_MAX_THREADS);
    emu_readers_free(&check->readers);
    emu_shadow_cells_free(check->shared.cells, check->shared.end - check->shared.begin);
    free(check->place_at);
    free(check->pending);
    free(check);
    worker->check = 0;
}

emu_readers emu_device_readers;

/* Called when the previous blocks have ended. The entries can be dropped in two cases: no previous block has released
 * anything, so the reads in the cells stand for all; or the grid comes after everything before it. */
static void begin_readers(struct emu_checked *check, bool silent, bool alone)
{
    emu_readers *readers = &emu_device_readers;
    readers->pinned |= !silent;
    if (!readers->pinned || check->clock.ordered_below == check->clock.begin)
        emu_readers_forget(readers);
    readers->pinned |= !alone;
    emu_readers_forget(&check->readers);
}

void emu_check_blocks_mixed(emu_worker *worker)
{
    worker->check->clock.any_synchronised = true; /* the next block is not silent */
}

void emu_check_block_begins(emu_worker *worker)
{
    struct emu_checked *check = worker->check;
    const emu_grid *grid = worker->grid;
    emu_check_finish_deferred();
    emu_check_settle_compared();
    check->later = UINT32_MAX;
    check->pending_count = 0; /* a fault may have left some of the previous block */
    bool alone = worker->gang->size == 1, silent = alone && !check->clock.any_synchronised;
    emu_clock_end(&check->clock, EMU_MAX_THREADS);
    uint64_t cluster = worker->cluster_size > 1 ? worker->cluster->block + 1 : 0;
    emu_clock_begin(&check->clock, grid->check_number, worker->block, cluster, worker->threads, silent);
    begin_readers(check, silent, alone);
    emu_shadow_cells_clear(&check->shared, (uintptr_t)worker->shared, (size_t)(worker->arena_end - worker->shared));
}
