/* Streams, and what the host has waited for: the operations that the next one in a stream comes after. */
#include <pthread.h>
#include <stdlib.h>

#include "../host/allocate.h"
#include "inside.h"

/* A stream: what its next operation comes after. */
struct emu_check_stream {
    uint32_t number, last; /* last: its latest operation; 0: none */
    emu_order *order;      /* what the next operation comes after, in other streams */
    emu_order *host_seen;  /* the value of `host_order` that `order` includes */
    bool listed, closed;   /* listed: in `streams` */
    struct emu_check_stream *next;
};

static uint32_t stream_count;
/* Streams with operations of the host, until the host has waited for all of them. */
static struct emu_check_stream *streams;
static emu_order *host_order; /* what the host has waited for, by any of its threads */

static void free_stream(struct emu_check_stream *stream)
{
    emu_order_drop(stream->order);
    emu_order_drop(stream->host_seen);
    free(stream);
}

void emu_streams_close(void)
{
    while (streams) {
        struct emu_check_stream *next = streams->next;
        free_stream(streams);
        streams = next;
    }
    emu_order_drop(host_order);
    host_order = 0;
    stream_count = 0;
}

/* ---- calls of the program ---- */
emu_check_stream *emu_check_stream_open(void)
{
    struct emu_check_stream *stream = emu_allocate(sizeof *stream);
    pthread_mutex_lock(&emu_operations_lock);
    if (stream)
        stream->number = ++stream_count;
    pthread_mutex_unlock(&emu_operations_lock);
    return stream;
}

void emu_check_stream_renew(emu_check_stream *stream)
{
    pthread_mutex_lock(&emu_operations_lock);
    if (stream) {
        emu_order_drop(stream->order);
        emu_order_drop(stream->host_seen);
        stream->order = stream->host_seen = 0;
        stream->last = 0;
        stream->number = ++stream_count;
    }
    pthread_mutex_unlock(&emu_operations_lock);
}

/* Frees closed streams once the host has waited for all of their operations. Once it has for all streams, `host_order`
 * becomes a plain number. */
static void forget_finished(void)
{
    bool all = true;
    for (struct emu_check_stream **link = &streams; *link;) {
        struct emu_check_stream *stream = *link;
        bool known = emu_order_contains(host_order, stream->number, stream->last);
        all = all && known;
        if (known && stream->closed) {
            *link = stream->next;
            free_stream(stream);
        } else {
            link = &stream->next;
        }
    }
    emu_order *order = all ? emu_order_all(emu_operation_latest()) : 0;
    if (order) {
        emu_order_drop(host_order);
        host_order = order;
        emu_gates_forget(); /* no operation is queued that a host function could hold back */
    }
}

void emu_check_stream_close(emu_check_stream *stream)
{
    if (!stream)
        return;
    pthread_mutex_lock(&emu_operations_lock);
    stream->closed = true;
    if (stream->listed)
        forget_finished();
    else
        free_stream(stream);
    pthread_mutex_unlock(&emu_operations_lock);
}

static void join_into(emu_order **order, emu_order *more)
{
    emu_order *joined = emu_order_join(*order, more);
    emu_order_drop(*order);
    *order = joined;
}

/* What the host asks for now comes after what it has waited for. */
static void order_after_host(struct emu_check_stream *stream)
{
    if (!stream->listed) {
        stream->listed = true;
        stream->next = streams;
        streams = stream;
    }
    if (stream->host_seen == host_order)
        return;
    join_into(&stream->order, host_order);
    emu_order_drop(stream->host_seen);
    stream->host_seen = emu_order_share(host_order);
}

unsigned emu_check_enqueue(emu_check_stream *stream, emu_check_kind kind, unsigned parent, bool tail,
                           const emu_grid *grid, uintptr_t by)
{
    pthread_mutex_lock(&emu_operations_lock);
    if (stream && !parent)
        order_after_host(stream);
    emu_operation operation = {.order = stream ? stream->order : 0,
                               .stream = stream ? stream->number : 0,
                               .parent = parent,
                               .kind = kind,
                               .tail = tail,
                               .by = by};
    if (grid) {
        operation.kernel = grid->kernel;
        operation.grid = grid->grid;
        operation.block = grid->block;
    }
    const emu_operation *last = emu_operation_of(stream ? stream->last : 0);
    if (grid && grid->programmatic && stream && last->kernel &&
        last->parent == parent &&                                         /* else it is of an earlier run of a graph */
        !emu_order_contains(stream->order, stream->number, stream->last)) /* else the host has waited for it */
        operation.ahead = stream->last;
    uint32_t number = emu_operation_add(&operation);
    if (stream)
        stream->last = number;
    pthread_mutex_unlock(&emu_operations_lock);
    return number;
}

/* With the lock held. */
static emu_order *order_of(const struct emu_check_stream *stream)
{
    emu_order *order = emu_order_share(stream->order);
    return stream->last ? emu_order_add(order, stream->number, stream->last) : order;
}

emu_order *emu_check_stream_order(const emu_check_stream *stream)
{
    pthread_mutex_lock(&emu_operations_lock);
    emu_order *order = stream ? order_of(stream) : 0;
    pthread_mutex_unlock(&emu_operations_lock);
    return order;
}

bool emu_check_order_has(const emu_order *order, unsigned operation)
{
    return emu_order_contains(order, emu_operation_of(operation)->stream, operation);
}

void emu_check_stream_waits(emu_check_stream *stream, emu_order *order)
{
    pthread_mutex_lock(&emu_operations_lock);
    if (stream)
        join_into(&stream->order, order);
    pthread_mutex_unlock(&emu_operations_lock);
}

/* ---- waits of the host ---- */
emu_order *emu_check_all_order(void)
{
    emu_order *all = 0;
    pthread_mutex_lock(&emu_operations_lock);
    for (const struct emu_check_stream *each = streams; each; each = each->next) {
        emu_order *one = order_of(each);
        join_into(&all, one);
        emu_order_drop(one);
    }
    pthread_mutex_unlock(&emu_operations_lock);
    return all;
}

void emu_check_host_waited(emu_order *order)
{
    pthread_mutex_lock(&emu_operations_lock);
    join_into(&host_order, order);
    forget_finished();
    pthread_mutex_unlock(&emu_operations_lock);
}

/* With the lock held. */
static void host_follows(uint32_t number)
{
    const emu_operation *operation = emu_operation_of(number);
    while (operation->parent)
        operation = emu_operation_of(number = operation->parent);
    emu_order *order = emu_order_share(operation->order);
    if (operation->stream)
        order = emu_order_add(order, operation->stream, number);
    join_into(&host_order, order);
    emu_order_drop(order);
}

void emu_check_host_function_begins(unsigned number)
{
    pthread_mutex_lock(&emu_operations_lock);
    host_follows(number);
    pthread_mutex_unlock(&emu_operations_lock);
}

void emu_check_host_function_ends(unsigned number)
{
    pthread_mutex_lock(&emu_operations_lock);
    emu_gate_add(number, host_order);
    pthread_mutex_unlock(&emu_operations_lock);
}

void emu_check_value_seen(unsigned number, emu_order *order)
{
    pthread_mutex_lock(&emu_operations_lock);
    emu_gate_add(number, order);
    pthread_mutex_unlock(&emu_operations_lock);
}

void emu_check_host_word(uint32_t number, bool reads, bool writes)
{
    pthread_mutex_lock(&emu_operations_lock);
    if (writes)
        host_follows(number);
    if (reads)
        emu_operation_order_after(number, host_order);
    pthread_mutex_unlock(&emu_operations_lock);
}
