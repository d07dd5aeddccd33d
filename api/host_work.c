/* Work of libraries over this one: its memory is checked as that of copies is. */
#include "host_work.h"

#include "dispatch.h"

/* Kernels of the device reach the memory: its own, managed, page-locked. */
static lw_status check(lw_context *context, const char *function, const lw_host_work_range *range, lw_hold *hold)
{
    lw_operand operand = {.function = function, .argument = range->argument, .pointer = range->pointer, .hold = hold};
    lw_range_kind kind = lw_range_find(context, (uintptr_t)range->pointer, NULL).kind;
    lw_status status = lw_operand_extent(context, function, range->argument, range->pitch, range->width, range->height,
                                         &operand.extent);
    return status ? status
                  : lw_operand_check(context, &operand,
                                     kind == LW_RANGE_PINNED || kind == LW_RANGE_REGISTERED ? LW_SPACE_HOST
                                                                                            : LW_SPACE_DEVICE);
}

lw_status lw_host_work_enqueue(lw_stream *stream, const lw_host_work *work)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_stream(work->function, stream);
    if (status)
        return status;
    lw_context *context = stream->context;
    if (!context->backend->host_work)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: device %s runs CUDA's own libraries", work->function,
                         context->name);
    lw_hold own, others[LW_HOST_WORK_RANGES]; /* each range may be memory of yet another device */
    unsigned checked = 0;
    status = lw_copy_begin(context, &own);
    for (; checked < work->count && !status; checked++) {
        others[checked].count = 0;
        status = check(context, work->function, &work->ranges[checked], &others[checked]);
    }
    lw_message_discard();
    if (!status)
        status = lw_finish(context, work->function, context->backend->host_work(stream->impl, work));
    for (unsigned i = 0; i < checked; i++)
        lw_copy_end(&others[i]);
    lw_copy_end(&own);
    return context->launch_blocking ? lw_wait_for_launch(work->function, stream, status) : status;
}
