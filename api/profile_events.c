/* Times of a backend that cannot time its own work: its copy, which records an event before and after each operation.
 *
 * An operation's time begins when the device reaches the first event. Where the stream was idle, that includes what the device
 * takes to begin. Streams that capture get no events; the launch of a graph is one operation.
 */
#include "profile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLLECT = 64 }; /* pending operations of a stream from which on those that have ended are collected */

typedef struct pending {
    struct pending *next;
    lw_event_impl *before, *after;
    lw_work work;
    char name[]; /* the kernel's: its library may be unloaded */
} pending;

typedef struct timed_device timed_device;
typedef struct timed_stream {
    struct timed_stream *next;
    lw_stream_impl *impl; /* null: destroyed; what it has queued still runs */
    timed_device *device;
    uint64_t number;
    pending *first, *last;
    unsigned count;
} timed_stream;

struct timed_device {
    timed_device *next;
    lw_device_impl *impl;
    int ordinal;
    timed_stream *streams;
    lw_stream_impl *clock; /* an empty stream, for the event below; null before the first operation */
    lw_event_impl *base;   /* times are counted from here */
    double base_ns;        /* its time, of the monotonic clock */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const lw_backend *inner;
static lw_backend outer;
static lw_graph_backend outer_graphs;
static timed_device *devices;
static uint64_t last_number;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static timed_device *device_of(const lw_device_impl *impl)
{
    timed_device *found = devices;
    while (found && found->impl != impl)
        found = found->next;
    return found;
}

static timed_stream *stream_of(const lw_stream_impl *impl)
{
    for (timed_device *device = devices; device; device = device->next)
        for (timed_stream *stream = device->streams; stream; stream = stream->next)
            if (stream->impl == impl)
                return stream;
    return NULL;
}

/* ---- events ---- */
static void drop(pending *item)
{
    if (!item)
        return;
    if (item->before)
        inner->event_destroy(item->before);
    if (item->after)
        inner->event_destroy(item->after);
    free(item);
}

/* The device's base, at the first operation. */
static bool begin_clock(timed_device *device)
{
    if (device->base)
        return true;
    if (!device->clock && inner->stream_create(device->impl, LW_STREAM_NON_BLOCKING, 0, &device->clock) != LW_SUCCESS)
        return false;
    if (inner->event_create(device->impl, 0, &device->base) != LW_SUCCESS)
        return false;
    if (inner->event_record(device->base, device->clock) == LW_SUCCESS &&
        inner->event_synchronize(device->base) == LW_SUCCESS) {
        device->base_ns = now();
        return true;
    }
    inner->event_destroy(device->base);
    device->base = NULL;
    return false;
}

/* Reports an operation that has ended. Elapsed times are floats of milliseconds: after a second its end becomes the base. */
static void report(timed_device *device, pending *item)
{
    float begin, length;
    if (inner->event_elapsed(&begin, device->base, item->before) != LW_SUCCESS ||
        inner->event_elapsed(&length, item->before, item->after) != LW_SUCCESS)
        return;
    double began = device->base_ns + (double)begin * 1e6, ended = began + (double)length * 1e6;
    item->work.begin = (uint64_t)began;
    item->work.end = (uint64_t)ended;
    lw_profile_note(&item->work);
    if (begin < 1000)
        return;
    lw_event_impl *old = device->base;
    device->base = item->after;
    device->base_ns = ended;
    item->after = old;
}

static void collect(timed_stream *stream)
{
    while (stream->first) {
        pending *item = stream->first;
        lw_status status = inner->event_query(item->after);
        if (status == LW_ERROR_NOT_READY)
            return;
        stream->first = item->next;
        if (!stream->first)
            stream->last = NULL;
        stream->count--;
        if (status == LW_SUCCESS)
            report(stream->device, item);
        drop(item);
    }
}

static void collect_device(timed_device *device)
{
    for (timed_stream **link = &device->streams; *link;) {
        timed_stream *each = *link;
        collect(each);
        if (each->impl || each->first) {
            link = &each->next;
            continue;
        }
        *link = each->next;
        free(each);
    }
}

void lw_profile_events_collect(void)
{
    pthread_mutex_lock(&lock);
    for (timed_device *device = devices; device; device = device->next)
        collect_device(device);
    pthread_mutex_unlock(&lock);
}

/* ---- operations ---- */
/* Records the event before the operation; null: it is not timed. */
static pending *begin(lw_stream_impl *impl, const lw_work *work)
{
    if (inner->graphs->captures(impl))
        return NULL;
    size_t length = work->kernel ? strlen(work->kernel) : 0;
    pending *item = NULL;
    /* The program's captures in other streams do not forbid these calls. */
    lw_capture_mode mode = inner->graphs->exchange_mode(LW_CAPTURE_RELAXED);
    pthread_mutex_lock(&lock);
    timed_stream *stream = stream_of(impl);
    if (stream && stream->count >= COLLECT)
        collect(stream);
    if (stream && begin_clock(stream->device) && (item = lw_allocate(sizeof *item + length + 1))) {
        item->work = *work;
        item->work.device = inner->kind;
        item->work.ordinal = stream->device->ordinal;
        item->work.stream = stream->number;
        if (length)
            memcpy(item->name, work->kernel, length);
        item->work.kernel = item->name;
        if (inner->event_create(stream->device->impl, 0, &item->before) != LW_SUCCESS ||
            inner->event_create(stream->device->impl, 0, &item->after) != LW_SUCCESS ||
            inner->event_record(item->before, impl) != LW_SUCCESS) {
            drop(item);
            item = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    inner->graphs->exchange_mode(mode);
    return item;
}

static lw_status end(lw_stream_impl *impl, pending *item, lw_status status)
{
    if (!item)
        return status;
    pthread_mutex_lock(&lock);
    timed_stream *stream = stream_of(impl);
    if (status || !stream || inner->event_record(item->after, impl) != LW_SUCCESS) {
        drop(item);
    } else {
        *(stream->last ? &stream->last->next : &stream->first) = item;
        stream->last = item;
        stream->count++;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

static lw_status launch(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                        const void *arguments)
{
    lw_work work = {.kind = LW_WORK_KERNEL,
                    .kernel = kernel->name,
                    .grid = config->grid,
                    .block = config->block,
                    .dynamic_shared = config->dynamic_shared};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->launch(stream, kernel, config, arguments));
}

static lw_status copy(lw_stream_impl *stream, const lw_copy *copy)
{
    lw_work work = {.kind = LW_WORK_COPY, .direction = copy->kind, .bytes = (uint64_t)copy->width * copy->height};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->copy(stream, copy));
}

static lw_status copy_peer(lw_stream_impl *stream, const lw_copy *copy, lw_device_impl *to, lw_device_impl *from)
{
    lw_work work = {.kind = LW_WORK_COPY, .direction = copy->kind, .bytes = (uint64_t)copy->width * copy->height};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->copy_peer(stream, copy, to, from));
}

static lw_status array_copy(lw_stream_impl *stream, const lw_array_box *box)
{
    lw_work work = {
        .kind = LW_WORK_COPY, .direction = box->kind, .bytes = (uint64_t)box->width * box->height * box->depth};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->array_copy(stream, box));
}

static lw_status set(lw_stream_impl *stream, void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    lw_work work = {.kind = LW_WORK_SET, .bytes = (uint64_t)width * height};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->set(stream, pointer, pitch, value, width, height));
}

static lw_status set_slices(lw_stream_impl *stream, const lw_copy *set, int value)
{
    lw_work work = {.kind = LW_WORK_SET, .bytes = (uint64_t)set->width * set->height};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->set_slices(stream, set, value));
}

static lw_status launch_graph(lw_exec_impl *exec, lw_stream_impl *stream)
{
    lw_work work = {.kind = LW_WORK_GRAPH};
    pending *item = begin(stream, &work);
    return end(stream, item, inner->graphs->launch(exec, stream));
}

/* ---- devices and streams ---- */
static lw_status open_device(lw_device_impl **opened, int ordinal)
{
    timed_device *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for a device's profile");
    lw_status status = inner->open(opened, ordinal);
    if (status) {
        free(made);
        return status;
    }
    made->impl = *opened;
    made->ordinal = ordinal;
    pthread_mutex_lock(&lock);
    static bool registered;
    if (!registered) /* a driver that has ended answers no more: it registered its own end when it began, so ours comes first */
        registered = atexit(lw_profile_events_collect) == 0;
    made->next = devices;
    devices = made;
    pthread_mutex_unlock(&lock);
    return LW_SUCCESS;
}

/* Drops the operations of a stream that have had no end. */
static void drop_all(timed_stream *stream)
{
    for (pending *item; (item = stream->first);) {
        stream->first = item->next;
        drop(item);
    }
    stream->last = NULL;
    stream->count = 0;
}

/* Events lose their records. */
static lw_status reset_device(lw_device_impl *impl)
{
    inner->finish_work(impl);
    pthread_mutex_lock(&lock);
    timed_device *device = device_of(impl);
    collect_device(device);
    for (timed_stream *stream = device->streams; stream; stream = stream->next)
        drop_all(stream);
    if (device->base)
        inner->event_destroy(device->base);
    device->base = NULL;
    pthread_mutex_unlock(&lock);
    return inner->reset(impl);
}

/* The dispatch has waited for the device's work. */
static void close_device(lw_device_impl *impl)
{
    pthread_mutex_lock(&lock);
    timed_device *device = device_of(impl), **link = &devices;
    collect_device(device);
    while (*link != device)
        link = &(*link)->next;
    *link = device->next;
    while (device->streams) { /* what is left had no end: a fault */
        timed_stream *stream = device->streams;
        drop_all(stream);
        device->streams = stream->next;
        free(stream);
    }
    if (device->base)
        inner->event_destroy(device->base);
    if (device->clock)
        inner->stream_destroy(device->clock);
    pthread_mutex_unlock(&lock);
    free(device);
    inner->close(impl);
}

static lw_status add_stream(lw_device_impl *impl, lw_stream_impl *created)
{
    timed_stream *made = lw_allocate(sizeof *made);
    if (!made) {
        inner->stream_destroy(created);
        return lw_fail(impl, LW_ERROR_OUT_OF_MEMORY, "no memory for a stream");
    }
    made->impl = created;
    pthread_mutex_lock(&lock);
    timed_device *device = device_of(impl);
    made->device = device;
    made->number = ++last_number;
    made->next = device->streams;
    device->streams = made;
    pthread_mutex_unlock(&lock);
    return LW_SUCCESS;
}

static lw_status create_stream(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **created)
{
    lw_stream_impl *made;
    lw_status status = inner->stream_create(device, flags, priority, &made);
    if (!status)
        status = add_stream(device, made);
    if (!status)
        *created = made;
    return status;
}

static lw_status adopt_stream(lw_device_impl *device, void *native, unsigned *flags, int *priority,
                              lw_stream_impl **adopted)
{
    lw_stream_impl *made;
    lw_status status = inner->stream_adopt(device, native, flags, priority, &made);
    if (!status)
        status = add_stream(device, made);
    if (!status)
        *adopted = made;
    return status;
}

static void destroy_stream(lw_stream_impl *impl)
{
    pthread_mutex_lock(&lock);
    timed_stream *stream = stream_of(impl);
    if (stream)
        stream->impl = NULL;
    pthread_mutex_unlock(&lock);
    inner->stream_destroy(impl);
}

const lw_backend *lw_profile_events(const lw_backend *backend)
{
    if (inner)
        return inner->index == backend->index ? &outer : backend;
    outer_graphs = *backend->graphs;
    outer_graphs.launch = launch_graph;
    outer = *backend;
    outer.open = open_device;
    outer.close = close_device;
    outer.reset = reset_device;
    outer.time_work = NULL;
    outer.stream_create = create_stream;
    outer.stream_adopt = backend->stream_adopt ? adopt_stream : NULL;
    outer.stream_destroy = destroy_stream;
    outer.launch = launch;
    outer.copy = copy;
    outer.copy_peer = copy_peer;
    outer.set = set;
    outer.set_slices = set_slices;
    outer.array_copy = array_copy;
    outer.graphs = &outer_graphs;
    inner = backend;
    return &outer;
}
