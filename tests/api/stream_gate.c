#include "stream_gate.h"

#include <stdatomic.h>
#include <time.h>

struct stream_gate {
    atomic_int open;
};

static void stand(void *user)
{
    enum { STEPS = 100000, STEP_NS = 100000 };
    struct stream_gate *gate = user;
    for (int i = 0; i < STEPS && !atomic_load(&gate->open); i++)
        nanosleep(&(struct timespec){0, STEP_NS}, NULL);
}

struct stream_gate *gate_close(lw_stream *stream)
{
    enum { GATES = 64 };
    static struct stream_gate gates[GATES]; /* a gate left by a failed check must not be used again too soon */
    static atomic_uint next;
    struct stream_gate *gate = &gates[atomic_fetch_add(&next, 1) % GATES];
    atomic_store(&gate->open, 0);
    return lw_launch_host_function(stream, stand, gate) == LW_SUCCESS ? gate : NULL;
}

void gate_open(struct stream_gate *gate)
{
    atomic_store(&gate->open, 1);
}
