/* Sets of words of 2 and 4 bytes. A word of equal bytes is the runtime's set of bytes; others are a library's work in the stream. */
#include "../../host_work.h"
#include "driver.h"

typedef struct words {
    void *to;
    size_t count;
    unsigned value, size; /* size: bytes of a word */
} words;

static void run(void *arguments, void *scratch, lw_host_work_run *how)
{
    const words *w = arguments;
    (void)scratch, (void)how;
    for (size_t i = 0; i < w->count; i++)
        if (w->size == 2)
            ((uint16_t *)w->to)[i] = (uint16_t)w->value;
        else
            ((uint32_t *)w->to)[i] = w->value;
}

static bool has_equal_bytes(const words *w)
{
    unsigned repeated = (w->value & 255u) * 0x01010101u;
    return w->value == (w->size == 2 ? repeated & 0xffffu : repeated);
}

/* `waits`: the call returns when it is done. */
static CUresult set(const words *w, CUstream stream, bool waits, const char *function)
{
    lw_stream *to;
    size_t size;
    cudaError_t last = cudart_last_error();
    if ((uintptr_t)w->to % w->size)
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "%s: pointer is %p; expected a multiple of %u", function, w->to,
                             w->size);
    if (__builtin_mul_overflow(w->count, (size_t)w->size, &size))
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "%s: count is %zu, which is too large", function, w->count);
    if (size == 0)
        return CUDA_SUCCESS;
    if (has_equal_bytes(w))
        return driver_result(waits ? cudaMemset(w->to, (int)(w->value & 255u), size)
                                   : cudaMemsetAsync(w->to, (int)(w->value & 255u), size, stream),
                             last);
    lw_host_work_range range = {
        .argument = "pointer", .pointer = w->to, .pitch = size, .width = size, .height = 1, .writes = true};
    lw_host_work work = {
        .function = function, .run = run, .arguments = w, .size = sizeof *w, .ranges = &range, .count = 1};
    CUresult result = driver_result(cudart_stream(&to, stream), last);
    if (!result)
        result = driver_result(cudart_error(lw_host_work_enqueue(to, &work)), last);
    if (!result && waits)
        result = driver_result(cudart_error(lw_stream_synchronize(to)), last);
    return result;
}

#define MEMSET(bits, type)                                                                                             \
    CUresult cuMemsetD##bits(CUdeviceptr pointer, type value, size_t count)                                            \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return set(&(words){driver_pointer(pointer), count, value, (bits) / 8}, NULL, true, __func__);                 \
    }                                                                                                                  \
    CUresult cuMemsetD##bits##Async(CUdeviceptr pointer, type value, size_t count, CUstream stream)                    \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return set(&(words){driver_pointer(pointer), count, value, (bits) / 8}, stream, false, __func__);              \
    }
MEMSET(16, unsigned short)
MEMSET(32, unsigned)
