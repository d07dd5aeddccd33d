/* cuBLAS's older interface over the newer one. */
#include <pthread.h>
#include <string.h>

#include "blas.h"

#define LW_CUBLAS_OLD(result, name, ...)                                                                               \
    __attribute__((visibility("default"))) result lw_cublas_old_##name(__VA_ARGS__);
#include "old_functions.h"
#undef LW_CUBLAS_OLD

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cublasHandle_t made; /* by Init or the first call, until Shutdown */
static _Thread_local cublasStatus_t last;

static void note(cublasStatus_t status)
{
    if (status)
        last = status;
}

/* The handle that all calls use; null: it cannot be made. cuBLAS makes it without cublasInit(), too. */
static cublasHandle_t current(void)
{
    pthread_mutex_lock(&lock);
    if (!made && cublasCreate(&made))
        made = NULL;
    cublasHandle_t handle = made;
    pthread_mutex_unlock(&lock);
    return handle;
}

/* ---- the library ---- */
cublasStatus_t lw_cublas_old_Init(void)
{
    CUDART_CALLED();
    return current() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t lw_cublas_old_Shutdown(void)
{
    CUDART_CALLED();
    pthread_mutex_lock(&lock);
    cublasStatus_t status = made ? cublasDestroy(made) : CUBLAS_STATUS_SUCCESS;
    made = NULL;
    pthread_mutex_unlock(&lock);
    return status;
}

cublasStatus_t lw_cublas_old_GetError(void)
{
    cublasStatus_t status = last;
    last = CUBLAS_STATUS_SUCCESS;
    return status;
}

cublasStatus_t lw_cublas_old_GetVersion(int *version)
{
    return cublasGetVersion(NULL, version);
}

cublasStatus_t lw_cublas_old_SetKernelStream(cudaStream_t stream)
{
    return cublasSetStream(current(), stream);
}

/* ---- memory ---- */
cublasStatus_t lw_cublas_old_Alloc(int n, int size, void **pointer)
{
    CUDART_CALLED();
    size_t bytes;
    if (!pointer || n <= 0 || size <= 0 || __builtin_mul_overflow((size_t)n, (size_t)size, &bytes))
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, "cublasAlloc", "n is %d, size is %d, pointer is %p", n, size,
                           (void *)pointer);
    return cudaMalloc(pointer, bytes) ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t lw_cublas_old_Free(void *pointer)
{
    CUDART_CALLED();
    return cudaFree(pointer) ? CUBLAS_STATUS_INTERNAL_ERROR : CUBLAS_STATUS_SUCCESS;
}

/* ---- letters: what is none becomes no enumerator, which the newer function refuses ---- */
static int place_of(const char *letters, char letter)
{
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) / 2 : -1;
}
static cublasOperation_t operation(char letter)
{
    return (cublasOperation_t)place_of("NnTtCc", letter);
}
static cublasFillMode_t fill(char letter)
{
    return (cublasFillMode_t)place_of("LlUu", letter);
}
static cublasSideMode_t side_of(char letter)
{
    return (cublasSideMode_t)place_of("LlRr", letter);
}
static cublasDiagType_t diagonal(char letter)
{
    return (cublasDiagType_t)place_of("NnUu", letter);
}

/* ---- functions ---- */
#define OLD(name, parameters, ...)                                                                                     \
    void lw_cublas_old_##name parameters                                                                               \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        note(cublas##name(current(), __VA_ARGS__));                                                                    \
    }
/* Its result is 0 after an error. */
#define OLD_RESULT(type, name, parameters, ...)                                                                        \
    type lw_cublas_old_##name parameters                                                                               \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        type result = {0};                                                                                             \
        note(cublas##name(current(), __VA_ARGS__, &result));                                                           \
        return result;                                                                                                 \
    }
#define OLD_SDCZ(L, l, T)                                                                                              \
    OLD(L##axpy, (int n, T alpha, const T *x, int incx, T *y, int incy), n, &alpha, x, incx, y, incy)                  \
    OLD(L##scal, (int n, T alpha, T *x, int incx), n, &alpha, x, incx)                                                 \
    OLD(L##copy, (int n, const T *x, int incx, T *y, int incy), n, x, incx, y, incy)                                   \
    OLD(L##swap, (int n, T *x, int incx, T *y, int incy), n, x, incx, y, incy)                                         \
    OLD_RESULT(int, I##l##amax, (int n, const T *x, int incx), n, x, incx)                                             \
    OLD_RESULT(int, I##l##amin, (int n, const T *x, int incx), n, x, incx)                                             \
    OLD(L##gemv,                                                                                                       \
        (char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, int incy),        \
        operation(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)                                               \
    OLD(L##trsv, (char uplo, char trans, char diag, int n, const T *A, int lda, T *x, int incx), fill(uplo),           \
        operation(trans), diagonal(diag), n, A, lda, x, incx)                                                          \
    OLD(L##trmv, (char uplo, char trans, char diag, int n, const T *A, int lda, T *x, int incx), fill(uplo),           \
        operation(trans), diagonal(diag), n, A, lda, x, incx)                                                          \
    OLD(L##gemm,                                                                                                       \
        (char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B, int ldb, T beta,     \
         T *C, int ldc),                                                                                               \
        operation(transa), operation(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)                          \
    OLD(L##symm,                                                                                                       \
        (char side, char uplo, int m, int n, T alpha, const T *A, int lda, const T *B, int ldb, T beta, T *C,          \
         int ldc),                                                                                                     \
        side_of(side), fill(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)                                        \
    OLD(L##syrk, (char uplo, char trans, int n, int k, T alpha, const T *A, int lda, T beta, T *C, int ldc),           \
        fill(uplo), operation(trans), n, k, &alpha, A, lda, &beta, C, ldc)                                             \
    OLD(L##syr2k,                                                                                                      \
        (char uplo, char trans, int n, int k, T alpha, const T *A, int lda, const T *B, int ldb, T beta, T *C,         \
         int ldc),                                                                                                     \
        fill(uplo), operation(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)                                     \
    OLD(L##trsm,                                                                                                       \
        (char side, char uplo, char transa, char diag, int m, int n, T alpha, const T *A, int lda, T *B, int ldb),     \
        side_of(side), fill(uplo), operation(transa), diagonal(diag), m, n, &alpha, A, lda, B, ldb)                    \
    OLD(L##trmm,                                                                                                       \
        (char side, char uplo, char transa, char diag, int m, int n, T alpha, const T *A, int lda, T *B, int ldb),     \
        side_of(side), fill(uplo), operation(transa), diagonal(diag), m, n, &alpha, A, lda, B, ldb, B, ldb)
#define OLD_SD(L, l, T)                                                                                                \
    OLD_RESULT(T, L##dot, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, incy)                    \
    OLD_RESULT(T, L##nrm2, (int n, const T *x, int incx), n, x, incx)                                                  \
    OLD_RESULT(T, L##asum, (int n, const T *x, int incx), n, x, incx)                                                  \
    OLD(L##ger, (int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, int lda), m, n, &alpha, x,   \
        incx, y, incy, A, lda)                                                                                         \
    OLD(L##symv, (char uplo, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, int incy),       \
        fill(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)                                                        \
    OLD(L##syr, (char uplo, int n, T alpha, const T *x, int incx, T *A, int lda), fill(uplo), n, &alpha, x, incx, A,   \
        lda)
#define OLD_CZ(L, l, T, R, N)                                                                                          \
    OLD_RESULT(T, L##dotu, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, incy)                   \
    OLD_RESULT(T, L##dotc, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, incy)                   \
    OLD_RESULT(R, N##nrm2, (int n, const T *x, int incx), n, x, incx)                                                  \
    OLD_RESULT(R, N##asum, (int n, const T *x, int incx), n, x, incx)
OLD_SDCZ(S, s, float)
OLD_SDCZ(D, d, double)
OLD_SDCZ(C, c, cuComplex)
OLD_SDCZ(Z, z, cuDoubleComplex)
OLD_SD(S, s, float)
OLD_SD(D, d, double)
OLD_CZ(C, c, cuComplex, float, Sc)
OLD_CZ(Z, z, cuDoubleComplex, double, Dz)
