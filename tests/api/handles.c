/* Null, closed and wild handles: every call returns LW_ERROR_INVALID_HANDLE, and names the argument. */
#include <stdio.h>
#include <string.h>

#include "calls.h"

/* First the correct calls: so the other cases fail only because of the handle that they spoil. */
TEST(api, calls_succeed)
{
    for (size_t i = 0; i < api_call_count; i++) {
        struct operands o;
        lw_device *device;
        CHECK_STATUS(lw_device_open(&device, t->device_name), LW_SUCCESS);
        CHECK_CALL(api_operands_make(t, device, &o));
        lw_status status = api_call_applies(&o, &api_calls[i]) ? api_calls[i].make(&o) : LW_SUCCESS;
        if (status)
            FAIL("%s: %s: %s", api_calls[i].name, lw_status_string(status), lw_last_error_message(device));
        bool closed = api_calls[i].flags & API_CALL_ENDS_HANDLE && *api_call_handle(&o, &api_calls[i]) == device;
        if (!closed)
            CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    }
}

static void expect_refused(struct test *t, const struct call *call, struct operands *o, void *handle, const char *words)
{
    void **place = api_call_handle(o, call), *good = *place;
    char start[96];
    snprintf(start, sizeof start, "%s: %s is ", call->name, call->argument);
    *place = handle;
    lw_status status = call->make(o);
    *place = good;
    const char *message = lw_last_error_message(t->device);
    if (status != LW_ERROR_INVALID_HANDLE)
        FAIL("%s with %s %p: %s", call->name, call->argument, handle, lw_status_string(status));
    if (strncmp(message, start, strlen(start)) != 0 || !strstr(message, words))
        FAIL("%s with %s %p says \"%s\", not \"%s...%s\"", call->name, call->argument, handle, message, start, words);
}

TEST(api, null_handle)
{
    struct operands o;
    CHECK_CALL(api_operands_make(t, t->device, &o));
    for (size_t i = 0; i < api_call_count; i++)
        if (api_call_applies(&o, &api_calls[i]))
            CHECK_CALL(expect_refused(t, &api_calls[i], &o, NULL, "null"));
    api_operands_drop(&o);
}

TEST(api, closed_handle)
{
    struct operands o, closed;
    lw_device *device;
    CHECK_CALL(api_operands_make(t, t->device, &o));
    CHECK_STATUS(lw_device_open(&device, t->device_name), LW_SUCCESS);
    CHECK_CALL(api_operands_make(t, device, &closed));
    /* Streams and events end with their device's handle, or by themselves. */
    CHECK_STATUS(lw_stream_destroy(closed.stream), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    for (size_t i = 0; i < api_call_count; i++) {
        void *handle = *api_call_handle(&closed, &api_calls[i]);
        if (api_call_applies(&o, &api_calls[i]))
            CHECK_CALL(expect_refused(t, &api_calls[i], &o, handle, "closed"));
    }
    CHECK(lw_default_stream(device) == NULL);
    CHECK(lw_last_error_message(device)[0] == 0);
    api_operands_drop(&o);
}

TEST(api, wild_handle)
{
    struct operands o;
    CHECK_CALL(api_operands_make(t, t->device, &o));
    for (size_t i = 0; i < api_call_count; i++) {
        if (!api_call_applies(&o, &api_calls[i]))
            continue;
        char *good = *api_call_handle(&o, &api_calls[i]);
        bool takes_device = good == (char *)o.device;
        void *wild[] = {(void *)8,
                        good + 8,
                        good - 4,
                        &o,
                        (void *)UINTPTR_MAX,
                        (void *)(UINTPTR_MAX / 2),
                        takes_device ? (void *)o.stream : (void *)o.device};
        for (size_t j = 0; j < sizeof wild / sizeof wild[0]; j++)
            CHECK_CALL(expect_refused(t, &api_calls[i], &o, wild[j], "not the handle of"));
    }
    api_operands_drop(&o);
}

/* Many handles come and go; a closed one stays refused while others take its place. */
TEST(api, many_handles)
{
    enum { MANY = 1000 };
    static lw_event *events[MANY];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < MANY; i++)
            CHECK_STATUS(lw_event_create(t->device, &events[i]), LW_SUCCESS);
        for (int i = 0; i < MANY; i++)
            for (int j = i + 1; j < i + 3 && j < MANY; j++)
                CHECK(events[i] != events[j]);
        for (int i = 0; i < MANY; i++) {
            CHECK_STATUS(lw_event_query(events[i]), LW_SUCCESS);
            CHECK_STATUS(lw_event_destroy(events[i]), LW_SUCCESS);
            CHECK_STATUS(lw_event_destroy(events[i]), LW_ERROR_INVALID_HANDLE);
        }
    }
    lw_stream *stream;
    CHECK_STATUS(lw_stream_create(t->device, &stream), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(stream), LW_SUCCESS);
    for (int i = 0; i < 100; i++) {
        lw_stream *other;
        CHECK_STATUS(lw_stream_create(t->device, &other), LW_SUCCESS);
        CHECK_STATUS(lw_stream_synchronize(stream), LW_ERROR_INVALID_HANDLE);
        CHECK_STATUS(lw_stream_destroy(other), LW_SUCCESS);
    }
}

TEST(api, default_stream)
{
    lw_stream *stream = lw_default_stream(t->device);
    CHECK(stream != NULL);
    CHECK(lw_default_stream(t->device) == stream);
    CHECK_STATUS(lw_stream_destroy(stream), LW_ERROR_INVALID_HANDLE);
    CHECK_MESSAGE(t->device, "lw_stream_destroy: stream is the device handle's default stream");
    CHECK_STATUS(lw_stream_synchronize(stream), LW_SUCCESS);
    lw_device *other, *owner;
    CHECK_STATUS(lw_device_open(&other, t->device_name), LW_SUCCESS);
    CHECK(lw_default_stream(other) != stream);
    CHECK_STATUS(lw_stream_get_device(stream, &owner), LW_SUCCESS);
    CHECK(owner == t->device);
    CHECK_STATUS(lw_stream_get_device(lw_default_stream(other), &owner), LW_SUCCESS);
    CHECK(owner == other);
    CHECK_STATUS(lw_device_close(other), LW_SUCCESS);
    CHECK(lw_default_stream(NULL) == NULL);
    CHECK_MESSAGE(NULL, "lw_default_stream: device is null");
}

/* Null output pointers. */
TEST(api, null_output)
{
    lw_device *device = t->device;
    lw_event *event;
    size_t size;
    void *pointer = &size;
    CHECK_STATUS(lw_event_create(device, &event), LW_SUCCESS);
#define REFUSED(call, words)                                                                                           \
    CHECK_STATUS(call, LW_ERROR_INVALID_VALUE);                                                                        \
    CHECK_MESSAGE(device, words)
    REFUSED(lw_device_get_properties(device, NULL), "lw_device_get_properties: properties is null");
    REFUSED(lw_malloc(device, NULL, 16), "lw_malloc: pointer is null");
    REFUSED(lw_malloc_host(device, NULL, 16), "lw_malloc_host: pointer is null");
    REFUSED(lw_malloc_pitch(device, NULL, &size, 16, 16), "lw_malloc_pitch: pointer is null");
    REFUSED(lw_malloc_pitch(device, &pointer, NULL, 16, 16), "lw_malloc_pitch: pitch is null");
    CHECK(pointer == &size);
    REFUSED(lw_pointer_get_attributes(device, NULL, NULL), "lw_pointer_get_attributes: attributes is null");
    REFUSED(lw_stream_create(device, NULL), "lw_stream_create: stream is null");
    REFUSED(lw_stream_get_device(lw_default_stream(device), NULL), "lw_stream_get_device: device is null");
    REFUSED(lw_event_create(device, NULL), "lw_event_create: event is null");
    REFUSED(lw_event_elapsed_time(NULL, event, event), "lw_event_elapsed_time: milliseconds is null");
    REFUSED(lw_launch_host_function(lw_default_stream(device), NULL, NULL),
            "lw_launch_host_function: function is null");
    REFUSED(lw_device_open(NULL, "cpu"), "lw_device_open: device is null");
    REFUSED(lw_device_count(NULL), "lw_device_count: count is null");
    REFUSED(lw_device_name(0, NULL), "lw_device_name: name is null");
#undef REFUSED
    CHECK_STATUS(lw_event_destroy(event), LW_SUCCESS);
}
