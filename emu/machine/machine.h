/* The machine's inside: threads, warps, the worker, and what its parts ask of each other.
 *
 * A thread runs on the current stack until it first waits; then it keeps that stack, and the next thread begins on another.
 * Which threads could run is a bit each (`runnable`); whoever waits clears its own bit, goes straight to the next thread
 * that the schedule names, and is run again once someone set the bit.
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
    EMU_YIELD_INTERVAL = 32,
    EMU_MAX_THREADS = 1024,
    EMU_WARP = 32,
    EMU_MAX_WARPS = EMU_MAX_THREADS / EMU_WARP,
    EMU_NAMED_BARRIERS = 16,
    EMU_TILE_SIZES = 4
};

/* One cache line: what a switch needs of the thread it leaves and of the one it goes to. */
typedef struct emu_thread {
    emu_coordinates at;     /* first: emu_here.thread points here */
    void *context;          /* where it goes on; null before it begins and after it ends */
    const emu_site *site;   /* where it waits, while it is not runnable */
    uintptr_t pc;           /* in the kernel's code, where it last let others run; 0: nowhere yet */
    unsigned stack;         /* the stack it runs on, once begun */
    unsigned mask;          /* of the warp collective it waits in; 0 for other waits */
    void *sanitizer;        /* AddressSanitizer's record of its stack, while suspended */
    unsigned cluster_phase; /* of the cluster's barrier, that it has arrived in and not waited for; 0: none */
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
    const emu_site *site;          /* of the first to arrive */
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

/* Blocks that are resident together on one OS thread, which runs them by turns: a cluster's, or all of a cooperative
 * grid. Every worker by itself is a gang of one. A block of many is run by a worker of its own, a member; the first is
 * the one that the pool knows. The blocks of a fused cooperative grid are the leader's members from the second one on. Each
 * of them is a gang of one, and its `leader` is the worker of the OS thread that runs it at the moment. */
typedef struct emu_gang {
    emu_worker **member;
    unsigned size, members_made;       /* members in use; that there are */
    unsigned running;                  /* members whose block has not ended */
    unsigned blocks_in_grid_sync;      /* members all of whose threads wait in emu_grid_sync() */
    unsigned grid_arrived, grid_phase; /* members that have called emu_grid_arrive(); how often all had */
    bool has_async;                    /* some member has had copies under way: whoever polls lets them go on */
    emu_worker *self;                  /* for a gang of one: `member` points here */
} emu_gang;

/* Why a thread ended the launch; written in the thread (or its signal handler), reported by the OS thread from another stack. */
typedef struct emu_fault_record {
    lw_status status;       /* LW_SUCCESS: none */
    const emu_site *site;   /* where, if known */
    const char *expression; /* of an assertion */
    char function[128];     /* which it is in */
    uintptr_t pc, sp;       /* of a signal */
    uintptr_t caller;       /* the kernel's call of the function that `pc` is in; 0: not known */
    uintptr_t address;
    int signal, code;
    int access; /* 'r', 'w' or 0 for unknown */
    unsigned mask;
    char message[256]; /* the report's first line, where a call wrote one; else empty */
} emu_fault_record;

/* Who runs next: an order over the runnable threads. */
typedef struct emu_schedule {
    int step; /* the thread after the current one, usually; 0: always ask pick */
    /* The next runnable thread, the current one last; -1: none. `after` is -1 at the start of a block. */
    int (*pick)(emu_worker *worker, int after);
    /* How many atomics and fences pass until a thread lets others run; null: EMU_YIELD_INTERVAL. */
    unsigned (*yield_interval)(emu_worker *worker);
    bool yields_at_sync;               /* a thread that completes a barrier or collective lets others run, too */
    void (*begin)(emu_worker *worker); /* before each block; may be null */
} emu_schedule;

/* The state of the schedule pct (schedule_priority.c). A step is an atomic, a fence, a barrier or a collective. */
struct emu_priorities {
    unsigned priority[EMU_MAX_WARPS], lowest; /* of each warp; the lowest of them */
    int spinning_warp; /* the warp that last used up its yield budget, so perhaps it spins; -1: none */
    unsigned next_change_point, change_points; /* index of the next, and count */
    uint64_t step,
        change_point[EMU_MOST_DEPTH]; /* the block's steps so far; steps, ascending, at which a priority drops */
};

struct emu_worker {
    /* of the running block, by bits and counts */
    const emu_schedule *schedule;
    int step;
    unsigned live;                         /* threads that have not ended */
    unsigned yield_budget, yield_interval; /* atomics until the thread lets others run: left, and from the start */
    bool has_pcs;                          /* some thread's `pc` is set */
    unsigned futile_yields;                /* times in a row that there was no other to run */
    unsigned async_polls;                  /* of emu_async_poll() */
    unsigned threads, warps;               /* of a block */
    emu_barrier barrier;
    unsigned named_in_use; /* to which of `named` some thread has come, a bit each */
    unsigned
        runnable[EMU_MAX_WARPS + 2]; /* [1 + warp]; zeros around, so that a neighbour of the ends is not runnable */
    unsigned alive[EMU_MAX_WARPS];
    unsigned outer_arrivals; /* threads in a barrier of the cluster or the grid, or arrived there */
    uint64_t random, random_copies;
    struct emu_priorities priorities;
    unsigned char
        last_lane[EMU_MAX_WARPS]; /* of each warp the thread that ran last, where it is warps that take turns */
    int last_unstarved;           /* the thread that ran last and was of no starved warp */
    unsigned passed_over;         /* how often the starved warp was passed over */
    unsigned preemptions_seen;    /* how often the watchdog had let others run when this was looked at */
    struct emu_checked *check;    /* what is noted of the block (check/); null: nothing is checked */
    struct emu_async *async;      /* copies under way, waits for mbarriers; null until a kernel needs it */

    /* of the gang */
    emu_gang *gang;        /* this one's, or the leader's whose member it is */
    emu_worker *leader;    /* the gang's first member */
    unsigned index;        /* among the members */
    unsigned switches;     /* times that a thread let others run or waited since the block's turn began */
    emu_place here;        /* what emu_here is while a thread of this block runs, except `thread` */
    emu_worker *cluster;   /* the member with the cluster's block 0 */
    unsigned cluster_size; /* blocks */
    unsigned cluster_arrived, cluster_phase_now; /* of block 0: arrivals in the phase that is under way, from 1 on */
    unsigned in_grid_sync;                       /* threads that wait in emu_grid_sync() */
    unsigned in_grid_wait;                       /* 1 where thread 0 waits in emu_grid_wait() */

    /* of the grid */
    emu_grid *grid;
    void (*entry)(const void *arguments);
    const void *arguments;
    uintptr_t text, text_end; /* the kernel's code and that of its neighbours */
    uint64_t block, end;      /* linear number of the running block; the first not to run */
    char *shared;             /* of the running block, and its bytes */
    size_t shared_size;

    /* the OS thread */
    void *host;                /* its context while threads run */
    emu_float_mode float_mode; /* its own, while it is not the threads' */
    unsigned first_stack;      /* the stack on which the run began */
    bool abandoned;            /* the threads were left as they were */
    emu_fault_record fault_record;
    bool unwinding;       /* the frames of a fault are being followed */
    void *host_sanitizer; /* AddressSanitizer's record of the OS thread's stack, and its bounds */
    const void *host_bottom;
    size_t host_size;

    /* between the worker and the watchdog */
    atomic_uint blocks_begun;  /* counts blocks begun */
    atomic_uint expired_block; /* the blocks_begun of a block that has run too long; 0: none */
    atomic_int busy;           /* in emu_worker_run */
    atomic_uint preemptions;   /* of the running block */
    atomic_int being_watched;  /* by the watchdog, which reads the thread's variables */
    int thread_id;             /* of the OS thread */
    unsigned number;           /* among the process's workers, as they were made */
    emu_place *place;          /* the OS thread's emu_here */
    struct emu_watch {
        const void *thread;
        unsigned looks; /* that found the same thread running */
        unsigned blocks_begun;
        uint64_t since; /* ns: when that block was first seen */
    } watch;
    emu_worker *next; /* in the watchdog's list */

    /* kept from grid to grid */
    lw_dim3 shape; /* for which the coordinates are filled in */
    emu_stacks stacks;
    char *arena, *arena_end; /* shared memory, inaccessible pages behind */
    emu_options options;
    emu_gang own;               /* of which this worker is the first member */
    bool has_errors;            /* some entry of `error` is not 0 */
    int error[EMU_MAX_THREADS]; /* each thread's latest error of a launch, CUDA's number */
    emu_warp warp[EMU_MAX_WARPS];
    emu_named_barrier named[EMU_NAMED_BARRIERS];
    emu_tiles tiles[EMU_TILE_SIZES];
    uint64_t tile_slot[EMU_MAX_WARPS]; /* what a warp says to the others of its tile */
    emu_fused_frame frame;             /* of the running block, where it is fused, and the memory of its arrays */
    char *fused_memory;
    size_t fused_size;
    unsigned grid_state; /* of the block's threads, as they wait for the cooperative grid; before it begins, READY */
    emu_team_slot slot;  /* of the OS thread, where it runs blocks of a cooperative grid together with others */
    emu_fused_row *fused_rows; /* there, for the rows of threads that are to run by themselves */
    emu_thread padding_front, thread[EMU_MAX_THREADS], padding_back; /* neighbours of the ends can be prefetched */
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
/* Begins `to` on a stack of its own, suspending `me`. */
void emu_begin_thread(emu_worker *worker, emu_thread *me, emu_thread *to);
/* Leaves all threads as they are and goes on in emu_worker_run. */
void emu_abandon(emu_worker *worker) __attribute__((noreturn));
/* Leaves if the grid has failed elsewhere or the block has run too long. `site`: where the caller stands, or null. */
void emu_stop_if_cancelled(emu_worker *worker, const emu_site *site);

/* A worker with nothing to run; `watched`: the watchdog looks at it. Null when out of memory. */
emu_worker *emu_worker_make(const emu_options *options, bool watched);
/* The threads of worker->block stand at their beginning; the one to run first, or null where the run is over. */
emu_thread *emu_begin_block(emu_worker *worker);
/* Fills in what is the same for all blocks of a run that begins with block `first`, `count` of them. */
void emu_worker_prepare(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count);
/* Runs from `thread` of `worker` on until nothing is left to run; false where threads were abandoned. */
bool emu_run_from(emu_worker *worker, emu_thread *thread);
/* Each stack's first frame. */
void emu_run_threads(void *worker);
/* After a failure: no thread, no wait and no stack is as it should be. */
void emu_worker_clear(emu_worker *worker);

/* ---- gang.c: several resident blocks ---- */
void emu_gang_destroy(emu_worker *leader);
/* Makes members until the gang has so many. False: there is no memory for them, and the grid has failed; its report says
 * that `blocks` blocks had no room. */
bool emu_gang_make_members(emu_worker *leader, emu_grid *grid, unsigned members, unsigned blocks);
/* As emu_worker_run, for grids of clusters or cooperative ones on fibers. */
void emu_gang_run(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count);
/* Goes on in another member's thread, suspending `me`; false if none could run. */
bool emu_gang_switch(emu_worker *worker, emu_thread *me);
/* The same for a thread that has ended and whose stack is free; returns only where none could run. */
void emu_gang_jump(emu_worker *worker);
/* The member's block has ended; goes on in another's thread, or returns where all have. */
void emu_gang_block_ended(emu_worker *worker);

/* ---- cluster.c: what blocks of a gang do together ---- */
/* A thread has ended while others are in barriers of the cluster or grid (worker->outer_arrivals). */
void emu_gang_thread_ended(emu_worker *worker, emu_thread *thread);
/* All of the block have. */
void emu_cluster_threads_ended(emu_worker *worker);

/* ---- barrier.c, warp.c, named_barrier.c: a thread has ended; do the others still wait for it? ---- */
void emu_release_barrier(emu_worker *worker);
void emu_warp_thread_ended(emu_worker *worker, unsigned warp);
void emu_named_thread_ended(emu_worker *worker, unsigned rank);

/* ---- async.c: copies under way (worker->async) ---- */
/* Does one that is under way in the gang; false if there is none. For when no thread can run. */
bool emu_async_progress(emu_worker *worker);
void emu_async_poll(emu_worker *worker); /* now and then does one, as time passes */
void emu_async_block_ended(emu_worker *worker);
void emu_async_drop(emu_worker *worker); /* after a failure */
void emu_async_destroy(emu_worker *worker);

/* ---- mbarrier.c: for reports ---- */
/* The barrier that the thread waits for, or null; and what it still expects, a phrase. */
const uint64_t *emu_mbarrier_of(const emu_worker *worker, unsigned rank);
void emu_mbarrier_text(const uint64_t *barrier, char *text, size_t size);

/* ---- schedule.c ---- */
const emu_schedule *emu_schedule_of(const emu_options *options);
void emu_schedule_begin(emu_worker *worker);                             /* before each block */
void emu_schedule_use(emu_worker *worker, const emu_schedule *schedule); /* no block of the worker runs */
int emu_round_robin_pick(emu_worker *worker, int after);                 /* the pick of round-robin */
/* A number below `limit` for the order of the block's asynchronous copies. */
unsigned emu_schedule_draw(emu_worker *worker, unsigned limit);
unsigned emu_schedule_number(uint64_t *random); /* the next random one, of 32 bits */
/* Which of a grid's `items` blocks (or clusters) runs as the one of number `turn`. */
uint64_t emu_schedule_item(const emu_options *options, uint64_t turn, uint64_t items);
/* schedule_priority.c */
int emu_priority_pick(emu_worker *worker, int after);
unsigned emu_priority_yield_interval(emu_worker *worker);
void emu_priority_begin(emu_worker *worker);
int emu_starve_pick(emu_worker *worker, int after);
/* Lets another runnable thread run; false if there is none. `pc`: where the caller stands, for reports. */
bool emu_yield(emu_worker *worker, uintptr_t pc);

/* ---- shared.c ---- */
/* Whether the variable is declared in the kernel's body. */
bool emu_shared_is_of(const lw_shared_variable *variable, const lw_kernel *kernel);
bool emu_arena_create(emu_worker *worker);
void emu_arena_destroy(emu_worker *worker);
char *emu_arena_place(const emu_worker *worker, size_t size);

/* ---- fault.c, report.c ---- */
/* Ends the launch: the calling thread's fault. */
void emu_fail(emu_worker *worker, lw_status status, const emu_site *site) __attribute__((noreturn));
/* The same, with a sentence (printf-like) as the report's first line. */
void emu_fail_saying(emu_worker *worker, lw_status status, const emu_site *site, const char *format, ...)
    __attribute__((noreturn, format(printf, 4, 5)));
/* On the OS thread's stack, after the threads are abandoned: fails the grid, with a report by whoever is first. */
void emu_report(emu_worker *worker);

/* ---- debugger_wait.c ---- */
void emu_wait_for_debugger(const emu_worker *worker, const char *report); /* where the environment asks for it */

/* ---- locate.c ---- */
typedef struct emu_code_place {
    char function[200], file[300];
    int line;      /* 0: not known */
    size_t offset; /* of the address in the function */
} emu_code_place;
void emu_locate_parts(uintptr_t pc, emu_code_place *place);

/* ---- whereabouts.c ---- */
/* One line for each place where threads are: "  threads 0-15,17 wait at f.c:12 in __syncthreads". */
void emu_whereabouts(const emu_worker *worker, char *text, size_t size);
/* Where two lanes of a warp wait for each other in collectives that can never meet, "; threads 0 and 16 ..."; else "". */
void emu_mismatched_collectives(const emu_worker *worker, char *text, size_t size);
/* A place by its record or, where there is none, by an address in code. */
void emu_place_text(const emu_site *site, uintptr_t pc, char *text, size_t size);

/* ---- signals.c ---- */
bool emu_signals_install(void);
bool emu_signals_ours(void); /* whether faults still come to us */
void emu_signals_restore(void);
void emu_signals_enter(void); /* in every thread that is to run threads */

/* ---- watchdog.c ---- */
lw_status emu_watchdog_start(void);
void emu_watchdog_stop(void);
void emu_watchdog_add(emu_worker *worker);
void emu_watchdog_remove(emu_worker *worker);
extern atomic_int emu_watchdog_asleep;
void emu_watchdog_wake(void);

#endif
