/* What the files of the dispatch share: the structures behind the handles, and the way into and out of a call.
 *
 * Every call goes: lw_enter_*() (is this a host function? is the handle alive? has the device faulted?), the checks of
 * its own arguments with lw_refuse(), the backend, and lw_finish(), which files the message of a failure.
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
#include "pool.h"
#include "table.h"

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
    pthread_mutex_t fault_lock; /* the backend's report stays in place while it is held */
    lw_table ranges;
    lw_grace copies; /* those that have looked at the ranges, and have yet to give their work to a stream */
    lw_kernel_cache kernels;
} lw_context;

struct lw_device {
    lw_slot slot;
    lw_context *context;
    lw_stream *default_stream;
};

struct lw_stream {
    lw_slot slot;
    lw_context *context;
    lw_stream_impl *impl;
    lw_device *device;
    bool is_default;
};

struct lw_event {
    lw_slot slot;
    lw_context *context;
    lw_event_impl *impl;
    lw_device *device;
};

extern lw_pool lw_devices, lw_streams, lw_events;

/* ---- contexts (context.c) ---- */
/* Opens the device, or counts one more handle of it. */
lw_status lw_context_open(lw_context **context, const lw_backend *backend, int ordinal);
void lw_context_close(lw_context *context); /* one handle less; the last one closes the device */
/* The other open device that owns `address` as device memory: its name, into `name`; false where none does. */
bool lw_context_owns_elsewhere(const lw_context *context, uintptr_t address, char name[24]);
long lw_context_count(void);
long lw_context_range_count(void);

/* The backends of this build, in lw_device_count()'s order; null after the last. */
extern const lw_backend *const lw_backends[];

/* ---- into a call ---- */
extern __thread int lw_host_function_depth __attribute__((tls_model("initial-exec")));

/* The cold halves: they say what is wrong. */
lw_status lw_refuse_host_function(const char *function);
lw_status lw_refuse_handle(const char *function, const char *argument, const char *kind, lw_pool *pool,
                           const void *handle);
lw_status lw_refuse_fault(const lw_context *context);

/* Not in a host function, and the handle is alive. */
static inline lw_status lw_enter_handle(const char *function, const char *argument, const char *kind, lw_pool *pool,
                                        const void *handle)
{
    if (__builtin_expect(lw_host_function_depth != 0, 0))
        return lw_refuse_host_function(function);
    if (__builtin_expect(lw_pool_state(pool, handle) != LW_SLOT_ALIVE, 0))
        return lw_refuse_handle(function, argument, kind, pool, handle);
    return LW_SUCCESS;
}

/* The device has not faulted. */
static inline lw_status lw_enter_context(const lw_context *context)
{
    const char *report;
    if (__builtin_expect(context->backend->fault(context->impl, &report) != LW_SUCCESS, 0))
        return lw_refuse_fault(context);
    return LW_SUCCESS;
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

/* ---- out of a call ---- */
/* Files the sentence, which names the function, the argument and the rule; answers `status`. `context` may be null. */
#define lw_refuse(context, status, ...)                                                                                \
    (lw_message_format((context) ? ((const lw_context *)(context))->number : 0, __VA_ARGS__), lw_log_failure(status))

/* ---- misuse (misuse.c) ---- */
/* The call is one that no right program makes, of the memory at `pointer` or null; answers `status`, whose message is
 * there. */
lw_status lw_misused(const void *pointer, lw_status status);
/* A launch was refused: its status is due to be looked at before the thread goes on; answers `status`. */
lw_status lw_launch_refused(const lw_kernel *kernel, lw_status status);
void lw_launch_status_seen(void);
/* The thread goes on, by launching `next` or with null by waiting for what it launched. */
void lw_launch_status_due(const char *function, const lw_kernel *next);

lw_status lw_finish_failure(const lw_context *context, const char *function, lw_status status);

/* After the backend: files what it said, or the report of the fault. */
static inline lw_status lw_finish(const lw_context *context, const char *function, lw_status status)
{
    return __builtin_expect(status != LW_SUCCESS, 0) ? lw_finish_failure(context, function, status) : LW_SUCCESS;
}

/* Waits for the stream, if `status` says that the work was given to it. */
lw_status lw_wait(const char *function, const lw_stream *stream, lw_status status);

/* ---- memory (memory.c, range.c) ---- */
/* Gives back everything allocated through `owner`, or with null everything there is. */
void lw_memory_release_all(lw_context *context, const lw_device *owner);
/* Gives back the memory of a range that has been taken out of the table, once the copies of it that other threads have
 * begun are done. Where that fails, the range is in the table again, unless it is to be `forgotten` whatever happens. */
lw_status lw_memory_release(lw_context *context, lw_range *range, bool forgotten);

/* Around a copy or set, from before its memory is looked up until its stream has it: the memory stays until then, and so
 * does the stream, which a reset may make again. A reset after a fault may be over, or still to come. */
static inline lw_status lw_copy_begins(lw_context *context, unsigned *counted)
{
    *counted = lw_grace_enter(&context->copies);
    return lw_enter_context(context);
}

static inline void lw_copy_given(lw_context *context, unsigned counted)
{
    lw_grace_leave(&context->copies, counted);
}

/* One side of a copy or set: how the caller wrote it, and what it reaches. */
typedef struct lw_operand {
    const char *function, *argument;
    const void *pointer;
    size_t extent; /* bytes from the pointer to the last one touched, > 0 */
} lw_operand;

/* Where the pointer lies as seen from this device: LW_SPACE_DEVICE or LW_SPACE_HOST; fails for another device's. */
lw_status lw_operand_space(lw_context *context, const lw_operand *operand, lw_memory_space *space);
/* The operand lies in `space`, inside one range where it lies in a known one. */
lw_status lw_operand_check(lw_context *context, const lw_operand *operand, lw_memory_space space);
/* (height - 1) * pitch + width, or a message that says which argument is too large. */
lw_status lw_operand_extent(const lw_context *context, const char *function, const char *pitch_argument, size_t pitch,
                            size_t width, size_t height, size_t *extent);

/* ---- kernels (launch.c) ---- */
lw_status lw_refuse_version(const char *function, const lw_context *context, const lw_kernel *kernel);
/* Checks the user's kernel and finds its entry, for a call that has entered its device. */
lw_status lw_kernel_check(const char *function, lw_context *context, const lw_kernel *kernel, lw_kernel_entry **entry);
/* What a launch of so many blocks and threads would be refused for, in the launch's words; config->cluster becomes what the
 * launch would have. */
lw_status lw_launch_check(lw_context *context, const lw_kernel *kernel, lw_launch_config *config);

/* ---- the streams and events of a handle (stream.c, event.c) ---- */
lw_status lw_stream_open(const char *function, lw_device *device, bool is_default, lw_stream **stream);
void lw_stream_close_all(const lw_device *device);
void lw_event_close_all(const lw_device *device);

#endif
