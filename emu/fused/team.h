/* A team: OS threads that run a set of members together, phase by phase. A phase is over when each member has run once;
 * then the thread that ran the last one begins the next phase. The members are blocks of a cooperative grid, and a
 * phase ends at the grid's barrier.
 *
 * One thread leads: it opens the team, and stays to its end. Others join and leave at any time between two members; the
 * team is correct with any number of them. Each phase is for as many threads as the latest phases were worth. Its
 * members are divided into as many parts of neighbours. A thread takes members of its own part, which is the same in
 * each phase, then of other parts. A thread that has nothing to run spins, then sleeps.
 */
#ifndef EMU_TEAM_H
#define EMU_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { EMU_TEAM_PLACES = 64 /* the most threads */, EMU_TEAM_OVER = 0, EMU_TEAM_CALL_PERIOD = 8 };

typedef struct emu_team emu_team;
struct emu_team {
    /* Set before it is opened: */
    void (*call)(emu_team *team, unsigned threads); /* asks others to join, up to `threads` in all; null: no others */
    const atomic_uint *unserved;                    /* not 0: threads except the leader must leave, for other work */
    unsigned max_threads;                           /* the most threads, 1 to EMU_TEAM_PLACES */
    unsigned spin_ns;                               /* ns that a thread spins before it sleeps */
    /* Owned by the team. Written between phases, by the thread that begins the next one: */
    unsigned members;
    uint64_t recent_work;   /* ns of work in a phase: the most of the latest phases */
    uint64_t unshared_work; /* ns of work since threads were last called, in phases that they would have shared */
    uint64_t phase_began;   /* when the phase began, in ns */
    struct {
        uint64_t decided_at;    /* `recent_work` at the decision; 0: not decided yet */
        bool declined;          /* decision: run on one thread */
        uint64_t alone, shared; /* ns of the phases tried on one thread, on several; and the number of these phases */
        unsigned alone_phases, shared_phases;
    } trial;
    atomic_uint called;     /* threads asked for so far, with the leader */
    char line_of_phase[64]; /* data that all threads poll, and data that each writes, are in different cache lines */
    _Atomic uint64_t phase; /* number from 1 on, and in the low 8 bits the number of threads; or OVER */
    atomic_uint wake_word;  /* changes when sleepers must look for work */
    atomic_uint sleepers;
    _Atomic uint64_t places; /* places in use, a bit each */
    char line_of_rest[64];
    _Atomic uint64_t remaining; /* in this phase, lower half: members not run yet; upper half: ns spent on the others */
    atomic_uint ended;          /* members that have nothing left to run */
    struct {
        char line[64];
        _Atomic uint64_t next;  /* number of a phase << 24 | first member of the part not taken in that phase */
        _Atomic(void *) thread; /* the caller's data of the thread that has the place; or null */
    } place[EMU_TEAM_PLACES];
    char line_behind[64];
};

/* A thread's view of the team. */
typedef struct emu_team_slot {
    unsigned place;
    bool leads;
    bool has_looked; /* it has looked for members of that phase: none are left for it */
    /* After each member it checks whether to call others. Not for short members: reading the time takes as long. */
    bool checks_calls;
    unsigned count;                 /* members that it has run in the current phase */
    unsigned ran;                   /* members that it ran in the phase finished last */
    uint64_t phase;                 /* the latest phase that it has seen */
    uint64_t began;                 /* when its first member of the phase began, in ns; 0: unknown */
    unsigned untimed;               /* phases since `began` that were not timed */
    uint64_t spins_until, helps_at; /* times in ns; 0: not set */
    uint64_t called;                /* the latest phase in which it called others */
} emu_team_slot;

/* For tests: the most threads, instead of the number of processors. 0: no such limit. */
extern unsigned emu_team_limit;

/* Begins the first phase. No thread has joined yet. */
void emu_team_open(emu_team *team, unsigned members);
/* Gives the thread a place. emu_team_thread() returns `thread` for that place. */
emu_team_slot emu_team_join(emu_team *team, void *thread, bool leads);
void emu_team_leave(emu_team *team, const emu_team_slot *slot);
/* The thread that has the place, or null. It may leave at any time. */
void *emu_team_thread(emu_team *team, unsigned place);

/* Whether no other thread has ever been called. Then none joins before this one calls it. */
static inline bool emu_team_is_alone(const emu_team *team)
{
    return atomic_load_explicit(&team->called, memory_order_relaxed) == 1;
}

bool emu_team_take_shared(emu_team *team, emu_team_slot *slot, unsigned *member);
/* Calls others if that is worth it. */
void emu_team_call_if_worth(emu_team *team, emu_team_slot *slot);

/* Takes a member to run now, of the phase in the slot. False: none is left. */
static inline bool emu_team_take(emu_team *team, emu_team_slot *slot, unsigned *member)
{
    if (!emu_team_is_alone(team))
        return emu_team_take_shared(team, slot, member);
    *member = slot->count;
    return slot->count < team->members;
}

/* A member has been run. `ended`: it has nothing left to run in later phases. */
static inline void emu_team_member_done(emu_team *team, emu_team_slot *slot, bool ended)
{
    slot->count++;
    if (ended)
        atomic_fetch_add_explicit(&team->ended, 1, memory_order_relaxed);
    if (slot->count % EMU_TEAM_CALL_PERIOD == 0 || slot->checks_calls)
        emu_team_call_if_worth(team, slot);
}

/* After the last member that the thread could take. True: it was the phase's last member, and the other threads wait
 * until this one calls emu_team_next() or emu_team_end(). */
bool emu_team_finish(emu_team *team, emu_team_slot *slot);
/* Begins the next phase, which this thread has joined. False: the team has ended. */
bool emu_team_next(emu_team *team, emu_team_slot *slot);
/* Ends the team: no phase begins any more, and no member is taken. Called by any thread, at any time. */
void emu_team_end(emu_team *team);
bool emu_team_has_ended(const emu_team *team);
/* After the end, called by the leader: waits until every other thread has left. */
void emu_team_await_others(emu_team *team);

typedef enum emu_team_action {
    EMU_TEAM_RUN,   /* there may be members to take */
    EMU_TEAM_POLL,  /* it has slept a while: the caller checks for the time limit and for a fault */
    EMU_TEAM_LEAVE, /* the team has ended, or the thread is needed elsewhere */
} emu_team_action;
emu_team_action emu_team_wait(emu_team *team, emu_team_slot *slot);

#endif
