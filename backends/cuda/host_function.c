/* Host functions: functions of the program that a stream calls. */
#include "cuda.h"

#include <stdlib.h>

struct lw_host_call {
    lw_device_impl *device;
    lw_host_function function;
    void *user;
    lw_host_call *previous, *next; /* in the device's list of queued calls */
};

static void add_call(lw_host_call *call)
{
    lw_device_impl *device = call->device;
    pthread_mutex_lock(&device->lock);
    call->next = device->host_calls;
    if (call->next)
        call->next->previous = call;
    device->host_calls = call;
    pthread_mutex_unlock(&device->lock);
}

static void remove_call(lw_host_call *call)
{
    lw_device_impl *device = call->device;
    pthread_mutex_lock(&device->lock);
    *(call->previous ? &call->previous->next : &device->host_calls) = call->next;
    if (call->next)
        call->next->previous = call->previous;
    pthread_mutex_unlock(&device->lock);
    free(call);
}

static void CUDA_CB on_call(void *data)
{
    lw_host_call *call = data;
    lw_host_function function = call->function;
    void *user = call->user;
    /* Before the program's function: after it, a thread that waited for it may close the device. */
    remove_call(call);
    lw_host_function_enter();
    function(user);
    lw_host_function_leave();
}

lw_status lw_cuda_host_function(lw_stream_impl *stream, lw_host_function function, void *user)
{
    lw_device_impl *device = stream->device;
    lw_host_call *call = lw_allocate(sizeof *call);
    if (!call)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a host function");
    *call = (lw_host_call){.device = device, .function = function, .user = user};
    add_call(call);
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuLaunchHostFunc(stream->stream, on_call, call), "cuLaunchHostFunc");
    if (status)
        remove_call(call);
    return status;
}

void lw_cuda_host_calls_drop(lw_device_impl *device)
{
    pthread_mutex_lock(&device->lock);
    for (lw_host_call *call = device->host_calls, *next; call; call = next) {
        next = call->next;
        free(call);
    }
    device->host_calls = NULL;
    pthread_mutex_unlock(&device->lock);
}
