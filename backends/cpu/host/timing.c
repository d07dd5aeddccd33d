/* Times of grids, copies, sets and host work for the profile: from when a thread begins the first item to when the last has ended. */
#include <string.h>
#include <time.h>

#include "cpu.h"

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static const char *engine_of(const lw_cpu_launch *launch)
{
    return launch->compare.fused                                           ? "compare"
           : launch->grid.fused                                            ? "fused"
           : launch->operation.stream->device->engine == LW_ENGINE_CHECKED ? "checked"
                                                                           : "fiber";
}

static void note(const lw_cpu_operation *operation, uint64_t end)
{
    lw_work work = {.device = lw_cpu_backend.kind,
                    .ordinal = (int)operation->stream->device->ordinal,
                    .stream = operation->stream->number,
                    .begin = atomic_load_explicit(&operation->timing.began, memory_order_relaxed),
                    .end = end};
    if (operation->kind == LW_CPU_GRID) {
        const lw_cpu_launch *launch = (const lw_cpu_launch *)operation;
        work.kind = LW_WORK_KERNEL;
        work.kernel = launch->grid.kernel->name;
        work.grid = launch->grid.grid;
        work.block = launch->grid.block;
        work.dynamic_shared = launch->grid.dynamic_shared;
        work.engine = engine_of(launch);
        if (launch->counted) {
            work.count_names = emu_counter_names;
            work.counts = launch->counted->counts.of;
            work.count_count = EMU_COUNTERS;
            memcpy(work.occupancy, launch->counted->occupancy, sizeof work.occupancy);
        }
    } else if (operation->kind == LW_CPU_HOST_WORK) {
        work.kind = LW_WORK_KERNEL;
        work.kernel = operation->as.host_work.work.function;
        work.grid = work.block = (lw_dim3){1, 1, 1};
        work.engine = "library";
    } else {
        const lw_copy *copy = &operation->as.transfer.copy;
        work.kind = operation->kind == LW_CPU_COPY ? LW_WORK_COPY : LW_WORK_SET;
        work.direction = copy->kind;
        work.bytes = (uint64_t)copy->width * copy->height;
    }
    lw_profile_note(&work);
}

/* Another run of the operation begins. */
static void begin(lw_cpu_operation *operation, uint64_t time)
{
    atomic_store_explicit(&operation->timing.began, time, memory_order_relaxed);
    lw_cpu_counted *counted = operation->kind == LW_CPU_GRID ? ((lw_cpu_launch *)operation)->counted : NULL;
    if (counted)
        counted->counts = (emu_counts){0};
}

static void run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    lw_cpu_operation *operation = (lw_cpu_operation *)task;
    uint64_t none = 0;
    if (!atomic_load_explicit(&operation->timing.began, memory_order_relaxed))
        atomic_compare_exchange_strong_explicit(&operation->timing.began, &none, now(), memory_order_relaxed,
                                                memory_order_relaxed);
    operation->timing.run(task, worker, first, count);
}

static void finish(emu_task *task)
{
    lw_cpu_operation *operation = (lw_cpu_operation *)task;
    note(operation, now());
    task->run = operation->timing.run;
    task->finish = operation->timing.finish;
    task->finish(task); /* which may free the operation */
}

void lw_cpu_time_operation(lw_cpu_operation *operation)
{
    emu_task *task = &operation->task;
    begin(operation, 0);
    operation->timing.run = task->run;
    operation->timing.finish = task->finish;
    task->run = run;
    task->finish = finish;
}

void lw_cpu_time_run(lw_cpu_operation *operation, emu_worker *worker)
{
    emu_task *task = &operation->task;
    begin(operation, now());
    task->run(task, worker, 0, task->items);
    note(operation, now());
}

void lw_cpu_time_work(lw_device_impl *device)
{
    device->timed = true;
}
