/* The CPU device's inside: streams as queues of operations, drained by the pool.
 *
 * Everything here is guarded by the pool's lock, except what says otherwise. The operation at a stream's head is the
 * one that runs; lw_cpu_advance() begins the next when it is done.
 */
#ifndef LW_CPU_H
#define LW_CPU_H

#include <pthread.h>
#include <stdatomic.h>

#include "../../../api/backend.h"
#include "../../../emu/check/check.h"
#include "../../../emu/host/memory.h"
#include "../../../emu/host/pool.h"
#include "profile.h"

/* The same for every profile. */
enum {
    LW_CPU_SHARED = 48 << 10,
    LW_CPU_CONSTANT = 64 << 10,
    LW_CPU_MAX_THREADS = 1024,
    LW_CPU_MAX_CLUSTER = 8,
    LW_CPU_MAX_CLUSTER_OPTIN = 16,
    LW_CPU_INLINE_ARGUMENTS = 256,
    LW_CPU_MAX_CHILDREN = 2048
};

typedef struct lw_cpu_operation lw_cpu_operation;
typedef struct lw_cpu_launch lw_cpu_launch;
typedef struct lw_cpu_compare lw_cpu_compare;

/* One record of an event: shared by the event, the queue that is to reach it, and the waits for it. */
typedef struct lw_cpu_mark {
    unsigned references;
    atomic_bool done;       /* written under the lock, read anywhere */
    uint64_t time;          /* ns of the monotonic clock; set before `done` */
    lw_stream_impl *stream; /* that is to reach it; valid until done */
    uint64_t ticket;        /* of the record in that stream */
    lw_stream_impl *parked; /* streams whose head waits for it */
    emu_order *check;       /* checked mode: what is over then */
} lw_cpu_mark;

struct lw_event_impl {
    lw_device_impl *device;
    lw_cpu_mark *mark; /* the latest record; null before the first */
    bool open;         /* of a family: the threads may use its handle */
    lw_event_impl *sibling;
};

/* What a stream of a family is for. */
typedef enum lw_cpu_role {
    LW_CPU_NAMED, /* a thread made it */
    LW_CPU_NULL,  /* a block's null stream */
    LW_CPU_FORGET /* fire and forget: one launch */
} lw_cpu_role;

struct lw_stream_impl {
    lw_device_impl *device;
    lw_cpu_operation *head, *tail;
    bool blocked;        /* the head has begun, and someone will say when it is done */
    emu_task *running;   /* the head's task, while the pool has it */
    atomic_uint pending; /* operations queued; read anywhere */
    emu_waiter *waiters; /* for this stream to pass their tickets */
    bool destroyed;      /* the handle is closed: freed once drained */
    lw_cpu_role role;    /* of a family's streams, which are freed with it: */
    bool open;           /* the threads may use its handle */
    uint64_t block;      /* whose null stream it is */
    lw_stream_impl *sibling;
    lw_stream_impl *next_parked, *next_to_advance;
    lw_stream_impl *previous, *next; /* of the device */
    emu_check_stream *check;         /* null where nothing is checked */
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
    lw_cpu_launch *parent; /* the grid whose thread asked for it, or null */
    uint64_t ticket;       /* counts the device's operations */
    unsigned check;        /* its number, in checked mode */
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

/* A grid and what its threads gave the device: it is done when all of it is. */
typedef struct lw_cpu_family {
    const struct emu_site *site; /* of its launch, in the parent's code */
    unsigned unfinished;         /* its own blocks count 1, then what is queued, tail launches once they are released */
    unsigned tails;              /* not released */
    lw_stream_impl *tail;        /* holds them back until nothing else is unfinished; or null */
    lw_stream_impl *streams;
    lw_event_impl *events;
    lw_cpu_launch *next_to_settle;
} lw_cpu_family;

/* Grids are larger, for the report of a fault, and are kept for reuse. */
struct lw_cpu_launch {
    lw_cpu_operation operation; /* first */
    emu_grid grid;
    lw_cpu_family family;
    struct {
        const struct emu_fused_kernel *fused; /* the copy that is compared with fibers; null: none */
        bool asked; /* a thread has asked for a launch, copy or the like, which can be done once only */
    } compare;
    void *large_arguments; /* those that do not fit, or null */
    _Alignas(16) char arguments[LW_CPU_INLINE_ARGUMENTS];
};

/* A kernel's opt-ins: to more dynamic shared memory, if `shared`, and to larger clusters. */
typedef struct lw_cpu_optin {
    uintptr_t state; /* the kernel's, which no other kernel has had */
    bool shared, non_portable;
    int carveout; /* percent, or -1 */
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

/* What a block of a kernel's launches took. */
typedef struct lw_cpu_pace {
    const lw_kernel *kernel;
    emu_pace block;
} lw_cpu_pace;

enum { LW_CPU_PACES = 64 };

struct lw_device_impl {
    emu_pool *pool;
    emu_memory *memory;
    emu_options options;
    const lw_cpu_profile *profile;
    size_t opening_stack;           /* options.stack_size until a limit is set */
    size_t l2_fetch, l2_persisting; /* limits that change nothing; under the pool's lock */
    lw_engine engine;               /* asked for with LANEWISE_ENGINE; LW_ENGINE_COUNT: the best there is */
    lw_cpu_compare *compare;        /* null: launches run once, on that engine; else on fibers and fused */
    bool compare_reports;           /* differences are findings of `lanewise check`; else the launch fails */
    int level;                      /* of the fused copies that this device runs; -1: none */
    lw_stream_impl *streams;
    uint64_t ticket;     /* of the operation queued last */
    atomic_uint pending; /* operations queued in all streams; read anywhere */
    lw_stream_impl *to_advance, *to_advance_last;
    lw_cpu_launch *to_settle;        /* families of which nothing is unfinished */
    unsigned children, max_children; /* grids launched from kernels that have not ended; at most */
    lw_device_properties limits;     /* for what kernels launch and ask */

    atomic_int fault; /* the sticky one; set after its report, read anywhere */
    char report[sizeof((emu_fault *)0)->report];
    atomic_int refused; /* a launch that failed after the call without harm to the device; told once */
    char refusal[sizeof((emu_fault *)0)->report];

    lw_cpu_launch *spare; /* linked by operation.next */
    unsigned spare_count;
    lw_cpu_pace pace[LW_CPU_PACES]; /* by the kernel's address: the one launched last of those that share an entry */
    lw_cpu_optin *optins;
    lw_cpu_host_thread host;
};

/* ---- queue.c; with the lock held ---- */
/* Gives the stream an operation with its kind and contents; the stream owns it from now on. */
void lw_cpu_enqueue(lw_stream_impl *stream, lw_cpu_operation *operation);
/* The same for one that a thread of `parent` asks for, or null for the host. */
void lw_cpu_enqueue_for(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *operation);
/* The stream's head operation is done (copies, sets and host functions). */
void lw_cpu_complete(lw_cpu_operation *operation);
/* The grid's own blocks are done. */
void lw_cpu_blocks_done(lw_cpu_launch *launch);
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
lw_status lw_cpu_retire(lw_device_impl *device, void *pointer);
lw_status lw_cpu_release(lw_device_impl *device, void *pointer);
lw_status lw_cpu_allocate_host(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
lw_status lw_cpu_release_host(lw_device_impl *device, void *pointer);
lw_status lw_cpu_register_host(lw_device_impl *device, void *pointer, size_t size, unsigned flags);
lw_status lw_cpu_unregister_host(lw_device_impl *device, void *pointer);
lw_status lw_cpu_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size);
/* stream.c */
lw_status lw_cpu_stream_create(lw_device_impl *device, lw_stream_impl **stream);
void lw_cpu_stream_destroy(lw_stream_impl *stream);
void lw_cpu_stream_add(lw_device_impl *device, lw_stream_impl *stream); /* with the lock held; zeroed */
void lw_cpu_stream_free(lw_stream_impl *stream);                        /* with the lock held, drained */
lw_status lw_cpu_stream_synchronize(lw_stream_impl *stream);
lw_status lw_cpu_stream_query(lw_stream_impl *stream);
/* event.c */
lw_status lw_cpu_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event);
lw_status lw_cpu_event_create(lw_device_impl *device, lw_event_impl **event);
void lw_cpu_event_destroy(lw_event_impl *event);
lw_status lw_cpu_event_record(lw_event_impl *event, lw_stream_impl *stream);
/* Records and waits in two steps, for threads of `parent` or null: made, or null with a message; queued, with the lock
 * held. A wait for nothing is freed instead. */
lw_cpu_operation *lw_cpu_record_make(lw_device_impl *device);
void lw_cpu_record_enqueue(lw_cpu_launch *parent, lw_event_impl *event, lw_stream_impl *stream,
                           lw_cpu_operation *operation);
lw_cpu_operation *lw_cpu_wait_make(lw_device_impl *device);
void lw_cpu_wait_enqueue(lw_cpu_launch *parent, lw_stream_impl *stream, lw_event_impl *event,
                         lw_cpu_operation *operation);
lw_status lw_cpu_event_synchronize(lw_event_impl *event);
lw_status lw_cpu_event_query(lw_event_impl *event);
lw_status lw_cpu_event_elapsed(float *milliseconds, lw_event_impl *start, lw_event_impl *stop);
/* transfer.c */
lw_status lw_cpu_copy(lw_stream_impl *stream, const lw_copy *copy);
lw_status lw_cpu_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
lw_status lw_cpu_set_slices(lw_stream_impl *stream, const lw_copy *set, int value);
/* A copy, or with a null source a set, of at least a byte, ready to be queued; null with a message. */
lw_cpu_operation *lw_cpu_transfer_make(lw_device_impl *device, const lw_copy *copy, int value);
/* host_function.c */
lw_status lw_cpu_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
/* launch.c, kernel.c */
lw_status lw_cpu_launch_kernel(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                               const void *arguments);
/* A grid ready to be queued, with the lock held; null with the status and a message, without the lock, when there is no
 * memory or no copy of the kernel. */
lw_cpu_launch *lw_cpu_launch_make(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  const void *arguments, lw_status *status);
void lw_cpu_launch_recycle(lw_cpu_launch *launch); /* with the lock held */
void lw_cpu_launch_free_spares(lw_device_impl *device);
/* compare.c: a task of one item, the launch on fibers and fused */
void lw_cpu_compare_run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count);
/* compare_memory.c */
lw_cpu_compare *lw_cpu_compare_open(void); /* null: no memory */
void lw_cpu_compare_close(lw_cpu_compare *compare);
/* Around a comparison, and around giving memory back that a kernel can write. */
void lw_cpu_compare_begins(lw_cpu_compare *compare);
void lw_cpu_compare_ends(lw_cpu_compare *compare);
/* Memory that kernels can write from now on, device memory or pinned memory (false: no memory to note it); no longer. */
bool lw_cpu_compare_note(lw_cpu_compare *compare, bool pinned, void *pointer, size_t size, uintptr_t made_at);
void lw_cpu_compare_drop(lw_cpu_compare *compare, const void *pointer);
/* child.c: the streams and events of a grid that is done, with the lock held */
void lw_cpu_family_free(lw_cpu_family *family);
/* `compares`: compare; then `engine` is the best there is. */
lw_status lw_cpu_read_engine(lw_engine *engine, bool *compares);
size_t lw_cpu_static_shared(const lw_kernel *kernel); /* bytes; the variables have their places from then on */
/* The fused copy that launches of the kernel run where they can; null: none. */
const struct emu_fused_kernel *lw_cpu_fused_copy(const lw_device_impl *device, const lw_kernel *kernel);
/* That copy, or one that is for blocks of this shape alone. */
const struct emu_fused_kernel *lw_cpu_fused_copy_for(const lw_device_impl *device, const lw_kernel *kernel,
                                                     lw_dim3 block);
lw_status lw_cpu_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
lw_status lw_cpu_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value);
int lw_cpu_carveout(lw_device_impl *device, const lw_kernel *kernel);
void lw_cpu_forget_optins(lw_device_impl *device); /* with the lock held, or alone */
/* limit.c */
lw_status lw_cpu_memory(lw_device_impl *device, size_t *available, size_t *total);
lw_status lw_cpu_get_limit(lw_device_impl *device, lw_limit limit, size_t *value);
lw_status lw_cpu_set_limit(lw_device_impl *device, lw_limit limit, size_t value);
void lw_cpu_default_limits(lw_device_impl *device); /* as the device is opened or reset; but for the stack: */
void lw_cpu_default_stack(lw_device_impl *device);  /* without the lock */
/* occupancy.c */
lw_status lw_cpu_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                               int *blocks);
lw_status lw_cpu_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                  size_t *dynamic_shared);
lw_status lw_cpu_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                 int *clusters);
/* The most blocks of a cooperative grid: all that the device's multiprocessors hold at once. */
uint64_t lw_cpu_max_resident_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                    size_t dynamic_shared);

#endif
