/* Host functions: functions of the program that a stream calls. */
#include "cuda.h"

#include <stdlib.h>

struct lw_host_call {
    lw_device_impl *device;
    lw_host_function function; /* null: a callback */
    lw_status_function callback;
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

/* Before the program's function: after it, a thread that waited for it may close the device. */
static lw_host_call take_call(lw_host_call *call)
{
    lw_host_call taken = *call;
    remove_call(call);
    return taken;
}

static void CUDA_CB on_call(void *data)
{
    lw_host_call call = take_call(data);
    lw_host_function_enter();
    call.function(call.user);
    lw_host_function_leave();
}

static void CUDA_CB on_callback(CUstream stream, CUresult error, void *data)
{
    (void)stream;
    lw_host_call call = take_call(data);
    lw_host_function_enter();
    call.callback(error == CUDA_SUCCESS ? LW_SUCCESS : lw_cuda_status(error), call.user);
    lw_host_function_leave();
}

static lw_status enqueue(lw_stream_impl *stream, const lw_host_call *wanted)
{
    lw_device_impl *device = stream->device;
    CUstreamCaptureStatus capturing;
    CUgraph graph = NULL;
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    if (wanted->function &&
        lw_cuda.cuStreamGetCaptureInfo(stream->stream, &capturing, NULL, &graph, NULL, NULL, NULL) == CUDA_SUCCESS &&
        capturing == CU_STREAM_CAPTURE_STATUS_ACTIVE) {
        void *node;
        status = lw_cuda_graph_call(device, graph, &(lw_graph_host_params){wanted->function, wanted->user}, &node);
        return status ? status
                      : lw_cuda_check(device, lw_cuda.cuLaunchHostFunc(stream->stream, lw_cuda_on_graph_call, node),
                                      "cuLaunchHostFunc");
    }
    lw_host_call *call = lw_allocate(sizeof *call);
    if (!call)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a host function");
    *call = *wanted;
    call->device = device;
    add_call(call);
    if (call->callback)
        status = lw_cuda_check(device, lw_cuda.cuStreamAddCallback(stream->stream, on_callback, call, 0),
                               "cuStreamAddCallback");
    else
        status = lw_cuda_check(device, lw_cuda.cuLaunchHostFunc(stream->stream, on_call, call), "cuLaunchHostFunc");
    if (status)
        remove_call(call);
    return status;
}

lw_status lw_cuda_host_function(lw_stream_impl *stream, lw_host_function function, void *user)
{
    return enqueue(stream, &(lw_host_call){.function = function, .user = user});
}

lw_status lw_cuda_callback(lw_stream_impl *stream, lw_status_function function, void *user)
{
    return enqueue(stream, &(lw_host_call){.callback = function, .user = user});
}

void lw_cuda_host_calls_drop(lw_device_impl *device, lw_status fault)
{
    pthread_mutex_lock(&device->lock);
    lw_host_call *calls = device->host_calls;
    device->host_calls = NULL;
    pthread_mutex_unlock(&device->lock);
    for (lw_host_call *call = calls, *next; call; call = next) {
        next = call->next;
        if (call->callback) {
            lw_host_function_enter();
            call->callback(fault, call->user);
            lw_host_function_leave();
        }
        free(call);
    }
}
