/* Streams, events and the marks of their records. */
#ifndef LW_CPU_STREAM_H
#define LW_CPU_STREAM_H

#include "types.h"

/* Positions in other streams that precede something: all operations of a stream up to a ticket. Which memory a stream may
 * use again follows from it. With more streams the oldest entry is forgotten: then memory is used again less often. */
enum { LW_CPU_ORDER = 8 };
typedef struct lw_cpu_order {
    unsigned count;
    struct {
        uint64_t stream, ticket; /* stream: its number */
    } up_to[LW_CPU_ORDER];
} lw_cpu_order;

/* One record of an event. The event, the queue with the record and the waits for it share the mark. */
typedef struct lw_cpu_mark {
    unsigned references;
    atomic_bool done;                   /* written under the lock, read anywhere */
    uint64_t time;                      /* ns of the monotonic clock; set before `done` */
    lw_stream_impl *stream;             /* the stream with the record; valid until done */
    uint64_t ticket;                    /* of the record's operation */
    lw_stream_impl *parked;             /* list of streams whose head waits for this mark */
    bool in_graph;                      /* a graph's node reaches it: `ticket` is of what precedes the graph */
    lw_cpu_node *nodes;                 /* list of graphs' nodes that wait for this mark */
    emu_waiter *waiters;                /* host threads that wait for the mark of a graph's node */
    emu_order *check;                   /* checked mode: the operations that precede the record */
    struct lw_cpu_shared_event *shared; /* of an event of several processes: null, or what they share */
    uint64_t shared_number;             /* the record's, among those of all processes */
    uint64_t stream_number;             /* this and the next four are valid after `done`, too */
    unsigned ordinal;                   /* of the stream's device */
    bool blocking, legacy;              /* the stream is a blocking one, or the legacy stream */
    lw_cpu_order order;                 /* what precedes the record */
} lw_cpu_mark;

struct lw_event_impl {
    lw_device_impl *device;
    lw_cpu_mark *mark;                  /* the latest record; null before the first */
    bool untimed;                       /* LW_EVENT_DISABLE_TIMING */
    struct lw_cpu_shared_event *shared; /* LW_EVENT_INTERPROCESS: what processes share; else null */
    unsigned users;                     /* the handle, and nodes of graphs that can run; the last frees the event */
    bool open;                          /* event of a family: the handle is valid, not destroyed */
    uint64_t captured;                  /* the number of the capture that has the latest record; 0: none has */
    lw_graph_node **nodes;              /* the nodes that the captured record comes after */
    size_t node_count;
    lw_event_impl *sibling;
};

/* The use of a family's stream. */
typedef enum lw_cpu_role {
    LW_CPU_NAMED,          /* a thread made it */
    LW_CPU_NULL,           /* a block's null stream */
    LW_CPU_FIRE_AND_FORGET /* holds one fire-and-forget launch */
} lw_cpu_role;

struct lw_stream_impl {
    lw_device_impl *device;
    lw_cpu_operation *head, *tail;
    bool blocked;                    /* the head has begun, or is parked; its completion unblocks the stream */
    emu_task *running;               /* the head's task, while the pool has it */
    atomic_uint pending;             /* operations queued; read anywhere */
    emu_waiter *waiters;             /* host threads that wait until the stream has passed their tickets */
    bool destroyed;                  /* the handle is closed: freed when the queue is empty */
    bool blocking;                   /* ordered with the legacy stream */
    int priority;                    /* of its tasks; lower is higher */
    uint64_t number;                 /* never used twice */
    uint64_t active;                 /* ticket of the latest grid that the host has not waited for; 0: none */
    lw_access_policy_window window;  /* stored, and has no effect */
    lw_cpu_order order;              /* what precedes its next operation, in other streams */
    unsigned users;                  /* of the legacy stream: handles of it */
    bool to_advance;                 /* in the list of streams to advance */
    lw_cpu_role role;                /* this and the next three are for a family's streams */
    bool open;                       /* the handle is valid, not destroyed */
    uint64_t block;                  /* of a null stream: the block that uses it */
    lw_cpu_capture *_Atomic capture; /* null: it does not capture; written with the lock held */
    lw_node_list frontier;           /* the captured nodes that its next node comes after */
    lw_stream_impl *sibling;
    lw_stream_impl *next_parked, *next_to_advance;
    lw_stream_impl *previous, *next; /* in the device's list */
    emu_check_stream *check;         /* null, except in checked mode */
};

/* order.c */
void lw_cpu_order_add(lw_cpu_order *order, uint64_t stream, uint64_t ticket);
void lw_cpu_order_join(lw_cpu_order *order, const lw_cpu_order *more);
bool lw_cpu_order_contains(const lw_cpu_order *order, uint64_t stream, uint64_t ticket);

/* stream.c */
lw_status lw_cpu_stream_priorities(lw_device_impl *device, int *least, int *greatest);
lw_status lw_cpu_stream_create(lw_device_impl *device, unsigned flags, int priority, lw_stream_impl **stream);
void lw_cpu_stream_destroy(lw_stream_impl *stream);
void lw_cpu_stream_add(lw_device_impl *device, lw_stream_impl *stream); /* with the lock held; the stream is zeroed */
void lw_cpu_stream_free(lw_stream_impl *stream);                        /* with the lock held; the queue is empty */
lw_status lw_cpu_stream_synchronize(lw_stream_impl *stream);
lw_status lw_cpu_stream_query(lw_stream_impl *stream);

/* event.c */
lw_status lw_cpu_stream_wait_event(lw_stream_impl *stream, lw_event_impl *event);
lw_status lw_cpu_event_create(lw_device_impl *device, unsigned flags, lw_event_impl **event);
void lw_cpu_event_destroy(lw_event_impl *event);
void lw_cpu_event_release(lw_event_impl *event); /* one user less; with the lock held */
lw_status lw_cpu_event_record(lw_event_impl *event, lw_stream_impl *stream);
/* Records and waits in two steps. First make the operation; null, with a message, when out of memory. Then enqueue it
 * with the lock held. `parent`: as in lw_cpu_enqueue_for(). lw_cpu_wait_enqueue() frees a wait for a mark that is
 * done. */
lw_cpu_operation *lw_cpu_record_make(lw_device_impl *device);
void lw_cpu_mark_enqueue(lw_cpu_launch *parent, lw_stream_impl *stream, lw_cpu_operation *record); /* of no event */
void lw_cpu_record_enqueue(lw_cpu_launch *parent, lw_event_impl *event, lw_stream_impl *stream,
                           lw_cpu_operation *operation);
lw_cpu_operation *lw_cpu_wait_make(lw_device_impl *device);
void lw_cpu_wait_enqueue(lw_cpu_launch *parent, lw_stream_impl *stream, lw_event_impl *event,
                         lw_cpu_operation *operation);
lw_status lw_cpu_event_synchronize(lw_event_impl *event);
lw_status lw_cpu_event_query(lw_event_impl *event);
lw_status lw_cpu_event_elapsed(float *milliseconds, lw_event_impl *start, lw_event_impl *stop);

#endif
