/* Calls: refused, described, put into streams. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "blas.h"

cublasStatus_t blas_refuse(cublasStatus_t status, const char *function, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    lw_error(LW_ERROR_INVALID_VALUE, "%s: %s", function, text);
    return status;
}

/* ---- memory ---- */
void blas_range(blas_call *call, const lw_host_work_range *range)
{
    if (range->width && range->height)
        call->ranges[call->count++] = *range;
}

void blas_bytes(blas_call *call, const char *name, const void *pointer, size_t size, int access)
{
    blas_range(call, &(lw_host_work_range){.argument = name,
                                           .pointer = pointer,
                                           .pitch = size,
                                           .width = size,
                                           .height = 1,
                                           .reads = access & BLAS_READS,
                                           .writes = access & BLAS_WRITES});
}

void blas_take_scalar(blas_call *call, blas_scalar *scalar, const char *name, const void *pointer, size_t size)
{
    if (call->handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) {
        scalar->device = pointer;
        blas_bytes(call, name, pointer, size, BLAS_READS);
    } else {
        memcpy(scalar->value, pointer, size);
    }
}

bool blas_is_zero(const blas_scalar *scalar, blas_type type)
{
    const void *value = scalar->value;
    const float *s = value;
    const double *d = value;
    if (scalar->device)
        return false;
    switch (type) {
    case BLAS_S: return s[0] == 0;
    case BLAS_D: return d[0] == 0;
    case BLAS_C: return s[0] == 0 && s[1] == 0;
    default: return d[0] == 0 && d[1] == 0;
    }
}

int blas_access_of_sum(const blas_call *call)
{
    const blas_scalar *beta = &call->of.beta;
    return beta->device || blas_is_zero(beta, call->of.type) ? BLAS_WRITES : BLAS_UPDATES;
}

void blas_take_result(blas_call *call, void *pointer, size_t size)
{
    call->of.result = pointer;
    if (call->handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        blas_bytes(call, "result", pointer, size, BLAS_WRITES);
    else
        call->waits = true;
}

/* With a negative step the first element is the last one in memory. */
void blas_vector(blas_call *call, const char *name, const void *pointer, int n, int step, int access)
{
    size_t size = blas_size(call->of.type), distance = step < 0 ? -(size_t)step : (size_t)step;
    if (n <= 0)
        return;
    if (distance <= 1)
        blas_bytes(call, name, pointer, distance ? (size_t)n * size : size, access);
    else
        blas_range(call, &(lw_host_work_range){.argument = name,
                                               .pointer = pointer,
                                               .pitch = distance * size,
                                               .width = size,
                                               .height = (size_t)n,
                                               .reads = access & BLAS_READS,
                                               .writes = access & BLAS_WRITES});
}

static lw_host_work_range matrix(const char *name, const void *pointer, int rows, int columns, int leading, size_t size,
                                 int access)
{
    return (lw_host_work_range){.argument = name,
                                .pointer = pointer,
                                .pitch = (size_t)leading * size,
                                .width = rows > 0 ? (size_t)rows * size : 0,
                                .height = columns > 0 ? (size_t)columns : 0,
                                .reads = access & BLAS_READS,
                                .writes = access & BLAS_WRITES};
}

void blas_matrix(blas_call *call, const char *name, const void *pointer, int rows, int columns, int leading, int access)
{
    lw_host_work_range range = matrix(name, pointer, rows, columns, leading, blas_size(call->of.type), access);
    blas_range(call, &range);
}

/* A column is a row of the range. */
void blas_triangle(blas_call *call, const char *name, const void *pointer, int n, int leading, int access)
{
    lw_host_work_range range = matrix(name, pointer, n, n, leading, blas_size(call->of.type), access);
    range.triangle = call->of.uplo == CblasLower ? 'L' : 'U';
    range.element = blas_size(call->of.type);
    blas_range(call, &range);
}

bool blas_use(lw_host_work_run *run, const char *name, const void *pointer, int rows, int columns, int leading,
              size_t size, int access)
{
    lw_host_work_range range = matrix(name, pointer, rows, columns, leading, size, access);
    return !range.width || !range.height || run->use(run, &range);
}

/* ---- running ---- */
static cublasStatus_t status_of(lw_status status)
{
    switch (status) {
    case LW_SUCCESS: return CUBLAS_STATUS_SUCCESS;
    case LW_ERROR_OUT_OF_MEMORY: return CUBLAS_STATUS_ALLOC_FAILED;
    case LW_ERROR_NOT_SUPPORTED: return CUBLAS_STATUS_NOT_SUPPORTED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

cublasStatus_t blas_run_with(const blas_call *call, blas_work work, const void *arguments, size_t size, size_t scratch)
{
    lw_stream *stream;
    lw_host_work host_work = {.function = call->function,
                              .run = work,
                              .arguments = arguments,
                              .size = size,
                              .scratch = scratch,
                              .ranges = call->ranges,
                              .count = call->count};
    if (cudart_stream(&stream, call->handle->stream))
        return CUBLAS_STATUS_EXECUTION_FAILED;
    lw_status status = lw_host_work_enqueue(stream, &host_work);
    if (!status && call->waits)
        status = lw_stream_synchronize(stream);
    return status_of(status);
}

cublasStatus_t blas_run(const blas_call *call, blas_work work)
{
    return blas_run_with(call, work, &call->of, sizeof call->of, 0);
}

void blas_begin(const lw_host_work_run *run)
{
    static atomic_bool single;
    if (run->alone && !atomic_exchange(&single, true))
        openblas_set_num_threads(1);
}
