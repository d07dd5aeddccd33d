/* Copies from and to arrays. Each becomes one copy of a box of elements, or, of bytes that go on in the next row, up to three. */
#include "array_copy.h"

/* One side of a copy: an array from a place on, or rows of memory. */
typedef struct side {
    cudaArray_const_t array; /* null: memory */
    size_t x, y;             /* bytes, rows */
    void *pointer;
    size_t pitch;
} side;

/* What a copy of rows has in common. */
typedef struct request {
    side to, from;
    size_t width, height; /* bytes, rows */
    enum cudaMemcpyKind kind;
    cudaStream_t stream;
    bool waits;
    const char *function;
} request;

/* `element`: the bytes of the copy's elements; 0: not known before. */
static cudaError_t find_element(const request *of, const side *at, size_t *element)
{
    lw_array_shape shape;
    size_t bytes;
    if (!at->array)
        return cudaSuccess;
    CUDART_TRY(cudart_array_shape(&shape, &bytes, at->array, of->function));
    if (at->x % bytes || of->width % bytes)
        return cudart_fail(cudaErrorInvalidValue, "%s: %s is %zu bytes; expected a multiple of the element's %zu",
                           of->function, at->x % bytes ? "x" : "width", at->x % bytes ? at->x : of->width, bytes);
    *element = bytes;
    return cudaSuccess;
}

static cudaError_t check_pitch(const request *of, const side *at)
{
    if (at->array || of->width <= at->pitch || of->height <= 1)
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidPitchValue, "%s: the pitch is %zu bytes, less than the width of %zu",
                       of->function, at->pitch, of->width);
}

static lw_array_side side_of(const request *of, const side *at, size_t element)
{
    lw_array_side made = {0};
    if (at->array) {
        made.array = cudart_array(at->array, &made.level);
        made.x = at->x / element;
        made.y = at->y;
    } else {
        size_t pitch = of->height == 1 && at->pitch < of->width ? of->width : at->pitch;
        made.memory = (lw_pitched){at->pointer, pitch, pitch, of->height};
    }
    return made;
}

static cudaError_t queue(lw_stream *stream, const request *of)
{
    size_t element = 1;
    CUDART_TRY(find_element(of, &of->to, &element));
    CUDART_TRY(find_element(of, &of->from, &element));
    CUDART_TRY(check_pitch(of, &of->to));
    CUDART_TRY(check_pitch(of, &of->from));
    lw_array_copy copy = {.destination = side_of(of, &of->to, element),
                          .source = side_of(of, &of->from, element),
                          .width = of->width / element,
                          .height = of->height,
                          .depth = 1,
                          .kind = (lw_memcpy_kind)of->kind};
    return cudart_error(lw_memcpy_3d_array_async(stream, &copy));
}

cudaError_t cudart_array_wait(lw_stream *stream, bool waits, const void *to, const void *from)
{
    return waits || cudart_waits_for_copy(stream, to, from) ? cudart_error(lw_stream_synchronize(stream)) : cudaSuccess;
}

static cudaError_t copy(const request *of)
{
    lw_stream *stream;
    if ((unsigned)of->kind > cudaMemcpyDefault)
        return cudart_fail(cudaErrorInvalidMemcpyDirection, "%s: kind is %d, which is no cudaMemcpyKind", of->function,
                           (int)of->kind);
    CUDART_TRY(cudart_stream(&stream, of->stream));
    CUDART_TRY(queue(stream, of));
    return cudart_array_wait(stream, of->waits, of->to.pointer, of->from.pointer);
}

/* ---- rows ---- */
static side rows(const void *pointer, size_t pitch)
{
    return (side){NULL, 0, 0, (void *)(uintptr_t)pointer, pitch};
}

static side place(cudaArray_const_t array, size_t x, size_t y)
{
    return (side){array, x, y, NULL, 0};
}

/* A null array is no memory. */
#define REFUSE_NULL(array, function)                                                                                   \
    do {                                                                                                               \
        if (!(array))                                                                                                  \
            return cudart_fail(cudaErrorInvalidValue, function ": the array is null");                                 \
    } while (0)

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    REFUSE_NULL(to, "cudaMemcpy2DToArray");
    return copy(&(request){place(to, x, y), rows(from, pitch), width, height, kind, NULL, true, "cudaMemcpy2DToArray"});
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDART_CALLED();
    REFUSE_NULL(to, "cudaMemcpy2DToArrayAsync");
    return copy(
        &(request){place(to, x, y), rows(from, pitch), width, height, kind, stream, false, "cudaMemcpy2DToArrayAsync"});
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    REFUSE_NULL(from, "cudaMemcpy2DFromArray");
    return copy(
        &(request){rows(to, pitch), place(from, x, y), width, height, kind, NULL, true, "cudaMemcpy2DFromArray"});
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDART_CALLED();
    REFUSE_NULL(from, "cudaMemcpy2DFromArrayAsync");
    return copy(&(request){rows(to, pitch), place(from, x, y), width, height, kind, stream, false,
                           "cudaMemcpy2DFromArrayAsync"});
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    REFUSE_NULL(to, "cudaMemcpy2DArrayToArray");
    REFUSE_NULL(from, "cudaMemcpy2DArrayToArray");
    return copy(&(request){place(to, to_x, to_y), place(from, from_x, from_y), width, height, kind, NULL, true,
                           "cudaMemcpy2DArrayToArray"});
}

/* ---- bytes ---- */
/* Queues `size` bytes: the rest of the first row, whole rows, and the beginning of the last one. */
static cudaError_t copy_bytes(request *of, size_t size)
{
    bool to_array = of->to.array != NULL;
    side *array = to_array ? &of->to : &of->from, *memory = to_array ? &of->from : &of->to;
    void *first = memory->pointer;
    lw_array_shape shape;
    lw_stream *stream;
    size_t element;
    CUDART_TRY(cudart_array_shape(&shape, &element, array->array, of->function));
    size_t row = shape.width * element, height = shape.height ? shape.height : 1;
    if (array->y >= height || array->x >= row || size > (height - array->y) * row - array->x)
        return cudart_fail(cudaErrorInvalidValue,
                           "%s: %zu bytes from row %zu, byte %zu on do not lie in an array of %zu rows of %zu bytes",
                           of->function, size, array->y, array->x, height, row);
    if ((unsigned)of->kind > cudaMemcpyDefault)
        return cudart_fail(cudaErrorInvalidMemcpyDirection, "%s: kind is %d, which is no cudaMemcpyKind", of->function,
                           (int)of->kind);
    CUDART_TRY(cudart_stream(&stream, of->stream));
    for (size_t part; size; size -= part) {
        bool whole = array->x == 0 && size >= row;
        of->height = whole ? size / row : 1;
        of->width = whole ? row : row - array->x < size ? row - array->x : size;
        memory->pitch = of->width;
        CUDART_TRY(queue(stream, of));
        part = of->width * of->height;
        memory->pointer = (char *)memory->pointer + part;
        array->x = 0;
        array->y += of->height;
    }
    return cudart_array_wait(stream, of->waits, to_array ? NULL : first, to_array ? first : NULL);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    REFUSE_NULL(to, "cudaMemcpyToArray");
    return copy_bytes(&(request){place(to, x, y), rows(from, 0), 0, 0, kind, NULL, true, "cudaMemcpyToArray"}, size);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDART_CALLED();
    REFUSE_NULL(to, "cudaMemcpyToArrayAsync");
    return copy_bytes(&(request){place(to, x, y), rows(from, 0), 0, 0, kind, stream, false, "cudaMemcpyToArrayAsync"},
                      size);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind)
{
    CUDART_CALLED();
    REFUSE_NULL(from, "cudaMemcpyFromArray");
    return copy_bytes(&(request){rows(to, 0), place(from, x, y), 0, 0, kind, NULL, true, "cudaMemcpyFromArray"}, size);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                     enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUDART_CALLED();
    REFUSE_NULL(from, "cudaMemcpyFromArrayAsync");
    return copy_bytes(&(request){rows(to, 0), place(from, x, y), 0, 0, kind, stream, false, "cudaMemcpyFromArrayAsync"},
                      size);
}

/* ---- boxes ---- */
/* A side of memory beside an array, whose elements count on both sides: from the box's row and slice on. */
static cudaError_t box_memory(lw_array_side *made, const struct cudaPitchedPtr *memory, struct cudaPos at,
                              const struct cudaMemcpy3DParms *from, size_t element, const char *function)
{
    size_t rows = at.y + from->extent.height, most = memory->pitch / element;
    if (at.x > most || from->extent.width > most - at.x)
        return cudart_fail(cudaErrorInvalidValue,
                           "%s: %zu elements from element %zu on do not lie in a row of %zu bytes", function,
                           from->extent.width, at.x, memory->pitch);
    /* The height of a slice counts only where another one follows. */
    size_t height = at.z || from->extent.depth > 1 ? memory->ysize : rows;
    made->memory =
        (lw_pitched){memory->ptr ? (char *)memory->ptr + at.x * element : NULL, memory->pitch, memory->pitch, height};
    made->y = at.y;
    made->z = at.z;
    return cudaSuccess;
}

static void box_array(lw_array_side *made, cudaArray_t array, struct cudaPos at)
{
    made->array = cudart_array(array, &made->level);
    made->x = at.x;
    made->y = at.y;
    made->z = at.z;
}

cudaError_t cudart_array_box(lw_array_copy *copy, const struct cudaMemcpy3DParms *from, const char *function)
{
    lw_array_shape shape;
    size_t element;
    if ((from->srcArray && from->srcPtr.ptr) || (from->dstArray && from->dstPtr.ptr))
        return cudart_fail(cudaErrorInvalidValue, "%s: %s is both an array and memory", function,
                           from->srcArray && from->srcPtr.ptr ? "the source" : "the destination");
    CUDART_TRY(cudart_array_shape(&shape, &element, from->dstArray ? from->dstArray : from->srcArray, function));
    *copy = (lw_array_copy){.width = from->extent.width,
                            .height = from->extent.height,
                            .depth = from->extent.depth,
                            .kind = (lw_memcpy_kind)from->kind};
    if (from->dstArray)
        box_array(&copy->destination, from->dstArray, from->dstPos);
    else
        CUDART_TRY(box_memory(&copy->destination, &from->dstPtr, from->dstPos, from, element, function));
    if (from->srcArray)
        box_array(&copy->source, from->srcArray, from->srcPos);
    else
        CUDART_TRY(box_memory(&copy->source, &from->srcPtr, from->srcPos, from, element, function));
    return cudaSuccess;
}
