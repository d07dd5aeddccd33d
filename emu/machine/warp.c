/* Warp collectives: lanes meet by operation and mask, not by place in the source. The last lane to arrive computes
 * every lane's result. A collective does not wait for lanes that have ended, or that a partial last warp lacks. */
#include "warp.h"

#include <string.h>

#include "../count/count.h"
#include "yield_budget.h"
#include "switch.h"

/* Ends the launch: the first lane of `undefined` reads a lane that takes no part in the shuffle. */
static __attribute__((noinline, noreturn)) void fail_inactive_source(emu_worker *worker, unsigned warp_number,
                                                                     const emu_pending_collective *collective,
                                                                     unsigned undefined)
{
    unsigned lane = (unsigned)__builtin_ctz(undefined), kind = collective->operation - EMU_COLLECTIVE_SHUFFLE;
    unsigned from = emu_shuffle_source(kind, lane, worker->warp[warp_number].operand[lane]);
    emu_thread *reader = &worker->thread[warp_number * EMU_WARP + lane];
    const char *why = collective->mask >> from & 1 ? "has ended or does not exist" : "the mask does not name";
    emu_here.thread = &reader->at;
    emu_fail_saying(worker, LW_ERROR_INVALID_MASK, reader->site,
                    "invalid source: %s with mask 0x%08x, in which lane %u reads lane %u, which %s (LANEWISE_STRICT=1)",
                    reader->site->what, collective->mask, lane, from, why);
}

static __attribute__((noinline)) void check_inactive_source(emu_worker *worker, unsigned warp_number,
                                                            const emu_pending_collective *collective,
                                                            unsigned undefined)
{
    for (unsigned left = undefined; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left), operand = worker->warp[warp_number].operand[lane];
        emu_inactive_source read = {lane, emu_shuffle_source(EMU_SHUFFLE_INDEX, lane, operand), collective->mask};
        emu_check_inactive_source(worker, warp_number, &read);
    }
}

/* All live lanes of the mask have arrived. */
static void complete(emu_worker *worker, unsigned warp_number, unsigned slot, const emu_site *site)
{
    emu_warp *warp = &worker->warp[warp_number];
    emu_pending_collective *collective = &warp->collectives[slot];
    warp->pending &= ~(1u << slot);
    unsigned undefined = emu_collective_results(warp->value, warp->operand, collective->operation, collective->arrived);
    if (__builtin_expect(undefined && worker->options.strict, 0))
        fail_inactive_source(worker, warp_number, collective, undefined);
    if (__builtin_expect(
            undefined && worker->check && collective->operation == EMU_COLLECTIVE_SHUFFLE + EMU_SHUFFLE_INDEX, 0))
        check_inactive_source(worker, warp_number, collective, undefined);
    if (__builtin_expect(worker->check != 0, 0) && collective->operation == EMU_COLLECTIVE_SYNC)
        emu_check_join_warp(worker, warp_number, collective->arrived);
    if (__builtin_expect(worker->count != 0, 0))
        emu_count_collective(worker, warp_number);
    worker->runnable[1 + warp_number] |= collective->arrived;
    emu_stop_if_cancelled(worker, site);
}

void emu_warp_thread_ended(emu_worker *worker, unsigned warp_number)
{
    emu_warp *warp = &worker->warp[warp_number];
    for (unsigned left = warp->pending; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        const emu_pending_collective *collective = &warp->collectives[slot];
        if ((collective->mask & worker->alive[warp_number] & ~collective->arrived) == 0)
            complete(worker, warp_number, slot, 0);
    }
}

/* The slot of the collective with this operation and mask; takes a free slot if there is none. A lane waits in one
 * collective at a time, so 32 slots suffice. */
static unsigned find(emu_warp *warp, unsigned operation, unsigned mask)
{
    for (unsigned left = warp->pending; left; left &= left - 1) {
        unsigned slot = (unsigned)__builtin_ctz(left);
        if (warp->collectives[slot].operation == operation && warp->collectives[slot].mask == mask)
            return slot;
    }
    unsigned slot = (unsigned)__builtin_ctz(~warp->pending);
    warp->pending |= 1u << slot;
    warp->collectives[slot] = (emu_pending_collective){operation, mask, 0};
    return slot;
}

uint64_t emu_collective(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    unsigned warp_number = me->at.rank / EMU_WARP, lane = me->at.rank % EMU_WARP;
    emu_warp *warp = &worker->warp[warp_number];
    if (__builtin_expect(!(mask >> lane & 1), 0)) {
        worker->fault_record.mask = mask;
        emu_fail(worker, LW_ERROR_INVALID_MASK, site);
    }
    unsigned slot = find(warp, operation, mask);
    emu_pending_collective *collective = &warp->collectives[slot];
    me->site = site;
    collective->arrived |= 1u << lane;
    warp->value[lane] = value;
    warp->operand[lane] = operand;
    if ((mask & worker->alive[warp_number] & ~collective->arrived) == 0) {
        complete(worker, warp_number, slot, site);
        if (worker->schedule->yields_at_sync)
            emu_yield(worker, 0);
    } else {
        me->mask = mask;
        emu_wait(worker, me);
        me->mask = 0;
    }
    return warp->value[lane]; /* valid until this lane's next collective */
}

void emu_syncwarp(unsigned mask, const emu_site *site)
{
    emu_collective(EMU_COLLECTIVE_SYNC, mask, 0, 0, site);
}

int emu_all(unsigned mask, int predicate, const emu_site *site)
{
    return (int)emu_collective(EMU_COLLECTIVE_ALL, mask, predicate != 0, 0, site);
}

int emu_any(unsigned mask, int predicate, const emu_site *site)
{
    return (int)emu_collective(EMU_COLLECTIVE_ANY, mask, predicate != 0, 0, site);
}

int emu_uni(unsigned mask, int predicate, const emu_site *site)
{
    return (int)emu_collective(EMU_COLLECTIVE_UNI, mask, predicate != 0, 0, site);
}

unsigned emu_ballot(unsigned mask, int predicate, const emu_site *site)
{
    return (unsigned)emu_collective(EMU_COLLECTIVE_BALLOT, mask, predicate != 0, 0, site);
}

unsigned emu_elect(unsigned mask, const emu_site *site)
{
    return (unsigned)emu_collective(EMU_COLLECTIVE_ELECT, mask, 0, 0, site);
}

/* Whether code reaches the place `a` before `b`, as lines tell: a GPU's warp runs earlier code first. */
static bool is_before(const emu_site *a, const emu_site *b)
{
    return a->line != b->line && strcmp(a->file, b->file) == 0 ? a->line < b->line : a < b;
}

/* Gives the lanes that wait at the first place their mask. */
static void release_first(emu_worker *worker, unsigned warp_number)
{
    emu_warp *warp = &worker->warp[warp_number];
    const emu_site *first = 0;
    unsigned together = 0;
    for (unsigned left = warp->in_activemask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        const emu_site *site = worker->thread[warp_number * EMU_WARP + lane].site;
        if (first && site != first && !is_before(site, first))
            continue;
        together = (site == first ? together : 0) | 1u << lane;
        first = site;
    }
    for (unsigned left = together; left; left &= left - 1)
        warp->value[__builtin_ctz(left)] = together;
    warp->in_activemask &= ~together;
}

/* A lane waits here until no other lane of its warp can run, or until it has yielded LONG times. Then all lanes that wait at
 * the first place get the same mask, before any of them continues. */
static unsigned maximal_activemask(const emu_site *site)
{
    enum { LONG = 256 };
    emu_worker *worker = emu_self;
    emu_thread *me = emu_current();
    unsigned warp_number = me->at.rank / EMU_WARP, lane = me->at.rank % EMU_WARP;
    emu_warp *warp = &worker->warp[warp_number];
    warp->in_activemask |= 1u << lane;
    me->site = site;
    while (warp->in_activemask >> lane & 1) {
        for (unsigned yields = 0; yields < LONG && warp->in_activemask >> lane & 1 &&
                                  worker->runnable[1 + warp_number] & ~warp->in_activemask;
             yields++)
            emu_yield(worker, (uintptr_t)__builtin_return_address(0) - 1);
        if (warp->in_activemask >> lane & 1)
            release_first(worker, warp_number);
    }
    return (unsigned)warp->value[lane];
}

static unsigned caller(void)
{
    return 1u << emu_current()->at.rank % EMU_WARP;
}

unsigned emu_activemask(const emu_site *site)
{
    return emu_self->options.activemask == EMU_ACTIVEMASK_MAXIMAL ? maximal_activemask(site) : caller();
}

unsigned emu_activemask_together(const emu_site *site)
{
    return emu_self->options.activemask == EMU_ACTIVEMASK_SELF ? caller() : maximal_activemask(site);
}

unsigned emu_match_any(unsigned mask, uint64_t bits, const emu_site *site)
{
    return (unsigned)emu_collective(EMU_COLLECTIVE_MATCH_ANY, mask, bits, 0, site);
}

unsigned emu_match_all(unsigned mask, uint64_t bits, int *predicate, const emu_site *site)
{
    unsigned matching = (unsigned)emu_collective(EMU_COLLECTIVE_MATCH_ALL, mask, bits, 0, site);
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
                        "(LANEWISE_STRICT=1)",
                        site->what, operand, operand % EMU_WARP);
    return emu_collective(EMU_COLLECTIVE_SHUFFLE + (unsigned)kind, mask, bits, EMU_SHUFFLE_OPERAND(operand, width),
                          site);
}

unsigned emu_reduce(emu_reduction operation, unsigned mask, unsigned value, const emu_site *site)
{
    return (unsigned)emu_collective(EMU_COLLECTIVE_REDUCE + (unsigned)operation, mask, value, 0, site);
}
