/* Copies and sets. Those that wait are work of the legacy stream, as in CUDA.
 *
 * An asynchronous copy of memory that is not page-locked has read it when the call returns, and has written it, as in CUDA. Programs
 * copy variables of their stack so. */
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../../lanewise/capture.h"
#include "cudart.h"

/* Runs a call in the stream; `waits`: until it is done. */
#define IN_STREAM(of, waits, call)                                                                                     \
    do {                                                                                                               \
        lw_stream *stream;                                                                                             \
        CUDART_TRY(cudart_stream(&stream, of));                                                                        \
        CUDART_TRY(cudart_error(call));                                                                                \
        return (waits) ? cudart_error(lw_stream_synchronize(stream)) : cudaSuccess;                                    \
    } while (0)

static bool is_pageable(const void *pointer)
{
    lw_device *device;
    lw_pointer_attributes known;
    int number;
    return pointer && !cudart_device_of(&device, &number, pointer) &&
           !lw_pointer_get_attributes(device, pointer, &known) && known.space == LW_SPACE_UNREGISTERED;
}

bool cudart_waits_for_copy(lw_stream *stream, const void *to, const void *from)
{
    lw_capture_status capturing = LW_CAPTURE_STATUS_NONE;
    return !lw_stream_is_capturing(stream, &capturing) && capturing == LW_CAPTURE_STATUS_NONE &&
           (is_pageable(to) || is_pageable(from));
}

static void release(lw_stream *stream, lw_status status, void *bytes)
{
    (void)stream, (void)status;
    free(bytes);
}

/* A copy of the bytes. Null: without memory, or where they cannot be read, as freed device memory; the copy itself says which. */
static void *keep(const void *from, size_t size)
{
    void *bytes = malloc(size);
    struct iovec to = {bytes, size}, of = {(void *)(uintptr_t)from, size};
    if (!bytes || process_vm_readv(getpid(), &to, 1, &of, 1, 0) == (ssize_t)size)
        return bytes;
    free(bytes);
    return NULL;
}

/* The bytes are freed when the stream has copied them. */
static lw_status copy_kept(lw_stream *stream, void *to, void *bytes, size_t size, lw_memcpy_kind kind)
{
    lw_status status = lw_memcpy_async(stream, to, bytes, size, kind);
    lw_status later = status ? status : lw_stream_add_callback(stream, release, bytes);
    if (!status && later)
        status = lw_stream_synchronize(stream);
    if (later)
        free(bytes);
    return status;
}

static cudaError_t check_kind(enum cudaMemcpyKind kind, const char *function)
{
    if ((int)kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault)
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidMemcpyDirection, "%s: kind is %d, which is no cudaMemcpyKind", function,
                       (int)kind);
}

/* A row that its pitch does not hold has an error of its own. */
static cudaError_t check_rows(size_t to_pitch, size_t from_pitch, size_t width, size_t height, const char *function)
{
    size_t pitch = to_pitch < from_pitch ? to_pitch : from_pitch;
    if (width <= pitch || height == 0)
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidPitchValue, "%s: the %s pitch is %zu, less than the width of %zu", function,
                       pitch == to_pitch ? "destination's" : "source's", pitch, width);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    CUDART_TRY(check_kind(kind, "cudaMemcpy"));
    IN_STREAM(NULL, true, lw_memcpy_async(stream, to, from, size, (lw_memcpy_kind)kind));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind, cudaStream_t of)
{
    CUDART_CALLED();
    enum { KEPT = 64 << 10 }; /* as CUDA's: of more bytes the call waits for the stream */
    lw_stream *stream;
    CUDART_TRY(check_kind(kind, "cudaMemcpyAsync"));
    CUDART_TRY(cudart_stream(&stream, of));
    bool waits = size && cudart_waits_for_copy(stream, to, from);
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDefault;
    bool keeps =
        waits && size <= KEPT && to_device && !is_pageable(to) && lw_stream_query(stream) == LW_ERROR_NOT_READY;
    void *bytes = keeps ? keep(from, size) : NULL;
    if (bytes)
        return cudart_error(copy_kept(stream, to, bytes, size, (lw_memcpy_kind)kind));
    CUDART_TRY(cudart_error(lw_memcpy_async(stream, to, from, size, (lw_memcpy_kind)kind)));
    return waits ? cudart_error(lw_stream_synchronize(stream)) : cudaSuccess;
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    CUDART_TRY(check_kind(kind, "cudaMemcpy2D"));
    CUDART_TRY(check_rows(to_pitch, from_pitch, width, height, "cudaMemcpy2D"));
    IN_STREAM(NULL, true,
              lw_memcpy_2d_async(stream, to, to_pitch, from, from_pitch, width, height, (lw_memcpy_kind)kind));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t of)
{
    CUDART_CALLED();
    CUDART_TRY(check_kind(kind, "cudaMemcpy2DAsync"));
    CUDART_TRY(check_rows(to_pitch, from_pitch, width, height, "cudaMemcpy2DAsync"));
    IN_STREAM(of, cudart_waits_for_copy(stream, to, from),
              lw_memcpy_2d_async(stream, to, to_pitch, from, from_pitch, width, height, (lw_memcpy_kind)kind));
}

cudaError_t cudaMemset(void *pointer, int value, size_t size)
{
    CUDART_CALLED();
    IN_STREAM(NULL, true, lw_memset_async(stream, pointer, value, size));
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t of)
{
    CUDART_CALLED();
    IN_STREAM(of, false, lw_memset_async(stream, pointer, value, size));
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    CUDART_CALLED();
    if (height == 1) /* of one row the pitch is not looked at */
        pitch = width;
    IN_STREAM(NULL, true, lw_memset_2d_async(stream, pointer, pitch, value, width, height));
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t of)
{
    CUDART_CALLED();
    if (height == 1)
        pitch = width;
    IN_STREAM(of, false, lw_memset_2d_async(stream, pointer, pitch, value, width, height));
}

/* ---- device variables ---- */
static cudaError_t find(const lw_symbol **symbol, const void *host, const char *function)
{
    *symbol = cudart_symbol(host);
    if (*symbol)
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidSymbol,
                       "%s: symbol %p is no __device__ or __constant__ variable of this program", function, host);
}

/* A copy to or from a variable's address: the kind may also be between device memory. */
static cudaError_t address(char **pointer, const void *host, size_t size, size_t offset, const char *function)
{
    const lw_symbol *symbol;
    lw_device *device;
    size_t whole;
    void *begin;
    CUDART_TRY(find(&symbol, host, function));
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_symbol_get_size(device, &whole, symbol)));
    CUDART_TRY(cudart_error(lw_symbol_get_address(device, &begin, symbol)));
    if (offset > whole || size > whole - offset)
        return cudart_fail(cudaErrorInvalidValue, "%s: size %zu at offset %zu is beyond the variable's %zu bytes",
                           function, size, offset, whole);
    *pointer = (char *)begin + offset;
    return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset,
                               enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    char *to;
    CUDART_TRY(address(&to, symbol, size, offset, "cudaMemcpyToSymbol"));
    return cudaMemcpy(to, from, size, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    char *from;
    CUDART_TRY(address(&from, symbol, size, offset, "cudaMemcpyFromSymbol"));
    return cudaMemcpy(to, from, size, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDART_CALLED();
    char *to;
    CUDART_TRY(address(&to, symbol, size, offset, "cudaMemcpyToSymbolAsync"));
    return cudaMemcpyAsync(to, from, size, kind, stream);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDART_CALLED();
    char *from;
    CUDART_TRY(address(&from, symbol, size, offset, "cudaMemcpyFromSymbolAsync"));
    return cudaMemcpyAsync(to, from, size, kind, stream);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *host)
{
    CUDART_CALLED();
    char *begin;
    if (!pointer)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetSymbolAddress: pointer is null");
    CUDART_TRY(address(&begin, host, 0, 0, "cudaGetSymbolAddress"));
    *pointer = begin;
    return cudaSuccess;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *host)
{
    CUDART_CALLED();
    const lw_symbol *symbol;
    lw_device *device;
    CUDART_TRY(find(&symbol, host, "cudaGetSymbolSize"));
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_symbol_get_size(device, size, symbol));
}
