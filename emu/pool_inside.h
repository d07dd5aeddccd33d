/* The pool's inside, shared by its parts: pool.c (threads that run, spin, sleep and wait), task.c (what they run),
 * worker_slot.c (how it comes to them), team_size.c and work_partition.c (for how many it is, and in which order). */
#ifndef EMU_POOL_INSIDE_H
#define EMU_POOL_INSIDE_H

#include <pthread.h>

#include "lock.h"
#include "pool.h"

enum { EMU_CACHE_LINE = 64, EMU_POOL_SEATS = 64 /* threads of higher numbers do not spin */ };

struct emu_pool_thread {
    emu_pool *pool;
    pthread_t id;
    int number;                   /* the system's */
    int processor;                /* on which it fell asleep */
    int kept_off;                 /* one on which it may not run until it has come; -1: none */
    atomic_uint parked;           /* 1 while it sleeps, or is about to */
    struct emu_pool_thread *next; /* in the list of sleepers, by number, then in that to wake */
    _Alignas(EMU_CACHE_LINE) _Atomic(emu_task *) slot; /* what it is to run, which counts it already; null: nothing */
    atomic_bool used; /* the worker of its number is: taken under the lock, left at any time */
};

struct emu_pool {
    _Alignas(EMU_CACHE_LINE) emu_lock lock;
    /* What a thread needs with the lock is not in its line, at which others look. */
    _Alignas(EMU_CACHE_LINE) emu_task *first; /* with items that are not done */
    emu_task *last;
    struct emu_pool_thread *sleepers;
    struct emu_pool_thread *to_wake; /* by the next unlock */
    emu_waiter *to_tell;
    unsigned latest;              /* the worker that ended a task last */
    unsigned woken;               /* threads that are, and have not come yet */
    unsigned may_spin;            /* threads of lower numbers do */
    unsigned shift, shift_in_order; /* a task's, by what it is */
    bool waiters_spin;
    bool steady;                  /* chunks do not depend on the time they take */
    unsigned worker_count, thread_count;
    emu_worker **workers;
    struct emu_pool_thread *threads;

    /* Read without the lock, as hints: what they lead to is decided under it. Threads that spin read them: what shared
     * their cache lines would be slow to write. */
    _Alignas(EMU_CACHE_LINE) atomic_uint submissions; /* changes with each */
    _Alignas(EMU_CACHE_LINE) atomic_uint unserved;    /* tasks with items to take that no thread runs */
    atomic_uint places;                               /* in tasks, for which no thread was ready */
    atomic_bool closing;
    atomic_bool looking;                              /* a thread is on its way to the lock for what is unserved */
    _Alignas(EMU_CACHE_LINE) _Atomic uint64_t ready;  /* which threads are, by number: worker_slot.c */
};

uint64_t emu_pool_now(void); /* ns of the monotonic clock */

/* ---- task.c ---- */
/* With the lock: a task to run now, if there is one and a worker is free: one that no thread runs, else, of those that
 * have a place, the one chosen longest ago. */
emu_task *emu_pool_choose(emu_pool *pool);
/* With the lock: whether a thread that waits for this task may run it, without keeping a worker from one that nobody
 * runs. */
bool emu_pool_may_help(const emu_pool *pool, const emu_task *task);
/* Runs a task so chosen until nothing is left to take, or another one has no thread, on the worker of the thread's
 * number if that is free and there is a part for each; one from outside is number worker_count. Releases the lock. */
void emu_pool_serve(emu_pool *pool, emu_task *task, unsigned thread);
/* The same for a thread that has a slot there. Without the lock. */
void emu_pool_serve_seated(emu_pool *pool, emu_task *task, unsigned thread);
/* With the lock: has threads that spin take slots, or wakes others, as far as tasks are worth it. */
void emu_pool_call(emu_pool *pool);
/* With the lock: counts so many threads as the task's; false: it is as good as over. */
bool emu_pool_join(emu_task *task, unsigned count);
/* With the lock: takes the slots back that threads have not come to yet. */
void emu_pool_unseat(emu_pool *pool, emu_task *task);

/* ---- worker_slot.c ---- */
/* How many threads spin. */
unsigned emu_pool_ready(const emu_pool *pool);
/* With the lock: gives the task's slots to so many threads that are ready, or fewer; how many. */
unsigned emu_pool_slot(emu_pool *pool, emu_task *task, unsigned most);
/* With the lock: back from a thread that has not come yet. */
bool emu_pool_take_slot_back(emu_pool *pool, emu_task *task, unsigned thread);
/* By the thread: that it is ready; the task that it was given; that it is not ready any more, false: it has a slot. */
void emu_pool_get_ready(struct emu_pool_thread *self);
emu_task *emu_pool_take_slot(struct emu_pool_thread *self);
bool emu_pool_be_busy(struct emu_pool_thread *self);

/* ---- work_partition.c ---- */
typedef struct emu_chunk {
    uint64_t first, count; /* 0: nothing is left to take */
} emu_chunk;

typedef struct emu_bounds {
    uint64_t least, most; /* items of a chunk, */
    unsigned shift;       /* which is else what is left of the part >> this */
    unsigned team_size;        /* that they were made for */
} emu_bounds;

/* With the lock: into as many parts as it is worth threads, all of one length or one more; one part where order matters.
 * When it turned out to be worth more threads, parts stay, and chunks get smaller. */
void emu_pool_divide(const emu_pool *pool, emu_task *task);
void emu_pool_divide_finer(emu_task *task);
/* The part that a worker begins with; the last worker's is the last. */
unsigned emu_pool_own_part(const emu_pool *pool, const emu_task *task, unsigned number);
/* Items that nobody has taken: of a part; of all, as far as it matters whether there are that many. */
uint64_t emu_pool_part_left(const emu_task *task, unsigned part);
uint64_t emu_pool_items_left(const emu_task *task, uint64_t enough);
/* Takes a chunk: of the worker's own part as long as there is something in it, then of the parts behind. */
emu_chunk emu_pool_take(emu_task *task, unsigned own, const emu_bounds *bounds);
/* Of a thread's first chunk; of the next ones, as far as the latest tells, which took so long. */
emu_bounds emu_pool_first_bounds(const emu_pool *pool, const emu_task *task);
void emu_pool_measure(const emu_task *task, emu_bounds *bounds, uint64_t count, uint64_t ns);
/* ns of an item, of so many that took so long. */
double emu_pool_item_ns(const emu_task *task, uint64_t count, uint64_t ns);

/* ---- team_size.c ---- */
/* As many threads as work of so many ns for one is worth; as many as the last time, `before`, if that is not far off. */
unsigned emu_pool_team_size(const emu_pool *pool, double ns, unsigned before);
/* Whether work that takes so many times what was expected is worth more than twice as many; whether what is left is
 * worth waking one of a team_size. */
bool emu_pool_is_misjudged(const emu_pool *pool, unsigned team_size, double times, double ns_left);
bool emu_pool_is_worth_waking(unsigned team_size, double ns_left);
/* Whether each thread's part is one chunk: work that is known to be short needs no trial where there is nobody to call. */
bool emu_pool_is_whole(const emu_pool *pool, unsigned team_size, double ns);

#endif
