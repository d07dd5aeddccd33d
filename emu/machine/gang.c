/* Gangs: blocks that are resident together and that one OS thread runs in turn. A gang may grow (resident.c).
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

#include "blocks.h"
#include "resident.h"
#include "switch.h"

void emu_gang_destroy(emu_worker *leader)
{
    emu_gang *gang = &leader->own;
    for (unsigned i = 1; i < gang->members_made; i++)
        emu_worker_destroy(gang->member[i]);
    if (gang->member != &gang->self)
        free(gang->member);
}

/* The members' `gang` is set when they are used. */
bool emu_gang_has_members(emu_worker *leader, unsigned size)
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
    from->here = emu_here; /* a run of blocks has changed it */
    worker->switches = 0;
    emu_self = worker;
    emu_here = worker->here;
    emu_here.thread = &thread->at;
}

void emu_gang_switch_to(emu_worker *worker, emu_thread *me, emu_worker *other, emu_thread *thread)
{
    switch_block(worker, other, thread);
    emu_switch_to(other, me, thread);
}

bool emu_gang_switch(emu_worker *worker, emu_thread *me)
{
    emu_thread *thread;
    emu_worker *other = worker->gang->size > 1 ? next_member(worker, &thread) : 0;
    if (!other)
        return false;
    emu_gang_switch_to(worker, me, other, thread);
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
    if (worker->gang->counted)
        emu_resident_end(worker->leader, worker->grid, 1);
    emu_count_block(worker->leader); /* for the watchdog an end is progress, too */
    worker->gang->rounds = 0;
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

unsigned emu_gang_item_blocks(const emu_grid *grid)
{
    return grid->cluster.x ? grid->cluster.x * grid->cluster.y * grid->cluster.z : 1;
}

/* The members follow the leader's schedule, which may have changed since they were made. */
static void follow_schedule(emu_worker *member, const emu_worker *leader)
{
    if (member == leader)
        return;
    member->options.schedule = leader->options.schedule;
    member->options.schedule_detail = leader->options.schedule_detail;
    member->options.seed = leader->options.seed;
    emu_schedule_use(member, leader->schedule);
}

emu_thread *emu_gang_begin(emu_worker *leader, emu_grid *grid, unsigned first, uint64_t item, uint64_t count)
{
    lw_dim3 shape = grid->cluster.x ? grid->cluster : (lw_dim3){1, 1, 1};
    unsigned blocks = emu_gang_item_blocks(grid);
    emu_gang *gang = &leader->own;
    emu_thread *start = 0;
    for (unsigned i = first; i < first + blocks; i++) {
        emu_worker *member = gang->member[i];
        member->leader = leader;
        member->gang = gang;
        member->index = i;
        follow_schedule(member, leader);
        emu_worker_prepare(member, grid, linear_block(grid, shape, item, i - first), count);
        member->cluster = gang->member[first];
        member->cluster_size = blocks;
        member->cluster_arrived = 0;
        member->cluster_phase_now = 1;
        member->switches = 0;
        member->here.thread = 0;
        emu_thread *thread = emu_begin_block(member);
        if (!thread) { /* the grid has failed in another gang: these blocks will not run */
            for (unsigned j = first; j < i; j++)
                emu_worker_clear(gang->member[j]);
            return 0;
        }
        start = start ? start : thread;
    }
    return start;
}

/* Runs an item; false if threads were abandoned. */
static bool run_together(emu_worker *leader, emu_grid *grid, uint64_t item, unsigned size)
{
    unsigned blocks = emu_gang_item_blocks(grid);
    emu_gang *gang = &leader->own;
    gang->size = gang->running = size;
    gang->blocks_in_grid_sync = gang->grid_arrived = 0;
    emu_worker *start = leader;
    emu_thread *thread = 0;
    for (unsigned i = 0; i < size; i += blocks) {
        emu_thread *begin = emu_gang_begin(leader, grid, i, item * (size / blocks) + i / blocks, 1);
        if (!begin) {
            for (unsigned j = 0; j < i; j++)
                emu_worker_clear(gang->member[j]);
            return true;
        }
        thread = thread ? thread : begin;
    }
    if (leader->schedule->step < 0) {
        start = gang->member[size - 1];
        thread = start->thread + start->schedule->pick(start, -1);
    }
    return emu_run_from(start, thread);
}

bool emu_gang_make_members(emu_worker *leader, emu_grid *grid, unsigned members, unsigned blocks)
{
    if (emu_gang_has_members(leader, members))
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

void emu_gang_disband(emu_worker *leader, bool ended)
{
    emu_gang *gang = &leader->own;
    if (!ended) {
        emu_report(emu_self);
        for (unsigned i = 0; i < gang->members_made; i++)
            emu_worker_clear(gang->member[i]);
    }
    gang->size = 1;
    emu_self = leader;
    emu_here.thread = 0;
}

void emu_gang_run(emu_worker *leader, emu_grid *grid, uint64_t item)
{
    unsigned blocks = grid->cooperative ? (unsigned)grid->blocks : emu_gang_item_blocks(grid);
    if (!emu_gang_make_members(leader, grid, blocks, blocks))
        return;
    emu_resident_begin(leader, grid, blocks);
    bool ended = run_together(leader, grid, item, blocks);
    emu_gang_disband(leader, ended);
    emu_resident_end(leader, grid, leader->own.counted);
}
