/* Running blocks: lanes begin, end and make room for the next; blocks follow one another on the lanes' stacks. */
#include "machine.h"

#include <string.h>

#include "switch.h"

/* All lanes of the next block stand at their beginning; the lane to run first, or null when no block is to follow. */
static emu_lane *begin_block(emu_worker *worker)
{
    if (worker->block == worker->end || atomic_load_explicit(&worker->grid->failed, memory_order_relaxed))
        return 0;
    unsigned whole = worker->lanes / EMU_WARP, rest = worker->lanes % EMU_WARP;
    for (unsigned i = 0; i < whole; i++)
        worker->runnable[1 + i] = worker->alive[i] = ~0u;
    if (rest)
        worker->runnable[1 + whole] = worker->alive[whole] = (1u << rest) - 1;
    worker->live = worker->lanes;
    unsigned beat = atomic_load_explicit(&worker->beat, memory_order_relaxed) + 1;
    atomic_store_explicit(&worker->beat, beat ? beat : 1, memory_order_relaxed);
    if (worker->step > 0)
        return worker->lane;
    emu_schedule_begin(worker);
    return worker->lane + worker->schedule->pick(worker, -1);
}

/* blockIdx of the block after the current one: x runs fastest. */
static void next_block(emu_worker *worker)
{
    worker->block++;
    emu_place *here = &emu_here;
    if (++here->block[0] < here->grid_dim[0])
        return;
    here->block[0] = 0;
    if (++here->block[1] < here->grid_dim[1])
        return;
    here->block[1] = 0;
    here->block[2]++;
}

/* The lane has returned from the kernel. The one to begin next on the same stack, or null when the run is over; does
 * not return where a suspended lane is next. */
static emu_lane *end_lane(emu_worker *worker, emu_lane *lane, unsigned stack)
{
    int rank = (int)lane->at.rank, warp = rank >> 5;
    unsigned others = ~(1u << (rank & 31));
    lane->context = 0;
    worker->alive[warp] &= others;
    worker->runnable[1 + warp] &= others;
    unsigned live = --worker->live;
    if (worker->barrier.arrived == live && live)
        emu_release_barrier(worker);
    if (__builtin_expect(worker->warp[warp].open, 0))
        emu_warp_lane_ended(worker, (unsigned)warp);

    int next = rank + worker->step;
    emu_lane *to = worker->lane + next;
    if (!emu_is_runnable(worker, next)) {
        if (live == 0) {
            next_block(worker);
            to = begin_block(worker);
            if (!to)
                return 0;
        } else {
            next = worker->schedule->pick(worker, rank);
            if (next < 0)
                emu_fail(worker, LW_ERROR_DEADLOCK, 0);
            to = worker->lane + next;
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

/* Each stack's first frame: runs lanes from beginning to end, one after another, as long as none is suspended. */
static void carry(void *argument)
{
    emu_worker *worker = argument;
    emu_lane *lane = emu_current();
    unsigned stack = lane->stack;
    if (worker->host_bottom)
        emu_sanitizer_arrive(0);
    else
        emu_sanitizer_arrive_from(0, &worker->host_bottom, &worker->host_size);
    do {
        lane->stack = stack;
        worker->credit = worker->patience;
        worker->entry(worker->arguments);
        lane = end_lane(worker, lane, stack);
    } while (lane);
    emu_stack_return(&worker->stacks, stack);
    emu_sanitizer_leave(0, worker->host_bottom, worker->host_size);
    emu_fiber_jump(worker->host);
}

__attribute__((noinline)) void emu_begin_lane(emu_worker *worker, emu_lane *me, emu_lane *to)
{
    int stack = emu_stack_take(&worker->stacks);
    if (stack < 0) {
        emu_here.thread = &me->at;
        emu_fail(worker, LW_ERROR_OUT_OF_MEMORY, 0);
    }
    to->stack = (unsigned)stack;
    char *low = emu_stack_low(&worker->stacks, to->stack);
    void *context = emu_fiber_make(emu_stack_top(&worker->stacks, to->stack), carry, worker);
    emu_sanitizer_leave(&me->sanitizer, low, worker->stacks.pitch - worker->stacks.guard);
    emu_fiber_switch(&me->context, context);
    emu_sanitizer_arrive(me->sanitizer);
}

void emu_abandon(emu_worker *worker)
{
    worker->abandoned = true;
    emu_sanitizer_leave(0, worker->host_bottom, worker->host_size);
    emu_fiber_jump(worker->host);
}

void emu_heed(emu_worker *worker, const emu_site *site)
{
    if (atomic_load_explicit(&worker->doomed, memory_order_relaxed) ==
        atomic_load_explicit(&worker->beat, memory_order_relaxed))
        emu_fail(worker, LW_ERROR_LAUNCH_TIMEOUT, site);
    if (atomic_load_explicit(&worker->grid->failed, memory_order_relaxed))
        emu_abandon(worker);
}

/* After a failure: no lane, no wait and no stack is as it should be. */
static void clear(emu_worker *worker)
{
    worker->abandoned = false;
    memset(&worker->barrier, 0, sizeof worker->barrier);
    memset(worker->runnable, 0, sizeof worker->runnable);
    memset(worker->alive, 0, sizeof worker->alive);
    for (unsigned i = 0; i < EMU_MAX_WARPS; i++)
        worker->warp[i].open = 0;
    for (unsigned i = 0; i < EMU_MAX_LANES; i++)
        worker->lane[i].context = 0;
    for (unsigned i = 0; i < worker->stacks.made; i++)
        emu_sanitizer_clear(emu_stack_low(&worker->stacks, i), worker->stacks.pitch - worker->stacks.guard);
    emu_stacks_reset(&worker->stacks);
    memset(&worker->trouble, 0, sizeof worker->trouble);
}

static void fill_coordinates(emu_worker *worker, lw_dim3 shape)
{
    emu_coordinates at = {0, 0, 0, 0};
    worker->shape = shape;
    worker->lanes = shape.x * shape.y * shape.z;
    worker->warps = (worker->lanes + EMU_WARP - 1) / EMU_WARP;
    for (at.z = 0; at.z < shape.z; at.z++)
        for (at.y = 0; at.y < shape.y; at.y++)
            for (at.x = 0; at.x < shape.x; at.x++, at.rank++)
                worker->lane[at.rank].at = at;
}

/* What is the same for all blocks of the run, and the first one's blockIdx. */
static void prepare(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count)
{
    emu_place *here = &emu_here;
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
    here->dynamic_offset = (unsigned)((grid->static_shared + 15) / 16 * 16);
    worker->shared_size = here->dynamic_offset + grid->dynamic_shared;
    worker->shared = here->shared = emu_arena_place(worker, worker->shared_size);
    here->block_dim[0] = shape.x;
    here->block_dim[1] = shape.y;
    here->block_dim[2] = shape.z;
    here->grid_dim[0] = grid->grid.x;
    here->grid_dim[1] = grid->grid.y;
    here->grid_dim[2] = grid->grid.z;
    uint64_t row = first / grid->grid.x;
    here->block[0] = (unsigned)(first % grid->grid.x);
    here->block[1] = (unsigned)(row % grid->grid.y);
    here->block[2] = (unsigned)(row / grid->grid.y);
}

void emu_worker_run(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count)
{
    if (count == 0)
        return;
    prepare(worker, grid, first, count);
    emu_lane *lane = begin_block(worker);
    if (!lane)
        return;
    emu_here.thread = &lane->at;
    int stack = emu_stack_take(&worker->stacks);
    if (stack < 0) {
        worker->trouble.status = LW_ERROR_OUT_OF_MEMORY;
        worker->abandoned = true;
    } else {
        lane->stack = (unsigned)stack;
        void *context = emu_fiber_make(emu_stack_top(&worker->stacks, lane->stack), carry, worker);
        /* Either the watchdog sees a busy worker before it falls asleep, or the worker sees it asleep. */
        atomic_store_explicit(&worker->busy, 1, memory_order_seq_cst);
        if (atomic_load_explicit(&emu_watchdog_asleep, memory_order_seq_cst))
            emu_watchdog_wake();
        worker->host_bottom = 0;
        emu_sanitizer_leave(&worker->host_sanitizer, emu_stack_low(&worker->stacks, lane->stack),
                            worker->stacks.pitch - worker->stacks.guard);
        emu_fiber_switch(&worker->host, context);
        emu_sanitizer_arrive(worker->host_sanitizer);
        atomic_store_explicit(&worker->busy, 0, memory_order_release);
    }
    if (worker->abandoned) {
        emu_report(worker);
        clear(worker);
    }
    emu_here.thread = 0;
}
