/* Vectors. Where n is not positive nothing happens, and results are 0. */
#include "blas.h"

/* ---- axpy, scal, copy, swap ---- */
BLAS_WORK(run_axpy, cblas_saxpy(a->n, S(blas_value(&a->alpha)), a->x, a->incx, a->y, a->incy),
          cblas_daxpy(a->n, D(blas_value(&a->alpha)), a->x, a->incx, a->y, a->incy),
          cblas_caxpy(a->n, blas_value(&a->alpha), a->x, a->incx, a->y, a->incy),
          cblas_zaxpy(a->n, blas_value(&a->alpha), a->x, a->incx, a->y, a->incy))

/* `k`: whether the factor is real. */
static void run_scal(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    const void *alpha = blas_value(&a->alpha);
    (void)scratch;
    blas_begin(run);
    switch (a->type) {
    case BLAS_S: cblas_sscal(a->n, S(alpha), a->y, a->incy); break;
    case BLAS_D: cblas_dscal(a->n, D(alpha), a->y, a->incy); break;
    case BLAS_C:
        if (a->k)
            cblas_csscal(a->n, S(alpha), a->y, a->incy);
        else
            cblas_cscal(a->n, alpha, a->y, a->incy);
        break;
    case BLAS_Z:
        if (a->k)
            cblas_zdscal(a->n, D(alpha), a->y, a->incy);
        else
            cblas_zscal(a->n, alpha, a->y, a->incy);
        break;
    }
}

BLAS_WORK(run_copy, cblas_scopy(a->n, a->x, a->incx, a->y, a->incy), cblas_dcopy(a->n, a->x, a->incx, a->y, a->incy),
          cblas_ccopy(a->n, a->x, a->incx, a->y, a->incy), cblas_zcopy(a->n, a->x, a->incx, a->y, a->incy))

BLAS_WORK(run_swap, cblas_sswap(a->n, a->c, a->incx, a->y, a->incy), cblas_dswap(a->n, a->c, a->incx, a->y, a->incy),
          cblas_cswap(a->n, a->c, a->incx, a->y, a->incy), cblas_zswap(a->n, a->c, a->incx, a->y, a->incy))

static cublasStatus_t axpy(blas_call *call, int n, const void *alpha, const void *x, int incx, void *y, int incy)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_REQUIRE_POINTER(call, alpha);
    of->n = n, of->incx = incx, of->incy = incy, of->x = x, of->y = y;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type));
    blas_vector(call, "x", x, n, incx, BLAS_READS);
    blas_vector(call, "y", y, n, incy, BLAS_UPDATES);
    return blas_run(call, run_axpy);
}

static cublasStatus_t scal(blas_call *call, int n, const void *alpha, bool real, void *x, int incx)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    if (n <= 0 || incx <= 0)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_REQUIRE_POINTER(call, alpha);
    of->n = n, of->incy = incx, of->y = x, of->k = real;
    blas_take_scalar(call, &of->alpha, "alpha", alpha, blas_size(of->type) / (real ? 2 : 1));
    blas_vector(call, "x", x, n, incx, BLAS_UPDATES);
    return blas_run(call, run_scal);
}

static cublasStatus_t copy(blas_call *call, int n, const void *x, int incx, void *y, int incy)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    of->n = n, of->incx = incx, of->incy = incy, of->x = x, of->y = y;
    blas_vector(call, "x", x, n, incx, BLAS_READS);
    blas_vector(call, "y", y, n, incy, BLAS_WRITES);
    return blas_run(call, run_copy);
}

static cublasStatus_t swap(blas_call *call, int n, void *x, int incx, void *y, int incy)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    of->n = n, of->incx = incx, of->incy = incy, of->c = x, of->y = y;
    blas_vector(call, "x", x, n, incx, BLAS_UPDATES);
    blas_vector(call, "y", y, n, incy, BLAS_UPDATES);
    return blas_run(call, run_swap);
}

/* ---- dot ---- */
/* OpenBLAS sums floats in few accumulators, which for long vectors is far less exact than a GPU's tree of sums. So sums of chunks are
 * added in double. */
enum { CHUNK = 1024 };

static float dot_of_floats(const blas_arguments *a)
{
    const float *x = a->x, *y = a->b;
    double sum = 0;
    if (a->incx < 0 || a->incy < 0) /* the first element is the last one in memory */
        return cblas_sdot(a->n, x, a->incx, y, a->incy);
    for (size_t i = 0, n = (size_t)a->n; i < n; i += CHUNK)
        sum += cblas_sdot((int)(n - i < CHUNK ? n - i : CHUNK), x + i * (size_t)a->incx, a->incx,
                          y + i * (size_t)a->incy, a->incy);
    return (float)sum;
}

static float asum_of_floats(const blas_arguments *a)
{
    const float *x = a->x;
    double sum = 0;
    for (size_t i = 0, n = (size_t)a->n; i < n; i += CHUNK)
        sum += cblas_sasum((int)(n - i < CHUNK ? n - i : CHUNK), x + i * (size_t)a->incx, a->incx);
    return (float)sum;
}

/* `transa`: CblasConjTrans of conjugated elements of x. */
BLAS_WORK(run_dot, *(float *)a->result = dot_of_floats(a),
          *(double *)a->result = cblas_ddot(a->n, a->x, a->incx, a->b, a->incy),
          (a->transa == CblasConjTrans ? cblas_cdotc_sub : cblas_cdotu_sub)(a->n, a->x, a->incx, a->b, a->incy,
                                                                            a->result),
          (a->transa == CblasConjTrans ? cblas_zdotc_sub : cblas_zdotu_sub)(a->n, a->x, a->incx, a->b, a->incy,
                                                                            a->result))

static cublasStatus_t dot(blas_call *call, bool conjugated, int n, const void *x, int incx, const void *y, int incy,
                          void *result)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_POINTER(call, result);
    of->n = n > 0 ? n : 0, of->incx = incx, of->incy = incy, of->x = x, of->b = y;
    of->transa = conjugated ? CblasConjTrans : CblasNoTrans;
    blas_vector(call, "x", x, n, incx, BLAS_READS);
    blas_vector(call, "y", y, n, incy, BLAS_READS);
    blas_take_result(call, result, blas_size(of->type));
    return blas_run(call, run_dot);
}

/* ---- nrm2, asum, amax, amin ---- */
BLAS_WORK(run_nrm2, *(float *)a->result = cblas_snrm2(a->n, a->x, a->incx),
          *(double *)a->result = cblas_dnrm2(a->n, a->x, a->incx),
          *(float *)a->result = cblas_scnrm2(a->n, a->x, a->incx),
          *(double *)a->result = cblas_dznrm2(a->n, a->x, a->incx))

BLAS_WORK(run_asum, *(float *)a->result = asum_of_floats(a), *(double *)a->result = cblas_dasum(a->n, a->x, a->incx),
          *(float *)a->result = cblas_scasum(a->n, a->x, a->incx),
          *(double *)a->result = cblas_dzasum(a->n, a->x, a->incx))

/* From 1, as in Fortran; 0: there is no element. */
#define PLACE(f) *(int *)a->result = a->n ? (int)f(a->n, a->x, a->incx) + 1 : 0
BLAS_WORK(run_amax, PLACE(cblas_isamax), PLACE(cblas_idamax), PLACE(cblas_icamax), PLACE(cblas_izamax))
BLAS_WORK(run_amin, PLACE(cblas_isamin), PLACE(cblas_idamin), PLACE(cblas_icamin), PLACE(cblas_izamin))

static cublasStatus_t norm(blas_call *call, blas_work work, size_t size, int n, const void *x, int incx, void *result)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE_POINTER(call, result);
    of->n = n > 0 && incx > 0 ? n : 0, of->incx = incx, of->x = x;
    blas_vector(call, "x", x, of->n, incx, BLAS_READS);
    blas_take_result(call, result, size);
    return blas_run(call, work);
}

/* ---- rotations ---- */
static void run_rot(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    const void *c = blas_value(&a->alpha), *s = blas_value(&a->beta);
    (void)scratch;
    blas_begin(run);
    if (a->type == BLAS_S)
        cblas_srot(a->n, a->c, a->incx, a->y, a->incy, S(c), S(s));
    else
        cblas_drot(a->n, a->c, a->incx, a->y, a->incy, D(c), D(s));
}

static cublasStatus_t rot(blas_call *call, int n, void *x, int incx, void *y, int incy, const void *c, const void *s)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    BLAS_REQUIRE_POINTER(call, c);
    BLAS_REQUIRE_POINTER(call, s);
    of->n = n, of->incx = incx, of->incy = incy, of->c = x, of->y = y;
    blas_take_scalar(call, &of->alpha, "c", c, blas_size(of->type));
    blas_take_scalar(call, &of->beta, "s", s, blas_size(of->type));
    blas_vector(call, "x", x, n, incx, BLAS_UPDATES);
    blas_vector(call, "y", y, n, incy, BLAS_UPDATES);
    return blas_run(call, run_rot);
}

static void run_rotg(void *arguments, void *scratch, lw_host_work_run *run)
{
    const blas_arguments *a = arguments;
    (void)scratch;
    blas_begin(run);
    if (a->type == BLAS_S)
        cblas_srotg((void *)a->a, (void *)a->b, a->c, a->y);
    else
        cblas_drotg((void *)a->a, (void *)a->b, a->c, a->y);
}

static cublasStatus_t rotg(blas_call *call, void *a, void *b, void *c, void *s)
{
    blas_arguments *of = &call->of;
    BLAS_REQUIRE_HANDLE(call);
    BLAS_REQUIRE(call, a && b && c && s, "an argument is null");
    of->a = a, of->b = b, of->c = c, of->y = s;
    if (call->handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
        run_rotg(of, NULL, &(lw_host_work_run){0}); /* numbers of the host alone */
        return CUBLAS_STATUS_SUCCESS;
    }
    blas_bytes(call, "a", a, blas_size(of->type), BLAS_UPDATES);
    blas_bytes(call, "b", b, blas_size(of->type), BLAS_UPDATES);
    blas_bytes(call, "c", c, blas_size(of->type), BLAS_WRITES);
    blas_bytes(call, "s", s, blas_size(of->type), BLAS_WRITES);
    return blas_run(call, run_rotg);
}

/* ---- the functions ---- */
#define NORM(name, L, T, R, work)                                                                                      \
    cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T *x, int incx, R *result)                         \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return norm(BLAS_CALL(L), work, sizeof(R), n, x, incx, result);                                                \
    }
#define DOT(name, L, T, conjugated)                                                                                    \
    cublasStatus_t cublas##name(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy, T *result)   \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return dot(BLAS_CALL(L), conjugated, n, x, incx, y, incy, result);                                             \
    }
#define SCAL(name, L, T, R, real)                                                                                      \
    cublasStatus_t cublas##name(cublasHandle_t handle, int n, const R *alpha, T *x, int incx)                          \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return scal(BLAS_CALL(L), n, alpha, real, x, incx);                                                            \
    }
#define ALL(L, l, T, R, prefix)                                                                                        \
    cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y, int incy) \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return axpy(BLAS_CALL(L), n, alpha, x, incx, y, incy);                                                         \
    }                                                                                                                  \
    cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y, int incy)                 \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return copy(BLAS_CALL(L), n, x, incx, y, incy);                                                                \
    }                                                                                                                  \
    cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy)                       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return swap(BLAS_CALL(L), n, x, incx, y, incy);                                                                \
    }                                                                                                                  \
    SCAL(L##scal, L, T, T, false)                                                                                      \
    NORM(prefix##nrm2, L, T, R, run_nrm2)                                                                              \
    NORM(prefix##asum, L, T, R, run_asum)                                                                              \
    NORM(I##l##amax, L, T, int, run_amax)                                                                              \
    NORM(I##l##amin, L, T, int, run_amin)
#define ROTATIONS(L, T)                                                                                                \
    cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy, const T *c,            \
                                  const T *s)                                                                          \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return rot(BLAS_CALL(L), n, x, incx, y, incy, c, s);                                                           \
    }                                                                                                                  \
    cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T *a, T *b, T *c, T *s)                                      \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        return rotg(BLAS_CALL(L), a, b, c, s);                                                                         \
    }

ALL(S, s, float, float, S)
ALL(D, d, double, double, D)
ALL(C, c, cuComplex, float, Sc)
ALL(Z, z, cuDoubleComplex, double, Dz)
SCAL(Csscal, C, cuComplex, float, true)
SCAL(Zdscal, Z, cuDoubleComplex, double, true)
DOT(Sdot, S, float, false)
DOT(Ddot, D, double, false)
DOT(Cdotu, C, cuComplex, false)
DOT(Cdotc, C, cuComplex, true)
DOT(Zdotu, Z, cuDoubleComplex, false)
DOT(Zdotc, Z, cuDoubleComplex, true)
ROTATIONS(S, float)
ROTATIONS(D, double)
