/* Out of memory at every allocation in turn: a status, a sentence, nothing leaked, everything usable after. */
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "api/test_hook.h"
#include "tests/device/api_kernels.h"
#include "tests/harness/test.h"

static void no_function(void *user)
{
    (void)user;
}

struct scenario {
    lw_device *device;
    const char *step; /* the latest call made */
};

#define STEP(function, ...)                                                                                            \
    do {                                                                                                               \
        s->step = #function;                                                                                           \
        lw_status step_status = function(__VA_ARGS__);                                                                 \
        if (step_status)                                                                                               \
            return step_status;                                                                                        \
    } while (0)

/* A program in small. The first failure ends it; the device is left to the caller. */
static lw_status run_scenario(struct scenario *s, const char *name)
{
    lw_stream *stream;
    lw_event *start, *stop;
    int *memory, *pinned, *rows, got[64];
    size_t pitch;
    float milliseconds;
    STEP(lw_device_open, &s->device, name);
    STEP(lw_stream_create, s->device, &stream);
    STEP(lw_event_create, s->device, &start);
    STEP(lw_event_create, s->device, &stop);
    STEP(lw_malloc, s->device, (void **)&memory, sizeof got);
    STEP(lw_malloc_host, s->device, (void **)&pinned, sizeof got);
    STEP(lw_malloc_pitch, s->device, (void **)&rows, &pitch, 16, 4);
    STEP(lw_memset, s->device, memory, 0, sizeof got);
    STEP(lw_event_record, start, stream);
    STEP(lw_memcpy_async, stream, memory, pinned, sizeof got, LW_MEMCPY_HOST_TO_DEVICE);
    s->step = "lw_launch";
    lw_status status = lw_launch(api_fill, lw_linear(stream, 64, 64), memory, 9, 64);
    if (!status)
        status = lw_launch(api_shared, lw_linear(stream, 64, 64), memory, -1);
    if (status)
        return status;
    STEP(lw_launch_host_function, stream, no_function, NULL);
    STEP(lw_event_record, stop, stream);
    STEP(lw_stream_wait_event, lw_default_stream(s->device), stop);
    STEP(lw_memcpy_2d, s->device, rows, pitch, got, 16, 16, 4, LW_MEMCPY_HOST_TO_DEVICE);
    STEP(lw_memcpy_from_symbol, s->device, got, LW_SYMBOL(api_counter), 16, 0);
    STEP(lw_stream_synchronize, stream);
    STEP(lw_event_elapsed_time, &milliseconds, start, stop);
    STEP(lw_memcpy, s->device, got, memory, sizeof got, LW_MEMCPY_DEVICE_TO_HOST);
    STEP(lw_free, s->device, rows);
    STEP(lw_stream_destroy, stream);
    STEP(lw_event_destroy, stop);
    STEP(lw_device_synchronize, s->device);
    return got[0] == 1 && got[63] == 9 ? LW_SUCCESS : LW_ERROR_LAUNCH_FAILURE;
}

static void check_counts(struct test *t, const lw_test_counts *before, const char *step)
{
    lw_test_counts now;
    lw_test_count(&now);
    if (memcmp(&now, before, sizeof now) != 0)
        FAIL("after %s: %ld devices, %ld streams, %ld events, %ld contexts, %ld ranges are left", step,
             now.devices - before->devices, now.streams - before->streams, now.events - before->events,
             now.contexts - before->contexts, now.ranges - before->ranges);
}

/* Fails each allocation in turn; `failed` is how many there were. */
static void fail_each(struct test *t, const char *name, int *failed)
{
    lw_test_counts before;
    lw_test_count(&before);
    for (int n = 1;; n++) {
        if (n > 1000)
            FAIL("%d allocations and no end", n);
        struct scenario s = {NULL, ""};
        lw_test_fail_allocation(n);
        lw_status status = run_scenario(&s, name);
        bool pending = lw_test_failure_pending();
        lw_test_fail_allocation(0);
        if (status) {
            const char *message = lw_last_error_message(s.device);
            /* The system may also refuse a thread that the device needs. */
            bool threads = status == LW_ERROR_SYSTEM && strstr(message, "thread");
            if (status != LW_ERROR_OUT_OF_MEMORY && !threads)
                FAIL("allocation %d, %s: %s: %s", n, s.step, lw_status_string(status), message);
            if (strncmp(message, s.step, strlen(s.step)) != 0 || message[strlen(s.step)] != ':')
                FAIL("allocation %d, %s: the message is \"%s\"", n, s.step, message);
        }
        if (s.device) {
            lw_status closed = lw_device_close(s.device);
            if (closed)
                FAIL("allocation %d, %s, then lw_device_close: %s", n, s.step, lw_last_error_message(NULL));
        }
        CHECK_CALL(check_counts(t, &before, s.step));
        if (!status && pending) {
            *failed = n - 1;
            return;
        }
        if (!status) /* the failure hit something that can do without, or comes later than its call */
            continue;
        struct scenario again = {NULL, ""};
        status = run_scenario(&again, name);
        if (status)
            FAIL("after allocation %d failed in %s: %s: %s", n, s.step, again.step, lw_last_error_message(NULL));
        CHECK_STATUS(lw_device_close(again.device), LW_SUCCESS);
        CHECK_CALL(check_counts(t, &before, again.step));
    }
}

/* Each device is opened here, so that the failures reach its opening too. */
TEST(api, out_of_memory, .host = true, .isolated = true, .seconds = 200)
{
    int count;
    const char *name;
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    for (int i = 0; i < count; i++) {
        CHECK_STATUS(lw_device_name(i, &name), LW_SUCCESS);
        int failed = 0;
        CHECK_CALL(fail_each(t, name, &failed));
        CHECK(failed >= 10);
    }
}

/* The same again and again: what a failure leaves behind would add up, in each span of rounds. Pools of handles grow
 * too, now and then and ever more seldom: one span without growth will do. The allocator is asked, since the counts above
 * are the dispatch's own; under AddressSanitizer it knows nothing, and the leak checker looks instead. */
TEST(api, out_of_memory_leaks, .host = true, .isolated = true, .seconds = 200)
{
    enum { SPANS = 5, ROUNDS = 10, NOISE = 250 };
    size_t growth = 0;
    for (int span = 0; span < SPANS; span++) {
        size_t before = mallinfo2().uordblks;
        for (int round = 0; round < ROUNDS; round++) {
            int failed = 0;
            CHECK_CALL(fail_each(t, "cpu", &failed));
        }
        size_t after = mallinfo2().uordblks;
        growth = after > before ? after - before : 0;
        if (growth <= NOISE)
            return;
    }
    FAIL("%zu bytes more in use after the last %d rounds", growth, ROUNDS);
}
