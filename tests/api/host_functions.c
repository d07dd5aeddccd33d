/* Inside a host function every call is refused; on every other thread none is. */
#include <semaphore.h>
#include <string.h>

#include "calls.h"

struct inside {
    struct operands operands;
    lw_status statuses[256];
    char message[256], first_bad[64];
    lw_status open, count, name;
    const void *default_stream;
    sem_t entered, leave;
};

static void call_everything(void *user)
{
    struct inside *in = user;
    sem_post(&in->entered);
    sem_wait(&in->leave);
    for (size_t i = 0; i < api_call_count; i++)
        in->statuses[i] = api_calls[i].make(&in->operands);
    strncpy(in->message, lw_last_error_message(NULL), sizeof in->message - 1);
    lw_device *device;
    int count;
    const char *name;
    in->open = lw_device_open(&device, "cpu");
    in->count = lw_device_count(&count);
    in->name = lw_device_name(0, &name);
    in->default_stream = lw_default_stream(in->operands.device);
}

TEST(api, inside_host_function)
{
    static struct inside in;
    memset(&in, 0, sizeof in);
    sem_init(&in.entered, 0, 0);
    sem_init(&in.leave, 0, 0);
    CHECK(api_call_count <= sizeof in.statuses / sizeof in.statuses[0]);
    CHECK_CALL(api_operands_make(t, t->device, &in.operands));
    CHECK_STATUS(lw_launch_host_function(in.operands.stream, call_everything, &in), LW_SUCCESS);
    sem_wait(&in.entered);
    /* It runs now, on another thread; on this one calls work. */
    lw_status query = lw_stream_query(in.operands.stream);
    lw_status count = lw_device_count(&(int){0});
    sem_post(&in.leave);
    CHECK_STATUS(query, LW_ERROR_NOT_READY);
    CHECK_MESSAGE(t->device, "lw_stream_query: ");
    CHECK_STATUS(count, LW_SUCCESS);
    CHECK_STATUS(lw_stream_synchronize(in.operands.stream), LW_SUCCESS);
    for (size_t i = 0; i < api_call_count; i++)
        if (in.statuses[i] != LW_ERROR_NOT_PERMITTED)
            FAIL("%s: %s", api_calls[i].name, lw_status_string(in.statuses[i]));
    CHECK_CONTAINS(in.message, "called from inside a host function");
    CHECK_STATUS(in.open, LW_ERROR_NOT_PERMITTED);
    CHECK_STATUS(in.count, LW_ERROR_NOT_PERMITTED);
    CHECK_STATUS(in.name, LW_ERROR_NOT_PERMITTED);
    CHECK(in.default_stream == NULL);
    /* No call had an effect. */
    CHECK_STATUS(lw_memset(t->device, in.operands.spare, 0, 16), LW_SUCCESS);
    api_operands_drop(&in.operands);
    sem_destroy(&in.entered);
    sem_destroy(&in.leave);
}
