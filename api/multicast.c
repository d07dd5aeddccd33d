/* Multicast objects: handles, and the devices that are added. */
#include <stdlib.h>
#include <time.h>

#include "dispatch.h"

pthread_mutex_t lw_multicast_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t device_added = PTHREAD_COND_INITIALIZER;
lw_multicast_object *lw_multicast_objects;

static lw_status enter(const char *function, const lw_multicast *multicast)
{
    lw_status status = lw_enter_handle(function, "multicast", "multicast object", &lw_multicasts, multicast);
    return status ? status : lw_enter_context(multicast->context);
}

static lw_status check_properties(const char *function, const lw_context *context,
                                  const lw_multicast_properties *properties)
{
    if (!context->properties.multicast)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: device %s has no multicast objects (multicast of lw_device_properties)", function,
                         context->name);
    if (!properties)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: properties is null", function);
    int most = context->backend->count();
    if (properties->device_count < 1 || properties->device_count > (unsigned)most)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: properties.device_count is %u; expected 1 to %d, the number of %s devices", function,
                         properties->device_count, most, context->backend->kind);
    lw_memory_handle_type type = properties->handle_type;
    if (type != LW_MEMORY_HANDLE_NONE && type != LW_MEMORY_HANDLE_FILE_DESCRIPTOR)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: properties.handle_type is %d, which is no lw_memory_handle_type", function, (int)type);
    if (type != LW_MEMORY_HANDLE_NONE)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: properties.handle_type is LW_MEMORY_HANDLE_FILE_DESCRIPTOR; other processes cannot have "
                         "multicast objects",
                         function);
    return LW_SUCCESS;
}

lw_status lw_multicast_granularity(lw_device *device, const lw_multicast_properties *properties,
                                   lw_memory_granularity which, size_t *granularity)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (!status)
        status = check_properties(__func__, device->context, properties);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!granularity)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: granularity is null", __func__);
    if (which != LW_MEMORY_GRANULARITY_MINIMUM && which != LW_MEMORY_GRANULARITY_RECOMMENDED)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: which is %d, which is no lw_memory_granularity",
                         __func__, (int)which);
    lw_message_discard();
    return lw_finish(context, __func__,
                     context->backend->multicast->granularity(context->impl, which == LW_MEMORY_GRANULARITY_RECOMMENDED,
                                                              granularity));
}

/* ---- objects ---- */
bool lw_multicast_has(const lw_multicast_object *object, const lw_context *context)
{
    bool has = false;
    for (unsigned i = 0; i < object->added && object->backend == context->backend; i++)
        has = has || object->ordinals[i] == context->ordinal;
    return has;
}

static uint64_t now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Of several threads, each with a device of its own, one may add its device after another one's call. It waits a part of a second at
 * a time, because a fault of the device ends the wait, too. */
lw_status lw_multicast_wait(const char *function, const lw_context *context, lw_multicast_object *object)
{
    enum { PART = 20000000 };
    uint64_t most = object->backend->multicast->patience(context->impl), begin = now(CLOCK_MONOTONIC);
    lw_status status = LW_SUCCESS;
    pthread_mutex_lock(&lw_multicast_lock);
    while (object->added < object->device_count && !(status = lw_enter_context(context))) {
        if (most && now(CLOCK_MONOTONIC) - begin >= most) {
            status =
                lw_refuse(context, LW_ERROR_INVALID_VALUE,
                          "%s: multicast has %u of %u devices after %g seconds (LANEWISE_TIMEOUT); other threads, or "
                          "this one before the call, add the others",
                          function, object->added, object->device_count, (double)most / 1e9);
            break;
        }
        uint64_t until = now(CLOCK_REALTIME) + PART;
        const struct timespec end = {.tv_sec = (time_t)(until / 1000000000), .tv_nsec = (long)(until % 1000000000)};
        pthread_cond_timedwait(&device_added, &lw_multicast_lock, &end);
    }
    pthread_mutex_unlock(&lw_multicast_lock);
    return status;
}

void lw_multicast_drop(lw_multicast_object *object)
{
    pthread_mutex_lock(&lw_multicast_lock);
    bool last = object->references == 1;
    if (!last)
        object->references--;
    pthread_mutex_unlock(&lw_multicast_lock);
    if (!last)
        return;
    lw_multicast_unbind_all(object, NULL);
    pthread_mutex_lock(&lw_multicast_lock);
    lw_multicast_object **link = &lw_multicast_objects;
    while (*link != object)
        link = &(*link)->next;
    *link = object->next;
    pthread_mutex_unlock(&lw_multicast_lock);
    object->backend->multicast->destroy(object->impl);
    free(object);
}

static lw_status make(const char *function, lw_context *context, const lw_multicast_properties *properties,
                      lw_multicast_object **made)
{
    lw_multicast_object *object = lw_allocate(sizeof *object + properties->device_count * sizeof object->ordinals[0]);
    if (!object)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a multicast object", function);
    const lw_multicast_backend *backend = context->backend->multicast;
    lw_message_discard();
    lw_status status = backend->granularity(context->impl, false, &object->granularity);
    if (!status && (properties->size == 0 || properties->size % object->granularity)) {
        status = lw_refuse(context, LW_ERROR_INVALID_VALUE,
                           "%s: properties.size is %zu bytes; expected a multiple of %zu (lw_multicast_granularity)",
                           function, properties->size, object->granularity);
        free(object);
        return status;
    }
    if (!status)
        status = backend->create(context->impl, properties->size, &object->impl);
    if (status) {
        free(object);
        return lw_finish(context, function, status);
    }
    object->backend = context->backend;
    object->size = properties->size;
    object->device_count = properties->device_count;
    object->references = 1;
    pthread_mutex_lock(&lw_multicast_lock);
    object->next = lw_multicast_objects;
    lw_multicast_objects = object;
    pthread_mutex_unlock(&lw_multicast_lock);
    *made = object;
    return LW_SUCCESS;
}

/* ---- handles ---- */
lw_status lw_multicast_create(lw_device *device, lw_multicast **multicast, const lw_multicast_properties *properties)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!multicast)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: multicast is null", __func__);
    status = check_properties(__func__, context, properties);
    if (status)
        return status;
    lw_multicast *opened = lw_pool_take(&lw_multicasts);
    if (!opened)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a handle of a multicast object", __func__);
    status = make(__func__, context, properties, &opened->object);
    if (status) {
        lw_pool_give(&lw_multicasts, opened);
        return status;
    }
    opened->context = context;
    opened->device = device;
    lw_pool_publish(opened);
    *multicast = opened;
    return LW_SUCCESS;
}

static void close_handle(lw_multicast *multicast)
{
    lw_multicast_drop(multicast->object);
    lw_pool_give(&lw_multicasts, multicast);
}

lw_status lw_multicast_release(lw_multicast *multicast)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, multicast);
    if (status)
        return status;
    if (!lw_pool_retire(multicast)) /* another thread was first */
        return lw_refuse_handle(__func__, "multicast", "multicast object", &lw_multicasts, multicast);
    close_handle(multicast);
    return LW_SUCCESS;
}

static bool belongs_to(const void *multicast, const void *device)
{
    return ((const lw_multicast *)multicast)->device == device;
}

static bool is_of_context(const void *multicast, const void *context)
{
    return ((const lw_multicast *)multicast)->context == context;
}

void lw_multicast_close_all(const lw_context *context, const lw_device *device)
{
    size_t cursor = 0;
    for (lw_multicast *multicast;
         (multicast = lw_pool_retire_owned(&lw_multicasts, device ? belongs_to : is_of_context,
                                           device ? (const void *)device : (const void *)context, &cursor));)
        close_handle(multicast);
}

lw_status lw_multicast_add_device(lw_multicast *multicast, lw_device *device)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, multicast);
    if (!status)
        status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_multicast_object *object = multicast->object;
    lw_context *context = device->context;
    if (context->backend != object->backend)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device is %s; expected a %s device", __func__,
                         context->name, object->backend->kind);
    lw_message_discard();
    pthread_mutex_lock(&lw_multicast_lock);
    if (lw_multicast_has(object, context))
        status = lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device is %s, which is added already", __func__,
                           context->name);
    else if (object->added == object->device_count)
        status = lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: device is %s, but all %u devices are added", __func__,
                           context->name, object->device_count);
    else
        status = lw_finish(context, __func__, object->backend->multicast->add_device(object->impl, context->impl));
    if (!status)
        object->ordinals[object->added++] = context->ordinal;
    if (object->added == object->device_count)
        pthread_cond_broadcast(&device_added);
    pthread_mutex_unlock(&lw_multicast_lock);
    return status;
}
