#include "stream_gate.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "device/stream.h"

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

/* CUDA loads a kernel's code at its first launch, which may wait for all running work: here, for the gate. */
static bool load_kernels(lw_device *device)
{
    const lw_kernel *const kernels[] = {LW_KERNEL_OF(stream_append), LW_KERNEL_OF(stream_affine),
                                        LW_KERNEL_OF(stream_count),  LW_KERNEL_OF(stream_move),
                                        LW_KERNEL_OF(stream_work),   LW_KERNEL_OF(stream_trap)};
    lw_kernel_attributes attributes;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (lw_kernel_get_attributes(device, kernels[i], &attributes))
            return false;
    return true;
}

struct stream_gate *gate_close(lw_device *device, lw_stream *stream)
{
    enum { GATES = 64 };
    static struct stream_gate gates[GATES]; /* a gate left by a failed check must not be used again too soon */
    static atomic_uint next;
    struct stream_gate *gate = &gates[atomic_fetch_add(&next, 1) % GATES];
    atomic_store(&gate->open, 0);
    if (!load_kernels(device))
        return NULL;
    return lw_launch_host_function(stream, stand, gate) == LW_SUCCESS ? gate : NULL;
}

void gate_open(struct stream_gate *gate)
{
    atomic_store(&gate->open, 1);
}
