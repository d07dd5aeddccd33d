/* Running blocks: how threads begin and end, and how blocks follow one another on the threads' stacks. */
#include "machine.h"

#include <string.h>

#include "../count/count.h"
#include "blocks.h"
#include "../fused/fused_inside.h"
#include "resident.h"
#include "switch.h"

/* The `pc` of threads of an earlier block says nothing about this block. */
static void clear_pcs(emu_worker *worker)
{
    for (unsigned i = 0; i < EMU_MAX_THREADS; i++)
        worker->thread[i].pc = 0;
    worker->has_pcs = false;
}

emu_thread *emu_begin_block(emu_worker *worker)
{
    if (!emu_enter_block(worker))
        return 0;
    if (__builtin_expect(worker->has_pcs, 0))
        clear_pcs(worker);
    if (worker->grid->fused) /* no thread is alive alone: a fused block has no switches between threads */
        return worker->thread;
    unsigned full_warps = worker->threads / EMU_WARP, rest = worker->threads % EMU_WARP;
    for (unsigned i = 0; i < full_warps; i++)
        worker->runnable[1 + i] = worker->alive[i] = ~0u;
    if (rest)
        worker->runnable[1 + full_warps] = worker->alive[full_warps] = (1u << rest) - 1;
    worker->live = worker->threads;
    emu_polls_begin(worker);
    if (__builtin_expect(worker->leader != worker, 0))
        emu_count_block(worker->leader);
    if (__builtin_expect(worker->check != 0, 0))
        emu_check_block_begins(worker);
    if (__builtin_expect(worker->count != 0, 0))
        emu_count_block_begins(worker);
    if (worker->step > 0)
        return worker->thread;
    emu_schedule_begin(worker);
    return worker->thread + worker->schedule->pick(worker, -1);
}

/* No thread of the block is runnable: switches to another block's thread, or performs pending copies until they wake a
 * thread. Called on the stack of a thread that has ended. */
static __attribute__((noreturn)) void leave_block(emu_worker *worker, int rank, unsigned stack)
{
    int next;
    emu_stack_return(&worker->stacks, stack);
    do {
        emu_gang_jump(worker);
        if (!emu_async_progress(worker))
            emu_fail(worker, LW_ERROR_DEADLOCK, 0);
        next = worker->schedule->pick(worker, rank);
    } while (next < 0);
    emu_thread *to = worker->thread + next;
    emu_here.thread = &to->at;
    emu_sanitizer_leave(0, emu_stack_low(&worker->stacks, to->stack), worker->stacks.pitch - worker->stacks.guard);
    emu_fiber_jump(to->context);
}

/* The thread has returned from the kernel. Returns the thread to begin on the same stack, or null if the run is over.
 * Does not return if a suspended thread is next. */
static emu_thread *end_thread(emu_worker *worker, emu_thread *thread, unsigned stack)
{
    int rank = (int)thread->at.rank, warp = rank >> 5;
    unsigned others = ~(1u << (rank & 31));
    thread->context = 0;
    worker->alive[warp] &= others;
    worker->runnable[1 + warp] &= others;
    unsigned live = --worker->live;
    if (worker->barrier.arrived == live && live)
        emu_release_barrier(worker);
    if (__builtin_expect(worker->warp[warp].pending, 0))
        emu_warp_thread_ended(worker, (unsigned)warp);
    if (__builtin_expect(worker->named_in_use, 0))
        emu_named_thread_ended(worker, (unsigned)rank);
    if (__builtin_expect(worker->outer_arrivals, 0))
        emu_gang_thread_ended(worker, thread);

    int next = rank + worker->step;
    emu_thread *to = worker->thread + next;
    if (!emu_is_runnable(worker, next)) {
        if (live == 0) {
            if (__builtin_expect(worker->async != 0, 0))
                emu_async_block_ended(worker);
            emu_next_block(worker);
            to = emu_begin_block(worker);
            if (!to)
                return 0;
        } else {
            next = worker->schedule->pick(worker, rank);
            if (next < 0)
                leave_block(worker, rank, stack);
            to = worker->thread + next;
        }
    }
    emu_here.thread = &to->at;
    if (to->context) {
        emu_stack_return(&worker->stacks, stack);
        emu_sanitizer_leave(0, emu_stack_low(&worker->stacks, to->stack), worker->stacks.pitch - worker->stacks.guard);
        emu_fiber_jump(to->context);
    }
    return to;
}

/* Runs threads from beginning to end, one after another, until the next one is a suspended thread. Fused:
 * runs all blocks of the run. */
void emu_run_threads(void *argument)
{
    emu_worker *worker = argument, *leader = worker->leader;
    emu_thread *thread = emu_current();
    unsigned stack = thread->stack;
    if (leader->host_bottom)
        emu_sanitizer_arrive(0);
    else
        emu_sanitizer_arrive_from(0, &leader->host_bottom, &leader->host_size);
    if (worker->grid->fused) {
        worker->yield_budget = worker->yield_interval;
        emu_fused_run(worker);
    } else {
        do {
            thread->stack = stack;
            if (!worker->schedule->yield_interval) /* else the next thread continues with the rest of the budget */
                worker->yield_budget = worker->yield_interval;
            worker->entry(worker->arguments);
            thread = end_thread(worker, thread, stack);
        } while (thread);
    }
    emu_stack_return(&worker->stacks, stack);
    if (worker->gang->size > 1 && worker->gang->running)
        emu_gang_block_ended(worker);
    emu_sanitizer_leave(0, leader->host_bottom, leader->host_size);
    emu_fiber_jump(leader->host_context);
}

__attribute__((noinline)) void emu_begin_thread(emu_worker *worker, emu_thread *me, emu_thread *to)
{
    int stack = emu_stack_take(&worker->stacks);
    if (stack < 0) {
        emu_here.thread = &me->at;
        emu_fail(worker, LW_ERROR_OUT_OF_MEMORY, 0);
    }
    to->stack = (unsigned)stack;
    char *low = emu_stack_low(&worker->stacks, to->stack);
    void *context = emu_fiber_make(emu_stack_top(&worker->stacks, to->stack), emu_run_threads, worker);
    emu_sanitizer_leave(&me->sanitizer, low, worker->stacks.pitch - worker->stacks.guard);
    emu_fiber_switch(&me->context, context);
    emu_sanitizer_arrive(me->sanitizer);
}

void emu_abandon(emu_worker *worker)
{
    emu_worker *leader = worker->leader;
    leader->abandoned = true;
    emu_sanitizer_leave(0, leader->host_bottom, leader->host_size);
    emu_fiber_jump(leader->host_context);
}

void emu_stop_if_cancelled(emu_worker *worker, const emu_site *site)
{
    const emu_worker *leader = worker->leader;
    if (atomic_load_explicit(&leader->expired_block, memory_order_relaxed) ==
        atomic_load_explicit(&leader->blocks_begun, memory_order_relaxed))
        emu_fail(worker, LW_ERROR_LAUNCH_TIMEOUT, site);
    if (atomic_load_explicit(&worker->grid->failed, memory_order_relaxed))
        emu_abandon(worker);
}

void emu_worker_clear(emu_worker *worker)
{
    worker->abandoned = false;
    worker->live = 0;
    worker->outer_arrivals = worker->in_grid_sync = worker->in_grid_wait = 0;
    memset(&worker->barrier, 0, sizeof worker->barrier);
    memset(worker->runnable, 0, sizeof worker->runnable);
    memset(worker->alive, 0, sizeof worker->alive);
    memset(worker->tiles, 0, sizeof worker->tiles);
    for (unsigned i = 0; i < EMU_MAX_WARPS; i++)
        worker->warp[i].pending = worker->warp[i].in_activemask = 0;
    if (worker->async)
        emu_async_drop(worker);
    worker->named_in_use = 0;
    memset(worker->named, 0, sizeof worker->named);
    for (unsigned i = 0; i < EMU_MAX_THREADS; i++) {
        worker->thread[i].context = 0;
        worker->thread[i].mask = worker->thread[i].cluster_phase = 0;
        worker->thread[i].in_cluster_wait = false;
    }
    for (unsigned i = 0; i < worker->stacks.made; i++)
        emu_sanitizer_clear(emu_stack_low(&worker->stacks, i), worker->stacks.pitch - worker->stacks.guard);
    emu_stacks_reset(&worker->stacks);
    memset(&worker->fault_record, 0, sizeof worker->fault_record);
}

static void fill_coordinates(emu_worker *worker, lw_dim3 shape)
{
    emu_coordinates at = {0, 0, 0, 0};
    worker->shape = shape;
    worker->threads = shape.x * shape.y * shape.z;
    worker->warps = (worker->threads + EMU_WARP - 1) / EMU_WARP;
    for (at.z = 0; at.z < shape.z; at.z++)
        for (at.y = 0; at.y < shape.y; at.y++)
            for (at.x = 0; at.x < shape.x; at.x++, at.rank++)
                worker->thread[at.rank].at = at;
}

void emu_worker_prepare(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count)
{
    emu_place *here = &worker->here;
    lw_dim3 shape = grid->block;
    if (worker->shape.x != shape.x || worker->shape.y != shape.y || worker->shape.z != shape.z)
        fill_coordinates(worker, shape);
    worker->grid = grid;
    worker->entry = grid->entry;
    worker->arguments = grid->arguments;
    worker->text = grid->kernel->module ? (uintptr_t)grid->kernel->module->text : 0;
    worker->text_end = grid->kernel->module ? (uintptr_t)grid->kernel->module->text_end : 0;
    worker->block = first;
    worker->end = first + count;
    here->dynamic_offset =
        (unsigned)((grid->static_shared + EMU_DYNAMIC_ALIGNMENT - 1) / EMU_DYNAMIC_ALIGNMENT * EMU_DYNAMIC_ALIGNMENT);
    worker->shared_size = here->dynamic_offset + grid->dynamic_shared;
    worker->shared = here->shared = emu_arena_place(worker, worker->shared_size, grid->shared_alignment);
    uint64_t row = first / grid->grid.x;
    const unsigned places[][3] = {
        {shape.x, shape.y, shape.z},
        {grid->grid.x, grid->grid.y, grid->grid.z},
        {grid->cluster.x ? grid->cluster.x : 1, grid->cluster.x ? grid->cluster.y : 1,
         grid->cluster.x ? grid->cluster.z : 1},
        {(unsigned)(first % grid->grid.x), (unsigned)(row % grid->grid.y), (unsigned)(row / grid->grid.y)}};
    memcpy(here->block_dim, places[0], sizeof here->block_dim);
    memcpy(here->grid_dim, places[1], sizeof here->grid_dim);
    memcpy(here->cluster_dim, places[2], sizeof here->cluster_dim);
    memcpy(here->block, places[3], sizeof here->block);
    here->clustered = grid->cluster.x != 0;
    here->cooperative = grid->cooperative;
    if (worker->check)
        emu_check_prepare(worker);
}

/* The frame of a fused kernel may be larger than a thread's stack, so its size is added. */
static void fit_stacks(emu_worker *worker)
{
    size_t size = worker->options.stack_size, large = worker->grid->fused ? worker->grid->fused->stack_size : 0;
    bool fits = worker->grid->fused ? worker->stacks.size >= size + large : worker->stacks.size == size;
    if (fits)
        return;
    emu_stacks_destroy(&worker->stacks);
    emu_stacks_init(&worker->stacks, size + large);
}

bool emu_run_from(emu_worker *worker, emu_thread *thread)
{
    fit_stacks(worker);
    emu_worker *leader = worker->leader;
    emu_self = worker;
    emu_here = worker->here;
    emu_here.thread = &thread->at;
    int stack = emu_stack_take(&worker->stacks);
    if (stack < 0) {
        worker->fault_record.status = LW_ERROR_OUT_OF_MEMORY;
        return false;
    }
    thread->stack = (unsigned)stack;
    void *context = emu_fiber_make(emu_stack_top(&worker->stacks, thread->stack), emu_run_threads, worker);
    /* Either the watchdog sees the busy worker before it sleeps, or the worker sees that the watchdog sleeps. */
    atomic_store_explicit(&leader->busy, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&emu_watchdog_asleep, memory_order_seq_cst))
        emu_watchdog_wake();
    leader->host_bottom = 0;
    emu_sanitizer_leave(&leader->host_sanitizer, emu_stack_low(&worker->stacks, thread->stack),
                        worker->stacks.pitch - worker->stacks.guard);
    emu_fiber_switch(&leader->host_context, context);
    emu_sanitizer_arrive(leader->host_sanitizer);
    atomic_store_explicit(&leader->busy, 0, memory_order_release);
    return !leader->abandoned;
}

uint64_t emu_grid_items(const emu_grid *grid)
{
    uint64_t cluster = grid->cluster.x ? (uint64_t)grid->cluster.x * grid->cluster.y * grid->cluster.z : 1;
    return grid->cooperative ? 1 : grid->blocks / cluster;
}

static void run_blocks(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count)
{
    emu_worker_prepare(worker, grid, first, count);
    worker->cluster = worker;
    worker->cluster_size = 1;
    worker->cluster_arrived = 0;
    emu_thread *thread = emu_begin_block(worker);
    if (!thread)
        return;
    emu_resident_begin(worker, grid, 1);
    bool ended = emu_run_from(worker, thread);
    if (worker->own.size > 1) {
        emu_gang_disband(worker, ended);
        if (worker->check)
            emu_check_blocks_mixed(worker);
    } else if (!ended) {
        emu_report(worker);
        emu_worker_clear(worker);
    }
    emu_resident_end(worker, grid, worker->own.counted);
    emu_here.thread = 0;
}

void emu_worker_run(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count)
{
    if (count == 0)
        return;
    if (emu_is_team_grid(grid)) {
        emu_fused_serve_grid(worker, grid, first == 0);
        return;
    }
    uint64_t items = emu_grid_items(grid);
    bool single = !grid->cooperative && items == grid->blocks;
    worker->own.may_grow = grid->source && !grid->fused && !grid->cooperative;
    worker->turn = worker->turn_end = 0;
    if (single && worker->options.schedule == EMU_SCHEDULE_ROUND_ROBIN) {
        run_blocks(worker, grid, first, count);
        if (worker->count)
            emu_count_blocks_end(worker);
        return;
    }
    worker->turn = first;
    worker->turn_end = first + count;
    while (worker->turn < worker->turn_end && !atomic_load_explicit(&grid->failed, memory_order_relaxed)) {
        uint64_t item = emu_schedule_item(&worker->options, worker->turn++, items);
        if (single)
            run_blocks(worker, grid, item, 1);
        else
            emu_gang_run(worker, grid, item);
    }
    if (worker->count)
        emu_count_blocks_end(worker);
}
