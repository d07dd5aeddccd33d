/* Launches: copies the arguments, chooses the engine's entry, queues the grid. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../api/test_hook.h"
#include "../../../emu/check/repeat.h"
#include "../../../emu/device/device.h"
#include "../../../emu/fused/fused.h"
#include "cpu.h"

enum { MAX_SPARES = 64, SETTLE_NS = 1000000000 };

static void run_blocks(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    emu_worker_run(worker, &((lw_cpu_launch *)task)->grid, first, count);
}

/* A cooperative grid that several pool threads run: each item is a place for one thread. Any of them may see its
 * end. */
static void run_shared(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    emu_grid *grid = &((lw_cpu_launch *)task)->grid;
    emu_worker_run(worker, grid, first, count);
    if (emu_team_has_ended(&grid->team))
        emu_pool_end_items(task);
}

static void call_helpers(emu_team *team, unsigned threads)
{
    lw_cpu_launch *launch = (lw_cpu_launch *)((char *)team - offsetof(lw_cpu_launch, grid.team));
    emu_pool_call_helpers(launch->operation.stream->device->pool, &launch->operation.task, threads);
}

void lw_test_limit_team(unsigned threads)
{
    emu_team_limit = threads;
}

/* Sets how many pool threads may run the grid: one, or as many as the pool and the machine have. */
static void set_team(const lw_device_impl *device, lw_cpu_launch *launch, bool shared)
{
    enum { SPIN_NS = 30000 };
    unsigned processors = emu_processors(), most = device->options.workers, limit = processors;
    if (emu_team_limit)
        limit = emu_team_limit;
    most = most < limit ? most : limit;
    most = most < EMU_TEAM_PLACES ? most : EMU_TEAM_PLACES;
    emu_team *team = &launch->grid.team;
    team->max_threads = shared ? most : 1;
    team->call = team->max_threads > 1 ? call_helpers : NULL;
    team->unserved = emu_pool_unserved(device->pool);
    team->spin_ns = most <= processors ? SPIN_NS : 0;
}

/* ---- blocks that begin beside one that only spins ---- */
static uint64_t resident_limit(emu_grid *grid)
{
    const lw_cpu_launch *launch = (lw_cpu_launch *)((char *)grid - offsetof(lw_cpu_launch, grid));
    return lw_cpu_most_blocks_beside(launch->operation.stream->device, grid->kernel,
                                     grid->block.x * grid->block.y * grid->block.z, grid->dynamic_shared);
}

/* A task of one item is not always in the pool: a graph or a comparison may run it. */
static bool take_item(emu_grid *grid, uint64_t *item)
{
    lw_cpu_launch *launch = (lw_cpu_launch *)((char *)grid - offsetof(lw_cpu_launch, grid));
    emu_task *task = &launch->operation.task;
    return task->items > 1 && (item ? emu_pool_take_item(task, item) : emu_pool_is_item_left(task));
}

static const emu_resident_source source = {resident_limit, take_item};

/* Adds the place of the launch to the fault's report of a grid that a kernel launched. */
static void append_parent(lw_cpu_launch *launch)
{
    const lw_cpu_launch *parent = launch->operation.parent;
    const emu_site *site = launch->family.site;
    char *report = launch->grid.fault.report;
    size_t length = strlen(report), size = sizeof launch->grid.fault.report;
    if (parent && launch->grid.fault.status != LW_SUCCESS)
        snprintf(report + length, size - length, "\n  launched by kernel %s at %s:%d", parent->grid.kernel->name,
                 site->file, site->line);
}

static void finish(emu_task *task)
{
    lw_cpu_launch *launch = (lw_cpu_launch *)task;
    if (atomic_load_explicit(&launch->grid.failed, memory_order_relaxed)) {
        append_parent(launch);
        lw_cpu_note_fault(launch->operation.stream->device, &launch->grid);
    }
    if (emu_checking)
        emu_check_grid_ended(&launch->grid);
    lw_cpu_blocks_done(launch);
}

void lw_cpu_launch_recycle(lw_cpu_launch *launch)
{
    lw_device_impl *device = launch->operation.stream->device;
    free(launch->large_arguments);
    free(launch->counted);
    if (device->spare_count == MAX_SPARES) {
        free(launch);
        return;
    }
    launch->operation.next = device->spare ? &device->spare->operation : NULL;
    device->spare = launch;
    device->spare_count++;
}

void lw_cpu_launch_free(lw_cpu_launch *launch)
{
    free(launch->large_arguments);
    free(launch->counted);
    free(launch);
}

void lw_cpu_launch_free_spares(lw_device_impl *device)
{
    while (device->spare) {
        lw_cpu_launch *launch = device->spare;
        device->spare = (lw_cpu_launch *)launch->operation.next;
        free(launch);
    }
    device->spare_count = 0;
}

lw_status lw_cpu_read_engine(lw_engine *engine, bool *compares)
{
    static const char *const names[LW_ENGINE_COUNT] = {"fiber", "fused", "checked"};
    const char *wanted = getenv("LANEWISE_ENGINE");
    *engine = LW_ENGINE_COUNT;
    *compares = wanted && strcmp(wanted, "compare") == 0;
    if (!wanted || !*wanted || *compares)
        return LW_SUCCESS;
    for (int i = 0; i < LW_ENGINE_COUNT; i++)
        if (strcmp(wanted, names[i]) == 0)
            *engine = (lw_engine)i;
    return *engine < LW_ENGINE_COUNT
               ? LW_SUCCESS
               : lw_fail(NULL, LW_ERROR_INVALID_VALUE,
                         "LANEWISE_ENGINE is \"%s\": it must be fiber, fused, checked or compare", wanted);
}

/* The kernel's copy for fibers or for checked mode; null with a message. Every launch needs it: a fused copy may be
 * missing or may not suit the launch, and fibers give the same results. */
static void (*choose_entry(const lw_device_impl *device, const lw_kernel *kernel))(const void *)
{
    lw_engine engine = device->engine == LW_ENGINE_CHECKED ? LW_ENGINE_CHECKED : LW_ENGINE_FIBER;
    if (!kernel->entry[engine] && emu_checking)
        emu_check_unchecked(kernel);
    if (!kernel->entry[engine])
        lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE, "the object of kernel %s (%s) holds no %s copy for the CPU%s",
                kernel->name, kernel->file, engine == LW_ENGINE_CHECKED ? "checked" : "fiber",
                engine == LW_ENGINE_CHECKED ? ": build it with lanewise-cc, without --no-checked and -fsanitize=" : "");
    return kernel->entry[engine];
}

/* A launch to fill in; takes the lock. Out of memory: returns null and does not take the lock. */
static lw_cpu_launch *take_launch(lw_device_impl *device)
{
    emu_pool_lock(device->pool);
    lw_cpu_launch *launch = device->spare;
    if (launch) {
        device->spare = (lw_cpu_launch *)launch->operation.next;
        device->spare_count--;
        return launch;
    }
    emu_pool_unlock(device->pool);
    launch = lw_allocate(sizeof *launch);
    if (launch)
        emu_pool_lock(device->pool);
    return launch;
}

/* A running task of the entry's earlier kernel may still write it: the pool corrects a wrong pace as it measures. */
static emu_pace *pace_of(lw_device_impl *device, const lw_kernel *kernel)
{
    lw_cpu_pace *pace = &device->pace[((uintptr_t)kernel >> 6) % LW_CPU_PACES];
    if (pace->kernel != kernel)
        *pace = (lw_cpu_pace){.kernel = kernel};
    return &pace->block;
}

/* Null: out of memory. */
static lw_cpu_counted *make_counted(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config)
{
    lw_cpu_counted *counted = lw_allocate(sizeof *counted);
    if (counted)
        lw_cpu_fit(device, kernel, config->block.x * config->block.y * config->block.z, config->dynamic_shared,
                   counted->occupancy);
    return counted;
}

/* Whether the copy stores what a thread keeps from one loop over threads to the next. A thread alone has no neighbours
 * that make vectors with it: fibers, which keep it in registers, took a half to a quarter of the time. */
static bool hands_values_on(const emu_fused_kernel *fused)
{
    return fused->context_size > 0;
}

static bool is_one_thread(lw_dim3 block)
{
    return block.x == 1 && block.y == 1 && block.z == 1;
}

lw_cpu_launch *lw_cpu_launch_make(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  const void *arguments, lw_status *status)
{
    void (*entry)(const void *) = choose_entry(device, kernel);
    if (!entry) {
        *status = LW_ERROR_NO_KERNEL_IMAGE;
        return NULL;
    }
    size_t size = kernel->arguments_size;
    emu_shared_extent shared = {lw_cpu_static_shared(kernel), lw_cpu_shared_alignment(kernel)};
    lw_cpu_variables *image;
    bool prepared = lw_cpu_variables_prepare(device, kernel->module, &image);
    void *large = size > LW_CPU_INLINE_ARGUMENTS && prepared ? lw_allocate(size) : NULL;
    bool complete = prepared && (large || size <= LW_CPU_INLINE_ARGUMENTS);
    lw_cpu_counted *counted = NULL;
    if (device->options.counts && complete)
        complete = (counted = make_counted(device, kernel, config)) != NULL;
    lw_cpu_launch *launch = complete ? take_launch(device) : NULL;
    if (!launch) {
        free(large);
        free(counted);
        *status = lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a launch of kernel %s", kernel->name);
        return NULL;
    }
    launch->large_arguments = large;
    if (size)
        memcpy(large ? large : launch->arguments, arguments, size);
    emu_grid *grid = &launch->grid;
    grid->kernel = kernel;
    grid->entry = entry;
    grid->blocks = (uint64_t)config->grid.x * config->grid.y * config->grid.z;
    /* A fused block keeps its OS thread to its end, or to a cooperative grid's barrier. So a kernel whose blocks may
     * wait for each other elsewhere runs on fibers. */
    grid->fused = config->cluster.x ? NULL : lw_cpu_fused_copy_for(device, kernel, config->block);
    if (grid->fused && grid->fused->waits_for_blocks && grid->blocks > 1)
        grid->fused = NULL;
    if (grid->fused && !device->compare && hands_values_on(grid->fused) && is_one_thread(config->block))
        grid->fused = NULL;
    launch->compare.fused = device->compare ? grid->fused : NULL;
    launch->compare.unrepeatable = false;
    if (launch->compare.fused)
        grid->fused = NULL;
    grid->device = device->ordinal;
    grid->arguments = large ? large : launch->arguments;
    grid->grid = config->grid;
    grid->block = config->block;
    grid->cluster = config->cluster;
    grid->cooperative = config->cooperative;
    grid->programmatic = config->programmatic;
    if (entry == kernel->entry[LW_ENGINE_CHECKED])
        shared = emu_checked_shared_layout(kernel);
    grid->static_shared = shared.size;
    grid->shared_alignment = shared.alignment;
    grid->dynamic_shared = config->dynamic_shared;
    grid->source = config->cooperative ? NULL : &source;
    launch->counted = counted;
    grid->counts = counted ? &counted->counts : NULL;
    atomic_init(&grid->resident, 0);
    atomic_init(&grid->resident_limit, 0);
    atomic_init(&grid->is_full, false);
    atomic_init(&grid->failed, 0);
    grid->fault.status = LW_SUCCESS;
    launch->family = (lw_cpu_family){.unfinished = 1};
    launch->operation.kind = LW_CPU_GRID;
    launch->operation.node = NULL;
    launch->operation.uses_variables = image;
    launch->operation.variables_of = device->ordinal;
    launch->operation.image = image;
    launch->operation.task.run = run_blocks;
    launch->operation.task.finish = finish;
    launch->operation.task.items = emu_grid_items(grid);
    bool waits = !grid->fused; /* a block may wait for other blocks */
    launch->operation.task.in_order = waits;
    launch->operation.task.pace = waits ? NULL : pace_of(device, kernel);
    launch->operation.task.led = emu_is_team_grid(grid);
    if (config->cooperative)
        set_team(device, launch, emu_is_team_grid(grid));
    if (launch->operation.task.led) {
        launch->operation.task.run = run_shared;
        launch->operation.task.items = EMU_POOL_LED_ITEMS;
        launch->operation.task.in_order = true;
        launch->operation.task.pace = NULL;
    }
    if (launch->compare.fused) {
        launch->operation.task.run = lw_cpu_compare_run;
        launch->operation.task.items = 1;
    }
    return launch;
}

/* All blocks of a cooperative grid must be resident at once. */
lw_status lw_cpu_check_resident(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config)
{
    uint64_t blocks = (uint64_t)config->grid.x * config->grid.y * config->grid.z;
    uint64_t most = lw_cpu_max_resident_blocks(device, kernel, config->block.x * config->block.y * config->block.z,
                                               config->dynamic_shared);
    if (blocks <= most)
        return LW_SUCCESS;
    return lw_fail(device, LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                   "grid has %llu blocks of kernel %s, but the device's multiprocessors hold %llu at once",
                   (unsigned long long)blocks, kernel->name, (unsigned long long)most);
}

lw_status lw_cpu_launch_kernel(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                               const void *arguments)
{
    lw_device_impl *device = stream->device;
    lw_status status = config->cooperative ? lw_cpu_check_resident(device, kernel, config) : LW_SUCCESS;
    if (!status)
        status = lw_cpu_capture_forbids_legacy(stream);
    if (status)
        return status;
    if (lw_cpu_captures(stream))
        return lw_cpu_capture_launch(stream, kernel, config, arguments);
    emu_print_flush(device->ordinal); /* as CUDA does at each launch by the host */
    lw_cpu_launch *launch = lw_cpu_launch_make(device, kernel, config, arguments, &status);
    if (!launch)
        return status;
    lw_cpu_enqueue(stream, &launch->operation);
    bool settles = emu_check_in_order() && (device->streams->next || lw_cpu_has_peer(device));
    emu_pool_unlock(device->pool);
    /* With several streams the order of operations would depend on the host's speed, and a run could not be repeated.
     * The wait has a limit, because a kernel may wait for the host. */
    if (settles)
        emu_pool_wait_until_idle(device->pool, SETTLE_NS);
    return LW_SUCCESS;
}
