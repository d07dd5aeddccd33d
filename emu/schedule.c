/* Which lane runs next: an order over the runnable lanes, behind one interface.
 *
 * round-robin: by rank, upwards; reverse: downwards; random: any, drawn from the seed and the block's number, so that
 * a run can be repeated whichever worker gets the block.
 */
#include "machine.h"

#include <sched.h>

#include "switch.h"

static int next_up(emu_worker *worker, int after)
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

/* xorshift64*, of 32 good bits. */
static unsigned draw(emu_worker *worker)
{
    uint64_t x = worker->random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    worker->random = x;
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
    unsigned chosen = (unsigned)((uint64_t)draw(worker) * total >> 32), warp = 0, count;
    while (chosen >= (count = (unsigned)__builtin_popcount(runnable[warp]))) {
        chosen -= count;
        warp++;
    }
    unsigned bits = runnable[warp];
    for (; chosen > 0; chosen--)
        bits &= bits - 1;
    return (int)(warp * EMU_WARP) + __builtin_ctz(bits);
}

static unsigned random_patience(emu_worker *worker)
{
    return 1 + draw(worker) % 8;
}

static const emu_schedule schedules[] = {
    [EMU_SCHEDULE_ROUND_ROBIN] = {"round-robin", 1, next_up, 0, false},
    [EMU_SCHEDULE_REVERSE] = {"reverse", -1, next_down, 0, false},
    [EMU_SCHEDULE_RANDOM] = {"random", 0, next_random, random_patience, true},
};

const emu_schedule *emu_schedule_of(const emu_options *options)
{
    unsigned count = sizeof schedules / sizeof schedules[0];
    return &schedules[options->schedule < count ? options->schedule : EMU_SCHEDULE_ROUND_ROBIN];
}

void emu_schedule_begin(emu_worker *worker)
{
    /* splitmix64: neighbouring blocks and seeds get unlike orders. */
    uint64_t x = worker->options.seed * 0x9e3779b97f4a7c15ull + worker->block + 1;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    x ^= x >> 31;
    worker->random = x ? x : 1;
}

__attribute__((noinline)) void emu_go_to_another(emu_worker *worker, emu_lane *me)
{
    int next = worker->schedule->pick(worker, (int)me->at.rank);
    if (next < 0)
        emu_fail(worker, LW_ERROR_DEADLOCK, 0);
    emu_go(worker, me, worker->lane + next);
}

__attribute__((noinline)) bool emu_yield(emu_worker *worker, uintptr_t pc)
{
    emu_lane *me = emu_current();
    int rank = (int)me->at.rank, next = rank + worker->step;
    if (worker->schedule->patience)
        worker->patience = worker->schedule->patience(worker);
    worker->credit = worker->patience;
    me->pc = pc;
    emu_heed(worker, 0);
    if (next == rank || !emu_is_runnable(worker, next))
        next = worker->schedule->pick(worker, rank);
    if (next == rank) {
        /* Who waits for another block must leave it a processor. */
        if (++worker->lonely % 64 == 0)
            sched_yield();
        return false;
    }
    worker->lonely = 0;
    emu_go(worker, me, worker->lane + next);
    return true;
}
