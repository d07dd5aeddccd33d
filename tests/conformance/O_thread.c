/* Group O: a stream for each thread, and callbacks. */
#include <pthread.h>
#include <stdatomic.h>

#include "../api/device/stream.h"
#include "../api/stream_gate.h"
#include "../harness/arrays.h"

struct worker {
    pthread_t thread;
    lw_device *device;
    lw_stream *stream, *again;
    int *word;
    int first; /* of the statuses that is not LW_SUCCESS */
    bool waits;
};

static void *use_own_stream(void *user)
{
    struct worker *w = user;
    lw_status statuses[] = {lw_per_thread_stream(w->device, &w->stream), lw_per_thread_stream(w->device, &w->again),
                            lw_launch(stream_affine, one_thread(w->stream), 1, w->word, 0, 7),
                            w->waits ? lw_stream_synchronize(w->stream) : LW_SUCCESS};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i] && !w->first)
            w->first = statuses[i];
    return NULL;
}

TEST(row, O5_each_thread_has_a_stream)
{
    enum { THREADS = 4 };
    struct worker workers[THREADS];
    int got[THREADS + 2], *words = array_of(t, NULL, sizeof got);
    unsigned flags;
    lw_stream *mine, *same;
    CHECK(words != NULL);
    CHECK_STATUS(lw_per_thread_stream(t->device, &mine), LW_SUCCESS);
    CHECK_STATUS(lw_per_thread_stream(t->device, &same), LW_SUCCESS);
    CHECK(mine == same && mine != lw_default_stream(t->device));
    CHECK_STATUS(lw_stream_get_flags(mine, &flags), LW_SUCCESS);
    CHECK_EQUAL(flags, LW_STREAM_BLOCKING);
    CHECK_STATUS(lw_stream_destroy(mine), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "which is destroyed with the handle or the thread");
    CHECK_STATUS(lw_per_thread_stream(t->device, NULL), LW_ERROR_INVALID_VALUE);

    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.device = t->device, .word = words + i, .waits = i % 2};
        CHECK_EQUAL(pthread_create(&workers[i].thread, NULL, use_own_stream, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK_EQUAL(pthread_join(workers[i].thread, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        CHECK_STATUS(workers[i].first, LW_SUCCESS);
        CHECK(workers[i].stream == workers[i].again && workers[i].stream != mine);
        CHECK_STATUS(lw_stream_query(workers[i].stream), LW_ERROR_INVALID_HANDLE); /* closed with the thread */
    }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, words, sizeof got));
    for (int i = 0; i < THREADS; i++)
        CHECK_EQUAL(got[i], 7);

    /* It is ordered with the legacy stream. */
    lw_stream *legacy;
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, mine);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(mine), 1, words + THREADS, 0, 9), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(legacy), words + THREADS + 1, words + THREADS), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(legacy), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(legacy), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, words, sizeof got));
    CHECK_EQUAL(got[THREADS + 1], 9);
}

/* Handles have streams of their own, which a closed handle takes along. */
TEST(row, O5b_a_threads_streams_go_with_their_handles)
{
    lw_stream *first = NULL, *second;
    for (int round = 0; round < 50; round++) {
        lw_device *device;
        CHECK_STATUS(lw_device_open(&device, t->device_name), LW_SUCCESS);
        CHECK_STATUS(lw_per_thread_stream(device, &second), LW_SUCCESS);
        CHECK_STATUS(lw_stream_query(second), LW_SUCCESS);
        CHECK_STATUS(lw_per_thread_stream(t->device, &first), LW_SUCCESS);
        CHECK(first != second);
        CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
        CHECK_STATUS(lw_stream_query(second), LW_ERROR_INVALID_HANDLE);
        CHECK_STATUS(lw_stream_query(first), LW_SUCCESS);
    }
}

struct called {
    atomic_int calls, status;
    _Atomic(lw_stream *) stream;
    lw_device *device;
    atomic_int inside; /* status of a call into the library */
    int *pinned, seen;
};

static void note(lw_stream *stream, lw_status status, void *user)
{
    struct called *called = user;
    atomic_store(&called->status, status);
    atomic_store(&called->stream, stream);
    atomic_store(&called->inside, lw_device_synchronize(called->device));
    if (called->pinned)
        called->seen = *called->pinned;
    atomic_fetch_add(&called->calls, 1);
}

TEST(row, O6_callbacks_run_in_stream_order_with_a_status)
{
    struct called called = {.device = t->device, .status = 99};
    lw_stream *stream;
    int got, *word = array_of(t, NULL, sizeof *word);
    CHECK(word != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&called.pinned, sizeof *called.pinned), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, word, 0, 23), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, called.pinned, word, sizeof *word, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_STATUS(lw_stream_add_callback(stream, note, &called), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, word, 2, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(atomic_load(&called.calls), 1);
    CHECK_EQUAL(atomic_load(&called.status), LW_SUCCESS);
    CHECK(atomic_load(&called.stream) == stream);
    CHECK_EQUAL(called.seen, 23);
    CHECK_STATUS(atomic_load(&called.inside), LW_ERROR_NOT_PERMITTED);
    CHECK_CALL(array_read(t, &got, word, sizeof got));
    CHECK_EQUAL(got, 46);
    CHECK_STATUS(lw_stream_add_callback(stream, NULL, &called), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "callback is null");
}

/* A host function is not called after a fault; a callback is, with the fault's status, once. */
TEST(row, O6b_callbacks_are_called_after_a_fault, .isolated = true)
{
    struct called before = {.device = t->device}, after = {.device = t->device};
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_stream_add_callback(stream, note, &before), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_trap, one_thread(stream)), LW_SUCCESS);
    CHECK_STATUS(lw_stream_add_callback(stream, note, &after), LW_SUCCESS);
    gate_open(gate);
    CHECK(lw_device_synchronize(t->device) != LW_SUCCESS);
    CHECK_STATUS(lw_stream_add_callback(stream, note, &after), LW_ERROR_LAUNCH_FAILURE);
    lw_device_reset(t->device); /* not every GPU can end the fault */
    CHECK_EQUAL(atomic_load(&before.calls), 1);
    CHECK_EQUAL(atomic_load(&before.status), LW_SUCCESS);
    CHECK_EQUAL(atomic_load(&after.calls), 1);
    CHECK_STATUS(atomic_load(&after.status), LW_ERROR_LAUNCH_FAILURE);
}
