/* Warp collectives: lanes meet by operation and mask, wherever in the source they stand; the last to come computes
 * every lane's result. Lanes that have ended, and those that a partial last warp lacks, are not waited for. */
#include "warp.h"

#include "switch.h"

/* All of `mask` that can still come has arrived. */
static void complete(emu_worker *worker, unsigned number, unsigned slot, const emu_site *site)
{
    emu_warp *warp = &worker->warp[number];
    emu_meeting *meeting = &warp->meetings[slot];
    warp->open &= ~(1u << slot);
    emu_compute(warp, meeting->operation, meeting->arrived);
    worker->runnable[1 + number] |= meeting->arrived;
    emu_heed(worker, site);
}

void emu_warp_lane_ended(emu_worker *worker, unsigned number)
{
    emu_warp *warp = &worker->warp[number];
    for (unsigned open = warp->open; open; open &= open - 1) {
        unsigned slot = (unsigned)__builtin_ctz(open);
        const emu_meeting *meeting = &warp->meetings[slot];
        if ((meeting->mask & worker->alive[number] & ~meeting->arrived) == 0)
            complete(worker, number, slot, 0);
    }
}

/* The meeting of this operation and mask, opened if there is none. A lane waits in one at a time: 32 are enough. */
static unsigned find(emu_warp *warp, unsigned operation, unsigned mask)
{
    for (unsigned open = warp->open; open; open &= open - 1) {
        unsigned slot = (unsigned)__builtin_ctz(open);
        if (warp->meetings[slot].operation == operation && warp->meetings[slot].mask == mask)
            return slot;
    }
    unsigned slot = (unsigned)__builtin_ctz(~warp->open);
    warp->open |= 1u << slot;
    warp->meetings[slot] = (emu_meeting){operation, mask, 0};
    return slot;
}

uint64_t emu_meet(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_lane *me = emu_current();
    unsigned number = me->at.rank / EMU_WARP, lane = me->at.rank % EMU_WARP;
    emu_warp *warp = &worker->warp[number];
    if (__builtin_expect(!(mask >> lane & 1), 0)) {
        worker->trouble.mask = mask;
        emu_fail(worker, LW_ERROR_INVALID_MASK, site);
    }
    unsigned slot = find(warp, operation, mask);
    emu_meeting *meeting = &warp->meetings[slot];
    meeting->arrived |= 1u << lane;
    warp->value[lane] = value;
    warp->operand[lane] = operand;
    if ((mask & worker->alive[number] & ~meeting->arrived) == 0) {
        complete(worker, number, slot, site);
        if (worker->schedule->restless)
            emu_yield(worker, 0);
    } else {
        me->site = site;
        me->mask = mask;
        emu_wait(worker, me);
        me->mask = 0;
    }
    return warp->value[lane]; /* written next when this lane comes to another meeting */
}

void emu_syncwarp(unsigned mask, const emu_site *site)
{
    emu_meet(EMU_MEET_SYNC, mask, 0, 0, site);
}

int emu_all(unsigned mask, int predicate, const emu_site *site)
{
    return (int)emu_meet(EMU_MEET_ALL, mask, predicate != 0, 0, site);
}

int emu_any(unsigned mask, int predicate, const emu_site *site)
{
    return (int)emu_meet(EMU_MEET_ANY, mask, predicate != 0, 0, site);
}

unsigned emu_ballot(unsigned mask, int predicate, const emu_site *site)
{
    return (unsigned)emu_meet(EMU_MEET_BALLOT, mask, predicate != 0, 0, site);
}

unsigned emu_activemask(void)
{
    return 1u << emu_here.thread->rank % EMU_WARP;
}

unsigned emu_match_any(unsigned mask, uint64_t bits, const emu_site *site)
{
    return (unsigned)emu_meet(EMU_MEET_MATCH_ANY, mask, bits, 0, site);
}

unsigned emu_match_all(unsigned mask, uint64_t bits, int *predicate, const emu_site *site)
{
    unsigned matching = (unsigned)emu_meet(EMU_MEET_MATCH_ALL, mask, bits, 0, site);
    *predicate = matching != 0;
    return matching;
}

uint64_t emu_shfl(emu_shuffle kind, unsigned mask, uint64_t bits, unsigned operand, int width, const emu_site *site)
{
    return emu_meet(EMU_MEET_SHUFFLE + (unsigned)kind, mask, bits, EMU_SHUFFLE_OPERAND(operand, width), site);
}

unsigned emu_reduce(emu_reduction operation, unsigned mask, unsigned value, const emu_site *site)
{
    return (unsigned)emu_meet(EMU_MEET_REDUCE + (unsigned)operation, mask, value, 0, site);
}
