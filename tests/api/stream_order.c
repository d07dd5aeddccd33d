/* Streams: first in, first out; asynchronous; independent of each other. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "device/stream.h"
#include "../harness/arrays.h"
#include "stream_gate.h"

static void make_zeros(struct test *t, int **pointer, int count)
{
    CHECK_STATUS(lw_malloc(t->device, (void **)pointer, (size_t)count * sizeof **pointer), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, *pointer, 0, (size_t)count * sizeof **pointer), LW_SUCCESS);
}

static void read_ints(struct test *t, int *to, const int *from, int count)
{
    CHECK_STATUS(lw_memcpy(t->device, to, from, (size_t)count * sizeof *to, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
}

TEST(stream, first_in_first_out)
{
    enum { COUNT = 300 };
    int *log, *count, got[COUNT];
    lw_stream *stream;
    CHECK_CALL(make_zeros(t, &log, COUNT));
    CHECK_CALL(make_zeros(t, &count, 1));
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        CHECK_STATUS(lw_launch(stream_append, one_thread(stream), log, count, i), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_CALL(read_ints(t, got, log, COUNT));
    for (int i = 0; i < COUNT; i++)
        CHECK_EQUAL(got[i], i);
}

/* Every kind of work depends on the one before. */
TEST(stream, kinds_in_order)
{
    enum { N = 100000 };
    int *a, *b;
    CHECK_CALL(make_zeros(t, &a, N));
    CHECK_CALL(make_zeros(t, &b, N));
    int *pinned;
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&pinned, N * sizeof *pinned), LW_SUCCESS);
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    for (int round = 1; round <= 20; round++) {
        CHECK_STATUS(lw_memset_async(stream, a, round, N * sizeof *a), LW_SUCCESS);
        CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, N, 128), N, a, 3, 1), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_async(stream, b, a, N * sizeof *a, LW_MEMCPY_DEVICE_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_launch(stream_affine, lw_linear(stream, N, 256), N, b, 2, 0), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy_async(stream, pinned, b, N * sizeof *a, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        int expected = (round * 0x01010101 * 3 + 1) * 2;
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(pinned[i], expected);
    }
    CHECK_STATUS(lw_free_host(t->device, pinned), LW_SUCCESS);
}

TEST(stream, calls_return_before_the_work)
{
    int *p, got = 0;
    CHECK_CALL(make_zeros(t, &p, 1));
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate);
    struct {
        int n;
        int *p;
        int factor, term;
    } arguments = {1, p, 1, 41};
    CHECK_STATUS(lw_launch_kernel(LW_KERNEL_OF(stream_affine), one_thread(stream), &arguments), LW_SUCCESS);
    arguments.term = 1000; /* the launch has its own copy */
    CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, p, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_ERROR_NOT_READY);
    /* The default stream does not wait for this one: it still sees the old value. */
    CHECK_CALL(read_ints(t, &got, p, 1));
    CHECK_EQUAL(got, 0);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(stream), LW_SUCCESS);
    CHECK_CALL(read_ints(t, &got, p, 1));
    CHECK_EQUAL(got, 42);
}

TEST(stream, one_does_not_hold_another)
{
    int *p, got = 0;
    CHECK_CALL(make_zeros(t, &p, 1));
    lw_stream *held, *free_one;
    CHECK_STATUS(lw_stream_create(t->device, &held), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &free_one), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, held);
    CHECK(gate);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(held), 1, p, 10, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(free_one), 1, p, 1, 7), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(free_one), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(held), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(held), LW_SUCCESS);
    CHECK_CALL(read_ints(t, &got, p, 1));
    CHECK_EQUAL(got, 70);
}

TEST(stream, destroyed_with_work_queued)
{
    int *p, got = 0;
    CHECK_CALL(make_zeros(t, &p, 1));
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate);
    for (int i = 0; i < 10; i++)
        CHECK_STATUS(lw_launch(stream_affine, one_thread(stream), 1, p, 1, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(read_ints(t, &got, p, 1));
    CHECK_EQUAL(got, 10);
}

/* Closing a handle waits; the memory is the other handle's. */
TEST(stream, device_closed_with_work_queued)
{
    enum { LAUNCHES = 100 };
    int *sum, got = 0;
    CHECK_CALL(make_zeros(t, &sum, 1));
    lw_device *second;
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    lw_launch_config config = lw_grid(lw_default_stream(second), lw_make_dim3(20, 1, 1), lw_make_dim3(64, 1, 1), 0);
    bool launched = true;
    for (int i = 0; i < LAUNCHES; i++)
        launched = lw_launch(stream_count, config, sum) == LW_SUCCESS && launched;
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS);
    CHECK(launched);
    CHECK_CALL(read_ints(t, &got, sum, 1));
    CHECK_EQUAL(got, LAUNCHES * 20 * 64);
}

TEST(stream, many_at_once)
{
    enum { STREAMS = 40, ROUNDS = 50, N = 1000 };
    lw_stream *streams[STREAMS];
    int *p, got[N];
    CHECK_CALL(make_zeros(t, &p, STREAMS * N));
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int s = 0; s < STREAMS; s++)
        CHECK_STATUS(lw_stream_create(t->device, &streams[s]), LW_SUCCESS);
    unsigned expected[STREAMS] = {0};
    for (int round = 0; round < ROUNDS; round++)
        for (int s = 0; s < STREAMS; s++) {
            lw_launch_config config = lw_linear(streams[s], N, 64);
            CHECK_STATUS(lw_launch(stream_affine, config, N, p + s * N, 3, s + round), LW_SUCCESS);
            expected[s] = expected[s] * 3 + (unsigned)(s + round);
        }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    for (int s = 0; s < STREAMS; s++) {
        CHECK_STATUS(lw_stream_query(streams[s]), LW_SUCCESS);
        CHECK_CALL(read_ints(t, got, p + s * N, N));
        for (int i = 0; i < N; i++)
            CHECK_EQUAL(got[i], (int)expected[s]);
    }
}

struct feeder {
    lw_stream *stream;
    int *sum;
    pthread_t thread;
    lw_status status;
};

static void *feed(void *user)
{
    struct feeder *feeder = user;
    lw_launch_config config = lw_grid(feeder->stream, lw_make_dim3(3, 1, 1), lw_make_dim3(32, 1, 1), 0);
    for (int i = 0; i < 200 && !feeder->status; i++) {
        feeder->status = lw_launch(stream_count, config, feeder->sum);
        if (!feeder->status && i % 16 == 0)
            feeder->status = lw_stream_synchronize(feeder->stream);
    }
    return NULL;
}

TEST(stream, fed_by_several_threads)
{
    enum { THREADS = 4 };
    struct feeder feeders[THREADS] = {{0}};
    int *sum, got = 0, started = 0;
    lw_stream *streams[2];
    CHECK_CALL(make_zeros(t, &sum, 1));
    CHECK_STATUS(lw_stream_create(t->device, &streams[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &streams[1]), LW_SUCCESS);
    for (; started < THREADS; started++) {
        struct feeder *feeder = &feeders[started];
        feeder->stream = streams[started % 2];
        feeder->sum = sum;
        if (pthread_create(&feeder->thread, NULL, feed, feeder) != 0)
            break;
    }
    for (int i = 0; i < started; i++)
        pthread_join(feeders[i].thread, NULL);
    CHECK_EQUAL(started, THREADS);
    for (int i = 0; i < THREADS; i++)
        CHECK_STATUS(feeders[i].status, LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(read_ints(t, &got, sum, 1));
    CHECK_EQUAL(got, THREADS * 200 * 3 * 32);
}
