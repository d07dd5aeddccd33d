/* Memory of graphs: allocated and freed by nodes. Its entry is in the table of ranges from the node's making on, as nodes name the
 * address before any launch. A graph may allocate memory of another device: then that device's context has the memory.
 *
 * Nodes and executable graphs share the memory, and so does the state of being allocated. The last of them may go while a backend
 * holds its locks, so the memory is put on a list, and freed by a later call. One lock guards the memory of all contexts, because a
 * launch may allocate memory of several devices. */
#include <stdlib.h>

#include "dispatch.h"

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t dead_lock = PTHREAD_MUTEX_INITIALIZER;
static lw_graph_memory *dead; /* of contexts that are open */
atomic_bool lw_graph_memory_any_dead;

bool lw_graph_has_memory(const lw_graph *graph)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        if (lw_is_memory_node(node))
            return true;
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++)
            if (lw_graph_has_memory(lw_work_graph(&node->work, i)))
                return true;
    }
    return false;
}

void lw_graph_memory_lock(void)
{
    pthread_mutex_lock(&memory_lock);
}

void lw_graph_memory_unlock(void)
{
    pthread_mutex_unlock(&memory_lock);
}

/* ---- life ---- */
lw_graph_memory *lw_graph_memory_make(lw_context *context, lw_device *device, size_t size)
{
    lw_graph_memory *memory = lw_allocate(sizeof *memory);
    lw_range *range = memory ? lw_allocate(sizeof *range) : NULL;
    if (!range) {
        free(memory);
        return NULL;
    }
    atomic_store(&memory->references, 1);
    memory->context = context;
    memory->device = device;
    memory->impl = context->impl;
    memory->size = size;
    memory->range = range;
    pthread_mutex_lock(&memory_lock);
    memory->next = context->graph_memory;
    context->graph_memory = memory;
    pthread_mutex_unlock(&memory_lock);
    return memory;
}

void lw_graph_memory_publish(lw_graph_memory *memory)
{
    lw_range *range = memory->range;
    memory->range = NULL;
    range->base = (uintptr_t)memory->pointer;
    range->size = memory->size;
    range->kind = LW_RANGE_GRAPH;
    range->graph = memory;
    range->owner = memory->device;
    lw_table_insert(&memory->context->ranges, range);
}

void lw_graph_memory_retain(lw_graph_memory *memory)
{
    atomic_fetch_add(&memory->references, 1);
}

void lw_graph_memory_release(lw_graph_memory *memory)
{
    if (atomic_fetch_sub(&memory->references, 1) != 1)
        return;
    pthread_mutex_lock(&dead_lock);
    bool orphan = !memory->context;
    if (!orphan) {
        memory->next_other = dead;
        dead = memory;
        atomic_store(&lw_graph_memory_any_dead, true);
    }
    pthread_mutex_unlock(&dead_lock);
    if (orphan)
        free(memory);
}

/* Takes the memory from the program; with the lock held. */
static void take(lw_graph_memory *memory)
{
    memory->gone = true;
    if (memory->range)
        free(memory->range);
    else
        free(lw_table_remove(&memory->context->ranges, (uintptr_t)memory->pointer, LW_RANGE_GRAPH));
    memory->range = NULL;
}

/* Takes the memory from the backend, which may wait for work that reaches it if it is allocated. */
static void drop(const lw_graph_memory *memory, bool allocated)
{
    const lw_backend *backend = memory->context->backend;
    if (memory->pointer && backend->graphs->memory_drop)
        backend->graphs->memory_drop(memory->context->impl, memory->pointer, allocated);
}

static lw_graph_memory *take_dead(void)
{
    pthread_mutex_lock(&dead_lock);
    lw_graph_memory *taken = dead;
    dead = NULL;
    atomic_store(&lw_graph_memory_any_dead, false);
    pthread_mutex_unlock(&dead_lock);
    return taken;
}

/* With the lock held, so that the contexts stay. */
static void reap(void)
{
    for (lw_graph_memory *memory = take_dead(), *next; memory; memory = next) {
        next = memory->next_other;
        if (!memory->gone) {
            take(memory);
            drop(memory, false);
        }
        lw_graph_memory **link = &memory->context->graph_memory;
        while (*link != memory)
            link = &(*link)->next;
        *link = memory->next;
        free(memory);
    }
}

void lw_graph_memory_reap_now(void)
{
    pthread_mutex_lock(&memory_lock);
    reap();
    pthread_mutex_unlock(&memory_lock);
}

void lw_graph_memory_forget(lw_context *context)
{
    pthread_mutex_lock(&memory_lock);
    pthread_mutex_lock(&dead_lock);
    for (lw_graph_memory **link = &dead; *link;) { /* as in reap(); what it was for the backend has ended */
        lw_graph_memory *memory = *link;
        if (memory->context != context) {
            link = &memory->next_other;
            continue;
        }
        *link = memory->next_other;
        lw_graph_memory **own = &context->graph_memory;
        while (*own != memory)
            own = &(*own)->next;
        *own = memory->next;
        free(memory);
    }
    for (lw_graph_memory *memory = context->graph_memory; memory; memory = memory->next)
        memory->context = NULL;
    context->graph_memory = NULL;
    pthread_mutex_unlock(&dead_lock);
    pthread_mutex_unlock(&memory_lock);
}

/* One that has no reference any more is as good as gone. */
static bool try_retain(lw_graph_memory *memory)
{
    unsigned count = atomic_load(&memory->references);
    while (count && !atomic_compare_exchange_weak(&memory->references, &count, count + 1))
        ;
    return count != 0;
}

/* The backend's part is without the lock: it may wait. */
void lw_graph_memory_release_all(lw_context *context, const lw_device *owner)
{
    lw_graph_memory *ended = NULL;
    pthread_mutex_lock(&memory_lock);
    for (lw_graph_memory *memory = context->graph_memory; memory; memory = memory->next) {
        if ((owner && memory->device != owner) || memory->gone || !try_retain(memory))
            continue;
        take(memory);
        memory->ended_allocated = memory->allocated;
        memory->allocated = false;
        memory->next_ended = ended;
        ended = memory;
    }
    pthread_mutex_unlock(&memory_lock);
    if (ended)
        lw_grace_wait(&context->copies); /* they are queued now */
    for (lw_graph_memory *memory = ended, *next; memory; memory = next) {
        next = memory->next_ended;
        drop(memory, memory->ended_allocated);
        if (memory->ended_allocated)
            lw_graph_memory_release(memory);
        lw_graph_memory_release(memory);
    }
    lw_graph_memory_reap();
}

lw_graph_memory *lw_graph_memory_find_anywhere(lw_context *context, const void *pointer)
{
    uint64_t cursor = 0;
    lw_graph_memory *memory = lw_graph_memory_find(context, pointer);
    for (lw_context *other; !memory && (other = lw_context_next(context->backend, &cursor)); lw_context_close(other))
        memory = lw_graph_memory_find(other, pointer);
    return memory;
}

lw_graph_memory *lw_graph_memory_find(lw_context *context, const void *pointer)
{
    pthread_mutex_lock(&memory_lock);
    lw_range range = lw_table_find(&context->ranges, (uintptr_t)pointer);
    lw_graph_memory *memory =
        range.kind == LW_RANGE_GRAPH && range.base == (uintptr_t)pointer && try_retain(range.graph) ? range.graph
                                                                                                    : NULL;
    pthread_mutex_unlock(&memory_lock);
    return memory;
}

/* ---- nodes that free ---- */
const char *lw_graph_memory_may_not_free(const lw_graph *graph, const lw_graph_memory *memory)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        if (node->work.params.type == LW_GRAPH_NODE_MEMORY_FREE && node->work.memory == memory)
            return "memory that a node of the graph frees already";
    if (memory->graph == graph->number)
        return memory->freed_elsewhere ? "memory that a node of another graph frees" : NULL;
    return memory->freed_here ? "memory that a node of its own graph frees" : NULL;
}

void lw_graph_memory_note_free(const lw_graph *graph, lw_graph_memory *memory)
{
    pthread_mutex_lock(&memory_lock);
    if (memory->graph == graph->number)
        memory->freed_here = true;
    else
        memory->freed_elsewhere = true;
    pthread_mutex_unlock(&memory_lock);
}

/* ---- frees by the program ---- */
lw_status lw_graph_memory_free(const char *function, lw_context *context, lw_stream_impl *stream, void *pointer,
                               bool *found)
{
    lw_graph_memory *memory = lw_graph_memory_find(context, pointer);
    *found = memory != NULL;
    if (!memory)
        return LW_SUCCESS;
    if (context->backend->index == LW_BACKEND_CPU)
        lw_grace_wait(&context->copies);
    lw_message_discard();
    pthread_mutex_lock(&memory_lock);
    lw_status status;
    if (memory->allocated) {
        status = lw_finish(context, function, context->backend->graphs->memory_free(context->impl, stream, pointer));
    } else {
        const char *why = memory->freed_here ? "the graph frees it" : "no launch has allocated it, or it was freed";
        status = lw_misused(pointer, lw_refuse(context, LW_ERROR_INVALID_VALUE,
                                               "%s: pointer is %p, memory of a graph that is not allocated: %s",
                                               function, pointer, why));
    }
    if (!status) {
        memory->allocated = false;
        lw_graph_memory_release(memory);
    }
    pthread_mutex_unlock(&memory_lock);
    lw_graph_memory_release(memory);
    lw_graph_memory_reap();
    return status;
}

/* ---- capture ---- */
lw_status lw_graph_memory_capture(const char *function, lw_stream *stream, const lw_memory_pool *pool, void **pointer,
                                  size_t size)
{
    lw_context *context = stream->context, *owner = pool->context;
    lw_graph_memory *memory = lw_graph_memory_make(owner, owner == context ? stream->device : pool->device, size);
    if (!memory)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for the entry of an allocation", function);
    lw_graph_memory_reap();
    lw_message_discard();
    lw_status status = LW_SUCCESS;
    if (context->backend->graphs->memory_make)
        status = context->backend->graphs->memory_make(owner->impl, size, &memory->pointer);
    if (!status)
        status = context->backend->graphs->capture_malloc(stream->impl, pool->impl, memory);
    status = lw_finish(context, function, status);
    if (!status) {
        lw_graph_memory_publish(memory);
        *pointer = memory->pointer;
    }
    lw_graph_memory_release(memory); /* a node has it now */
    lw_graph_memory_reap();
    return status;
}

lw_status lw_graph_memory_capture_free(const char *function, lw_stream *stream, void *pointer)
{
    lw_context *context = stream->context;
    lw_graph_memory *memory = lw_graph_memory_find_anywhere(context, pointer);
    if (!memory)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: pointer is %p; expected memory of a graph, as the stream captures", function, pointer);
    lw_message_discard();
    lw_status status = lw_finish(context, function, context->backend->graphs->capture_free(stream->impl, memory));
    lw_graph_memory_release(memory);
    return status;
}

/* ---- attributes ---- */
static lw_status check_attribute(const char *function, const lw_context *context, lw_graph_memory_attribute attribute)
{
    if ((unsigned)attribute > LW_GRAPH_MEMORY_RESERVED_HIGH)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %d, which is no lw_graph_memory_attribute",
                         function, (int)attribute);
    return LW_SUCCESS;
}

lw_status lw_device_get_graph_memory_attribute(lw_device *device, lw_graph_memory_attribute attribute, uint64_t *value)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (!status)
        status = check_attribute(__func__, device->context, attribute);
    if (status)
        return status;
    const lw_context *context = device->context;
    if (!value)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: value is null", __func__);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->graphs->memory_get(context->impl, attribute, value));
}

lw_status lw_device_set_graph_memory_attribute(lw_device *device, lw_graph_memory_attribute attribute, uint64_t value)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (!status)
        status = check_attribute(__func__, device->context, attribute);
    if (status)
        return status;
    const lw_context *context = device->context;
    if (attribute == LW_GRAPH_MEMORY_USED_CURRENT || attribute == LW_GRAPH_MEMORY_RESERVED_CURRENT)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: attribute is %s, which can only be read", __func__,
                         attribute == LW_GRAPH_MEMORY_USED_CURRENT ? "LW_GRAPH_MEMORY_USED_CURRENT"
                                                                   : "LW_GRAPH_MEMORY_RESERVED_CURRENT");
    if (value)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: value is %llu; the most that graphs had can only be set to 0", __func__,
                         (unsigned long long)value);
    lw_message_discard();
    return lw_finish(context, __func__, context->backend->graphs->memory_reset(context->impl, attribute));
}

lw_status lw_device_trim_graph_memory(lw_device *device)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_device(__func__, device);
    if (status)
        return status;
    lw_message_discard();
    return lw_finish(device->context, __func__, device->context->backend->graphs->memory_trim(device->context->impl));
}
