/* A thread's own streams: one of each device handle that it asked. The end of the thread closes them. */
#include <pthread.h>
#include <stdlib.h>

#include "dispatch.h"

typedef struct entry {
    const lw_device *device;
    lw_stream *stream;
    uint64_t thread;
    struct entry *next;
} entry;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* a thread's list of entries */
static bool has_key;
static atomic_uint_fast64_t threads;

/* Held while a thread that ends closes its streams: lw_device_close() in another thread waits for that. */
static pthread_mutex_t closing = PTHREAD_MUTEX_INITIALIZER;

/* Slots of handles are used again: so an entry counts only while its stream is of this device and thread. */
static bool is_current(const entry *each)
{
    return lw_pool_state(&lw_streams, each->stream) == LW_SLOT_ALIVE && each->stream->device == each->device &&
           each->stream->thread == each->thread;
}

static void end_thread(void *list)
{
    pthread_mutex_lock(&closing);
    for (entry *each = list, *next; each; each = next) {
        next = each->next;
        if (is_current(each) && lw_pool_retire(each->stream)) {
            each->stream->context->backend->stream_destroy(each->stream->impl);
            lw_pool_give(&lw_streams, each->stream);
        }
        free(each);
    }
    pthread_mutex_unlock(&closing);
}

void lw_thread_streams_lock(void)
{
    pthread_mutex_lock(&closing);
}

void lw_thread_streams_unlock(void)
{
    pthread_mutex_unlock(&closing);
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, end_thread) == 0;
}

/* Frees the entries of device handles that were closed. */
static entry *prune(entry *list)
{
    for (entry **link = &list; *link;) {
        entry *each = *link;
        if (is_current(each)) {
            link = &each->next;
            continue;
        }
        *link = each->next;
        free(each);
    }
    pthread_setspecific(key, list); /* it has had a value, so this needs no memory */
    return list;
}

static lw_status open_stream(const char *function, lw_device *device, entry *list, entry **opened)
{
    entry *made = lw_allocate(sizeof *made);
    if (!made)
        return lw_refuse(device->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of a stream", function);
    made->device = device;
    made->thread = list ? list->thread : atomic_fetch_add(&threads, 1) + 1;
    made->next = list ? prune(list) : NULL;
    if (pthread_setspecific(key, made)) {
        free(made);
        return lw_refuse(device->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a thread's entries", function);
    }
    const lw_stream_kind kind = {.lasting = true, .thread = made->thread};
    lw_status status = lw_stream_open(function, device, &kind, &made->stream);
    if (status) {
        pthread_setspecific(key, made->next);
        free(made);
        return status;
    }
    *opened = made;
    return LW_SUCCESS;
}

lw_status lw_per_thread_stream(lw_device *device, lw_stream **stream)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    if (!stream)
        return lw_refuse(device->context, LW_ERROR_INVALID_VALUE, "%s: stream is null", __func__);
    pthread_once(&once, make_key);
    if (!has_key)
        return lw_refuse(device->context, LW_ERROR_SYSTEM, "%s: the system gives no storage for threads", __func__);
    entry *list = pthread_getspecific(key), *found = list;
    while (found && (found->device != device || !is_current(found)))
        found = found->next;
    if (!found)
        status = open_stream(__func__, device, list, &found);
    if (!status)
        *stream = found->stream;
    return status;
}
