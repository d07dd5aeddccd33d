/* User objects. On the CPU their references are counted here; in CUDA by the driver, which also knows of executable graphs and
 * runs. The references of the program and of each graph are counted here in any case, so that no call releases more. */
#include <limits.h>
#include <stdlib.h>

#include "dispatch.h"

_Static_assert(sizeof(lw_user_object) <= 128, "pool slots");

lw_pool lw_user_objects = LW_POOL_INITIALIZER(128);

static const lw_graph_backend *backend_of(const lw_user_object *object)
{
    return object->context->backend->graphs;
}

/* ---- references ---- */
static void hold(lw_user_object *object, uint64_t count)
{
    atomic_fetch_add(&object->total, count);
}

static void drop(lw_user_object *object, uint64_t count)
{
    const lw_graph_backend *graphs = backend_of(object);
    if (count && graphs->object_end && atomic_fetch_sub(&object->total, count) == count) {
        lw_pool_retire(object);
        graphs->object_end(object);
    }
}

/* Of the program's own. False: there are not as many, or there would be too many. */
static bool change_own(lw_user_object *object, int64_t change)
{
    int64_t own = atomic_load(&object->own);
    do
        if (own + change < 0 || own + change > INT_MAX)
            return false;
    while (!atomic_compare_exchange_weak(&object->own, &own, own + change));
    return true;
}

void lw_user_object_call(lw_user_object *object)
{
    lw_pool_retire(object);
    lw_host_function_enter();
    object->destroy(object->pointer);
    lw_host_function_leave();
    lw_pool_give(&lw_user_objects, object);
}

/* ---- those of graphs ---- */
static lw_object_use *find(lw_object_use *uses, const lw_user_object *object)
{
    while (uses && uses->object != object)
        uses = uses->next;
    return uses;
}

bool lw_object_uses_copy(lw_object_use **copies, const lw_object_use *uses)
{
    for (; uses; uses = uses->next) {
        lw_object_use *copy = lw_allocate(sizeof *copy);
        if (!copy)
            return false;
        *copy = (lw_object_use){uses->object, uses->count, *copies};
        *copies = copy;
        hold(uses->object, uses->count);
    }
    return true;
}

void lw_object_uses_free(lw_object_use *uses)
{
    while (uses) {
        lw_object_use *next = uses->next;
        drop(uses->object, uses->count);
        free(uses);
        uses = next;
    }
}

bool lw_graph_objects(lw_object_use **uses, const lw_graph *graph)
{
    bool copied = lw_object_uses_copy(uses, graph->objects);
    for (const lw_graph_node *node = graph->first; node && copied; node = node->next)
        for (unsigned i = 0; i < lw_work_graphs(&node->work) && copied; i++)
            copied = lw_graph_objects(uses, lw_work_graph(&node->work, i));
    return copied;
}

/* ---- calls ---- */
static lw_status enter(const char *function, const lw_user_object *object)
{
    lw_status status = lw_enter_handle(function, "object", "user object", &lw_user_objects, object);
    return status ? status : lw_enter_context(object->context);
}

static lw_status check_count(const char *function, const lw_context *context, const char *argument, unsigned count)
{
    return count == 0 || count > INT_MAX
               ? lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is %u; expected at least 1, and at most %d",
                           function, argument, count, INT_MAX)
               : LW_SUCCESS;
}

static lw_status refuse_own(const char *function, const lw_user_object *object, unsigned count, bool adds)
{
    return lw_refuse(object->context, LW_ERROR_INVALID_VALUE, "%s: count is %u, the program has %lld references%s",
                     function, count, (long long)atomic_load(&object->own),
                     adds ? ", and never more than INT_MAX" : "");
}

lw_status lw_user_object_create(lw_device *device, lw_user_object **object, void *pointer, lw_host_function destroy,
                                unsigned references, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_context *context = device->context;
    if (!object || !destroy)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__, object ? "destroy" : "object");
    if (flags != LW_USER_OBJECT_NO_DESTRUCTOR_SYNC)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: flags is %#x; expected LW_USER_OBJECT_NO_DESTRUCTOR_SYNC", __func__, flags);
    status = check_count(__func__, context, "references", references);
    if (status)
        return status;
    lw_user_object *made = lw_pool_take(&lw_user_objects);
    if (!made)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a user object", __func__);
    made->context = context;
    made->device = device;
    made->device_impl = context->impl;
    made->pointer = pointer;
    made->destroy = destroy;
    atomic_store(&made->own, references);
    atomic_store(&made->total, references);
    lw_message_discard();
    status = context->backend->graphs->object_create(made, references);
    if (status) {
        lw_pool_give(&lw_user_objects, made);
        return lw_finish(context, __func__, status);
    }
    lw_pool_publish(made);
    *object = made;
    return LW_SUCCESS;
}

lw_status lw_user_object_retain(lw_user_object *object, unsigned count)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, object);
    if (!status)
        status = check_count(__func__, object->context, "count", count);
    if (status)
        return status;
    if (!change_own(object, count))
        return refuse_own(__func__, object, count, true);
    lw_message_discard();
    if (backend_of(object)->object_retain)
        status = backend_of(object)->object_retain(object, count);
    else
        hold(object, count);
    if (status)
        change_own(object, -(int64_t)count);
    return lw_finish(object->context, __func__, status);
}

lw_status lw_user_object_release(lw_user_object *object, unsigned count)
{
    LW_NOTE_CALLER();
    lw_status status = enter(__func__, object);
    if (!status)
        status = check_count(__func__, object->context, "count", count);
    if (status)
        return status;
    const lw_context *context = object->context;
    if (!change_own(object, -(int64_t)count))
        return refuse_own(__func__, object, count, false);
    lw_message_discard();
    if (backend_of(object)->object_release)
        status = backend_of(object)->object_release(object, count);
    else
        drop(object, count);
    return lw_finish(context, __func__, status);
}

lw_status lw_graph_retain_user_object(lw_graph *graph, lw_user_object *object, unsigned count, unsigned flags)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = enter(__func__, object);
    if (!status)
        status = check_count(__func__, graph->context, "count", count);
    if (status)
        return status;
    const lw_context *context = graph->context;
    if (object->context != context)
        return lw_refuse(context, LW_ERROR_INVALID_HANDLE, "%s: object belongs to device %s, the graph to %s", __func__,
                         object->context->name, context->name);
    if (flags & ~(unsigned)LW_GRAPH_USER_OBJECT_MOVE)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: flags is %#x; expected 0 or LW_GRAPH_USER_OBJECT_MOVE",
                         __func__, flags);
    lw_object_use *known = find(graph->objects, object), *use = known ? known : lw_allocate(sizeof *use);
    if (!use)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a reference", __func__);
    if (flags && !change_own(object, -(int64_t)count)) {
        if (!known)
            free(use);
        return refuse_own(__func__, object, count, false);
    }
    lw_message_discard();
    if (context->backend->graphs->graph_retain)
        status = context->backend->graphs->graph_retain(graph, object, count, flags != 0);
    else if (!flags)
        hold(object, count);
    if (status) {
        if (flags)
            change_own(object, count);
        if (!known)
            free(use);
        return lw_finish(context, __func__, status);
    }
    if (!known) {
        *use = (lw_object_use){object, 0, graph->objects};
        graph->objects = use;
    }
    use->count += count;
    return LW_SUCCESS;
}

lw_status lw_graph_release_user_object(lw_graph *graph, lw_user_object *object, unsigned count)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (!status)
        status = enter(__func__, object);
    if (!status)
        status = check_count(__func__, graph->context, "count", count);
    if (status)
        return status;
    const lw_context *context = graph->context;
    lw_object_use *use = find(graph->objects, object);
    if (!use || use->count < count)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: count is %u, the graph has %llu references", __func__,
                         count, use ? (unsigned long long)use->count : 0);
    lw_message_discard();
    if (context->backend->graphs->graph_release)
        status = context->backend->graphs->graph_release(graph, object, count);
    if (status)
        return lw_finish(context, __func__, status);
    use->count -= count;
    if (!use->count) {
        lw_object_use **link = &graph->objects;
        while (*link != use)
            link = &(*link)->next;
        *link = use->next;
        free(use);
    }
    if (!context->backend->graphs->graph_release)
        drop(object, count);
    return LW_SUCCESS;
}

/* ---- the end of a device handle ---- */
static bool belongs_to(const void *object, const void *device)
{
    return ((const lw_user_object *)object)->device == device;
}

void lw_user_object_close_all(const lw_device *device)
{
    size_t cursor = 0;
    for (lw_user_object *object; (object = lw_pool_retire_owned(&lw_user_objects, belongs_to, device, &cursor));) {
        int64_t own = atomic_exchange(&object->own, 0);
        if (own && backend_of(object)->object_release)
            backend_of(object)->object_release(object, (unsigned)own);
        else if (own)
            drop(object, (uint64_t)own);
    }
}
