/* The structures of the CPU device: streams are queues of operations, and the pool runs the operations.
 *
 * The pool's lock guards everything here, unless a comment says otherwise. A stream runs the operation at its head;
 * when that is done, queue.c begins the next.
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

/* Limits that all profiles share. */
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
typedef struct lw_cpu_block lw_cpu_block;
typedef struct lw_cpu_managed lw_cpu_managed;
typedef struct lw_cpu_graph_memory lw_cpu_graph_memory;
typedef struct lw_cpu_variables lw_cpu_variables; /* variables.c */

/* Positions in other streams that precede something: all operations of a stream up to a ticket. Which memory a stream may
 * use again follows from it. With more streams the oldest entry is forgotten: then memory is used again less often. */
enum { LW_CPU_ORDER = 8 };
typedef struct lw_cpu_order {
    unsigned count;
    struct {
        uint64_t stream, ticket; /* stream: its number */
    } up_to[LW_CPU_ORDER];
} lw_cpu_order;
typedef struct lw_cpu_node lw_cpu_node;       /* of a graph that can run: graph.h */
typedef struct lw_cpu_body lw_cpu_body;       /* such a graph */
typedef struct lw_cpu_capture lw_cpu_capture; /* capture.h */

/* One record of an event. The event, the queue with the record and the waits for it share the mark. */
typedef struct lw_cpu_mark {
    unsigned references;
    atomic_bool done;                   /* written under the lock, read anywhere */
    uint64_t time;                      /* ns of the monotonic clock; set before `done` */
    lw_stream_impl *stream;             /* the stream with the record; valid until done */
    uint64_t ticket;                    /* of the record's operation */
    lw_stream_impl *parked;             /* list of streams whose head waits for this mark */
    bool in_graph;                      /* a graph's node reaches it: `ticket` is of what precedes the graph */
    lw_cpu_node *nodes;                 /* list of graphs' nodes that wait for this mark */
    emu_waiter *waiters;                /* host threads that wait for the mark of a graph's node */
    emu_order *check;                   /* checked mode: the operations that precede the record */
    struct lw_cpu_shared_event *shared; /* of an event of several processes: null, or what they share */
    uint64_t shared_number;             /* the record's, among those of all processes */
    uint64_t stream_number;             /* this and the next three are valid after `done`, too */
    bool blocking, legacy;              /* the stream is a blocking one, or the legacy stream */
    lw_cpu_order order;                 /* what precedes the record */
} lw_cpu_mark;

struct lw_event_impl {
    lw_device_impl *device;
    lw_cpu_mark *mark;                  /* the latest record; null before the first */
    bool untimed;                       /* LW_EVENT_DISABLE_TIMING */
    struct lw_cpu_shared_event *shared; /* LW_EVENT_INTERPROCESS: what processes share; else null */
    unsigned users;                     /* the handle, and nodes of graphs that can run; the last frees the event */
    bool open;                          /* event of a family: the handle is valid, not destroyed */
    uint64_t captured;                  /* the number of the capture that has the latest record; 0: none has */
    lw_graph_node **nodes;              /* the nodes that the captured record comes after */
    size_t node_count;
    lw_event_impl *sibling;
};

/* The use of a family's stream. */
typedef enum lw_cpu_role {
    LW_CPU_NAMED,          /* a thread made it */
    LW_CPU_NULL,           /* a block's null stream */
    LW_CPU_FIRE_AND_FORGET /* holds one fire-and-forget launch */
} lw_cpu_role;

struct lw_stream_impl {
    lw_device_impl *device;
    lw_cpu_operation *head, *tail;
    bool blocked;                    /* the head has begun, or is parked; its completion unblocks the stream */
    emu_task *running;               /* the head's task, while the pool has it */
    atomic_uint pending;             /* operations queued; read anywhere */
    emu_waiter *waiters;             /* host threads that wait until the stream has passed their tickets */
    bool destroyed;                  /* the handle is closed: freed when the queue is empty */
    bool blocking;                   /* ordered with the legacy stream */
    int priority;                    /* of its tasks; lower is higher */
    uint64_t number;                 /* never used twice */
    uint64_t active;                 /* ticket of the latest grid that the host has not waited for; 0: none */
    lw_access_policy_window window;  /* stored, and has no effect */
    lw_cpu_order order;              /* what precedes its next operation, in other streams */
    unsigned users;                  /* of the legacy stream: handles of it */
    bool to_advance;                 /* in the list of streams to advance */
    lw_cpu_role role;                /* this and the next three are for a family's streams */
    bool open;                       /* the handle is valid, not destroyed */
    uint64_t block;                  /* of a null stream: the block that uses it */
    lw_cpu_capture *_Atomic capture; /* null: it does not capture; written with the lock held */
    lw_node_list frontier;           /* the captured nodes that its next node comes after */
    lw_stream_impl *sibling;
    lw_stream_impl *next_parked, *next_to_advance;
    lw_stream_impl *previous, *next; /* in the device's list */
    emu_check_stream *check;         /* null, except in checked mode */
};

typedef enum lw_cpu_kind {
    LW_CPU_GRID,
    LW_CPU_COPY,
    LW_CPU_SET,
    LW_CPU_HOST_FUNCTION,
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
    emu_task task; /* first member; used by grids, copies and sets */
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

/* Launches are large, because they hold a fault's report; so they are kept for reuse. */
struct lw_cpu_launch {
    lw_cpu_operation operation; /* first member */
    emu_grid grid;
    lw_cpu_family family;
    struct {
        const struct emu_fused_kernel *fused; /* the copy to compare with fibers; null: none */
        bool unrepeatable; /* a thread has queued a launch, copy or other operation, which must not run twice */
    } compare;
    void *large_arguments; /* allocated when `arguments` is too small; else null */
    _Alignas(16) char arguments[LW_CPU_INLINE_ARGUMENTS];
};

/* Attributes that the program set for a kernel. */
typedef struct lw_cpu_optin {
    uintptr_t state; /* the kernel's state word, which is unique to it */
    bool shared, non_portable;
    int carveout; /* percent of shared memory; -1: not set */
    size_t bytes;
    struct lw_cpu_optin *next;
} lw_cpu_optin;

/* The OS thread that calls host functions one at a time, in the order in which streams reach them. */
typedef struct lw_cpu_host_thread {
    pthread_t id;
    pthread_mutex_t lock; /* may be taken while the pool's lock is held */
    pthread_cond_t changed;
    lw_cpu_operation *head, *tail;
    bool started, closing;
} lw_cpu_host_thread;

/* The OS thread that looks again and again at the words that streams wait for. */
typedef struct lw_cpu_watcher {
    pthread_t id;
    pthread_mutex_t lock; /* of the last three; may be taken while the pool's lock is held */
    pthread_cond_t changed;
    lw_stream_impl *waiting; /* under the pool's lock: list of streams whose head waits for a value */
    bool started, closing, watches;
} lw_cpu_watcher;

/* The measured time of a kernel's blocks. */
typedef struct lw_cpu_pace {
    const lw_kernel *kernel;
    emu_pace block;
} lw_cpu_pace;

enum { LW_CPU_PACES = 64 };

/* What the CPU devices that are open share: the pool with its lock, and the settings, which the first device to be opened
 * reads. */
typedef struct lw_cpu_shared {
    unsigned count; /* LANEWISE_CPU_DEVICES */
    unsigned open;  /* devices that are open */
    emu_pool *pool;
    emu_memory *memory[EMU_MOST_DEVICES];
    emu_options options;
    const lw_cpu_profile *profile;
    lw_engine engine;
    lw_cpu_compare *compare;
    bool compare_reports;
    int level;
    bool refuses_peers; /* LANEWISE_CPU_PEER_ACCESS=0 */
    /* With the lock held: */
    lw_device_impl *device[EMU_MOST_DEVICES]; /* by ordinal; null: not open */
    uint64_t stream_count;
    uint64_t ticket; /* of the last queued operation */
    lw_stream_impl *to_advance, *to_advance_last;
    struct lw_cpu_value_write *value_writes; /* checked mode: the last write of each word by a stream */
    lw_cpu_launch *to_settle;                /* list of families in which nothing is unfinished */
    lw_cpu_managed *managed;                 /* allocations of all devices, and variables that have notes */
    struct {                                 /* variables of kernels */
        unsigned grids;                      /* that run and have variables */
        unsigned device;                     /* all of one device */
        unsigned copies;                     /* copies, sets and writes that run, of any device */
        lw_cpu_variables *exchanged;         /* those with instances of `device` in place, unless it is the first */
        lw_cpu_operation *waiting;
    } variables;
} lw_cpu_shared;

struct lw_device_impl {
    lw_cpu_shared *shared;
    unsigned ordinal;
    emu_pool *pool; /* this and the next members up to `level` are as in `shared` */
    emu_memory *memory;
    emu_options options;
    const lw_cpu_profile *profile;
    size_t initial_stack_size;      /* options.stack_size when the device was opened */
    size_t l2_fetch, l2_persisting; /* limits that are stored and have no effect */
    lw_engine engine;               /* set by LANEWISE_ENGINE; LW_ENGINE_COUNT: the fastest possible */
    lw_cpu_compare *compare;        /* null: launches run once, on `engine`; else on fibers and fused */
    bool compare_reports;           /* differences are findings of `lanewise check`; false: they fail the launch */
    int level;                      /* highest level of fused copies that this device runs; -1: none */
    lw_stream_impl *streams;
    struct lw_cpu_pools {
        lw_memory_pool_impl *first; /* the default pool, then the others */
        lw_cpu_block *pending;      /* free blocks that a host thread has not waited for yet */
        lw_cpu_block *leaving;      /* out of their pools; operations may still reach them */
        lw_cpu_block *imported;     /* in use, of other processes */
        lw_stream_impl *host_frees; /* checked mode: the frees that no stream orders; or null */
        atomic_uint free_count;     /* free and leaving blocks; read anywhere */
    } pools;
    struct {
        lw_cpu_graph_memory *first;
        uint64_t used, used_high, reserved, reserved_high; /* bytes */
    } graph_memory;
    atomic_uint pending;               /* operations queued in all streams; read anywhere */
    emu_check_stream *closed_blocking; /* checked mode: stands for the blocking streams that are freed; or null */
    emu_check_stream *closed;          /* likewise for all streams, where there are several devices */
    lw_stream_impl *legacy;            /* the legacy stream; null: the program has not asked for it */
    struct lw_exec_impl *device_execs; /* executable graphs that kernels may launch */
    lw_cpu_capture *captures;          /* that have not ended */
    atomic_uint capture_count;         /* of these; read anywhere */
    unsigned children, max_children;   /* unfinished grids launched from kernels; their limit */
    lw_device_properties limits;       /* for launches and queries from kernels */

    atomic_int fault; /* status of the sticky fault; set after `report`, read anywhere */
    char report[sizeof((emu_fault *)0)->report];
    atomic_int launch_error; /* status of a launch that failed after the call; not sticky, reported once */
    char launch_error_report[sizeof((emu_fault *)0)->report];

    atomic_uint peers;      /* the devices whose memory its kernels may access, a bit each */
    atomic_uint reached_by; /* the devices whose operations may reach its memory, a bit each */
    bool guards_managed;    /* checked mode: the host may not use managed memory while kernels run */
    const lw_stream_impl
        *in_function;     /* the stream whose host function runs, of which there is one at a time; or null */
    bool closed_active;   /* a stream that is freed had grids that the host has not waited for */
    lw_cpu_launch *spare; /* free list, linked by operation.next */
    unsigned spare_count;
    lw_cpu_pace pace[LW_CPU_PACES]; /* hashed by the kernel's address; a collision replaces the entry */
    lw_cpu_optin *optins;
    lw_cpu_host_thread host;
    lw_cpu_watcher watcher;
};

/* ---- stream-ordered memory ---- */
/* Memory of a pool: in use, or free. */
struct lw_cpu_block {
    lw_memory_pool_impl *pool; /* null: leaving */
    void *pointer;
    size_t capacity, size;      /* bytes; size: of the allocation; capacity: 0 if it never was a pool's */
    lw_cpu_mark *freed;         /* the end of its use, in the stream that freed it; null: every stream may use it */
    uint64_t ticket;            /* of the last operation that may reach it */
    lw_cpu_block *next, **link; /* in a list of free, leaving or imported blocks */
    lw_cpu_block *next_pending, **link_pending; /* link_pending: null where it is not pending */
    bool imported;                              /* another process's memory: it leaves its pool when it is freed */
    uint64_t inode;                             /* imported: of its file; `offset`: in its first page */
    uint32_t offset;
};

enum { LW_CPU_POLICIES = 3, LW_CPU_SIZES = 48 };
struct lw_memory_pool_impl {
    lw_device_impl *device;
    bool destroyed;              /* the handle is closed: freed when it has no block */
    bool imported;               /* another process's pool */
    bool exported;               /* there was a descriptor of it */
    int file;                    /* of a pool that other processes can have, or have; else -1 */
    atomic_uint peers;           /* the other devices whose kernels may access its memory, a bit each */
    bool reuse[LW_CPU_POLICIES]; /* by attribute, from LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES on */
    uint64_t threshold, reserved, reserved_high, used, used_high; /* bytes */
    size_t blocks;                                                /* in use, or free */
    lw_cpu_block *free[LW_CPU_SIZES];                             /* by the logarithm of the capacity */
    lw_memory_pool_impl *next;
};

/* order.c */
void lw_cpu_order_add(lw_cpu_order *order, uint64_t stream, uint64_t ticket);
void lw_cpu_order_join(lw_cpu_order *order, const lw_cpu_order *more);
bool lw_cpu_order_contains(const lw_cpu_order *order, uint64_t stream, uint64_t ticket);
/* memory_pool.c: a pool, its attributes */
lw_status lw_cpu_pool_create(lw_device_impl *device, lw_memory_pool_impl **pool);
lw_status lw_cpu_pool_default(lw_device_impl *device, lw_memory_pool_impl **pool);
void lw_cpu_pool_destroy(lw_memory_pool_impl *pool);
lw_status lw_cpu_pool_get(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t *value);
lw_status lw_cpu_pool_set(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t value);
void lw_cpu_pools_close(lw_device_impl *device);    /* nothing runs */
void lw_cpu_pool_forget(lw_memory_pool_impl *pool); /* frees the structure; it is on no list */
/* memory_async.c: allocating in streams */
unsigned lw_cpu_size_class(size_t size); /* the index of the pool's list for blocks of this size */
lw_status lw_cpu_pool_allocate(lw_stream_impl *stream, lw_memory_pool_impl *pool, void **pointer, size_t size);
/* memory_free.c: freeing in streams */
lw_status lw_cpu_pool_free(lw_stream_impl *stream, void *pointer);
/* Frees the block, which the program no longer uses: every stream may use it at once. */
lw_status lw_cpu_block_free_now(lw_device_impl *device, lw_cpu_block *block);
/* Checked mode, with the lock held: the stream of frees that no stream orders; null: no memory. */
lw_stream_impl *lw_cpu_stream_of_frees(lw_device_impl *device);
/* memory_trim.c: returning free blocks to the device */
lw_status lw_cpu_pool_trim(lw_memory_pool_impl *pool, size_t keep);
uint64_t lw_cpu_oldest_ticket(const lw_device_impl *device); /* of an operation that is not done; with the lock held */
/* The host has waited for what `done` contains, or with null for all. */
void lw_cpu_pools_synchronised(lw_device_impl *device, const lw_cpu_order *done);
/* Returns all free memory of all pools that no operation can reach. True: there was some. */
bool lw_cpu_pools_return(lw_device_impl *device);
/* With the lock held: takes the block out of its pool. */
void lw_cpu_block_leave(lw_cpu_block *block);
void lw_cpu_block_link(lw_cpu_block **list, lw_cpu_block *block);
void lw_cpu_block_unlink(lw_cpu_block *block);            /* from its list */
void lw_cpu_block_no_longer_pending(lw_cpu_block *block); /* drops `freed` */

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
/* Records the fault of a grid that is done. */
void lw_cpu_note_fault(lw_device_impl *device, const emu_grid *grid);
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
/* Waits until the operations of other devices are done that were queued so far and may reach this device's memory.
 * `by_all`: the memory is the host's, which all devices reach. */
void lw_cpu_wait_for_reach(lw_device_impl *device, bool by_all);
/* Waits until the stream has passed the ticket; it must not have yet. Called with the lock held; releases it. */
void lw_cpu_wait_ticket(lw_stream_impl *stream, uint64_t ticket);
/* The device's sticky fault or, once, its launch error; sets the calling thread's message to the report. */
lw_status lw_cpu_take_error(lw_device_impl *device);

/* ---- host_function.c ---- */
void lw_cpu_host_thread_stop(lw_device_impl *device);
void lw_cpu_host_thread_enqueue(lw_device_impl *device, lw_cpu_operation *operation); /* with the lock held */

/* ---- value.c; the first two with the lock held ---- */
bool lw_cpu_value_reached(lw_cpu_operation *wait);      /* whether the word has the value now */
void lw_cpu_watch(lw_stream_impl *stream);              /* the stream goes on when it has, or after a fault */
lw_status lw_cpu_watcher_start(lw_device_impl *device); /* without the lock; again and again has no effect */
void lw_cpu_watcher_initialize(lw_device_impl *device);
void lw_cpu_watcher_stop(lw_device_impl *device); /* no stream waits */
void lw_cpu_watcher_destroy(lw_device_impl *device);

/* ---- the backend's entries, by file ---- */
/* shared.c: opens what the devices share, with the first device; closes it with the last. The dispatch opens and closes
 * devices one at a time. */
lw_status lw_cpu_shared_open(lw_cpu_shared **shared);
const lw_cpu_shared *lw_cpu_shared_now(void); /* while a device is open */
void lw_cpu_shared_close(lw_cpu_shared *shared);
/* peer.c */
lw_status lw_cpu_peer_attribute(lw_device_impl *device, lw_device_impl *peer, lw_peer_attribute attribute, int *value);
lw_status lw_cpu_enable_peer(lw_device_impl *device, lw_device_impl *peer);
lw_status lw_cpu_disable_peer(lw_device_impl *device, lw_device_impl *peer);
/* The device closes or is reset: no other has access to it, nor it to others' pools. With the lock held. */
void lw_cpu_forget_peer(lw_device_impl *device);
lw_status lw_cpu_pool_set_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access access);
lw_status lw_cpu_pool_get_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access *access);
/* From now on the device's operations may reach memory of the owner, which waits for them before it frees memory. */
bool lw_cpu_has_peer(const lw_device_impl *device); /* whether another device is open; with the lock held */
void lw_cpu_note_reach(const lw_device_impl *device, lw_device_impl *owner);
/* Whether kernels of a device may access memory of another device, both by ordinal. */
bool lw_cpu_may_reach(unsigned ordinal, unsigned owner, const void *address);
/* The ordinal of the device whose range of memory has the address; the devices' count: none's. */
unsigned lw_cpu_owner_of(const lw_cpu_shared *shared, const void *address);
/* variables.c: finds the variables that a grid with a kernel of this module has; null: none, or there is one device.
 * False: out of memory. */
bool lw_cpu_variables_prepare(const lw_device_impl *device, const lw_module *module, lw_cpu_variables **image);
/* Whether the pointer is in a variable, for a copy or set of the device with this ordinal. */
bool lw_cpu_variables_find(unsigned device, const void *pointer, lw_cpu_variable *found);
/* A library is unloaded: frees what is kept of its variables. */
void lw_cpu_variables_unload(lw_device_impl *device, uintptr_t begin, size_t size);
void lw_cpu_variables_forget(void); /* frees all instances; no device is open */
/* With the lock held: a grid, copy or set begins, or waits until it can; its task has ended. */
void lw_cpu_submit(lw_device_impl *device, lw_cpu_operation *operation);
void lw_cpu_variables_done(lw_cpu_operation *operation);
/* device.c */
int lw_cpu_count(void);
lw_status lw_cpu_open(lw_device_impl **device, int ordinal);
void lw_cpu_close(lw_device_impl *device);
lw_status lw_cpu_synchronize(lw_device_impl *device);
void lw_cpu_finish_work(lw_device_impl *device);
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
/* access_policy.c */
lw_status lw_cpu_set_window(lw_stream_impl *stream, const lw_access_policy_window *window);
lw_status lw_cpu_get_window(lw_stream_impl *stream, lw_access_policy_window *window);
lw_status lw_cpu_reset_l2(lw_device_impl *device);
/* managed.c */
lw_status lw_cpu_allocate_managed(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
bool lw_cpu_release_managed(lw_device_impl *device, void *pointer); /* false: it is no managed allocation */
lw_status lw_cpu_attach(lw_stream_impl *stream, void *pointer, size_t size, unsigned flags);
lw_status lw_cpu_advise(lw_device_impl *device, const lw_part *part, lw_memory_advice advice,
                        lw_memory_location location);
lw_status lw_cpu_prefetch(lw_stream_impl *stream, const lw_part *part, lw_memory_location location);
lw_status lw_cpu_range_attribute(lw_device_impl *device, const lw_part *part, lw_memory_range_attribute attribute,
                                 int *value);
void lw_cpu_managed_close(lw_cpu_shared *shared); /* of variables; the last device has closed */
/* With the lock held, where the device guards managed memory: opens it to the host, or closes it. A grid is queued in the
 * stream; the host has waited for the stream up to the ticket, or with null for all; a host function of the stream is called
 * (`begins`) or has returned; the stream is freed. */
void lw_cpu_managed_launch(lw_stream_impl *stream, uint64_t ticket);
void lw_cpu_managed_waited(lw_device_impl *device, lw_stream_impl *stream, uint64_t ticket);
void lw_cpu_managed_reached(lw_device_impl *device, const lw_cpu_mark *mark); /* the host has waited for it */
void lw_cpu_managed_function(lw_stream_impl *stream, bool begins);
void lw_cpu_managed_forget(lw_stream_impl *stream, bool freed);
/* stream.c */
lw_status lw_cpu_stream_priorities(lw_device_impl *device, int *least, int *greatest);
lw_status lw_cpu_stream_create(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **stream);
void lw_cpu_stream_destroy(lw_stream_impl *stream);
void lw_cpu_stream_add(lw_device_impl *device, lw_stream_impl *stream); /* with the lock held; the stream is zeroed */
void lw_cpu_stream_free(lw_stream_impl *stream);                        /* with the lock held; the queue is empty */
lw_status lw_cpu_stream_synchronize(lw_stream_impl *stream);
lw_status lw_cpu_stream_query(lw_stream_impl *stream);
/* event.c */
lw_status lw_cpu_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event);
lw_status lw_cpu_event_create(lw_device_impl *device, unsigned flags, lw_event_impl **event);
void lw_cpu_event_destroy(lw_event_impl *event);
void lw_cpu_event_release(lw_event_impl *event); /* one user less; with the lock held */
lw_status lw_cpu_event_record(lw_event_impl *event, lw_stream_impl *stream);
/* Records and waits in two steps. First make the operation; null, with a message, when out of memory. Then enqueue it
 * with the lock held. `parent`: as in lw_cpu_enqueue_for(). lw_cpu_wait_enqueue() frees a wait for a mark that is
 * done. */
lw_cpu_operation *lw_cpu_record_make(lw_device_impl *device);
void lw_cpu_mark_enqueue(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *record); /* of no event */
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
lw_status lw_cpu_copy_peer(lw_stream_impl *stream, const lw_copy *copy, lw_device_impl *to, lw_device_impl *from);
lw_status lw_cpu_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
lw_status lw_cpu_set_slices(lw_stream_impl *stream, const lw_copy *set, int value);
/* Whether the copy's or set's memory on the device is still allocated. */
lw_status lw_cpu_transfer_check(lw_device_impl *device, const lw_copy *copy);
/* Makes a copy or, with a null source, a set of at least one byte; null, with a message, when out of memory. */
lw_cpu_operation *lw_cpu_transfer_make(lw_device_impl *device, const lw_copy *copy, int value);
/* host_function.c */
lw_status lw_cpu_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
lw_status lw_cpu_callback(lw_stream_impl *stream, lw_status_function function, void *user);
/* user_object.c */
lw_status lw_cpu_object_create(lw_user_object *object, unsigned references);
void lw_cpu_object_end(lw_user_object *object);
void lw_cpu_object_call(lw_cpu_operation *operation);
/* value.c */
lw_status lw_cpu_write_value(lw_stream_impl *stream, const lw_value *value);
lw_status lw_cpu_wait_value(lw_stream_impl *stream, const lw_value *value, lw_wait_condition condition);
/* Makes the operation, and starts the thread if there is none; null, with a message, on failure. */
lw_cpu_operation *lw_cpu_host_function_make(lw_device_impl *device, lw_host_function function, void *user,
                                            lw_status *status);
/* launch.c, kernel.c */
lw_status lw_cpu_launch_kernel(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                               const void *arguments);
/* Makes a launch that is ready to be queued, and takes the lock. Out of memory, or without a copy of the kernel: sets
 * the status and a message, returns null and does not take the lock. */
lw_cpu_launch *lw_cpu_launch_make(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  const void *arguments, lw_status *status);
void lw_cpu_launch_recycle(lw_cpu_launch *launch); /* with the lock held */
void lw_cpu_launch_free(lw_cpu_launch *launch);    /* of a graph's node */
/* Whether all blocks of a cooperative grid can be resident at once. */
lw_status lw_cpu_check_resident(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config);
void lw_cpu_launch_free_spares(lw_device_impl *device);
/* compare.c: runs a task of one item, which is the launch on fibers and fused */
void lw_cpu_compare_run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count);
/* compare_memory.c */
lw_cpu_compare *lw_cpu_compare_open(void); /* null: out of memory */
void lw_cpu_compare_close(lw_cpu_compare *compare);
/* A lock, held during a comparison and while memory that a kernel can write is freed. */
void lw_cpu_compare_begin(lw_cpu_compare *compare);
void lw_cpu_compare_end(lw_cpu_compare *compare);
/* Adds device or pinned memory to the memory that kernels can write (false: out of memory); removes it. */
bool lw_cpu_compare_add_memory(lw_cpu_compare *compare, bool pinned, void *pointer, size_t size, uintptr_t made_at);
void lw_cpu_compare_remove_memory(lw_cpu_compare *compare, const void *pointer);
/* child.c: frees the streams and events of a grid that is done; with the lock held */
void lw_cpu_family_free(lw_cpu_family *family);
/* Reads LANEWISE_ENGINE. `compares`: it is "compare"; then `engine` is LW_ENGINE_COUNT. */
lw_status lw_cpu_read_engine(lw_engine *engine, bool *compares);
size_t lw_cpu_static_shared(const lw_kernel *kernel); /* in bytes; lays the variables out at the first call */
/* The fused copy for launches of the kernel; null: none. */
const struct emu_fused_kernel *lw_cpu_fused_copy(const lw_device_impl *device, const lw_kernel *kernel);
/* That copy, or one for blocks of exactly this shape. */
const struct emu_fused_kernel *lw_cpu_fused_copy_for(const lw_device_impl *device, const lw_kernel *kernel,
                                                     lw_dim3 block);
lw_status lw_cpu_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
lw_status lw_cpu_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value);
int lw_cpu_carveout(lw_device_impl *device, const lw_kernel *kernel);
void lw_cpu_forget_optins(lw_device_impl *device); /* with the lock held, or without other threads */
/* capture.c, captured.c: what a stream that captures does instead */
static inline bool lw_cpu_captures(const lw_stream_impl *stream)
{
    return __builtin_expect(atomic_load_explicit(&stream->capture, memory_order_relaxed) != NULL, 0);
}
lw_status lw_cpu_capture_launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                                const void *arguments);
lw_status lw_cpu_capture_transfer(lw_stream_impl *stream, const lw_copy *copy, int value);
lw_status lw_cpu_capture_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
lw_status lw_cpu_capture_record(lw_stream_impl *stream, lw_event_impl *event);
lw_status lw_cpu_capture_malloc(lw_stream_impl *stream, lw_memory_pool_impl *pool, lw_graph_memory *memory);
lw_status lw_cpu_capture_free(lw_stream_impl *stream, lw_graph_memory *memory);
/* `stream` or the event's record is captured. */
lw_status lw_cpu_capture_wait(lw_stream_impl *stream, lw_event_impl *event);
void lw_cpu_event_uncapture(lw_event_impl *event); /* with the lock held */
/* The call is not possible while the stream, or with null any stream, captures: invalidates the capture. LW_SUCCESS: no
 * capture forbids it. */
lw_status lw_cpu_capture_forbids_wait(lw_device_impl *device, lw_stream_impl *stream);
/* The same for a call that no thread may make, or not this one, by a capture's mode. */
lw_status lw_cpu_capture_forbids_unsafe(lw_device_impl *device);
/* The same for a wait for the event, whose latest record may be captured. */
lw_status lw_cpu_capture_forbids_event(lw_event_impl *event);
/* The same for work in the legacy stream, while a blocking stream captures. */
lw_status lw_cpu_capture_forbids_legacy(const lw_stream_impl *stream);
/* For work that no node can be: also invalidates the stream's capture. */
lw_status lw_cpu_capture_refuses(lw_stream_impl *stream);
void lw_cpu_capture_drop(lw_stream_impl *stream); /* the stream ends: so does a capture that began in it; lock held */
void lw_cpu_capture_drop_all(lw_device_impl *device, const lw_device *owner); /* null: of all handles */
lw_status lw_cpu_wait_beside_captures(lw_device_impl *device);
/* graph.c, graph_run.c */
extern const lw_graph_backend lw_cpu_graphs;
void lw_cpu_graph_begin(lw_cpu_operation *operation);    /* with the lock held, at the head of its stream */
bool lw_cpu_graph_has_turn(lw_cpu_operation *operation); /* else parks its stream; with the lock held */
void lw_cpu_graph_stop(lw_cpu_operation *operation);     /* after a fault: stops its grids; with the lock held */
void lw_cpu_graph_order_marks(lw_cpu_operation *operation,
                              const lw_stream_impl *stream); /* checked mode: its records come after the whole graph */
void lw_cpu_graph_forget(lw_cpu_operation *operation);       /* frees the operation; with the lock held */
void lw_cpu_node_ended(lw_cpu_node *node);                   /* with the lock held; lw_cpu_run_streams() is due */
/* virtual_memory.c */
extern const lw_virtual_backend lw_cpu_virtual_memory;
/* A file of `size` bytes in memory, whose size cannot change; -1: the system gives none, and there is a message. */
int lw_cpu_memory_file(lw_device_impl *device, size_t size);
/* Makes memory mapped at the address accessible to kernels, or, after the device's work so far, inaccessible. */
lw_status lw_cpu_open_mapping(lw_device_impl *device, void *pointer, size_t size);
lw_status lw_cpu_close_mapping(lw_device_impl *device, void *pointer);
/* ipc.c, shared_memory.c, shared_pool.c, shared_event.c */
extern const lw_ipc_backend lw_cpu_ipc;
typedef struct lw_cpu_process { /* a process and its start, as its number may be used again */
    int32_t id;
    uint64_t start;
} lw_cpu_process;
lw_cpu_process lw_cpu_this_process(void);
bool lw_cpu_process_lives(lw_cpu_process process);
/* Opens another process's file, which has this inode; -1: it is not there any more; -2: no memory. */
int lw_cpu_process_file(lw_cpu_process process, int file, uint64_t inode);
uint64_t lw_cpu_inode(int file);

enum { LW_CPU_MEMORY_HANDLE = 0x4d4d574c, LW_CPU_EVENT_HANDLE = 0x4d45574c, LW_CPU_POINTER_HANDLE = 0x4d50574c };
typedef struct lw_cpu_handle {
    uint32_t what;
    int32_t files[2]; /* descriptors of the process; the second one: -1, or of the second page */
    uint32_t offset;  /* bytes of the first page before the memory */
    lw_cpu_process process;
    uint64_t inodes[2];
    uint64_t size; /* bytes of the memory */
    uint64_t pool; /* the inode of its pool's file */
} lw_cpu_handle;
lw_status lw_cpu_give_memory(lw_device_impl *device, lw_cpu_handle *made, void *pointer, size_t size);
lw_status lw_cpu_open_memory(lw_device_impl *device, void **pointer, const lw_cpu_handle *theirs);
/* Of lw_cpu_open_memory(): copies are refused from now on; with the pool's lock held. */
void lw_cpu_discount_memory(lw_device_impl *device, void *pointer);
void lw_cpu_unmap_memory(lw_device_impl *device, void *pointer);
lw_status lw_cpu_refuse_gone(lw_device_impl *device, const lw_cpu_handle *theirs, const char *what);

lw_status lw_cpu_pool_create_shared(lw_device_impl *device, lw_memory_pool_impl **created);
lw_status lw_cpu_pool_export(lw_memory_pool_impl *pool, int *descriptor);
lw_status lw_cpu_pool_import(lw_device_impl *device, int descriptor, lw_memory_pool_impl **imported);
lw_status lw_cpu_pool_export_pointer(lw_device_impl *device, void *data, void *pointer, size_t size);
lw_status lw_cpu_pool_import_pointer(lw_memory_pool_impl *pool, void **pointer, const void *data);

typedef struct lw_cpu_shared_event lw_cpu_shared_event;
lw_cpu_shared_event *lw_cpu_shared_event_make(lw_device_impl *device); /* null, with a message: no memory */
/* Takes the file. Null: no memory, or no event's file. */
lw_cpu_shared_event *lw_cpu_shared_event_open(int file);
int lw_cpu_shared_event_file(const lw_cpu_shared_event *shared);
/* The next ones with the pool's lock held. */
lw_cpu_shared_event *lw_cpu_shared_event_use(lw_cpu_shared_event *shared);
void lw_cpu_shared_event_drop(lw_cpu_shared_event *shared);       /* `shared` may be null; the last user frees it */
uint64_t lw_cpu_shared_event_record(lw_cpu_shared_event *shared); /* a new record; its number */
void lw_cpu_shared_event_reach(lw_cpu_shared_event *shared, uint64_t number);
uint64_t lw_cpu_shared_event_latest(lw_cpu_shared_event *shared); /* the number of the latest record; 0: none */
/* Whether the record is reached, or its process has ended. */
bool lw_cpu_shared_event_reached(lw_cpu_shared_event *shared, uint64_t number);
/* Whether the event's latest record is another process's; its number. */
bool lw_cpu_event_foreign(const lw_event_impl *event, uint64_t *number);
/* limit.c */
lw_status lw_cpu_memory(lw_device_impl *device, size_t *available, size_t *total);
lw_status lw_cpu_get_limit(lw_device_impl *device, lw_limit limit, size_t *value);
lw_status lw_cpu_set_limit(lw_device_impl *device, lw_limit limit, size_t value);
void lw_cpu_default_limits(lw_device_impl *device); /* at open and reset; all limits except the stack size */
void lw_cpu_default_stack(lw_device_impl *device);  /* without the lock */
/* occupancy.c */
lw_status lw_cpu_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                               int *blocks);
lw_status lw_cpu_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                  size_t *dynamic_shared);
lw_status lw_cpu_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                 int *clusters);
/* The most blocks of a cooperative grid: as many as the device's multiprocessors hold at once. */
uint64_t lw_cpu_max_resident_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                    size_t dynamic_shared);

/* array.c, texture.c */
lw_status lw_cpu_array_create(lw_device_impl *device, const lw_array_shape *shape, lw_array_impl **array);
lw_status lw_cpu_array_destroy(lw_device_impl *device, lw_array_impl *array);
lw_status lw_cpu_array_copy(lw_stream_impl *stream, const lw_array_box *box);
lw_status lw_cpu_texture_create(lw_device_impl *device, lw_array_impl *array, const lw_texture_resource *resource,
                                const lw_texture_description *texture, uint64_t *object);
lw_status lw_cpu_surface_create(lw_device_impl *device, lw_array_impl *array, unsigned level, uint64_t *object);
lw_status lw_cpu_object_destroy(lw_device_impl *device, uint64_t object); /* a texture or surface */

#endif
