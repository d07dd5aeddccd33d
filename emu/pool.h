/* The pool: threads that run tasks on the workers, and a way for a thread that waits to lend a hand.
 *
 * A task is a number of independent items, such as a grid's blocks. Each worker begins with a part of its own, from
 * which chunks are taken, a quarter of what is left; then it helps with the others' parts, in the same way (affinity
 * scheduling: Markatos and LeBlanc 1992). Items that are to begin in order are one part of all workers. So what one
 * launch has brought into a core's cache, or its node's memory, the next one finds there. A task that is known to be
 * short, from others of its kind, is for a few threads (team_size.c). There are as many workers as threads, but a thread has
 * one only while it runs a task: so a thread from outside that waits takes a free worker and runs what it waits for
 * itself. One lock guards the pool and what its owner keeps beside it (queues, events); no task runs while it is held.
 */
#ifndef EMU_POOL_H
#define EMU_POOL_H

#include "emu.h"

typedef struct emu_pool emu_pool;

enum { EMU_POOL_PARTS = 64 }; /* at most: more workers share them */
#define EMU_POOL_LED_ITEMS ((uint64_t)1 << 40) /* of a led task: more than are ever taken */

/* What is known of tasks of a kind from those before; zeros: nothing. */
typedef struct emu_pace {
    double ns;     /* that an item takes */
    unsigned team_size; /* threads that the last one was worth */
} emu_pace;

typedef struct emu_task emu_task;
struct emu_task {
    /* Does items first .. first + count - 1, on a worker the calling thread has entered. */
    void (*run)(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count);
    /* After the last item, with the pool's lock held. The pool does not touch the task afterwards. */
    void (*finish)(emu_task *task);
    uint64_t items; /* > 0 */
    bool in_order;  /* none begins before those of lower numbers have: later ones may wait for them */
    emu_pace *pace; /* of its kind, which the pool keeps up; null: it is none of a kind */
    bool led;       /* in order: who takes item 0 leads, and ends the task; each later one is a place for a thread to help */
    /* The pool's own: */
    uint64_t part_items;      /* items of a part; the first `longer` have one more */
    unsigned parts, longer;
    atomic_uint shift;   /* a chunk is what is left of a part >> shift */
    atomic_uint team_size;    /* as many threads as it is worth */
    double pace_ns;      /* that an item is expected to take; 0: not known */
    bool whole;          /* each part is one chunk */
    atomic_bool kept;    /* one of these places is, for the thread that waits for the task */
    uint64_t slots;      /* threads that were given one, a bit each: worker_slot.c */
    unsigned leader;     /* the worker that leads */
    emu_task *before, *after;
    /* Each in a cache line for itself, wherever the task begins: one thread after another writes it. */
    char line[64];
    atomic_uint threads; /* running it, or on their way */
    struct {
        char line[64];
        _Atomic uint64_t next; /* of each part, the first item that no thread has taken */
    } part[EMU_POOL_PARTS];
};

/* A thread that waits for something its owner will emu_pool_tell() it. */
typedef struct emu_waiter {
    atomic_uint state;     /* 0: awake */
    emu_task *const *help; /* where the task to help with is found, if there is one now; may be null. Under the lock */
    uint64_t ticket;       /* the owner's: what it waits for */
    struct emu_waiter *next;
} emu_waiter;

/* LW_ERROR_SYSTEM: errno says why there are not as many threads. */
lw_status emu_pool_create(emu_pool **pool, const emu_options *options);
void emu_pool_destroy(emu_pool *pool); /* no task is left */

void emu_pool_lock(emu_pool *pool);
void emu_pool_unlock(emu_pool *pool); /* then wakes whom the work done under the lock concerns */

/* ---- with the lock held ---- */
/* emu_worker_set_stack_size() of all; false, and nothing is changed, while one is in use. */
bool emu_pool_set_stack_size(emu_pool *pool, size_t size);
/* Gives the pool a task whose first members, up to `led`, are set; returns at once. */
void emu_pool_submit(emu_pool *pool, emu_task *task);
/* Ends the waiter's wait when the lock is released; its memory may be gone from then on. */
void emu_pool_tell(emu_pool *pool, emu_waiter *waiter);
/* Waits until told, helping meanwhile. Releases the lock. */
void emu_pool_wait(emu_pool *pool, emu_waiter *waiter);

/* ---- without it ---- */
/* The led task is worth so many threads. */
void emu_pool_call_helpers(emu_pool *pool, emu_task *task, unsigned threads);
/* Nothing of the led task is left to take. By one that runs it. */
void emu_pool_end_items(emu_task *task);
/* Not 0 while there are tasks that no thread runs: a thread that helps is to leave. */
const atomic_uint *emu_pool_unserved(const emu_pool *pool);
/* Waits until no task runs or is to run, at most so long. */
void emu_pool_settle(emu_pool *pool, uint64_t limit_ns);

#endif
