/* The SIMT machine, as the CPU backend sees it: workers that run whole blocks of a grid.
 *
 * An OS thread enters a worker, runs blocks of one grid on it, and leaves. The worker owns the resources of a block:
 * stacks, the shared-memory arena, the table of threads. It keeps them from grid to grid. emu knows no streams and
 * depends only on libc. Status values are those of <lanewise/host.h>.
 */
#ifndef EMU_H
#define EMU_H

#include <stdatomic.h>
#include <stdbool.h>

#include <lanewise/descriptor.h>

#include "../fused/team.h"

enum { EMU_MOST_DEVICES = 16 }; /* the most CPU devices */

/* ---- options: read once from the environment ---- */
enum {
    EMU_SCHEDULE_ROUND_ROBIN,
    EMU_SCHEDULE_REVERSE,
    EMU_SCHEDULE_RANDOM,
    EMU_SCHEDULE_STARVE,
    EMU_SCHEDULE_PCT,
    EMU_SCHEDULE_LOCKSTEP
};
enum { EMU_MOST_STARVED = 32, EMU_MOST_DEPTH = 16 };
/* What __activemask() returns: the caller, all lanes that reach the call; unset: the first in kernel files in C, the second in
 * .cu files. */
enum { EMU_ACTIVEMASK_UNSET, EMU_ACTIVEMASK_SELF, EMU_ACTIVEMASK_MAXIMAL };

typedef struct emu_options {
    unsigned workers;         /* LANEWISE_WORKERS; else the CPUs this process may use */
    bool pinned;              /* LANEWISE_PIN: each pool thread stays on one of these CPUs; else 0 */
    size_t stack_size;        /* LANEWISE_STACK_SIZE, bytes for each thread; else 64 KiB */
    uint64_t timeout_ns;      /* LANEWISE_TIMEOUT, seconds a block may run; else 60; 0 is no limit */
    unsigned schedule;        /* LANEWISE_SCHEDULE: an EMU_SCHEDULE_ */
    unsigned schedule_detail; /* of starve: the warp; of pct: the depth */
    uint64_t seed;
    unsigned activemask; /* LANEWISE_ACTIVEMASK: an EMU_ACTIVEMASK_ */
    bool strict;   /* LANEWISE_STRICT: 1 also reports operations that give only the caller an undefined value; else 0 */
    size_t memory; /* LANEWISE_MEMORY, bytes of device memory; else the machine's */
    bool stops_on_fault; /* LANEWISE_DEVICE_WAITS_ON_EXCEPTION: a fault stops the process, for a debugger */
    bool unchecked;      /* with `checked`: nothing is checked; the copies' calls count, or keep lanes in step */
    bool counts;         /* with `unchecked`: accesses are counted (count/) */
    bool checked;        /* blocks run checked copies of kernels, on one worker, with gaps between shared variables */
    unsigned multiprocessors; /* that device code sees; the number of workers, unless the caller says otherwise */
} emu_options;

/* Reads the environment. For a value that is not valid, returns LW_ERROR_INVALID_VALUE and writes `message`. */
lw_status emu_options_read(emu_options *options, char *message, size_t size);

/* Reads a schedule from text (false: not valid; emu_schedule_rule says what is), and writes one as text. */
extern const char emu_schedule_rule[];
bool emu_schedule_read(const char *text, emu_options *options);
void emu_schedule_text(const emu_options *options, char *text, size_t size);

/* The processors that this process may use, at least 1. */
unsigned emu_processors(void);

/* For tests, may be null: called before each allocation; true makes the allocation fail. */
extern bool (*emu_allocation_fails)(void);

/* ---- one grid in flight ---- */
typedef struct emu_fault {
    lw_status status;  /* LW_SUCCESS while there is none */
    char report[4096]; /* text: what happened, where, in which thread */
} emu_fault;

typedef struct emu_grid emu_grid;

/* Where a block that only spins gets another one from, which begins beside it. */
typedef struct emu_resident_source {
    uint64_t (*limit)(emu_grid *grid); /* how many of the grid's blocks the device holds at once */
    bool (*take)(emu_grid *grid,
                 uint64_t *item); /* takes an item that no worker has; false: none is left. Null: takes none */
} emu_resident_source;

struct emu_grid {
    const lw_kernel *kernel;
    void (*entry)(const void *arguments);
    const struct emu_fused_kernel *fused; /* null: the threads run as fibers */
    const void *arguments;
    lw_dim3 grid, block;
    lw_dim3 cluster;                      /* blocks; 0 if the launch has no clusters. The grid is a multiple of it */
    bool cooperative;                     /* all blocks are resident at once */
    bool programmatic;                    /* may begin before the grid ahead of it has ended; only checked mode asks */
    size_t static_shared, dynamic_shared; /* bytes */
    size_t shared_alignment;              /* of the block's shared memory: a power of two */
    struct emu_counts *counts;            /* of its accesses; null: they are not counted */
    unsigned check_number;                /* the grid's number in checked mode (check/) */
    unsigned device;                      /* the ordinal of the CPU device that runs it */
    uint64_t blocks;                      /* grid.x * grid.y * grid.z */
    /* Of a grid whose blocks may wait for each other though the launch is not cooperative (resident.c); else null. */
    const struct emu_resident_source *source;
    _Atomic uint64_t resident;       /* blocks that have begun and not ended */
    _Atomic uint64_t resident_limit; /* what `source` has said; 0: not asked yet */
    atomic_bool is_full;             /* the last block that was to begin could not: the device holds no more */
    /* Set by the first block that fails; other blocks then stop at their next wait or at their end. */
    atomic_int failed;
    emu_fault fault;           /* written by the block that set `failed`; read after the grid is done */
    emu_team team;             /* of a fused cooperative grid: the pool threads that run its blocks */
    struct emu_worker *leader; /* of a fused cooperative grid: the worker that owns its blocks */
};

/* ---- workers ---- */
typedef struct emu_worker emu_worker;

lw_status emu_worker_create(emu_worker **worker, const emu_options *options);
void emu_worker_destroy(emu_worker *worker);

/* The calling OS thread takes or leaves the worker (alternate signal stack, thread-locals); one OS thread at a time. */
void emu_worker_enter(emu_worker *worker);
void emu_worker_leave(emu_worker *worker);

/* A grid's items, each of which runs on one worker: a block, a cluster, or a cooperative grid. If a cooperative grid is
 * fused (emu_is_team_grid()), item 0 runs the grid; every other item, at any time, makes its worker help. */
uint64_t emu_grid_items(const emu_grid *grid);
static inline bool emu_is_team_grid(const emu_grid *grid)
{
    return grid->cooperative && grid->fused;
}

/* Sets the bytes of stack of each thread. No OS thread may be in the worker. */
void emu_worker_set_stack_size(emu_worker *worker, size_t size);

/* Sets the order in which the worker's fibers run; reads schedule, schedule_detail and seed. */
void emu_worker_set_schedule(emu_worker *worker, const emu_options *options);

/* ---- which thread writes a word: on one worker of the process at a time (watch.c) ---- */
enum { EMU_MOST_WATCHED = 8 };
typedef struct emu_writer {
    const void *address; /* of a 4-byte word */
    bool known;          /* some thread has changed the word; the last to do so: */
    unsigned thread[3], block[3];
    uint32_t value; /* that this thread stored */
} emu_writer;
/* Runs the worker's fibers round-robin from now on, and compares the words at each switch of threads. */
void emu_watch_begin(emu_worker *worker, emu_writer *writers, unsigned count);
void emu_watch_end(emu_worker *worker); /* back to the schedule of the worker's options */

/* Runs the items `first` to `first + count - 1` (x fastest) of the grid, one after another. Returns early if the grid
 * has failed. If there is no memory for stacks, fails the grid with LW_ERROR_OUT_OF_MEMORY. */
void emu_worker_run(emu_worker *worker, emu_grid *grid, uint64_t first, uint64_t count);

enum { EMU_DYNAMIC_ALIGNMENT = 16 }; /* of dynamic shared memory, unless a declaration asks for more */
typedef struct emu_shared_extent {
    size_t size;      /* bytes of static shared memory, with those that align dynamic shared memory */
    size_t alignment; /* of the block's shared memory */
} emu_shared_extent;
/* Returns the kernel's static shared memory; gives its module's LW_SHARED variables their offsets at the first
 * call. Thread-safe. `*lost`: a variable of the fused copy that matches no variable or several, so that the fused copy
 * cannot run; else null. */
emu_shared_extent emu_shared_layout(const lw_kernel *kernel, const lw_shared_variable **lost);
/* The same for the checked copy, which has gaps between the variables. */
emu_shared_extent emu_checked_shared_layout(const lw_kernel *kernel);

/* ---- the calling thread, for launches from kernels (caller.c) ---- */
struct emu_site; /* of device.h */
emu_grid *emu_calling_grid(void);
uint64_t emu_calling_block(void); /* linear number in the grid */
int *emu_calling_error(void);     /* the thread's latest launch error; 0 when it begins */
/* Ends the launch with a message (printf-like) as the report's first line. */
void emu_calling_fails(lw_status status, const struct emu_site *site, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/* ---- signal handlers and the watchdog: one for the process, from the first open to the last close ---- */
lw_status emu_machine_open(void);
void emu_machine_close(void);

/* ---- the FIFOs of device code's printf(), and its heaps: one of each for each device, by ordinal ---- */
void emu_print_flush(unsigned device); /* prints all records */
void emu_print_close(unsigned device); /* flushes, frees the memory and resets the limit */
void emu_heap_close(unsigned device);  /* frees the memory and resets the limit; no kernel of the device may run */
/* Bytes. A limit can be set until the first use; it is clamped to a GPU's bounds. */
size_t emu_print_limit(unsigned device);
bool emu_print_set_limit(unsigned device, size_t bytes);
/* ---- for a comparison of engines, which the first device alone makes ---- */
/* Records of printf() taken out of the FIFO, oldest first. */
typedef struct emu_prints {
    char *bytes; /* from malloc(); null: no records */
    size_t size, count;
} emu_prints;
void emu_print_hold(bool hold);               /* while held, flushes print nothing */
bool emu_print_take(emu_prints *taken);       /* takes all records; false: out of memory, and they stay */
void emu_print_put(const emu_prints *prints); /* adds them to the FIFO again */
/* A copy of the heap: its metadata, and its memory up to the last byte ever allocated. */
typedef struct emu_heap_copy {
    bool made;   /* false: the heap did not exist yet */
    size_t size; /* bytes of `memory` */
    char *memory;
    struct emu_heap_metadata *metadata;
} emu_heap_copy;
bool emu_heap_save(emu_heap_copy *copy); /* false: out of memory */
void emu_heap_restore(const emu_heap_copy *copy);
void emu_heap_copy_free(emu_heap_copy *copy);
/* The heap's address; and the bytes from `offset` in the copy to the end of the allocation there, 0 if
 * there is none. */
char *emu_heap_base(void);
size_t emu_heap_allocated(const emu_heap_copy *copy, size_t offset);
bool emu_heap_contains(const void *pointer); /* whether it is in some device's heap */
size_t emu_heap_limit(unsigned device);
bool emu_heap_set_limit(unsigned device, size_t bytes);

/* Writes "file.c:12 (function)" for an address in code, or the nearest symbol. Not in signal handlers. */
void emu_locate(uintptr_t pc, char *text, size_t size);

/* Describes an address that a thread could not access: writes a phrase such as "0x7f.., which is 16 bytes after the
 * 4096-byte allocation at 0x7f..". Set by host/describe.c; may be null. Not called in signal handlers. */
extern void (*emu_describe_address)(const void *address, char *phrase, size_t size);

#endif
