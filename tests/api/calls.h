/* Every call of the interface that takes a handle, once for each handle, in a form that succeeds. A test can spoil
 * one thing (a handle, the device's state, the calling thread) and see that every call refuses it. */
#ifndef API_CALLS_H
#define API_CALLS_H

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>
#include <lanewise/graph_memory.h>
#include <lanewise/launch.h>
#include <lanewise/texture.h>
#include <lanewise/user_object.h>

#include "tests/harness/test.h"

struct operands {
    lw_device *device;
    lw_stream *stream;
    lw_event *event, *stop; /* both recorded */
    lw_library *library;
    lw_array *array; /* of floats, 16 x 8, for surfaces */
    lw_texture_object texture;
    lw_surface_object surface;
    lw_graph *graph, *clone;
    lw_graph_node *node; /* of the graph: a kernel */
    lw_graph_exec *exec;
    lw_user_object *object; /* the program and the graph have a reference each */
    void *memory;           /* of the device, 4096 bytes */
    void *spare;            /* of the device, for the call that frees it */
    void *pinned, *pinned_spare;
    lw_memory_pool *pool;
    void *managed;
    void *ordered; /* of the pool, for the call that frees it */
    /* Null where the device has no multicast objects. The first has the device, and is two units large; of the first unit the memory
     * `physical` is bound. The second has no device yet. */
    lw_multicast *multicast, *empty;
    lw_physical_memory *physical;
    char *reserved; /* three units: `physical` is mapped at the first one */
    size_t unit;
    char host[4096];
    char file[512]; /* path of a shared library */
    /* For the calls that page-lock memory, and that unlock it: whole pages. */
    _Alignas(4096) char own[4096], registered[4096];
};

struct call {
    const char *name, *argument; /* the argument that holds the handle */
    size_t handle;               /* its place in the operands */
    lw_status (*make)(struct operands *o);
    unsigned flags;
};

enum {
    API_CALL_WHILE_FAULTED = 1, /* returns its own status while the device is faulted */
    API_CALL_ENDS_HANDLE = 2,   /* the handle is closed after it */
    API_CALL_MULTICAST = 4      /* needs multicast objects */
};

extern const struct call api_calls[];
extern const size_t api_call_count;

/* Whether the device of the operands can make the call. */
bool api_call_applies(const struct operands *o, const struct call *call);

/* The handle among the operands that the call takes. */
void **api_call_handle(struct operands *o, const struct call *call);

/* Fills in all operands on `device`, which stays the caller's. */
void api_operands_make(struct test *t, lw_device *device, struct operands *o);
/* Destroys the operands; for a device without a fault. */
void api_operands_drop(struct operands *o);

#endif
