/* The SIMT machine, as the CPU backend sees it: workers, each running whole blocks of a grid.
 *
 * One OS thread enters a worker, runs blocks of one grid on it, and leaves. The worker owns what blocks need and keeps:
 * stacks, the shared-memory arena, the table of threads. Nothing here knows of streams; emu depends on libc alone.
 * Status values are those of <lanewise/host.h>.
 */
#ifndef EMU_H
#define EMU_H

#include <stdatomic.h>
#include <stdbool.h>

#include <lanewise/descriptor.h>

#include "../fused/team.h"

/* ---- options: read once from the environment ---- */
enum { EMU_SCHEDULE_ROUND_ROBIN, EMU_SCHEDULE_REVERSE, EMU_SCHEDULE_RANDOM, EMU_SCHEDULE_STARVE, EMU_SCHEDULE_PCT };
enum { EMU_MOST_STARVED = 32, EMU_MOST_DEPTH = 16 };

typedef struct emu_options {
    unsigned workers;         /* LANEWISE_WORKERS; else the CPUs this process may use */
    bool pinned;              /* LANEWISE_PIN: each of the pool's threads stays on one of these; else 0 */
    size_t stack_size;        /* LANEWISE_STACK_SIZE, bytes a thread; else 64 KiB */
    uint64_t timeout_ns;      /* LANEWISE_TIMEOUT, seconds a block may run; else 60; 0 is no limit */
    unsigned schedule;        /* LANEWISE_SCHEDULE: an EMU_SCHEDULE_ */
    unsigned schedule_detail; /* the warp that is starved; the depth */
    uint64_t seed;
    bool maximal_activemask; /* LANEWISE_ACTIVEMASK: self (the caller alone) or maximal (all who come to the call) */
    bool strict;             /* LANEWISE_STRICT: 1 reports what gives one thread alone an undefined value; else 0 */
    size_t memory;           /* LANEWISE_MEMORY, bytes of device memory; else the machine's */
    bool waits;              /* LANEWISE_DEVICE_WAITS_ON_EXCEPTION: a fault stops the process, for a debugger */
    bool checked; /* every block runs checked copies of kernels: one worker, and room between shared variables */
    unsigned multiprocessors; /* that device code is told of; the workers, unless the caller says otherwise */
} emu_options;

/* Reads the environment; on a value it cannot read answers LW_ERROR_INVALID_VALUE with a sentence in `message`. */
lw_status emu_options_read(emu_options *options, char *message, size_t size);

/* A schedule of that text (false: it is none; what it must be is the rule), and the text of a schedule. */
extern const char emu_schedule_rule[];
bool emu_schedule_read(const char *text, emu_options *options);
void emu_schedule_text(const emu_options *options, char *text, size_t size);

/* The processors that this process may use, at least 1. */
unsigned emu_processors(void);

/* Asked before each allocation: true makes it fail, for tests. May be null. */
extern bool (*emu_allocation_fails)(void);

/* ---- one grid in flight ---- */
typedef struct emu_fault {
    lw_status status;  /* LW_SUCCESS while there is none */
    char report[4096]; /* what happened, where, to whom */
} emu_fault;

typedef struct emu_grid {
    const lw_kernel *kernel;
    void (*entry)(const void *arguments);
    const struct emu_fused_kernel *fused; /* null: the threads run as fibers */
    const void *arguments;
    lw_dim3 grid, block;
    lw_dim3 cluster;                      /* blocks; ones where there are no clusters. The grid is a multiple of it */
    bool cooperative;                     /* all blocks are resident at once */
    size_t static_shared, dynamic_shared; /* bytes */
    unsigned check_number;                /* of checked grids (check/) */
    uint64_t blocks;                      /* grid.x * grid.y * grid.z */
    /* Set by the first block to fail; the others then stop at their next wait or block. */
    atomic_int failed;
    emu_fault fault;           /* written by the one that set `failed`; read after the grid is done */
    emu_team team;             /* of a cooperative grid whose kernel is fused: the threads that run its blocks */
    struct emu_worker *leader; /* of which those blocks are */
} emu_grid;

/* ---- workers ---- */
typedef struct emu_worker emu_worker;

lw_status emu_worker_create(emu_worker **worker, const emu_options *options);
void emu_worker_destroy(emu_worker *worker);

/* The calling OS thread takes the worker (alternate signal stack, thread-locals); one thread at a time. */
void emu_worker_enter(emu_worker *worker);
void emu_worker_leave(emu_worker *worker);

/* A grid's items: what runs on one worker as a whole. A block; a cluster; all of a cooperative grid. Where that one's
 * kernel is fused (emu_is_shared()), item 0 runs it, and each other item, at any time, has its worker help with it. */
uint64_t emu_grid_items(const emu_grid *grid);
static inline bool emu_is_shared(const emu_grid *grid)
{
    return grid->cooperative && grid->fused;
}

/* From now on a thread has so many bytes of stack; nobody has entered the worker. */
void emu_worker_set_stack_size(emu_worker *worker, size_t size);

/* From now on the worker's fibers run in this order (schedule, schedule_detail and seed are read). */
void emu_worker_set_schedule(emu_worker *worker, const emu_options *options);

/* ---- who writes: one worker of the process at a time (watch.c) ---- */
enum { EMU_MOST_WATCHED = 8 };
typedef struct emu_writer {
    const void *address; /* of 4 bytes */
    bool known;          /* whether some thread has changed them; the last one that has: */
    unsigned thread[3], block[3];
    uint32_t value; /* that it left there */
} emu_writer;
/* The worker's fibers run round-robin; each time that another thread's turn comes, the words are looked at. */
void emu_watch_begin(emu_worker *worker, emu_writer *writers, unsigned count);
void emu_watch_end(emu_worker *worker); /* and from now on in the order of its options */

/* Runs items first .. first + count - 1 (x fastest) of the grid, one after another. Returns early once the grid has
 * failed. Memory for stacks that cannot be had fails the grid with LW_ERROR_OUT_OF_MEMORY. */
void emu_worker_run(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count);

/* Static shared bytes of the kernel, laying out its module's LW_SHARED variables at the first call. Thread-safe.
 * `lost`: a variable of its fused copy's of which it is not known which it is, so that copy cannot run; else null. */
size_t emu_shared_layout(const lw_kernel *kernel, const lw_shared_variable **lost);
/* The same of its checked copy's, with room between the variables. */
size_t emu_checked_shared_layout(const lw_kernel *kernel);

/* ---- the calling thread, for what the backend does in its name (caller.c) ---- */
struct emu_site; /* of device.h */
emu_grid *emu_calling_grid(void);
uint64_t emu_calling_block(void); /* its number in the grid, x fastest */
int *emu_calling_error(void);     /* the thread's latest error, 0 when it begins */
/* Ends the launch with a sentence (printf-like) as the report's first line. */
void emu_calling_fails(lw_status status, const struct emu_site *site, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* ---- faults and the watchdog: process-wide, counted; open with the first device, close with the last ---- */
lw_status emu_machine_open(void); /* signal handlers, the watchdog thread */
void emu_machine_close(void);

/* ---- what device code printed, and its heap: one of each a process ---- */
void emu_print_flush(void); /* prints what is there, and returns at once where nothing is */
void emu_print_close(void); /* flushes; the limit is as at first */
void emu_heap_close(void);  /* no kernel runs; its memory is gone, the limit as at first */
/* Bytes. A limit can be set until the first use; it is rounded to what can be had. */
size_t emu_print_limit(void);
bool emu_print_set_limit(size_t bytes);
/* Records of printf() that were taken out of the FIFO, oldest first. While flushes are held they print nothing. */
typedef struct emu_prints {
    char *bytes; /* from malloc(); null where there are none */
    size_t size, count;
} emu_prints;
void emu_print_hold(bool hold);
bool emu_print_take(emu_prints *taken); /* all there are; false: no memory, and they stay */
void emu_print_put(const emu_prints *prints);
/* A copy of the heap: of its bookkeeping, and of its memory as far as it was ever allocated. */
typedef struct emu_heap_copy {
    bool made;   /* false: there was no heap yet */
    size_t size; /* bytes of `memory` */
    char *memory;
    struct emu_heap_books *books;
} emu_heap_copy;
bool emu_heap_save(emu_heap_copy *copy); /* false: no memory */
void emu_heap_restore(const emu_heap_copy *copy);
void emu_heap_forget(emu_heap_copy *copy);
/* Where the heap is; and how many bytes of an allocation begin or go on at `offset` in the copy; 0: it is free there. */
char *emu_heap_base(void);
size_t emu_heap_allocated(const emu_heap_copy *copy, size_t offset);
bool emu_heap_contains(const void *pointer);
size_t emu_heap_limit(void);
bool emu_heap_set_limit(size_t bytes);

/* "file.c:12 (function)" for an address in code, or the nearest that can be known of it. Not in signal handlers. */
void emu_locate(uintptr_t pc, char *text, size_t size);

/* What lies at an address that a thread could not reach: fills in a phrase such as "0x7f.. is 16 bytes after the 4096-byte
 * allocation at 0x7f..". Set by the device-memory part; may be null. Called outside signal handlers. */
extern void (*emu_describe_address)(const void *address, char *phrase, size_t size);

#endif
