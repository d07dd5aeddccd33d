/* Group Q: when a pool gives freed memory to another allocation, and when it returns memory to the device. A pool's figures
 * show it: 32 MiB is a multiple of every device's unit. */
#include <stdlib.h>
#include <time.h>

#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "Q_pool.h"
#include "device/Q_pool.h"

#define PIECE ((size_t)32 << 20)

static uint64_t pieces(struct test *t, lw_memory_pool *pool)
{
    return pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT) / PIECE;
}

static lw_memory_pool *make_pool(struct test *t, uint64_t threshold)
{
    lw_memory_pool *pool = NULL;
    if (lw_memory_pool_create(t->device, &pool) != LW_SUCCESS ||
        lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, threshold) != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
    return pool;
}

TEST(row, Q5_the_release_threshold)
{
    enum { COUNT = 5 };
    lw_memory_pool *pool = make_pool(t, 70 << 20);
    lw_stream *stream = lw_default_stream(t->device);
    lw_event *event;
    void *memory[COUNT];
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    for (int round = 0; round < 3; round++) { /* a wait for the stream, the device, an event */
        for (int i = 0; i < COUNT; i++)
            CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory[i], PIECE), LW_SUCCESS);
        CHECK_EQUAL(pieces(t, pool), COUNT);
        CHECK_STATUS(lw_free_async(stream, memory[0]), LW_SUCCESS);
        CHECK_STATUS(lw_free_async(stream, memory[1]), LW_SUCCESS);
        CHECK_EQUAL(pieces(t, pool), COUNT);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS); /* live memory stays, more than the threshold */
        CHECK_EQUAL(pieces(t, pool), 3);
        for (int i = 2; i < COUNT; i++)
            CHECK_STATUS(lw_free_async(stream, memory[i]), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
        if (round == 0)
            CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
        else if (round == 1)
            CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        else
            CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
        CHECK_EQUAL(pieces(t, pool), 2);
    }
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

TEST(row, Q5b_a_pool_is_trimmed)
{
    enum { COUNT = 4 };
    lw_memory_pool *pool = make_pool(t, UINT64_MAX);
    lw_stream *stream = lw_default_stream(t->device);
    void *memory[COUNT], *live;
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &live, PIECE), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory[i], PIECE), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++)
        CHECK_STATUS(lw_free_async(stream, memory[i]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1 + COUNT);
    CHECK_STATUS(lw_memory_pool_trim(pool, 8 * PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1 + COUNT);
    CHECK_STATUS(lw_memory_pool_trim(pool, 2 * PIECE + PIECE / 2), LW_SUCCESS); /* at least that much stays */
    CHECK_EQUAL(pieces(t, pool), 3);
    CHECK_STATUS(lw_memory_pool_trim(pool, 0), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1);
    CHECK_STATUS(lw_memset(t->device, live, 1, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, live), LW_SUCCESS);

    /* The end of a pool, and what another pool returns, leave it as it is. */
    lw_memory_pool *other = make_pool(t, 0);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, other, &live, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, live), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1);
    CHECK_STATUS(lw_memory_pool_trim(other, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(other), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

/* Frees memory in a stream that a gate holds, and allocates as much in streams that may have it. */
TEST(row, Q7_a_stream_uses_what_it_freed_and_what_it_waited_for)
{
    lw_memory_pool *pool = make_pool(t, UINT64_MAX);
    lw_stream *stream, *other;
    lw_event *event;
    void *memory, *second, *third;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, PIECE), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1); /* the same stream, at once */
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &second, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 2); /* not another */
    CHECK_STATUS(lw_event_record(event, stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(other, event), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, 0), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &third, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 3);
    CHECK_STATUS(lw_free_async(other, third), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, 1), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &memory, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &third, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 3); /* one that it freed, one that it waited for */
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, memory), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, second), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, third), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

/* Outlasts a free, without a call by which the device could learn that it is done: a host function is one, too. */
static void outlast(void)
{
    nanosleep(&(struct timespec){0, 50000000}, NULL);
}

TEST(row, Q7b_a_free_that_is_done_and_one_that_the_host_waited_for)
{
    lw_memory_pool *pool = make_pool(t, UINT64_MAX);
    lw_stream *stream, *other;
    void *memory, *second;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, PIECE), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    outlast();
    CHECK_STATUS(lw_malloc_from_pool_async(other, pool, &memory, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 1);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_ALLOW_OPPORTUNISTIC, 0), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, memory), LW_SUCCESS);
    outlast();
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &memory, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 2);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(stream, pool, &second, PIECE), LW_SUCCESS);
    CHECK_EQUAL(pieces(t, pool), 2);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, second), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_destroy(pool), LW_SUCCESS);
}

/* The device has room for one of two: the second stream waits for the first. */
TEST(row, Q7c_a_stream_waits_for_memory, .host = true, .isolated = true)
{
    lw_memory_pool *pool;
    lw_stream *stream, *other;
    int *memory, *second, errors = -1, *count;
    enum { N = (24 << 20) / sizeof *memory };
    CHECK(setenv("LANEWISE_MEMORY", "40M", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    count = array_of(t, NULL, sizeof errors);
    CHECK(count != NULL);
    CHECK_STATUS(lw_device_get_memory_pool(t->device, &pool), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(stream, (void **)&memory, N * sizeof *memory), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(stream, 1 << 12, 128), 1 << 12, memory, 3), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(stream, 1 << 12, 128), 1 << 12, memory, 3, count), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(stream, memory), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 0), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(other, (void **)&second, N * sizeof *memory), LW_ERROR_OUT_OF_MEMORY);
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 1), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_async(other, (void **)&second, N * sizeof *memory), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_fill, lw_linear(other, 1 << 12, 128), 1 << 12, second, 4), LW_SUCCESS);
    CHECK_STATUS(lw_launch(q_compare, lw_linear(other, 1 << 12, 128), 1 << 12, second, 4, count), LW_SUCCESS);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    CHECK_STATUS(lw_stream_query(other), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_CALL(array_read(t, &errors, count, sizeof errors));
    CHECK_EQUAL(errors, 0);
    /* Memory that the pool has returned, while another stream has earlier work. */
    gate = gate_close(t->device, stream);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_free_async(other, second), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_EQUAL(pool_attribute(t, pool, LW_MEMORY_POOL_RESERVED_CURRENT), 0);
    CHECK_STATUS(lw_malloc_async(other, (void **)&second, N * sizeof *memory), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    /* lw_malloc() takes what the pool has not returned, and waits for it. */
    CHECK_STATUS(lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX), LW_SUCCESS);
    CHECK_STATUS(lw_free_async(other, second), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&memory, N * sizeof *memory), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
    t->device = NULL;
}
