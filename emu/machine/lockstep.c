/* The schedule lockstep: the lanes of a warp make their accesses together, as GPUs before Volta did, for code that relies on that and
 * has no __syncwarp().
 *
 * Checked copies call emu_lockstep_step() before each access. There a lane stops until its warp's other lanes have stopped, too, or
 * wait, or have ended. Then those whose place in the code is the lowest go on to their next access, one after another; then again
 * the lowest. So a lane that took the shorter side of a branch, or has left a loop, waits after it until the others have come
 * there, too. That holds as far as the code has the source's order. An access that the compiler has left out stops nobody.
 * clang copies a structure by a call, in which all lanes read before one writes; gcc copies it in one piece.
 *
 * A warp that goes on for TURNS steps lets another have a turn, as one may wait for the other. After MOST steps any lane has one,
 * the next each time: lanes at the lowest place may wait for those behind. */
#include "lockstep.h"

#include <stdlib.h>

#include "../host/allocate.h"
#include "switch.h"

enum { TURNS = 64, MOST = 1 << 12 };

struct emu_lockstep {
    uintptr_t at[EMU_MAX_THREADS]; /* the place where the lane has stopped; 0: it has not */
    unsigned group[EMU_MAX_WARPS]; /* lanes that go on from the lowest place, and have not yet */
    unsigned turns;
    int any; /* the lane that had a turn without being at the lowest place last */
};

bool emu_lockstep_make(emu_worker *worker)
{
    worker->lockstep = emu_allocate(sizeof *worker->lockstep);
    return worker->lockstep != 0;
}

void emu_lockstep_free(emu_worker *worker)
{
    free(worker->lockstep);
    worker->lockstep = 0;
}

void emu_lockstep_begin(emu_worker *worker)
{
    if (worker->lockstep)
        *worker->lockstep = (struct emu_lockstep){.any = -1};
}

/* The lanes that have stopped at the lowest place. */
static unsigned lowest(const struct emu_lockstep *state, unsigned warp, unsigned lanes)
{
    const uintptr_t *at = state->at + warp * EMU_WARP;
    uintptr_t least = UINTPTR_MAX;
    unsigned group = 0;
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        if (at[lane] < least) {
            least = at[lane];
            group = 0;
        }
        if (at[lane] == least)
            group |= 1u << lane;
    }
    return group;
}

static int pick_lane(struct emu_lockstep *state, unsigned warp, unsigned lanes)
{
    for (unsigned rest = lanes; rest; rest &= rest - 1) {
        int rank = (int)(warp * EMU_WARP) + __builtin_ctz(rest);
        if (!state->at[rank]) /* it has just begun, or waited */
            return rank;
    }
    unsigned group = state->group[warp] & lanes;
    if (!group)
        group = lowest(state, warp, lanes);
    state->group[warp] = group & (group - 1);
    return (int)(warp * EMU_WARP) + __builtin_ctz(group);
}

int emu_lockstep_pick(emu_worker *worker, int after)
{
    struct emu_lockstep *state = worker->lockstep;
    if (!state)
        return emu_round_robin_pick(worker, after);
    if (++state->turns % MOST == 0)
        return state->any = emu_round_robin_pick(worker, state->any);
    unsigned first = after < 0 ? 0 : (unsigned)after / EMU_WARP + (state->turns % TURNS == 0);
    for (unsigned i = 0; i < worker->warps; i++) {
        unsigned warp = (first + i) % worker->warps, lanes = worker->runnable[1 + warp];
        if (lanes)
            return pick_lane(state, warp, lanes);
    }
    return -1;
}

void emu_lockstep_step(emu_worker *worker, uintptr_t pc)
{
    emu_thread *me = emu_current();
    int rank = (int)me->at.rank;
    me->pc = pc;
    worker->has_pcs = true;
    worker->lockstep->at[rank] = pc;
    int next = emu_lockstep_pick(worker, rank);
    if (next != rank)
        emu_switch_to(worker, me, worker->thread + next);
    worker->lockstep->at[rank] = 0;
}
