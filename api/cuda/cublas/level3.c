/* Products and equations of which one matrix is symmetric, Hermitian or triangular; products of general matrices are in gemm.c. */
#include <string.h>

#include "blas.h"

/* ---- symm, hemm ---- */
/* `k`: A is Hermitian. */
#define SYMM(f, V)                                                                                                     \
    f(CblasColMajor, a->side, a->uplo, a->m, a->n, V(blas_value(&a->alpha)), a->a, a->lda, a->b, a->ldb,               \
      V(blas_value(&a->beta)), a->c, a->ldc)
BLAS_WORK(run_symm, SYMM(cblas_ssymm, S), SYMM(cblas_dsymm, D), SYMM((a->k ? cblas_chemm : cblas_csymm), ),
          SYMM((a->k ? cblas_zhemm : cblas_zsymm), ))

static cublasStatus_t symm(blas_call *call, bool hermitian, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,
                           const void *alpha, const void *A, int lda, const void *B, int ldb, const void *beta, void *C,
                           int ldc)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_SIDE(call, side);
    BLAS_TAKE_UPLO(call, uplo);
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    int order = side == CUBLAS_SIDE_LEFT ? m : n;
    BLAS_REQUIRE_LEADING(call, lda, order);
    BLAS_REQUIRE_LEADING(call, ldb, m);
    BLAS_REQUIRE_LEADING(call, ldc, m);
    BLAS_REQUIRE_POINTER(call, alpha);
    BLAS_REQUIRE_POINTER(call, beta);
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    of->m = m, of->n = n, of->k = hermitian, of->a = A, of->lda = lda, of->b = B, of->ldb = ldb, of->c = C,
    of->ldc = ldc;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    blas_take_scalar(call, &of->beta, "beta", beta, blas_size(of->type));
    if (!blas_is_zero(&of->alpha, of->type)) {
        blas_triangle(call, "A", A, order, lda, BLAS_READS);
        blas_matrix(call, "B", B, m, n, ldb, BLAS_READS);
    }
    blas_matrix(call, "C", C, m, n, ldc, blas_access_of_sum(call));
    return blas_run(call, run_symm);
}

/* ---- syrk, herk, syr2k, her2k ---- */
#define SYRK(f, V)                                                                                                     \
    f(CblasColMajor, a->uplo, a->transa, a->n, a->k, V(blas_value(&a->alpha)), a->a, a->lda, V(blas_value(&a->beta)),  \
      a->c, a->ldc)
BLAS_WORK(run_syrk, SYRK(cblas_ssyrk, S), SYRK(cblas_dsyrk, D), SYRK(cblas_csyrk, ), SYRK(cblas_zsyrk, ))

static void run_herk(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    (void)scratch;
    blas_begin(run);
    if (a->type == BLAS_C)
        SYRK(cblas_cherk, S);
    else
        SYRK(cblas_zherk, D);
}

#define SYR2K(f, V, W)                                                                                                 \
    f(CblasColMajor, a->uplo, a->transa, a->n, a->k, V(blas_value(&a->alpha)), a->a, a->lda, a->b, a->ldb,             \
      W(blas_value(&a->beta)), a->c, a->ldc)
BLAS_WORK(run_syr2k, SYR2K(cblas_ssyr2k, S, S), SYR2K(cblas_dsyr2k, D, D), SYR2K(cblas_csyr2k, , ),
          SYR2K(cblas_zsyr2k, , ))

static void run_her2k(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    (void)scratch;
    blas_begin(run);
    if (a->type == BLAS_C)
        SYR2K(cblas_cher2k, , S);
    else
        SYR2K(cblas_zher2k, , D);
}

/* Which operation a symmetric or Hermitian product of a type takes: its own transposition. */
static bool takes(const blas_call *call, bool hermitian, cublasOperation_t trans)
{
    if (trans == CUBLAS_OP_N || call->of.type == BLAS_S || call->of.type == BLAS_D)
        return true;
    return trans == (hermitian ? CUBLAS_OP_C : CUBLAS_OP_T);
}

/* `two`: of two factors, syr2k or her2k; else B is null. The sizes are those of alpha and beta. */
static cublasStatus_t syrk(blas_call *call, blas_work work, bool hermitian, bool two, cublasFillMode_t uplo,
                           cublasOperation_t trans, int n, int k, const void *alpha, size_t alpha_size, const void *A,
                           int lda, const void *B, int ldb, const void *beta, size_t beta_size, void *C, int ldc)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_UPLO(call, uplo);
    BLAS_TAKE_OPERATION(call, transa, trans);
    BLAS_REQUIRE(call, takes(call, hermitian, trans), "trans is %d, which a %s product of this type does not take",
                 (int)trans, hermitian ? "Hermitian" : "symmetric");
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_COUNT(call, k);
    int rows = trans == CUBLAS_OP_N ? n : k, columns = trans == CUBLAS_OP_N ? k : n;
    BLAS_REQUIRE_LEADING(call, lda, rows);
    if (two)
        BLAS_REQUIRE_LEADING(call, ldb, rows);
    BLAS_REQUIRE_LEADING(call, ldc, n);
    BLAS_REQUIRE_POINTER(call, alpha);
    BLAS_REQUIRE_POINTER(call, beta);
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    of->n = n, of->k = k, of->a = A, of->lda = lda, of->b = B, of->ldb = ldb, of->c = C, of->ldc = ldc;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, alpha_size);
    blas_take_scalar(call, &of->beta, "beta", beta, beta_size);
    if (!blas_is_zero(&of->alpha, of->type)) { /* of a real factor the second half is 0 */
        blas_matrix(call, "A", A, rows, columns, lda, BLAS_READS);
        if (two)
            blas_matrix(call, "B", B, rows, columns, ldb, BLAS_READS);
    }
    blas_triangle(call, "C", C, n, ldc, blas_access_of_sum(call));
    return blas_run(call, work);
}

/* ---- trsm, trmm ---- */
static void trsm(const blas_arguments *a, const void *from, void *to)
{
    const void *alpha = blas_value(&a->alpha);
#define TRIANGLE(f, V)                                                                                                 \
    f(CblasColMajor, a->side, a->uplo, a->transa, a->diag, a->m, a->n, V(alpha), from, a->lda, to, a->ldc)
    switch (a->type) {
    case BLAS_S: TRIANGLE(cblas_strsm, S); break;
    case BLAS_D: TRIANGLE(cblas_dtrsm, D); break;
    case BLAS_C: TRIANGLE(cblas_ctrsm, ); break;
    case BLAS_Z: TRIANGLE(cblas_ztrsm, ); break;
    }
}

static void run_trsm(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    (void)scratch;
    blas_begin(run);
    trsm(a, a->a, a->c);
}

static int order_of(const blas_arguments *of)
{
    return of->side == CblasLeft ? of->m : of->n;
}

static void run_trsm_batch(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    const void *const *from = a->a;
    void *const *to = a->c;
    int order = order_of(a);
    (void)scratch;
    blas_begin(run);
    for (int i = 0; i < a->count; i++) {
        if (!blas_use(run, "A", from[i], order, order, a->lda, blas_size(a->type), BLAS_READS) ||
            !blas_use(run, "B", to[i], a->m, a->n, a->ldc, blas_size(a->type), BLAS_UPDATES))
            return;
        trsm(a, from[i], to[i]);
    }
}

/* cuBLAS has the product in a matrix of its own, BLAS in B. */
static void run_trmm(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    const void *alpha = blas_value(&a->alpha), *from = a->a;
    void *to = a->c;
    size_t size = blas_size(a->type);
    (void)scratch;
    blas_begin(run);
    for (int j = 0; j < a->n && a->b != a->c; j++)
        memcpy((char *)a->c + (size_t)j * (size_t)a->ldc * size, (const char *)a->b + (size_t)j * (size_t)a->ldb * size,
               (size_t)a->m * size);
    switch (a->type) {
    case BLAS_S: TRIANGLE(cblas_strmm, S); break;
    case BLAS_D: TRIANGLE(cblas_dtrmm, D); break;
    case BLAS_C: TRIANGLE(cblas_ctrmm, ); break;
    case BLAS_Z: TRIANGLE(cblas_ztrmm, ); break;
    }
}

/* The arguments that trsm and trmm share; B is in `c`. */
static cublasStatus_t triangle(blas_call *call, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                               cublasDiagType_t diag, int m, int n, const void *alpha, const void *A, int lda, void *B,
                               int ldb)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_SIDE(call, side);
    BLAS_TAKE_UPLO(call, uplo);
    BLAS_TAKE_OPERATION(call, transa, trans);
    BLAS_TAKE_DIAG(call, diag);
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    of->m = m, of->n = n, of->a = A, of->lda = lda, of->c = B, of->ldc = ldb;
    BLAS_REQUIRE_LEADING(call, lda, order_of(of));
    BLAS_REQUIRE_LEADING(call, ldb, m);
    BLAS_REQUIRE_POINTER(call, alpha);
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t call_trsm(blas_call *call, cublasStatus_t status)
{
    const blas_arguments *of = &call->of;
    if (status || !of->m || !of->n)
        return status;
    bool zero = blas_is_zero(&of->alpha, of->type);
    if (!zero)
        blas_triangle(call, "A", of->a, order_of(of), of->lda, BLAS_READS);
    blas_matrix(call, "B", of->c, of->m, of->n, of->ldc, zero ? BLAS_WRITES : BLAS_UPDATES);
    return blas_run(call, run_trsm);
}

static cublasStatus_t call_trsm_batch(blas_call *call, cublasStatus_t status, int count)
{
    blas_arguments *of = &call->of;
    if (status)
        return status;
    BLAS_REQUIRE_COUNT(call, count);
    if (!of->m || !of->n)
        return CUBLAS_STATUS_SUCCESS;
    of->count = count;
    blas_bytes(call, "A", of->a, (size_t)count * sizeof(void *), BLAS_READS);
    blas_bytes(call, "B", of->c, (size_t)count * sizeof(void *), BLAS_READS);
    return blas_run(call, run_trsm_batch);
}

static cublasStatus_t call_trmm(blas_call *call, cublasStatus_t status, const void *B, int ldb)
{
    blas_arguments *of = &call->of;
    if (status)
        return status;
    BLAS_REQUIRE_LEADING(call, ldb, of->m);
    BLAS_REQUIRE(call, B != of->c || ldb == of->ldc, "C is B, and ldc is %d; expected ldb, %d", of->ldc, ldb);
    if (!of->m || !of->n)
        return CUBLAS_STATUS_SUCCESS;
    of->b = B, of->ldb = ldb;
    blas_triangle(call, "A", of->a, order_of(of), of->lda, BLAS_READS);
    blas_matrix(call, "B", B, of->m, of->n, ldb, BLAS_READS);
    blas_matrix(call, "C", of->c, of->m, of->n, of->ldc, BLAS_WRITES);
    return blas_run(call, run_trmm);
}

/* ---- the functions ---- */
#define ALL(L, T)                                                                                                      \
    cublasStatus_t cublas##L##trsm(LW_CUBLAS_SIDE, cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                                   const T *alpha, const T *A, int lda, T *B, int ldb)                                 \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        blas_call *call = BLAS_CALL(L);                                                                                \
        return call_trsm(call, triangle(call, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb));                  \
    }                                                                                                                  \
    cublasStatus_t cublas##L##trsmBatched(LW_CUBLAS_SIDE, cublasOperation_t trans, cublasDiagType_t diag, int m,       \
                                          int n, const T *alpha, const T *const A[], int lda, T *const B[], int ldb,   \
                                          int count)                                                                   \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        blas_call *call = BLAS_CALL(L);                                                                                \
        return call_trsm_batch(                                                                                        \
            call, triangle(call, side, uplo, trans, diag, m, n, alpha, A, lda, (void *)(uintptr_t)B, ldb), count);     \
    }                                                                                                                  \
    cublasStatus_t cublas##L##trmm(LW_CUBLAS_SIDE, cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                                   const T *alpha, const T *A, int lda, const T *B, int ldb, T *C, int ldc)            \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        blas_call *call = BLAS_CALL(L);                                                                                \
        return call_trmm(call, triangle(call, side, uplo, trans, diag, m, n, alpha, A, lda, C, ldc), B, ldb);          \
    }
#define SYMMETRIC(L, T, R, sy, hermitian, rank_k, rank_2k)                                                             \
    cublasStatus_t cublas##L##sy##mm(LW_CUBLAS_SIDE, int m, int n, const T *alpha, const T *A, int lda, const T *B,    \
                                     int ldb, const T *beta, T *C, int ldc)                                            \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return symm(BLAS_CALL(L), hermitian, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);                   \
    }                                                                                                                  \
    cublasStatus_t cublas##L##sy##rk(LW_CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const R *alpha,            \
                                     const T *A, int lda, const R *beta, T *C, int ldc)                                \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return syrk(BLAS_CALL(L), rank_k, hermitian, false, uplo, trans, n, k, alpha, sizeof(R), A, lda, NULL, 0,      \
                    beta, sizeof(R), C, ldc);                                                                          \
    }                                                                                                                  \
    cublasStatus_t cublas##L##sy##r2k(LW_CUBLAS_UPLO, cublasOperation_t trans, int n, int k, const T *alpha,           \
                                      const T *A, int lda, const T *B, int ldb, const R *beta, T *C, int ldc)          \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return syrk(BLAS_CALL(L), rank_2k, hermitian, true, uplo, trans, n, k, alpha, sizeof(T), A, lda, B, ldb, beta, \
                    sizeof(R), C, ldc);                                                                                \
    }

ALL(S, float)
ALL(D, double)
ALL(C, cuComplex)
ALL(Z, cuDoubleComplex)
SYMMETRIC(S, float, float, sy, false, run_syrk, run_syr2k)
SYMMETRIC(D, double, double, sy, false, run_syrk, run_syr2k)
SYMMETRIC(C, cuComplex, cuComplex, sy, false, run_syrk, run_syr2k)
SYMMETRIC(Z, cuDoubleComplex, cuDoubleComplex, sy, false, run_syrk, run_syr2k)
SYMMETRIC(C, cuComplex, float, he, true, run_herk, run_her2k)
SYMMETRIC(Z, cuDoubleComplex, double, he, true, run_herk, run_her2k)
