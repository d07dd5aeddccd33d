/* The CPU device's inside: streams as queues of operations, drained by the pool.
 *
 * Everything here is guarded by the pool's lock, except what says otherwise. The operation at a stream's head is the
 * one that runs; lw_cpu_advance() begins the next when it is done.
 */
#ifndef LW_CPU_H
#define LW_CPU_H

#include <pthread.h>
#include <stdatomic.h>

#include "../../api/backend.h"
#include "../../emu/memory.h"
#include "../../emu/pool.h"

/* As the H200. */
enum {
    LW_CPU_SHARED = 48 << 10,
    LW_CPU_SHARED_OPTIN = 227 << 10,
    LW_CPU_CONSTANT = 64 << 10,
    LW_CPU_MAX_LANES = 1024,
    LW_CPU_INLINE_ARGUMENTS = 256
};

typedef struct lw_cpu_operation lw_cpu_operation;

/* One record of an event: shared by the event, the queue that is to reach it, and the waits for it. */
typedef struct lw_cpu_mark {
    unsigned references;
    atomic_bool done;       /* written under the lock, read anywhere */
    uint64_t time;          /* ns of the monotonic clock; set before `done` */
    lw_stream_impl *stream; /* that is to reach it; valid until done */
    uint64_t ticket;        /* of the record in that stream */
    lw_stream_impl *parked; /* streams whose head waits for it */
} lw_cpu_mark;

struct lw_event_impl {
    lw_device_impl *device;
    lw_cpu_mark *mark; /* the latest record; null before the first */
};

struct lw_stream_impl {
    lw_device_impl *device;
    lw_cpu_operation *head, *tail;
    bool blocked;            /* the head has begun, and someone will say when it is done */
    emu_task *running;       /* the head's task, while the pool has it */
    atomic_uint pending;     /* operations queued; read anywhere */
    emu_waiter *waiters;     /* for this stream to pass their tickets */
    bool destroyed;          /* the handle is closed: freed once drained */
    lw_stream_impl *next_parked, *next_to_advance;
    lw_stream_impl *previous, *next; /* of the device */
};

typedef enum lw_cpu_kind {
    LW_CPU_GRID,
    LW_CPU_COPY,
    LW_CPU_SET,
    LW_CPU_HOST_FUNCTION,
    LW_CPU_RECORD,
    LW_CPU_WAIT
} lw_cpu_kind;

struct lw_cpu_operation {
    emu_task task; /* first: of grids, copies and sets */
    lw_cpu_kind kind;
    lw_stream_impl *stream;
    uint64_t ticket; /* counts the device's operations */
    lw_cpu_operation *next;
    union {
        struct {
            lw_copy copy; /* a set has a null source */
            int value;
            size_t rows; /* an item's; or 0: an item is `bytes` of the one row */
            size_t bytes;
        } transfer;
        struct {
            lw_host_function function;
            void *user;
            lw_cpu_operation *following; /* in the queue of the thread that calls them */
        } host;
        lw_cpu_mark *mark;
    } as;
};

/* Grids are larger, for the report of a fault, and are kept for reuse. */
typedef struct lw_cpu_launch {
    lw_cpu_operation operation; /* first */
    emu_grid grid;
    void *large_arguments; /* those that do not fit, or null */
    _Alignas(16) char arguments[LW_CPU_INLINE_ARGUMENTS];
} lw_cpu_launch;

/* A kernel's opt-in to more dynamic shared memory. */
typedef struct lw_cpu_optin {
    const lw_kernel *kernel;
    size_t bytes;
    struct lw_cpu_optin *next;
} lw_cpu_optin;

/* The thread that calls host functions: one at a time, in the order in which streams reach them. */
typedef struct lw_cpu_host_thread {
    pthread_t id;
    pthread_mutex_t lock; /* taken with the pool's lock held */
    pthread_cond_t changed;
    lw_cpu_operation *head, *tail;
    bool started, closing;
} lw_cpu_host_thread;

struct lw_device_impl {
    emu_pool *pool;
    emu_memory *memory;
    emu_options options;
    lw_engine engine;        /* asked for with LANEWISE_ENGINE; LW_ENGINE_COUNT: the best there is */
    lw_stream_impl *streams;
    uint64_t ticket;         /* of the operation queued last */
    atomic_uint pending;     /* operations queued in all streams; read anywhere */
    lw_stream_impl *to_advance, *to_advance_last;

    atomic_int fault;        /* the sticky one; set after its report, read anywhere */
    char report[sizeof((emu_fault *)0)->report];
    atomic_int refused;      /* a launch that failed after the call without harm to the device; told once */
    char refusal[sizeof((emu_fault *)0)->report];

    lw_cpu_launch *spare;    /* linked by operation.next */
    unsigned spare_count;
    lw_cpu_optin *optins;
    lw_cpu_host_thread host;
};

/* ---- queue.c; with the lock held ---- */
/* Gives the stream an operation with its kind and contents; the stream owns it from now on. */
void lw_cpu_enqueue(lw_stream_impl *stream, lw_cpu_operation *operation);
/* The stream's head operation is done (grids, copies, sets and host functions). */
void lw_cpu_complete(lw_cpu_operation *operation);
/* Notes the fault of a grid that is done. */
void lw_cpu_note_fault(lw_device_impl *device, const emu_grid *grid);
void lw_cpu_mark_release(lw_cpu_mark *mark);

/* ---- wait.c ---- */
/* Waits until everything queued so far is done: in the stream, or with null in all. */
void lw_cpu_wait(lw_device_impl *device, lw_stream_impl *stream);
/* Waits until the stream, which has not, has passed the ticket. With the lock held; releases it. */
void lw_cpu_wait_ticket(lw_stream_impl *stream, uint64_t ticket);
/* The sticky fault, or once a refused launch, with its report as the thread's message. */
lw_status lw_cpu_verdict(lw_device_impl *device);

/* ---- host_function.c ---- */
void lw_cpu_host_thread_stop(lw_device_impl *device);
void lw_cpu_host_thread_give(lw_device_impl *device, lw_cpu_operation *operation); /* with the lock held */

/* ---- the backend's entries, by file ---- */
/* device.c */
int lw_cpu_count(void);
lw_status lw_cpu_open(lw_device_impl **device, int ordinal);
void lw_cpu_close(lw_device_impl *device);
lw_status lw_cpu_synchronize(lw_device_impl *device);
lw_status lw_cpu_reset(lw_device_impl *device);
lw_status lw_cpu_fault(lw_device_impl *device, const char **report);
/* properties.c */
lw_status lw_cpu_properties(lw_device_impl *device, lw_device_properties *properties);
/* memory.c */
lw_status lw_cpu_allocate(lw_device_impl *device, void **pointer, size_t size);
lw_status lw_cpu_release(lw_device_impl *device, void *pointer);
lw_status lw_cpu_allocate_host(lw_device_impl *device, void **pointer, size_t size);
lw_status lw_cpu_release_host(lw_device_impl *device, void *pointer);
lw_status lw_cpu_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size);
/* stream.c */
lw_status lw_cpu_stream_create(lw_device_impl *device, lw_stream_impl **stream);
void lw_cpu_stream_destroy(lw_stream_impl *stream);
void lw_cpu_stream_free(lw_stream_impl *stream); /* with the lock held, drained */
lw_status lw_cpu_stream_synchronize(lw_stream_impl *stream);
lw_status lw_cpu_stream_query(lw_stream_impl *stream);
/* event.c */
lw_status lw_cpu_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event);
lw_status lw_cpu_event_create(lw_device_impl *device, lw_event_impl **event);
void lw_cpu_event_destroy(lw_event_impl *event);
lw_status lw_cpu_event_record(lw_event_impl *event, lw_stream_impl *stream);
lw_status lw_cpu_event_synchronize(lw_event_impl *event);
lw_status lw_cpu_event_query(lw_event_impl *event);
lw_status lw_cpu_event_elapsed(float *milliseconds, lw_event_impl *start, lw_event_impl *stop);
/* transfer.c */
lw_status lw_cpu_copy(lw_stream_impl *stream, const lw_copy *copy);
lw_status lw_cpu_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
/* host_function.c */
lw_status lw_cpu_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
/* launch.c, kernel.c */
lw_status lw_cpu_launch_kernel(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                               const void *arguments);
void lw_cpu_launch_recycle(lw_cpu_launch *launch); /* with the lock held */
void lw_cpu_launch_free_spares(lw_device_impl *device);
lw_status lw_cpu_read_engine(lw_engine *engine);
size_t lw_cpu_static_shared(const lw_kernel *kernel); /* bytes; the variables have their places from then on */
lw_status lw_cpu_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
lw_status lw_cpu_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value);
void lw_cpu_forget_optins(lw_device_impl *device); /* with the lock held, or alone */

#endif
