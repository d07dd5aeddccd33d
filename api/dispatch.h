/* Shared by the dispatch's files: the structures of the handles, and the steps of a call.
 *
 * Every call has these steps: lw_enter_*() (is this a host function? is the handle alive? has the device faulted?),
 * checks of its arguments with lw_refuse(), the backend, and lw_finish(), which records the message of a failure.
 */
#ifndef LW_DISPATCH_H
#define LW_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "backend.h"
#include "grace.h"
#include "kernel_cache.h"
#include "log.h"
#include "message.h"
#include "multicast.h"
#include "objects.h"
#include "pool.h"
#include "table.h"
#include "virtual.h"

struct lw_hold;

/* One device of the process, shared by its handles. */
typedef struct lw_context {
    const lw_backend *backend;
    lw_device_impl *impl;
    uint64_t number; /* never used twice */
    char name[24];   /* "cpu", "cuda:0" */
    int ordinal;
    bool launch_blocking;    /* LANEWISE_LAUNCH_BLOCKING: a launch returns when its grid is done */
    unsigned handles;        /* under the lock of context.c */
    struct lw_context *next; /* likewise */
    lw_device_properties properties;
    lw_words words;
    pthread_mutex_t fault_lock; /* held while the backend's report is read or reset */
    lw_table ranges;
    atomic_ullong
        used_by;     /* the devices of the backend that have been given work with its page-locked or managed memory */
    lw_grace copies; /* copies that have looked up `ranges`, and have not queued their work yet */
    lw_kernel_cache kernels;
    pthread_mutex_t pool_lock;              /* guards changes of the next two */
    _Atomic(lw_memory_pool *) default_pool; /* null until the first use */
    _Atomic(lw_memory_pool *) current_pool; /* null: the default pool */
    lw_objects objects;                     /* textures and surfaces */
    lw_graph_memory *graph_memory;          /* its memory that graphs allocate; lw_graph_memory_lock() guards it */
    lw_addresses addresses;                 /* reserved, and what is mapped there */
} lw_context;

struct lw_device {
    lw_slot slot;
    lw_context *context;
    lw_stream *default_stream;
    _Atomic(lw_stream *) legacy_stream; /* null until the program asks for it */
};

struct lw_stream {
    lw_slot slot;
    lw_context *context;
    lw_stream_impl *impl;
    lw_device *device;
    bool lasting;    /* the default, legacy or a thread's stream: lw_stream_destroy() refuses it */
    bool adopted;    /* other code's stream */
    uint64_t thread; /* the number of the thread whose stream it is; 0: of none */
    unsigned flags;  /* LW_STREAM_NON_BLOCKING or 0 */
    int priority;
};

struct lw_event {
    lw_slot slot;
    lw_context *context;
    lw_event_impl *impl;
    lw_device *device;
    bool adopted;      /* other code's event, or another process's */
    bool interprocess; /* LW_EVENT_INTERPROCESS */
};

struct lw_memory_pool {
    lw_slot slot;
    lw_context *context;
    lw_memory_pool_impl *impl;
    lw_device *device; /* null: the default pool, which ends with the context */
    bool exportable;   /* other processes can have it */
    bool imported;     /* another process's */
};

struct lw_array {
    lw_slot slot;
    lw_context *context;
    lw_array_impl *impl;
    lw_device *device;
    lw_array_shape shape; /* `levels` is how many there are; 0: no mipmapped array */
};

struct lw_graph_exec {
    lw_slot slot;
    lw_context *context;
    lw_device *device;
    lw_exec_impl *impl;
    struct lw_exec_memory *memory; /* that it allocates or frees; or null */
    unsigned flags;                /* of its instantiation */
};

extern lw_pool lw_devices, lw_streams, lw_events, lw_libraries, lw_memory_pools, lw_arrays;
extern lw_pool lw_graphs, lw_graph_nodes, lw_graph_execs, lw_user_objects;

/* ---- contexts (context.c) ---- */
/* Opens the device, or adds a handle to an open one. */
lw_status lw_context_open(lw_context **context, const lw_backend *backend, int ordinal);
void lw_context_close(lw_context *context); /* removes a handle; the last one closes the device */
/* Whether another open device has allocated the address; its name goes to `name`. `host_too`: page-locked host memory counts,
 * not device memory alone. */
bool lw_context_owns_elsewhere(const lw_context *context, uintptr_t address, bool host_too, char name[24]);
/* The other open device of the same backend whose memory the address is; null: none. `range`: that memory. Without `peers` only
 * memory that every device reaches counts: page-locked and managed memory. The device is added to `hold`, unless that is null;
 * then a null return alone is meaningful. */
lw_context *lw_context_find_other(const lw_context *context, uintptr_t address, bool peers, struct lw_hold *hold,
                                  lw_range *range);
/* From now on the owner waits for the device's work, too, before it releases memory that every device reaches. */
static inline void lw_context_note_use(const lw_context *context, lw_context *owner)
{
    unsigned long long bit = 1ull << context->ordinal;
    if (context != owner && !(atomic_load_explicit(&owner->used_by, memory_order_relaxed) & bit))
        atomic_fetch_or(&owner->used_by, bit);
}
/* lw_table_was_freed() of the device or, if that finds nothing, of the others. */
struct lw_freed lw_context_was_freed(lw_context *context, uintptr_t address);
/* lw_table_insert_disjoint(), which the ranges of the backend's other devices must not overlap, either. */
lw_range lw_context_insert_disjoint(lw_context *context, lw_range *range);
/* The next open device of the backend, with a handle more until lw_context_close(); null: no more. `*cursor` is 0 at first. */
lw_context *lw_context_next(const lw_backend *backend, uint64_t *cursor);
long lw_context_count(void);
long lw_context_range_count(void);

/* The backends of this build, in lw_device_count()'s order; null after the last. */
extern const lw_backend *const lw_backends[];

/* ---- the start of a call ---- */
extern __thread int lw_host_function_depth __attribute__((tls_model("initial-exec")));

/* The slow paths of the checks below: they set the message. */
lw_status lw_refuse_host_function(const char *function);
lw_status lw_refuse_handle(const char *function, const char *argument, const char *kind, lw_pool *pool,
                           const void *handle);
lw_status lw_refuse_fault(const lw_context *context);

/* Checks that this is no host function, and that the handle is alive. */
static inline lw_status lw_enter_handle(const char *function, const char *argument, const char *kind, lw_pool *pool,
                                        const void *handle)
{
    if (__builtin_expect(lw_host_function_depth != 0, 0))
        return lw_refuse_host_function(function);
    if (__builtin_expect(lw_pool_state(pool, handle) != LW_SLOT_ALIVE, 0))
        return lw_refuse_handle(function, argument, kind, pool, handle);
    return LW_SUCCESS;
}

/* Checks that the device has not faulted. */
static inline lw_status lw_enter_context(const lw_context *context)
{
    if (__builtin_expect(atomic_load_explicit(context->words.fault, memory_order_acquire) != LW_SUCCESS, 0))
        return lw_refuse_fault(context);
    return LW_SUCCESS;
}

/* Whether the stream captures. Mostly no stream does, and the word says so without a call of the backend. */
static inline bool lw_stream_captures(const lw_context *context, const lw_stream_impl *stream)
{
    return __builtin_expect(atomic_load_explicit(context->words.captures, memory_order_relaxed) != 0, 0) &&
           context->backend->graphs->captures(stream);
}

static inline lw_status lw_enter_device(const char *function, const lw_device *device)
{
    lw_status status = lw_enter_handle(function, "device", "device", &lw_devices, device);
    return status ? status : lw_enter_context(device->context);
}

static inline lw_status lw_enter_stream(const char *function, const lw_stream *stream)
{
    lw_status status = lw_enter_handle(function, "stream", "stream", &lw_streams, stream);
    return status ? status : lw_enter_context(stream->context);
}

static inline lw_status lw_enter_event(const char *function, const char *argument, const lw_event *event)
{
    lw_status status = lw_enter_handle(function, argument, "event", &lw_events, event);
    return status ? status : lw_enter_context(event->context);
}

static inline lw_status lw_enter_graph(const char *function, const char *argument, const lw_graph *graph)
{
    lw_status status = lw_enter_handle(function, argument, "graph", &lw_graphs, graph);
    return status ? status : lw_enter_context(graph->context);
}

static inline lw_status lw_enter_node(const char *function, const char *argument, const lw_graph_node *node)
{
    lw_status status = lw_enter_handle(function, argument, "node", &lw_graph_nodes, node);
    return status ? status : lw_enter_context(node->graph->context);
}

static inline lw_status lw_enter_exec(const char *function, const lw_graph_exec *exec)
{
    lw_status status = lw_enter_handle(function, "exec", "executable graph", &lw_graph_execs, exec);
    return status ? status : lw_enter_context(exec->context);
}

/* ---- the end of a call ---- */
/* Records the sentence, which names the function, the argument and the rule; returns `status`. `context` may be
 * null. */
#define lw_refuse(context, status, ...)                                                                                \
    (lw_message_format((context) ? ((const lw_context *)(context))->number : 0, __VA_ARGS__), lw_log_failure(status))

/* ---- misuse (misuse.c) ---- */
/* Reports a call that no correct program makes to lw_misuse_hook; the message is set. `pointer`: memory, or null.
 * Returns `status`. */
lw_status lw_misused(const void *pointer, lw_status status);
/* Records a failed launch: the program must check its status before the thread continues. Returns `status`. */
lw_status lw_launch_failed(const lw_kernel *kernel, lw_status status);
void lw_launch_status_checked(void);
/* Reports a failed launch that the program did not check before it launches `next` or, with null, waits for the
 * device. */
void lw_report_unchecked_launch(const char *function, const lw_kernel *next);

lw_status lw_finish_failure(const lw_context *context, const char *function, lw_status status);

/* After the backend's call: records the backend's message, or the report of the fault. */
static inline lw_status lw_finish(const lw_context *context, const char *function, lw_status status)
{
    return __builtin_expect(status != LW_SUCCESS, 0) ? lw_finish_failure(context, function, status) : LW_SUCCESS;
}

/* Waits for the stream, if `status` is LW_SUCCESS. */
lw_status lw_wait(const char *function, const lw_stream *stream, lw_status status);
/* The same for LANEWISE_LAUNCH_BLOCKING, unless the stream captures. */
lw_status lw_wait_for_launch(const char *function, const lw_stream *stream, lw_status status);

/* ---- memory (memory.c, range.c) ---- */
/* Releases all memory allocated through `owner`, or with null all memory. */
void lw_memory_release_all(lw_context *context, const lw_device *owner);
/* Releases the memory of a range that was removed from the table, after the copies of it that other threads have begun.
 * On failure the range returns to the table, unless `forgotten`. */
lw_status lw_memory_release(lw_context *context, lw_range *range, bool forgotten);

/* Allocates memory and enters it in the table; `size` > 0. */
lw_status lw_memory_allocate(const char *function, lw_device *device, void **pointer, size_t size, lw_range_kind kind,
                             unsigned flags, bool managed);
/* Sets the message that says why the pointer cannot be freed. */
lw_status lw_refuse_free(const char *function, lw_context *context, uintptr_t address, lw_range_kind kind);

/* The devices whose memory is not released: of a copy's stream, and of memory that it finds elsewhere. */
enum { LW_HOLD_MOST = 4 }; /* a copy between devices: the two, and the owners of its two sides */
typedef struct lw_hold {
    lw_context *contexts[LW_HOLD_MOST];
    unsigned sides[LW_HOLD_MOST];
    unsigned count;
} lw_hold;

static inline bool lw_hold_has(const lw_hold *hold, const lw_context *context)
{
    for (unsigned i = 0; i < hold->count; i++)
        if (hold->contexts[i] == context)
            return true;
    return false;
}

/* `side`: lw_grace_enter()'s. */
static inline void lw_hold_add(lw_hold *hold, lw_context *context, unsigned side)
{
    hold->contexts[hold->count] = context;
    hold->sides[hold->count++] = side;
}

/* Begin and end of a copy or set: from before it looks its memory up until it is queued. In between, the memory is not
 * released, and a reset does not recreate the stream. lw_copy_begin() checks again whether the device has faulted. */
static inline lw_status lw_copy_begin(lw_context *context, lw_hold *hold)
{
    hold->count = 0;
    lw_hold_add(hold, context, lw_grace_enter(&context->copies));
    return lw_enter_context(context);
}

static inline void lw_copy_end(const lw_hold *hold)
{
    for (unsigned i = hold->count; i-- > 0;)
        lw_grace_leave(&hold->contexts[i]->copies, hold->sides[i]);
}

/* The range of the address: the device's, or memory of another device of the backend that every device reaches, whose owner is
 * added to `hold`. `hold`: null where the range is not used. */
lw_range lw_range_find(lw_context *context, uintptr_t address, lw_hold *hold);
/* As that without a hold; `ordinal`: the owner's number among the devices of its kind, or -1. */
lw_range lw_range_find_owned(lw_context *context, uintptr_t address, int *ordinal);
/* For an address in no range: refuses another device's memory, and freed memory. LW_SUCCESS: it is neither. */
lw_status lw_range_refuse(lw_context *context, const char *function, const char *argument, const void *pointer);

/* The source or destination of a copy or set. */
typedef struct lw_operand {
    const char *function, *argument;
    const void *pointer;
    size_t extent;    /* bytes from the pointer to the end of the last row, > 0 */
    lw_hold *hold;    /* of the copy; null: nothing is queued */
    bool peers;       /* it may be memory of one other device of the same backend, not of every device alone */
    lw_context *peer; /* that device; null: it is not */
    bool apart;       /* memory of the peer that this device does not reach; copies between devices do */
    size_t offset;    /* lw_operand_check() sets it: bytes from the start of the range */
    bool pooled;      /* it sets this, too: stream-ordered memory */
} lw_operand;

/* The pointer's memory space for this device, LW_SPACE_DEVICE or LW_SPACE_HOST; fails for another device's memory. */
lw_status lw_operand_space(lw_context *context, lw_operand *operand, lw_memory_space *space);
/* Checks that the operand lies in `space`, and inside one range if it starts in a known range. */
lw_status lw_operand_check(lw_context *context, lw_operand *operand, lw_memory_space space);
/* Checks that a graph's copy can have this side: stream-ordered or mapped memory of another device needs access. (peer_copy.c) */
lw_status lw_graph_side_check(const lw_context *context, const lw_operand *operand, lw_memcpy_kind kind);
/* Computes (height - 1) * pitch + width; on overflow sets a message that names the argument. */
lw_status lw_operand_extent(const lw_context *context, const char *function, const char *pitch_argument, size_t pitch,
                            size_t width, size_t height, size_t *extent);

/* ---- memory pools (memory_pool.c) ---- */
/* Makes a pool's handle, and the pool. `device`: null for the default pool. */
lw_status lw_memory_pool_open(const char *function, lw_context *context, lw_device *device, size_t most,
                              lw_memory_pool **opened);
/* The device's current pool; with its pool_lock held. */
lw_status lw_memory_pool_current(const char *function, lw_context *context, lw_memory_pool **pool);
void lw_memory_pool_close_all(const lw_device *device);
void lw_memory_pool_close_default(lw_context *context);
/* shared_pool.c: another process's pool cannot do this. `what`: completes "which". */
lw_status lw_memory_pool_refuse_imported(const char *function, const lw_memory_pool *pool, const char *what);

/* ---- virtual memory (virtual_memory.c, virtual_mapping.c, virtual_access.c, physical_memory.c) ---- */
extern lw_pool lw_physical_memories;
struct lw_physical_memory {
    lw_slot slot;
    lw_context *context;
    lw_device *device;
    lw_physical *physical;
};
/* A multicast object. (multicast.c, multicast_bind.c) */
extern lw_pool lw_multicasts;
struct lw_multicast {
    lw_slot slot;
    lw_context *context;
    lw_device *device;
    lw_multicast_object *object;
};
void lw_multicast_close_all(const lw_context *context, const lw_device *device); /* the handles of one, as below */
/* Whether the device has virtual memory; the number that sizes and addresses are multiples of. */
lw_status lw_virtual_enter(const char *function, lw_context *context, size_t *granularity);
/* Whether the argument `size` is a multiple of it, and not 0. */
lw_status lw_virtual_check_size(const char *function, const lw_context *context, size_t size, size_t granularity);
/* The range, or the mapping, with the address; null: none. With the lock of the addresses held, as the next one. */
lw_reservation *lw_reservation_at(const lw_context *context, uintptr_t address);
lw_mapping *lw_mapping_at(const lw_context *context, uintptr_t address);
/* The first of the mappings that begin and end where these bytes do, without a gap. Null: there are none; sets the message. */
lw_mapping *lw_mappings_of(const char *function, lw_context *context, const void *pointer, size_t size);
/* A new handle of physical memory, which takes the caller's reference; on failure the caller keeps it. */
lw_status lw_physical_open(const char *function, lw_device *device, lw_physical *physical, lw_physical_memory **memory);
void lw_physical_keep(lw_physical *physical); /* one reference more; without the lock */
void lw_physical_drop(lw_physical *physical); /* a reference; the last one frees the memory; without the lock */
/* Unmaps and frees all ranges of the device handle or, with null, of the context, and closes handles of memory. */
void lw_virtual_close_all(lw_context *context, const lw_device *device);
void lw_physical_close_all(const lw_context *context, const lw_device *device);
void lw_ipc_close_all(lw_context *context, const lw_device *device); /* ipc.c: memory of other processes; likewise */

/* ---- kernels (launch.c) ---- */
lw_status lw_refuse_version(const char *function, const lw_context *context, const lw_kernel *kernel);
/* Checks the user's kernel and finds its entry, for a call that has entered its device. */
lw_status lw_kernel_check(const char *function, lw_context *context, const lw_kernel *kernel, lw_kernel_entry **entry);
/* Checks a configuration as a launch does, with the same rules; sets config->cluster as the launch does. */
lw_status lw_launch_check(const char *function, lw_context *context, const lw_kernel *kernel, lw_launch_config *config);

/* Checks a copy or set of a box, and writes it as rows; its height is 0 if the box is empty. (copy_3d.c) */
lw_status lw_copy_3d_check(const char *function, lw_context *context, const lw_copy_3d *request, bool peers,
                           lw_hold *hold, lw_copy *copy);
/* The same without a check of the memory. `written`, `read`: bytes from the sides' pointers to the ends of the boxes. */
lw_status lw_copy_3d_layout(const char *function, const lw_context *context, const lw_copy_3d *request, lw_copy *copy,
                            size_t *written, size_t *read);
lw_status lw_memset_3d_check(const char *function, lw_context *context, lw_pitched memory, lw_extent box, lw_hold *hold,
                             lw_copy *set);

/* ---- graphs (graph_work.c, graph.c, graph_exec.c) ---- */
/* Checks parameters and copies what they name; the caller frees the work. */
lw_status lw_node_work_check(const char *function, lw_graph *graph, const lw_graph_node_params *params,
                             lw_node_work *work);
/* The rules of the data of an edge between nodes of these types: `data[i]` of the call. (graph_edge.c) */
lw_status lw_edge_check(const char *function, const lw_graph *graph, lw_graph_node_type from, lw_graph_node_type to,
                        const lw_graph_edge_data *data, size_t i);
/* Makes a graph, with the backend's. Not alive yet. */
lw_status lw_graph_open(const char *function, lw_context *context, lw_device *device, lw_graph **graph);
void lw_graph_close(lw_graph *graph); /* with the backend's */
/* Whether kernels may launch the graph. (graph_device.c) */
lw_status lw_graph_check_device_launch(const char *function, const lw_graph *graph);
lw_status lw_work_check_device_launch(const char *function, lw_context *context, const lw_node_work *work);
/* Whether the graph can be made executable: no cycle, live events and memory, nodes where they may be. (graph_check.c) */
lw_status lw_graph_check(const char *function, const lw_graph *graph);
/* Destroys the graphs and executable graphs of the device handle; with null, of the context. */
void lw_graph_close_all(const lw_context *context, const lw_device *device);
void lw_graph_exec_close_all(const lw_context *context, const lw_device *device);

void lw_user_object_close_all(const lw_device *device); /* user_object.c */

/* ---- memory of graphs (graph_memory.c, graph_memory_exec.c) ---- */
/* Enters memory whose address is known in the table. */
void lw_graph_memory_publish(lw_graph_memory *memory);
extern atomic_bool lw_graph_memory_any_dead; /* some memory has no reference */
void lw_graph_memory_lock(void);             /* guards what graphs have allocated, and each context's list of it */
void lw_graph_memory_unlock(void);
void lw_graph_memory_reap_now(void); /* frees what has no reference; takes the lock */
static inline void lw_graph_memory_reap(void)
{
    if (__builtin_expect(atomic_load_explicit(&lw_graph_memory_any_dead, memory_order_relaxed), 0))
        lw_graph_memory_reap_now();
}
void lw_graph_memory_forget(
    lw_context *context); /* the context ends; other devices' graphs may still name its memory */
/* Ends the memory that the handle, or with null all handles, own. */
void lw_graph_memory_release_all(lw_context *context, const lw_device *owner);
/* A captured lw_malloc_async() or lw_free_async(). */
lw_status lw_graph_memory_capture(const char *function, lw_stream *stream, const lw_memory_pool *pool, void **pointer,
                                  size_t size);
lw_status lw_graph_memory_capture_free(const char *function, lw_stream *stream, void *pointer);
/* The checks of a word that streams wait for or write (stream_value.c). */
lw_status lw_value_check(const char *function, lw_context *context, const lw_value *value, lw_hold *hold);
/* Frees memory that a launch has allocated; `stream`: null for lw_free(). `found`: false where it is not a graph's. */
lw_status lw_graph_memory_free(const char *function, lw_context *context, lw_stream_impl *stream, void *pointer,
                               bool *found);
/* The checks of nodes (graph_memory_node.c). On success the work has the memory, and its address where the backend knows it. */
lw_status lw_node_check_allocate(const char *function, lw_graph *graph, lw_node_work *work);
lw_status lw_node_check_free(const char *function, const lw_graph *graph, lw_node_work *work);
/* What an executable graph allocates and frees; null, with a message and a status, on failure or if it does neither. */
lw_status lw_exec_memory_make(const char *function, lw_graph *graph, unsigned flags, struct lw_exec_memory **made);
void lw_exec_memory_free(struct lw_exec_memory *memory);
/* A launch of such a graph: takes the lock; lw_exec_memory_end() releases it, if the check was successful. */
lw_status lw_exec_memory_begin(const char *function, const lw_graph_exec *exec);
void lw_exec_memory_end(const lw_graph_exec *exec, bool launched);

/* ---- the streams and events of a handle (stream.c, event.c) ---- */
/* `flags` and `priority` as the backend takes them; `lasting`: destroyed with the device handle. */
typedef struct lw_stream_kind {
    unsigned flags; /* LW_STREAM_NON_BLOCKING or LW_BACKEND_LEGACY or 0 */
    int priority;
    bool lasting; /* as in struct lw_stream, likewise the next two */
    uint64_t thread;
    bool adopted;
    void *native; /* the adopted stream; flags and priority are its own */
} lw_stream_kind;
lw_status lw_stream_open(const char *function, lw_device *device, const lw_stream_kind *kind, lw_stream **stream);
void lw_stream_close_all(const lw_device *device);
/* thread_stream.c: in between, no thread that ends closes its streams. */
void lw_thread_streams_lock(void);
void lw_thread_streams_unlock(void);
void lw_event_close_all(const lw_device *device);
/* interop.c: closes the handles of other code's streams and events. */
void lw_adopted_close_all(const lw_context *context);
void lw_library_close_all(const lw_device *device); /* library.c; no work is left */

/* ---- arrays (array.c, array_shape.c), textures and surfaces (texture.c, surface.c) ---- */
/* Checks a format or a shape; the message names `function` and what is wrong. */
lw_status lw_channel_check(const lw_context *context, const char *function, lw_channel_format format);
lw_status lw_array_shape_check(const lw_context *context, const char *function, const lw_array_shape *shape);
unsigned lw_array_most_levels(const lw_array_shape *shape);
size_t lw_channel_bytes(lw_channel_format format); /* of an element */
/* The size of a level: the array's own, halved `level` times. */
void lw_array_level_size(const lw_array_shape *shape, unsigned level, size_t *width, size_t *height, size_t *depth);
void lw_array_close_all(lw_context *context, const lw_device *owner); /* null: of all handles */
/* Destroys the objects of a handle or, with null, all. */
void lw_objects_close_all(lw_context *context, const lw_device *owner);

#endif
