/* Copies of vectors and matrices between the host and the device: copies of rows. A vector with a step is a column of single elements. */
#include "blas.h"

static cublasStatus_t status_of(cudaError_t error)
{
    return error == cudaSuccess                 ? CUBLAS_STATUS_SUCCESS
           : error == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED
                                                : CUBLAS_STATUS_MAPPING_ERROR;
}

typedef struct transfer {
    const char *function;
    enum cudaMemcpyKind kind;
    bool waits;
    cudaStream_t stream;
} transfer;

/* `height` rows of `width` bytes; a step is in bytes. */
static cublasStatus_t copy(const transfer *how, void *to, size_t to_step, const void *from, size_t from_step,
                           size_t width, size_t height)
{
    if (!width || !height)
        return CUBLAS_STATUS_SUCCESS;
    return status_of(how->waits
                         ? cudaMemcpy2D(to, to_step, from, from_step, width, height, how->kind)
                         : cudaMemcpy2DAsync(to, to_step, from, from_step, width, height, how->kind, how->stream));
}

static cublasStatus_t copy_vector(const transfer *how, int n, int size, const void *x, int incx, void *y, int incy)
{
    BLAS_REQUIRE_COUNT(how, n);
    BLAS_REQUIRE(how, size > 0 && incx > 0 && incy > 0, "%s is %d; expected 1 or more",
                 size <= 0   ? "size"
                 : incx <= 0 ? "incx"
                             : "incy",
                 size <= 0   ? size
                 : incx <= 0 ? incx
                             : incy);
    size_t bytes = (size_t)size;
    if (incx == 1 && incy == 1)
        return copy(how, y, bytes * (size_t)n, x, bytes * (size_t)n, bytes * (size_t)n, 1);
    return copy(how, y, bytes * (size_t)incy, x, bytes * (size_t)incx, bytes, (size_t)n);
}

static cublasStatus_t copy_matrix(const transfer *how, int rows, int columns, int size, const void *A, int lda, void *B,
                                  int ldb)
{
    BLAS_REQUIRE_COUNT(how, rows);
    BLAS_REQUIRE_COUNT(how, columns);
    BLAS_REQUIRE(how, size > 0 && lda > 0 && ldb > 0, "%s is %d; expected 1 or more",
                 size <= 0  ? "size"
                 : lda <= 0 ? "lda"
                            : "ldb",
                 size <= 0  ? size
                 : lda <= 0 ? lda
                            : ldb);
    if (lda < rows || ldb < rows)
        return blas_refuse(CUBLAS_STATUS_MAPPING_ERROR, how->function, "%s is %d; the matrix has %d rows",
                           lda < rows ? "lda" : "ldb", lda < rows ? lda : ldb, rows);
    size_t bytes = (size_t)size;
    return copy(how, B, bytes * (size_t)ldb, A, bytes * (size_t)lda, bytes * (size_t)rows, (size_t)columns);
}

#define COPIES(Set, kind)                                                                                              \
    cublasStatus_t cublas##Set##Vector(int n, int size, const void *x, int incx, void *y, int incy)                    \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return copy_vector(&(transfer){__func__, kind, true, NULL}, n, size, x, incx, y, incy);                        \
    }                                                                                                                  \
    cublasStatus_t cublas##Set##VectorAsync(int n, int size, const void *x, int incx, void *y, int incy,               \
                                            cudaStream_t stream)                                                       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return copy_vector(&(transfer){__func__, kind, false, stream}, n, size, x, incx, y, incy);                     \
    }                                                                                                                  \
    cublasStatus_t cublas##Set##Matrix(int rows, int columns, int size, const void *A, int lda, void *B, int ldb)      \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return copy_matrix(&(transfer){__func__, kind, true, NULL}, rows, columns, size, A, lda, B, ldb);              \
    }                                                                                                                  \
    cublasStatus_t cublas##Set##MatrixAsync(int rows, int columns, int size, const void *A, int lda, void *B, int ldb, \
                                            cudaStream_t stream)                                                       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return copy_matrix(&(transfer){__func__, kind, false, stream}, rows, columns, size, A, lda, B, ldb);           \
    }

COPIES(Set, cudaMemcpyHostToDevice)
COPIES(Get, cudaMemcpyDeviceToHost)
