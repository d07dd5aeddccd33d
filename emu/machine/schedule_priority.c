/* Unfair schedules, which find bugs of order that a fair schedule hides.
 *
 * pct: probabilistic concurrency testing (Burckhardt et al., 2010). Each warp has a random priority; the runnable warp
 * with the highest one runs. At depth - 1 random steps, the change points, the running warp's priority drops below all
 * others. A bug that needs `depth` events in one order is found with a probability that does not depend on the number
 * of interleavings. The number of a block's steps is not known in advance, so the logarithm of a change point is drawn.
 * A warp that spins would keep the warp that it waits for from running. So its priority also drops after two used-up
 * yield budgets in a row, or when the watchdog has preempted it.
 *
 * starve: one warp runs only when no other thread can, or after it was passed over PASSES times, because other threads
 * may spin until it acts. */
#include "machine.h"

enum { HIGHEST = 1 << 20, SPIN_STEPS = 512, LONGEST_LOG = 14, PASSES = 4096, PASSES_OF_A_PREEMPTION = 512 };

/* Whether the watchdog has preempted the block since the last call. */
static bool was_preempted(emu_worker *worker)
{
    unsigned preemptions = atomic_load_explicit(&worker->leader->preemptions, memory_order_relaxed);
    bool changed = preemptions != worker->preemptions_seen;
    worker->preemptions_seen = preemptions;
    return changed;
}

/* The warp's next lane, as a thread's rank. Lanes take turns, whatever other warps run in between. */
static int next_lane(emu_worker *worker, unsigned warp)
{
    unsigned bits = worker->runnable[1 + warp], above = bits & ~1u << worker->last_lane[warp];
    worker->last_lane[warp] = (unsigned char)__builtin_ctz(above ? above : bits);
    return (int)(warp * EMU_WARP + worker->last_lane[warp]);
}

int emu_priority_pick(emu_worker *worker, int after)
{
    (void)after;
    const struct emu_priorities *all = &worker->priorities;
    int best = -1;
    for (unsigned warp = 0; warp < worker->warps; warp++)
        if (worker->runnable[1 + warp] && (best < 0 || all->priority[warp] > all->priority[best]))
            best = (int)warp;
    return best < 0 ? -1 : next_lane(worker, (unsigned)best);
}

/* Steps until the running warp must let others run: to the next change point, at most SPIN_STEPS. */
static unsigned steps_to_yield(const struct emu_priorities *all)
{
    uint64_t left = all->next_change_point < all->change_points ? all->change_point[all->next_change_point] - all->step
                                                                : SPIN_STEPS;
    return left < SPIN_STEPS ? (unsigned)left : SPIN_STEPS;
}

unsigned emu_priority_yield_interval(emu_worker *worker)
{
    struct emu_priorities *all = &worker->priorities;
    unsigned warp = emu_here.thread->rank / EMU_WARP;
    bool spent = worker->yield_budget == 0; /* else the thread yields at a barrier or the like */
    all->step += worker->yield_interval - worker->yield_budget + !spent;
    if (all->next_change_point < all->change_points && all->step >= all->change_point[all->next_change_point]) {
        all->priority[warp] = --all->lowest;
        while (all->next_change_point < all->change_points && all->step >= all->change_point[all->next_change_point])
            all->next_change_point++;
    } else if (was_preempted(worker) || spent) {
        if (!spent || all->spinning_warp == (int)warp)
            all->priority[warp] = --all->lowest;
        all->spinning_warp = all->spinning_warp == (int)warp ? -1 : (int)warp;
    }
    return steps_to_yield(all);
}

void emu_priority_begin(emu_worker *worker)
{
    struct emu_priorities *all = &worker->priorities;
    all->lowest = HIGHEST;
    all->step = 0;
    all->spinning_warp = -1;
    all->next_change_point = 0;
    all->change_points = worker->options.schedule_detail - 1;
    for (unsigned i = 0; i < worker->warps; i++) { /* a shuffle, from the inside out */
        unsigned at = (unsigned)((uint64_t)emu_schedule_number(&worker->random) * (i + 1) >> 32);
        all->priority[i] = all->priority[at];
        all->priority[at] = HIGHEST + i;
    }
    for (unsigned i = 0; i < all->change_points; i++) {
        unsigned log = emu_schedule_number(&worker->random) % LONGEST_LOG;
        uint64_t step = (1u << log) + emu_schedule_number(&worker->random) % (1u << log);
        unsigned at = i;
        for (; at > 0 && all->change_point[at - 1] > step; at--)
            all->change_point[at] = all->change_point[at - 1];
        all->change_point[at] = step;
    }
    worker->yield_budget = worker->yield_interval = steps_to_yield(all);
}

int emu_starve_pick(emu_worker *worker, int after)
{
    unsigned starved = worker->options.schedule_detail;
    bool waits = starved < worker->warps && worker->runnable[1 + starved];
    worker->passed_over += was_preempted(worker) ? PASSES_OF_A_PREEMPTION : 1;
    if (waits && worker->passed_over > PASSES) {
        worker->passed_over = 0;
        return next_lane(worker, starved);
    }
    /* The other warps by ascending rank, from where they were before the starved warp's turn. */
    if (after >= 0 && (unsigned)after / EMU_WARP != starved)
        worker->last_unstarved = after;
    unsigned start = (unsigned)worker->last_unstarved / EMU_WARP, thread = (unsigned)worker->last_unstarved % EMU_WARP;
    for (unsigned i = 0; i <= worker->warps; i++) {
        unsigned warp = (start + i) % worker->warps, bits = warp == starved ? 0 : worker->runnable[1 + warp];
        if (i == 0)
            bits &= ~1u << thread;
        if (bits)
            return (int)(warp * EMU_WARP) + __builtin_ctz(bits);
    }
    worker->passed_over = 0;
    return waits ? next_lane(worker, starved) : -1;
}
