/* Schedules that prefer some warps to others, whatever would be fair: bugs of order that a fair one hides.
 *
 * pct: probabilistic concurrency testing (Burckhardt et al., 2010). Each warp has a priority drawn from the seed, and
 * the highest that can run does. At depth - 1 steps, drawn as well, the warp that runs falls below all others. A bug
 * that needs `depth` events in one order shows with a likelihood that does not shrink with the number of interleavings.
 * How many steps a block takes is not known before, so their logarithm is what is drawn. A warp that does nothing but
 * spin would keep the one that it waits for from running: after two turns in a row, or when the watchdog had to stop
 * it, it falls, too.
 *
 * starve: one warp runs only when no other thread can, or when it has been passed over a few thousand times, as others
 * may spin until it comes. */
#include "machine.h"

enum { HIGHEST = 1 << 20, SPIN = 512, LONGEST_LOG = 14, PASSES = 4096, PASSES_OF_A_STOP = 512 };

/* Whether it was the watchdog that let others run. */
static bool was_stopped(emu_worker *worker)
{
    unsigned stops = atomic_load_explicit(&worker->leader->preemptions, memory_order_relaxed);
    bool changed = stops != worker->stops;
    worker->stops = stops;
    return changed;
}

/* A lane of the warp: they take turns, whatever other warps do between. */
static int thread_of(emu_worker *worker, unsigned warp)
{
    unsigned bits = worker->runnable[1 + warp], above = bits & ~1u << worker->latest[warp];
    worker->latest[warp] = (unsigned char)__builtin_ctz(above ? above : bits);
    return (int)(warp * EMU_WARP + worker->latest[warp]);
}

int emu_priority_pick(emu_worker *worker, int after)
{
    (void)after;
    const struct emu_priorities *all = &worker->priorities;
    int best = -1;
    for (unsigned warp = 0; warp < worker->warps; warp++)
        if (worker->runnable[1 + warp] && (best < 0 || all->of[warp] > all->of[best]))
            best = (int)warp;
    return best < 0 ? -1 : thread_of(worker, (unsigned)best);
}

/* Steps until the next thing that the schedule is asked for a yield interval. */
static unsigned span(const struct emu_priorities *all)
{
    uint64_t left = all->next < all->changes ? all->change[all->next] - all->step : SPIN;
    return left < SPIN ? (unsigned)left : SPIN;
}

unsigned emu_priority_yield_interval(emu_worker *worker)
{
    struct emu_priorities *all = &worker->priorities;
    unsigned warp = emu_here.thread->rank / EMU_WARP;
    bool spent = worker->yield_budget == 0; /* else a barrier or the like lets others run */
    all->step += worker->yield_interval - worker->yield_budget + !spent;
    if (all->next < all->changes && all->step >= all->change[all->next]) {
        all->of[warp] = --all->lowest;
        while (all->next < all->changes && all->step >= all->change[all->next])
            all->next++;
    } else if (was_stopped(worker) || spent) {
        if (!spent || all->spins == (int)warp)
            all->of[warp] = --all->lowest;
        all->spins = all->spins == (int)warp ? -1 : (int)warp;
    }
    return span(all);
}

void emu_priority_begin(emu_worker *worker)
{
    struct emu_priorities *all = &worker->priorities;
    all->lowest = HIGHEST;
    all->step = 0;
    all->spins = -1;
    all->next = 0;
    all->changes = worker->options.schedule_detail - 1;
    for (unsigned i = 0; i < worker->warps; i++) { /* a shuffle, from the inside out */
        unsigned at = (unsigned)((uint64_t)emu_schedule_number(&worker->random) * (i + 1) >> 32);
        all->of[i] = all->of[at];
        all->of[at] = HIGHEST + i;
    }
    for (unsigned i = 0; i < all->changes; i++) {
        unsigned log = emu_schedule_number(&worker->random) % LONGEST_LOG;
        uint64_t change = (1u << log) + emu_schedule_number(&worker->random) % (1u << log);
        unsigned at = i;
        for (; at > 0 && all->change[at - 1] > change; at--)
            all->change[at] = all->change[at - 1];
        all->change[at] = change;
    }
    worker->yield_budget = worker->yield_interval = span(all);
}

int emu_starve_pick(emu_worker *worker, int after)
{
    unsigned starved = worker->options.schedule_detail;
    bool waits = starved < worker->warps && worker->runnable[1 + starved];
    worker->passes += was_stopped(worker) ? PASSES_OF_A_STOP : 1;
    if (waits && worker->passes > PASSES) {
        worker->passes = 0;
        return thread_of(worker, starved);
    }
    /* The others by rank, upwards, from where they were when the starved warp had its turn. */
    if (after >= 0 && (unsigned)after / EMU_WARP != starved)
        worker->latest_fed = after;
    unsigned start = (unsigned)worker->latest_fed / EMU_WARP, thread = (unsigned)worker->latest_fed % EMU_WARP;
    for (unsigned i = 0; i <= worker->warps; i++) {
        unsigned warp = (start + i) % worker->warps, bits = warp == starved ? 0 : worker->runnable[1 + warp];
        if (i == 0)
            bits &= ~1u << thread;
        if (bits)
            return (int)(warp * EMU_WARP) + __builtin_ctz(bits);
    }
    worker->passes = 0;
    return waits ? thread_of(worker, starved) : -1;
}
