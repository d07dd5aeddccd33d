/* Handles, their settings, versions and statuses. */
#include <stdlib.h>

#include "blas.h"

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    CUDART_CALLED();
    lw_stream *stream;
    if (!handle)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, "handle is null");
    if (cudart_stream(&stream, NULL)) /* opens the device */
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cublasHandle_t made = malloc(sizeof *made);
    if (!made)
        return blas_refuse(CUBLAS_STATUS_ALLOC_FAILED, __func__, "no memory for a handle");
    *made = (struct cublasContext){
        .pointer_mode = CUBLAS_POINTER_MODE_HOST, .atomics = CUBLAS_ATOMICS_NOT_ALLOWED, .math = CUBLAS_DEFAULT_MATH};
    *handle = made;
    return CUBLAS_STATUS_SUCCESS;
}

/* As in cuBLAS, it waits for the device. */
cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    CUDART_CALLED();
    if (!handle)
        return blas_refuse(CUBLAS_STATUS_NOT_INITIALIZED, __func__, "handle is null");
    cudaDeviceSynchronize();
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    (void)handle; /* the version is every handle's; null is allowed */
    if (!version)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, "version is null");
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    if (!value || (unsigned)type > PATCH_LEVEL)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, value ? "type is no property" : "value is null");
    *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : type == MINOR_VERSION ? CUBLAS_VER_MINOR : CUBLAS_VER_PATCH;
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void)
{
    return CUDART_VERSION;
}

/* OpenBLAS has memory of its own. */
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size)
{
    if (!handle)
        return blas_refuse(CUBLAS_STATUS_NOT_INITIALIZED, __func__, "handle is null");
    if ((uintptr_t)workspace % 256 || (size && !workspace))
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, "workspace is %p; expected a multiple of 256",
                           workspace);
    return CUBLAS_STATUS_SUCCESS;
}

/* A setting, a field of the handle: `valid` of `value`. */
#define SETTING(Name, type, value, field, valid)                                                                       \
    cublasStatus_t cublasSet##Name(cublasHandle_t handle, type value)                                                  \
    {                                                                                                                  \
        if (!handle)                                                                                                   \
            return blas_refuse(CUBLAS_STATUS_NOT_INITIALIZED, __func__, "handle is null");                             \
        if (!(valid))                                                                                                  \
            return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, #value " is none of cuBLAS's");                  \
        handle->field = value;                                                                                         \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                  \
    cublasStatus_t cublasGet##Name(cublasHandle_t handle, type *value)                                                 \
    {                                                                                                                  \
        if (!handle)                                                                                                   \
            return blas_refuse(CUBLAS_STATUS_NOT_INITIALIZED, __func__, "handle is null");                             \
        if (!value)                                                                                                    \
            return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, #value " is null");                              \
        *value = handle->field;                                                                                        \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }

SETTING(Stream, cudaStream_t, stream, stream, true)
SETTING(PointerMode, cublasPointerMode_t, mode, pointer_mode, (unsigned)mode <= CUBLAS_POINTER_MODE_DEVICE)
SETTING(AtomicsMode, cublasAtomicsMode_t, mode, atomics, (unsigned)mode <= CUBLAS_ATOMICS_ALLOWED)
SETTING(MathMode, cublasMath_t, mode, math,
        ((unsigned)mode & ~(unsigned)CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION) <= CUBLAS_TF32_TENSOR_OP_MATH)

static const struct {
    cublasStatus_t status;
    const char *name, *text;
} statuses[] = {
    {CUBLAS_STATUS_SUCCESS, "CUBLAS_STATUS_SUCCESS", "success"},
    {CUBLAS_STATUS_NOT_INITIALIZED, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {CUBLAS_STATUS_ALLOC_FAILED, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {CUBLAS_STATUS_INVALID_VALUE, "CUBLAS_STATUS_INVALID_VALUE", "an invalid value was passed to the function"},
    {CUBLAS_STATUS_ARCH_MISMATCH, "CUBLAS_STATUS_ARCH_MISMATCH", "the device lacks a feature"},
    {CUBLAS_STATUS_MAPPING_ERROR, "CUBLAS_STATUS_MAPPING_ERROR", "memory could not be mapped"},
    {CUBLAS_STATUS_EXECUTION_FAILED, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed on the device"},
    {CUBLAS_STATUS_INTERNAL_ERROR, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {CUBLAS_STATUS_NOT_SUPPORTED, "CUBLAS_STATUS_NOT_SUPPORTED", "the function does not support the parameters"},
    {CUBLAS_STATUS_LICENSE_ERROR, "CUBLAS_STATUS_LICENSE_ERROR", "the license was not found"}};

const char *cublasGetStatusName(cublasStatus_t status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return statuses[i].name;
    return "unknown cuBLAS status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return statuses[i].text;
    return "unknown cuBLAS status";
}
