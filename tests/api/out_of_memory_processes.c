/* Out of memory at every allocation in turn, in calls that open what another process has: a status, a sentence, nothing leaked. */
#include <unistd.h>

#include <lanewise/ipc.h>

#include "api/test_hook.h"
#include "tests/harness/process.h"

enum { SIZE = 5000 };

struct message {
    lw_ipc_memory_handle memory;
    lw_ipc_event_handle event;
    lw_memory_pool_pointer pooled;
};

static void begin(struct test *t)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.ipc || !properties.memory_pools || !properties.file_descriptor_handles)
        SKIP("the device has no handles for other processes");
}

/* What the first failure has left open is closed by the caller. */
struct opened {
    const char *step; /* the latest call made */
    lw_memory_pool *pool;
    lw_event *event;
    void *memory, *pooled;
};

#define STEP(function, ...)                                                                                            \
    do {                                                                                                               \
        opened->step = #function;                                                                                      \
        lw_status step_status = function(__VA_ARGS__);                                                                 \
        if (step_status)                                                                                               \
            return step_status;                                                                                        \
    } while (0)

static lw_status open_each(lw_device *device, const struct message *message, int descriptor, struct opened *opened)
{
    lw_stream *stream = lw_default_stream(device);
    STEP(lw_ipc_open_event_handle, device, &opened->event, &message->event);
    STEP(lw_stream_wait_event, stream, opened->event);
    STEP(lw_ipc_open_memory_handle, device, &opened->memory, &message->memory, LW_IPC_MEMORY_LAZY_ENABLE_PEER_ACCESS);
    STEP(lw_memset_async, stream, opened->memory, 1, SIZE);
    STEP(lw_event_record, opened->event, stream);
    STEP(lw_event_synchronize, opened->event);
    STEP(lw_memory_pool_import, device, &opened->pool, descriptor);
    STEP(lw_memory_pool_import_pointer, opened->pool, &opened->pooled, &message->pooled);
    STEP(lw_memset, device, opened->pooled, 1, SIZE);
    return LW_SUCCESS;
}

static void close_each(struct test *t, const struct opened *opened)
{
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    if (opened->pooled)
        CHECK_STATUS(lw_free(t->device, opened->pooled), LW_SUCCESS);
    if (opened->pool)
        CHECK_STATUS(lw_memory_pool_destroy(opened->pool), LW_SUCCESS);
    if (opened->memory)
        CHECK_STATUS(lw_ipc_close_memory_handle(t->device, opened->memory), LW_SUCCESS);
    if (opened->event)
        CHECK_STATUS(lw_event_destroy(opened->event), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

static void fail_each(struct test *t, const struct message *message, int descriptor)
{
    lw_test_counts before, now;
    int failed = 0;
    for (int n = 0;; n++) { /* at first none fails: the device makes what it makes once */
        struct opened opened = {.step = ""};
        lw_test_count(&before);
        lw_test_fail_allocation(n);
        lw_status status = open_each(t->device, message, descriptor, &opened);
        bool pending = lw_test_failure_pending();
        lw_test_fail_allocation(0);
        const char *said = status ? lw_last_error_message(t->device) : opened.step;
        bool threads = status == LW_ERROR_SYSTEM && strstr(said, "thread");
        if ((status && status != LW_ERROR_OUT_OF_MEMORY && !threads) ||
            strncmp(said, opened.step, strlen(opened.step)) != 0 || n > 1000 || (!n && status))
            FAIL("allocation %d, %s: %s: %s", n, opened.step, lw_status_string(status), said);
        CHECK_CALL(close_each(t, &opened));
        lw_test_count(&now);
        if (n && memcmp(&now, &before, sizeof now) != 0)
            FAIL("allocation %d, %s: handles or memory are left", n, opened.step);
        failed += status != LW_SUCCESS;
        if (n && !status && pending)
            break;
    }
    CHECK(failed >= 5);
}

static void give(struct test *t, const struct process *other)
{
    struct message message;
    const lw_memory_pool_properties exportable = {.handle_type = LW_MEMORY_HANDLE_FILE_DESCRIPTOR};
    lw_event *event;
    lw_memory_pool *pool;
    void *memory, *pooled;
    int descriptor;
    CHECK_STATUS(lw_malloc(t->device, &memory, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_memory_handle(t->device, &message.memory, memory), LW_SUCCESS);
    CHECK_STATUS(lw_event_create_with(t->device, &event, LW_EVENT_INTERPROCESS | LW_EVENT_DISABLE_TIMING), LW_SUCCESS);
    CHECK_STATUS(lw_ipc_get_event_handle(event, &message.event), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_create_with(t->device, &pool, &exportable), LW_SUCCESS);
    CHECK_STATUS(lw_malloc_from_pool_async(lw_default_stream(t->device), pool, &pooled, SIZE), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export(pool, &descriptor), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_export_pointer(t->device, &message.pooled, pooled), LW_SUCCESS);
    process_send(t, other, &message, sizeof message, descriptor);
    close(descriptor);
    if (!t->failed)
        process_wait(t, other); /* it has closed all */
    CHECK_STATUS(lw_free(t->device, pooled), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, memory), LW_SUCCESS);
}

TEST(api, out_of_memory_in_handles_of_processes, .isolated = true, .seconds = 120)
{
    struct process other;
    struct message message;
    int descriptor;
    CHECK_CALL(begin(t));
    if (process_started_this(&other)) {
        CHECK_CALL(process_receive(t, &other, &message, sizeof message, &descriptor));
        CHECK_CALL(fail_each(t, &message, descriptor));
        process_tell(t, &other);
        return;
    }
    CHECK_CALL(process_start(t, &other));
    give(t, &other);
    process_end(t, &other);
}
