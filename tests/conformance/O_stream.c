/* Group O: flags and priorities of streams and events, and the order of the legacy stream. */
#include <stdlib.h>
#include <time.h>

#include "../api/device/stream.h"
#include "../api/stream_gate.h"
#include "../harness/arrays.h"
#include "device/O_stream.h"

TEST(row, O1_the_legacy_stream_is_ordered_with_blocking_streams)
{
    lw_stream *before, *after, *other, *legacy, *same;
    int zeros[4] = {0}, got[4], *word = array_of(t, zeros, sizeof zeros);
    CHECK(word != NULL);
    CHECK_STATUS(lw_stream_create_with(t->device, &before, LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &after, LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &other, LW_STREAM_NON_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(t->device, &same), LW_SUCCESS);
    CHECK(legacy == same && legacy != lw_default_stream(t->device));
    CHECK_STATUS(lw_stream_synchronize(lw_default_stream(t->device)), LW_SUCCESS);

    struct stream_gate *gate = gate_close(t->device, before);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(before), 1, word, 0, 7), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(legacy), word + 1, word), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(after), word + 2, word + 1), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(other), 1, word + 3, 0, 5), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(other), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, word, sizeof got));
    CHECK(got[0] == 0 && got[1] == 0 && got[2] == 0 && got[3] == 5);
    CHECK_STATUS(lw_stream_query(legacy), LW_ERROR_NOT_READY);
    CHECK_STATUS(lw_stream_query(after), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_stream_synchronize(after), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, word, sizeof got));
    CHECK(got[0] == 7 && got[1] == 7 && got[2] == 7);

    /* An event of the legacy stream comes after the blocking streams' work, one of another does not. */
    lw_event *event;
    CHECK_STATUS(lw_event_create(t->device, &event), LW_SUCCESS);
    gate = gate_close(t->device, before);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_event_record(event, other), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, legacy), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(event), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_event_synchronize(event), LW_SUCCESS);
}

/* So is work of a blocking stream whose handle is closed, also when the work is done. */
TEST(row, O1c_work_of_a_closed_stream_comes_before_the_legacy_stream)
{
    lw_stream *closed, *legacy;
    int got[2], *word = array_of(t, NULL, sizeof got);
    CHECK(word != NULL);
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &closed, LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(closed), 1, word, 0, 7), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(closed), LW_SUCCESS);
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    CHECK_STATUS(lw_launch(stream_move, one_thread(legacy), word + 1, word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(legacy), LW_SUCCESS);
    CHECK_CALL(array_read(t, got, word, sizeof got));
    CHECK(got[0] == 7 && got[1] == 7);
}

/* Many operations in random streams: between an operation of the legacy stream and one of a blocking stream the order is
 * that of the calls. */
TEST(row, O1b_many_operations_in_legacy_order)
{
    enum { BLOCKING = 3, COUNT = 120, ROUNDS = 8 };
    lw_stream *streams[1 + BLOCKING]; /* the first is the legacy stream */
    int zero[1 + COUNT] = {0}, got[1 + COUNT], place[COUNT], *array = array_of(t, NULL, sizeof zero);
    CHECK(array != NULL);
    CHECK_STATUS(lw_legacy_stream(t->device, &streams[0]), LW_SUCCESS);
    for (int i = 1; i <= BLOCKING; i++)
        CHECK_STATUS(lw_stream_create_with(t->device, &streams[i], LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    for (int round = 0; round < ROUNDS; round++) {
        int stream_of[COUNT];
        CHECK_STATUS(lw_memcpy(t->device, array, zero, sizeof zero, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        for (int i = 0; i < COUNT; i++) {
            stream_of[i] =
                test_random_below(t, 4) ? 1 + i / 10 % BLOCKING : 0; /* one of them at a time: appends race */
            if (i % 10 == 9)
                stream_of[i] = 0;
            CHECK_STATUS(lw_launch(stream_append, one_thread(streams[stream_of[i]]), array + 1, array, i), LW_SUCCESS);
        }
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, array, sizeof got));
        CHECK_EQUAL(got[0], COUNT);
        for (int i = 0; i < COUNT; i++)
            place[got[1 + i]] = i;
        for (int i = 0; i < COUNT; i++)
            CHECK_EQUAL(place[i], i);
    }
}

TEST(row, O2_priorities_are_clamped_to_the_devices_range)
{
    int least, greatest, priority;
    unsigned flags;
    lw_stream *stream, *legacy;
    CHECK_STATUS(lw_device_get_stream_priority_range(t->device, &least, &greatest), LW_SUCCESS);
    CHECK(least == 0 && greatest <= 0);
    const struct {
        int asked, expected;
    } cases[] = {{0, 0}, {greatest, greatest}, {greatest - 1, greatest}, {-1000, greatest}, {1, 0}, {1000, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (unsigned asked = LW_STREAM_BLOCKING; asked <= LW_STREAM_NON_BLOCKING; asked++) {
            CHECK_STATUS(lw_stream_create_with(t->device, &stream, asked, cases[i].asked), LW_SUCCESS);
            CHECK_STATUS(lw_stream_get_priority(stream, &priority), LW_SUCCESS);
            CHECK_STATUS(lw_stream_get_flags(stream, &flags), LW_SUCCESS);
            CHECK_EQUAL(priority, cases[i].expected);
            CHECK_EQUAL(flags, asked);
            CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
        }
    CHECK_STATUS(lw_stream_get_flags(lw_default_stream(t->device), &flags), LW_SUCCESS);
    CHECK_EQUAL(flags, LW_STREAM_NON_BLOCKING);
    CHECK_STATUS(lw_legacy_stream(t->device, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_get_flags(legacy, &flags), LW_SUCCESS);
    CHECK_EQUAL(flags, LW_STREAM_BLOCKING);
    CHECK_STATUS(lw_stream_create_with(t->device, &stream, 2, 0), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "flags is 0x2; expected LW_STREAM_BLOCKING or LW_STREAM_NON_BLOCKING");
    CHECK_STATUS(lw_stream_destroy(legacy), LW_ERROR_INVALID_HANDLE);
}

/* A kernel keeps the only worker busy: of the grids that wait for it, those of the higher priority begin first. The host
 * asks and does not wait, because a thread that waits helps with the grid that it waits for. */
TEST(row, O2b_a_later_grid_of_a_higher_priority_begins_first, .host = true, .isolated = true)
{
    enum { GRIDS = 6 };
    static const int priority[GRIDS] = {0, 0, -2, -5, -2, 0}, expected[GRIDS] = {3, 2, 4, 0, 1, 5};
    int got[1 + GRIDS], *log;
    volatile int *words;
    lw_stream *streams[GRIDS], *busy;
    SKIP_UNDER_THREAD_SANITIZER();
    CHECK(setenv("LANEWISE_WORKERS", "1", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_SUCCESS);
    log = array_of(t, NULL, sizeof got);
    CHECK(log != NULL);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)(uintptr_t)&words, 2 * sizeof *words), LW_SUCCESS);
    words[0] = words[1] = 0;
    CHECK_STATUS(lw_stream_create(t->device, &busy), LW_SUCCESS);
    for (int i = 0; i < GRIDS; i++)
        CHECK_STATUS(lw_stream_create_with(t->device, &streams[i], LW_STREAM_NON_BLOCKING, priority[i]), LW_SUCCESS);
    CHECK_STATUS(lw_launch(o_hold, one_thread(busy), words), LW_SUCCESS);
    while (!words[0])
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    for (int i = 0; i < GRIDS; i++)
        CHECK_STATUS(lw_launch(o_note, one_thread(streams[i]), log + 1, log, i), LW_SUCCESS);
    words[1] = 1;
    for (int i = 0; i < GRIDS; i++)
        while (lw_stream_query(streams[i]) == LW_ERROR_NOT_READY)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    CHECK_CALL(array_read(t, got, log, sizeof got));
    for (int i = 0; i < GRIDS; i++)
        CHECK_EQUAL(got[1 + i], expected[i]);
    CHECK_STATUS(lw_device_close(t->device), LW_SUCCESS);
    t->device = NULL;
}

TEST(row, O3_events_without_a_time)
{
    lw_event *timed, *untimed, *blocking;
    lw_stream *stream = lw_default_stream(t->device);
    float milliseconds;
    CHECK_STATUS(lw_event_create_with(t->device, &timed, LW_EVENT_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_event_create_with(t->device, &untimed, LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(lw_event_create_with(t->device, &blocking, LW_EVENT_BLOCKING_SYNC), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(timed, stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(untimed, stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(blocking, stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(untimed), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(blocking), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(untimed), LW_SUCCESS);
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, timed, blocking), LW_SUCCESS);
    CHECK(milliseconds >= 0);
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, timed, untimed), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "stop has no time (LW_EVENT_DISABLE_TIMING)");
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, untimed, timed), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "start has no time");
    CHECK_STATUS(lw_event_create_with(t->device, &timed, 8), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "flags is 0x8");
}

/* The legacy stream belongs to the device: another handle's streams are ordered with it. */
TEST(row, O4_handles_share_the_legacy_stream)
{
    lw_device *second;
    lw_stream *held, *legacy;
    int value = 0, *word = array_of(t, NULL, 2 * sizeof *word);
    CHECK(word != NULL);
    CHECK_STATUS(lw_device_open(&second, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create_with(t->device, &held, LW_STREAM_BLOCKING, 0), LW_SUCCESS);
    CHECK_STATUS(lw_legacy_stream(second, &legacy), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(lw_default_stream(t->device)), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, held);
    CHECK(gate != NULL);
    CHECK_STATUS(lw_launch(stream_affine, one_thread(held), 1, word, 0, 9), LW_SUCCESS);
    CHECK_STATUS(lw_launch(stream_move, one_thread(legacy), word + 1, word), LW_SUCCESS);
    CHECK_STATUS(lw_stream_query(legacy), LW_ERROR_NOT_READY);
    gate_open(gate);
    CHECK_STATUS(lw_device_close(second), LW_SUCCESS); /* waits */
    CHECK_CALL(array_read(t, &value, word + 1, sizeof value));
    CHECK_EQUAL(value, 9);
}
