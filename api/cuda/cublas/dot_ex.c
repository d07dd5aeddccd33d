/* Scalar products of vectors whose types are arguments. Numbers of 16 bits are summed in double, and the sum is rounded once. */
#include "blas.h"
#include "convert.h"

typedef struct vectors {
    cudaDataType type; /* CUDA_R_16F or CUDA_R_16BF */
    int n;
    ptrdiff_t incx, incy; /* the pointers are to the first elements, also with negative steps */
    const uint16_t *x, *y;
    void *result;
} vectors;

static void run_dot(void *arguments, void *scratch, lw_host_work_run *run)
{
    const vectors *v = arguments;
    double sum = 0;
    (void)scratch;
    blas_begin(run);
    for (ptrdiff_t i = 0; i < v->n; i++)
        sum += (double)convert_from(v->x + i * v->incx, v->type, 0) * convert_from(v->y + i * v->incy, v->type, 0);
    convert_to(v->result, v->type, 0, (float)sum);
}

static const uint16_t *first(const void *x, int n, int inc)
{
    return (const uint16_t *)x + (inc < 0 ? (ptrdiff_t)(1 - n) * inc : 0);
}

static void describe(blas_call *call, const char *name, const void *x, int n, int inc)
{
    size_t size = sizeof(uint16_t), distance = inc < 0 ? -(size_t)inc : (size_t)inc;
    blas_range(call, &(lw_host_work_range){.argument = name,
                                           .pointer = x,
                                           .pitch = distance ? distance * size : size,
                                           .width = size,
                                           .height = distance ? (size_t)n : 1,
                                           .reads = true});
}

static cublasStatus_t dot_16(blas_call *call, cudaDataType type, int n, const void *x, int incx, const void *y,
                             int incy, void *result)
{
    BLAS_REQUIRE_POINTER(call, result);
    n = n > 0 ? n : 0;
    vectors v = {type, n, incx, incy, first(x, n, incx), first(y, n, incy), result};
    if (n) {
        describe(call, "x", x, n, incx);
        describe(call, "y", y, n, incy);
    }
    blas_take_result(call, result, sizeof(uint16_t));
    return blas_run_with(call, run_dot, &v, sizeof v, 0);
}

static cublasStatus_t dot(blas_call *call, bool conjugated, int n, const void *x, cudaDataType x_type, int incx,
                          const void *y, cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                          cudaDataType execution_type)
{
    cublasHandle_t handle = call->handle;
    BLAS_REQUIRE_HANDLE(call);
    cudaDataType executed = x_type == CUDA_R_16F || x_type == CUDA_R_16BF ? CUDA_R_32F : x_type;
    if (x_type != y_type || x_type != result_type || execution_type != executed)
        return blas_refuse(CUBLAS_STATUS_NOT_SUPPORTED, call->function, "no product of these types exists");
    switch ((int)x_type) {
    case CUDA_R_16F:
    case CUDA_R_16BF: return dot_16(call, x_type, n, x, incx, y, incy, result);
    case CUDA_R_32F: return cublasSdot(handle, n, x, incx, y, incy, result);
    case CUDA_R_64F: return cublasDdot(handle, n, x, incx, y, incy, result);
    case CUDA_C_32F: return (conjugated ? cublasCdotc : cublasCdotu)(handle, n, x, incx, y, incy, result);
    case CUDA_C_64F: return (conjugated ? cublasZdotc : cublasZdotu)(handle, n, x, incx, y, incy, result);
    }
    return blas_refuse(CUBLAS_STATUS_NOT_SUPPORTED, call->function, "xType is %d, of which there are no products",
                       (int)x_type);
}

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
                           cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                           cudaDataType execution_type)
{
    CUDART_CALLED();
    return dot(BLAS_CALL(S), false, n, x, x_type, incx, y, y_type, incy, result, result_type, execution_type);
}

cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
                            cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                            cudaDataType execution_type)
{
    CUDART_CALLED();
    return dot(BLAS_CALL(S), true, n, x, x_type, incx, y, y_type, incy, result, result_type, execution_type);
}
