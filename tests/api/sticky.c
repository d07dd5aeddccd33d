/* A kernel's fault stays: every call on the device, through any handle, returns it until a reset. Each case runs in
 * its own process, since a GPU may not recover. */
#include <string.h>

#include "calls.h"
#include "device/kernels.h"

static lw_status fault(lw_device *device)
{
    lw_status status = lw_launch(api_store, lw_linear(lw_default_stream(device), 1, 1), (int *)(uintptr_t)16);
    return status ? status : lw_device_synchronize(device);
}

TEST(api, sticky_every_call, .isolated = true)
{
    struct operands o;
    lw_device *other;
    CHECK_CALL(api_operands_make(t, t->device, &o));
    CHECK_STATUS(lw_device_open(&other, t->device_name), LW_SUCCESS);
    CHECK_STATUS(fault(other), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(other, "api_store");
    CHECK(strncmp(lw_last_error_message(other), "lw_", 3) != 0); /* the report itself */
    CHECK_MESSAGE(t->device, "api_store");                       /* one device, however many handles */
    for (size_t i = 0; i < api_call_count; i++) {
        if (api_calls[i].flags & API_CALL_WHILE_FAULTED || !api_call_applies(&o, &api_calls[i]))
            continue;
        CHECK_STATUS(lw_device_count(NULL), LW_ERROR_INVALID_VALUE); /* another message, to be replaced */
        lw_status status = api_calls[i].make(&o);
        if (status != LW_ERROR_ILLEGAL_ADDRESS)
            FAIL("%s: %s", api_calls[i].name, lw_status_string(status));
        CHECK_MESSAGE(t->device, "api_store");
        CHECK(strncmp(lw_last_error_message(t->device), "lw_", 3) != 0);
    }
    /* Nulls and closed handles still have their own statuses. */
    CHECK_STATUS(lw_device_synchronize(NULL), LW_ERROR_INVALID_HANDLE);
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    CHECK(lw_default_stream(t->device) != NULL);
    /* A handle opened now is on the same device. */
    lw_device *late;
    lw_status status = lw_device_open(&late, t->device_name);
    if (status == LW_SUCCESS) {
        CHECK_STATUS(lw_device_synchronize(late), LW_ERROR_ILLEGAL_ADDRESS);
        CHECK_STATUS(lw_device_close(late), LW_ERROR_ILLEGAL_ADDRESS);
        CHECK_STATUS(lw_device_synchronize(late), LW_ERROR_INVALID_HANDLE);
    } else {
        CHECK_STATUS(status, LW_ERROR_ILLEGAL_ADDRESS);
    }
    CHECK_STATUS(lw_device_close(other), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(NULL, "api_store");
    CHECK_STATUS(lw_device_close(other), LW_ERROR_INVALID_HANDLE);
}

TEST(api, sticky_reset, .isolated = true)
{
    struct operands o;
    lw_device *other;
    void *theirs;
    int got = 0;
    CHECK_CALL(api_operands_make(t, t->device, &o));
    CHECK_STATUS(lw_device_open(&other, t->device_name), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(other, &theirs, 64), LW_SUCCESS);
    CHECK_STATUS(fault(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    lw_status status = lw_device_reset(other);
    if (status != LW_SUCCESS && !on_cpu(t)) {
        /* A GPU that needs a new process says so with the fault. */
        CHECK_STATUS(status, LW_ERROR_ILLEGAL_ADDRESS);
        CHECK_MESSAGE(other, "api_store");
        return;
    }
    CHECK_STATUS(status, LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    /* Allocations of all handles are gone, streams and events are not. */
    CHECK_STATUS(lw_free(t->device, o.memory), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "was freed");
    CHECK_STATUS(lw_free(other, theirs), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_free_host(t->device, o.pinned), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_malloc(t->device, &o.memory, 4096), LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_fill, lw_linear(o.stream, 16, 16), o.memory, 77, 16), LW_SUCCESS);
    CHECK_STATUS(lw_event_record(o.event, o.stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_synchronize(o.event), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, (char *)o.memory + 60, 4, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, 77);
    CHECK_STATUS(lw_memcpy_from_symbol(t->device, &got, LW_SYMBOL(api_increment), 4, 0), LW_SUCCESS);
    /* And it can fault again. */
    CHECK_STATUS(fault(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(other, "api_store");
    lw_device_close(other);
}

TEST(api, sticky_close_and_open, .isolated = true, .cpu_only = true)
{
    lw_device *device;
    CHECK_STATUS(fault(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_device_close(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_INVALID_HANDLE);
    CHECK_STATUS(lw_device_open(&device, t->device_name), LW_SUCCESS);
    CHECK(lw_last_error_message(device)[0] != 0); /* of the closed handle, which belongs to no device */
    CHECK_STATUS(lw_device_synchronize(device), LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_nothing, lw_linear(lw_default_stream(device), 1, 1)), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&t->device, t->device_name), LW_SUCCESS); /* for the harness to close */
}

/* Recoverable errors leave no fault. */
TEST(api, recoverable_errors)
{
    lw_stream *stream = lw_default_stream(t->device);
    for (int i = 0; i < 100; i++) {
        CHECK_STATUS(lw_launch(api_nothing, lw_linear(stream, 1, 2000)), LW_ERROR_INVALID_CONFIGURATION);
        CHECK_STATUS(lw_free(t->device, stream), LW_ERROR_INVALID_VALUE);
        CHECK_STATUS(lw_launch(api_nothing, lw_linear(stream, 1, 1)), LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

/* A reset of a device without a fault: allocations are freed, all else stays. */
TEST(api, reset_without_fault, .isolated = true)
{
    struct operands o;
    CHECK_CALL(api_operands_make(t, t->device, &o));
    CHECK_STATUS(lw_device_reset(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, o.memory, 0, 1), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "was freed");
    CHECK_STATUS(lw_launch(api_nothing, lw_linear(o.stream, 1, 1)), LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(o.stream), LW_SUCCESS);
    CHECK_STATUS(lw_event_query(o.event), LW_SUCCESS);
}
