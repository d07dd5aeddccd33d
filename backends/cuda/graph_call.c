/* Host functions of graphs: unlike those of streams they may be called many times. CUDA frees them with the last graph or
 * executable graph that can call them. */
#include "cuda.h"

#include <stdlib.h>

typedef struct lw_graph_call {
    lw_graph_host_params host;
    struct lw_graph_call *next; /* in the device's list */
} lw_graph_call;

void CUDA_CB lw_cuda_on_graph_call(void *data)
{
    lw_graph_host_params host = ((lw_graph_call *)data)->host;
    lw_host_function_enter();
    host.function(host.user);
    lw_host_function_leave();
}

static void CUDA_CB free_call(void *call)
{
    free(call);
}

lw_status lw_cuda_graph_call(lw_device_impl *device, CUgraph graph, const lw_graph_host_params *host, void **made)
{
    lw_graph_call *call = lw_allocate(sizeof *call);
    if (!call)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a host function of a graph");
    call->host = *host;
    *made = call;
    if (!graph) {
        pthread_mutex_lock(&device->lock);
        call->next = device->graph_calls;
        device->graph_calls = call;
        pthread_mutex_unlock(&device->lock);
        return LW_SUCCESS;
    }
    CUuserObject object;
    lw_status status = lw_cuda_check(
        device, lw_cuda.cuUserObjectCreate(&object, call, free_call, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC),
        "cuUserObjectCreate");
    if (status) {
        free(call);
        return status;
    }
    status = lw_cuda_check(device, lw_cuda.cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE),
                           "cuGraphRetainUserObject");
    if (status)
        lw_cuda.cuUserObjectRelease(object, 1);
    return status;
}

void lw_cuda_graph_calls_free(lw_device_impl *device)
{
    while (device->graph_calls) {
        lw_graph_call *call = device->graph_calls;
        device->graph_calls = call->next;
        free(call);
    }
}
