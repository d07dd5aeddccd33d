/* Group O: the order within a stream, host functions, events, waits, and the opening of devices. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "../api/device/stream.h"
#include "../api/stream_gate.h"
#include "../harness/arrays.h"

/* ---- streams ---- */
enum { THREADS = 4, EACH = 50 };

struct feeder {
    pthread_t thread;
    lw_stream *stream;
    int *log, number;
    lw_status status;
};

static void *feed(void *user)
{
    struct feeder *f = user;
    for (int i = 0; i < EACH && !f->status; i++)
        f->status = lw_launch(stream_append, one_thread(f->stream), f->log + 1, f->log, f->number * EACH + i);
    return NULL;
}

TEST(row, O8_a_stream_does_one_thing_after_another)
{
    struct feeder feeders[THREADS];
    int zeros[1 + THREADS * EACH] = {0}, got[1 + THREADS * EACH], last[THREADS],
                            *log = array_of(t, zeros, sizeof zeros);
    lw_stream *stream;
    CHECK(log != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (int i = 0; i < THREADS; i++) {
        feeders[i] = (struct feeder){.stream = stream, .log = log, .number = i};
        CHECK_EQUAL(pthread_create(&feeders[i].thread, NULL, feed, &feeders[i]), 0);
        last[i] = -1;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(feeders[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        CHECK_STATUS(feeders[i].status, LW_SUCCESS);
    /* Kernels, copies and sets, each of which needs the one before. */
    CHECK_STATUS(lw_memcpy_async(stream, got, log, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_memset_async(stream, log, 1, sizeof got), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, THREADS * EACH, 64), THREADS * EACH, log, 2, 1),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, zeros, log, sizeof zeros, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(got[0], THREADS * EACH);
    for (int i = 1; i <= THREADS * EACH; i++) {
        CHECK(got[i] >= 0 && got[i] < THREADS * EACH);
        CHECK(got[i] % EACH == last[got[i] / EACH] + 1); /* what one thread gives keeps its order */
        last[got[i] / EACH]++;
    }
    for (int i = 0; i < THREADS * EACH; i++)
        CHECK_EQUAL(zeros[i], 0x01010101 * 2 + 1);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

TEST(row, O8b_a_streams_work_outlives_its_handle)
{
    lw_stream *stream;
    int got = 0, *word = array_of(t, &got, sizeof got);
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, word, 0, 7), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS); /* does not wait for the gate */
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_INVALID_HANDLE);
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK_EQUAL(got, 7);
}

/* ---- host functions ---- */
struct seen {
    lw_device *device;
    const int *word; /* page-locked */
    int value, calls;
    lw_status status; /* of a call within the function */
};

static void look(void *user)
{
    struct seen *seen = user;
    void *memory;
    seen->value = *seen->word;
    seen->calls++;
    seen->status = lw_malloc(seen->device, &memory, 4);
}

TEST(row, O9_host_functions_are_part_of_a_stream)
{
    int *pinned, got = 5, *word = array_of(t, &got, sizeof got);
    lw_stream *stream;
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, 3 * sizeof *pinned), LW_SUCCESS);
    memset(pinned, 0, 3 * sizeof *pinned);
    struct seen seen[2] = {{t->device, pinned, -1, 0, LW_SUCCESS}, {t->device, pinned + 1, -1, 0, LW_SUCCESS}};
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, word, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, pinned, word, sizeof *word, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, look, &seen[0]), LW_SUCCESS); /* after the copy */
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, word, 2, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, pinned + 1, word, sizeof *word, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, look, &seen[1]), LW_SUCCESS);
    /* Later work waits for a function. */
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_memcpy_async(stream, pinned + 2, word, sizeof *word, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    CHECK_EQUAL(*(volatile int *)(pinned + 2), 0);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(pinned[2], 12);
    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(seen[i].calls, 1);
        CHECK_EQUAL(seen[i].value, i ? 12 : 6);
        CHECK_STATUS(seen[i].status, LW_ERROR_NOT_PERMITTED);
    }
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

/* ---- events ---- */
static void sleep_20_ms(void *unused)
{
    (void)unused;
    nanosleep(&(struct timespec){0, 20000000}, NULL);
}

TEST(row, O10_an_event_is_reached_with_the_work_before_it)
{
    lw_stream *stream, *other;
    lw_event *start, *stop, *never;
    float milliseconds;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &start), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &stop), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &never), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(never), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(never), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, never), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(start, stream), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(stream, sleep_20_ms, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(stop, stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(stop), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, start, stop), LW_SUCCESS);
    if (!(milliseconds >= 19 && milliseconds < 10000))
        FAIL("%g ms", (double)milliseconds);
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, never, stop), LW_ERROR_INVALID_HANDLE);
    /* Later work does not count, and a new record takes the place of an old one. */
    CHECK_STATUS(lw_event_record(start, stream), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_event_synchronize(start), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(stop, stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(stop), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, start, stop), LW_ERROR_NOT_READY);
    /* A wait is for the record that there is when it is asked for. */
    CHECK_STATUS(lw_stream_wait_event(other, start), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(start, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, stop), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(stop, other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(other), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_event_synchronize(stop), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(start), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(never), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(stop), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(start), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(other), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
}

/* ---- waits ---- */
static void set_flag(void *user)
{
    sleep_20_ms(NULL);
    atomic_store((atomic_int *)user, 1);
}

TEST(row, O11_waits_are_for_a_stream_or_for_all)
{
    lw_stream *streams[3];
    lw_device *second;
    atomic_int done[3] = {0};
    int got = 0, *word = array_of(t, &got, sizeof got);
    CHECK(word != NULL);
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    for (int i = 0; i < 3; i++)
        CHECK_STATUS(lw_stream_create(i == 2 ? second : t->device, &streams[i]), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, streams[0]);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(streams[1]), 1, word, 0, 7), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(streams[1]), LW_SUCCESS); /* not for the gate */
    CHECK_STATUS(lw_stream_query(streams[1]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(streams[0]), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK_EQUAL(got, 7);
    for (int i = 0; i < 3; i++) {
        atomic_store(&done[i], 0);
        CHECK_STATUS(lw_launch_host_function(streams[i], set_flag, &done[i]), LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS); /* streams of the other handle, too */
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(atomic_load(&done[i]), 1);
        CHECK_STATUS(lw_stream_query(streams[i]), LW_SUCCESS);
        CHECK_STATUS(lw_stream_destroy(streams[i]), LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
}

/* ---- opening ---- */
struct opener {
    pthread_t thread;
    const char *name;
    lw_device *device;
    lw_status status;
};

static void *open_it(void *user)
{
    struct opener *o = user;
    o->status = lw_device_open(&o->device, o->name);
    return NULL;
}

static void open_by_threads(struct test *t, const char *name)
{
    struct opener openers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        openers[i] = (struct opener){.name = name};
        CHECK_EQUAL(pthread_create(&openers[i].thread, NULL, open_it, &openers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(openers[i].thread, NULL);
    int value = 7, got = 0, *word;
    CHECK_STATUS(openers[0].status, LW_SUCCESS);
    CHECK_STATUS(lw_malloc(openers[0].device, (void **)&word, sizeof *word), LW_SUCCESS);
    for (int i = 1; i < THREADS; i++) { /* they have one memory */
        CHECK_STATUS(openers[i].status, LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(openers[i].device, word, &value, sizeof value, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(openers[0].device, &got, word, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_EQUAL(got, value);
        value++;
    }
    for (int i = 0; i < THREADS; i++)
        CHECK_STATUS(lw_device_close(openers[i].device), LW_SUCCESS);
}

/* Each round begins with a device that no handle has open. */
TEST(row, O12_the_first_handle_opens_the_device, .host = true, .isolated = true)
{
    int count;
    const char *name;
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    for (int i = 0; i < count; i++)
        for (int round = 0; round < 3; round++) {
            CHECK_STATUS(lw_device_name(i, &name), LW_SUCCESS);
            CHECK_CALL(open_by_threads(t, name));
        }
}

/* The kernel waits for a word that only the copy sets. */
TEST(row, O14_copies_run_beside_kernels, .isolated = true)
{
    lw_device_properties properties;
    int *flag = array_of(t, NULL, sizeof *flag), *one;
    lw_stream *kernels, *copies;
    CHECK(flag != NULL);
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.async_engine_count)
        SKIP("the device copies nothing beside kernels");
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&one, sizeof *one), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, flag, 0, sizeof *flag), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &kernels, LW_STREAM_NON_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &copies, LW_STREAM_NON_BLOCKING, 0), LW_SUCCESS);
    *one = 1;
    CHECK_STATUS(lw_launch(stream_wait, one_thread(kernels), flag), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(copies, flag, one, sizeof *one, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(copies), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(kernels), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, one), LW_SUCCESS);
}
