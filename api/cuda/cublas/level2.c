/* Matrices and vectors. */
#include "blas.h"

/* ---- gemv ---- */
#define GEMV(f, V)                                                                                                     \
    f(CblasColMajor, a->transa, a->m, a->n, V(blas_value(&a->alpha)), a->a, a->lda, a->x, a->incx,                     \
      V(blas_value(&a->beta)), a->y, a->incy)
BLAS_WORK(run_gemv, GEMV(cblas_sgemv, S), GEMV(cblas_dgemv, D), GEMV(cblas_cgemv, ), GEMV(cblas_zgemv, ))

static cublasStatus_t gemv(blas_call *call, cublasOperation_t trans, int m, int n, const void *alpha, const void *A,
                           int lda, const void *x, int incx, const void *beta, void *y, int incy)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_OPERATION(call, transa, trans);
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_LEADING(call, lda, m);
    BLAS_REQUIRE_STEP(call, incx);
    BLAS_REQUIRE_STEP(call, incy);
    BLAS_REQUIRE_POINTER(call, alpha);
    BLAS_REQUIRE_POINTER(call, beta);
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    bool plain = trans == CUBLAS_OP_N;
    of->m = m, of->n = n, of->a = A, of->lda = lda, of->x = x, of->incx = incx, of->y = y, of->incy = incy;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    blas_take_scalar(call, &of->beta, "beta", beta, blas_size(of->type));
    if (!blas_is_zero(&of->alpha, of->type)) {
        blas_matrix(call, "A", A, m, n, lda, BLAS_READS);
        blas_vector(call, "x", x, plain ? n : m, incx, BLAS_READS);
    }
    blas_vector(call, "y", y, plain ? m : n, incy, blas_access_of_sum(call));
    return blas_run(call, run_gemv);
}

/* ---- trmv, trsv ---- */
#define TRIANGLE(f) f(CblasColMajor, a->uplo, a->transa, a->diag, a->n, a->a, a->lda, a->y, a->incy)
BLAS_WORK(run_trmv, TRIANGLE(cblas_strmv), TRIANGLE(cblas_dtrmv), TRIANGLE(cblas_ctrmv), TRIANGLE(cblas_ztrmv))

BLAS_WORK(run_trsv, TRIANGLE(cblas_strsv), TRIANGLE(cblas_dtrsv), TRIANGLE(cblas_ctrsv), TRIANGLE(cblas_ztrsv))

static cublasStatus_t triangle(blas_call *call, blas_work work, cublasFillMode_t uplo, cublasOperation_t trans,
                               cublasDiagType_t diag, int n, const void *A, int lda, void *x, int incx)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_UPLO(call, uplo);
    BLAS_TAKE_OPERATION(call, transa, trans);
    BLAS_TAKE_DIAG(call, diag);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_LEADING(call, lda, n);
    BLAS_REQUIRE_STEP(call, incx);
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    of->n = n, of->a = A, of->lda = lda, of->y = x, of->incy = incx;
    blas_triangle(call, "A", A, n, lda, BLAS_READS);
    blas_vector(call, "x", x, n, incx, BLAS_UPDATES);
    return blas_run(call, work);
}

/* ---- ger ---- */
/* `transa`: CblasConjTrans of a conjugated y. */
#define GER(f, V) f(CblasColMajor, a->m, a->n, V(blas_value(&a->alpha)), a->x, a->incx, a->b, a->incy, a->c, a->lda)
BLAS_WORK(run_ger, GER(cblas_sger, S), GER(cblas_dger, D),
          GER((a->transa == CblasConjTrans ? cblas_cgerc : cblas_cgeru), ),
          GER((a->transa == CblasConjTrans ? cblas_zgerc : cblas_zgeru), ))

static cublasStatus_t ger(blas_call *call, bool conjugated, int m, int n, const void *alpha, const void *x, int incx,
                          const void *y, int incy, void *A, int lda)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_LEADING(call, lda, m);
    BLAS_REQUIRE_STEP(call, incx);
    BLAS_REQUIRE_STEP(call, incy);
    BLAS_REQUIRE_POINTER(call, alpha);
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    of->m = m, of->n = n, of->x = x, of->incx = incx, of->b = y, of->incy = incy, of->c = A, of->lda = lda;
    of->transa = conjugated ? CblasConjTrans : CblasNoTrans;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    blas_vector(call, "x", x, m, incx, BLAS_READS);
    blas_vector(call, "y", y, n, incy, BLAS_READS);
    blas_matrix(call, "A", A, m, n, lda, BLAS_UPDATES);
    return blas_run(call, run_ger);
}

/* ---- symmetric and Hermitian matrices: symv, syr, syr2 and hemv, her, her2 ---- */
#define SYMV(f, V)                                                                                                     \
    f(CblasColMajor, a->uplo, a->n, V(blas_value(&a->alpha)), a->a, a->lda, a->x, a->incx, V(blas_value(&a->beta)),    \
      a->y, a->incy)
BLAS_WORK(run_symv, SYMV(cblas_ssymv, S), SYMV(cblas_dsymv, D), SYMV(cblas_chemv, ), SYMV(cblas_zhemv, ))

static cublasStatus_t symv(blas_call *call, cublasFillMode_t uplo, int n, const void *alpha, const void *A, int lda,
                           const void *x, int incx, const void *beta, void *y, int incy)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_UPLO(call, uplo);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_LEADING(call, lda, n);
    BLAS_REQUIRE_STEP(call, incx);
    BLAS_REQUIRE_STEP(call, incy);
    BLAS_REQUIRE_POINTER(call, alpha);
    BLAS_REQUIRE_POINTER(call, beta);
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    of->n = n, of->a = A, of->lda = lda, of->x = x, of->incx = incx, of->y = y, of->incy = incy;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    blas_take_scalar(call, &of->beta, "beta", beta, blas_size(of->type));
    if (!blas_is_zero(&of->alpha, of->type)) {
        blas_triangle(call, "A", A, n, lda, BLAS_READS);
        blas_vector(call, "x", x, n, incx, BLAS_READS);
    }
    blas_vector(call, "y", y, n, incy, blas_access_of_sum(call));
    return blas_run(call, run_symv);
}

/* A Hermitian matrix's factor is real. */
#define SYR(f, V) f(CblasColMajor, a->uplo, a->n, V(blas_value(&a->alpha)), a->x, a->incx, a->c, a->lda)
BLAS_WORK(run_syr, SYR(cblas_ssyr, S), SYR(cblas_dsyr, D), SYR(cblas_cher, S), SYR(cblas_zher, D))

#define SYR2(f, V) f(CblasColMajor, a->uplo, a->n, V(blas_value(&a->alpha)), a->x, a->incx, a->b, a->incy, a->c, a->lda)
BLAS_WORK(run_syr2, SYR2(cblas_ssyr2, S), SYR2(cblas_dsyr2, D), SYR2(cblas_cher2, ), SYR2(cblas_zher2, ))

/* `size`: of the factor; a null `y`: syr. */
static cublasStatus_t syr(blas_call *call, blas_work work, size_t size, cublasFillMode_t uplo, int n, const void *alpha,
                          const void *x, int incx, const void *y, int incy, void *A, int lda)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_UPLO(call, uplo);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_LEADING(call, lda, n);
    BLAS_REQUIRE_STEP(call, incx);
    BLAS_REQUIRE_STEP(call, incy);
    BLAS_REQUIRE_POINTER(call, alpha);
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    of->n = n, of->x = x, of->incx = incx, of->b = y, of->incy = incy, of->c = A, of->lda = lda;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, size);
    blas_vector(call, "x", x, n, incx, BLAS_READS);
    if (work == run_syr2)
        blas_vector(call, "y", y, n, incy, BLAS_READS);
    blas_triangle(call, "A", A, n, lda, BLAS_UPDATES);
    return blas_run(call, work);
}

/* ---- the functions ---- */
#define ALL(L, T)                                                                                                      \
    cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha,       \
                                   const T *A, int lda, const T *x, int incx, const T *beta, T *y, int incy)           \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return gemv(BLAS_CALL(L), trans, m, n, alpha, A, lda, x, incx, beta, y, incy);                                 \
    }                                                                                                                  \
    cublasStatus_t cublas##L##trmv(LW_CUBLAS_TRIANGLE, int n, const T *A, int lda, T *x, int incx)                     \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return triangle(BLAS_CALL(L), run_trmv, uplo, trans, diag, n, A, lda, x, incx);                                \
    }                                                                                                                  \
    cublasStatus_t cublas##L##trsv(LW_CUBLAS_TRIANGLE, int n, const T *A, int lda, T *x, int incx)                     \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return triangle(BLAS_CALL(L), run_trsv, uplo, trans, diag, n, A, lda, x, incx);                                \
    }
#define OUTER(name, L, T, conjugated)                                                                                  \
    cublasStatus_t cublas##name(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int incx, const T *y, \
                                int incy, T *A, int lda)                                                               \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return ger(BLAS_CALL(L), conjugated, m, n, alpha, x, incx, y, incy, A, lda);                                   \
    }
#define SYMMETRIC(L, T, R, sy)                                                                                         \
    cublasStatus_t cublas##L##sy##mv(LW_CUBLAS_UPLO, int n, const T *alpha, const T *A, int lda, const T *x, int incx, \
                                     const T *beta, T *y, int incy)                                                    \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return symv(BLAS_CALL(L), uplo, n, alpha, A, lda, x, incx, beta, y, incy);                                     \
    }                                                                                                                  \
    cublasStatus_t cublas##L##sy##r(LW_CUBLAS_UPLO, int n, const R *alpha, const T *x, int incx, T *A, int lda)        \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return syr(BLAS_CALL(L), run_syr, sizeof(R), uplo, n, alpha, x, incx, NULL, 1, A, lda);                        \
    }                                                                                                                  \
    cublasStatus_t cublas##L##sy##r2(LW_CUBLAS_UPLO, int n, const T *alpha, const T *x, int incx, const T *y,          \
                                     int incy, T *A, int lda)                                                          \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return syr(BLAS_CALL(L), run_syr2, sizeof(T), uplo, n, alpha, x, incx, y, incy, A, lda);                       \
    }

ALL(S, float)
ALL(D, double)
ALL(C, cuComplex)
ALL(Z, cuDoubleComplex)
OUTER(Sger, S, float, false)
OUTER(Dger, D, double, false)
OUTER(Cgeru, C, cuComplex, false)
OUTER(Cgerc, C, cuComplex, true)
OUTER(Zgeru, Z, cuDoubleComplex, false)
OUTER(Zgerc, Z, cuDoubleComplex, true)
SYMMETRIC(S, float, float, sy)
SYMMETRIC(D, double, double, sy)
SYMMETRIC(C, cuComplex, float, he)
SYMMETRIC(Z, cuDoubleComplex, double, he)
