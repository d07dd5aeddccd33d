/* The machine's inside: lanes, warps, the worker, and what its parts ask of each other.
 *
 * A lane runs on the current stack until it first waits; then it keeps that stack, and the next lane begins on another.
 * Which lanes could run is a bit each (`runnable`); whoever waits clears its own bit, goes straight to the next lane
 * that the schedule names, and is run again once someone set the bit.
 */
#ifndef EMU_MACHINE_H
#define EMU_MACHINE_H

#include "device.h"
#include "emu.h"
#include "fiber.h"
#include "stack.h"

enum { EMU_PATIENCE = 32, EMU_MAX_LANES = 1024, EMU_WARP = 32, EMU_MAX_WARPS = EMU_MAX_LANES / EMU_WARP };

/* One cache line: what a switch needs of the lane it leaves and of the one it goes to. */
typedef struct emu_lane {
    emu_coordinates at;   /* first: emu_here.thread points here */
    void *context;        /* where it goes on; null before it begins and after it ends */
    const emu_site *site; /* where it waits, while it is not runnable */
    uintptr_t pc;         /* in the kernel's code, where it last let others run; 0: nowhere yet */
    unsigned stack;       /* the stack it runs on, once begun */
    unsigned mask;        /* of the warp collective it waits in; 0 for other waits */
    void *sanitizer;      /* AddressSanitizer's record of its stack, while suspended */
} __attribute__((aligned(64))) emu_lane;

/* A warp collective that some lanes have come to and others have not. */
typedef struct emu_meeting {
    unsigned operation, mask, arrived;
} emu_meeting;

typedef struct emu_warp {
    unsigned open; /* the meetings in use, a bit each */
    emu_meeting meetings[EMU_WARP];
    uint64_t value[EMU_WARP]; /* what each lane brought; then its result */
    unsigned operand[EMU_WARP];
} emu_warp;

typedef struct emu_barrier {
    unsigned arrived, holds; /* lanes; of them, those with a predicate that is not 0 */
    const emu_site *site;    /* of the first to arrive */
    unsigned result, participants; /* `holds` and `arrived` of the barrier completed last */
} emu_barrier;

/* Why a lane ended the launch; written in the lane (or its signal handler), reported from the OS thread's own stack. */
typedef struct emu_trouble {
    lw_status status;       /* LW_SUCCESS: none */
    const emu_site *site;   /* where, if known */
    const char *expression, *function; /* of an assertion */
    uintptr_t pc, sp;       /* of a signal */
    uintptr_t address;
    int signal, code;
    int access;             /* 'r', 'w' or 0 for unknown */
    unsigned mask;
} emu_trouble;

/* Who runs next: an order over the runnable lanes. */
typedef struct emu_schedule {
    const char *name;
    int step; /* the lane after the current one, usually; 0: always ask pick */
    /* The next runnable lane, the current one last; -1: none. `after` is -1 at the start of a block. */
    int (*pick)(emu_worker *worker, int after);
    /* How many atomics and fences pass until a lane lets others run; null: EMU_PATIENCE. */
    unsigned (*patience)(emu_worker *worker);
    bool restless; /* a lane that completes a barrier or collective lets others run, too */
} emu_schedule;

struct emu_worker {
    /* of the running block, by bits and counts */
    const emu_schedule *schedule;
    int step;
    unsigned live;                       /* lanes that have not ended */
    unsigned credit, patience;           /* atomics until the lane lets others run: left, and from the start */
    unsigned lonely;                     /* times in a row that there was no other to run */
    unsigned lanes, warps;               /* of a block */
    emu_barrier barrier;
    unsigned runnable[EMU_MAX_WARPS + 2]; /* [1 + warp]; zeros around, so that a neighbour of the ends is not runnable */
    unsigned alive[EMU_MAX_WARPS];
    uint64_t random;

    /* of the grid */
    emu_grid *grid;
    void (*entry)(const void *arguments);
    const void *arguments;
    uintptr_t text, text_end;      /* the kernel's code and that of its neighbours */
    uint64_t block, end;           /* linear number of the running block; the first not to run */
    char *shared;                  /* of the running block, and its bytes */
    size_t shared_size;

    /* the OS thread */
    void *host;                    /* its context while lanes run */
    unsigned first_stack;          /* the stack on which the run began */
    bool abandoned;                /* the lanes were left as they were */
    emu_trouble trouble;
    void *host_sanitizer;          /* AddressSanitizer's record of the OS thread's stack, and its bounds */
    const void *host_bottom;
    size_t host_size;

    /* between the worker and the watchdog */
    atomic_uint beat;              /* counts blocks begun */
    atomic_uint doomed;            /* the beat of a block that has run too long; 0: none */
    atomic_int busy;               /* in emu_worker_run */
    atomic_uint preemptions;       /* of the running block */
    atomic_int looked_at;          /* by the watchdog, which reads the thread's variables */
    int thread_id;                 /* of the OS thread */
    emu_place *place;              /* the OS thread's emu_here */
    struct emu_watch {
        const void *thread;
        unsigned beat;
        uint64_t since;            /* ns: when that block was first seen */
    } watch;
    emu_worker *next;              /* in the watchdog's list */

    /* kept from grid to grid */
    lw_dim3 shape;                 /* for which the coordinates are filled in */
    emu_stacks stacks;
    char *arena, *arena_end;       /* shared memory, inaccessible pages behind */
    emu_options options;
    emu_warp warp[EMU_MAX_WARPS];
    emu_lane padding_front, lane[EMU_MAX_LANES], padding_back; /* neighbours of the ends can be prefetched */
};

/* The worker of the calling thread, or null. */
extern __thread emu_worker *emu_self __attribute__((tls_model("initial-exec")));

static inline emu_lane *emu_current(void)
{
    return (emu_lane *)(uintptr_t)emu_here.thread;
}

static inline bool emu_is_runnable(const emu_worker *worker, int rank)
{
    return worker->runnable[1 + (rank >> 5)] >> (rank & 31) & 1;
}

/* ---- block.c ---- */
/* Begins `to` on a stack of its own, suspending `me`. */
void emu_begin_lane(emu_worker *worker, emu_lane *me, emu_lane *to);
/* Leaves all lanes as they are and goes on in emu_worker_run. */
void emu_abandon(emu_worker *worker) __attribute__((noreturn));
/* Leaves if the grid has failed elsewhere or the block has run too long. `site`: where the caller stands, or null. */
void emu_heed(emu_worker *worker, const emu_site *site);

/* ---- barrier.c, warp.c: a lane has ended; do the others still wait for it? ---- */
void emu_release_barrier(emu_worker *worker);
void emu_warp_lane_ended(emu_worker *worker, unsigned warp);

/* ---- schedule.c ---- */
const emu_schedule *emu_schedule_of(const emu_options *options);
void emu_schedule_begin(emu_worker *worker); /* before each block */
/* Lets another runnable lane run; false if there is none. `pc`: where the caller stands, for reports. */
bool emu_yield(emu_worker *worker, uintptr_t pc);

/* ---- shared.c ---- */
bool emu_arena_create(emu_worker *worker);
void emu_arena_destroy(emu_worker *worker);
char *emu_arena_place(const emu_worker *worker, size_t size);

/* ---- fault.c, report.c ---- */
/* Ends the launch: the calling lane's fault. */
void emu_fail(emu_worker *worker, lw_status status, const emu_site *site) __attribute__((noreturn));
/* On the OS thread's stack, after the lanes are abandoned: fails the grid, with a report by whoever is first. */
void emu_report(emu_worker *worker);

/* ---- locate.c ---- */
/* "file.c:12 (function)" for an address in code, or the nearest that can be known of it. Not in signal handlers. */
void emu_locate(uintptr_t pc, char *text, size_t size);

/* ---- whereabouts.c ---- */
/* One line for each place where lanes are: "  lanes 0-15,17 wait at f.c:12 in __syncthreads". */
void emu_whereabouts(const emu_worker *worker, char *text, size_t size);
/* A place by its record or, where there is none, by an address in code. */
void emu_place_text(const emu_site *site, uintptr_t pc, char *text, size_t size);

/* ---- signals.c ---- */
bool emu_signals_install(void);
void emu_signals_restore(void);
void emu_signals_enter(void); /* in every thread that is to run lanes */

/* ---- watchdog.c ---- */
lw_status emu_watchdog_start(void);
void emu_watchdog_stop(void);
void emu_watchdog_add(emu_worker *worker);
void emu_watchdog_remove(emu_worker *worker);
extern atomic_int emu_watchdog_asleep;
void emu_watchdog_wake(void);

#endif
