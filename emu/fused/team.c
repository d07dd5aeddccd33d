/* Teams: how OS threads share the blocks of a cooperative grid, phase by phase. */
#include "team.h"

#include <sched.h>
#include <string.h>
#include <time.h>

#include "../host/futex.h"
#include "../host/lock.h"

/* Times in ns. OTHERS, JOIN: the cost of sharing work at all, and of each further thread (as in team_size.c). CALL:
 * after so much work others are called, or woken, which takes half as long. PATIENCE: a thread without a part in a
 * phase helps once the phase lasts longer. LOOK: the longest sleep. MOST_WORK: longer work counts as this much. */
enum { OTHERS_NS = 1300, JOIN_NS = 300, CALL_NS = 20000, PATIENCE_NS = 2000, LOOK_NS = 500000, MOST_WORK_NS = 100000 };
enum { PAUSES = 32, LOOKS = 8 /* between calls of sched_yield() */, PHASES = 8 };
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
static unsigned worth(const emu_team *team, uint64_t ns)
{
    unsigned threads = 1;
    while (threads < team->most && ns >= (uint64_t)threads * (threads + 1) * JOIN_NS)
        threads++;
    return ns - ns / threads >= OTHERS_NS + threads * JOIN_NS ? threads : 1;
}

/* Wakes the sleepers. */
static void ring(emu_team *team)
{
    atomic_fetch_add_explicit(&team->bell, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&team->sleepers, memory_order_seq_cst))
        emu_futex_wake_all(&team->bell);
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
    ring(team);
}

/* ---- opening, joining and ending */
void emu_team_open(emu_team *team, unsigned members)
{
    team->members = members;
    if (team->most > members)
        team->most = members;
    team->recent = team->owed = 0;
    memset(&team->trial, 0, sizeof team->trial);
    atomic_init(&team->called, 1);
    atomic_init(&team->bell, 0);
    atomic_init(&team->sleepers, 0);
    atomic_init(&team->places, 0);
    atomic_init(&team->ended, 0);
    atomic_init(&team->rest, members);
    for (unsigned i = 0; i < team->most; i++) {
        atomic_init(&team->place[i].next, 0);
        atomic_init(&team->place[i].thread, NULL);
    }
    atomic_init(&team->phase, phase_of(1, 1));
}

emu_team_slot emu_team_join(emu_team *team, void *thread, bool leads)
{
    uint64_t places = atomic_load_explicit(&team->places, memory_order_relaxed),
             all = ~(uint64_t)0 >> (64 - team->most);
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
        slot.tried = true;
        slot.looks = team->most > 1; /* the length of the first phase is unknown */
        slot.began = team->opened = slot.looks ? now() : 0;
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
    return place < team->most ? atomic_load_explicit(&team->place[place].thread, memory_order_acquire) : NULL;
}

void emu_team_end(emu_team *team)
{
    atomic_store_explicit(&team->phase, EMU_TEAM_OVER, memory_order_seq_cst);
    ring(team);
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
static bool take_of(emu_team *team, uint64_t phase, unsigned part, unsigned *member)
{
    uint64_t number = number_of(phase), members = team->members;
    uint64_t threads = threads_of(phase), first = members * part / threads, end = members * (part + 1) / threads;
    _Atomic uint64_t *next = &team->place[part].next;
    uint64_t was = atomic_load_explicit(next, memory_order_relaxed);
    for (;;) {
        uint64_t of = was >> MEMBER_BITS, at = of == number ? was & ((1u << MEMBER_BITS) - 1) : first;
        if (of > number || at >= end)
            return false;
        if (atomic_compare_exchange_weak_explicit(next, &was, number << MEMBER_BITS | (at + 1), memory_order_relaxed,
                                                  memory_order_relaxed)) {
            *member = (unsigned)at;
            return true;
        }
    }
}

bool emu_team_take_shared(emu_team *team, emu_team_slot *slot, unsigned *member)
{
    unsigned threads = threads_of(slot->phase), own = slot->place % threads;
    for (unsigned i = 0, part = own; i < threads; i++, part = part + 1 < threads ? part + 1 : 0)
        if (take_of(team, slot->phase, part, member)) {
            if (!slot->began)
                slot->began = now();
            slot->looks = team->recent >= CALL_NS;
            return true;
        }
    return false;
}

void emu_team_consider(emu_team *team, emu_team_slot *slot)
{
    if (team->most == 1 || slot->called == slot->phase || !is_short_of_threads(team, team->most))
        return;
    unsigned rest = (uint32_t)atomic_load_explicit(&team->rest, memory_order_relaxed);
    unsigned left = rest > slot->count ? rest - slot->count : 0;
    uint64_t took = left ? now() - slot->began : 0;
    if (took < CALL_NS)
        return;
    slot->called = slot->phase;
    if (emu_team_is_alone(team)) /* the members before `count` were run by this thread */
        atomic_store_explicit(&team->place[0].next, number_of(slot->phase) << MEMBER_BITS | slot->count,
                              memory_order_relaxed);
    unsigned threads = worth(team, took / slot->count * left);
    call(team, threads > 2 ? threads : 2);
}

/* Short phases that one thread runs are timed several at once. */
static bool is_timed(const emu_team *team, uint64_t phase)
{
    return !emu_team_is_alone(team) ||
           (team->most > 1 && (team->recent >= OTHERS_NS || number_of(phase) % PHASES == 1));
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
    uint64_t before = atomic_fetch_add_explicit(&team->rest, (ns << 32) - slot->count, memory_order_acq_rel);
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
    unsigned threads = worth(team, team->recent);
    if (threads == 1 || team->recent >= SHORT_NS)
        return threads;
    if (team->trial.at && (team->recent > 2 * team->trial.at || team->recent < team->trial.at / 2))
        memset(&team->trial, 0, sizeof team->trial);
    if (!team->trial.at) {
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
        team->trial.at = team->recent;
        team->trial.declined = team->trial.shared * ALONE_PHASES >= team->trial.alone * SHARED_PHASES;
    }
    return team->trial.declined ? 1 : threads;
}

bool emu_team_next(emu_team *team, emu_team_slot *slot)
{
    uint64_t work = atomic_load_explicit(&team->rest, memory_order_relaxed) >> 32,
             faded = team->recent - team->recent / 8;
    if (is_timed(team, slot->phase))
        team->recent = work > faded ? work : faded;
    unsigned threads = choose(team, slot->phase, slot->began - team->opened, slot->ran < team->members);
    team->opened = slot->began;
    bool calls = false, alone = emu_team_is_alone(team);
    if (threads > 1 && is_short_of_threads(team, threads)) {
        team->owed += work;
        calls = team->owed >= CALL_NS;
        team->owed = calls ? 0 : team->owed;
    }
    slot->looks = team->most > 1 && team->recent >= CALL_NS;
    atomic_store_explicit(&team->rest, team->members, memory_order_relaxed);
    /* From here on another thread may end the current phase. */
    uint64_t phase = slot->phase, next = phase_of(number_of(phase) + 1, alone && !calls ? 1 : threads);
    if (alone)
        atomic_store_explicit(&team->phase, next, memory_order_relaxed);
    else if (!atomic_compare_exchange_strong_explicit(&team->phase, &phase, next, memory_order_seq_cst,
                                                      memory_order_seq_cst))
        return false;
    slot->phase = next;
    slot->tried = true;
    if (calls)
        call(team, threads);
    return true;
}

/* ---- waiting ---- */
static void sleep_a_while(emu_team *team, const emu_team_slot *slot)
{
    unsigned bell = atomic_load_explicit(&team->bell, memory_order_seq_cst);
    atomic_fetch_add_explicit(&team->sleepers, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&team->phase, memory_order_seq_cst) == slot->phase)
        emu_futex_wait_for(&team->bell, bell, LOOK_NS);
    atomic_fetch_sub_explicit(&team->sleepers, 1, memory_order_seq_cst);
}

/* Whether the thread must look for members of the current phase now. */
static bool is_due(emu_team_slot *slot, uint64_t phase)
{
    if (phase != slot->phase) {
        slot->phase = phase;
        slot->tried = false;
        slot->helps_at = 0;
    }
    if (slot->tried || slot->place >= threads_of(phase))
        return false;
    slot->tried = true;
    return true;
}

/* Whether the thread helps in a phase that it has no part in, because the phase lasts long. */
static bool is_to_help(emu_team_slot *slot, uint64_t time)
{
    if (slot->tried)
        return false;
    if (!slot->helps_at)
        slot->helps_at = time + PATIENCE_NS;
    slot->tried = time >= slot->helps_at;
    return slot->tried;
}

emu_team_turn emu_team_wait(emu_team *team, emu_team_slot *slot)
{
    for (unsigned looks = 1;; looks++) {
        for (int i = 0; i < PAUSES; i++) {
            uint64_t phase = atomic_load_explicit(&team->phase, memory_order_seq_cst);
            if (phase == EMU_TEAM_OVER)
                return EMU_TEAM_LEAVE;
            if (is_due(slot, phase))
                return EMU_TEAM_RUN;
            emu_pause();
        }
        if (!slot->leads && team->unserved && atomic_load_explicit(team->unserved, memory_order_relaxed))
            return EMU_TEAM_LEAVE;
        uint64_t time = now();
        if (is_to_help(slot, time))
            return EMU_TEAM_RUN;
        if (!slot->spins_until)
            slot->spins_until = time + team->spin_ns;
        if (time >= slot->spins_until) {
            sleep_a_while(team, slot);
            return EMU_TEAM_LOOK;
        }
        if (looks % LOOKS == 0)
            sched_yield();
    }
}
