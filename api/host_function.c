/* Functions of the host that a stream calls. */
#include <stdlib.h>

#include "dispatch.h"

lw_status lw_launch_host_function(lw_stream *stream, lw_host_function function, void *user)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    if (!function)
        return lw_refuse(stream->context, LW_ERROR_INVALID_VALUE, "%s: function is null", __func__);
    lw_message_discard();
    return lw_finish(stream->context, __func__, stream->context->backend->host_function(stream->impl, function, user));
}

/* A queued callback. */
typedef struct callback {
    lw_stream_callback function;
    lw_stream *stream;
    void *user;
} callback;

static void call(lw_status status, void *argument)
{
    callback found = *(callback *)argument;
    free(argument);
    found.function(found.stream, status, found.user);
}

lw_status lw_stream_add_callback(lw_stream *stream, lw_stream_callback function, void *user)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(__func__, stream);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (!function)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: callback is null", __func__);
    callback *queued = lw_allocate(sizeof *queued);
    if (!queued)
        return lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for a callback", __func__);
    *queued = (callback){function, stream, user};
    lw_message_discard();
    status = lw_finish(context, __func__, context->backend->callback(stream->impl, call, queued));
    if (status)
        free(queued);
    return status;
}
