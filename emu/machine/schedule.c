/* Schedules: which thread runs next, as an order of the runnable threads; and which block begins next.
 *
 * round-robin: by ascending rank. reverse: by descending rank, and a thread lets the next one run after a few atomics,
 * also between a load and the store that relies on it. random: drawn from the seed and the block's number, so a run can
 * be repeated on any worker. pct and starve choose among warps (schedule_priority.c); lockstep among lanes of a warp by
 * their places (lockstep.c). Blocks begin in the same order as threads; with pct at random, with starve as with
 * round-robin.
 */
#include "machine.h"

#include <sched.h>
#include <string.h>

#include "lockstep.h"
#include "resident.h"
#include "switch.h"

int emu_round_robin_pick(emu_worker *worker, int after)
{
    const unsigned *runnable = worker->runnable + 1;
    int warps = (int)worker->warps, start = after < 0 ? 0 : after >> 5;
    unsigned above = after < 0 ? ~0u : ~1u << (after & 31);
    if (runnable[start] & above)
        return start * EMU_WARP + __builtin_ctz(runnable[start] & above);
    for (int i = start + 1; i < warps; i++)
        if (runnable[i])
            return i * EMU_WARP + __builtin_ctz(runnable[i]);
    for (int i = 0; i <= start; i++)
        if (runnable[i])
            return i * EMU_WARP + __builtin_ctz(runnable[i]);
    return -1;
}

static int next_down(emu_worker *worker, int after)
{
    const unsigned *runnable = worker->runnable + 1;
    int warps = (int)worker->warps, start = after < 0 ? warps - 1 : after >> 5;
    unsigned below = after < 0 ? ~0u : (1u << (after & 31)) - 1;
    if (runnable[start] & below)
        return start * EMU_WARP + 31 - __builtin_clz(runnable[start] & below);
    for (int i = start - 1; i >= 0; i--)
        if (runnable[i])
            return i * EMU_WARP + 31 - __builtin_clz(runnable[i]);
    for (int i = warps - 1; i >= start; i--)
        if (runnable[i])
            return i * EMU_WARP + 31 - __builtin_clz(runnable[i]);
    return -1;
}

/* xorshift64*: the high 32 bits. */
unsigned emu_schedule_number(uint64_t *random)
{
    uint64_t x = *random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *random = x;
    return (unsigned)(x * 0x2545f4914f6cdd1dull >> 32);
}

static int next_random(emu_worker *worker, int after)
{
    (void)after;
    const unsigned *runnable = worker->runnable + 1;
    unsigned total = 0;
    for (unsigned i = 0; i < worker->warps; i++)
        total += (unsigned)__builtin_popcount(runnable[i]);
    if (total == 0)
        return -1;
    unsigned chosen = (unsigned)((uint64_t)emu_schedule_number(&worker->random) * total >> 32), warp = 0, count;
    while (chosen >= (count = (unsigned)__builtin_popcount(runnable[warp]))) {
        chosen -= count;
        warp++;
    }
    unsigned bits = runnable[warp];
    for (; chosen > 0; chosen--)
        bits &= bits - 1;
    return (int)(warp * EMU_WARP) + __builtin_ctz(bits);
}

static unsigned short_yield_interval(emu_worker *worker)
{
    return 1 + emu_schedule_number(&worker->random) % 8;
}

static void short_interval_begin(emu_worker *worker)
{
    worker->yield_budget = worker->yield_interval = short_yield_interval(worker);
}

static const emu_schedule schedules[] = {
    [EMU_SCHEDULE_ROUND_ROBIN] = {1, emu_round_robin_pick, 0, false, 0},
    [EMU_SCHEDULE_REVERSE] = {-1, next_down, short_yield_interval, false, short_interval_begin},
    [EMU_SCHEDULE_RANDOM] = {0, next_random, short_yield_interval, true, short_interval_begin},
    [EMU_SCHEDULE_STARVE] = {0, emu_starve_pick, 0, true, 0},
    [EMU_SCHEDULE_PCT] = {0, emu_priority_pick, emu_priority_yield_interval, true, emu_priority_begin},
    [EMU_SCHEDULE_LOCKSTEP] = {0, emu_lockstep_pick, 0, false, emu_lockstep_begin},
};

const emu_schedule *emu_schedule_of(const emu_options *options)
{
    unsigned count = sizeof schedules / sizeof schedules[0];
    return &schedules[options->schedule < count ? options->schedule : EMU_SCHEDULE_ROUND_ROBIN];
}

void emu_worker_set_schedule(emu_worker *worker, const emu_options *options)
{
    worker->options.schedule = options->schedule;
    worker->options.schedule_detail = options->schedule_detail;
    worker->options.seed = options->seed;
    emu_schedule_use(worker, emu_schedule_of(options));
}

void emu_schedule_use(emu_worker *worker, const emu_schedule *schedule)
{
    worker->schedule = schedule;
    worker->step = schedule->step;
    worker->yield_budget = worker->yield_interval = EMU_YIELD_INTERVAL;
}

/* splitmix64, so that neighbouring blocks and seeds get different orders. */
static uint64_t mix(uint64_t seed, uint64_t number)
{
    uint64_t x = seed * 0x9e3779b97f4a7c15ull + number + 1;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    x ^= x >> 31;
    return x ? x : 1;
}

void emu_schedule_begin(emu_worker *worker)
{
    worker->random = mix(worker->options.seed, worker->block);
    worker->random_copies = mix(~worker->options.seed, worker->block);
    worker->passed_over = 0;
    worker->last_unstarved = (int)worker->threads - 1;
    memset(worker->last_lane, EMU_WARP - 1, sizeof worker->last_lane);
    worker->yield_budget = worker->yield_interval = EMU_YIELD_INTERVAL;
    if (worker->schedule->begin)
        worker->schedule->begin(worker);
}

unsigned emu_schedule_draw(emu_worker *worker, unsigned limit)
{
    return (unsigned)((uint64_t)emu_schedule_number(&worker->random_copies) * limit >> 32);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

uint64_t emu_schedule_item(const emu_options *options, uint64_t turn, uint64_t items)
{
    if (options->schedule == EMU_SCHEDULE_REVERSE)
        return items - 1 - turn;
    if (options->schedule != EMU_SCHEDULE_RANDOM && options->schedule != EMU_SCHEDULE_PCT)
        return turn;
    /* Steps around the items with a stride coprime to their number, which visits each once. */
    uint64_t stride = mix(options->seed, items) % items;
    while (common_divisor(stride, items) != 1)
        stride++;
    return (uint64_t)(((unsigned __int128)stride * turn + mix(options->seed, 0)) % items);
}

void emu_switch_with_sanitizer(emu_worker *worker, emu_thread *me, emu_thread *to)
{
    emu_sanitizer_leave(&me->sanitizer, emu_stack_low(&worker->stacks, to->stack),
                        worker->stacks.pitch - worker->stacks.guard);
    emu_fiber_switch(&me->context, to->context);
    emu_sanitizer_arrive(me->sanitizer);
}

__attribute__((noinline)) void emu_switch_to_next(emu_worker *worker, emu_thread *me)
{
    enum { SWITCHES_OF_A_TURN = 256 }; /* as in emu_blocks_poll() */
    int next;
    if (__builtin_expect(emu_blocks_poll(worker->gang), 0) && emu_begin_another_block(worker, me))
        return;
    /* A block may poll, through barriers or votes, for an action of another block of the gang. Then it always has a
     * runnable thread, so it must leave the OS thread now and then. */
    if (worker->gang->size > 1 && ++worker->switches >= SWITCHES_OF_A_TURN) {
        worker->switches = 0;
        if (emu_gang_switch(worker, me))
            return;
    }
    while ((next = worker->schedule->pick(worker, (int)me->at.rank)) < 0) {
        if (emu_gang_switch(worker, me))
            return;
        if (!emu_async_progress(worker))
            emu_fail(worker, LW_ERROR_DEADLOCK, 0);
    }
    if (next != (int)me->at.rank) /* equal if a copy has woken this thread */
        emu_switch_to(worker, me, worker->thread + next);
}

__attribute__((noinline)) bool emu_yield(emu_worker *worker, uintptr_t pc)
{
    enum { YIELDS_TO_SEARCH = 16, YIELDS_TO_SCHED_YIELD = 64 };
    emu_thread *me = emu_current();
    int rank = (int)me->at.rank, next = rank + worker->step;
    if (worker->schedule->yield_interval)
        worker->yield_interval = worker->schedule->yield_interval(worker);
    worker->yield_budget = worker->yield_interval;
    me->pc = pc;
    worker->has_pcs = true;
    emu_stop_if_cancelled(worker, 0);
    if (worker->grid->fused)
        return false;
    if (__builtin_expect(worker->gang->has_async, 0))
        emu_async_poll(worker);
    if (worker->gang->may_grow && emu_block_spins(worker, me, pc) && emu_begin_another_block(worker, me))
        return true;
    if (next == rank || !emu_is_runnable(worker, next))
        next = worker->schedule->pick(worker, rank);
    /* All threads of the block may poll for an action of another block of the gang. Searching a large gang takes long,
     * so it is done once each thread has had a turn; for a lone runnable thread, at every YIELDS_TO_SEARCH-th yield. */
    bool stays = worker->gang->may_grow && worker->polls.fresh;
    if (worker->gang->size > 1 && !stays &&
        (next == rank ? worker->futile_yields % YIELDS_TO_SEARCH == 0 : ++worker->switches >= worker->live)) {
        worker->switches = 0;
        if (emu_gang_switch(worker, me)) {
            worker->futile_yields = 0;
            return true;
        }
    }
    if (next == rank) {
        /* A thread that waits for another block must leave it a processor. */
        if (++worker->futile_yields % YIELDS_TO_SCHED_YIELD == 0)
            sched_yield();
        return false;
    }
    worker->futile_yields = 0;
    emu_switch_to(worker, me, worker->thread + next);
    return true;
}
