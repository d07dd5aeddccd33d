/* The ends of user objects: the thread that calls host functions calls their functions, as the last reference may go where locks
 * are held. */
#include <stdlib.h>

#include "cpu.h"

lw_status lw_cpu_object_create(lw_user_object *object, unsigned references)
{
    (void)references; /* the dispatch counts them */
    lw_status status;
    lw_cpu_operation *operation = lw_cpu_host_function_make(object->device_impl, NULL, NULL, &status);
    if (!operation)
        return status;
    operation->kind = LW_CPU_OBJECT_END;
    operation->as.host.user = object;
    object->impl = operation;
    return LW_SUCCESS;
}

void lw_cpu_object_end(lw_user_object *object)
{
    lw_cpu_host_thread_enqueue(object->device_impl, object->impl);
}

void lw_cpu_object_call(lw_cpu_operation *operation)
{
    lw_user_object_call(operation->as.host.user);
    free(operation);
}
