/* Runs a launch on fibers, then fused, and compares memory, printed text and faults.
 *
 * Where they differ, fibers run again with other schedules. A word that differs between two runs on fibers depends on
 * the order of threads, which CUDA leaves open: sums of float atomics, indices that atomics hand out. Such words are no
 * error. The program continues with the result of the first run on fibers.
 */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The result of a run, except memory. */
typedef struct outcome {
    bool failed;
    emu_fault fault;
    emu_prints prints;
} outcome;

typedef struct comparison {
    lw_cpu_launch *launch;
    emu_worker *worker;
    lw_device_impl *device;
    lw_cpu_regions regions;
    lw_cpu_memory_copy before, after; /* after: the run on fibers */
    outcome *fibers, *fused, *other;
    lw_cpu_words words;
    size_t ordered;
    bool memory, prints, faults; /* these differ, and not because of the order of threads */
} comparison;

static void warn_not_compared(const comparison *cmp)
{
    lw_warn("kernel %s is not compared: no memory for a copy of the %zu bytes that kernels can write",
            cmp->launch->grid.kernel->name, cmp->regions.bytes);
    if (cmp->device->compare_reports)
        emu_check_not_compared();
}

static const emu_options round_robin = {.schedule = EMU_SCHEDULE_ROUND_ROBIN};

/* ---- one run ---- */
static void run(comparison *cmp, const struct emu_fused_kernel *fused, outcome *left)
{
    lw_cpu_launch *launch = cmp->launch;
    emu_grid *grid = &launch->grid;
    grid->fused = fused;
    atomic_store_explicit(&grid->failed, 0, memory_order_relaxed);
    atomic_store_explicit(&grid->is_full, false, memory_order_relaxed);
    grid->fault.status = LW_SUCCESS;
    emu_worker_run(cmp->worker, grid, 0, emu_grid_items(grid));
    left->failed = atomic_load_explicit(&grid->failed, memory_order_relaxed);
    left->fault = grid->fault;
    free(left->prints.bytes);
    if (!emu_print_take(&left->prints))
        lw_warn("kernel %s: no memory to compare what it prints", grid->kernel->name);
}

/* Another run on fibers, from the memory before the launch, with a schedule. */
static void run_again(comparison *cmp, const emu_options *order)
{
    lw_cpu_memory_restore(&cmp->regions, &cmp->before);
    emu_worker_set_schedule(cmp->worker, order);
    run(cmp, NULL, cmp->other);
}

/* ---- differences ---- */
static bool differs(const comparison *cmp)
{
    return cmp->memory || cmp->prints || cmp->faults;
}

/* The schedules to compare with: in reverse, then random; from FEW_ORDERS on every other one is by priorities, in which a warp can be
 * ahead of the others for long. */
enum { FEW_ORDERS = 6, MOST_ORDERS = 40 };
static emu_options order_of(unsigned i)
{
    if (i == 0)
        return (emu_options){.schedule = EMU_SCHEDULE_REVERSE};
    if (i >= FEW_ORDERS && i % 2)
        return (emu_options){.schedule = EMU_SCHEDULE_PCT, .schedule_detail = 3, .seed = i};
    return (emu_options){.schedule = EMU_SCHEDULE_RANDOM, .seed = i};
}

/* Runs other schedules and drops the differences that they show too, until none is left or all schedules have run. Many run only
 * where some words did depend on the order: a sum of floats may round to the same in a few orders. */
static void drop_order_dependent(comparison *cmp)
{
    size_t found = cmp->words.count;
    for (unsigned i = 0; i < MOST_ORDERS && differs(cmp); i++) {
        if (i >= FEW_ORDERS && cmp->words.count == found)
            break;
        emu_options order = order_of(i);
        run_again(cmp, &order);
        if (cmp->other->failed != cmp->fibers->failed) {
            cmp->memory = cmp->prints = cmp->faults = false;
            cmp->words.count = 0;
            break;
        }
        if (cmp->faults)
            continue;
        lw_cpu_words_drop_order_dependent(&cmp->words);
        cmp->memory = cmp->words.count != 0;
        cmp->prints = cmp->prints && lw_cpu_prints_equal(&cmp->fibers->prints, &cmp->other->prints);
    }
    cmp->ordered = found - cmp->words.count;
}

/* Finds the threads that write the first listed words on fibers. */
static unsigned find_writers(comparison *cmp, emu_writer *writers)
{
    enum { WANTED = 4 };
    unsigned count = 0;
    for (; count < WANTED && count < cmp->words.count; count++) {
        const lw_cpu_word *word = &cmp->words.word[count];
        if (word->region.size - word->offset < LW_CPU_WORD)
            break;
        writers[count] = (emu_writer){.address = word->region.begin + word->offset};
    }
    if (count == 0)
        return 0;
    lw_cpu_memory_restore(&cmp->regions, &cmp->before);
    emu_watch_begin(cmp->worker, writers, count);
    run(cmp, NULL, cmp->other);
    emu_watch_end(cmp->worker);
    return count;
}

/* Under `lanewise check` a difference is a finding, and the program continues; otherwise the launch fails. */
static void report_difference(comparison *cmp)
{
    emu_grid *grid = &cmp->launch->grid;
    emu_writer writers[EMU_MOST_WATCHED];
    lw_cpu_difference difference = {
        .grid = grid, .words = cmp->memory ? &cmp->words : NULL, .writers = writers, .ordered = cmp->ordered};
    difference.writer_count = cmp->memory ? find_writers(cmp, writers) : 0;
    if (cmp->prints) {
        difference.fibers = &cmp->fibers->prints;
        difference.fused = &cmp->fused->prints;
    }
    difference.fiber_fault = cmp->faults && cmp->fibers->failed ? &cmp->fibers->fault : NULL;
    difference.fused_fault = cmp->faults && cmp->fused->failed ? &cmp->fused->fault : NULL;
    char sentence[256], lines[3800];
    lw_cpu_difference_text(&difference, sentence, sizeof sentence, lines, sizeof lines);
    if (cmp->device->compare_reports) {
        emu_check_engines_differ(grid->kernel, sentence, lines);
        return;
    }
    cmp->fibers->failed = true;
    cmp->fibers->fault.status = LW_ERROR_LAUNCH_FAILURE;
    snprintf(cmp->fibers->fault.report, sizeof cmp->fibers->fault.report, "%s\n  %s", sentence, lines);
}

static void compare(comparison *cmp)
{
    const outcome *fibers = cmp->fibers, *fused = cmp->fused;
    cmp->faults = fibers->failed != fused->failed;
    if (!fibers->failed && !fused->failed) {
        lw_cpu_words_find(&cmp->regions, &cmp->before, &cmp->after, &cmp->words);
        cmp->memory = cmp->words.all != 0;
        cmp->prints = !lw_cpu_prints_equal(&fibers->prints, &fused->prints);
    }
    if (!differs(cmp)) {
        if (cmp->words.nans)
            lw_cpu_memory_restore(&cmp->regions, &cmp->after);
        return;
    }
    if (cmp->words.incomplete)
        lw_warn("kernel %s: no memory to list all words that differ", cmp->launch->grid.kernel->name);
    drop_order_dependent(cmp);
    if (differs(cmp))
        report_difference(cmp);
    else if (lw_cpu_compare_logs(cmp->device->compare, cmp->launch->grid.kernel))
        lw_warn(
            "kernel %s: %zu words, or its output, differ between the engines; they depend on the order of threads: atomics, or "
            "a race, which `lanewise check PROGRAM` finds. Logged once for this kernel",
            cmp->launch->grid.kernel->name, cmp->ordered);
    lw_cpu_memory_restore(&cmp->regions, &cmp->after);
}

/* ---- a launch ---- */
/* Not comparable: a launch that was stopped, or failed for a reason outside the kernel. A launch with launches of its
 * own and a fault that a debugger has shown must not be repeated. */
static bool is_comparable(const comparison *cmp)
{
    lw_status status = cmp->fibers->fault.status;
    if (cmp->launch->compare.unrepeatable)
        return false;
    if (!cmp->fibers->failed)
        return true;
    return status != LW_SUCCESS && LW_ERROR_IS_STICKY(status) && status != LW_ERROR_LAUNCH_TIMEOUT &&
           !cmp->device->options.stops_on_fault;
}

static void run_both(comparison *cmp)
{
    run(cmp, NULL, cmp->fibers);
    bool comparable = is_comparable(cmp);
    if (comparable && lw_cpu_memory_save(&cmp->regions, &cmp->after)) {
        lw_cpu_memory_restore(&cmp->regions, &cmp->before);
        emu_worker_set_schedule(cmp->worker, &round_robin);
        run(cmp, cmp->launch->compare.fused, cmp->fused);
        if (cmp->fused->failed && cmp->fused->fault.status == LW_ERROR_OUT_OF_MEMORY)
            lw_cpu_memory_restore(&cmp->regions, &cmp->after);
        else
            compare(cmp);
    } else if (comparable) {
        warn_not_compared(cmp);
    }
    emu_worker_set_schedule(cmp->worker, &cmp->device->options);
}

/* Makes the outcome on fibers the launch's. */
static void keep_fiber_outcome(comparison *cmp)
{
    emu_grid *grid = &cmp->launch->grid;
    grid->fused = NULL;
    grid->fault = cmp->fibers->fault;
    atomic_store_explicit(&grid->failed, cmp->fibers->failed, memory_order_relaxed);
    emu_print_put(&cmp->fibers->prints);
}

void lw_cpu_compare_run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)first, (void)count; /* the task is one item */
    lw_cpu_launch *launch = (lw_cpu_launch *)task;
    lw_device_impl *device = launch->operation.stream->device;
    comparison cmp = {.launch = launch, .worker = worker, .device = device};
    outcome *outcomes = lw_allocate(3 * sizeof *outcomes);
    emu_prints earlier = {0};
    lw_cpu_compare_begin(device->compare);
    emu_print_hold(true);
    bool ready = outcomes && lw_cpu_regions_list(device->compare, launch->grid.kernel, &cmp.regions) &&
                 lw_cpu_memory_save(&cmp.regions, &cmp.before) && emu_print_take(&earlier);
    if (ready) {
        cmp.fibers = &outcomes[0];
        cmp.fused = &outcomes[1];
        cmp.other = &outcomes[2];
        run_both(&cmp);
        emu_print_put(&earlier);
        keep_fiber_outcome(&cmp);
    } else {
        warn_not_compared(&cmp);
        emu_worker_run(worker, &launch->grid, 0, emu_grid_items(&launch->grid));
    }
    emu_print_hold(false);
    lw_cpu_compare_end(device->compare);
    for (int i = 0; outcomes && i < 3; i++)
        free(outcomes[i].prints.bytes);
    free(outcomes);
    free(earlier.bytes);
    free(cmp.words.word);
    free(cmp.regions.region);
    lw_cpu_memory_forget(&cmp.before);
    lw_cpu_memory_forget(&cmp.after);
}
