/* The part of cuBLAS that exists here, over OpenBLAS: liblanewise-cublas (cublas/). A function that is not declared does not exist. */
#ifndef LANEWISE_CUBLAS_API_H
#define LANEWISE_CUBLAS_API_H
#define CUBLAS_API_H_

#include <stdint.h>

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"

#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#elif !defined(__CUDA_FP16_TYPES_EXIST__)
#define __CUDA_FP16_TYPES_EXIST__
typedef struct __half {
    unsigned short __x;
} __half;
#endif

#ifndef CUBLASAPI
#define CUBLASAPI
#endif
#define CUBLASWINAPI

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 4
#define CUBLAS_VER_PATCH 5
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

/* All algorithms are OpenBLAS's one. */
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2,
    CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_ALGO4 = 4,
    CUBLAS_GEMM_ALGO5 = 5,
    CUBLAS_GEMM_ALGO6 = 6,
    CUBLAS_GEMM_ALGO7 = 7,
    CUBLAS_GEMM_ALGO8 = 8,
    CUBLAS_GEMM_ALGO9 = 9,
    CUBLAS_GEMM_ALGO10 = 10,
    CUBLAS_GEMM_ALGO11 = 11,
    CUBLAS_GEMM_ALGO12 = 12,
    CUBLAS_GEMM_ALGO13 = 13,
    CUBLAS_GEMM_ALGO14 = 14,
    CUBLAS_GEMM_ALGO15 = 15,
    CUBLAS_GEMM_ALGO16 = 16,
    CUBLAS_GEMM_ALGO17 = 17,
    CUBLAS_GEMM_ALGO18 = 18,
    CUBLAS_GEMM_ALGO19 = 19,
    CUBLAS_GEMM_ALGO20 = 20,
    CUBLAS_GEMM_ALGO21 = 21,
    CUBLAS_GEMM_ALGO22 = 22,
    CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
    CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
    CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
    CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
    CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
    CUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
    CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
    CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
    CUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
    CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
    CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
    CUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
    CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
    CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} cublasGemmAlgo_t;

typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;

typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- handles ---- */
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* ---- copies ---- */
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *A, int lda, void *B, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *A, int lda, void *B, int ldb,
                                    cudaStream_t stream);

/* ---- functions of all four types, and of real and complex ones: T, of norms R ---- */
#define LW_CUBLAS_UPLO cublasHandle_t handle, cublasFillMode_t uplo
#define LW_CUBLAS_TRIANGLE LW_CUBLAS_UPLO, cublasOperation_t trans, cublasDiagType_t diag
#define LW_CUBLAS_SIDE cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo
#define LW_CUBLAS_GEMM cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k

#define LW_CUBLAS_VECTORS(L, T)                                                                                        \
    cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,           \
                                   int incy);                                                                          \
    cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx);                      \
    cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y, int incy);                \
    cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy);
#define LW_CUBLAS_DOT(name, T)                                                                                         \
    cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy, T *result);
#define LW_CUBLAS_NORM(name, T, R)                                                                                     \
    cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T *x, int incx, R *result);
#define LW_CUBLAS_ROTATIONS(L, T)                                                                                      \
    cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy, const T *c,            \
                                  const T *s);                                                                         \
    cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T *a, T *b, T *c, T *s);
#define LW_CUBLAS_VECTOR_MATRIX(L, T)                                                                                  \
    cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha,       \
                                   const T *A, int lda, const T *x, int incx, const T *beta, T *y, int incy);          \
    cublasStatus_t cublas##L##trmv(LW_CUBLAS_TRIANGLE, int n, const T *A, int lda, T *x, int incx);                    \
    cublasStatus_t cublas##L##trsv(LW_CUBLAS_TRIANGLE, int n, const T *A, int lda, T *x, int incx);
#define LW_CUBLAS_OUTER(name, T)                                                                                       \
    cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx, const T *y, \
                                int incy, T *A, int lda);
#define LW_CUBLAS_SYMMETRIC_VECTOR(L, T, R, sy)                                                                        \
    cublasStatus_t cublas##L##sy##mv(LW_CUBLAS_UPLO, int n, const T *alpha, const T *A, int lda, const T *x, int incx, \
                                     const T *beta, T *y, int incy);                                                   \
    cublasStatus_t cublas##L##sy##r(LW_CUBLAS_UPLO, int n, const R *alpha, const T *x, int incx, T *A, int lda);       \
    cublasStatus_t cublas##L##sy##r2(LW_CUBLAS_UPLO, int n, const T *alpha, const T *x, int incx, const T *y,          \
                                     int incy, T *A, int lda);
#define LW_CUBLAS_SYMMETRIC_MATRIX(L, T, R, sy)                                                                        \
    cublasStatus_t cublas##L##sy##mm(LW_CUBLAS_SIDE, int m, int n, const T *alpha, const T *A, int lda, const T *B,    \
                                     int ldb, const T *beta, T *C, int ldc);                                           \
    cublasStatus_t cublas##L##sy##rk(LW_CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const R *alpha,            \
                                     const T *A, int lda, const R *beta, T *C, int ldc);                               \
    cublasStatus_t cublas##L##sy##r2k(LW_CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const T *alpha,           \
                                      const T *A, int lda, const T *B, int ldb, const R *beta, T *C, int ldc);
#define LW_CUBLAS_PRODUCTS(L, T)                                                                                       \
    cublasStatus_t cublas##L##gemm(LW_CUBLAS_GEMM, const T *alpha, const T *A, int lda, const T *B, int ldb,           \
                                   const T *beta, T *C, int ldc);                                                      \
    cublasStatus_t cublas##L##gemmBatched(LW_CUBLAS_GEMM, const T *alpha, const T *const A[], int lda,                 \
                                          const T *const B[], int ldb, const T *beta, T *const C[], int ldc,           \
                                          int count);                                                                  \
    cublasStatus_t cublas##L##gemmStridedBatched(LW_CUBLAS_GEMM, const T *alpha, const T *A, int lda,                  \
                                                 long long strideA, const T *B, int ldb, long long strideB,            \
                                                 const T *beta, T *C, int ldc, long long strideC, int count);
#define LW_CUBLAS_MATRICES(L, T)                                                                                       \
    cublasStatus_t cublas##L##trsm(LW_CUBLAS_SIDE, cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                                   const T *alpha, const T *A, int lda, T *B, int ldb);                                \
    cublasStatus_t cublas##L##trmm(LW_CUBLAS_SIDE, cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                                   const T *alpha, const T *A, int lda, const T *B, int ldb, T *C, int ldc);           \
    cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,   \
                                   int n, const T *alpha, const T *A, int lda, const T *beta, const T *B, int ldb,     \
                                   T *C, int ldc);                                                                     \
    cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *A, int lda,    \
                                   const T *x, int incx, T *C, int ldc);
#define LW_CUBLAS_SOLVERS(L, T)                                                                                        \
    cublasStatus_t cublas##L##trsmBatched(LW_CUBLAS_SIDE, cublasOperation_t trans, cublasDiagType_t diag, int m,       \
                                          int n, const T *alpha, const T *const A[], int lda, T *const B[], int ldb,   \
                                          int count);                                                                  \
    cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda, int *pivots,           \
                                           int *info, int count);                                                      \
    cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int columns,         \
                                           const T *const A[], int lda, const int *pivots, T *const B[], int ldb,      \
                                           int *info, int count);                                                      \
    cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T *const A[], int lda,                  \
                                           const int *pivots, T *const C[], int ldc, int *info, int count);            \
    cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T *const A[], int lda, T *const C[],   \
                                            int ldc, int *info, int count);                                            \
    cublasStatus_t cublas##L##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int columns,   \
                                          T *const A[], int lda, T *const C[], int ldc, int *info, int *infos,         \
                                          int count);

#define LW_CUBLAS_TYPE(L, l, T, R, norm)                                                                               \
    LW_CUBLAS_VECTORS(L, T)                                                                                            \
    LW_CUBLAS_NORM(norm##nrm2, T, R)                                                                                   \
    LW_CUBLAS_NORM(norm##asum, T, R)                                                                                   \
    LW_CUBLAS_NORM(I##l##amax, T, int)                                                                                 \
    LW_CUBLAS_NORM(I##l##amin, T, int)                                                                                 \
    LW_CUBLAS_VECTOR_MATRIX(L, T)                                                                                      \
    LW_CUBLAS_PRODUCTS(L, T)                                                                                           \
    LW_CUBLAS_MATRICES(L, T)                                                                                           \
    LW_CUBLAS_SOLVERS(L, T)
#define LW_CUBLAS_REAL(L, T)                                                                                           \
    LW_CUBLAS_DOT(L##dot, T)                                                                                           \
    LW_CUBLAS_ROTATIONS(L, T)                                                                                          \
    LW_CUBLAS_OUTER(L##ger, T)                                                                                         \
    LW_CUBLAS_SYMMETRIC_VECTOR(L, T, T, sy)                                                                            \
    LW_CUBLAS_SYMMETRIC_MATRIX(L, T, T, sy)
#define LW_CUBLAS_COMPLEX(L, l, T, R)                                                                                  \
    LW_CUBLAS_DOT(L##dotu, T)                                                                                          \
    LW_CUBLAS_DOT(L##dotc, T)                                                                                          \
    LW_CUBLAS_OUTER(L##geru, T)                                                                                        \
    LW_CUBLAS_OUTER(L##gerc, T)                                                                                        \
    LW_CUBLAS_SYMMETRIC_VECTOR(L, T, R, he)                                                                            \
    LW_CUBLAS_SYMMETRIC_MATRIX(L, T, T, sy)                                                                            \
    LW_CUBLAS_SYMMETRIC_MATRIX(L, T, R, he)                                                                            \
    cublasStatus_t cublas##L##l##scal(cublasHandle_t handle, int n, const R *alpha, T *x, int incx);

LW_CUBLAS_TYPE(S, s, float, float, S)
LW_CUBLAS_TYPE(D, d, double, double, D)
LW_CUBLAS_TYPE(C, c, cuComplex, float, Sc)
LW_CUBLAS_TYPE(Z, z, cuDoubleComplex, double, Dz)
LW_CUBLAS_REAL(S, float)
LW_CUBLAS_REAL(D, double)
LW_CUBLAS_COMPLEX(C, s, cuComplex, float)
LW_CUBLAS_COMPLEX(Z, d, cuDoubleComplex, double)
LW_CUBLAS_PRODUCTS(H, __half)

/* ---- functions with types as arguments ---- */
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
                           cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                           cudaDataType execution_type);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
                            cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                            cudaDataType execution_type);
cublasStatus_t cublasSgemmEx(LW_CUBLAS_GEMM, const float *alpha, const void *A, cudaDataType a_type, int lda,
                             const void *B, cudaDataType b_type, int ldb, const float *beta, void *C,
                             cudaDataType c_type, int ldc);
cublasStatus_t cublasGemmEx(LW_CUBLAS_GEMM, const void *alpha, const void *A, cudaDataType a_type, int lda,
                            const void *B, cudaDataType b_type, int ldb, const void *beta, void *C, cudaDataType c_type,
                            int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(LW_CUBLAS_GEMM, const void *alpha, const void *const A[], cudaDataType a_type,
                                   int lda, const void *const B[], cudaDataType b_type, int ldb, const void *beta,
                                   void *const C[], cudaDataType c_type, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(LW_CUBLAS_GEMM, const void *alpha, const void *A, cudaDataType a_type,
                                          int lda, long long strideA, const void *B, cudaDataType b_type, int ldb,
                                          long long strideB, const void *beta, void *C, cudaDataType c_type, int ldc,
                                          long long strideC, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm);

#pragma GCC visibility pop
#ifdef __cplusplus
}

/* C++ also takes the type to compute in as a type of data, as cuBLAS 10 did. */
static inline cublasComputeType_t lw_cublas_compute_type(cudaDataType type)
{
    return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
                                                      : CUBLAS_COMPUTE_32F;
}

static inline cublasStatus_t cublasGemmEx(LW_CUBLAS_GEMM, const void *alpha, const void *A, cudaDataType a_type,
                                          int lda, const void *B, cudaDataType b_type, int ldb, const void *beta,
                                          void *C, cudaDataType c_type, int ldc, cudaDataType compute,
                                          cublasGemmAlgo_t algorithm)
{
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, a_type, lda, B, b_type, ldb, beta, C, c_type, ldc,
                        lw_cublas_compute_type(compute), algorithm);
}

static inline cublasStatus_t cublasGemmBatchedEx(LW_CUBLAS_GEMM, const void *alpha, const void *const A[],
                                                 cudaDataType a_type, int lda, const void *const B[],
                                                 cudaDataType b_type, int ldb, const void *beta, void *const C[],
                                                 cudaDataType c_type, int ldc, int count, cudaDataType compute,
                                                 cublasGemmAlgo_t algorithm)
{
    return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A, a_type, lda, B, b_type, ldb, beta, C, c_type,
                               ldc, count, lw_cublas_compute_type(compute), algorithm);
}

static inline cublasStatus_t cublasGemmStridedBatchedEx(LW_CUBLAS_GEMM, const void *alpha, const void *A,
                                                        cudaDataType a_type, int lda, long long strideA, const void *B,
                                                        cudaDataType b_type, int ldb, long long strideB,
                                                        const void *beta, void *C, cudaDataType c_type, int ldc,
                                                        long long strideC, int count, cudaDataType compute,
                                                        cublasGemmAlgo_t algorithm)
{
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, a_type, lda, strideA, B, b_type, ldb,
                                      strideB, beta, C, c_type, ldc, strideC, count, lw_cublas_compute_type(compute),
                                      algorithm);
}
#endif

#endif
