/* A team: the threads that run the members of something together, phase by phase. A phase is over when each member has
 * been run once; then the thread that ran the last one begins the next phase. The members are blocks of a cooperative
 * grid, and a phase ends at the grid's barrier.
 *
 * One thread leads: it opens the team, and stays to its end. Others join and leave at any time between two members; the
 * team is right with any number of them. Each phase is for as many threads as the latest ones were worth. Its members
 * are divided into as many parts, neighbours together. A thread takes members of its own part, the same one each time,
 * then of the others'. A thread that has nothing to run spins, then sleeps.
 */
#ifndef EMU_TEAM_H
#define EMU_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { EMU_TEAM_PLACES = 64 /* threads at most */, EMU_TEAM_OVER = 0, EMU_TEAM_FEW = 8 };

typedef struct emu_team emu_team;
struct emu_team {
    /* Set before it is opened: */
    void (*call)(emu_team *team,
                 unsigned threads); /* asks for others to join, up to so many in all; null: there are none */
    const atomic_uint *unserved;    /* not 0: others than the leader are to leave, for other work */
    unsigned most;                  /* threads at most, 1 to EMU_TEAM_PLACES */
    unsigned spin_ns;               /* so long a thread spins before it sleeps */
    /* The team's own. Written from the end of a phase to the beginning of the next one, by the thread between: */
    unsigned members;
    uint64_t recent; /* ns of work in a phase, the most of the latest ones */
    uint64_t owed;   /* ns of work since threads were last called or woken, as far as they would have helped */
    uint64_t opened; /* ns: when the phase began */
    struct {
        uint64_t at;            /* `recent` when it was decided; 0: it has not been */
        bool declined;          /* other threads do not help */
        uint64_t alone, shared; /* ns that so many phases took, of one thread, of several: */
        unsigned alone_phases, shared_phases;
    } trial;
    atomic_uint called;
    char line_of_phase[64]; /* what all threads look at, and what each writes, is in different cache lines */
    _Atomic uint64_t phase; /* its number, from 1 on, and in the last 8 bits how many threads it is for; or OVER */
    atomic_uint bell;       /* changes when those who sleep are to look */
    atomic_uint sleepers;
    _Atomic uint64_t places; /* that threads have, a bit each */
    char line_of_rest[64];
    _Atomic uint64_t
        rest; /* of this phase: members that have not been run, and in the upper half the ns of those that have */
    atomic_uint ended; /* members that have nothing left to run */
    struct {
        char line[64];
        _Atomic uint64_t
            next; /* of this place's part: the number of a phase << 24 | the first member not taken there */
        _Atomic(void *) thread; /* of the caller's: who has the place */
    } place[EMU_TEAM_PLACES];
    char line_behind[64];
};

/* A thread of the team. */
typedef struct emu_team_slot {
    unsigned place;
    bool leads;
    bool tried; /* whether it has looked for members in that phase: there are none left for it */
    bool looks; /* after each member, whether to call others: seldom where they take as little as to read the time */
    unsigned count;                 /* members that it has run in this phase */
    unsigned ran;                   /* in the phase that it has finished */
    uint64_t phase;                 /* the latest that it has seen */
    uint64_t began;                 /* ns: when its first member of the phase did; 0: not known */
    unsigned untimed;               /* phases before it that went by since */
    uint64_t spins_until, helps_at; /* ns; 0: not known */
    uint64_t called;                /* the phase in which it called others */
} emu_team_slot;

/* For tests: so many threads at most, instead of as many as there are processors. 0: it is not asked for. */
extern unsigned emu_team_limit;

/* The first phase, of so many members. Nobody has joined. */
void emu_team_open(emu_team *team, unsigned members);
/* A place for the thread, by which others can tell it from emu_team_thread(). */
emu_team_slot emu_team_join(emu_team *team, void *thread, bool leads);
void emu_team_leave(emu_team *team, const emu_team_slot *slot);
/* Who has the place, or null. It may have left since. */
void *emu_team_thread(emu_team *team, unsigned place);

/* No other thread has ever been called, and none comes before this one calls it. */
static inline bool emu_team_is_alone(const emu_team *team)
{
    return atomic_load_explicit(&team->called, memory_order_relaxed) == 1;
}

bool emu_team_take_shared(emu_team *team, emu_team_slot *slot, unsigned *member);
/* Calls others where that is worth it. */
void emu_team_consider(emu_team *team, emu_team_slot *slot);

/* A member to run now, of the phase that the slot has seen; false: there is none left. */
static inline bool emu_team_take(emu_team *team, emu_team_slot *slot, unsigned *member)
{
    if (!emu_team_is_alone(team))
        return emu_team_take_shared(team, slot, member);
    *member = slot->count;
    return slot->count < team->members;
}

/* It has been run; `ended`: and has nothing left to run in later phases. */
static inline void emu_team_ran(emu_team *team, emu_team_slot *slot, bool ended)
{
    slot->count++;
    if (ended)
        atomic_fetch_add_explicit(&team->ended, 1, memory_order_relaxed);
    if (slot->count % EMU_TEAM_FEW == 0 || slot->looks)
        emu_team_consider(team, slot);
}

/* After the last that it could take. True: that was the phase's last one; the others wait for emu_team_next() or
 * emu_team_end(), by this thread. */
bool emu_team_finish(emu_team *team, emu_team_slot *slot);
/* Begins the next phase, in which this thread goes on at once; false: the team has been ended. */
bool emu_team_next(emu_team *team, emu_team_slot *slot);
/* No phase begins any more, and no member is taken. By any thread, at any time. */
void emu_team_end(emu_team *team);
bool emu_team_has_ended(const emu_team *team);
/* After the end, by the leader: waits until every other thread has left. */
void emu_team_await_others(emu_team *team);

typedef enum emu_team_turn {
    EMU_TEAM_RUN,   /* there may be members to take */
    EMU_TEAM_LOOK,  /* it has slept a while: now and then the caller has something else to look at */
    EMU_TEAM_LEAVE, /* the team has ended, or the thread is wanted elsewhere */
} emu_team_turn;
emu_team_turn emu_team_wait(emu_team *team, emu_team_slot *slot);

#endif
