/* A process has one context for each open device: the first handle opens it, the last closes it. */
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "enumerate.h"
#include "profile.h"

const lw_backend *const lw_backends[] = {
    &lw_cpu_backend,
#if LW_HAVE_CUDA
    &lw_cuda_backend,
#endif
    NULL,
};

/* Opening and closing take long, one at a time. Meanwhile copies with unknown pointers search the list. So there are
 * two locks, taken in this order; list_lock comes before a table's lock. */
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static lw_context *contexts;
static uint64_t last_number;

static lw_status read_launch_blocking(bool *blocking)
{
    const char *value = getenv("LANEWISE_LAUNCH_BLOCKING");
    *blocking = value && strcmp(value, "1") == 0;
    if (!value || !*value || *blocking || strcmp(value, "0") == 0)
        return LW_SUCCESS;
    return lw_fail(NULL, LW_ERROR_INVALID_VALUE, "LANEWISE_LAUNCH_BLOCKING is \"%s\": it must be 0 or 1", value);
}

static lw_status create(lw_context **created, const lw_backend *backend, int ordinal)
{
    bool launch_blocking;
    lw_status status = read_launch_blocking(&launch_blocking);
    if (!status)
        status = lw_log_check();
    if (!status)
        status = lw_profile_open();
    if (status)
        return status;
    backend = lw_profile_wrap(backend);
    lw_context *context = lw_allocate(sizeof *context);
    if (!context)
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for a device handle");
    context->backend = backend;
    context->ordinal = ordinal;
    context->number = ++last_number;
    context->launch_blocking = launch_blocking;
    lw_device_write_name(context->name, sizeof context->name, backend, ordinal);
    status = backend->open(&context->impl, ordinal);
    if (status) {
        free(context);
        return status;
    }
    status = backend->properties(context->impl, &context->properties);
    if (status) {
        backend->close(context->impl);
        free(context);
        return status;
    }
    context->words = backend->words(context->impl);
    if (lw_profile_is_on() && backend->time_work)
        backend->time_work(context->impl);
    pthread_mutex_init(&context->fault_lock, NULL);
    lw_table_initialize(&context->ranges);
    lw_grace_initialize(&context->copies);
    pthread_mutex_init(&context->pool_lock, NULL);
    pthread_mutex_init(&context->addresses.lock, NULL);
    lw_kernel_cache_initialize(&context->kernels, backend->index);
    lw_objects_initialize(&context->objects);
    *created = context;
    return LW_SUCCESS;
}

lw_status lw_context_open(lw_context **context, const lw_backend *backend, int ordinal)
{
    lw_status status = LW_SUCCESS;
    pthread_mutex_lock(&open_lock);
    lw_context *found = contexts;
    while (found && (found->backend->index != backend->index || found->ordinal != ordinal))
        found = found->next;
    if (!found) {
        status = create(&found, backend, ordinal);
        if (!status) {
            pthread_mutex_lock(&list_lock);
            found->next = contexts;
            contexts = found;
            pthread_mutex_unlock(&list_lock);
        }
    }
    if (!status) {
        found->handles++;
        *context = found;
    }
    pthread_mutex_unlock(&open_lock);
    return status;
}

void lw_context_close(lw_context *context)
{
    pthread_mutex_lock(&open_lock);
    if (--context->handles == 0) {
        pthread_mutex_lock(&list_lock);
        lw_context **link = &contexts;
        while (*link != context)
            link = &(*link)->next;
        *link = context->next;
        pthread_mutex_unlock(&list_lock);
        lw_grace_wait(&context->copies); /* of other devices, that found it in the list */
        lw_multicast_unbind_all(NULL, context);
        lw_memory_pool_close_default(context);
        lw_graph_memory_release_all(context, NULL); /* what its default pool gave other devices' captures */
        lw_graph_memory_forget(context);
        context->backend->close(context->impl);
        pthread_mutex_destroy(&context->pool_lock);
        pthread_mutex_destroy(&context->addresses.lock);
        lw_kernel_cache_destroy(&context->kernels);
        lw_objects_destroy(&context->objects);
        lw_table_destroy(&context->ranges);
        lw_grace_destroy(&context->copies);
        pthread_mutex_destroy(&context->fault_lock);
        free(context);
    }
    pthread_mutex_unlock(&open_lock);
}

/* Memory that belongs to one device, not to the host. */
static bool is_device_memory(lw_range_kind kind)
{
    return kind == LW_RANGE_DEVICE || kind == LW_RANGE_SYMBOL || kind == LW_RANGE_ADOPTED || kind == LW_RANGE_MAPPED ||
           kind == LW_RANGE_OPENED || kind == LW_RANGE_GRAPH;
}

/* Memory that all devices of the backend reach, whichever has allocated it. */
static bool is_every_devices(const lw_range *range)
{
    return range->kind == LW_RANGE_PINNED || range->kind == LW_RANGE_REGISTERED || range->managed;
}

bool lw_context_owns_elsewhere(const lw_context *context, uintptr_t address, bool host_too, char name[24])
{
    bool owns = false;
    pthread_mutex_lock(&list_lock);
    for (lw_context *other = contexts; other && !owns; other = other->next) {
        lw_range_kind kind = lw_table_find(&other->ranges, address).kind;
        owns = other != context && (is_device_memory(kind) || (host_too && kind != LW_RANGE_NONE));
        if (owns)
            memcpy(name, other->name, sizeof other->name);
    }
    pthread_mutex_unlock(&list_lock);
    return owns;
}

static bool is_other(const lw_context *context, const lw_context *other)
{
    return other != context && other->backend == context->backend;
}

lw_context *lw_context_find_other(const lw_context *context, uintptr_t address, bool peers, lw_hold *hold,
                                  lw_range *range)
{
    lw_context *found = NULL;
    pthread_mutex_lock(&list_lock);
    for (lw_context *other = contexts; other && !found; other = other->next) {
        if (!is_other(context, other))
            continue;
        unsigned side = lw_grace_enter(&other->copies); /* before the search */
        *range = lw_table_find(&other->ranges, address);
        if (is_every_devices(range) || (peers && is_device_memory(range->kind)))
            found = other;
        if (found && hold && !lw_hold_has(hold, other))
            lw_hold_add(hold, other, side);
        else
            lw_grace_leave(&other->copies, side);
    }
    pthread_mutex_unlock(&list_lock);
    return found;
}

struct lw_freed lw_context_was_freed(lw_context *context, uintptr_t address)
{
    struct lw_freed freed = lw_table_was_freed(&context->ranges, address);
    pthread_mutex_lock(&list_lock);
    for (lw_context *other = contexts; other && !freed.size; other = other->next)
        freed = lw_table_was_freed(&other->ranges, address);
    pthread_mutex_unlock(&list_lock);
    return freed;
}

/* The list's lock is held from the search to the insertion: of two threads with two devices one finds the other's range. */
lw_range lw_context_insert_disjoint(lw_context *context, lw_range *range)
{
    lw_range found = {.kind = LW_RANGE_NONE};
    pthread_mutex_lock(&list_lock);
    for (lw_context *other = contexts; other && found.kind == LW_RANGE_NONE; other = other->next)
        if (is_other(context, other))
            found = lw_table_overlapping(&other->ranges, range);
    if (found.kind == LW_RANGE_NONE)
        found = lw_table_insert_disjoint(&context->ranges, range);
    pthread_mutex_unlock(&list_lock);
    return found;
}

lw_context *lw_context_next(const lw_backend *backend, uint64_t *cursor)
{
    lw_context *next = NULL;
    pthread_mutex_lock(&open_lock);
    for (lw_context *context = contexts; context; context = context->next)
        if (context->backend == backend && context->number > *cursor && (!next || context->number < next->number))
            next = context;
    if (next) {
        next->handles++;
        *cursor = next->number;
    }
    pthread_mutex_unlock(&open_lock);
    return next;
}

long lw_context_count(void)
{
    long count = 0;
    pthread_mutex_lock(&list_lock);
    for (const lw_context *context = contexts; context; context = context->next)
        count++;
    pthread_mutex_unlock(&list_lock);
    return count;
}

long lw_context_range_count(void)
{
    long count = 0;
    pthread_mutex_lock(&list_lock);
    for (lw_context *context = contexts; context; context = context->next) {
        lw_short_lock_take(&context->ranges.lock);
        count += context->ranges.count;
        lw_short_lock_give(&context->ranges.lock);
    }
    pthread_mutex_unlock(&list_lock);
    return count;
}
