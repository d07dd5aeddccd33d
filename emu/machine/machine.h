/* Inside the machine: threads, warps, the worker, and the functions that its files call of each other.
 *
 * A thread begins on the current stack. If it waits, it keeps that stack, and the next thread begins on another. Each
 * thread has a bit in `runnable`. A thread that waits clears its bit and switches to the next thread of the schedule.
 * It runs again after another thread has set the bit.
 */
#ifndef EMU_MACHINE_H
#define EMU_MACHINE_H

#include "../check/check.h"
#include "../device/device.h"
#include "emu.h"
#include "fiber.h"
#include "../device/float_mode.h"
#include "../fused/fused.h"
#include "stack.h"

enum {
    EMU_YIELD_INTERVAL = 32, /* atomics and fences */
    EMU_MAX_THREADS = 1024,
    EMU_WARP = 32,
    EMU_MAX_WARPS = EMU_MAX_THREADS / EMU_WARP,
    EMU_NAMED_BARRIERS = 16,
    EMU_TILE_SIZES = 4,
    EMU_POLLED = 4
};

/* One cache line: all that a switch reads of the two threads. */
typedef struct emu_thread {
    emu_coordinates at;     /* first member: emu_here.thread points to it */
    void *context;          /* suspended context; null before the thread begins and after it ends */
    const emu_site *site;   /* of the wait, while the thread is not runnable */
    uintptr_t pc;           /* in the kernel's code, of the last yield; 0: none yet */
    unsigned stack;         /* the thread's stack, once it has begun */
    unsigned mask;          /* of the warp collective that it waits in; 0 in other waits */
    void *sanitizer;        /* AddressSanitizer's record of its stack, while it is suspended */
    unsigned cluster_phase; /* phase of the cluster's barrier that it has arrived in and not yet left; 0: none */
    bool in_cluster_wait;
} __attribute__((aligned(64))) emu_thread;

/* A warp collective that some lanes have reached and others have not. */
typedef struct emu_pending_collective {
    unsigned operation, mask, arrived;
} emu_pending_collective;

typedef struct emu_warp {
    unsigned pending; /* entries of `collectives` in use, a bit each */
    emu_pending_collective collectives[EMU_WARP];
    uint64_t value[EMU_WARP]; /* each lane's input to its collective; then its result */
    unsigned operand[EMU_WARP];
    unsigned in_activemask; /* lanes that wait in __activemask(), a bit each */
} emu_warp;

typedef struct emu_barrier {
    unsigned arrived, predicates;  /* threads that have arrived; of them, those whose predicate is not 0 */
    const emu_site *site;          /* of the last to arrive */
    bool mixed;                    /* warps wait at several places of the source */
    unsigned result, participants; /* `predicates` and `arrived` of the barrier completed last */
} emu_barrier;

/* A named barrier: PTX's barriers 0 to 15 with a count of threads. All zeros: no thread has arrived. */
typedef struct emu_named_barrier {
    const emu_site *site; /* of the first to arrive */
    unsigned count;       /* threads that it waits for */
    bool live_only;       /* the first to arrive gave no count: the barrier waits for the block's live threads */
    unsigned full_warps;  /* warps all of whose live threads have arrived, a bit each */
    unsigned arrived[EMU_MAX_WARPS]; /* threads that have arrived, a bit each */
    unsigned waiting[EMU_MAX_WARPS]; /* of them, those that wait */
} emu_named_barrier;

/* The tiles of one size, larger than a warp (tile.c). */
typedef struct emu_tiles {
    unsigned arrived;                /* warps that wait for other warps of their tile, a bit each */
    unsigned phase[EMU_MAX_WARPS];   /* by a tile's first warp: how many barriers of the tile are complete */
    unsigned waiting[EMU_MAX_WARPS]; /* threads that wait, a bit each */
} emu_tiles;

/* Blocks that are resident together and that one OS thread runs in turn: those of a cluster, or of a cooperative grid,
 * or blocks that began because others only spun (resident.c).
 * Each block of a gang has a worker of its own, a member. The first member is the leader, the worker that the pool
 * knows. A worker that runs single blocks is a gang of one. A fused cooperative grid uses the leader's members from the
 * second on: each is then a gang of one, and its `leader` is the worker of the OS thread that runs it at the moment. */
typedef struct emu_gang {
    emu_worker **member;
    unsigned size, members_made;       /* members in use; members created */
    unsigned running;                  /* members whose blocks have not ended */
    unsigned blocks_in_grid_sync;      /* members all of whose threads wait in emu_grid_sync() */
    unsigned grid_arrived, grid_phase; /* members that have called emu_grid_arrive(); phases completed */
    unsigned counted;                  /* members' blocks that are counted in grid->resident */
    unsigned rounds;                   /* waits at which no next thread was runnable, since a block began or ended */
    bool may_grow;                     /* another block may begin beside one that only spins */
    bool has_async;                    /* some member has used asynchronous copies: yields perform some */
    emu_worker *self;                  /* the storage of `member` in a gang of one */
} emu_gang;

/* Why a thread ended the launch. The thread or its signal handler fills it in; the OS thread writes the report. */
typedef struct emu_fault_record {
    lw_status status;       /* LW_SUCCESS: none */
    const emu_site *site;   /* null: not known */
    const char *expression; /* of an assertion */
    char function[128];     /* of the assertion */
    uintptr_t pc, sp;       /* where a signal came */
    /* The thread's registers there, in the order of emu_fiber_switch(), for a debugger; zeros: not kept. */
    uintptr_t registers[7];
    uintptr_t caller;  /* in the kernel: the call of the function that `pc` is in; 0: not known */
    uintptr_t address; /* of the access that faulted */
    int signal, code;  /* si_signo, si_code; 0: no signal */
    int access;        /* 'r', 'w' or 0 for unknown */
    unsigned mask;     /* of the warp collective */
    char message[256]; /* the report's first line, where a call wrote one; else empty */
} emu_fault_record;

/* Which thread runs next: an order of the runnable threads. */
typedef struct emu_schedule {
    int step; /* to the next thread in the common case, 1 or -1; 0: always call `pick` */
    /* Returns the next runnable thread after the thread `after`, which itself comes last; -1: none. At the start of a
     * block `after` is -1. */
    int (*pick)(emu_worker *worker, int after);
    /* How many atomics and fences a thread executes until it yields; null: EMU_YIELD_INTERVAL. */
    unsigned (*yield_interval)(emu_worker *worker);
    bool yields_at_sync;               /* a thread that completes a barrier or collective yields */
    void (*begin)(emu_worker *worker); /* before each block; may be null */
} emu_schedule;

/* The state of the schedule pct (schedule_priority.c). A step is an atomic, a fence, a barrier or a collective. */
struct emu_priorities {
    unsigned priority[EMU_MAX_WARPS], lowest; /* of each warp; the lowest of them */
    int spinning_warp; /* the warp that last used up its yield budget, so perhaps it spins; -1: none */
    unsigned next_change_point, change_points; /* index of the next, and count */
    uint64_t step;                             /* that the block is at */
    uint64_t change_point[EMU_MOST_DEPTH];     /* steps, ascending, at which the running warp's priority drops */
};

/* What a thread finds at its yields, from which `spins` is counted (resident.c). */
typedef struct emu_polls {
    const void *word; /* that the atomic before the yield accessed, and its size; null: there was none */
    size_t size;
    uint64_t registers; /* of a thread that the watchdog's signal interrupted; 0: there was none */
    unsigned calls;     /* of emu_block_spins() for this block */
    bool fresh;         /* it is too early to say whether the block only spins */
    unsigned yields;    /* of the block's threads, by weight */
    unsigned spins;     /* of them, those in a row at which a thread found what it had found before */
    uint32_t found[EMU_MAX_THREADS][EMU_POLLED]; /* by thread: hashes of what it found; the place is in the hash */
} emu_polls;

struct emu_worker {
    /* of the running block */
    const emu_schedule *schedule;
    int step;                              /* the schedule's */
    unsigned live;                         /* threads that have not ended */
    unsigned yield_budget, yield_interval; /* atomics and fences until the thread yields: left, and in all */
    bool has_pcs;                          /* some thread's `pc` is set */
    unsigned futile_yields;                /* yields in a row that found no other runnable thread */
    unsigned async_polls;                  /* calls of emu_async_poll() */
    unsigned threads, warps;               /* of a block */
    emu_barrier barrier;
    unsigned named_in_use; /* entries of `named` at which a thread has arrived, a bit each */
    /* Bit masks of threads by [1 + warp]; the entries at both ends are zeros, so rank - 1 and rank + 1
     * can be tested. */
    unsigned runnable[EMU_MAX_WARPS + 2];
    unsigned alive[EMU_MAX_WARPS];  /* masks of threads that have not ended, by warp */
    unsigned outer_arrivals;        /* threads that have arrived at a barrier of the cluster or grid and not left it */
    uint64_t random, random_copies; /* states of the generators for the schedule, and for the order of copies */
    struct emu_priorities priorities;
    unsigned char last_lane[EMU_MAX_WARPS]; /* by warp, the lane that ran last; for schedules that choose warps */
    int last_unstarved;                     /* schedule starve: the thread that ran last, outside the starved warp */
    unsigned passed_over;                   /* schedule starve: how often the starved warp was passed over */
    unsigned preemptions_seen;              /* `preemptions` when the schedule last read it */
    struct emu_checked *check;              /* checked mode's state of the block (check/); null in other modes */
    struct emu_lockstep *lockstep;          /* where lanes have stopped (lockstep.c); null with other schedules */
    struct emu_counting *count; /* what lanes have accessed, for the profile (count/); null in other modes */
    struct emu_async *async;    /* pending copies and mbarrier waits; null until a kernel needs it */

    /* of the gang */
    emu_gang *gang;        /* this worker's own, or the leader's that it is a member of */
    emu_worker *leader;    /* the gang's first member */
    unsigned index;        /* among the members */
    unsigned switches;     /* yields and waits since the OS thread came to this block */
    emu_place here;        /* the value of emu_here while a thread of this block runs, except `thread` */
    emu_worker *cluster;   /* the member with the cluster's block 0 */
    unsigned cluster_size; /* blocks */
    unsigned cluster_arrived, cluster_phase_now; /* in the cluster's block 0: arrivals; the current phase, from 1 on */
    unsigned in_grid_sync;                       /* threads that wait in emu_grid_sync() */
    unsigned in_grid_wait;                       /* 1 if thread 0 waits in emu_grid_wait() */

    /* of the grid */
    emu_grid *grid;
    void (*entry)(const void *arguments);
    const void *arguments;
    uintptr_t text, text_end; /* the code of the kernel's module */
    uint64_t block, end;      /* linear number of the running block; of the first block after the run */
    uint64_t turn, turn_end;  /* of the leader: items that it will run after this one, as numbers of the schedule */
    char *shared;             /* shared memory of the running block, and its bytes */
    size_t shared_size;

    /* of the OS thread */
    void *host_context;        /* its suspended context, while the block's threads run */
    emu_float_mode float_mode; /* the mode to restore when it leaves the worker */
    bool abandoned;            /* the run has ended with suspended threads */
    emu_fault_record fault_record;
    bool unwinding;       /* the fault handler follows stack frames */
    void *host_sanitizer; /* AddressSanitizer's record of the OS thread's stack, and its bounds */
    const void *host_bottom;
    size_t host_size;

    /* shared with the watchdog */
    atomic_uint blocks_begun;  /* number of the running block among all that began on the worker; skips 0 */
    atomic_uint expired_block; /* `blocks_begun` of the block whose time is over; 0: none */
    atomic_int busy;           /* an OS thread is in emu_worker_run() */
    atomic_uint preemptions;   /* of the running block */
    atomic_int being_watched;  /* the watchdog reads the OS thread's variables */
    int thread_id;             /* the system's id of the OS thread */
    unsigned number;           /* of the worker in the process, by creation */
    emu_place *place;          /* the OS thread's emu_here */
    struct emu_watch {         /* what the watchdog last saw */
        const void *thread;
        unsigned looks; /* looks in a row that found the same thread running */
        unsigned blocks_begun;
        unsigned stops; /* emu_debugger_stops */
        uint64_t since; /* ns: when that block was first seen */
    } watch;
    emu_worker *next; /* in the watchdog's list */

    /* kept from grid to grid */
    lw_dim3 shape; /* block shape that the threads' coordinates are of */
    emu_stacks stacks;
    char *arena, *arena_end; /* memory for shared memory, between inaccessible pages */
    emu_options options;
    emu_gang own;               /* the gang that this worker leads */
    bool has_errors;            /* some entry of `error` is not 0 */
    int error[EMU_MAX_THREADS]; /* by thread, its latest launch error: CUDA's number */
    emu_warp warp[EMU_MAX_WARPS];
    emu_named_barrier named[EMU_NAMED_BARRIERS];
    emu_tiles tiles[EMU_TILE_SIZES];
    uint64_t tile_slot[EMU_MAX_WARPS]; /* by warp, a value for the other warps of its tile */
    emu_fused_frame frame;             /* of the running block if it is fused */
    char *fused_memory;                /* the frame's arrays, and their bytes */
    size_t fused_size;
    unsigned grid_state;       /* of the block's threads while they wait for the cooperative grid; at first READY */
    emu_team_slot slot;        /* of the OS thread, while its team runs a cooperative grid */
    emu_fused_row *fused_rows; /* of a team: rows of threads that run separately */
    emu_thread padding_front, thread[EMU_MAX_THREADS], padding_back; /* padding: the neighbours are prefetched */
    emu_polls polls;
};

/* The worker of the calling thread, or null. */
extern __thread emu_worker *emu_self __attribute__((tls_model("initial-exec")));

static inline emu_thread *emu_current(void)
{
    return (emu_thread *)(uintptr_t)emu_here.thread;
}

static inline bool emu_is_runnable(const emu_worker *worker, int rank)
{
    return worker->runnable[1 + (rank >> 5)] >> (rank & 31) & 1;
}

/* ---- runtime.c ---- */
bool emu_is_traced(void); /* whether a debugger follows the process */

/* ---- block.c ---- */
/* Suspends `me` and begins `to` on another stack. */
void emu_begin_thread(emu_worker *worker, emu_thread *me, emu_thread *to);
/* Ends the run with all threads as they are: continues in emu_worker_run(). */
void emu_abandon(emu_worker *worker) __attribute__((noreturn));
/* Ends the run if another block of the grid has failed, or if the block's time is over. `site`: of the
 * caller, or null. */
void emu_stop_if_cancelled(emu_worker *worker, const emu_site *site);

/* A new worker; `watched`: the watchdog watches it. Null when out of memory. */
emu_worker *emu_worker_make(const emu_options *options, bool watched);
/* Makes the threads of worker->block ready. Returns the thread to run first, or null if the run is over. */
emu_thread *emu_begin_block(emu_worker *worker);
/* Fills in what all blocks of a run share: the blocks `first` to `first + count - 1`. */
void emu_worker_prepare(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count);
/* Runs the worker's blocks, beginning with `thread`, to the end; false if threads were abandoned. */
bool emu_run_from(emu_worker *worker, emu_thread *thread);
/* The first function on each stack. */
void emu_run_threads(void *worker);
/* After a failure: ends all threads and waits, and frees their stacks. */
void emu_worker_clear(emu_worker *worker);

/* ---- gang.c: several resident blocks ---- */
void emu_gang_destroy(emu_worker *leader);
/* Makes members until the leader has `members`. When out of memory, returns false and fails the grid with a report
 * about `blocks` blocks. */
bool emu_gang_make_members(emu_worker *leader, emu_grid *grid, unsigned members, unsigned blocks);
/* Makes members until the leader has `size`; false when out of memory. */
bool emu_gang_has_members(emu_worker *leader, unsigned size);
/* emu_worker_run() of one item, for grids with clusters and for cooperative grids, on fibers. */
void emu_gang_run(emu_worker *worker, emu_grid *grid, uint64_t item);
/* Makes the members `first` to `first + blocks - 1` ready for the blocks of an item, as one cluster, or as a run of
 * `count` blocks from `item` on if it is a single block. Returns the thread to run first; null: the grid has failed. */
emu_thread *emu_gang_begin(emu_worker *leader, emu_grid *grid, unsigned first, uint64_t item, uint64_t count);
/* The number of blocks of an item that is no cooperative grid. */
unsigned emu_gang_item_blocks(const emu_grid *grid);
/* All blocks have ended, or were abandoned: the leader is alone again. */
void emu_gang_disband(emu_worker *leader, bool ended);
/* Suspends `me` and switches to a thread of another member. */
void emu_gang_switch_to(emu_worker *worker, emu_thread *me, emu_worker *other, emu_thread *thread);
/* Suspends `me` and switches to a thread of another member; false if none is runnable. */
bool emu_gang_switch(emu_worker *worker, emu_thread *me);
/* The same for a thread that has ended and given back its stack; returns only if no thread is runnable. */
void emu_gang_jump(emu_worker *worker);
/* The member's block has ended: switches to another member's thread; returns if all blocks have ended. */
void emu_gang_block_ended(emu_worker *worker);

/* ---- cluster.c: what blocks of a gang do together ---- */
/* A thread has ended while others wait in barriers of the cluster or grid (worker->outer_arrivals). */
void emu_gang_thread_ended(emu_worker *worker, emu_thread *thread);
/* All threads of the block have ended. */
void emu_cluster_threads_ended(emu_worker *worker);

/* ---- barrier.c, warp.c, named_barrier.c: complete what waited only for a thread that has ended ---- */
void emu_release_barrier(emu_worker *worker);
void emu_warp_thread_ended(emu_worker *worker, unsigned warp);
void emu_named_thread_ended(emu_worker *worker, unsigned rank);

/* ---- async.c: pending copies (worker->async) ---- */
/* Performs one pending copy of the gang; false if there is none. Called when no thread can run. */
bool emu_async_progress(emu_worker *worker);
void emu_async_poll(emu_worker *worker); /* called at each yield; performs one now and then */
void emu_async_block_ended(emu_worker *worker);
void emu_async_drop(emu_worker *worker); /* after a failure */
void emu_async_destroy(emu_worker *worker);

/* ---- mbarrier.c: for reports ---- */
/* The mbarrier that the thread waits for, or null; a phrase about what a barrier still expects. */
const uint64_t *emu_mbarrier_of(const emu_worker *worker, unsigned rank);
void emu_mbarrier_text(const uint64_t *barrier, char *text, size_t size);

/* ---- schedule.c ---- */
const emu_schedule *emu_schedule_of(const emu_options *options);
void emu_schedule_begin(emu_worker *worker);                             /* before each block */
void emu_schedule_use(emu_worker *worker, const emu_schedule *schedule); /* while no block of the worker runs */
int emu_round_robin_pick(emu_worker *worker, int after);                 /* the pick of round-robin */
/* A number below `limit` for the order of the block's asynchronous copies. */
unsigned emu_schedule_draw(emu_worker *worker, unsigned limit);
unsigned emu_schedule_number(uint64_t *random); /* the next random number, 32 bits */
/* Which of a grid's `items` blocks (or clusters) runs as number `turn`. */
uint64_t emu_schedule_item(const emu_options *options, uint64_t turn, uint64_t items);
/* schedule_priority.c */
int emu_priority_pick(emu_worker *worker, int after);
unsigned emu_priority_yield_interval(emu_worker *worker);
void emu_priority_begin(emu_worker *worker);
int emu_starve_pick(emu_worker *worker, int after);
/* Lets another runnable thread run; false if there is none. `pc`: of the caller in the kernel, for reports. */
bool emu_yield(emu_worker *worker, uintptr_t pc);

/* ---- shared.c ---- */
/* Whether the variable takes room in the kernel's blocks. */
bool emu_shared_may_use(const lw_shared_variable *variable, const lw_kernel *kernel);
/* Whether the record is no variable's, but says how dynamic shared memory is aligned. */
bool emu_shared_is_dynamic(const lw_shared_variable *variable);
bool emu_arena_create(emu_worker *worker);
void emu_arena_destroy(emu_worker *worker);
char *emu_arena_place(const emu_worker *worker, size_t size, size_t alignment);

/* ---- fault.c, report.c ---- */
/* Ends the launch with a fault of the calling thread. */
void emu_fail(emu_worker *worker, lw_status status, const emu_site *site) __attribute__((noreturn));
/* The same, with a message (printf-like) as the report's first line. */
void emu_fail_saying(emu_worker *worker, lw_status status, const emu_site *site, const char *format, ...)
    __attribute__((noreturn, format(printf, 4, 5)));
/* Fails the grid, with a report if it is the grid's first failure. On the OS thread's stack, after the
 * threads are abandoned. */
void emu_report(emu_worker *worker);

/* ---- debugger_wait.c ---- */
void emu_wait_for_debugger(const emu_worker *worker, const char *report); /* if the options say so */

/* ---- locate.c ---- */
typedef struct emu_code_place {
    char function[200], file[300];
    int line;      /* 0: not known */
    size_t offset; /* bytes from the function's start to the address */
} emu_code_place;
void emu_locate_parts(uintptr_t pc, emu_code_place *place);

/* ---- whereabouts.c ---- */
/* One line for each place where threads are: "  threads 0-15,17 wait at f.c:12 in __syncthreads". */
void emu_whereabouts(const emu_worker *worker, char *text, size_t size);
/* "; threads 0 and 16 ..." if two lanes of a warp wait for each other in different collectives; else "". */
void emu_mismatched_collectives(const emu_worker *worker, char *text, size_t size);
/* The place of a site or, if it is null, of an address in code. */
void emu_place_text(const emu_site *site, uintptr_t pc, char *text, size_t size);

/* ---- signals.c ---- */
bool emu_signals_install(void);
bool emu_signals_ours(void); /* whether our handlers are still installed */
void emu_signals_restore(void);
void emu_signals_enter(void); /* by each OS thread before it runs a kernel's threads */

/* ---- watchdog.c ---- */
lw_status emu_watchdog_start(void);
void emu_watchdog_stop(void);
void emu_watchdog_add(emu_worker *worker);
void emu_watchdog_remove(emu_worker *worker);
extern emu_worker *emu_watched_workers; /* those added and not removed, a list; guarded by the watchdog's lock */
extern atomic_int emu_watchdog_asleep;
void emu_watchdog_wake(void);

#endif
