/* What the pool's files share: pool.c (threads run, spin, sleep and wait), task.c (which task a thread runs),
 * worker_slot.c (how a task reaches a spinning thread), team_size.c (how many threads it gets), work_partition.c (its
 * parts and chunks). */
#ifndef EMU_POOL_INSIDE_H
#define EMU_POOL_INSIDE_H

#include <pthread.h>

#include "lock.h"
#include "pool.h"

enum { EMU_CACHE_LINE = 64, EMU_POOL_SLOTS = 64 /* threads of higher numbers do not spin */ };

struct emu_pool_thread {
    emu_pool *pool;
    pthread_t id;
    int number;                   /* the system's number of the thread */
    int processor;                /* where it fell asleep */
    int excluded_processor;       /* a processor on which it may not run until it is awake; -1: none */
    atomic_uint parked;           /* 1 while it sleeps, or is about to */
    struct emu_pool_thread *next; /* in the list of sleepers, by number; then in the list of threads to wake */
    _Alignas(EMU_CACHE_LINE) _Atomic(emu_task *) slot; /* the task that it must run, which counts it already; or null */
    atomic_bool used; /* whether the worker of its number is in use: taken under the lock, left at any time */
};

struct emu_pool {
    _Alignas(EMU_CACHE_LINE) emu_lock lock;
    /* In other cache lines than the lock, which other threads poll. */
    _Alignas(EMU_CACHE_LINE) emu_task *first; /* of the tasks that are not done */
    emu_task *last;
    struct emu_pool_thread *sleepers;
    struct emu_pool_thread *to_wake; /* the next unlock wakes these */
    emu_waiter *to_notify;
    unsigned last_worker;           /* the worker that ended a task last */
    unsigned woken;                 /* threads that were woken and do not run yet */
    unsigned may_spin;              /* threads with lower numbers may spin */
    unsigned shift, shift_in_order; /* of a task without, or with, in_order */
    bool waiters_spin;
    bool fixed_chunks; /* the size of a chunk does not depend on time */
    unsigned worker_count, thread_count;
    emu_worker **workers;
    struct emu_pool_thread *threads;

    /* Hints, read without the lock; decisions are made under it. Spinning threads read them, so nothing else is in
     * their cache lines: it would be slow to write. */
    _Alignas(EMU_CACHE_LINE) atomic_uint submissions; /* changes with each submission */
    _Alignas(EMU_CACHE_LINE) atomic_uint unserved;    /* tasks with items to take that no thread runs */
    atomic_uint places;                               /* places in tasks for which no thread was ready */
    atomic_bool closing;
    atomic_bool looking;                             /* a thread is about to take the lock for an unserved task */
    _Alignas(EMU_CACHE_LINE) _Atomic uint64_t ready; /* the threads that spin, a bit each: worker_slot.c */
};

uint64_t emu_pool_now(void); /* ns of the monotonic clock */

/* ---- task.c ---- */
/* With the lock: a task to run now; null: there is none, or no worker is free. A task that no thread runs comes first;
 * else, of the tasks that have a place, the one chosen longest ago. */
emu_task *emu_pool_choose(emu_pool *pool);
/* With the lock: whether a thread that waits for this task may run it. Not if that takes the worker from a task that no
 * thread runs. */
bool emu_pool_may_help(const emu_pool *pool, const emu_task *task);
/* Runs the chosen task until nothing is left to take, or until another task has no thread. It takes the worker of the
 * thread's number if that is free and there is a part for each; a thread of the program has the number worker_count.
 * Releases the lock. */
void emu_pool_serve(emu_pool *pool, emu_task *task, unsigned thread);
/* The same for a thread that found the task in its slot. Without the lock. */
void emu_pool_serve_slot(emu_pool *pool, emu_task *task, unsigned thread);
/* With the lock: posts tasks in the slots of spinning threads, or wakes threads, as many as the tasks are worth. */
void emu_pool_call(emu_pool *pool);
/* With the lock: adds `count` threads to the task. False: the task is about to end. */
bool emu_pool_join(emu_task *task, unsigned count);
/* With the lock: takes the task back from the slots that threads have not read yet. */
void emu_pool_take_all_back(emu_pool *pool, emu_task *task);

/* ---- worker_slot.c ---- */
/* How many threads spin. */
unsigned emu_pool_ready_count(const emu_pool *pool);
/* With the lock: posts the task in the slots of at most `most` ready threads. Returns how many. */
unsigned emu_pool_post(emu_pool *pool, emu_task *task, unsigned most);
/* With the lock: takes the task back from a thread that has not read its slot yet. */
bool emu_pool_take_back(emu_pool *pool, emu_task *task, unsigned thread);
/* Called by the thread. It says that it is ready; it takes the task of its slot; it says that it is not ready (false:
 * there is a task in its slot). */
void emu_pool_set_ready(struct emu_pool_thread *self);
emu_task *emu_pool_take_slot(struct emu_pool_thread *self);
bool emu_pool_clear_ready(struct emu_pool_thread *self);

/* ---- work_partition.c ---- */
typedef struct emu_chunk {
    uint64_t first, count; /* 0: nothing is left to take */
} emu_chunk;

typedef struct emu_bounds {
    uint64_t least, most; /* items of a chunk */
    unsigned shift;       /* between these a chunk is what is left of the part >> shift */
    unsigned team_size;   /* for which the bounds were made */
} emu_bounds;

/* With the lock: divides the task into as many parts as it is worth threads; one part if the order matters. The second:
 * if it is found to be worth more threads, the parts stay and the chunks get smaller. */
void emu_pool_divide(const emu_pool *pool, emu_task *task);
void emu_pool_divide_finer(emu_task *task);
/* The part that a worker begins with. The last worker begins with the last part. */
unsigned emu_pool_own_part(const emu_pool *pool, const emu_task *task, unsigned number);
/* Items that no thread has taken: of a part; of all parts, where counting stops at `enough`. */
uint64_t emu_pool_part_left(const emu_task *task, unsigned part);
uint64_t emu_pool_items_left(const emu_task *task, uint64_t enough);
/* Takes a chunk: from the worker's own part while it has items, then from the parts after it. */
emu_chunk emu_pool_take(emu_task *task, unsigned own, const emu_bounds *bounds);
/* The bounds of a thread's first chunk; of the next ones, after a chunk of `count` items took `ns`. */
emu_bounds emu_pool_first_bounds(const emu_pool *pool, const emu_task *task);
void emu_pool_measure(const emu_task *task, emu_bounds *bounds, uint64_t count, uint64_t ns);
/* ns of an item, where `count` items took `ns`. */
double emu_pool_item_ns(const emu_task *task, uint64_t count, uint64_t ns);

/* ---- team_size.c ---- */
/* How many threads work is worth that takes one thread `ns`; `previous`, the last result, if that is not far off. */
unsigned emu_pool_team_size(const emu_pool *pool, double ns, unsigned previous);
/* Whether work that takes `times` the expected time is worth more than twice the team; whether the work left is worth
 * waking one more thread of the team. */
bool emu_pool_is_misjudged(const emu_pool *pool, unsigned team_size, double times, double ns_left);
bool emu_pool_is_worth_waking(unsigned team_size, double ns_left);
/* Whether each thread's part is one chunk: short work needs no trial chunk if no thread can be called. */
bool emu_pool_has_single_chunks(const emu_pool *pool, unsigned team_size, double ns);

#endif
