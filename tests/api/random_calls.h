/* Random calls of the whole host interface. A caller is a host thread with a model: which of its handles live, what its memory
 * holds. Each function of the interface has a RANDOM_CALL in a random_*.c file: it chooses arguments that are right, and calls. In
 * some calls wrong() makes one of the arguments wrong. finish() compares the status with what the model says.
 *
 *     RANDOM_CALL(lw_event_query)
 *     {
 *         struct thing *event = pick(c, EVENT);
 *         if (event)
 *             finish(c, lw_event_query(handle(c, EVENT, "event", event->handle)));
 *     }
 *
 * tests/api/random_calls.sh compares the RANDOM_CALLs with the headers. */
#ifndef RANDOM_CALLS_H
#define RANDOM_CALLS_H

#include <pthread.h>
#include <stdatomic.h>

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>
#include <lanewise/graph_memory.h>
#include <lanewise/launch.h>
#include <lanewise/multicast.h>
#include <lanewise/texture.h>
#include <lanewise/user_object.h>

#include "tests/harness/test.h"

enum { PLACES = 2, CALLERS = 4, THINGS = 4, BLOCKS = 12, SHARED_SIZE = 1024, MOST_BYTES = 4096 };

/* The kinds of handles. */
enum kind {
    DEVICE,
    STREAM,
    EVENT,
    POOL,
    ARRAY,
    GRAPH,
    NODE,
    EXEC,
    LIBRARY,
    PHYSICAL,
    MULTICAST,
    OBJECT,
    TEXTURE,
    SURFACE,
    KINDS
};

/* The stream that used something last, and its device; null: nothing does any more. */
struct last {
    lw_stream *stream;
    int place;
    struct trace { /* the latest uses, for a report; the newest first */
        const char *function;
        unsigned long call;
        const void *stream;
    } traces[4];
};

/* Something that a caller has made. */
struct thing {
    void *handle;     /* null: this place is free */
    lw_device *owner; /* the device handle that it ends with */
    int place;        /* which of the two devices */
    unsigned flags;   /* as it was made */
    bool recorded;    /* an event */
    size_t size;      /* of physical memory */
    bool mapped;      /* physical memory, once: a second address would be another shadow */
    struct thing *of; /* the array of a texture or surface */
    lw_array_shape shape;
    unsigned references;        /* of a user object: the program's */
    bool kept;                  /* a user object that a graph has: its handle outlives these references */
    struct random_graph *graph; /* of a graph or an executable graph: what it does */
    unsigned char *shadow;      /* of an array: what it holds */
    struct last last;           /* of an array or an executable graph */
};

/* Where memory is. */
enum space { IN_DEVICE, IN_ORDER, IN_SYMBOL, MAPPED, MANAGED, PINNED, REGISTERED, PLAIN };

/* Memory with what it holds. Work on it is in the order of the program, whatever the streams. */
struct block {
    unsigned char *base, *shadow; /* null: this place is free */
    size_t size;
    enum space space;
    lw_device *owner;
    int place;
    unsigned generation; /* another one for each allocation */
    struct last last;
    size_t mapped; /* MAPPED: bytes of the range */
};

struct caller {
    struct session *session;
    struct test random; /* its random numbers */
    pthread_t thread;
    int number;
    lw_device *own[PLACES];
    lw_event *join[PLACES], *graph_event[PLACES]; /* orders streams; of graphs' nodes */
    struct thing things[KINDS][THINGS];
    struct block blocks[BLOCKS];
    unsigned generation;
    void *closed[KINDS]; /* the handle that was closed last */
    unsigned long closed_at[KINDS];

    /* This call: */
    const struct random_call *call;
    int chosen, seen;   /* which error it gets, -1: none; how many it could have had */
    lw_status expected; /* and what its message says of which argument */
    char words[64];
    lw_status allowed[4];
    int allowed_count;
    _Alignas(16) unsigned char out[1024]; /* what it may write to */
    bool is_out[1024];                    /* of each byte: whether it belongs to an output */
    size_t out_used;
    unsigned long made; /* calls so far */

    /* What runs on the library's threads counts itself. */
    atomic_ulong functions, callbacks, destroyed;
    unsigned long functions_due, callbacks_due, objects;
    int errors[256];    /* by function: how many errors a call can have */
    unsigned done[256]; /* by function: calls */
    bool failed;
};

/* What all callers share. */
struct session {
    struct test *test;
    const char *names[PLACES];
    int places;
    lw_device *device[PLACES];
    lw_stream *stream[PLACES];
    lw_event *event[PLACES];
    lw_memory_pool *pool[PLACES];
    unsigned char *memory[PLACES]; /* SHARED_SIZE bytes, which nobody writes: shared_byte() */
    pthread_barrier_t barrier;
    pthread_rwlock_t alone;
    bool is_short;   /* allocations fail now and then */
    int count;       /* of callers */
    bool faults;     /* kernels fault now and then */
    lw_status fault; /* of the device now; all calls return it */
    atomic_bool failed;
    bool over;
    atomic_ulong closed[KINDS]; /* handles */
    unsigned long calls;        /* of each caller */
    struct caller callers[CALLERS];
    atomic_ulong right[256], refused[256]; /* by function */
};

static inline unsigned char shared_byte(size_t i)
{
    return (unsigned char)(i * 7 + i / 256 + 3);
}

/* A function of the interface. */
struct random_call {
    const char *name;
    void (*make)(struct caller *c);
    bool refused_only;  /* no call of it can succeed in this test; the RANDOM_CALL says why */
    bool rarely;        /* it takes long */
    bool lacking;       /* a device may not have it */
    bool while_faulted; /* it succeeds after a fault of the device, too */
    bool never_faulted; /* it ends a handle then, which the other calls need */
    bool alone;         /* no other thread is inside a call meanwhile: it captures, which forbids some calls of all */
    struct random_call *next;
    int number;
};
void random_call_register(struct random_call *call);
void random_call_make(struct caller *c, const struct random_call *call);

#define RANDOM_CALL(function_, ...)                                                                                    \
    static void random_##function_(struct caller *c);                                                                  \
    __attribute__((constructor)) static void random_##function_##_register(void)                                       \
    {                                                                                                                  \
        static struct random_call self = {.name = #function_, .make = random_##function_, __VA_ARGS__};                \
        random_call_register(&self);                                                                                   \
    }                                                                                                                  \
    static void random_##function_(struct caller *c)

/* ---- random_caller.c: a call ---- */
uint64_t below(struct caller *c, uint64_t limit);
bool one_in(struct caller *c, uint64_t count);

/* Whether the call gets this error: then `status` is due, with a message that begins with the function's name and contains
 * `words`. At most one error in a call. */
bool wrong(struct caller *c, const char *words, lw_status status);
/* The handle; or, if the call gets that error, null, a closed or a wild one. */
void *handle(struct caller *c, enum kind kind, const char *argument, void *good);
/* Room for an output, filled with junk that a failing call must leave; or null, if the call gets that error. */
void *out(struct caller *c, const char *argument, size_t size);
void *out_or_null(struct caller *c, size_t size); /* of an output that may be null */
/* The call is refused, whatever the choice of errors was: the model knows a reason. */
void expect(struct caller *c, const char *words, lw_status status);
/* The call may return this, too. */
void allow(struct caller *c, lw_status status);
/* Makes the call and compares its status. True: it has succeeded. Where memory is short, an allocation in the call may fail. */
#define finish(c, call_) finish_call(c, (random_short_of_memory(c), (call_)))
void random_short_of_memory(struct caller *c);
bool finish_call(struct caller *c, lw_status status);
/* A call between the random ones, which must succeed. */
#define NEED(c, call_) need(c, __FILE__, __LINE__, #call_, call_)
bool need(struct caller *c, const char *file, int line, const char *text, lw_status status);
void caller_fail(struct caller *c, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- random_things.c: handles ---- */
int place_of(struct caller *c);                    /* one of the devices */
lw_device *device_of(struct caller *c, int place); /* the caller's handle, or the shared one */
struct thing *pick(struct caller *c, enum kind kind);
struct thing *room(struct caller *c, enum kind kind);
/* The thing exists from now on. */
void made(struct caller *c, enum kind kind, struct thing *thing, void *handle, lw_device *owner, int place);
void closed(struct caller *c, enum kind kind, struct thing *thing);
/* All that the device handle owned is closed; null: what a reset of all devices ends. */
void forget(struct caller *c, lw_device *owner, bool reset);
/* A stream of the device: of any kind. */
lw_stream *stream_of(struct caller *c, int place);
/* The device handle that owns a stream of stream_of(). */
lw_device *owner_of(struct caller *c, const lw_stream *stream, int place);

/* ---- random_blocks.c: memory ---- */
struct block *pick_block(struct caller *c, int place, unsigned spaces); /* spaces: bits; place -1: any */
struct block *block_room(struct caller *c);
/* The memory exists from now on; it is filled with a random byte. */
void block_made(struct caller *c, struct block *block, void *base, size_t size, enum space space, lw_device *owner,
                int place);
void block_gone(struct caller *c, struct block *block);
/* Orders what follows in the stream of a device (null: what the host does) after the work with the memory so far. */
void use(struct caller *c, struct block *block, lw_stream *stream, int place);
void use_last(struct caller *c, struct last *last, lw_stream *stream, int place);
void use_two(struct caller *c, struct last *first, struct last *second, lw_stream *stream, int place);
void wait_for_all(struct caller *c);
void stream_done(struct caller *c, lw_stream *stream); /* its work is done */
void device_done(struct caller *c, int place);
void stream_lost(struct caller *c, lw_stream *stream); /* its handle is closed */
void verify(struct caller *c, struct block *block);
void verify_all(struct caller *c);
bool known_to_host(const struct block *block); /* whether the host reads and writes it itself */
bool has_end(const struct block *block);       /* whether it ends, for the device, where the block does */

/* ---- random_graph.c ---- */
void random_graph_free(struct caller *c, enum kind kind, struct thing *thing);

enum {
    DEVICE_SPACES = 1 << IN_DEVICE | 1 << IN_ORDER | 1 << IN_SYMBOL | 1 << MAPPED,
    HOST_SPACES = 1 << PINNED | 1 << REGISTERED | 1 << PLAIN,
    SETTABLE = DEVICE_SPACES | 1 << MANAGED,
    ANY_SPACE = DEVICE_SPACES | HOST_SPACES | 1 << MANAGED
};

#endif
