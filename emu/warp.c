/* Warp collectives: lanes meet by operation and mask, wherever in the source they stand; the last to come computes
 * every lane's result. Lanes that have ended, and those that a partial last warp lacks, are not waited for. */
#include "warp.h"

#include "credit.h"
#include "switch.h"

/* Ends the launch: the first lane of `astray` reads one that takes no part in the shuffle. */
static __attribute__((noinline, noreturn)) void fail_astray(emu_worker *worker, unsigned number,
                                                            const emu_meeting *meeting, unsigned astray)
{
    unsigned lane = (unsigned)__builtin_ctz(astray), kind = meeting->operation - EMU_MEET_SHUFFLE;
    unsigned from = emu_shuffle_source(kind, lane, worker->warp[number].operand[lane]);
    emu_lane *reader = &worker->lane[number * EMU_WARP + lane];
    const char *why = meeting->mask >> from & 1 ? "has ended or does not exist" : "the mask does not name";
    emu_here.thread = &reader->at;
    emu_fail_saying(worker, LW_ERROR_INVALID_MASK, reader->site,
                    "invalid source: %s with mask 0x%08x, in which lane %u reads lane %u, which %s (LANEWISE_STRICT=1)",
                    reader->site->what, meeting->mask, lane, from, why);
}

static __attribute__((noinline)) void tell_astray(emu_worker *worker, unsigned number, const emu_meeting *meeting,
                                                  unsigned astray)
{
    for (unsigned left = astray; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left), operand = worker->warp[number].operand[lane];
        emu_astray read = {lane, emu_shuffle_source(EMU_SHUFFLE_INDEX, lane, operand), meeting->mask};
        emu_check_astray(worker, number, &read);
    }
}

/* All of `mask` that can still come has arrived. */
static void complete(emu_worker *worker, unsigned number, unsigned slot, const emu_site *site)
{
    emu_warp *warp = &worker->warp[number];
    emu_meeting *meeting = &warp->meetings[slot];
    warp->open &= ~(1u << slot);
    unsigned astray = emu_compute(warp->value, warp->operand, meeting->operation, meeting->arrived);
    if (__builtin_expect(astray && worker->options.strict, 0))
        fail_astray(worker, number, meeting, astray);
    if (__builtin_expect(astray && worker->check && meeting->operation == EMU_MEET_SHUFFLE + EMU_SHUFFLE_INDEX, 0))
        tell_astray(worker, number, meeting, astray);
    if (__builtin_expect(worker->check != 0, 0) && meeting->operation == EMU_MEET_SYNC)
        emu_check_join_warp(worker, number, meeting->arrived);
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
    me->site = site;
    meeting->arrived |= 1u << lane;
    warp->value[lane] = value;
    warp->operand[lane] = operand;
    if ((mask & worker->alive[number] & ~meeting->arrived) == 0) {
        complete(worker, number, slot, site);
        if (worker->schedule->restless)
            emu_yield(worker, 0);
    } else {
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

int emu_uni(unsigned mask, int predicate, const emu_site *site)
{
    return (int)emu_meet(EMU_MEET_UNI, mask, predicate != 0, 0, site);
}

unsigned emu_ballot(unsigned mask, int predicate, const emu_site *site)
{
    return (unsigned)emu_meet(EMU_MEET_BALLOT, mask, predicate != 0, 0, site);
}

unsigned emu_elect(unsigned mask, const emu_site *site)
{
    return (unsigned)emu_meet(EMU_MEET_ELECT, mask, 0, 0, site);
}

/* With LANEWISE_ACTIVEMASK=maximal, lanes gather at each call: until no other lane of the warp can run, or all could
 * long since have come. Those of one place then get the same answer, before any of them goes on: they are together. */
unsigned emu_activemask(const emu_site *site)
{
    enum { LONG = 256 };
    emu_worker *worker = emu_self;
    emu_lane *me = emu_current();
    unsigned number = me->at.rank / EMU_WARP, lane = me->at.rank % EMU_WARP, together = 0;
    emu_warp *warp = &worker->warp[number];
    if (!worker->options.maximal_activemask)
        return 1u << lane;
    warp->gathering |= 1u << lane;
    me->site = site;
    for (unsigned turns = 0; turns < LONG && worker->runnable[1 + number] & ~warp->gathering; turns++) {
        emu_yield(worker, (uintptr_t)__builtin_return_address(0) - 1);
        if (!(warp->gathering >> lane & 1))
            return (unsigned)warp->value[lane];
    }
    for (unsigned i = 0; i < EMU_WARP; i++)
        if (warp->gathering >> i & 1 && worker->lane[number * EMU_WARP + i].site == site)
            together |= 1u << i;
    for (unsigned left = together; left; left &= left - 1)
        warp->value[__builtin_ctz(left)] = together;
    warp->gathering &= ~together;
    return together;
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
    emu_worker *worker = emu_self;
    if (__builtin_expect(width < 1 || width > EMU_WARP || width & (width - 1), 0))
        emu_fail_saying(worker, LW_ERROR_INVALID_MASK, site,
                        "invalid width: %s with a width of %d, which must be 1, 2, 4, 8, 16 or 32", site->what, width);
    if (__builtin_expect(worker->options.strict && kind != EMU_SHUFFLE_INDEX && operand >= EMU_WARP, 0))
        emu_fail_saying(worker, LW_ERROR_INVALID_MASK, site,
                        "invalid source: %s by %u lanes, of which the hardware takes the low 5 bits, %u "
                        "(LANEWISE_STRICT=1)", site->what, operand, operand % EMU_WARP);
    return emu_meet(EMU_MEET_SHUFFLE + (unsigned)kind, mask, bits, EMU_SHUFFLE_OPERAND(operand, width), site);
}

unsigned emu_reduce(emu_reduction operation, unsigned mask, unsigned value, const emu_site *site)
{
    return (unsigned)emu_meet(EMU_MEET_REDUCE + (unsigned)operation, mask, value, 0, site);
}
