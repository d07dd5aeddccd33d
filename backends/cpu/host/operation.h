/* Operations, which streams queue: grids and the families of what they launch, copies, sets, host functions and work, waits and
 * writes. */
#ifndef LW_CPU_OPERATION_H
#define LW_CPU_OPERATION_H

#include "../../../api/host_work.h"
#include "../../../emu/count/count.h"
#include "stream.h"

typedef enum lw_cpu_kind {
    LW_CPU_GRID,
    LW_CPU_COPY,
    LW_CPU_SET,
    LW_CPU_HOST_FUNCTION,
    LW_CPU_HOST_WORK,
    LW_CPU_RECORD,
    LW_CPU_WAIT,
    LW_CPU_WRITE_VALUE,
    LW_CPU_WAIT_VALUE,
    LW_CPU_FREE, /* in checked mode, before the record that frees memory */
    LW_CPU_GRAPH,
    LW_CPU_OBJECT_END /* of a user object; in no stream */
} lw_cpu_kind;

/* A side of a copy that is in a variable of kernels. */
typedef struct lw_cpu_variable {
    lw_cpu_variables *image; /* null: the side is in none */
    void *place;             /* its address while the device's instance is in place */
    size_t offset;           /* in an instance */
    unsigned device;
} lw_cpu_variable;

struct lw_cpu_operation {
    emu_task task; /* first member; used by grids, copies, sets and host work */
    lw_cpu_kind kind;
    lw_stream_impl *stream;
    lw_cpu_launch *parent;   /* the grid whose thread queued it; null: the host did */
    lw_cpu_node *node;       /* the operation is a graph's node, in no queue; null: a stream's */
    uint64_t ticket;         /* number in the order of queueing, on all devices */
    unsigned check;          /* checked mode: its number */
    bool uses_variables;     /* of kernels: this and the next three are variables.c's */
    unsigned variables_of;   /* of a grid: the device whose instances must be in place */
    lw_cpu_variables *image; /* of a grid: whose variables it has */
    lw_cpu_operation *next_waiting;
    lw_cpu_operation *next;
    struct {
        _Atomic uint64_t began; /* ns of the monotonic clock; 0: not yet */
        void (*run)(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count); /* the task's own */
        void (*finish)(emu_task *task);
    } timing; /* for the profile: of a device that is timed */
    union {
        struct {
            lw_copy copy; /* null source: a set to `value` */
            int value;
            size_t rows; /* rows of one task item; 0: an item is `bytes` of the only row */
            size_t bytes;
            lw_cpu_variable to, from; /* set the copy's pointers when it begins */
        } transfer;
        struct {
            lw_host_function function; /* null: a callback */
            lw_status_function callback;
            void *user;
            lw_cpu_operation *following; /* next in the queue of the host-function thread */
        } host;
        struct {
            lw_host_work work;
            uintptr_t by; /* the program's call */
        } host_work;
        lw_cpu_mark *mark;
        struct {
            lw_value wanted;
            lw_wait_condition condition;
            lw_cpu_variable to;                 /* of a write, likewise */
            struct lw_cpu_shared_event *shared; /* not null: waits for another process's record of this event */
        } value;
        void *freed; /* memory */
        lw_cpu_graph_memory *graph_memory;
        struct {
            lw_cpu_body *body;
            lw_cpu_mark **marks; /* of its records and waits; null: none, or no more */
            uint64_t number;     /* of the launch, among those of the executable graph; not of a kernel's launch */
            bool sibling;        /* a sibling of a graph that the host has launched */
            lw_cpu_launch *environment; /* the family of what its kernels have launched; null: none */
        } graph;
    } as;
};

/* A grid and the operations that its threads queued. The grid is done when all of them are done. */
typedef struct lw_cpu_family {
    const struct emu_site *site; /* place of the launch in the parent's code */
    unsigned unfinished;         /* 1 for the grid's own blocks, plus queued operations, plus released tail launches */
    unsigned held_tail_launches; /* count of tail launches that are not released yet */
    unsigned siblings;    /* of a graph that the host has launched: not done; they do not hold back its tail launches */
    unsigned fired;       /* of a graph: launches that wait for nothing */
    bool waits;           /* for these alone */
    lw_stream_impl *tail; /* holds the tail launches until nothing else is unfinished; or null */
    lw_stream_impl *streams;
    lw_event_impl *events;
    lw_cpu_launch *next_to_settle;
} lw_cpu_family;

/* What the profile counts of a launch: its accesses, and what limits residency, by LW_FIT_. */
typedef struct lw_cpu_counted {
    emu_counts counts;
    unsigned occupancy[LW_WORK_OCCUPANCY];
} lw_cpu_counted;

/* Launches are large, because they hold a fault's report; so they are kept for reuse. */
struct lw_cpu_launch {
    lw_cpu_operation operation; /* first member */
    emu_grid grid;
    lw_cpu_family family;
    struct {
        const struct emu_fused_kernel *fused; /* the copy to compare with fibers; null: none */
        bool unrepeatable; /* a thread has queued a launch, copy or other operation, which must not run twice */
    } compare;
    lw_cpu_counted *counted; /* for the profile, of a device that counts; else null */
    void *large_arguments;   /* allocated when `arguments` is too small; else null */
    _Alignas(16) char arguments[LW_CPU_INLINE_ARGUMENTS];
};

/* ---- queue.c; with the lock held ---- */
/* Appends an operation to the stream, which then owns it. The caller has set its kind and contents. */
void lw_cpu_enqueue(lw_stream_impl *stream, lw_cpu_operation *operation);
/* The same for an operation from a thread of `parent`; null: from the host. */
void lw_cpu_enqueue_for(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *operation);
/* Checked mode: an operation that takes its place in the stream's order and is not queued; its number. */
unsigned lw_cpu_check_place(lw_stream_impl *stream, emu_check_kind kind);
/* The stream's head operation is done (copies, sets and host functions). */
void lw_cpu_complete(lw_cpu_operation *operation);
/* The grid's own blocks are done. */
void lw_cpu_blocks_done(lw_cpu_launch *launch);
/* Records the fault of a grid that is done; a sticky fault of other work. */
void lw_cpu_note_fault(lw_device_impl *device, const emu_grid *grid);
void lw_cpu_set_fault(lw_device_impl *device, lw_status status, const char *report);
void lw_cpu_mark_release(lw_cpu_mark *mark);
/* The mark is done. Then lw_cpu_run_streams() is due. */
void lw_cpu_reach_mark(lw_cpu_mark *mark);
/* Takes the graph that has ended off its stream. Then lw_cpu_run_streams() is due, unless it is the caller. */
void lw_cpu_graph_off_stream(lw_cpu_operation *operation);
/* The stream's head can begin, which waited for something else than its stream. Likewise. */
void lw_cpu_unpark(lw_stream_impl *stream);
void lw_cpu_run_streams(lw_device_impl *device);

/* ---- wait.c ---- */
/* Waits until all operations queued so far are done: in the stream, or with null in all streams. */
void lw_cpu_wait(lw_device_impl *device, lw_stream_impl *stream);
/* Likewise, in a call that CUDA does not call a synchronisation: checked mode knows nothing of it. */
void lw_cpu_wait_unordered(lw_device_impl *device);
/* Waits until the operations of other devices are done that were queued so far and may reach this device's memory.
 * `by_all`: all devices reach it, as the host's memory, or their streams free it. */
void lw_cpu_wait_for_reach(lw_device_impl *device, bool by_all);
/* Waits until the stream has passed the ticket; it must not have yet. Called with the lock held; releases it. */
void lw_cpu_wait_ticket(lw_stream_impl *stream, uint64_t ticket);
/* The device's sticky fault or, once, its launch error; sets the calling thread's message to the report. */
lw_status lw_cpu_take_error(lw_device_impl *device);

/* transfer.c */
lw_status lw_cpu_copy(lw_stream_impl *stream, const lw_copy *copy);
lw_status lw_cpu_copy_peer(lw_stream_impl *stream, const lw_copy *copy, lw_device_impl *to, lw_device_impl *from);
lw_status lw_cpu_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
lw_status lw_cpu_set_slices(lw_stream_impl *stream, const lw_copy *set, int value);
/* Whether the copy's or set's memory on the device is still allocated. */
lw_status lw_cpu_transfer_check(lw_device_impl *device, const lw_copy *copy);
lw_status lw_cpu_value_check(lw_device_impl *device, const lw_value *value); /* likewise, of a word that a node has */
/* Makes a copy or, with a null source, a set of at least one byte; null, with a message, when out of memory. */
lw_cpu_operation *lw_cpu_transfer_make(lw_device_impl *device, const lw_copy *copy, int value);

/* ---- timing.c: of a device that is timed ---- */
void lw_cpu_time_operation(lw_cpu_operation *operation);               /* before its task is submitted */
void lw_cpu_time_run(lw_cpu_operation *operation, emu_worker *worker); /* runs all of its task here */
void lw_cpu_time_work(lw_device_impl *device);                         /* from now on it is timed */

/* ---- host_function.c ---- */
void lw_cpu_host_thread_stop(lw_device_impl *device);
void lw_cpu_host_thread_enqueue(lw_device_impl *device, lw_cpu_operation *operation); /* with the lock held */
lw_status lw_cpu_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
lw_status lw_cpu_callback(lw_stream_impl *stream, lw_status_function function, void *user);
/* Makes the operation, and starts the thread if there is none; null, with a message, on failure. */
lw_cpu_operation *lw_cpu_host_function_make(lw_device_impl *device, lw_host_function function, void *user,
                                            lw_status *status);

/* ---- host_work.c ---- */
lw_status lw_cpu_host_work(lw_stream_impl *stream, const lw_host_work *work);

/* ---- value.c; the first two with the lock held ---- */
/* A write of a word, or a wait for it; null: no memory. */
lw_cpu_operation *lw_cpu_value_make(const lw_device_impl *device, const lw_value *value, bool waits,
                                    lw_wait_condition condition);
void lw_cpu_watch_node(lw_cpu_node *node); /* as lw_cpu_watch(), of a graph's node */
/* graph_value.c: ends the nodes whose words have their values, or after a fault all of them. With the lock held. */
void lw_cpu_graph_value_look(lw_device_impl *device, bool faulted);
bool lw_cpu_value_reached(lw_cpu_operation *wait);      /* whether the word has the value now */
void lw_cpu_watch(lw_stream_impl *stream);              /* the stream goes on when it has, or after a fault */
lw_status lw_cpu_watcher_start(lw_device_impl *device); /* without the lock; again and again has no effect */
void lw_cpu_watcher_initialize(lw_device_impl *device);
void lw_cpu_watcher_stop(lw_device_impl *device); /* no stream waits */
void lw_cpu_watcher_destroy(lw_device_impl *device);
lw_status lw_cpu_write_value(lw_stream_impl *stream, const lw_value *value);
lw_status lw_cpu_wait_value(lw_stream_impl *stream, const lw_value *value, lw_wait_condition condition);

#endif
