/* Teams: how OS threads share the blocks of a cooperative grid, phase by phase. */
#include "team.h"

#include <sched.h>
#include <string.h>
#include <time.h>

#include "../host/futex.h"
#include "../host/lock.h"

/* Times in ns. SHARE, JOIN: the cost of sharing work at all, and of each further thread (as in team_size.c). CALL:
 * after so much work others are called, or woken, which takes half as long. PATIENCE: a thread without a part in a
 * phase helps once the phase lasts longer. POLL: the longest sleep. MOST_WORK: longer work counts as this much. */
enum { SHARE_NS = 1300, JOIN_NS = 300, CALL_NS = 20000, PATIENCE_NS = 2000, POLL_NS = 500000, MOST_WORK_NS = 100000 };
enum { PAUSES = 32, YIELD_PERIOD = 8 /* between calls of sched_yield() */, TIMED_PHASES = 8 };
enum { THREAD_BITS = 8, MEMBER_BITS = 24 };

unsigned emu_team_limit;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t bit(unsigned place)
{
    return (uint64_t)1 << place;
}

static uint64_t number_of(uint64_t phase)
{
    return phase >> THREAD_BITS;
}

static unsigned threads_of(uint64_t phase)
{
    return (unsigned)(phase & ((1u << THREAD_BITS) - 1));
}

static uint64_t phase_of(uint64_t number, unsigned threads)
{
    return number << THREAD_BITS | threads;
}

/* How many threads work of `ns` is worth. One more thread saves ns / threads - ns / (threads + 1). */
static unsigned worth_threads(const emu_team *team, uint64_t ns)
{
    unsigned threads = 1;
    while (threads < team->max_threads && ns >= (uint64_t)threads * (threads + 1) * JOIN_NS)
        threads++;
    return ns - ns / threads >= SHARE_NS + threads * JOIN_NS ? threads : 1;
}

/* Wakes the sleepers. */
static void wake_sleepers(emu_team *team)
{
    atomic_fetch_add_explicit(&team->wake_word, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&team->sleepers, memory_order_seq_cst))
        emu_futex_wake_all(&team->wake_word);
}

/* Whether more threads could be called or woken, and fewer than `threads` are awake. */
static bool is_short_of_threads(emu_team *team, unsigned threads)
{
    if (team->call && atomic_load_explicit(&team->called, memory_order_relaxed) < threads)
        return true;
    unsigned sleepers = atomic_load_explicit(&team->sleepers, memory_order_relaxed);
    if (!sleepers)
        return false;
    uint64_t places = atomic_load_explicit(&team->places, memory_order_relaxed);
    return (unsigned)__builtin_popcountll(places) < threads + sleepers;
}

static void call(emu_team *team, unsigned threads)
{
    if (team->call && atomic_load_explicit(&team->called, memory_order_relaxed) < threads) {
        atomic_store_explicit(&team->called, threads, memory_order_relaxed);
        team->call(team, threads);
    }
    wake_sleepers(team);
}

/* ---- opening, joining and ending ---- */
void emu_team_open(emu_team *team, unsigned members)
{
    team->members = members;
    if (team->max_threads > members)
        team->max_threads = members;
    team->recent_work = team->unshared_work = 0;
    memset(&team->trial, 0, sizeof team->trial);
    atomic_init(&team->called, 1);
    atomic_init(&team->wake_word, 0);
    atomic_init(&team->sleepers, 0);
    atomic_init(&team->places, 0);
    atomic_init(&team->ended, 0);
    atomic_init(&team->remaining, members);
    for (unsigned i = 0; i < team->max_threads; i++) {
        atomic_init(&team->place[i].next, 0);
        atomic_init(&team->place[i].thread, NULL);
    }
    atomic_init(&team->phase, phase_of(1, 1));
}

emu_team_slot emu_team_join(emu_team *team, void *thread, bool leads)
{
    uint64_t places = atomic_load_explicit(&team->places, memory_order_relaxed),
             all = ~(uint64_t)0 >> (64 - team->max_threads);
    unsigned place;
    do {
        while (!(~places & all)) { /* a thread is about to leave */
            sched_yield();
            places = atomic_load_explicit(&team->places, memory_order_relaxed);
        }
        place = (unsigned)__builtin_ctzll(~places & all);
    } while (!atomic_compare_exchange_weak_explicit(&team->places, &places, places | bit(place), memory_order_seq_cst,
                                                    memory_order_relaxed));
    atomic_store_explicit(&team->place[place].thread, thread, memory_order_release);
    emu_team_slot slot = {.place = place, .leads = leads};
    if (leads) {
        slot.phase = atomic_load_explicit(&team->phase, memory_order_relaxed);
        slot.has_looked = true;
        slot.checks_calls = team->max_threads > 1; /* the length of the first phase is unknown */
        slot.began = team->phase_began = slot.checks_calls ? now() : 0;
    }
    return slot;
}

void emu_team_leave(emu_team *team, const emu_team_slot *slot)
{
    atomic_store_explicit(&team->place[slot->place].thread, NULL, memory_order_relaxed);
    atomic_fetch_and_explicit(&team->places, ~bit(slot->place), memory_order_seq_cst);
}

void *emu_team_thread(emu_team *team, unsigned place)
{
    return place < team->max_threads ? atomic_load_explicit(&team->place[place].thread, memory_order_acquire) : NULL;
}

void emu_team_end(emu_team *team)
{
    atomic_store_explicit(&team->phase, EMU_TEAM_OVER, memory_order_seq_cst);
    wake_sleepers(team);
}

bool emu_team_has_ended(const emu_team *team)
{
    return atomic_load_explicit(&team->phase, memory_order_acquire) == EMU_TEAM_OVER;
}

/* A thread that joins from now on finds the team ended before it takes a member. */
void emu_team_await_others(emu_team *team)
{
    enum { YIELDS = 100, PAUSE_NS = 100000 };
    for (unsigned i = 0; atomic_load_explicit(&team->places, memory_order_seq_cst); i++) {
        struct timespec pause = {0, PAUSE_NS};
        if (i < YIELDS)
            sched_yield();
        else
            nanosleep(&pause, NULL);
    }
}

/* ---- a phase ---- */
/* Relaxed: the number of the phase carried what the phase before did to a member. A thread that was delayed finds a
 * later number in `next`. */
static bool take_from_part(emu_team *team, uint64_t phase, unsigned part, unsigned *member)
{
    uint64_t number = number_of(phase), members = team->members;
    uint64_t threads = threads_of(phase), first = members * part / threads, end = members * (part + 1) / threads;
    _Atomic uint64_t *next = &team->place[part].next;
    uint64_t previous = atomic_load_explicit(next, memory_order_relaxed);
    for (;;) {
        uint64_t phase_number = previous >> MEMBER_BITS,
                 at = phase_number == number ? previous & ((1u << MEMBER_BITS) - 1) : first;
        if (phase_number > number || at >= end)
            return false;
        if (atomic_compare_exchange_weak_explicit(next, &previous, number << MEMBER_BITS | (at + 1),
                                                  memory_order_relaxed, memory_order_relaxed)) {
            *member = (unsigned)at;
            return true;
        }
    }
}

bool emu_team_take_shared(emu_team *team, emu_team_slot *slot, unsigned *member)
{
    unsigned threads = threads_of(slot->phase), own = slot->place % threads;
    for (unsigned i = 0, part = own; i < threads; i++, part = part + 1 < threads ? part + 1 : 0)
        if (take_from_part(team, slot->phase, part, member)) {
            if (!slot->began)
                slot->began = now();
            slot->checks_calls = team->recent_work >= CALL_NS;
            return true;
        }
    return false;
}

void emu_team_call_if_worth(emu_team *team, emu_team_slot *slot)
{
    if (team->max_threads == 1 || slot->called == slot->phase || !is_short_of_threads(team, team->max_threads))
        return;
    unsigned remaining = (uint32_t)atomic_load_explicit(&team->remaining, memory_order_relaxed);
    unsigned left = remaining > slot->count ? remaining - slot->count : 0;
    uint64_t took = left ? now() - slot->began : 0;
    if (took < CALL_NS)
        return;
    slot->called = slot->phase;
    if (emu_team_is_alone(team)) /* the members before `count` were run by this thread */
        atomic_store_explicit(&team->place[0].next, number_of(slot->phase) << MEMBER_BITS | slot->count,
                              memory_order_relaxed);
    unsigned threads = worth_threads(team, took / slot->count * left);
    call(team, threads > 2 ? threads : 2);
}

/* Short phases that one thread runs are timed several at once. */
static bool is_timed(const emu_team *team, uint64_t phase)
{
    return !emu_team_is_alone(team) ||
           (team->max_threads > 1 && (team->recent_work >= SHARE_NS || number_of(phase) % TIMED_PHASES == 1));
}

bool emu_team_finish(emu_team *team, emu_team_slot *slot)
{
    if (!slot->count)
        return false;
    if (!is_timed(team, slot->phase)) { /* then this thread is alone, and has run all members */
        slot->ran = slot->count;
        slot->count = 0;
        slot->untimed++;
        return true;
    }
    slot->ran = slot->count;
    uint64_t end = now(), ns = (end - slot->began) / (slot->untimed + 1);
    ns = ns < MOST_WORK_NS ? ns : MOST_WORK_NS;
    uint64_t before = atomic_fetch_add_explicit(&team->remaining, (ns << 32) - slot->count, memory_order_acq_rel);
    bool last = (uint32_t)before == slot->count;
    slot->count = slot->untimed = 0;
    slot->began = last ? end : 0;
    slot->spins_until = 0;
    return last;
}

/* How many threads the next phase is for. In short phases other threads may cost more than they save, because the data
 * must come from their caches. So some phases run on one thread and some on several, as a trial. The faster way is kept
 * until the work per phase becomes much more or much less. */
static unsigned choose(emu_team *team, uint64_t phase, uint64_t took, bool was_shared)
{
    enum { ALONE_PHASES = 8, SHARED_PHASES = 16, SHORT_NS = 50000 };
    unsigned threads = worth_threads(team, team->recent_work);
    if (threads == 1 || team->recent_work >= SHORT_NS)
        return threads;
    if (team->trial.decided_at &&
        (team->recent_work > 2 * team->trial.decided_at || team->recent_work < team->trial.decided_at / 2))
        memset(&team->trial, 0, sizeof team->trial);
    if (!team->trial.decided_at) {
        if (threads_of(phase) == 1 && team->trial.alone_phases < ALONE_PHASES) {
            team->trial.alone += took;
            team->trial.alone_phases++;
        } else if (was_shared) {
            team->trial.shared += took;
            team->trial.shared_phases++;
        }
        if (team->trial.alone_phases < ALONE_PHASES)
            return 1;
        if (team->trial.shared_phases < SHARED_PHASES)
            return threads;
        team->trial.decided_at = team->recent_work;
        team->trial.declined = team->trial.shared * ALONE_PHASES >= team->trial.alone * SHARED_PHASES;
    }
    return team->trial.declined ? 1 : threads;
}

bool emu_team_next(emu_team *team, emu_team_slot *slot)
{
    uint64_t work = atomic_load_explicit(&team->remaining, memory_order_relaxed) >> 32,
             decayed = team->recent_work - team->recent_work / 8;
    if (is_timed(team, slot->phase))
        team->recent_work = work > decayed ? work : decayed;
    unsigned threads = choose(team, slot->phase, slot->began - team->phase_began, slot->ran < team->members);
    team->phase_began = slot->began;
    bool must_call = false, alone = emu_team_is_alone(team);
    if (threads > 1 && is_short_of_threads(team, threads)) {
        team->unshared_work += work;
        must_call = team->unshared_work >= CALL_NS;
        team->unshared_work = must_call ? 0 : team->unshared_work;
    }
    slot->checks_calls = team->max_threads > 1 && team->recent_work >= CALL_NS;
    atomic_store_explicit(&team->remaining, team->members, memory_order_relaxed);
    /* From here on another thread may end the current phase. */
    uint64_t phase = slot->phase, next = phase_of(number_of(phase) + 1, alone && !must_call ? 1 : threads);
    if (alone)
        atomic_store_explicit(&team->phase, next, memory_order_relaxed);
    else if (!atomic_compare_exchange_strong_explicit(&team->phase, &phase, next, memory_order_seq_cst,
                                                      memory_order_seq_cst))
        return false;
    slot->phase = next;
    slot->has_looked = true;
    if (must_call)
        call(team, threads);
    return true;
}

/* ---- waiting ---- */
static void sleep_a_while(emu_team *team, const emu_team_slot *slot)
{
    unsigned wake_word = atomic_load_explicit(&team->wake_word, memory_order_seq_cst);
    atomic_fetch_add_explicit(&team->sleepers, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&team->phase, memory_order_seq_cst) == slot->phase)
        emu_futex_wait_for(&team->wake_word, wake_word, POLL_NS);
    atomic_fetch_sub_explicit(&team->sleepers, 1, memory_order_seq_cst);
}

/* Whether the thread must look for members of the current phase now. */
static bool must_look(emu_team_slot *slot, uint64_t phase)
{
    if (phase != slot->phase) {
        slot->phase = phase;
        slot->has_looked = false;
        slot->helps_at = 0;
    }
    if (slot->has_looked || slot->place >= threads_of(phase))
        return false;
    slot->has_looked = true;
    return true;
}

/* Whether the thread helps in a phase that it has no part in, because the phase lasts long. */
static bool must_help(emu_team_slot *slot, uint64_t time)
{
    if (slot->has_looked)
        return false;
    if (!slot->helps_at)
        slot->helps_at = time + PATIENCE_NS;
    slot->has_looked = time >= slot->helps_at;
    return slot->has_looked;
}

emu_team_action emu_team_wait(emu_team *team, emu_team_slot *slot)
{
    for (unsigned rounds = 1;; rounds++) {
        for (int i = 0; i < PAUSES; i++) {
            uint64_t phase = atomic_load_explicit(&team->phase, memory_order_seq_cst);
            if (phase == EMU_TEAM_OVER)
                return EMU_TEAM_LEAVE;
            if (must_look(slot, phase))
                return EMU_TEAM_RUN;
            emu_pause();
        }
        if (!slot->leads && team->unserved && atomic_load_explicit(team->unserved, memory_order_relaxed))
            return EMU_TEAM_LEAVE;
        uint64_t time = now();
        if (must_help(slot, time))
            return EMU_TEAM_RUN;
        if (!slot->spins_until)
            slot->spins_until = time + team->spin_ns;
        if (time >= slot->spins_until) {
            sleep_a_while(team, slot);
            return EMU_TEAM_POLL;
        }
        if (rounds % YIELD_PERIOD == 0)
            sched_yield();
    }
}
