/* Launches of graphs: the operation, and the marks of the events that it records and waits for. */
#include <stdlib.h>

#include "../../../emu/check/repeat.h"
#include "../../../emu/device/device.h"
#include "graph.h"

enum { SETTLE_NS = 1000000000 };

/* The program may have freed memory that copies and sets name. */
lw_status lw_cpu_graph_check_memory(const lw_graph *graph, lw_device_impl *device)
{
    lw_status status = LW_SUCCESS;
    for (const lw_graph_node *node = graph->first; node && !status; node = node->next) {
        const lw_node_work *work = &node->work;
        if (work->copy.height && !node->disabled)
            status = lw_cpu_transfer_check(device, &work->copy);
        if (work->value.word && !node->disabled && !status)
            status = lw_cpu_value_check(device, &work->value);
        for (unsigned i = 0; i < lw_work_graphs(work) && !status; i++)
            status = lw_cpu_graph_check_memory(lw_work_graph(work, i), device);
    }
    return status;
}

static bool has_mark(const lw_cpu_node *node)
{
    return node->type == LW_GRAPH_NODE_EVENT_RECORD || node->type == LW_GRAPH_NODE_EVENT_WAIT;
}

void lw_cpu_graph_forget(lw_cpu_operation *operation)
{
    lw_cpu_body *body = operation->as.graph.body;
    lw_cpu_mark **marks = operation->as.graph.marks;
    for (size_t i = 0; marks && i < body->level_count; i++)
        for (size_t j = 0; j < body->levels[i]->count; j++) {
            const lw_cpu_node *node = &body->levels[i]->nodes[j];
            lw_cpu_mark *mark = has_mark(node) ? marks[node->mark] : NULL;
            if (mark && node->type == LW_GRAPH_NODE_EVENT_RECORD)
                lw_cpu_reach_mark(mark); /* a fault has dropped the record */
            else
                lw_cpu_mark_release(mark);
        }
    free(marks);
    if (!operation->parent)
        lw_cpu_graph_pass_turn(body->device, body->turn);
    lw_cpu_body_release(body);
    free(operation);
}

/* Memory for the marks of the records. */
static bool allocate_marks(const lw_cpu_body *body, lw_cpu_operation *operation)
{
    if (!body->mark_count)
        return true;
    lw_cpu_mark **marks = lw_allocate(body->mark_count * sizeof *marks);
    bool complete = marks != NULL;
    operation->as.graph.marks = marks;
    for (size_t i = 0; i < body->level_count; i++)
        for (size_t j = 0; j < body->levels[i]->count && complete; j++) {
            const lw_cpu_node *node = &body->levels[i]->nodes[j];
            if (node->type == LW_GRAPH_NODE_EVENT_RECORD)
                complete = (marks[node->mark] = lw_allocate(sizeof **marks)) != NULL;
        }
    return complete;
}

static void free_unused(lw_cpu_operation *operation, unsigned count)
{
    for (unsigned i = 0; operation->as.graph.marks && i < count; i++)
        free(operation->as.graph.marks[i]);
    free(operation->as.graph.marks);
    free(operation);
}

/* The waits are for the records that are the latest now; then the graph's own records are. With the lock held. */
static void set_marks(lw_cpu_operation *operation, lw_stream_impl *stream, bool of_records)
{
    lw_cpu_body *body = operation->as.graph.body;
    for (size_t i = 0; body->mark_count && i < body->level_count; i++)
        for (size_t j = 0; j < body->levels[i]->count; j++) {
            const lw_cpu_node *node = &body->levels[i]->nodes[j];
            if (!has_mark(node) || (node->type == LW_GRAPH_NODE_EVENT_RECORD) != of_records)
                continue;
            lw_cpu_mark **mark = &operation->as.graph.marks[node->mark];
            if (!of_records) {
                *mark = node->event->mark;
                if (*mark)
                    (*mark)->references++;
                if (*mark && emu_checking)
                    emu_check_stream_waits(stream->check, (*mark)->check);
                continue;
            }
            (*mark)->references = 2; /* the event's and the launch's */
            (*mark)->in_graph = true;
            (*mark)->stream = stream;
            (*mark)->ticket =
                operation->ticket - 1; /* what precedes the graph; of the graph itself, nothing is known */
            (*mark)->stream_number = stream->number;
            (*mark)->blocking = stream->blocking;
            (*mark)->legacy = stream == stream->device->legacy;
            lw_cpu_mark_release(node->event->mark);
            node->event->mark = *mark;
            lw_cpu_event_uncapture(node->event);
        }
}

void lw_cpu_graph_order_marks(lw_cpu_operation *operation, const lw_stream_impl *stream)
{
    const lw_cpu_body *body = operation->as.graph.body;
    for (size_t i = 0; body->mark_count && i < body->level_count; i++)
        for (size_t j = 0; j < body->levels[i]->count; j++)
            if (body->levels[i]->nodes[j].type == LW_GRAPH_NODE_EVENT_RECORD)
                operation->as.graph.marks[body->levels[i]->nodes[j].mark]->check =
                    emu_check_stream_order(stream->check);
}

lw_status lw_cpu_graph_launch(lw_exec_impl *exec, lw_stream_impl *stream)
{
    lw_device_impl *device = exec->device;
    lw_cpu_body *body = exec->body;
    lw_status status = body->has_transfer ? lw_cpu_graph_check_memory(exec->graph, device) : LW_SUCCESS;
    if (!status)
        status = lw_cpu_capture_forbids_legacy(stream);
    if (!status && lw_cpu_captures(stream))
        status = lw_cpu_capture_forbids_wait(device, stream);
    if (status)
        return status;
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (!operation || !allocate_marks(body, operation)) {
        if (operation)
            free_unused(operation, body->mark_count);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the launch of a graph");
    }
    operation->kind = LW_CPU_GRAPH;
    operation->as.graph.body = body;
    emu_print_flush(device->ordinal);
    emu_pool_lock(device->pool);
    body->references++;
    operation->as.graph.number = body->turn->launched++;
    exec->uploaded = true;
    set_marks(operation, stream, false);
    operation->ticket = device->shared->ticket + 1; /* the ticket that lw_cpu_enqueue() assigns */
    set_marks(operation, stream, true);
    if (emu_checking)
        emu_check_stream_waits(stream->check, body->turn->order);
    lw_cpu_enqueue(stream, operation);
    if (body->has_memory)
        lw_cpu_graph_memory_launched(device, exec->graph);
    if (emu_checking) {
        emu_order_drop(exec->turn->order);
        exec->turn->order = emu_check_stream_order(stream->check);
    }
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

/* As after the launch of a kernel. */
void lw_cpu_graph_launched(lw_device_impl *device)
{
    if (!emu_check_in_order())
        return;
    emu_pool_lock(device->pool);
    bool settles = device->streams->next || lw_cpu_has_peer(device);
    emu_pool_unlock(device->pool);
    if (settles)
        emu_pool_wait_until_idle(device->pool, SETTLE_NS);
}
