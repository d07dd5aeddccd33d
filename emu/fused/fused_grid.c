/* A cooperative grid of a fused kernel. Each block has threads, a frame and shared memory of its own (a member of the
 * leader's gang), so these survive the grid's barrier. A phase goes from one of these barriers to the next. In a phase
 * the threads of a team share the blocks. The thread that takes a block runs it on its own stack, up to the barrier.
 * The thread that runs the last block checks that all blocks have reached the barrier or ended. */
#include "fused_inside.h"

#include "../machine/blocks.h"

bool emu_fused_waits_for_grid(const emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span threads)
{
    const uint16_t *state = worker->frame.state;
    for (unsigned i = threads.first; i < threads.end; i++)
        if (state[i] != EMU_FUSED_ENDED &&
            (!emu_fused_waits(kernel, state[i]) || kernel->region[EMU_FUSED_REGION(state[i])].wait != EMU_FUSED_GRID))
            return false;
    return true;
}

/* Makes the block the current one of this OS thread. */
static void set_current_block(emu_worker *self, emu_worker *block)
{
    block->leader = self;
    block->yield_budget = block->yield_interval;
    block->frame.running = &emu_here.thread;
    emu_self = block;
    emu_here = block->here;
    emu_here.thread = &block->thread[0].at;
}

/* The first thread that waits for the grid; all threads wait or have ended. */
static unsigned first_waiting(emu_worker *worker, unsigned state)
{
    unsigned first = 0;
    if (state != EMU_FUSED_MIXED)
        emu_fused_set_states(worker, state);
    while (worker->frame.state[first] == EMU_FUSED_ENDED)
        first++;
    return first;
}

void emu_fused_fail_not_cooperative(emu_worker *worker, const emu_fused_kernel *kernel, unsigned state)
{
    unsigned first = first_waiting(worker, state);
    emu_here.thread = &worker->thread[first].at;
    emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, kernel->region[EMU_FUSED_REGION(worker->frame.state[first])].site,
                    "trap: the grid cannot synchronise, its launch was not cooperative");
}

/* Reports a deadlock: some blocks have ended, and others wait for the grid. */
static __attribute__((noreturn)) void fail_missing_blocks(emu_worker *self, emu_worker *waiting,
                                                          const emu_fused_kernel *kernel)
{
    set_current_block(self, waiting);
    emu_here.thread = &waiting->thread[first_waiting(waiting, waiting->grid_state)].at;
    emu_fused_publish_threads(waiting, kernel);
    emu_fail(waiting, LW_ERROR_DEADLOCK, 0);
}

/* The state in which a block continues after the grid's barrier. */
static unsigned leave_barrier(emu_worker *worker, unsigned state)
{
    if (state != EMU_FUSED_MIXED)
        return state | 1;
    for (unsigned i = 0; i < worker->threads; i++)
        worker->frame.state[i] |= worker->frame.state[i] != EMU_FUSED_ENDED;
    return EMU_FUSED_MIXED;
}

/* ---- phases ---- */
static emu_worker *block_of(const emu_grid *grid, unsigned block)
{
    return grid->leader->own.member[1 + block];
}

/* Runs the block to its next barrier of the grid, or to its end. True: it has ended now. False also for a block that
 * ended before. The time limit is checked once a phase. */
static bool run_block(emu_worker *self, emu_worker *block, const emu_fused_kernel *kernel)
{
    unsigned state = block->grid_state;
    if (state == EMU_FUSED_ENDED)
        return false;
    set_current_block(self, block);
    if (self->slot.count == 0 || atomic_load_explicit(&self->grid->failed, memory_order_relaxed))
        emu_stop_if_cancelled(block, 0);
    if (state == EMU_FUSED_READY(0)) {
        emu_fused_begin(block, kernel);
        block->frame.end = block->frame.block[0] + 1;
    } else {
        state = leave_barrier(block, state);
    }
    block->grid_state = emu_fused_advance(block, kernel, state);
    return block->grid_state == EMU_FUSED_ENDED;
}

/* All blocks have reached the grid's barrier or ended. True: this thread has begun the next phase. */
static bool end_phase(emu_worker *self, const emu_fused_kernel *kernel)
{
    emu_grid *grid = self->grid;
    unsigned ended = atomic_load_explicit(&grid->team.ended, memory_order_relaxed);
    if (ended == grid->team.members) {
        emu_team_end(&grid->team);
        return false;
    }
    for (unsigned i = 0; ended && i < grid->team.members; i++)
        if (block_of(grid, i)->grid_state != EMU_FUSED_ENDED)
            fail_missing_blocks(self, block_of(grid, i), kernel);
    return emu_team_next(&grid->team, &self->slot);
}

static bool run_phase(emu_worker *self, const emu_fused_kernel *kernel)
{
    emu_grid *grid = self->grid;
    unsigned block;
    while (emu_team_take(&grid->team, &self->slot, &block))
        emu_team_member_done(&grid->team, &self->slot, run_block(self, block_of(grid, block), kernel));
    return emu_team_finish(&grid->team, &self->slot) && end_phase(self, kernel);
}

/* The time limit has passed on a thread without a block: the threads that run blocks must report it. */
static void expire_others(emu_worker *self)
{
    for (unsigned i = 0; i < EMU_TEAM_PLACES; i++) {
        emu_worker *other = emu_team_thread(&self->grid->team, i);
        if (other && other != self)
            atomic_store_explicit(&other->expired_block,
                                  atomic_load_explicit(&other->blocks_begun, memory_order_relaxed),
                                  memory_order_relaxed);
    }
}

/* False: nothing is left to do here. */
static bool wait_for_phase(emu_worker *self)
{
    emu_grid *grid = self->grid;
    emu_team_action action;
    emu_self = self;
    emu_here.thread = &self->thread[0].at;
    while ((action = emu_team_wait(&grid->team, &self->slot)) == EMU_TEAM_POLL) {
        if (atomic_load_explicit(&self->expired_block, memory_order_relaxed) ==
            atomic_load_explicit(&self->blocks_begun, memory_order_relaxed))
            expire_others(self);
        if (atomic_load_explicit(&grid->failed, memory_order_relaxed))
            emu_abandon(self);
    }
    return action == EMU_TEAM_RUN;
}

void emu_fused_run_grid(emu_worker *self, const emu_fused_kernel *kernel)
{
    bool has_phase = self->slot.leads;
    while (has_phase || wait_for_phase(self))
        has_phase = run_phase(self, kernel);
}

/* ---- the team ---- */
/* Prepares all blocks. False: the grid has failed. */
static bool prepare_blocks(emu_worker *leader, emu_grid *grid)
{
    unsigned blocks = (unsigned)grid->blocks;
    if (!emu_gang_make_members(leader, grid, 1 + blocks, blocks))
        return false;
    grid->leader = leader;
    for (unsigned i = 0; i < blocks; i++) {
        emu_worker *block = block_of(grid, i);
        block->gang = &block->own;
        block->index = 0;
        block->cluster = block;
        block->cluster_size = block->cluster_phase_now = 1;
        block->cluster_arrived = 0;
        emu_worker_prepare(block, grid, i, 1);
        if (!emu_begin_block(block))
            return false;
        block->grid_state = EMU_FUSED_READY(0);
    }
    return true;
}

/* Runs blocks until nothing is left to do. The caller clears what a faulted block leaves. */
static void join_team(emu_worker *worker, emu_grid *grid, bool leads)
{
    emu_team *team = &grid->team;
    emu_worker_prepare(worker, grid, 0, 1);
    worker->slot = emu_team_join(team, worker, leads);
    bool completed = emu_enter_block(worker) && emu_run_from(worker, worker->thread);
    if (!completed) {
        emu_report(emu_self);
        emu_team_end(team);
        emu_worker_clear(worker);
    }
    emu_self = worker;
    emu_here.thread = 0;
    emu_team_leave(team, &worker->slot);
}

void emu_fused_serve_grid(emu_worker *worker, emu_grid *grid, bool leads)
{
    if (!leads) {
        join_team(worker, grid, false);
        return;
    }
    bool prepared = prepare_blocks(worker, grid);
    emu_team_open(&grid->team, (unsigned)grid->blocks);
    if (!prepared) {
        emu_team_end(&grid->team);
        return;
    }
    join_team(worker, grid, true);
    if (!atomic_load_explicit(&grid->failed, memory_order_relaxed))
        return;
    emu_team_await_others(&grid->team);
    for (unsigned i = 0; i < grid->blocks; i++)
        emu_worker_clear(block_of(grid, i));
}
