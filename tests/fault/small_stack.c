/* Threads of the program with the smallest stacks that the system allows: they open the device, run grids themselves
 * while they wait, write reports and close the device. */
#include "fault.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device/sync.h"

enum { STACK = 16 << 10 };

typedef struct visit {
    lw_status opened, launched, ended, closed;
    char report[4000];
} visit;

static void *use_device(void *user)
{
    visit *v = user;
    lw_device *device;
    static int *out; /* not used by the kernel before it ends */
    v->opened = lw_device_open(&device, "cpu");
    if (v->opened)
        return NULL;
    v->launched = lw_launch(fault_deadlock, lw_linear(lw_default_stream(device), 1, 100), out);
    v->ended = lw_device_synchronize(device);
    const char *message = lw_last_error_message(device);
    memcpy(v->report, message, strnlen(message, sizeof v->report - 1));
    v->closed = lw_device_close(device);
    return NULL;
}

/* A deadlock has the longest report. One worker: the waiting thread runs the block. */
TEST(fault, small_stack, .host = true, .isolated = true)
{
    SKIP_UNDER_THREAD_SANITIZER();
    static visit v;
    pthread_t thread;
    pthread_attr_t attributes;
    CHECK(setenv("LANEWISE_WORKERS", "1", 1) == 0);
    CHECK_EQUAL(pthread_attr_init(&attributes), 0);
    if (pthread_attr_setstacksize(&attributes, STACK) != 0) /* aarch64 needs more */
        CHECK_EQUAL(pthread_attr_setstacksize(&attributes, (size_t)sysconf(_SC_THREAD_STACK_MIN)), 0);
    CHECK_EQUAL(pthread_create(&thread, &attributes, use_device, &v), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    CHECK_STATUS(v.opened, LW_SUCCESS);
    CHECK_STATUS(v.launched, LW_SUCCESS);
    CHECK_STATUS(v.ended, LW_ERROR_DEADLOCK);
    CHECK_STATUS(v.closed, LW_ERROR_DEADLOCK);
    CHECK_CONTAINS(v.report, "40 threads: 0-39 waiting in __syncthreads");
    CHECK_CONTAINS(v.report, "36 threads: 64-99 ended");
}
