/* Sums of matrices, and products with diagonal ones: loops, as OpenBLAS has none that read a transposed matrix. */
#include <complex.h>
#include <string.h>

#include "blas.h"

enum { TILE = 32 }; /* rows and columns that a transposed matrix's cache lines are kept for */

/* In C, which may be A or B where that is not transposed. What a factor of 0 multiplies is not read. */
#define DEFINE_GEAM(T, name, conjugate)                                                                                \
    static T name##_element(const T *matrix, int leading, CBLAS_TRANSPOSE trans, int i, int j)                         \
    {                                                                                                                  \
        size_t ld = (size_t)leading;                                                                                   \
        if (trans == CblasNoTrans)                                                                                     \
            return matrix[(size_t)i + (size_t)j * ld];                                                                 \
        T element = matrix[(size_t)j + (size_t)i * ld];                                                                \
        return trans == CblasConjTrans ? conjugate(element) : element;                                                 \
    }                                                                                                                  \
    static void name(const blas_arguments *a)                                                                          \
    {                                                                                                                  \
        T alpha = *(const T *)blas_value(&a->alpha), beta = *(const T *)blas_value(&a->beta);                          \
        T *c = a->c;                                                                                                   \
        for (int column = 0; column < a->n; column += TILE)                                                            \
            for (int row = 0; row < a->m; row += TILE)                                                                 \
                for (int j = column; j < a->n && j < column + TILE; j++)                                               \
                    for (int i = row; i < a->m && i < row + TILE; i++) {                                               \
                        T sum = 0;                                                                                     \
                        if (alpha != 0)                                                                                \
                            sum = alpha * name##_element(a->a, a->lda, a->transa, i, j);                               \
                        if (beta != 0)                                                                                 \
                            sum += beta * name##_element(a->b, a->ldb, a->transb, i, j);                               \
                        c[(size_t)i + (size_t)j * (size_t)a->ldc] = sum;                                               \
                    }                                                                                                  \
    }
#define SAME(x) (x)
DEFINE_GEAM(float, sgeam, SAME)
DEFINE_GEAM(double, dgeam, SAME)
DEFINE_GEAM(float complex, cgeam, conjf)
DEFINE_GEAM(double complex, zgeam, conj)

static void run_geam(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    (void)scratch;
    blas_begin(run);
    switch (a->type) {
    case BLAS_S: sgeam(a); break;
    case BLAS_D: dgeam(a); break;
    case BLAS_C: cgeam(a); break;
    case BLAS_Z: zgeam(a); break;
    }
}

static cublasStatus_t geam(blas_call *call, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                           const void *alpha, const void *A, int lda, const void *beta, const void *B, int ldb, void *C,
                           int ldc)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_OPERATION(call, transa, transa);
    BLAS_TAKE_OPERATION(call, transb, transb);
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    bool plain_a = transa == CUBLAS_OP_N, plain_b = transb == CUBLAS_OP_N;
    int rows_a = plain_a ? m : n, rows_b = plain_b ? m : n;
    BLAS_REQUIRE_LEADING(call, lda, rows_a);
    BLAS_REQUIRE_LEADING(call, ldb, rows_b);
    BLAS_REQUIRE_LEADING(call, ldc, m);
    BLAS_REQUIRE_POINTER(call, alpha);
    BLAS_REQUIRE_POINTER(call, beta);
    BLAS_REQUIRE_POINTER(call, C);
    BLAS_REQUIRE(call, C != A || (plain_a && ldc == lda), "C is A, which is transposed or has another lda");
    BLAS_REQUIRE(call, C != B || (plain_b && ldc == ldb), "C is B, which is transposed or has another ldb");
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    of->m = m, of->n = n, of->a = A, of->lda = lda, of->b = B, of->ldb = ldb, of->c = C, of->ldc = ldc;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    blas_take_scalar(call, &of->beta, "beta", beta, blas_size(of->type));
    if (A && !blas_is_zero(&of->alpha, of->type))
        blas_matrix(call, "A", A, rows_a, plain_a ? n : m, lda, BLAS_READS);
    if (B && !blas_is_zero(&of->beta, of->type))
        blas_matrix(call, "B", B, rows_b, plain_b ? n : m, ldb, BLAS_READS);
    blas_matrix(call, "C", C, m, n, ldc, BLAS_WRITES);
    return blas_run(call, run_geam);
}

/* ---- dgmm ---- */
#define DEFINE_DGMM(T, name)                                                                                           \
    static void name(const blas_arguments *a)                                                                          \
    {                                                                                                                  \
        const T *from = a->a, *x = a->x;                                                                               \
        T *to = a->c;                                                                                                  \
        bool rows = a->side == CblasLeft;                                                                              \
        ptrdiff_t step = a->incx, last = rows ? a->m : a->n;                                                           \
        if (step < 0)                                                                                                  \
            x -= (last - 1) * step;                                                                                    \
        for (int j = 0; j < a->n; j++)                                                                                 \
            for (int i = 0; i < a->m; i++)                                                                             \
                to[(size_t)i + (size_t)j * (size_t)a->ldc] =                                                           \
                    from[(size_t)i + (size_t)j * (size_t)a->lda] * x[(rows ? i : j) * step];                           \
    }
DEFINE_DGMM(float, sdgmm)
DEFINE_DGMM(double, ddgmm)
DEFINE_DGMM(float complex, cdgmm)
DEFINE_DGMM(double complex, zdgmm)

static void run_dgmm(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    (void)scratch;
    blas_begin(run);
    switch (a->type) {
    case BLAS_S: sdgmm(a); break;
    case BLAS_D: ddgmm(a); break;
    case BLAS_C: cdgmm(a); break;
    case BLAS_Z: zdgmm(a); break;
    }
}

static cublasStatus_t dgmm(blas_call *call, cublasSideMode_t side, int m, int n, const void *A, int lda, const void *x,
                           int incx, void *C, int ldc)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_SIDE(call, side);
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_LEADING(call, lda, m);
    BLAS_REQUIRE_LEADING(call, ldc, m);
    BLAS_REQUIRE(call, C != A || ldc == lda, "C is A, and ldc is %d; expected lda, %d", ldc, lda);
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    of->m = m, of->n = n, of->a = A, of->lda = lda, of->x = x, of->incx = incx, of->c = C, of->ldc = ldc;
    blas_matrix(call, "A", A, m, n, lda, BLAS_READS);
    blas_vector(call, "x", x, side == CUBLAS_SIDE_LEFT ? m : n, incx, BLAS_READS);
    blas_matrix(call, "C", C, m, n, ldc, BLAS_WRITES);
    return blas_run(call, run_dgmm);
}

#define FUNCTIONS(L, T)                                                                                                \
    cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,   \
                                   int n, const T *alpha, const T *A, int lda, const T *beta, const T *B, int ldb,     \
                                   T *C, int ldc)                                                                      \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return geam(BLAS_CALL(L), transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc);                          \
    }                                                                                                                  \
    cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T *A, int lda,    \
                                   const T *x, int incx, T *C, int ldc)                                                \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return dgmm(BLAS_CALL(L), side, m, n, A, lda, x, incx, C, ldc);                                                \
    }

FUNCTIONS(S, float)
FUNCTIONS(D, double)
FUNCTIONS(C, cuComplex)
FUNCTIONS(Z, cuDoubleComplex)
