/* Events: marks in a stream, their times, and waits for them across streams. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device/stream.h"
#include "../harness/arrays.h"
#include "stream_gate.h"

static void make(struct test *t, lw_stream **streams, int stream_count, lw_event **events, int event_count, int **ints,
                 int int_count)
{
    for (int i = 0; i < stream_count; i++)
        CHECK_STATUS(lw_stream_create(t->device, &streams[i]), LW_SUCCESS);
    for (int i = 0; i < event_count; i++)
        CHECK_STATUS(lw_event_create(t->device, &events[i]), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)ints, (size_t)int_count * sizeof **ints), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, *ints, 0, (size_t)int_count * sizeof **ints), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

static void check_int(struct test *t, const int *device, int expected)
{
    int got = ~expected;
    CHECK_STATUS(lw_memcpy(t->device, &got, device, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, expected);
}

TEST(stream, event_orders_two_streams)
{
    lw_stream *s[2];
    lw_event *e;
    int *p;
    CHECK_CALL(make(t, s, 2, &e, 1, &p, 2));
    struct stream_gate *gate = gate_close(t->device, s[0]);
    CHECK(gate);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(s[0]), 1, p, 0, 5), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(e, s[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(s[1], e), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(s[1]), p + 1, p), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(e), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_stream_query(s[1]), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(s[1]), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(e), LW_SUCCESS);
    CHECK_CALL(check_int(t, p + 1, 5));
}

/* Each stream waits for the one before: one gate releases them all, in order. */
TEST(stream, event_chain)
{
    enum { STREAMS = 24 };
    lw_stream *s[STREAMS];
    lw_event *e[STREAMS];
    int *p;
    CHECK_CALL(make(t, s, STREAMS, e, STREAMS, &p, STREAMS + 1));
    struct stream_gate *gate = gate_close(t->device, s[0]);
    CHECK(gate);
    for (int i = 0; i < STREAMS; i++) {
        if (i > 0)
            CHECK_STATUS(lw_stream_wait_event(s[i], e[i - 1]), LW_SUCCESS);
        CHECK_STATUS(lw_launch(stream_append, one_thread(s[i]), p + 1, p, 100 + i), LW_SUCCESS);
        CHECK_STATUS(lw_event_record(e[i], s[i]), LW_SUCCESS);
    }
    CHECK_STATUS(lw_event_query(e[STREAMS - 1]), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_event_synchronize(e[STREAMS - 1]), LW_SUCCESS);
    CHECK_CALL(check_int(t, p, STREAMS));
    for (int i = 0; i < STREAMS; i++)
        CHECK_CALL(check_int(t, p + 1 + i, 100 + i));
}

TEST(stream, event_never_recorded)
{
    lw_stream *s;
    lw_event *e[2];
    int *p;
    float ms = -1.0f;
    CHECK_CALL(make(t, &s, 1, e, 2, &p, 1));
    CHECK_STATUS(lw_event_query(e[0]), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(e[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(s, e[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(s), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(e[1], s), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(e[1]), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&ms, e[0], e[1]), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_event_elapsed_time(&ms, e[1], e[0]), LW_ERROR_INVALID_HANDLE);
    CHECK(ms == -1.0f);
}

/* A wait is for the record that was the last one when the wait was queued. */
TEST(stream, event_recorded_again)
{
    lw_stream *s[3];
    lw_event *e;
    int *p;
    CHECK_CALL(make(t, s, 3, &e, 1, &p, 1));
    struct stream_gate *first = gate_close(t->device, s[0]);
    CHECK(first);
    CHECK_STATUS(lw_event_record(e, s[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(s[1], e), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(s[1]), 1, p, 0, 9), LW_SUCCESS);
    gate_open(first);
    CHECK_STATUS(lw_stream_synchronize(s[0]), LW_SUCCESS);
    struct stream_gate *second = gate_close(t->device, s[2]);
    CHECK(second);
    CHECK_STATUS(lw_event_record(e, s[2]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(s[1]), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(e), LW_ERROR_NOT_READY);
    CHECK_CALL(check_int(t, p, 9));
    gate_open(second);
    CHECK_STATUS(lw_event_synchronize(e), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(e), LW_SUCCESS);
}

TEST(stream, event_synchronize_waits_no_further)
{
    lw_stream *s;
    lw_event *e;
    int *p;
    CHECK_CALL(make(t, &s, 1, &e, 1, &p, 1));
    struct stream_gate *before = gate_close(t->device, s);
    CHECK(before);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(s), 1, p, 0, 3), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(e, s), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, s);
    CHECK(gate);
    CHECK_STATUS(lw_event_query(e), LW_ERROR_NOT_READY);
    gate_open(before);
    CHECK_STATUS(lw_event_synchronize(e), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(s), LW_ERROR_NOT_READY);
    CHECK_CALL(check_int(t, p, 3));
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(s), LW_SUCCESS);
}

TEST(stream, event_destroyed_while_waited_for)
{
    lw_stream *s[2];
    lw_event *e;
    int *p;
    CHECK_CALL(make(t, s, 2, &e, 1, &p, 2));
    struct stream_gate *gate = gate_close(t->device, s[0]);
    CHECK(gate);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(s[0]), 1, p, 0, 8), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(e, s[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(s[1], e), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(s[1]), p + 1, p), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(e), LW_SUCCESS);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(s[1]), LW_SUCCESS);
    CHECK_CALL(check_int(t, p + 1, 8));
}

static void sleep_30_ms(void *unused)
{
    (void)unused;
    nanosleep(&(struct timespec){0, 30000000}, NULL);
}

TEST(stream, event_times)
{
    lw_stream *s;
    lw_event *e[3];
    int *p;
    float ms = -1.0f, back = -1.0f, none = -1.0f;
    CHECK_CALL(make(t, &s, 1, e, 3, &p, 1));
    double from = test_seconds();
    CHECK_STATUS(lw_event_record(e[0], s), LW_SUCCESS);
    CHECK_STATUS(lw_launch_host_function(s, sleep_30_ms, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(e[1], s), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&ms, e[0], e[1]), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_event_record(e[2], s), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(s), LW_SUCCESS);
    double wall = (test_seconds() - from) * 1e3;
    CHECK_STATUS(lw_event_elapsed_time(&ms, e[0], e[1]), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&back, e[1], e[0]), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&none, e[1], e[2]), LW_SUCCESS);
    CHECK(ms >= 29.0f && ms <= wall + 1.0);
    CHECK(back == -ms);
    CHECK(none >= 0.0f && none < ms);
}

static double work_ms(struct test *t, lw_stream *s, unsigned blocks, int *p)
{
    lw_dim3 grid = {blocks, 1, 1}, block = {32, 1, 1};
    double from = test_seconds();
    if (lw_launch(stream_work, lw_grid(s, grid, block, 0), 2000, (unsigned *)p) || lw_stream_synchronize(s))
        test_fail(t, __FILE__, __LINE__, "%s", lw_last_error_message(t->device));
    return (test_seconds() - from) * 1e3;
}

/* A grid that fills the device does not keep a small one in another stream waiting until it is done. */
TEST(stream, small_grid_beside_a_large_one, .cpu_only = true)
{
    lw_stream *s[2];
    lw_event *e;
    int *p;
    lw_device_properties properties;
    const char *checks = getenv("LANEWISE_CHECK");
    if (checks && strstr(checks, "in-order"))
        SKIP("lanewise check lets one stream come to its end before the next, so that a run can be repeated");
    const char *engine = getenv("LANEWISE_ENGINE");
    if (engine && strcmp(engine, "compare") == 0)
        SKIP("a grid that is compared runs as a whole");
    CHECK_CALL(make(t, s, 2, &e, 0, &p, 2));
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    /* At least half a second of work, however long a block takes on the engine. */
    unsigned some = 100 * (unsigned)properties.multiprocessor_count;
    double ms = 0;
    for (int i = 0; i < 3 && !t->failed; i++) {
        double once = work_ms(t, s[0], some, p);
        ms = i == 0 || once < ms ? once : ms;
    }
    lw_dim3 grid = {some * (1 + (unsigned)(500 / (ms > 0.1 ? ms : 0.1))), 1, 1}, block = {32, 1, 1};
    CHECK_STATUS(lw_launch(stream_work, lw_grid(s[0], grid, block, 0), 2000, (unsigned *)p), LW_SUCCESS);
    nanosleep(&(struct timespec){0, 20000000}, NULL); /* until every worker is at it */
    CHECK_STATUS(lw_launch(stream_affine, one_thread(s[1]), 1, p + 1, 0, 6), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(s[1]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(s[0]), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_CALL(check_int(t, p + 1, 6));
}

/* A block may wait for those with lower numbers, as in a scan that looks back: they have begun, whichever workers
 * are busy. */
TEST(stream, blocks_begin_in_order, .host = true, .isolated = true)
{
    enum { BLOCKS = 64 };
    SKIP_WITH_ONE_WORKER("one worker runs all blocks, and another grid has it");
    CHECK(setenv("LANEWISE_WORKERS", "2", 1) == 0 && setenv("LANEWISE_TIMEOUT", "10", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    lw_stream *s[2];
    int *p;
    CHECK_STATUS(lw_malloc(t->device, (void **)&p, (BLOCKS + 1) * sizeof *p), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, p, 0, (BLOCKS + 1) * sizeof *p), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &s[0]), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &s[1]), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_wait, one_thread(s[0]), p + BLOCKS), LW_SUCCESS);
    nanosleep(&(struct timespec){0, 20000000}, NULL); /* until one worker has it */
    lw_dim3 grid = {BLOCKS, 1, 1}, block = {1, 1, 1};
    CHECK_STATUS(lw_launch(stream_chain, lw_grid(s[1], grid, block, 0), p, p + BLOCKS), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
    t->device = NULL;
}
