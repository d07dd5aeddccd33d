/* A kernel's fault stays with the device: queued work is dropped, and every call returns it, until the reset. */
#include <stdatomic.h>

#include "device/stream.h"
#include "../harness/arrays.h"
#include "stream_gate.h"

static void count_call(void *user)
{
    atomic_fetch_add((atomic_int *)user, 1);
}

TEST(stream, fault_drops_what_is_queued, .cpu_only = true)
{
    lw_device *second;
    lw_stream *stream, *other;
    lw_event *event, *later;
    static atomic_int calls;
    atomic_store(&calls, 0);
    int *pinned;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &later), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, 2 * sizeof *pinned), LW_SUCCESS);
    pinned[0] = pinned[1] = 7;

    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate);
    CHECK_STATUS(lw_launch(stream_trap, one_thread(stream)), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, pinned, 0, 1), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, count_call, &calls), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(other), 1, pinned + 1, 0, 2), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(other, count_call, &calls), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(later, other), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_LAUNCH_FAILURE);
    CHECK_MESSAGE(t->device, "stream_trap");
    CHECK_EQUAL(pinned[0], 7);
    CHECK_EQUAL(pinned[1], 7);
    CHECK_EQUAL(atomic_load(&calls), 0);

    /* Every call, on every handle of the device. */
    void *pointer = NULL;
    CHECK_STATUS(lw_malloc(t->device, &pointer, 16), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_stream_query(other), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_event_query(later), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(other), 1, pinned, 0, 1), LW_ERROR_LAUNCH_FAILURE);
    CHECK_MESSAGE(t->device, "stream_trap");
    CHECK(lw_device_open(&second, t->device_name) == LW_ERROR_LAUNCH_FAILURE || lw_device_close(second) != LW_SUCCESS);

    /* Streams and events outlast the reset; the pinned memory does not. */
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_event_query(later), LW_SUCCESS);
    int *p, got = 0;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof *p), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, p, 0, sizeof *p), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, p, 0, 31), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, count_call, &calls), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, &got, p, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(got, 31);
    CHECK_EQUAL(atomic_load(&calls), 1);
}

/* Closing returns the fault, and the next handle starts without it. */
TEST(stream, fault_met_by_close, .cpu_only = true, .isolated = true)
{
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_trap, one_thread(lw_default_stream(t->device))), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->device), LW_ERROR_LAUNCH_FAILURE);
    CHECK_STATUS(lw_device_open(&t->device, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}
