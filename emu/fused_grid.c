/* A cooperative grid of a fused kernel. Its blocks are a gang's members, each with lanes, a frame and shared memory of
 * its own, so that all keep what they have at the grid's barrier. One OS thread runs them: each block up to its next
 * barrier of the grid, one after the other, until all have come there or ended. */
#include "fused_inside.h"

#include "blocks.h"

bool emu_fused_waits_for_grid(const emu_worker *worker, const emu_fused_kernel *kernel, emu_fused_span lanes)
{
    const uint16_t *state = worker->frame.state;
    for (unsigned i = lanes.first; i < lanes.end; i++)
        if (state[i] != EMU_FUSED_ENDED &&
            (!emu_fused_waits(kernel, state[i]) || kernel->region[EMU_FUSED_REGION(state[i])].wait != EMU_FUSED_GRID))
            return false;
    return true;
}

/* The OS thread's records become the member's. */
static void take_turn(emu_worker *member)
{
    emu_self = member;
    emu_here = member->here;
    emu_here.thread = &member->lane[0].at;
}

/* The first of the lanes that wait for the grid; all do that have not ended. */
static unsigned first_waiting(emu_worker *worker, unsigned state)
{
    unsigned first = 0;
    if (state != EMU_FUSED_MIXED)
        emu_fused_set_states(worker, state);
    while (worker->frame.state[first] == EMU_FUSED_ENDED)
        first++;
    return first;
}

void emu_fused_cannot_meet(emu_worker *worker, const emu_fused_kernel *kernel, unsigned state)
{
    unsigned first = first_waiting(worker, state);
    emu_here.thread = &worker->lane[first].at;
    emu_fail_saying(worker, LW_ERROR_LAUNCH_FAILURE, kernel->region[EMU_FUSED_REGION(worker->frame.state[first])].site,
                    "trap: the grid cannot synchronise, its launch was not cooperative");
}

/* Some blocks have ended, and never come. */
static __attribute__((noreturn)) void miss_blocks(emu_worker *waits, const emu_fused_kernel *kernel, unsigned state)
{
    take_turn(waits);
    emu_here.thread = &waits->lane[first_waiting(waits, state)].at;
    emu_fused_show_lanes(waits, kernel);
    emu_fail(waits, LW_ERROR_DEADLOCK, 0);
}

/* The state from which a block goes on that has waited for the grid. */
static unsigned leave_barrier(emu_worker *worker, unsigned state)
{
    if (state != EMU_FUSED_MIXED)
        return state | 1;
    for (unsigned i = 0; i < worker->lanes; i++)
        worker->frame.state[i] |= worker->frame.state[i] != EMU_FUSED_ENDED;
    return EMU_FUSED_MIXED;
}

void emu_fused_run_grid(emu_worker *worker, const emu_fused_kernel *kernel)
{
    emu_gang *gang = worker->gang;
    unsigned waiting = 0;
    for (unsigned i = 0; i < gang->size; i++) {
        emu_worker *member = gang->member[i];
        take_turn(member);
        emu_fused_begin(member, kernel);
        member->frame.end = member->frame.block[0] + 1;
        member->grid_state = emu_fused_advance(member, kernel, EMU_FUSED_READY(0));
        waiting += member->grid_state != EMU_FUSED_ENDED;
    }
    while (waiting) {
        emu_heed(worker->leader, 0);
        unsigned left = 0;
        for (unsigned i = 0; i < gang->size; i++) {
            emu_worker *member = gang->member[i];
            if (waiting < gang->size && member->grid_state != EMU_FUSED_ENDED)
                miss_blocks(member, kernel, member->grid_state);
            take_turn(member);
            member->grid_state = emu_fused_advance(member, kernel, leave_barrier(member, member->grid_state));
            left += member->grid_state != EMU_FUSED_ENDED;
        }
        waiting = left;
    }
    gang->running = 0;
    take_turn(worker);
}
