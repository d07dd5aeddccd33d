/* The pool: OS threads that run tasks on workers. A thread that waits for a task may run a part of it.
 *
 * A task is a number of independent items, such as a grid's blocks. Each worker has a part of its own. It takes chunks
 * from that part, a quarter of what is left each time, then from the parts of the others (affinity scheduling: Markatos
 * and LeBlanc 1992). So a launch finds its data in the cache, or the memory node, where the launch before left them.
 * Items that must begin in order are one part for all workers. A task that is known to be short, from others of its
 * kind, gets a few threads (team_size.c).
 *
 * There are as many workers as threads. A thread has a worker only while it runs a task. So a thread of the program
 * that waits can take a free worker and run the task itself. One lock guards the pool and what its owner keeps beside
 * it (queues, events). No task runs while the lock is held.
 */
#ifndef EMU_POOL_H
#define EMU_POOL_H

#include <signal.h>

#include "../machine/emu.h"

typedef struct emu_pool emu_pool;

enum { EMU_POOL_PARTS = 64 };                  /* the most parts of a task; more workers share them */
#define EMU_POOL_LED_ITEMS ((uint64_t)1 << 40) /* items of a led task: more than are ever taken */

/* What earlier tasks of a kind took; zeros: there was none. */
typedef struct emu_pace {
    double ns;          /* of an item */
    unsigned team_size; /* threads that the last task was worth */
} emu_pace;

typedef struct emu_task emu_task;
struct emu_task {
    /* Runs items first .. first + count - 1, on a worker that the calling thread has entered. */
    void (*run)(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count);
    /* After the last item, with the pool's lock held. The pool does not touch the task afterwards. */
    void (*finish)(emu_task *task);
    uint64_t items; /* > 0 */
    int priority;   /* of the tasks that wait for threads, one with a lower number begins first */
    bool in_order;  /* an item begins after those with lower numbers have begun: it may wait for them */
    emu_pace *pace; /* of its kind; the pool updates it; may be null */
    bool led;       /* the thread that takes item 0 leads, and ends the task; each later item is a place for a helper */
    /* The pool's own: */
    uint64_t part_items; /* items of a part; the first `longer_parts` parts have one more */
    unsigned parts, longer_parts;
    atomic_uint shift;      /* a chunk is the rest of a part >> shift */
    atomic_uint team_size;  /* threads that the task is worth */
    double pace_ns;         /* expected time of an item; 0: not known */
    bool single_chunks;     /* each part is one chunk */
    atomic_bool place_kept; /* a place in the team is kept for the thread that waits for the task */
    uint64_t slots;         /* the threads whose slots have the task, a bit each: worker_slot.c */
    unsigned leader;        /* the worker that leads */
    emu_task *before, *after;
    /* Each in a cache line of its own, at any alignment of the task: the threads write it in turn. */
    char line[64];
    atomic_uint threads; /* threads that run the task, or are on their way */
    struct {
        char line[64];
        _Atomic uint64_t next; /* the part's first item that no thread has taken */
    } part[EMU_POOL_PARTS];
};

/* A thread that waits until emu_pool_notify() is called for it. */
typedef struct emu_waiter {
    atomic_uint state;     /* 0: awake */
    emu_task *const *help; /* the task that it may help with now; null: it helps with none. Read under the lock */
    uint64_t ticket;       /* for the owner: what it waits for */
    struct emu_waiter *next;
} emu_waiter;

/* LW_ERROR_SYSTEM: there are fewer threads than asked for; errno says why. */
lw_status emu_pool_create(emu_pool **pool, const emu_options *options);
void emu_pool_destroy(emu_pool *pool); /* no task is left */

/* Blocks the program's signals in the calling thread, except faults, which go to the thread that causes them: for the
 * time in which it starts a thread of the library. `old`: the mask before. */
void emu_pool_block_signals(sigset_t *old);

void emu_pool_lock(emu_pool *pool);
void emu_pool_unlock(emu_pool *pool); /* then wakes the threads that the work under the lock concerns */

/* ---- with the lock held ---- */
/* emu_worker_set_stack_size() of all workers. False, and nothing has changed, while a worker is in use. */
bool emu_pool_set_stack_size(emu_pool *pool, size_t size);
/* Submits a task whose members up to `led` are set; returns at once. */
void emu_pool_submit(emu_pool *pool, emu_task *task);
/* Ends the waiter's wait when the lock is released. After that its memory may be gone. */
void emu_pool_notify(emu_pool *pool, emu_waiter *waiter);
/* Waits for emu_pool_notify(), and helps meanwhile. Releases the lock. */
void emu_pool_wait(emu_pool *pool, emu_waiter *waiter);

/* ---- without it ---- */
/* Takes one item more of the task that the calling thread runs, in order; false: none is left. */
bool emu_pool_take_item(emu_task *task, uint64_t *item);
bool emu_pool_is_item_left(const emu_task *task);
/* Raises the number of threads that the led task is worth, and calls the missing ones. */
void emu_pool_call_helpers(emu_pool *pool, emu_task *task, unsigned threads);
/* Says that nothing of the led task is left to take. Called by a thread that runs it. */
void emu_pool_end_items(emu_task *task);
/* Not 0 while there are tasks that no thread runs: a thread that helps must leave. */
const atomic_uint *emu_pool_unserved(const emu_pool *pool);
/* Waits until no task runs and none is queued, for at most limit_ns. */
void emu_pool_wait_until_idle(emu_pool *pool, uint64_t limit_ns);

#endif
