/* What a backend implements: the host interface behind the dispatch, which has checked every argument.
 *
 * The dispatch (api/) owns handles, the table of allocations, limits and messages; a backend owns execution. On failure
 * a backend calls lw_fail() with a sentence, and leaves its outputs alone.
 */
#ifndef LW_BACKEND_H
#define LW_BACKEND_H

#include <stdbool.h>

#include <stdint.h>

#include <lanewise/descriptor.h>

/* Where the program called what is under way on this thread, of the functions that say so; for reports. */
extern __thread uintptr_t lw_caller;
#define LW_NOTE_CALLER() (lw_caller = (uintptr_t)__builtin_return_address(0) - 1)

typedef struct lw_backend lw_backend;

/* Records the calling thread's message (printf-like) and returns `status`. `device` may be null. */
lw_status lw_fail(const void *device, lw_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Logs what is no failure, but not as its user would expect: a line where LANEWISE_LOG_FILE asks for it. */
void lw_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Checked mode: told of each call that no right program makes (a closed handle, memory freed twice, a copy past an
 * allocation, a launch whose failure nobody looked at), of what memory, and where in code; `perhaps`: a right one may
 * make it, too. Null: nobody asks. */
extern void (*lw_misuse_reported)(const char *sentence, const void *pointer, uintptr_t by, bool perhaps);

/* calloc, malloc and posix_memalign of the library's own objects, through the hook that tests use to fail the n-th
 * (lw_test_fail_allocation). Free with free(). */
void *lw_allocate(size_t size); /* zeroed; null when out of memory */
bool lw_allocation_fails(void); /* for a backend's own kinds of allocation: ask first; true means fail now */

/* Whether the host can read there; yes where it may not ask. */
bool lw_readable(uintptr_t address);

/* Around the user's function of backend->host_function(), on the thread that calls it: Lanewise's own functions answer
 * LW_ERROR_NOT_PERMITTED there. */
void lw_host_function_enter(void);
void lw_host_function_leave(void);
bool lw_in_host_function(void);

typedef struct lw_copy { /* a 1-D copy has height 1 and pitches equal to width */
    void *destination;
    const void *source;
    size_t destination_pitch, source_pitch, width, height;
    lw_memcpy_kind kind; /* never LW_MEMCPY_DEFAULT */
    /* A 3-D one: `height` rows are slices of `slice` rows, so many bytes apart, a multiple of the pitch. 0: no slices. */
    size_t slice, destination_slice, source_slice;
} lw_copy;

/* A device, stream or event as the backend sees it: its own structure, from its own create. */
typedef struct lw_device_impl lw_device_impl;
typedef struct lw_stream_impl lw_stream_impl;
typedef struct lw_event_impl lw_event_impl;

struct lw_backend {
    const char *kind; /* "cpu", "cuda" */
    int index;        /* LW_BACKEND_CPU, LW_BACKEND_CUDA */

    int (*count)(void); /* devices present; 0 without a driver; never fails */
    /* One implementation a device and process, shared by its handles: the dispatch opens it once and counts. */
    lw_status (*open)(lw_device_impl **device, int ordinal);
    void (*close)(lw_device_impl *device);
    lw_status (*properties)(lw_device_impl *device, lw_device_properties *properties);
    lw_status (*synchronize)(lw_device_impl *device);
    lw_status (*reset)(lw_device_impl *device); /* the dispatch frees the allocations first */
    /* The device's sticky fault and its report, or LW_SUCCESS; never waits, cheap. */
    lw_status (*fault)(lw_device_impl *device, const char **report);

    lw_status (*allocate)(lw_device_impl *device, void **pointer, size_t size);
    /* The dispatch passes on no more copies of the memory at `pointer`, device, pinned or registered: waits for the device's
     * work so far. The next call for this memory gives it back, without waiting. */
    lw_status (*retire)(lw_device_impl *device, void *pointer);
    lw_status (*release)(lw_device_impl *device, void *pointer);
    lw_status (*allocate_host)(lw_device_impl *device, void **pointer, size_t size, unsigned flags);
    lw_status (*release_host)(lw_device_impl *device, void *pointer);
    lw_status (*register_host)(lw_device_impl *device, void *pointer, size_t size, unsigned flags);
    lw_status (*unregister_host)(lw_device_impl *device, void *pointer);

    lw_status (*stream_create)(lw_device_impl *device, lw_stream_impl **stream);
    void (*stream_destroy)(lw_stream_impl *stream); /* work queued still runs; freed after it */
    lw_status (*stream_synchronize)(lw_stream_impl *stream);
    lw_status (*stream_query)(lw_stream_impl *stream); /* LW_SUCCESS, LW_ERROR_NOT_READY or a fault */
    lw_status (*stream_wait_event)(lw_stream_impl *stream, lw_event_impl *event);
    lw_status (*copy)(lw_stream_impl *stream, const lw_copy *copy); /* asynchronous */
    lw_status (*set)(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height);
    lw_status (*set_slices)(lw_stream_impl *stream, const lw_copy *set, int value); /* its source is null */
    lw_status (*host_function)(lw_stream_impl *stream, lw_host_function function, void *user);
    lw_status (*launch)(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                        const void *arguments);

    lw_status (*event_create)(lw_device_impl *device, lw_event_impl **event);
    void (*event_destroy)(lw_event_impl *event);
    lw_status (*event_record)(lw_event_impl *event, lw_stream_impl *stream);
    lw_status (*event_synchronize)(lw_event_impl *event);
    lw_status (*event_query)(lw_event_impl *event);
    lw_status (*event_elapsed)(float *milliseconds, lw_event_impl *start, lw_event_impl *stop);

    lw_status (*symbol)(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size);
    /* What the kernel needs and is bound to on this device. */
    lw_status (*kernel_attributes)(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
    lw_status (*kernel_set_attribute)(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value);

    lw_status (*memory)(lw_device_impl *device, size_t *available, size_t *total);
    lw_status (*get_limit)(lw_device_impl *device, lw_limit limit, size_t *value);
    lw_status (*set_limit)(lw_device_impl *device, lw_limit limit, size_t value);
    /* Of blocks that the device can run at all. */
    lw_status (*active_blocks)(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                               int *blocks);
    lw_status (*available_shared)(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                  size_t *dynamic_shared);
    lw_status (*active_clusters)(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                 int *clusters); /* config->cluster is filled in */
};

extern const lw_backend lw_cpu_backend;
extern const lw_backend lw_cuda_backend; /* present where the build found CUDA (LW_HAVE_CUDA) */

#endif
