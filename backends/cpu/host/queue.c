/* Streams as queues: which operation runs, and what happens when it is done. Every function runs with the lock held. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu.h"
#include "graph.h"

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The counts are written only with the lock held. Threads that do not take it read them to see whether operations are
 * done: so count_down() releases what the operation wrote. */
static void count_up(atomic_uint *count)
{
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1, memory_order_relaxed);
}

static void count_down(atomic_uint *count)
{
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) - 1, memory_order_release);
}

static void free_operation(lw_cpu_operation *operation)
{
    if (operation->kind == LW_CPU_GRID)
        lw_cpu_launch_recycle((lw_cpu_launch *)operation);
    else if (operation->kind == LW_CPU_GRAPH)
        lw_cpu_graph_forget(operation);
    else {
        if (operation->kind == LW_CPU_WAIT_VALUE)
            lw_cpu_shared_event_drop(operation->as.value.shared);
        free(operation);
    }
}

void lw_cpu_mark_release(lw_cpu_mark *mark)
{
    if (mark && --mark->references == 0) {
        if (mark->check)
            emu_order_drop(mark->check);
        lw_cpu_shared_event_drop(mark->shared);
        free(mark);
    }
}

/* Queues the stream for advance(), which lw_cpu_run_streams() calls. */
static void queue_advance(lw_stream_impl *stream)
{
    lw_cpu_shared *shared = stream->device->shared;
    if (stream->to_advance)
        return;
    stream->to_advance = true;
    stream->next_to_advance = NULL;
    *(shared->to_advance ? &shared->to_advance_last->next_to_advance : &shared->to_advance) = stream;
    shared->to_advance_last = stream;
}

/* The legacy stream and the blocking streams are ordered by tickets. Whether an operation of `other` precedes the head. */
static bool precedes(const lw_stream_impl *other, const lw_stream_impl *stream)
{
    return other->head && other->head->ticket < stream->head->ticket;
}

static bool waits_for_legacy_order(const lw_stream_impl *stream)
{
    const lw_stream_impl *legacy = stream->device->legacy;
    if (stream->blocking)
        return legacy && precedes(legacy, stream);
    if (stream != legacy)
        return false;
    for (const lw_stream_impl *other = stream->device->streams; other; other = other->next)
        if (other->blocking && precedes(other, stream))
            return true;
    return false;
}

/* An operation of the stream is done: the head of another may have waited for it in the legacy order. */
static void advance_legacy_order(const lw_stream_impl *stream)
{
    lw_stream_impl *legacy = stream->device->legacy;
    if (!legacy)
        return;
    if (stream->blocking && legacy->head && !legacy->blocked)
        queue_advance(legacy);
    if (stream != legacy)
        return;
    for (lw_stream_impl *other = stream->device->streams; other; other = other->next)
        if (other->blocking && other->head && !other->blocked)
            queue_advance(other);
}

/* One operation of the family is done; at zero lw_cpu_run_streams() calls settle(). */
static void count_down_family(lw_device_impl *device, lw_cpu_launch *launch)
{
    if (--launch->family.unfinished)
        return;
    launch->family.next_to_settle = device->shared->to_settle;
    device->shared->to_settle = launch;
}

static void leave_siblings(lw_device_impl *device, lw_cpu_launch *environment)
{
    lw_cpu_family *family = &environment->family;
    if (--family->siblings || !family->waits)
        return;
    family->next_to_settle = device->shared->to_settle;
    device->shared->to_settle = environment;
}

static void leave_family(lw_cpu_operation *operation)
{
    lw_device_impl *device = operation->stream->device;
    if (operation->kind == LW_CPU_GRID)
        device->children--;
    if (operation->kind == LW_CPU_GRAPH && operation->as.graph.sibling)
        leave_siblings(device, operation->parent);
    else
        count_down_family(device, operation->parent);
}

/* Operations of all devices. */
static unsigned count_pending(const lw_cpu_shared *shared)
{
    unsigned count = 0;
    for (unsigned i = 0; i < shared->count; i++)
        if (shared->device[i])
            count += atomic_load_explicit(&shared->device[i]->pending, memory_order_relaxed);
    return count;
}

/* Takes the head, which is done, off the queue, and notifies the threads that wait for it. */
static void pop(lw_stream_impl *stream)
{
    lw_cpu_operation *operation = stream->head;
    if (operation->parent)
        leave_family(operation);
    stream->head = operation->next;
    if (!stream->head)
        stream->tail = NULL;
    stream->blocked = false;
    stream->running = NULL;
    free_operation(operation);
    advance_legacy_order(stream);
    if (emu_checking && count_pending(stream->device->shared) == 1)
        emu_check_device_idle();
    count_down(&stream->pending);
    count_down(&stream->device->pending);
    for (emu_waiter **link = &stream->waiters; *link;) {
        emu_waiter *waiter = *link;
        if (stream->head && stream->head->ticket <= waiter->ticket) {
            link = &waiter->next;
            continue;
        }
        *link = waiter->next;
        emu_pool_notify(stream->device->pool, waiter);
    }
}

void lw_cpu_reach_mark(lw_cpu_mark *mark)
{
    mark->time = now();
    atomic_store_explicit(&mark->done, true, memory_order_release);
    if (mark->shared)
        lw_cpu_shared_event_reach(mark->shared, mark->shared_number);
    while (mark->waiters) {
        emu_waiter *waiter = mark->waiters;
        mark->waiters = waiter->next;
        emu_pool_notify(mark->stream->device->pool, waiter);
    }
    while (mark->nodes) {
        lw_cpu_node *node = mark->nodes;
        mark->nodes = lw_cpu_node_unlink(node);
        lw_cpu_node_ended(node);
    }
    while (mark->parked) {
        lw_stream_impl *stream = mark->parked;
        mark->parked = stream->next_parked;
        stream->blocked = false;
        queue_advance(stream);
    }
    lw_cpu_mark_release(mark);
}

/* Completes records and waits at the stream's head, and begins the first operation that takes time. After a fault it
 * begins callbacks alone, and reaches marks at once. */
static void advance(lw_stream_impl *stream)
{
    lw_device_impl *device = stream->device;
    while (stream->head && !stream->blocked) {
        lw_cpu_operation *head = stream->head;
        bool faulted = atomic_load_explicit(&device->fault, memory_order_relaxed) != LW_SUCCESS;
        if (!faulted && waits_for_legacy_order(stream))
            break;
        switch (head->kind) {
        case LW_CPU_RECORD:
            lw_cpu_reach_mark(head->as.mark);
            pop(stream);
            break;
        case LW_CPU_WAIT:
            if (!faulted && !atomic_load_explicit(&head->as.mark->done, memory_order_relaxed)) {
                stream->next_parked = head->as.mark->parked;
                head->as.mark->parked = stream;
                stream->blocked = true;
                break;
            }
            lw_cpu_mark_release(head->as.mark);
            pop(stream);
            break;
        case LW_CPU_WAIT_VALUE:
            if (!faulted && !lw_cpu_value_reached(head)) {
                stream->blocked = true;
                lw_cpu_watch(stream);
                break;
            }
            pop(stream);
            break;
        case LW_CPU_GRAPH:
            if (faulted) {
                pop(stream);
                break;
            }
            stream->blocked = true;
            if (lw_cpu_graph_has_turn(head))
                lw_cpu_graph_begin(head);
            break;
        default:
            if (faulted && !(head->kind == LW_CPU_HOST_FUNCTION && head->as.host.callback)) {
                pop(stream);
                break;
            }
            stream->blocked = true;
            if (head->kind == LW_CPU_HOST_FUNCTION) {
                lw_cpu_host_thread_enqueue(device, head);
            } else {
                head->task.priority = stream->priority;
                lw_cpu_submit(device, head);
            }
        }
    }
    /* A graph that did nothing has ended above, and has queued the stream again. */
    if (!stream->head && stream->destroyed && !stream->to_advance)
        lw_cpu_stream_free(stream);
}

static void free_environment(lw_cpu_launch *environment)
{
    lw_cpu_operation *graph = environment->operation.next;
    lw_cpu_family_free(&environment->family);
    graph->as.graph.environment = NULL;
    free(environment);
    lw_cpu_graph_off_stream(graph);
}

/* Whether the launch is the environment of a graph that is a tail launch itself. */
static bool is_of_a_tail(const lw_cpu_launch *launch)
{
    const lw_cpu_operation *graph = launch->operation.next;
    return launch->operation.kind == LW_CPU_GRAPH && graph->parent && graph->stream->destroyed;
}

/* The tail launches of a tail launch follow it in its own stream, so a graph that launches itself again and again needs no more
 * memory each time. */
static void hand_up(lw_cpu_launch *environment, lw_stream_impl *tail)
{
    lw_cpu_operation *graph = environment->operation.next;
    lw_stream_impl *stream = graph->stream;
    for (lw_cpu_operation *operation = tail->head; operation; operation = operation->next) {
        operation->parent = graph->parent;
        operation->stream = stream;
        graph->parent->family.unfinished++;
        count_up(&stream->pending);
        count_down(&tail->pending);
    }
    tail->tail->next = graph->next;
    graph->next = tail->head;
    if (stream->tail == graph)
        stream->tail = tail->tail;
    tail->head = tail->tail = NULL;
    lw_cpu_stream_free(tail);
    free_environment(environment);
}

/* Nothing of the grid's family is unfinished: runs its tail launches, or without any ends the grid. */
static void settle(lw_cpu_launch *launch)
{
    lw_cpu_family *family = &launch->family;
    lw_stream_impl *stream = launch->operation.stream;
    lw_stream_impl *tail = family->tail;
    family->tail = NULL;
    if (tail && family->held_tail_launches && is_of_a_tail(launch)) {
        hand_up(launch, tail);
        return;
    }
    if (tail && family->held_tail_launches) {
        family->unfinished = family->held_tail_launches;
        tail->blocked = false;
        tail->destroyed = true;
        queue_advance(tail);
        return;
    }
    if (tail) /* made for a launch that then failed */
        lw_cpu_stream_free(tail);
    family->waits = family->siblings != 0;
    if (family->waits)
        return;
    if (launch->operation.kind == LW_CPU_GRAPH) {
        free_environment(launch);
        return;
    }
    lw_cpu_family_free(family);
    if (launch->operation.node) {
        lw_cpu_node_ended(launch->operation.node);
        return;
    }
    pop(stream);
    queue_advance(stream);
}

/* Uses lists, not recursion: a mark can release a stream, whose next mark releases another, and so on. */
void lw_cpu_run_streams(lw_device_impl *device)
{
    lw_cpu_shared *shared = device->shared;
    for (;;) {
        if (shared->to_advance) {
            lw_stream_impl *stream = shared->to_advance;
            shared->to_advance = stream->next_to_advance;
            stream->to_advance = false;
            advance(stream);
        } else if (shared->to_settle) {
            lw_cpu_launch *launch = shared->to_settle;
            shared->to_settle = launch->family.next_to_settle;
            settle(launch);
        } else {
            return;
        }
    }
}

/* Checked mode: the stream's next operation comes after what is in the other stream. */
static void order_after(lw_stream_impl *stream, const emu_check_stream *other)
{
    emu_order *order = emu_check_stream_order(other);
    emu_check_stream_waits(stream->check, order);
    emu_order_drop(order);
}

static void order_legacy(lw_stream_impl *stream)
{
    lw_stream_impl *legacy = stream->device->legacy;
    if (legacy && stream->blocking)
        order_after(stream, legacy->check);
    if (!legacy || stream != legacy)
        return;
    if (stream->device->closed_blocking)
        order_after(stream, stream->device->closed_blocking);
    for (lw_stream_impl *other = stream->device->streams; other; other = other->next)
        if (other->blocking)
            order_after(stream, other->check);
}

/* Checked mode: sets which operations precede this one. */
static void order(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *operation)
{
    static const emu_check_kind kinds[] = {
        [LW_CPU_GRID] = EMU_CHECK_GRID,        [LW_CPU_COPY] = EMU_CHECK_COPY,
        [LW_CPU_SET] = EMU_CHECK_SET,          [LW_CPU_HOST_FUNCTION] = EMU_CHECK_OTHER,
        [LW_CPU_HOST_WORK] = EMU_CHECK_WORK,   [LW_CPU_RECORD] = EMU_CHECK_OTHER,
        [LW_CPU_WAIT] = EMU_CHECK_OTHER,       [LW_CPU_WRITE_VALUE] = EMU_CHECK_SET,
        [LW_CPU_WAIT_VALUE] = EMU_CHECK_OTHER, [LW_CPU_FREE] = EMU_CHECK_FREE,
        [LW_CPU_GRAPH] = EMU_CHECK_OTHER};
    emu_grid *grid = operation->kind == LW_CPU_GRID ? &((lw_cpu_launch *)operation)->grid : NULL;
    bool tail = parent && stream == parent->family.tail;
    order_legacy(stream);
    operation->check = emu_check_enqueue(stream->check, kinds[operation->kind], parent ? parent->operation.check : 0,
                                         tail, grid, parent ? 0 : lw_caller);
    if (grid)
        grid->check_number = operation->check;
    if (operation->kind == LW_CPU_RECORD)
        operation->as.mark->check = emu_check_stream_order(stream->check);
    if (operation->kind == LW_CPU_GRAPH)
        lw_cpu_graph_order_marks(operation, stream);
}

unsigned lw_cpu_check_place(lw_stream_impl *stream, emu_check_kind kind)
{
    order_legacy(stream);
    return emu_check_enqueue(stream->check, kind, 0, false, NULL, lw_caller);
}

void lw_cpu_enqueue_for(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *operation)
{
    lw_device_impl *device = stream->device;
    operation->parent = parent;
    if (emu_checking)
        order(parent, stream, operation);
    if (parent)
        parent->compare.unrepeatable = true;
    if (parent && stream == parent->family.tail)
        parent->family.held_tail_launches++;
    else if (parent && operation->kind == LW_CPU_GRAPH && operation->as.graph.sibling)
        parent->family.siblings++;
    else if (parent)
        parent->family.unfinished++;
    if (parent && operation->kind == LW_CPU_GRID)
        device->children++;
    operation->stream = stream;
    operation->next = NULL;
    operation->ticket = ++device->shared->ticket;
    bool has_kernel =
        operation->kind == LW_CPU_GRID || (operation->kind == LW_CPU_GRAPH && operation->as.graph.body->has_kernel);
    if (device->guards_managed && has_kernel && !parent)
        lw_cpu_managed_launch(stream, operation->ticket);
    bool idle = !stream->head;
    *(idle ? &stream->head : &stream->tail->next) = operation;
    stream->tail = operation;
    count_up(&stream->pending);
    count_up(&device->pending);
    if (idle) {
        queue_advance(stream);
        lw_cpu_run_streams(device);
    }
}

void lw_cpu_enqueue(lw_stream_impl *stream, lw_cpu_operation *operation)
{
    lw_cpu_enqueue_for(NULL, stream, operation);
}

void lw_cpu_blocks_done(lw_cpu_launch *launch)
{
    lw_device_impl *device = launch->operation.stream->device;
    lw_cpu_variables_done(&launch->operation);
    count_down_family(device, launch);
    lw_cpu_run_streams(device);
}

void lw_cpu_complete(lw_cpu_operation *operation)
{
    lw_stream_impl *stream = operation->stream;
    lw_device_impl *device = stream->device;
    lw_cpu_variables_done(operation);
    if (operation->node) {
        lw_cpu_node_ended(operation->node);
    } else {
        pop(stream);
        queue_advance(stream);
    }
    lw_cpu_run_streams(device);
}

void lw_cpu_graph_off_stream(lw_cpu_operation *operation)
{
    lw_stream_impl *stream = operation->stream;
    if (operation->as.graph.environment) { /* settle() comes back */
        count_down_family(stream->device, operation->as.graph.environment);
        return;
    }
    pop(stream);
    queue_advance(stream);
}

void lw_cpu_unpark(lw_stream_impl *stream)
{
    stream->blocked = false;
    queue_advance(stream);
}

/* Takes the stream off the mark for which its head waits. */
static void leave_mark(lw_stream_impl *stream)
{
    lw_stream_impl **link = &stream->head->as.mark->parked;
    while (*link && *link != stream)
        link = &(*link)->next_parked;
    if (!*link)
        return;
    *link = stream->next_parked;
    lw_cpu_unpark(stream);
}

/* Stops running grids, and waits for events: their results are not needed, and they may wait for operations that will not run, or
 * for another device's host functions. */
static void stop_grids(lw_device_impl *device)
{
    for (lw_stream_impl *stream = device->streams; stream; stream = stream->next) {
        if (stream->head && stream->blocked && stream->head->kind == LW_CPU_WAIT)
            leave_mark(stream);
        if (stream->head && stream->blocked && stream->head->kind == LW_CPU_GRAPH)
            lw_cpu_graph_stop(stream->head);
        if (!stream->running || stream->head->kind != LW_CPU_GRID)
            continue;
        int none = 0;
        atomic_compare_exchange_strong(&((lw_cpu_launch *)stream->head)->grid.failed, &none, 1);
    }
}

/* As GPUs of one process, all devices that are open have the fault. */
static void spread_fault(const lw_cpu_shared *shared, lw_status status, const char *report)
{
    for (unsigned i = 0; i < shared->count; i++) {
        lw_device_impl *device = shared->device[i];
        if (!device || atomic_load_explicit(&device->fault, memory_order_relaxed))
            continue;
        snprintf(device->report, sizeof device->report, "%s", report);
        atomic_store_explicit(&device->fault, status, memory_order_release);
        stop_grids(device);
    }
}

void lw_cpu_set_fault(lw_device_impl *device, lw_status status, const char *report)
{
    if (!atomic_load_explicit(&device->fault, memory_order_relaxed))
        spread_fault(device->shared, status, report);
}

void lw_cpu_note_fault(lw_device_impl *device, const emu_grid *grid)
{
    lw_status status = grid->fault.status;
    if (status == LW_SUCCESS)
        return; /* stopped because of another grid's fault */
    if (!LW_ERROR_IS_STICKY(status)) {
        if (!atomic_load_explicit(&device->launch_error, memory_order_relaxed)) {
            memcpy(device->launch_error_report, grid->fault.report, sizeof device->launch_error_report);
            atomic_store_explicit(&device->launch_error, status, memory_order_release);
        }
    } else {
        lw_cpu_set_fault(device, status, grid->fault.report);
    }
}
