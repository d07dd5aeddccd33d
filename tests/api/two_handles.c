/* Two handles are two owners on one device. */
#include "api/test_hook.h"
#include "device/kernels.h"
#include "tests/harness/test.h"

TEST(api, two_handles)
{
    lw_device *a, *b;
    int *memory, *other, got[4] = {0};
    CHECK_STATUS(lw_device_open(&a, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&b, t->device_name), LW_SUCCESS);
    CHECK(a != b);
    CHECK_STATUS(lw_malloc(a, (void **)&memory, 16), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(b, (void **)&other, 16), LW_SUCCESS);

    /* Memory, symbols, streams and events of one work with those of the other. */
    lw_stream *stream;
    lw_event *event;
    CHECK_STATUS(lw_stream_create(b, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(a, &event), LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_fill, lw_linear(lw_default_stream(a), 4, 32), memory, 5, 4), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(event, lw_default_stream(a)), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_event(stream, event), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_async(stream, other, memory, 16, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(a, got, other, 16, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK(got[0] == 5 && got[3] == 5);
    int value = 321;
    CHECK_STATUS(lw_memcpy_to_symbol(a, LW_SYMBOL(api_counter), &value, 4, 0), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy_from_symbol(b, got, LW_SYMBOL(api_counter), 4, 0), LW_SUCCESS);
    CHECK_EQUAL(got[0], 321);

    /* Closing one also ends its event and memory. */
    CHECK_STATUS(lw_device_close(a), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(event), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_memset(b, memory, 0, 16), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(b, "was freed");
    CHECK_STATUS(lw_memset(b, other, 0, 16), LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_fill, lw_linear(stream, 4, 32), other, 6, 4), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    /* Either may free what the other allocated. */
    CHECK_STATUS(lw_free(t->device, other), LW_SUCCESS);
    CHECK_STATUS(lw_free(b, other), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_close(b), LW_SUCCESS);
}

/* Closing frees exactly what its handle allocated, even between others' allocations. */
TEST(api, close_frees)
{
    enum { COUNT = 300 };
    lw_test_counts before, now;
    lw_device *a;
    void *theirs[COUNT], *ours[COUNT];
    lw_test_count(&before);
    CHECK_STATUS(lw_device_open(&a, t->device_name), LW_SUCCESS);
    for (int i = 0; i < COUNT; i++) {
        CHECK_STATUS(lw_malloc(a, &theirs[i], (size_t)i % 3 * 256 + 1), LW_SUCCESS);
        CHECK_STATUS(lw_malloc(t->device, &ours[i], 1), LW_SUCCESS);
    }
    CHECK_STATUS(lw_malloc_host(a, &theirs[0], 100), LW_SUCCESS);
    lw_test_count(&now);
    CHECK_EQUAL(now.ranges - before.ranges, 2 * COUNT + 1);
    CHECK_STATUS(lw_device_close(a), LW_SUCCESS);
    lw_test_count(&now);
    CHECK_EQUAL(now.ranges - before.ranges, COUNT);
    CHECK_EQUAL(now.devices, before.devices);
    CHECK_EQUAL(now.streams, before.streams);
    for (int i = 0; i < COUNT; i++)
        CHECK_STATUS(lw_free(t->device, ours[i]), LW_SUCCESS);
}

/* Handles of one device do not mix with those of another. */
TEST(api, foreign_handles, .cuda_only = true)
{
    lw_device *cpu;
    lw_event *theirs, *ours;
    float milliseconds;
    CHECK_STATUS(lw_device_open(&cpu, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(cpu, &theirs), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(t->device, &ours), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(theirs, lw_default_stream(cpu)), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(ours, lw_default_stream(t->device)), LW_SUCCESS);
    CHECK_STATUS(lw_event_create(cpu, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_event_record(ours, lw_default_stream(cpu)), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "lw_event_record: stream belongs to device cpu, event to cuda:");
    CHECK_STATUS(lw_stream_wait_event(lw_default_stream(t->device), theirs), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "lw_stream_wait_event: event belongs to device cpu, stream to cuda:");
    CHECK_STATUS(lw_event_elapsed_time(&milliseconds, ours, theirs), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "lw_event_elapsed_time: start belongs to device cuda:");
    CHECK_MESSAGE(cpu, "lw_event_create: event is null"); /* those failures were the other device's */
    CHECK_STATUS(lw_event_destroy(theirs), LW_SUCCESS);
    CHECK_STATUS(lw_event_destroy(ours), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(cpu), LW_SUCCESS);
}
