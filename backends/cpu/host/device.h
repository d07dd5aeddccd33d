/* A device, and what the CPU devices that are open share. */
#ifndef LW_CPU_DEVICE_H
#define LW_CPU_DEVICE_H

#include "operation.h"

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
    lw_cpu_node *nodes;      /* likewise, of graphs' nodes that wait */
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
    unsigned gpu_multiprocessors; /* that LANEWISE_PROFILE gives; unset: the H200's */
    lw_engine engine;
    lw_cpu_compare *compare;
    bool compare_reports;
    int level;
    bool refuses_peers; /* LANEWISE_CPU_PEER_ACCESS=0 */
    bool pageable;      /* LANEWISE_PAGEABLE_MEMORY=1 */
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
    unsigned gpu_multiprocessors;   /* that LANEWISE_PROFILE gives; unset: the H200's */
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
    bool timed;           /* its work is reported to lw_profile_note() */
    bool closed_active;   /* a stream that is freed had grids that the host has not waited for */
    lw_cpu_launch *spare; /* free list, linked by operation.next */
    unsigned spare_count;
    lw_cpu_pace pace[LW_CPU_PACES]; /* hashed by the kernel's address; a collision replaces the entry */
    lw_cpu_optin *optins;
    lw_cpu_host_thread host;
    lw_cpu_watcher watcher;
};

/* shared.c: opens what the devices share, with the first device; closes it with the last. The dispatch opens and closes
 * devices one at a time. */
lw_status lw_cpu_shared_open(lw_cpu_shared **shared);
const lw_cpu_shared *lw_cpu_shared_now(void); /* while a device is open */
void lw_cpu_shared_close(lw_cpu_shared *shared);

/* device.c */
int lw_cpu_count(void);
lw_status lw_cpu_open(lw_device_impl **device, int ordinal);
void lw_cpu_close(lw_device_impl *device);
lw_status lw_cpu_synchronize(lw_device_impl *device);
void lw_cpu_finish_work(lw_device_impl *device);
lw_status lw_cpu_reset(lw_device_impl *device);
lw_status lw_cpu_fault(lw_device_impl *device, const char **report);
lw_words lw_cpu_device_words(lw_device_impl *device);

/* properties.c */
lw_status lw_cpu_properties(lw_device_impl *device, lw_device_properties *properties);

/* peer.c */
lw_status lw_cpu_peer_attribute(lw_device_impl *device, lw_device_impl *peer, lw_peer_attribute attribute, int *value);
lw_status lw_cpu_enable_peer(lw_device_impl *device, lw_device_impl *peer);
lw_status lw_cpu_disable_peer(lw_device_impl *device, lw_device_impl *peer);
bool lw_cpu_reaches(lw_device_impl *device, lw_device_impl *owner, const void *pointer);
/* The device closes or is reset: no other has access to it, nor it to others' pools. With the lock held. */
void lw_cpu_forget_peer(lw_device_impl *device);
lw_status lw_cpu_pool_set_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access access);
lw_status lw_cpu_pool_get_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access *access);
bool lw_cpu_has_peer(const lw_device_impl *device); /* whether another device is open; with the lock held */
/* From now on the device's operations may reach memory of the owner, which waits for them before it frees memory. */
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

/* limit.c */
lw_status lw_cpu_memory(lw_device_impl *device, size_t *available, size_t *total);
lw_status lw_cpu_get_limit(lw_device_impl *device, lw_limit limit, size_t *value);
lw_status lw_cpu_set_limit(lw_device_impl *device, lw_limit limit, size_t value);
void lw_cpu_default_limits(lw_device_impl *device); /* at open and reset; all limits except the stack size */
void lw_cpu_default_stack(lw_device_impl *device);  /* without the lock */

#endif
