/* Waiting for mbarriers: tests, and waits that suspend the thread until the phase is complete. */
#include <stdio.h>

#include "yield_budget.h"
#include "mbarrier.h"
#include "switch.h"

void emu_mbarrier_wake(const uint64_t *barrier)
{
    emu_worker *owner = emu_shared_owner(barrier, sizeof *barrier);
    emu_async *async = owner->async;
    for (unsigned warp = 0; warp < owner->warps; warp++) {
        for (unsigned bits = async->waiting[warp]; bits; bits &= bits - 1) {
            unsigned thread = warp * EMU_WARP + (unsigned)__builtin_ctz(bits);
            if (async->waits_for[thread] != barrier)
                continue;
            async->waiting[warp] &= ~(bits & -bits);
            owner->runnable[1 + warp] |= bits & -bits;
        }
    }
}

/* Whether the token's phase is complete. */
static bool phase_complete(const uint64_t *barrier, uint64_t token, const emu_site *site)
{
    emu_mbarrier now = emu_mbarrier_load(barrier, site), then = emu_mbarrier_unpack(token);
    unsigned age = (now.phase - then.phase) % EMU_PHASES;
    if (then.tag != now.tag)
        EMU_REFUSE(site, "the token is not of an arrival at the barrier at %p", (const void *)barrier);
    if (age > 1)
        EMU_REFUSE(site, "the token is %u phases old: the barrier at %p can test only the last phase", age,
                   (const void *)barrier);
    return age == 1;
}

/* Whether the phase before the current one has the parity. */
static bool parity_complete(const uint64_t *barrier, bool parity, const emu_site *site)
{
    return emu_mbarrier_load(barrier, site).phase % 2 != parity;
}

static void acquire(const uint64_t *barrier)
{
    if (emu_self->check)
        emu_check_acquire(emu_self, barrier, EMU_SCOPE_DEVICE);
}

bool emu_mbarrier_test(uint64_t *barrier, uint64_t token, bool yields, const emu_site *site)
{
    acquire(barrier);
    if (phase_complete(barrier, token, site))
        return true;
    if (!yields) {
        emu_spend_yield_budget();
        return false;
    }
    emu_yield(emu_self, (uintptr_t)__builtin_return_address(0) - 1);
    acquire(barrier);
    return phase_complete(barrier, token, site);
}

bool emu_mbarrier_test_parity(uint64_t *barrier, bool parity, bool yields, const emu_site *site)
{
    acquire(barrier);
    if (parity_complete(barrier, parity, site))
        return true;
    if (!yields) {
        emu_spend_yield_budget();
        return false;
    }
    emu_yield(emu_self, (uintptr_t)__builtin_return_address(0) - 1);
    acquire(barrier);
    return parity_complete(barrier, parity, site);
}

/* Suspends the thread until the current phase is complete. */
static void suspend(const uint64_t *barrier, const emu_site *site)
{
    emu_worker *worker = emu_self;
    emu_async *async = emu_async_of(worker, site);
    emu_thread *me = emu_current();
    unsigned warp = me->at.rank / EMU_WARP, bit = 1u << me->at.rank % EMU_WARP;
    me->site = site;
    async->waits_for[me->at.rank] = barrier;
    async->waiting[warp] |= bit;
    while (async->waiting[warp] & bit)
        emu_wait(worker, me);
}

void emu_mbarrier_wait(uint64_t *barrier, uint64_t token, const emu_site *site)
{
    if (!phase_complete(barrier, token, site))
        suspend(barrier, site);
    acquire(barrier);
}

void emu_mbarrier_wait_parity(uint64_t *barrier, bool parity, const emu_site *site)
{
    if (!parity_complete(barrier, parity, site))
        suspend(barrier, site);
    acquire(barrier);
}

unsigned emu_mbarrier_pending_count(uint64_t token)
{
    return emu_mbarrier_unpack(token).pending;
}

const uint64_t *emu_mbarrier_of(const emu_worker *worker, unsigned rank)
{
    const emu_async *async = worker->async;
    bool waits = async && async->waiting[rank / EMU_WARP] >> rank % EMU_WARP & 1;
    return waits ? async->waits_for[rank] : 0;
}

void emu_mbarrier_text(const uint64_t *barrier, char *text, size_t size)
{
    emu_mbarrier s = emu_mbarrier_unpack(*barrier);
    snprintf(text, size, ", phase %u: %u of %u arrivals to come, %d bytes to come", s.phase % 2, s.pending, s.expected,
             s.bytes);
}
