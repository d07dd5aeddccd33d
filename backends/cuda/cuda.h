/* The structures of the CUDA backend, and the check of the CUDA driver's return values. */
#ifndef LW_CUDA_H
#define LW_CUDA_H

#include <pthread.h>
#include <stdatomic.h>

#include "api/backend.h"
#include "driver.h"

enum { LW_CUDA_MAX_DEVICES = 64 };

typedef struct lw_host_call lw_host_call;
typedef struct lw_cuda_kernel lw_cuda_kernel;
typedef struct lw_cuda_imported lw_cuda_imported;

struct lw_device_impl {
    int ordinal;
    CUdevice device;
    _Atomic(CUcontext) context; /* the device's primary context, as the CUDA runtime's; a reset replaces it */
    bool clusters;              /* supported: 9.0 and later */
    /* LW_SUCCESS, or the sticky fault; written after `report`. */
    atomic_int fault;
    char report[1024];
    /* The kernel of the last launch, for the report: CUDA does not say which kernel faulted. */
    _Atomic(const lw_cuda_kernel *) latest_kernel;
    atomic_ullong reached_by;             /* the devices whose work may reach its memory, a bit each */
    pthread_mutex_t lock;                 /* guards the report, the peers and the lists */
    CUcontext peers[LW_CUDA_MAX_DEVICES]; /* to whose memory it has access, by ordinal; or null */
    /* All of the device's: a reset destroys their CUDA objects, and recreates those of streams and events. */
    lw_stream_impl *streams;
    lw_event_impl *events;
    lw_memory_pool_impl *pools;
    lw_memory_pool_impl *ended_pools;     /* their handles are closed; kept for new ones */
    _Atomic(lw_cuda_imported *) imported; /* memory of other processes' pools */
    CUstream frees;                       /* of memory that no stream orders; null until it is needed */
    lw_host_call *host_calls;             /* queued, not yet called */
    lw_graph_memory *captured_memory;     /* of captures that have not ended: with a reference each */
    struct lw_graph_call *graph_calls;    /* of nodes of executable graphs, until the device is closed */
};

struct lw_stream_impl {
    lw_device_impl *device;
    CUstream stream;
    unsigned flags; /* of its creation, and its priority: to create it again after a reset */
    int priority;
    bool adopted;      /* other code's: never destroyed */
    lw_graph *capture; /* empty, for the capture that began in the stream; null: none did */
    lw_stream_impl *previous, *next;
};

struct lw_event_impl {
    lw_device_impl *device;
    CUevent event;
    unsigned flags; /* LW_EVENT_ values */
    bool adopted;   /* other code's: never destroyed */
    bool in_graph;  /* a graph's node has it: the driver's stays when the handle is closed, until the device is */
    lw_event_impl *previous, *next;
};

typedef enum lw_cuda_pool_kind {
    LW_CUDA_POOL_PLAIN,
    LW_CUDA_POOL_DEFAULT,    /* the device's own, which CUDA keeps */
    LW_CUDA_POOL_EXPORTABLE, /* other processes can have it */
    LW_CUDA_POOL_IMPORTED    /* another process's */
} lw_cuda_pool_kind;

struct lw_memory_pool_impl {
    lw_device_impl *device;
    CUmemoryPool pool;
    lw_cuda_pool_kind kind;
    size_t most;                           /* bytes; 0: any number */
    int descriptor;                        /* of another process's pool; else -1 */
    unsigned imported;                     /* allocations of another process's pool that are not freed */
    _Atomic unsigned long long reached_by; /* devices that may have been given access: a bit each */
    lw_memory_pool_impl *previous, *next;
};

/* ---- errors (error.c) ---- */
lw_status lw_cuda_status(CUresult error);
/* CUDA's name and description of the error. */
const char *lw_cuda_error_name(CUresult error);
const char *lw_cuda_error_string(CUresult error);
/* The status of a failed CUDA call; sets the message, which names `call`. A sticky one becomes the device's fault. */
lw_status lw_cuda_failed(lw_device_impl *device, CUresult error, const char *call);

static inline lw_status lw_cuda_check(lw_device_impl *device, CUresult error, const char *call)
{
    return __builtin_expect(error == CUDA_SUCCESS, 1) ? LW_SUCCESS : lw_cuda_failed(device, error, call);
}

/* Makes the device's context current in the calling thread; most driver functions need that. The test costs some
 * nanoseconds, and works also if the program makes another context current. */
static inline lw_status lw_cuda_enter(lw_device_impl *device)
{
    CUcontext context = atomic_load_explicit(&device->context, memory_order_relaxed), current;
    if (__builtin_expect(lw_cuda.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context, 1))
        return LW_SUCCESS;
    return lw_cuda_check(device, lw_cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

/* The same for calls in which the driver takes the stream's context: the legacy stream alone is the current context's. */
static inline lw_status lw_cuda_enter_stream(const lw_stream_impl *stream)
{
    bool may_be_legacy = stream->adopted || stream->flags & LW_BACKEND_LEGACY;
    return may_be_legacy ? lw_cuda_enter(stream->device) : LW_SUCCESS;
}

/* A device address in the driver's type. */
static inline CUdeviceptr lw_cuda_address(const void *pointer)
{
    return (CUdeviceptr)(uintptr_t)pointer;
}

/* ---- devices (device.c) ---- */
int lw_cuda_count(void);
lw_status lw_cuda_open(lw_device_impl **device, int ordinal);
void lw_cuda_close(lw_device_impl *device);
lw_status lw_cuda_synchronize(lw_device_impl *device);
void lw_cuda_finish_work(lw_device_impl *device);
lw_status lw_cuda_fault(lw_device_impl *device, const char **report);
lw_words lw_cuda_device_words(lw_device_impl *device);

/* Creates the device's primary context if there is none, retains it and makes it current in the thread. */
CUresult lw_cuda_context_retain(lw_device_impl *device);
/* Destroys the context and all in it; an error shows in the next call. */
void lw_cuda_context_reset(lw_device_impl *device);

/* The context of a device that is open or was; null: of none. */
CUcontext lw_cuda_context_now(int ordinal);

/* ---- several devices (peer.c) ---- */
/* From now on the device's work may reach memory of the owner. */
void lw_cuda_note_reach(const lw_device_impl *device, lw_device_impl *owner);
lw_status lw_cuda_peer_attribute(lw_device_impl *device, lw_device_impl *peer, lw_peer_attribute attribute, int *value);
lw_status lw_cuda_enable_peer(lw_device_impl *device, lw_device_impl *peer);
lw_status lw_cuda_disable_peer(lw_device_impl *device, lw_device_impl *peer);
bool lw_cuda_reaches(lw_device_impl *device, lw_device_impl *owner, const void *pointer);
/* Takes all access to peers away. `alive`: the device's context is not about to end. */
void lw_cuda_forget_peers(lw_device_impl *device, bool alive);
/* Waits for the work of other devices that may reach this device's memory. Another context is current then. */
void lw_cuda_wait_for_reach(lw_device_impl *device);
lw_status lw_cuda_copy_peer(lw_stream_impl *stream, const lw_copy *copy, lw_device_impl *to, lw_device_impl *from);

/* ---- properties (properties.c) ---- */
lw_status lw_cuda_properties(lw_device_impl *device, lw_device_properties *properties);

/* ---- reset (reset.c) ---- */
lw_status lw_cuda_reset(lw_device_impl *device);

/* ---- memory (memory.c) ---- */
lw_status lw_cuda_allocate(lw_device_impl *device, void **pointer, size_t size);
lw_status lw_cuda_retire(lw_device_impl *device, void *pointer);
lw_status lw_cuda_release(lw_device_impl *device, void *pointer);
lw_status lw_cuda_allocate_host(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
lw_status lw_cuda_release_host(lw_device_impl *device, void *pointer);
lw_status lw_cuda_register_host(lw_device_impl *device, void *pointer, size_t size, unsigned flags);
lw_status lw_cuda_unregister_host(lw_device_impl *device, void *pointer);

/* ---- windows of the L2 cache (access_policy.c) ---- */
lw_status lw_cuda_set_window(lw_stream_impl *stream, const lw_access_policy_window *window);
lw_status lw_cuda_get_window(lw_stream_impl *stream, lw_access_policy_window *window);
lw_status lw_cuda_reset_l2(lw_device_impl *device);

/* ---- managed memory (managed.c) ---- */
lw_status lw_cuda_allocate_managed(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
lw_status lw_cuda_attach(lw_stream_impl *stream, void *pointer, size_t size, unsigned flags);
lw_status lw_cuda_advise(lw_device_impl *device, const lw_part *part, lw_memory_advice advice,
                         lw_memory_location location);
lw_status lw_cuda_prefetch(lw_stream_impl *stream, const lw_part *part, lw_memory_location location);
lw_status lw_cuda_range_attribute(lw_device_impl *device, const lw_part *part, lw_memory_range_attribute attribute,
                                  int *value);

/* ---- stream-ordered memory (memory_pool.c) ---- */
/* `descriptor`: of an imported pool, which then owns it; else -1. */
lw_status lw_cuda_pool_make(lw_device_impl *device, lw_cuda_pool_kind kind, size_t most, int descriptor,
                            lw_memory_pool_impl **created);
lw_status lw_cuda_pool_create(lw_device_impl *device, size_t most, lw_memory_pool_impl **pool);
lw_status lw_cuda_pool_default(lw_device_impl *device, lw_memory_pool_impl **pool);
void lw_cuda_pool_destroy(lw_memory_pool_impl *pool);
/* Ends those whose handles are closed, with the device. `waited`: it has been waited for; else they are left to the driver. */
void lw_cuda_pools_close(lw_device_impl *device, bool waited);
/* Of those whose handles are closed: a reset has ended them. */
void lw_cuda_pools_forget(lw_device_impl *device);
lw_status lw_cuda_pool_get(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t *value);
lw_status lw_cuda_pool_set(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t value);
lw_status lw_cuda_pool_trim(lw_memory_pool_impl *pool, size_t keep);
lw_status lw_cuda_pool_set_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access access);
lw_status lw_cuda_pool_get_access(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access *access);
lw_status lw_cuda_pool_allocate(lw_stream_impl *stream, lw_memory_pool_impl *pool, void **pointer, size_t size);
lw_status lw_cuda_pool_free(lw_stream_impl *stream, lw_device_impl *owner, void *pointer);
lw_status lw_cuda_pool_release(lw_device_impl *device, void *pointer);
/* As lw_cuda_streams_recreate(). The new pools have CUDA's first attributes. */
CUresult lw_cuda_pools_recreate(lw_device_impl *device, CUresult error);

/* ---- virtual memory (virtual_memory.c) ---- */
extern const lw_virtual_backend lw_cuda_virtual_memory;
extern const lw_ipc_backend lw_cuda_ipc; /* ipc.c */
/* shared_pool.c */
lw_status lw_cuda_pool_create_shared(lw_device_impl *device, size_t most, lw_memory_pool_impl **created);
lw_status lw_cuda_pool_export(lw_memory_pool_impl *pool, int *descriptor);
lw_status lw_cuda_pool_import(lw_device_impl *device, int descriptor, lw_memory_pool_impl **imported);
lw_status lw_cuda_pool_export_pointer(lw_device_impl *device, void *data, void *pointer, size_t size);
lw_status lw_cuda_pool_import_pointer(lw_memory_pool_impl *pool, void **pointer, const void *data);
/* After the call that frees memory of a pool: it may be another process's. */
void lw_cuda_imported_freed(lw_device_impl *device, CUdeviceptr memory);
/* After a reset, or before the end: none is left. The caller holds the device's lock. */
void lw_cuda_imported_forget(lw_device_impl *device);

/* ---- copies and fills (copy.c) ---- */
lw_status lw_cuda_copy(lw_stream_impl *stream, const lw_copy *copy);
lw_status lw_cuda_set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
lw_status lw_cuda_set_slices(lw_stream_impl *stream, const lw_copy *set, int value);

/* ---- streams (stream.c) ---- */
lw_status lw_cuda_stream_priorities(lw_device_impl *device, int *least, int *greatest);
lw_status lw_cuda_stream_create(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **stream);
void lw_cuda_stream_destroy(lw_stream_impl *stream);
void lw_cuda_stream_add(lw_stream_impl *stream); /* to the device's list */
lw_status lw_cuda_stream_synchronize(lw_stream_impl *stream);
lw_status lw_cuda_stream_query(lw_stream_impl *stream);
lw_status lw_cuda_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event);
/* Recreates the CUDA streams that a reset destroyed; after an error only clears them. Returns the first error. With the
 * lock held and the context current. */
CUresult lw_cuda_streams_recreate(lw_device_impl *device, CUresult error);

/* ---- host functions (host_function.c) ---- */
lw_status lw_cuda_host_function(lw_stream_impl *stream, lw_host_function function, void *user);
lw_status lw_cuda_callback(lw_stream_impl *stream, lw_status_function function, void *user);
/* Frees queued host calls that CUDA drops after a fault, and makes those of callbacks itself, with the fault. */
void lw_cuda_host_calls_drop(lw_device_impl *device, lw_status fault);

/* ---- words that streams wait for and write (value.c) ---- */
lw_status lw_cuda_write_value(lw_stream_impl *stream, const lw_value *value);
lw_status lw_cuda_wait_value(lw_stream_impl *stream, const lw_value *value, lw_wait_condition condition);

/* ---- other code's objects (interop.c) ---- */
void *lw_cuda_device_native(lw_device_impl *device);
void *lw_cuda_stream_native(lw_stream_impl *stream);
lw_status lw_cuda_stream_adopt(lw_device_impl *device, void *native, unsigned *flags, int *priority,
                               lw_stream_impl **stream);
void *lw_cuda_event_native(lw_event_impl *event);
lw_status lw_cuda_event_adopt(lw_device_impl *device, void *native, lw_event_impl **event);
lw_status lw_cuda_owns_memory(lw_device_impl *device, const void *pointer, size_t size);

/* ---- CUDA's own code (image.c), compiled by NVRTC (compile.c) ---- */
lw_status lw_cuda_image_load(lw_device_impl *device, const void *data, size_t size, const char *name,
                             lw_module **module);
lw_status lw_cuda_image_kernel(lw_device_impl *device, lw_module *module, const char *name, lw_kernel **kernel);
lw_status lw_cuda_image_symbol(lw_device_impl *device, lw_module *module, const char *name, lw_symbol **symbol);
void lw_cuda_image_unload(lw_device_impl *device, lw_module *module);
lw_status lw_cuda_compile(lw_device_impl *device, const lw_compiler_run *run, void **image, size_t *size);

/* ---- events (event.c) ---- */
lw_status lw_cuda_event_create(lw_device_impl *device, unsigned flags, lw_event_impl **event);
void lw_cuda_event_destroy(lw_event_impl *event);
void lw_cuda_event_add(lw_event_impl *event); /* to the device's list */
lw_status lw_cuda_event_record(lw_event_impl *event, lw_stream_impl *stream);
lw_status lw_cuda_event_synchronize(lw_event_impl *event);
lw_status lw_cuda_event_query(lw_event_impl *event);
lw_status lw_cuda_event_elapsed(float *milliseconds, lw_event_impl *start, lw_event_impl *stop);
void lw_cuda_events_free(lw_device_impl *device); /* those that graphs had, when the device is closed */
CUresult lw_cuda_events_recreate(lw_device_impl *device, CUresult error);

/* ---- graphs (graph.c, graph_exec.c, capture.c, graph_call.c) ---- */
extern const lw_graph_backend lw_cuda_graphs;
/* The driver's form of a node's work; valid as long as the work. */
lw_status lw_cuda_node_params(lw_device_impl *device, const lw_node_work *work, CUgraphNodeParams *params);
/* Sets what the driver keeps apart from a kernel's parameters: clusters, cooperation. */
lw_status lw_cuda_set_attributes(lw_graph_node *node);
lw_status lw_cuda_instantiate(lw_graph *graph, unsigned flags, lw_exec_impl **exec);
void lw_cuda_exec_destroy(lw_exec_impl *exec);
lw_status lw_cuda_graph_launch(lw_exec_impl *exec, lw_stream_impl *stream);
unsigned long long lw_cuda_exec_device_handle(const lw_exec_impl *exec);
lw_status lw_cuda_upload(lw_exec_impl *exec, lw_stream_impl *stream);
lw_status lw_cuda_exec_set_work(lw_exec_impl *exec, lw_graph_node *node, const lw_node_work *work);
lw_status lw_cuda_exec_enable(lw_exec_impl *exec, lw_graph_node *node, bool enabled);
lw_status lw_cuda_exec_is_enabled(lw_exec_impl *exec, lw_graph_node *node, bool *enabled);
lw_status lw_cuda_exec_update(lw_exec_impl *exec, lw_graph *graph, lw_graph_update_info *info);
lw_status lw_cuda_begin_capture(lw_stream_impl *stream, lw_capture_mode mode, lw_graph *graph);
lw_status lw_cuda_end_capture(lw_stream_impl *stream, lw_graph **graph);
lw_status lw_cuda_capture_status(lw_stream_impl *stream, lw_capture_status *capturing);
lw_capture_mode lw_cuda_exchange_mode(lw_capture_mode mode);
void lw_cuda_drop_captures(lw_device_impl *device, const lw_device *owner);
lw_status lw_cuda_wait_beside_captures(lw_device_impl *device);
bool lw_cuda_captures(const lw_stream_impl *stream);
/* The stream's own capture, which it has no more. */
lw_graph *lw_cuda_take_capture(lw_stream_impl *stream);
/* Other code has a stream or an event now. */
void lw_cuda_others_may_capture(void);
const atomic_uint *lw_cuda_open_captures(void); /* a word that is 0 while no stream captures */

/* ---- user objects (user_object.c) ---- */
lw_status lw_cuda_object_create(lw_user_object *object, unsigned references);
lw_status lw_cuda_object_retain(lw_user_object *object, unsigned count);
lw_status lw_cuda_object_release(lw_user_object *object, unsigned count);
lw_status lw_cuda_graph_retain(lw_graph *graph, lw_user_object *object, unsigned count, bool moves);
lw_status lw_cuda_graph_release(lw_graph *graph, lw_user_object *object, unsigned count);

/* ---- memory of graphs (graph_memory.c) ---- */
void lw_cuda_graph_memory_drop(lw_device_impl *device, void *pointer, bool allocated);
lw_status lw_cuda_graph_memory_free(lw_device_impl *device, lw_stream_impl *stream, void *pointer);
lw_status lw_cuda_node_set_window(lw_graph_node *node, const lw_access_policy_window *window); /* access_policy.c */
lw_status lw_cuda_node_get_window(lw_graph_node *node, lw_access_policy_window *window);
lw_status lw_cuda_graph_memory_open(lw_device_impl *device, void *pointer, lw_device_impl *peer);
/* What the peers of an allocation's node may do, for the driver; returns how many, at most LW_CUDA_MAX_DEVICES. */
size_t lw_cuda_graph_memory_peers(const lw_node_work *work, CUmemAccessDesc *accesses);
lw_status lw_cuda_capture_malloc(lw_stream_impl *stream, lw_memory_pool_impl *pool, lw_graph_memory *memory);
lw_status lw_cuda_capture_free(lw_stream_impl *stream, lw_graph_memory *memory);
lw_status lw_cuda_graph_memory_get(lw_device_impl *device, lw_graph_memory_attribute attribute, uint64_t *value);
lw_status lw_cuda_graph_memory_reset(lw_device_impl *device, lw_graph_memory_attribute attribute);
lw_status lw_cuda_graph_memory_trim(lw_device_impl *device);
/* The memory of a captured node, whose type the work has. */
lw_status lw_cuda_import_memory(lw_graph *graph, CUgraphNode captured, lw_node_work *work);
/* The number of the stream's capture; 0: it does not capture. */
uint64_t lw_cuda_capture_number(const lw_stream_impl *stream);
/* The capture of this number has ended; with the lock held. */
void lw_cuda_captured_memory_release(lw_device_impl *device, uint64_t capture);

/* A host function as a node: `*call` is the argument of lw_cuda_on_graph_call(). It lives as long as the graph, its
 * clones and what is instantiated from them; with a null graph, until the device is closed. */
lw_status lw_cuda_graph_call(lw_device_impl *device, CUgraph graph, const lw_graph_host_params *host, void **call);
void CUDA_CB lw_cuda_on_graph_call(void *call);
void lw_cuda_graph_calls_free(lw_device_impl *device);

/* ---- code (module.c) ---- */
/* A kernel's `state`: its source place, and its function on each device. It is never freed: a report may name the
 * kernel after its library was unloaded. */
typedef struct lw_cuda_loaded {
    atomic_uint generation; /* the device's when the value was set; 0: never */
    union {
        CUlibrary library;   /* of a module */
        CUfunction function; /* of a kernel */
    } value;
} lw_cuda_loaded;
struct lw_cuda_kernel {
    lw_cuda_loaded loaded[LW_CUDA_MAX_DEVICES];
    int line;
    const char *name, *file; /* in `text` */
    char text[];
};
/* Finds the kernel's function on the device; loads its module at the first use. The context is current. */
lw_status lw_cuda_find_kernel(lw_device_impl *device, const lw_kernel *kernel, CUfunction *found);
/* Sets the message for a kernel without code for the device; `error` is the loading call's. */
lw_status lw_cuda_no_image(lw_device_impl *device, const lw_kernel *kernel, CUresult error);
lw_status lw_cuda_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size);
/* The module's library on the device, loaded at the first use. */
lw_status lw_cuda_find_library(lw_device_impl *device, lw_module *module, CUlibrary *library);
/* Unloads the module's code from the device. */
void lw_cuda_unload(lw_device_impl *device, lw_module *module);
/* All code on the device was lost: each module is loaded again at its next use. */
void lw_cuda_modules_forget(const lw_device_impl *device);

/* ---- launches (launch.c) ---- */
CUlaunchConfig lw_cuda_launch_config(const lw_launch_config *config, CUstream stream, CUlaunchAttribute *attributes,
                                     unsigned count);
lw_status lw_cuda_launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                         const void *arguments);

/* ---- attributes of kernels (attribute.c) ---- */
lw_status lw_cuda_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
lw_status lw_cuda_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                       long long value);

/* ---- limits (limit.c) ---- */
lw_status lw_cuda_memory(lw_device_impl *device, size_t *available, size_t *total);
lw_status lw_cuda_get_limit(lw_device_impl *device, lw_limit limit, size_t *value);
lw_status lw_cuda_set_limit(lw_device_impl *device, lw_limit limit, size_t value);

/* ---- occupancy (occupancy.c) ---- */
lw_status lw_cuda_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                size_t dynamic_shared, int *blocks);
lw_status lw_cuda_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                   size_t *dynamic_shared);
lw_status lw_cuda_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  int *clusters);

/* ---- arrays, textures and surfaces (array.c, texture.c) ---- */
lw_status lw_cuda_array_create(lw_device_impl *device, const lw_array_shape *shape, lw_array_impl **array);
lw_status lw_cuda_array_destroy(lw_device_impl *device, lw_array_impl *array);
lw_status lw_cuda_array_copy(lw_stream_impl *stream, const lw_array_box *box);
lw_status lw_cuda_texture_create(lw_device_impl *device, lw_array_impl *array, const lw_texture_resource *resource,
                                 const lw_texture_description *texture, uint64_t *object);
lw_status lw_cuda_texture_destroy(lw_device_impl *device, uint64_t object);
lw_status lw_cuda_surface_create(lw_device_impl *device, lw_array_impl *array, unsigned level, uint64_t *object);
lw_status lw_cuda_surface_destroy(lw_device_impl *device, uint64_t object);

#endif
