/* A launch on fibers, then fused, and what they leave compared.
 *
 * Where they differ, fibers run again in other orders. A word that differs between two runs on fibers depends on the order
 * of threads, which CUDA leaves open: sums of atomics on floats, places that atomics hand out. Such words are no error.
 * The program goes on with what the first run on fibers left.
 */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a run left beside memory. */
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
    bool memory, prints, faults; /* what differs, whatever the order of threads */
} comparison;

static void not_compared(const comparison *now)
{
    lw_warn("kernel %s is not compared: no memory for a copy of the %zu bytes that kernels can write",
            now->launch->grid.kernel->name, now->regions.bytes);
    if (now->device->compare_reports)
        emu_check_not_compared();
}

static const emu_options round_robin = {.schedule = EMU_SCHEDULE_ROUND_ROBIN};

/* ---- one run ---- */
static void run(comparison *now, const struct emu_fused_kernel *fused, outcome *left)
{
    lw_cpu_launch *launch = now->launch;
    emu_grid *grid = &launch->grid;
    grid->fused = fused;
    atomic_store_explicit(&grid->failed, 0, memory_order_relaxed);
    grid->fault.status = LW_SUCCESS;
    emu_worker_run(now->worker, grid, 0, emu_grid_items(grid));
    left->failed = atomic_load_explicit(&grid->failed, memory_order_relaxed);
    left->fault = grid->fault;
    free(left->prints.bytes);
    if (!emu_print_take(&left->prints))
        lw_warn("kernel %s: no memory to compare what it prints", grid->kernel->name);
}

/* The same on fibers, from the memory before the launch, in an order. */
static void run_again(comparison *now, const emu_options *order)
{
    lw_cpu_memory_restore(&now->regions, &now->before);
    emu_worker_set_schedule(now->worker, order);
    run(now, NULL, now->other);
}

/* ---- what differs ---- */
static bool any(const comparison *now)
{
    return now->memory || now->prints || now->faults;
}

/* Other orders, until nothing is left or they are all tried. */
static void drop_ordered(comparison *now)
{
    static const emu_options orders[] = {
        {.schedule = EMU_SCHEDULE_REVERSE},           {.schedule = EMU_SCHEDULE_RANDOM, .seed = 1},
        {.schedule = EMU_SCHEDULE_RANDOM, .seed = 2}, {.schedule = EMU_SCHEDULE_RANDOM, .seed = 3},
        {.schedule = EMU_SCHEDULE_RANDOM, .seed = 4}, {.schedule = EMU_SCHEDULE_RANDOM, .seed = 5}};
    size_t found = now->words.count;
    for (size_t i = 0; i < sizeof orders / sizeof *orders && any(now); i++) {
        run_again(now, &orders[i]);
        if (now->other->failed != now->fibers->failed) {
            now->memory = now->prints = now->faults = false;
            now->words.count = 0;
            break;
        }
        if (now->faults)
            continue;
        lw_cpu_words_drop_ordered(&now->words);
        now->memory = now->words.count != 0;
        now->prints = now->prints && lw_cpu_prints_equal(&now->fibers->prints, &now->other->prints);
    }
    now->ordered = found - now->words.count;
}

/* The threads that write the first words, on fibers. */
static unsigned find_writers(comparison *now, emu_writer *writers)
{
    enum { WANTED = 4 };
    unsigned count = 0;
    for (; count < WANTED && count < now->words.count; count++) {
        const lw_cpu_word *word = &now->words.word[count];
        if (word->region.size - word->offset < LW_CPU_WORD)
            break;
        writers[count] = (emu_writer){.address = word->region.begin + word->offset};
    }
    if (count == 0)
        return 0;
    lw_cpu_memory_restore(&now->regions, &now->before);
    emu_watch_begin(now->worker, writers, count);
    run(now, NULL, now->other);
    emu_watch_end(now->worker);
    return count;
}

/* `lanewise check` counts findings and lets the program go on; else the launch fails. */
static void tell(comparison *now)
{
    emu_grid *grid = &now->launch->grid;
    emu_writer writers[EMU_MOST_WATCHED];
    lw_cpu_difference difference = {
        .grid = grid, .words = now->memory ? &now->words : NULL, .writers = writers, .ordered = now->ordered};
    difference.writer_count = now->memory ? find_writers(now, writers) : 0;
    if (now->prints) {
        difference.fibers = &now->fibers->prints;
        difference.fused = &now->fused->prints;
    }
    difference.fiber_fault = now->faults && now->fibers->failed ? &now->fibers->fault : NULL;
    difference.fused_fault = now->faults && now->fused->failed ? &now->fused->fault : NULL;
    char sentence[256], lines[3800];
    lw_cpu_difference_text(&difference, sentence, sizeof sentence, lines, sizeof lines);
    if (now->device->compare_reports) {
        emu_check_engines_differ(grid->kernel, sentence, lines);
        return;
    }
    now->fibers->failed = true;
    now->fibers->fault.status = LW_ERROR_LAUNCH_FAILURE;
    snprintf(now->fibers->fault.report, sizeof now->fibers->fault.report, "%s\n  %s", sentence, lines);
}

static void compare(comparison *now)
{
    const outcome *fibers = now->fibers, *fused = now->fused;
    now->faults = fibers->failed != fused->failed;
    if (!fibers->failed && !fused->failed) {
        lw_cpu_words_find(&now->regions, &now->before, &now->after, &now->words);
        now->memory = now->words.all != 0;
        now->prints = !lw_cpu_prints_equal(&fibers->prints, &fused->prints);
    }
    if (!any(now)) {
        if (now->words.nans)
            lw_cpu_memory_restore(&now->regions, &now->after);
        return;
    }
    if (now->words.lost)
        lw_warn("kernel %s: no memory to list all words that differ", now->launch->grid.kernel->name);
    drop_ordered(now);
    if (any(now))
        tell(now);
    else if (lw_cpu_compare_logs(now->device->compare, now->launch->grid.kernel))
        lw_warn(
            "kernel %s: %zu words, or its output, differ between the engines; they depend on the order of threads: atomics, or "
            "a race, which `lanewise check PROGRAM` finds. Logged once for this kernel",
            now->launch->grid.kernel->name, now->ordered);
    lw_cpu_memory_restore(&now->regions, &now->after);
}

/* ---- a launch ---- */
/* With faults that say nothing of the kernel, and after a launch that was stopped, there is nothing to compare. Nor does a
 * kernel run twice that has launched others, or a fault that a debugger has seen. */
static bool is_comparable(const comparison *now)
{
    lw_status status = now->fibers->fault.status;
    if (now->launch->compare.asked)
        return false;
    if (!now->fibers->failed)
        return true;
    return status != LW_SUCCESS && LW_ERROR_IS_STICKY(status) && status != LW_ERROR_LAUNCH_TIMEOUT &&
           !now->device->options.stops_on_fault;
}

static void run_both(comparison *now)
{
    run(now, NULL, now->fibers);
    bool comparable = is_comparable(now);
    if (comparable && lw_cpu_memory_save(&now->regions, &now->after)) {
        lw_cpu_memory_restore(&now->regions, &now->before);
        emu_worker_set_schedule(now->worker, &round_robin);
        run(now, now->launch->compare.fused, now->fused);
        if (now->fused->failed && now->fused->fault.status == LW_ERROR_OUT_OF_MEMORY)
            lw_cpu_memory_restore(&now->regions, &now->after);
        else
            compare(now);
    } else if (comparable) {
        not_compared(now);
    }
    emu_worker_set_schedule(now->worker, &now->device->options);
}

/* The launch is as the run on fibers left it. */
static void settle(comparison *now)
{
    emu_grid *grid = &now->launch->grid;
    grid->fused = NULL;
    grid->fault = now->fibers->fault;
    atomic_store_explicit(&grid->failed, now->fibers->failed, memory_order_relaxed);
    emu_print_put(&now->fibers->prints);
}

void lw_cpu_compare_run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)first, (void)count; /* the task is one item */
    lw_cpu_launch *launch = (lw_cpu_launch *)task;
    lw_device_impl *device = launch->operation.stream->device;
    comparison now = {.launch = launch, .worker = worker, .device = device};
    outcome *outcomes = lw_allocate(3 * sizeof *outcomes);
    emu_prints earlier = {0};
    lw_cpu_compare_begins(device->compare);
    emu_print_hold(true);
    bool ready = outcomes && lw_cpu_regions_list(device->compare, launch->grid.kernel, &now.regions) &&
                 lw_cpu_memory_save(&now.regions, &now.before) && emu_print_take(&earlier);
    if (ready) {
        now.fibers = &outcomes[0];
        now.fused = &outcomes[1];
        now.other = &outcomes[2];
        run_both(&now);
        emu_print_put(&earlier);
        settle(&now);
    } else {
        not_compared(&now);
        emu_worker_run(worker, &launch->grid, 0, emu_grid_items(&launch->grid));
    }
    emu_print_hold(false);
    lw_cpu_compare_ends(device->compare);
    for (int i = 0; outcomes && i < 3; i++)
        free(outcomes[i].prints.bytes);
    free(outcomes);
    free(earlier.bytes);
    free(now.words.word);
    free(now.regions.region);
    lw_cpu_memory_forget(&now.before);
    lw_cpu_memory_forget(&now.after);
}
