/* Gangs: blocks that are resident together and that one OS thread runs in turn.
 *
 * Each block has a worker of its own, a member, with threads, stacks and shared memory. To switch to another block, the
 * OS thread sets its own variables (emu_self, emu_here) to that member's and switches to one of its threads. So blocks
 * of a cluster never run at the same instant, the shared memory of all of them needs no atomic instructions, and a
 * block that waits for another never keeps it from running.
 */
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "switch.h"

void emu_gang_destroy(emu_worker *leader)
{
    emu_gang *gang = &leader->own;
    for (unsigned i = 1; i < gang->members_made; i++)
        emu_worker_destroy(gang->member[i]);
    if (gang->member != &gang->self)
        free(gang->member);
}

/* Makes members until the leader has `size`. Their `gang` is set when they are used. */
static bool make_members(emu_worker *leader, unsigned size)
{
    emu_gang *gang = &leader->own;
    if (size <= gang->members_made)
        return true;
    if (emu_allocation_fails && emu_allocation_fails())
        return false;
    emu_worker **members = calloc(size, sizeof *members);
    if (!members)
        return false;
    memcpy(members, gang->member, gang->members_made * sizeof *members);
    if (gang->member != &gang->self)
        free(gang->member);
    gang->member = members;
    while (gang->members_made < size) {
        emu_worker *worker = emu_worker_make(&leader->options, false);
        if (!worker)
            return false;
        gang->member[gang->members_made++] = worker;
    }
    return true;
}

/* ---- switching blocks ---- */
/* The next member with a runnable thread, and that thread, by the schedule's order; null if there is none. */
static emu_worker *next_member(emu_worker *worker, emu_thread **thread)
{
    emu_gang *gang = worker->gang;
    unsigned step = worker->schedule->step < 0 ? gang->size - 1 : 1, at = worker->index;
    if (worker->options.schedule == EMU_SCHEDULE_RANDOM)
        at = (at + (unsigned)(worker->random >> 32)) % gang->size;
    for (unsigned i = 0; i < gang->size; i++) {
        at = (at + step) % gang->size;
        emu_worker *other = gang->member[at];
        if (other == worker || other->live == 0)
            continue;
        int rank = other->schedule->pick(other, other->here.thread ? (int)other->here.thread->rank : -1);
        if (rank >= 0) {
            *thread = other->thread + rank;
            return other;
        }
    }
    return 0;
}

/* Sets the OS thread's variables to those of `worker`, whose `thread` runs next. */
static void switch_block(emu_worker *from, emu_worker *worker, const emu_thread *thread)
{
    from->here.thread = emu_here.thread;
    worker->switches = 0;
    emu_self = worker;
    emu_here = worker->here;
    emu_here.thread = &thread->at;
}

bool emu_gang_switch(emu_worker *worker, emu_thread *me)
{
    emu_thread *thread;
    emu_worker *other = worker->gang->size > 1 ? next_member(worker, &thread) : 0;
    if (!other)
        return false;
    switch_block(worker, other, thread);
    emu_switch_to(other, me, thread);
    return true;
}

void emu_gang_jump(emu_worker *worker)
{
    emu_thread *thread;
    emu_worker *other = worker->gang->size > 1 ? next_member(worker, &thread) : 0;
    if (!other)
        return;
    switch_block(worker, other, thread);
    void *context = thread->context;
    if (!context) {
        int stack = emu_stack_take(&other->stacks);
        if (stack < 0)
            emu_fail(other, LW_ERROR_OUT_OF_MEMORY, 0);
        thread->stack = (unsigned)stack;
        context = emu_fiber_make(emu_stack_top(&other->stacks, thread->stack), emu_run_threads, other);
    }
    emu_sanitizer_leave(0, emu_stack_low(&other->stacks, thread->stack), other->stacks.pitch - other->stacks.guard);
    emu_fiber_jump(context);
}

void emu_gang_block_ended(emu_worker *worker)
{
    if (--worker->gang->running == 0)
        return;
    emu_cluster_threads_ended(worker);
    do
        emu_gang_jump(worker);
    while (emu_async_progress(worker));
    emu_worker *waits = worker; /* a block with waiting threads, for the report */
    while (waits->live == 0)
        waits = worker->gang->member[(waits->index + 1) % worker->gang->size];
    switch_block(worker, waits, waits->thread);
    emu_fail(waits, LW_ERROR_DEADLOCK, 0);
}

/* ---- running ---- */
/* The linear number in the grid of a cluster's block `rank`. */
static uint64_t linear_block(const emu_grid *grid, lw_dim3 shape, uint64_t cluster, unsigned rank)
{
    uint64_t across = grid->grid.x / shape.x, down = grid->grid.y / shape.y;
    uint64_t x = cluster % across * shape.x + rank % shape.x;
    uint64_t y = cluster / across % down * shape.y + rank / shape.x % shape.y;
    uint64_t z = cluster / across / down * shape.z + rank / shape.x / shape.y;
    return x + grid->grid.x * (y + grid->grid.y * z);
}

/* Runs `count` clusters as one gang; false if threads were abandoned. */
static bool run_together(emu_worker *leader, emu_grid *grid, uint64_t first, uint64_t count)
{
    lw_dim3 shape = grid->cluster.x ? grid->cluster : (lw_dim3){1, 1, 1};
    unsigned blocks = shape.x * shape.y * shape.z, size = (unsigned)(blocks * count);
    emu_gang *gang = &leader->own;
    gang->size = gang->running = size;
    gang->blocks_in_grid_sync = gang->grid_arrived = 0;
    emu_worker *start = leader;
    emu_thread *thread = 0;
    for (unsigned i = 0; i < size; i++) {
        emu_worker *member = gang->member[i];
        member->leader = leader;
        member->gang = gang;
        member->index = i;
        emu_worker_prepare(member, grid, linear_block(grid, shape, first + i / blocks, i % blocks), 1);
        member->cluster = gang->member[i / blocks * blocks];
        member->cluster_size = blocks;
        member->cluster_arrived = 0;
        member->cluster_phase_now = 1;
        member->switches = 0;
        member->here.thread = 0;
        emu_thread *begin = emu_begin_block(member);
        if (!begin) { /* the grid has failed in another gang: these blocks will not run */
            for (unsigned j = 0; j < i; j++)
                emu_worker_clear(gang->member[j]);
            return true;
        }
        if (!thread || leader->schedule->step < 0) {
            start = member;
            thread = begin;
        }
    }
    return emu_run_from(start, thread);
}

bool emu_gang_make_members(emu_worker *leader, emu_grid *grid, unsigned members, unsigned blocks)
{
    if (make_members(leader, members))
        return true;
    /* The report names the first thread, although it has not begun. */
    emu_worker_prepare(leader, grid, 0, 1);
    emu_self = leader;
    emu_here = leader->here;
    emu_here.thread = &leader->thread[0].at;
    leader->fault_record.status = LW_ERROR_OUT_OF_MEMORY;
    snprintf(leader->fault_record.message, sizeof leader->fault_record.message,
             "out of memory: no room for %u blocks that are resident together", blocks);
    emu_report(leader);
    emu_worker_clear(leader);
    emu_here.thread = 0;
    return false;
}

void emu_gang_run(emu_worker *leader, emu_grid *grid, uint64_t first, uint64_t count)
{
    uint64_t each = grid->cooperative ? grid->blocks : 1;
    if (grid->cooperative && grid->cluster.x)
        each /= (uint64_t)grid->cluster.x * grid->cluster.y * grid->cluster.z;
    uint64_t blocks = grid->cooperative ? grid->blocks : grid->blocks / emu_grid_items(grid);
    emu_gang *gang = &leader->own;
    if (!emu_gang_make_members(leader, grid, (unsigned)blocks, (unsigned)blocks))
        return;
    bool ended = true;
    for (uint64_t i = 0; i < count && ended; i++)
        ended = run_together(leader, grid, (first + i) * each, each);
    if (!ended) {
        emu_report(emu_self);
        for (unsigned i = 0; i < gang->members_made; i++)
            emu_worker_clear(gang->member[i]);
    }
    gang->size = 1;
    emu_self = leader;
    emu_here.thread = 0;
}
