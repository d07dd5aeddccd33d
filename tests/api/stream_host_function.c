/* Host functions: in stream order, on a thread of the library, without calls into the library. */
#include <pthread.h>
#include <stdatomic.h>

#include "device/stream.h"
#include "../harness/test.h"

struct visit {
    lw_device *device;
    lw_stream *stream;
    int *pinned;
    int seen;
    bool same_thread;
    pthread_t caller;
    lw_status open, launch, synchronize, allocate;
    atomic_int calls;
};

static void look(void *user)
{
    struct visit *visit = user;
    visit->seen = *visit->pinned;
    *visit->pinned = 100;
    visit->same_thread = pthread_equal(pthread_self(), visit->caller);
    atomic_fetch_add(&visit->calls, 1);
}

/* The kernel before has finished, the copy after has not begun. */
TEST(stream, host_function_in_order)
{
    struct visit visit = {.device = t->device, .caller = pthread_self()};
    lw_stream *stream;
    int *p, got = 0;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, sizeof *p), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&visit.pinned, sizeof *p), LW_SUCCESS);
    *visit.pinned = 1;
    lw_launch_config config = lw_grid(stream, lw_make_dim3(1, 1, 1), lw_make_dim3(1, 1, 1), 0);
    CHECK_STATUS(lw_memcpy_async(stream, p, visit.pinned, sizeof *p, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, config, 1, p, 1, 22), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, visit.pinned, p, sizeof *p, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, look, &visit), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, p, visit.pinned, sizeof *p, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(atomic_load(&visit.calls), 1);
    CHECK_EQUAL(visit.seen, 23);
    CHECK(!visit.same_thread);
    CHECK_STATUS(lw_memcpy(t->device, &got, p, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, 100);
    CHECK_STATUS(lw_free_host(t->device, visit.pinned), LW_SUCCESS);
}

static void call_back(void *user)
{
    struct visit *visit = user;
    lw_device *device;
    void *pointer;
    visit->open = lw_device_open(&device, "cpu");
    visit->allocate = lw_malloc(visit->device, &pointer, 16);
    visit->launch = lw_launch_host_function(visit->stream, look, visit);
    visit->synchronize = lw_device_synchronize(visit->device);
}

TEST(stream, host_function_may_not_call_in)
{
    struct visit visit = {.device = t->device, .stream = lw_default_stream(t->device)};
    CHECK_STATUS(lw_launch_host_function(visit.stream, call_back, &visit), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(visit.stream), LW_SUCCESS);
    CHECK_STATUS(visit.open, LW_ERROR_NOT_PERMITTED);
    CHECK_STATUS(visit.allocate, LW_ERROR_NOT_PERMITTED);
    CHECK_STATUS(visit.launch, LW_ERROR_NOT_PERMITTED);
    CHECK_STATUS(visit.synchronize, LW_ERROR_NOT_PERMITTED);
    /* The program's own threads may call it as before. */
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}
