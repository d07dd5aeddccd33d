/* User objects: the driver's. */
#include "cuda.h"

_Static_assert((int)LW_USER_OBJECT_NO_DESTRUCTOR_SYNC == (int)CU_USER_OBJECT_NO_DESTRUCTOR_SYNC &&
                   (int)LW_GRAPH_USER_OBJECT_MOVE == (int)CU_GRAPH_USER_OBJECT_MOVE,
               "flags of user objects");

static void CUDA_CB on_end(void *object)
{
    lw_user_object_call(object);
}

lw_status lw_cuda_object_create(lw_user_object *object, unsigned references)
{
    CUuserObject made;
    lw_status status = lw_cuda_enter(object->device_impl);
    if (!status)
        status = lw_cuda_check(
            object->device_impl,
            lw_cuda.cuUserObjectCreate(&made, object, on_end, references, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC),
            "cuUserObjectCreate");
    if (!status)
        object->impl = made;
    return status;
}

lw_status lw_cuda_object_retain(lw_user_object *object, unsigned count)
{
    return lw_cuda_check(object->device_impl, lw_cuda.cuUserObjectRetain(object->impl, count), "cuUserObjectRetain");
}

lw_status lw_cuda_object_release(lw_user_object *object, unsigned count)
{
    lw_device_impl *device = object->device_impl; /* the object may end */
    return lw_cuda_check(device, lw_cuda.cuUserObjectRelease(object->impl, count), "cuUserObjectRelease");
}

lw_status lw_cuda_graph_retain(lw_graph *graph, lw_user_object *object, unsigned count, bool moves)
{
    return lw_cuda_check(
        graph->device_impl,
        lw_cuda.cuGraphRetainUserObject(graph->impl, object->impl, count, moves ? CU_GRAPH_USER_OBJECT_MOVE : 0),
        "cuGraphRetainUserObject");
}

lw_status lw_cuda_graph_release(lw_graph *graph, lw_user_object *object, unsigned count)
{
    return lw_cuda_check(graph->device_impl, lw_cuda.cuGraphReleaseUserObject(graph->impl, object->impl, count),
                         "cuGraphReleaseUserObject");
}
