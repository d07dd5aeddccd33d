/* The interface that a backend implements. The dispatch calls it, and has checked every argument.
 *
 * The dispatch (api/) owns handles, the table of allocations, limits and messages; a backend owns execution. On failure
 * a backend calls lw_fail() with a sentence, and does not write its outputs.
 */
#ifndef LW_BACKEND_H
#define LW_BACKEND_H

#include <stdbool.h>

#include <stdint.h>

#include <lanewise/descriptor.h>
#include <lanewise/texture.h>

#include "graph_data.h"

/* Return address, less 1, of the program's call that this thread executes, for reports. Functions with LW_NOTE_CALLER()
 * set it. */
extern __thread uintptr_t lw_caller __attribute__((tls_model("initial-exec")));
/* The same of a call of a library over this one, such as liblanewise-cudart; 0: the program calls this one. */
extern __thread uintptr_t lw_outer_caller __attribute__((tls_model("initial-exec")));
#define LW_NOTE_CALLER() (lw_caller = lw_outer_caller ? lw_outer_caller : (uintptr_t)__builtin_return_address(0) - 1)
/* Sets it for this thread, and returns what it was. */
uintptr_t lw_call_from(uintptr_t caller) __attribute__((visibility("default")));
/* For liblanewise-cudart: a surface also of an array that was made without LW_ARRAY_SURFACE, as CUDA makes it. */
lw_status lw_surface_create_of_any(lw_device *device, lw_surface_object *object, lw_array *array, unsigned level)
    __attribute__((visibility("default")));

typedef struct lw_backend lw_backend;
typedef struct lw_host_work lw_host_work; /* host_work.h */

/* Records the calling thread's message (printf-like) and returns `status`. `device` may be null. */
lw_status lw_fail(const void *device, lw_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Logs a warning about an unexpected condition that is no failure; without LANEWISE_LOG_FILE it does nothing. */
void lw_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Checked mode sets this hook; null otherwise. The dispatch calls it for each call that no correct program makes: a
 * closed handle, memory freed twice, a copy past an allocation, a launch with a failure that the program did not check.
 * `pointer`: the memory, or null; `by`: code address of the call; `uncertain`: a correct program may make the call,
 * too. */
extern void (*lw_misuse_hook)(const char *sentence, const void *pointer, uintptr_t by, bool uncertain);

/* Allocations of the library's own objects; tests can make the n-th fail (lw_test_fail_allocation). Free with
 * free(). */
void *lw_allocate(size_t size); /* zeroed; null when out of memory */
bool lw_allocation_fails(void); /* call before any other kind of allocation; true: it must fail */

/* Whether the host can read at the address; true where the system does not allow the test. */
bool lw_readable(uintptr_t address);

/* A backend calls these before and after a host function, on the same thread: in between, Lanewise's functions return
 * LW_ERROR_NOT_PERMITTED. */
void lw_host_function_enter(void);
void lw_host_function_leave(void);
bool lw_in_host_function(void);

/* Words of a device that its backend sets, and that calls read without a call of the backend. */
typedef struct lw_words {
    const atomic_int *fault;     /* the status of the sticky fault, as `fault` returns it */
    const atomic_uint *captures; /* 0: no stream captures; else `captures` of the graphs knows */
} lw_words;

/* Work that has ended, for the profile. */
typedef enum lw_work_kind { LW_WORK_KERNEL, LW_WORK_COPY, LW_WORK_SET, LW_WORK_GRAPH } lw_work_kind;
/* Blocks that a multiprocessor holds, by what limits them; and its threads. */
enum { LW_FIT_BLOCKS, LW_FIT_WARPS, LW_FIT_SHARED, LW_FIT_ALL, LW_FIT_MOST_WARPS, LW_WORK_OCCUPANCY };
typedef struct lw_work {
    lw_work_kind kind;
    const char *kernel; /* its name; of a kernel: this and the next three */
    lw_dim3 grid, block;
    size_t dynamic_shared;
    const char *engine;       /* "fused", "fiber" ...; null: the device has one */
    lw_memcpy_kind direction; /* of a copy */
    uint64_t bytes;           /* of a copy or set */
    const char *device;       /* the backend's kind */
    int ordinal;
    uint64_t stream;                /* a number of its own */
    uint64_t begin, end;            /* ns of the monotonic clock */
    const char *const *count_names; /* null: nothing was counted */
    const uint64_t *counts;
    unsigned count_count;
    unsigned occupancy[LW_WORK_OCCUPANCY]; /* by LW_FIT_ */
} lw_work;
bool lw_profile_counts(void);              /* whether the profile wants `counts` */
void lw_profile_note(const lw_work *work); /* any thread, with any lock held */

typedef void (*lw_status_function)(lw_status status, void *user);
typedef struct lw_part { /* of managed memory */
    void *base;          /* the allocation or variable */
    size_t whole;        /* its bytes */
    size_t offset, size; /* bytes */
} lw_part;

/* The backend's structure of a device, stream or event, from its own create function. */
typedef struct lw_stream_impl lw_stream_impl;
typedef struct lw_memory_pool_impl lw_memory_pool_impl;

/* A kernel file to compile. */
typedef struct lw_compiler_run {
    const char *source, *name;
    const char *const *options; /* null after the last */
    char *log;                  /* for what the compiler says; ended by 0 */
    size_t log_size;            /* 0: no log */
} lw_compiler_run;

/* ---- arrays, textures and surfaces ---- */
typedef struct lw_array_impl lw_array_impl;
typedef struct lw_array_part { /* a side of a copy: an array if `array` is not null */
    lw_array_impl *array;
    unsigned level;
    size_t x, y, z;      /* bytes of a row; rows; slices, layers or faces */
    void *pointer;       /* memory: the first byte of the box */
    size_t pitch, slice; /* bytes from a row or slice to the next */
} lw_array_part;
typedef struct lw_array_box {
    lw_array_part destination, source;
    size_t width, height, depth; /* bytes of a row, rows, slices; none is 0 */
    lw_memcpy_kind kind;         /* never LW_MEMCPY_DEFAULT; arrays count as device memory */
} lw_array_box;
enum { LW_BACKEND_LEGACY = 1u << 16 };    /* beside LW_STREAM_NON_BLOCKING: of lw_legacy_stream() */
typedef struct lw_exec_impl lw_exec_impl; /* of an executable graph */

/* Graphs. The first eight keep the driver's graph like the structure of graph_data.h; null where there is none. */
typedef struct lw_graph_backend {
    lw_status (*create)(lw_graph *graph);
    void (*destroy)(lw_graph *graph);
    lw_status (*clone)(lw_graph *clone, const lw_graph *source); /* the clone's structure is complete */
    lw_status (*add_node)(lw_graph_node *node);                  /* the node has its work and its dependencies */
    void (*remove_node)(lw_graph_node *node);
    lw_status (*create_conditional)(lw_graph *graph, unsigned default_value, unsigned flags, /* null: no driver */
                                    lw_graph_conditional *handle);
    lw_status (*set_work)(lw_graph_node *node, const lw_node_work *work);
    lw_status (*change_edges)(lw_graph *graph, lw_graph_node *const *from, lw_graph_node *const *to,
                              const lw_graph_edge_data *data, size_t count, bool adds); /* null `data`: zeros */

    /* Without a cycle; its events are alive. `flags`: LW_GRAPH_INSTANTIATE_ values. */
    lw_status (*instantiate)(lw_graph *graph, unsigned flags, lw_exec_impl **exec);
    void (*exec_destroy)(lw_exec_impl *exec); /* queued runs still run */
    lw_status (*launch)(lw_exec_impl *exec, lw_stream_impl *stream);
    void (*launched)(lw_device_impl *device); /* after a launch, without locks: it may wait; null: nothing to do */
    lw_status (*upload)(lw_exec_impl *exec, lw_stream_impl *stream);
    unsigned long long (*exec_device_handle)(const lw_exec_impl *exec); /* for kernels */
    /* LW_ERROR_INVALID_VALUE: the node is not of the graph that it was made of. The work remains the caller's. */
    lw_status (*exec_set_work)(lw_exec_impl *exec, lw_graph_node *node, const lw_node_work *work);
    lw_status (*exec_enable)(lw_exec_impl *exec, lw_graph_node *node, bool enabled);
    lw_status (*exec_is_enabled)(lw_exec_impl *exec, lw_graph_node *node, bool *enabled);
    /* The window of a kernel's node; null: the node's structure keeps it. */
    lw_status (*set_window)(lw_graph_node *node, const lw_access_policy_window *window);
    lw_status (*get_window)(lw_graph_node *node, lw_access_policy_window *window);
    lw_status (*exec_update)(lw_exec_impl *exec, lw_graph *graph, lw_graph_update_info *info);

    /* `graph` is empty. It is the backend's until the end of the capture, which returns it. A failed end, and the end of
     * the stream, free it. */
    lw_status (*begin_capture)(lw_stream_impl *stream, lw_capture_mode mode, lw_graph *graph);
    lw_status (*end_capture)(lw_stream_impl *stream, lw_graph **graph);
    lw_status (*capture_status)(lw_stream_impl *stream, lw_capture_status *capturing);
    /* User objects. With `object_end` the dispatch counts all references and calls it after the last one, perhaps with locks
     * held; a thread of the backend's then calls lw_user_object_call(). The last four: null where the dispatch counts. */
    lw_status (*object_create)(lw_user_object *object, unsigned references);
    void (*object_end)(lw_user_object *object);
    lw_status (*object_retain)(lw_user_object *object, unsigned count);
    lw_status (*object_release)(lw_user_object *object, unsigned count);
    lw_status (*graph_retain)(lw_graph *graph, lw_user_object *object, unsigned count, bool moves);
    lw_status (*graph_release)(lw_graph *graph, lw_user_object *object, unsigned count);

    bool (*captures)(const lw_stream_impl *stream); /* cheap */

    /* Memory of graphs. The CPU reserves it when the node is made; null: the node's memory has its address from add_node(). */
    lw_status (*memory_make)(lw_device_impl *device, size_t size, void **pointer);
    /* Runs of the device's graphs will copy to or from the owner's memory. */
    void (*note_reach)(const lw_device_impl *device, lw_device_impl *owner);
    /* Kernels of the peer may use memory of the device that a node is about to allocate. */
    lw_status (*memory_open)(lw_device_impl *device, void *pointer, lw_device_impl *peer);
    /* No graph has the memory. `allocated`: it is allocated, and nothing will free it. */
    void (*memory_drop)(lw_device_impl *device, void *pointer, bool allocated);
    /* Frees what a launch has allocated. `stream`: null for a free that no stream orders. */
    lw_status (*memory_free)(lw_device_impl *device, lw_stream_impl *stream, void *pointer);
    /* Capture: on success the memory has its address. */
    lw_status (*capture_malloc)(lw_stream_impl *stream, lw_memory_pool_impl *pool, lw_graph_memory *memory);
    lw_status (*capture_free)(lw_stream_impl *stream, lw_graph_memory *memory);
    lw_status (*memory_get)(lw_device_impl *device, lw_graph_memory_attribute attribute, uint64_t *value);
    lw_status (*memory_reset)(lw_device_impl *device, lw_graph_memory_attribute attribute); /* of a _HIGH one */
    lw_status (*memory_trim)(lw_device_impl *device);
    /* Ends the captures that began in streams of the handle, or with null all, and frees their graphs. */
    void (*drop_captures)(lw_device_impl *device, const lw_device *owner);
    /* As `synchronize`, but captures stay: those of other handles. */
    lw_status (*wait_beside_captures)(lw_device_impl *device);
    lw_capture_mode (*exchange_mode)(lw_capture_mode mode); /* of the calling thread; returns the one before */
} lw_graph_backend;

/* Virtual memory. Sizes and addresses are multiples of the granularity. */
typedef struct lw_physical_impl lw_physical_impl;
typedef struct lw_virtual_backend {
    lw_status (*granularity)(lw_device_impl *device, bool exportable, bool recommended, size_t *granularity);
    lw_status (*create)(lw_device_impl *device, size_t size, bool exportable, lw_physical_impl **memory);
    void (*release)(lw_physical_impl *memory); /* it is mapped nowhere */
    lw_status (*export_descriptor)(lw_physical_impl *memory, int *descriptor);
    /* `size`: 0 where the backend cannot know it. LW_ERROR_INVALID_VALUE: no such descriptor. */
    lw_status (*import_descriptor)(lw_device_impl *device, int descriptor, lw_physical_impl **memory, size_t *size);
    lw_status (*reserve)(lw_device_impl *device, void **pointer, size_t size, size_t alignment, void *wanted);
    lw_status (*unreserve)(lw_device_impl *device, void *pointer, size_t size);
    /* Of one mapping each. The last one waits for the device's work so far, as set_access() where it takes access. */
    lw_status (*map)(lw_device_impl *device, void *pointer, size_t size, lw_physical_impl *memory);
    lw_status (*set_access)(lw_device_impl *device, void *pointer, size_t size, lw_device_impl *accessing, bool access);
    lw_status (*get_access)(lw_device_impl *device, void *pointer, lw_device_impl *accessing, bool *access);
    lw_status (*unmap)(lw_device_impl *device, void *pointer, size_t size);
} lw_virtual_backend;

/* Multicast objects. */
typedef struct lw_multicast_impl lw_multicast_impl;
typedef struct lw_multicast_backend {
    uint64_t (*patience)(const lw_device_impl *device); /* ns that a call waits for devices to be added; 0: no limit */
    lw_status (*granularity)(lw_device_impl *device, bool recommended, size_t *granularity);
    lw_status (*create)(lw_device_impl *device, size_t size, lw_multicast_impl **multicast);
    void (*destroy)(lw_multicast_impl *multicast); /* nothing is bound, and it is mapped nowhere */
    lw_status (*add_device)(lw_multicast_impl *multicast, lw_device_impl *device);
    /* Binds memory of the device; nothing of it is bound there. */
    lw_status (*bind)(lw_multicast_impl *multicast, lw_device_impl *device, size_t offset, lw_physical_impl *memory,
                      size_t memory_offset, size_t size);
    /* After the work so far of all devices that may use it. */
    void (*unbind)(lw_multicast_impl *multicast, lw_device_impl *device, size_t offset);
    /* As those of virtual memory, for the device that has the addresses. */
    lw_status (*map)(lw_device_impl *device, void *pointer, size_t size, lw_multicast_impl *multicast);
    lw_status (*set_access)(lw_device_impl *device, void *pointer, lw_device_impl *accessing, bool access);
    bool (*get_access)(lw_device_impl *device, const void *pointer, lw_device_impl *accessing);
    /* `forced`: it does not fail. */
    lw_status (*unmap)(lw_device_impl *device, void *pointer, bool forced);
} lw_multicast_backend;

/* Memory and events of other processes. */
enum { LW_POOL_POINTER_SIZE = 64 };
typedef struct lw_ipc_backend {
    lw_status (*get_memory)(lw_device_impl *device, lw_ipc_memory_handle *handle, void *pointer, size_t size);
    lw_status (*open_memory)(lw_device_impl *device, void **pointer, size_t *size, const lw_ipc_memory_handle *handle);
    lw_status (*close_memory)(lw_device_impl *device, void *pointer); /* waits for the device's work so far */
    lw_status (*get_event)(lw_event_impl *event, lw_ipc_event_handle *handle);
    lw_status (*open_event)(lw_device_impl *device, lw_event_impl **event, const lw_ipc_event_handle *handle);
    /* That can be exported; `most`: as in pool_create(). */
    lw_status (*create_pool)(lw_device_impl *device, size_t most, lw_memory_pool_impl **pool);
    lw_status (*export_pool)(lw_memory_pool_impl *pool, int *descriptor); /* of create_pool() */
    lw_status (*import_pool)(lw_device_impl *device, int descriptor, lw_memory_pool_impl **pool);
    /* `data`: LW_POOL_POINTER_SIZE bytes. The memory is freed by pool_free() and pool_release(). */
    lw_status (*export_pointer)(lw_device_impl *device, void *data, void *pointer, size_t size);
    lw_status (*import_pointer)(lw_memory_pool_impl *pool, void **pointer, const void *data);
} lw_ipc_backend;

struct lw_backend {
    const char *kind; /* "cpu", "cuda" */
    int index;        /* LW_BACKEND_CPU, LW_BACKEND_CUDA */

    int (*count)(void); /* number of devices; 0 without a driver; never fails */
    /* A process opens each device once; the dispatch counts the handles that share it. */
    lw_status (*open)(lw_device_impl **device, int ordinal);
    void (*close)(lw_device_impl *device);
    /* From now on the device reports its work to lw_profile_note(). Null: it cannot; the profile uses events. */
    void (*time_work)(lw_device_impl *device);
    lw_status (*properties)(lw_device_impl *device, lw_device_properties *properties);
    lw_status (*synchronize)(lw_device_impl *device);
    void (*finish_work)(lw_device_impl *device); /* waits beside captures; errors stay for the device's own calls */
    lw_status (*reset)(lw_device_impl *device);  /* the dispatch frees the allocations first */
    /* The device's sticky fault and its report, or LW_SUCCESS; cheap, never waits. */
    lw_status (*fault)(lw_device_impl *device, const char **report);
    lw_words (*words)(lw_device_impl *device); /* valid until the device closes */

    lw_status (*allocate)(lw_device_impl *device, void **pointer, size_t size);
    /* Waits for the device's work so far, before the memory at `pointer` (device, pinned or registered) is released.
     * The dispatch starts no more copies of it. The next call for this memory releases it, without waiting. */
    lw_status (*retire)(lw_device_impl *device, void *pointer);
    /* Before `retire` of page-locked or managed memory: `finish_work` of another device that uses it. Null: `retire` waits for
     * the work of all devices. */
    void (*finish_for_others)(lw_device_impl *device);
    lw_status (*release)(lw_device_impl *device, void *pointer);
    lw_status (*allocate_host)(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
    lw_status (*release_host)(lw_device_impl *device, void *pointer);
    lw_status (*register_host)(lw_device_impl *device, void *pointer, size_t size, unsigned flags);
    lw_status (*unregister_host)(lw_device_impl *device, void *pointer);

    /* Managed memory; released as device memory is. `attach`: all of an allocation. */
    lw_status (*allocate_managed)(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
    lw_status (*attach)(lw_stream_impl *stream, void *pointer, size_t size, unsigned flags);
    lw_status (*advise)(lw_device_impl *device, const lw_part *part, lw_memory_advice advice,
                        lw_memory_location location);
    lw_status (*prefetch)(lw_stream_impl *stream, const lw_part *part, lw_memory_location location);
    lw_status (*range_attribute)(lw_device_impl *device, const lw_part *part, lw_memory_range_attribute attribute,
                                 int *value);

    lw_status (*stream_priorities)(lw_device_impl *device, int *least, int *greatest);
    /* `priority` is within these. With LW_BACKEND_LEGACY in `flags` it is the legacy stream. */
    lw_status (*stream_create)(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **stream);
    void (*stream_destroy)(lw_stream_impl *stream); /* queued work still runs; then the stream is freed */
    lw_status (*stream_synchronize)(lw_stream_impl *stream);
    lw_status (*stream_query)(lw_stream_impl *stream); /* LW_SUCCESS, LW_ERROR_NOT_READY or a fault */
    lw_status (*stream_wait_event)(lw_stream_impl *stream, lw_event_impl *event);
    lw_status (*set_window)(lw_stream_impl *stream, const lw_access_policy_window *window);
    lw_status (*get_window)(lw_stream_impl *stream, lw_access_policy_window *window);
    lw_status (*reset_l2)(lw_device_impl *device);
    lw_status (*copy)(lw_stream_impl *stream, const lw_copy *copy); /* asynchronous */
    lw_status (*set)(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
    lw_status (*set_slices)(lw_stream_impl *stream, const lw_copy *set, int value); /* set->source is null */
    lw_status (*host_function)(lw_stream_impl *stream, lw_host_function function, void *user);
    /* Also called after a fault, once in any case, even where the device is closed or reset before. */
    lw_status (*callback)(lw_stream_impl *stream, lw_status_function function, void *user);
    lw_status (*host_work)(lw_stream_impl *stream, const lw_host_work *work); /* null: a GPU */
    lw_status (*write_value)(lw_stream_impl *stream, const lw_value *value);
    lw_status (*wait_value)(lw_stream_impl *stream, const lw_value *value, lw_wait_condition condition);
    lw_status (*launch)(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                        const void *arguments);

    lw_status (*event_create)(lw_device_impl *device, unsigned flags, lw_event_impl **event);
    void (*event_destroy)(lw_event_impl *event);
    lw_status (*event_record)(lw_event_impl *event, lw_stream_impl *stream);
    lw_status (*event_synchronize)(lw_event_impl *event);
    lw_status (*event_query)(lw_event_impl *event);
    lw_status (*event_elapsed)(float *milliseconds, lw_event_impl *start, lw_event_impl *stop);

    /* Several devices of this backend. `peer`: another one. */
    lw_status (*peer_attribute)(lw_device_impl *device, lw_device_impl *peer, lw_peer_attribute attribute, int *value);
    lw_status (*enable_peer)(lw_device_impl *device, lw_device_impl *peer);
    lw_status (*disable_peer)(lw_device_impl *device, lw_device_impl *peer);
    /* Whether the device has access to the owner's memory at the address, stream-ordered or mapped memory. */
    bool (*reaches)(lw_device_impl *device, lw_device_impl *owner, const void *pointer);
    /* A copy with a side on another device; `to` and `from` are the devices of the sides, the stream's for host memory. */
    lw_status (*copy_peer)(lw_stream_impl *stream, const lw_copy *copy, lw_device_impl *to, lw_device_impl *from);

    /* Stream-ordered memory. The default pool is the device's, and is never destroyed. */
    /* `most`: bytes that it may have; 0: any number. */
    lw_status (*pool_create)(lw_device_impl *device, size_t most, lw_memory_pool_impl **pool);
    lw_status (*pool_default)(lw_device_impl *device, lw_memory_pool_impl **pool);
    void (*pool_destroy)(lw_memory_pool_impl *pool); /* its allocations stay; it ends with the last of them */
    lw_status (*pool_get)(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t *value);
    lw_status (*pool_set)(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t value);
    lw_status (*pool_trim)(lw_memory_pool_impl *pool, size_t keep);
    /* Of another device of this backend. */
    lw_status (*pool_set_access)(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access access);
    lw_status (*pool_get_access)(lw_memory_pool_impl *pool, lw_device_impl *device, lw_memory_access *access);
    /* The pool may be another device's; then the stream does not capture. */
    lw_status (*pool_allocate)(lw_stream_impl *stream, lw_memory_pool_impl *pool, void **pointer, size_t size);
    /* `pointer`: of pool_allocate() or allocate(), memory of `owner`. */
    lw_status (*pool_free)(lw_stream_impl *stream, lw_device_impl *owner, void *pointer);
    /* The program no longer uses the memory, of pool_allocate(). */
    lw_status (*pool_release)(lw_device_impl *device, void *pointer);

    lw_status (*symbol)(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size);
    /* The kernel's needs and limits on this device. */
    lw_status (*kernel_attributes)(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
    lw_status (*kernel_set_attribute)(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value);

    /* Other code's objects (interop.h): null where the backend has none. */
    void *(*device_native)(lw_device_impl *device);
    void *(*stream_native)(lw_stream_impl *stream);
    lw_status (*stream_adopt)(lw_device_impl *device, void *native, unsigned *flags, int *priority,
                              lw_stream_impl **stream);
    void *(*event_native)(lw_event_impl *event);
    lw_status (*event_adopt)(lw_device_impl *device, void *native, lw_event_impl **event);
    /* LW_ERROR_INVALID_VALUE: not all bytes are memory of this device. */
    lw_status (*owns_memory)(lw_device_impl *device, const void *pointer, size_t size);

    /* CUDA's own code (library.h): null where the backend has none. The module and the records are allocated; free() frees
     * a record. A 0 follows the data. */
    lw_status (*image_load)(lw_device_impl *device, const void *data, size_t size, const char *name,
                            lw_module **module);
    lw_status (*image_kernel)(lw_device_impl *device, lw_module *module, const char *name, lw_kernel **kernel);
    lw_status (*image_symbol)(lw_device_impl *device, lw_module *module, const char *name, lw_symbol **symbol);
    void (*image_unload)(lw_device_impl *device, lw_module *module);
    /* The shared library in these bytes is about to be unloaded: no device runs its kernels. Null: nothing to do. */
    void (*library_unload)(lw_device_impl *device, uintptr_t begin, size_t size);
    /* Compiles a kernel file to code for image_load(), which free() frees. LW_ERROR_NOT_SUPPORTED: there is no compiler. */
    lw_status (*compile)(lw_device_impl *device, const lw_compiler_run *run, void **image, size_t *size);

    lw_status (*memory)(lw_device_impl *device, size_t *available, size_t *total);
    lw_status (*get_limit)(lw_device_impl *device, lw_limit limit, size_t *value);
    lw_status (*set_limit)(lw_device_impl *device, lw_limit limit, size_t value);
    /* `threads` and `dynamic_shared` are within the device's limits. */
    lw_status (*active_blocks)(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                               int *blocks);
    lw_status (*available_shared)(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                  size_t *dynamic_shared);
    lw_status (*active_clusters)(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                 int *clusters); /* config->cluster is filled in */

    lw_status (*array_create)(lw_device_impl *device, const lw_array_shape *shape, lw_array_impl **array);
    /* Waits for the device's work so far, and frees the array. After a fault it fails, and has freed all that it can. With
     * any other failure the array stays. */
    lw_status (*array_destroy)(lw_device_impl *device, lw_array_impl *array);
    lw_status (*array_copy)(lw_stream_impl *stream, const lw_array_box *box); /* asynchronous */
    /* `array`: of the resource; null for memory. */
    lw_status (*texture_create)(lw_device_impl *device, lw_array_impl *array, const lw_texture_resource *resource,
                                const lw_texture_description *texture, uint64_t *object);
    lw_status (*texture_destroy)(lw_device_impl *device, uint64_t object);
    lw_status (*surface_create)(lw_device_impl *device, lw_array_impl *array, unsigned level, uint64_t *object);
    lw_status (*surface_destroy)(lw_device_impl *device, uint64_t object);
    const lw_graph_backend *graphs;
    const lw_virtual_backend *virtual_memory;
    const lw_multicast_backend *multicast; /* null: no device has `multicast` of lw_device_properties */
    const lw_ipc_backend *ipc;
};

extern const lw_backend lw_cpu_backend;
extern const lw_backend lw_cuda_backend; /* present where the build found CUDA (LW_HAVE_CUDA) */

#endif
