/* Batches of small systems of equations, by OpenBLAS's LAPACK: factors, solutions, inverses, least squares. */
#include <complex.h>
#include <string.h>

#include "blas.h"

/* LAPACK's Fortran functions; a text's length is the last argument. */
#define DECLARE(l, T)                                                                                                  \
    void l##getrf_(const blasint *m, const blasint *n, T *a, const blasint *lda, blasint *pivots, blasint *info);      \
    void l##getrs_(const char *trans, const blasint *n, const blasint *nrhs, const T *a, const blasint *lda,           \
                   const blasint *pivots, T *b, const blasint *ldb, blasint *info, size_t length);                     \
    void l##gels_(const char *trans, const blasint *m, const blasint *n, const blasint *nrhs, T *a,                    \
                  const blasint *lda, T *b, const blasint *ldb, T *work, const blasint *lwork, blasint *info,          \
                  size_t length);
DECLARE(s, float)
DECLARE(d, double)
DECLARE(c, float complex)
DECLARE(z, double complex)

/* ---- one matrix, by its type ---- */
/* Factors without exchanges of rows; the place of the first pivot that is 0, from 1, or 0. */
#define DEFINE_FACTOR(T, name)                                                                                         \
    static int name(int n, T *a, size_t lda)                                                                           \
    {                                                                                                                  \
        int info = 0;                                                                                                  \
        for (int k = 0; k < n; k++) {                                                                                  \
            T *column = a + (size_t)k * lda, pivot = column[k];                                                        \
            if (pivot == 0) {                                                                                          \
                info = info ? info : k + 1;                                                                            \
                continue;                                                                                              \
            }                                                                                                          \
            for (int i = k + 1; i < n; i++)                                                                            \
                column[i] /= pivot;                                                                                    \
            for (int j = k + 1; j < n; j++) {                                                                          \
                T *other = a + (size_t)j * lda, factor = other[k];                                                     \
                for (int i = k + 1; i < n; i++)                                                                        \
                    other[i] -= column[i] * factor;                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        return info;                                                                                                   \
    }
DEFINE_FACTOR(float, factor_s)
DEFINE_FACTOR(double, factor_d)
DEFINE_FACTOR(float complex, factor_c)
DEFINE_FACTOR(double complex, factor_z)

/* Null pivots: no rows are exchanged. */
static int factor(blas_type type, int n, void *a, int lda, int *pivots)
{
    blasint info = 0;
    size_t ld = (size_t)lda;
    switch (type) {
    case BLAS_S:
        if (!pivots)
            return factor_s(n, a, ld);
        sgetrf_(&n, &n, a, &lda, pivots, &info);
        break;
    case BLAS_D:
        if (!pivots)
            return factor_d(n, a, ld);
        dgetrf_(&n, &n, a, &lda, pivots, &info);
        break;
    case BLAS_C:
        if (!pivots)
            return factor_c(n, a, ld);
        cgetrf_(&n, &n, a, &lda, pivots, &info);
        break;
    case BLAS_Z:
        if (!pivots)
            return factor_z(n, a, ld);
        zgetrf_(&n, &n, a, &lda, pivots, &info);
        break;
    }
    return info;
}

static void solve(blas_type type, CBLAS_TRANSPOSE transposed, int n, int columns, const void *a, int lda,
                  const int *pivots, void *b, int ldb)
{
    const char *trans = transposed == CblasNoTrans ? "N" : transposed == CblasTrans ? "T" : "C";
    blasint info;
    switch (type) {
    case BLAS_S: sgetrs_(trans, &n, &columns, a, &lda, pivots, b, &ldb, &info, 1); break;
    case BLAS_D: dgetrs_(trans, &n, &columns, a, &lda, pivots, b, &ldb, &info, 1); break;
    case BLAS_C: cgetrs_(trans, &n, &columns, a, &lda, pivots, b, &ldb, &info, 1); break;
    case BLAS_Z: zgetrs_(trans, &n, &columns, a, &lda, pivots, b, &ldb, &info, 1); break;
    }
}

static int least_squares(const blas_arguments *p, void *a, void *c, void *work, int length)
{
    blasint info = 0;
    switch (p->type) {
    case BLAS_S: sgels_("N", &p->m, &p->n, &p->k, a, &p->lda, c, &p->ldc, work, &length, &info, 1); break;
    case BLAS_D: dgels_("N", &p->m, &p->n, &p->k, a, &p->lda, c, &p->ldc, work, &length, &info, 1); break;
    case BLAS_C: cgels_("N", &p->m, &p->n, &p->k, a, &p->lda, c, &p->ldc, work, &length, &info, 1); break;
    case BLAS_Z: zgels_("N", &p->m, &p->n, &p->k, a, &p->lda, c, &p->ldc, work, &length, &info, 1); break;
    }
    return info;
}

static void *element(const blas_arguments *p, const void *matrix, int leading, int row, int column)
{
    return (char *)(uintptr_t)matrix + ((size_t)row + (size_t)column * (size_t)leading) * blas_size(p->type);
}

/* The first 0 on the diagonal, from 1; 0: there is none. */
static int find_zero(const blas_arguments *p, const void *matrix, int leading)
{
    static const double complex zero;
    for (int i = 0; i < p->n; i++) {
        const void *pivot = element(p, matrix, leading, i, i);
        bool is_zero = p->type == BLAS_S   ? *(const float *)pivot == 0
                       : p->type == BLAS_D ? *(const double *)pivot == 0
                       : p->type == BLAS_C ? *(const float complex *)pivot == 0
                                           : *(const double complex *)pivot == zero;
        if (is_zero)
            return i + 1;
    }
    return 0;
}

/* The inverse from the factors: the solution for the columns of the identity. */
static void invert(const blas_arguments *p, const void *factors, int leading, const int *pivots, void *c)
{
    const float one_s = 1;
    const double one_d = 1;
    size_t size = blas_size(p->type);
    bool is_single = p->type == BLAS_S || p->type == BLAS_C;
    for (int j = 0; j < p->n; j++) {
        memset(element(p, c, p->ldc, 0, j), 0, (size_t)p->n * size);
        memcpy(element(p, c, p->ldc, j, j), is_single ? (const void *)&one_s : &one_d, is_single ? 4 : 8);
    }
    solve(p->type, CblasNoTrans, p->n, p->n, factors, leading, pivots, c, p->ldc);
}

/* The pivots of matrix `i`; without any, in scratch memory, those that exchange nothing. */
static const int *pivots_of(const blas_arguments *p, int i, int *scratch)
{
    if (p->pivots)
        return p->pivots + (size_t)i * (size_t)p->n;
    for (int k = 0; k < p->n; k++)
        scratch[k] = k + 1;
    return scratch;
}

/* ---- the work of batches ---- */
static bool use(lw_host_work_run *run, const blas_arguments *p, const char *name, const void *matrix, int rows,
                int columns, int leading, int access)
{
    return blas_use(run, name, matrix, rows, columns, leading, blas_size(p->type), access);
}

static void run_getrf(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *p = arguments;
    void *const *a = p->c;
    (void)scratch;
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        if (!use(run, p, "A", a[i], p->n, p->n, p->lda, BLAS_UPDATES))
            return;
        p->info[i] = factor(p->type, p->n, a[i], p->lda, p->pivots ? p->pivots + (size_t)i * (size_t)p->n : NULL);
    }
}

static void run_getrs(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *p = arguments;
    const void *const *a = p->a;
    void *const *b = p->c;
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        if (!use(run, p, "A", a[i], p->n, p->n, p->lda, BLAS_READS) ||
            !use(run, p, "B", b[i], p->n, p->k, p->ldc, BLAS_UPDATES))
            return;
        solve(p->type, p->transa, p->n, p->k, a[i], p->lda, pivots_of(p, i, scratch), b[i], p->ldc);
    }
}

static void run_getri(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *p = arguments;
    const void *const *a = p->a;
    void *const *c = p->c;
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        if (!use(run, p, "A", a[i], p->n, p->n, p->lda, BLAS_READS) ||
            !use(run, p, "C", c[i], p->n, p->n, p->ldc, BLAS_WRITES))
            return;
        p->info[i] = find_zero(p, a[i], p->lda);
        if (!p->info[i])
            invert(p, a[i], p->lda, pivots_of(p, i, scratch), c[i]);
    }
}

/* Scratch memory: the factors, then the pivots. */
static void run_matinv(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *p = arguments;
    const void *const *a = p->a;
    void *const *c = p->c;
    size_t size = blas_size(p->type);
    int *pivots = (int *)(void *)((char *)scratch + (size_t)p->n * (size_t)p->n * size);
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        if (!use(run, p, "A", a[i], p->n, p->n, p->lda, BLAS_READS) ||
            !use(run, p, "Ainv", c[i], p->n, p->n, p->ldc, BLAS_WRITES))
            return;
        for (int j = 0; j < p->n; j++)
            memcpy(element(p, scratch, p->n, 0, j), element(p, a[i], p->lda, 0, j), (size_t)p->n * size);
        p->info[i] = factor(p->type, p->n, scratch, p->n, pivots);
        if (!p->info[i])
            invert(p, scratch, p->n, pivots, c[i]);
    }
}

enum { BLOCK = 32 }; /* columns for which LAPACK's work has room */

static int work_length(const blas_arguments *p)
{
    return p->n + (p->m > p->k ? p->m : p->k) * BLOCK;
}

static void run_gels(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *p = arguments;
    void *const *a = (void *const *)p->a, *const *c = p->c;
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        if (!use(run, p, "A", a[i], p->m, p->n, p->lda, BLAS_UPDATES) ||
            !use(run, p, "C", c[i], p->m, p->k, p->ldc, BLAS_UPDATES))
            return;
        int info = least_squares(p, a[i], c[i], scratch, work_length(p));
        if (p->info)
            p->info[i] = info;
    }
}

/* ---- the calls ---- */
static void describe(blas_call *call, const char *name, const void *array)
{
    if (array)
        blas_bytes(call, name, array, (size_t)call->of.count * sizeof(void *), BLAS_READS);
}

static cublasStatus_t run(blas_call *call, blas_work work, int pivot_access, size_t scratch)
{
    const blas_arguments *of = &call->of;
    describe(call, "A", of->a);
    describe(call, of->a ? "C" : "A", of->c);
    if (of->pivots)
        blas_bytes(call, "pivots", of->pivots, (size_t)of->count * (size_t)of->n * sizeof(int), pivot_access);
    if (of->info)
        blas_bytes(call, "info", of->info, (size_t)of->count * sizeof(int), BLAS_WRITES);
    return blas_run_with(call, work, of, sizeof *of, scratch);
}

static cublasStatus_t getrf(blas_call *call, int n, void *A, int lda, int *pivots, int *info, int count)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_COUNT(call, count);
    BLAS_REQUIRE_LEADING(call, lda, n);
    if (!count)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_REQUIRE_POINTER(call, A);
    BLAS_REQUIRE_POINTER(call, info);
    of->n = n, of->c = A, of->lda = lda, of->pivots = pivots, of->info = info, of->count = count;
    return run(call, run_getrf, BLAS_WRITES, 0);
}

/* `info` is the host's: whether an argument is wrong. */
static cublasStatus_t getrs(blas_call *call, cublasOperation_t trans, int n, int columns, const void *A, int lda,
                            const int *pivots, void *B, int ldb, int *info, int count)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_POINTER(call, info);
    *info = trans > CUBLAS_OP_C     ? -1
            : n < 0                 ? -2
            : columns < 0           ? -3
            : !A && count > 0       ? -4
            : lda < (n > 1 ? n : 1) ? -5
            : !B && count > 0       ? -7
            : ldb < (n > 1 ? n : 1) ? -8
            : count < 0             ? -10
                                    : 0;
    BLAS_REQUIRE(call, *info == 0, "argument %d, counted without the handle, is wrong", -*info);
    if (!n || !columns || !count)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_TAKE_OPERATION(call, transa, trans);
    of->n = n, of->k = columns, of->a = A, of->lda = lda, of->c = B, of->ldc = ldb, of->count = count;
    of->pivots = (int *)(uintptr_t)pivots;
    return run(call, run_getrs, BLAS_READS, (size_t)n * sizeof(int));
}

static cublasStatus_t inverse(blas_call *call, blas_work work, int n, const void *A, int lda, const int *pivots,
                              void *C, int ldc, int *info, int count)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_COUNT(call, count);
    BLAS_REQUIRE_LEADING(call, lda, n);
    BLAS_REQUIRE_LEADING(call, ldc, n);
    if (!count)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_REQUIRE_POINTER(call, A);
    BLAS_REQUIRE_POINTER(call, C);
    BLAS_REQUIRE_POINTER(call, info);
    size_t order = (size_t)n, factors = work == run_matinv ? order * order * blas_size(of->type) : 0;
    of->n = n, of->a = A, of->lda = lda, of->c = C, of->ldc = ldc, of->info = info, of->count = count;
    of->pivots = (int *)(uintptr_t)pivots;
    return run(call, work, BLAS_READS, factors + order * sizeof(int));
}

/* `info` is the host's. */
static cublasStatus_t gels(blas_call *call, cublasOperation_t trans, int m, int n, int columns, void *A, int lda,
                           void *C, int ldc, int *info, int *infos, int count)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_POINTER(call, info);
    *info = m < 0                   ? -2
            : n < 0                 ? -3
            : columns < 0           ? -4
            : lda < (m > 1 ? m : 1) ? -6
            : ldc < (m > 1 ? m : 1) ? -8
            : count < 0             ? -11
                                    : 0;
    BLAS_REQUIRE(call, *info == 0, "argument %d, counted without the handle, is wrong", -*info);
    if (trans != CUBLAS_OP_N || m < n)
        return blas_refuse(CUBLAS_STATUS_NOT_SUPPORTED, call->function,
                           "trans is %d, and A has %d rows and %d columns; expected CUBLAS_OP_N, and as many rows as "
                           "columns or more",
                           (int)trans, m, n);
    if (!n || !columns || !count)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_REQUIRE_POINTER(call, A);
    BLAS_REQUIRE_POINTER(call, C);
    of->m = m, of->n = n, of->k = columns, of->a = A, of->lda = lda, of->c = C, of->ldc = ldc;
    of->info = infos, of->count = count;
    return run(call, run_gels, 0, (size_t)work_length(of) * blas_size(of->type));
}

/* ---- the functions ---- */
#define ARRAY(pointer) ((void *)(uintptr_t)(pointer))
#define FUNCTIONS(L, T)                                                                                                \
    cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda, int *pivots,           \
                                           int *info, int count)                                                       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return getrf(BLAS_CALL(L), n, ARRAY(A), lda, pivots, info, count);                                             \
    }                                                                                                                  \
    cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int columns,         \
                                           const T *const A[], int lda, const int *pivots, T *const B[], int ldb,      \
                                           int *info, int count)                                                       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return getrs(BLAS_CALL(L), trans, n, columns, A, lda, pivots, ARRAY(B), ldb, info, count);                     \
    }                                                                                                                  \
    cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T *const A[], int lda,                  \
                                           const int *pivots, T *const C[], int ldc, int *info, int count)             \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return inverse(BLAS_CALL(L), run_getri, n, A, lda, pivots, ARRAY(C), ldc, info, count);                        \
    }                                                                                                                  \
    cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T *const A[], int lda, T *const C[],   \
                                            int ldc, int *info, int count)                                             \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return inverse(BLAS_CALL(L), run_matinv, n, A, lda, NULL, ARRAY(C), ldc, info, count);                         \
    }                                                                                                                  \
    cublasStatus_t cublas##L##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int columns,   \
                                          T *const A[], int lda, T *const C[], int ldc, int *info, int *infos,         \
                                          int count)                                                                   \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return gels(BLAS_CALL(L), trans, m, n, columns, ARRAY(A), lda, ARRAY(C), ldc, info, infos, count);             \
    }

FUNCTIONS(S, float)
FUNCTIONS(D, double)
FUNCTIONS(C, cuComplex)
FUNCTIONS(Z, cuDoubleComplex)
