/* Words of memory that streams wait for and write. */
#include "cuda.h"

lw_status lw_cuda_write_value(lw_stream_impl *stream, const lw_value *value)
{
    lw_status status = lw_cuda_enter(stream->device);
    if (status)
        return status;
    CUdeviceptr word = lw_cuda_address(value->word);
    if (value->wide)
        return lw_cuda_check(
            stream->device,
            lw_cuda.cuStreamWriteValue64(stream->stream, word, value->value, CU_STREAM_WRITE_VALUE_DEFAULT),
            "cuStreamWriteValue64");
    return lw_cuda_check(
        stream->device,
        lw_cuda.cuStreamWriteValue32(stream->stream, word, (cuuint32_t)value->value, CU_STREAM_WRITE_VALUE_DEFAULT),
        "cuStreamWriteValue32");
}

lw_status lw_cuda_wait_value(lw_stream_impl *stream, const lw_value *value, lw_wait_condition condition)
{
    static const unsigned flags[] = {[LW_WAIT_GREATER_EQUAL] = CU_STREAM_WAIT_VALUE_GEQ,
                                     [LW_WAIT_EQUAL] = CU_STREAM_WAIT_VALUE_EQ,
                                     [LW_WAIT_AND] = CU_STREAM_WAIT_VALUE_AND,
                                     [LW_WAIT_NOR] = CU_STREAM_WAIT_VALUE_NOR};
    lw_status status = lw_cuda_enter(stream->device);
    if (status)
        return status;
    CUdeviceptr word = lw_cuda_address(value->word);
    if (value->wide)
        return lw_cuda_check(stream->device,
                             lw_cuda.cuStreamWaitValue64(stream->stream, word, value->value, flags[condition]),
                             "cuStreamWaitValue64");
    return lw_cuda_check(stream->device,
                         lw_cuda.cuStreamWaitValue32(stream->stream, word, (cuuint32_t)value->value, flags[condition]),
                         "cuStreamWaitValue32");
}
