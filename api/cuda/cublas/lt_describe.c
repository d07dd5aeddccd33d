/* cuBLASLt's handles and descriptors. An attribute is a field of a descriptor. */
#include <stdlib.h>
#include <string.h>

#include "lt.h"

_Static_assert(sizeof(lt_layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "a layout fits into what programs reserve");
_Static_assert(sizeof(lt_desc) <= sizeof(cublasLtMatmulDescOpaque_t), "a description fits into what programs reserve");
_Static_assert(sizeof(lt_preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t), "a preference fits, too");

struct cublasLtContext {
    int unused;
};

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    CUDART_CALLED();
    lw_stream *stream;
    if (!handle)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, __func__, "handle is null");
    if (cudart_stream(&stream, NULL)) /* opens the device */
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!(*handle = calloc(1, sizeof **handle)))
        return blas_refuse(CUBLAS_STATUS_ALLOC_FAILED, __func__, "no memory for a handle");
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    if (!handle)
        return blas_refuse(CUBLAS_STATUS_NOT_INITIALIZED, __func__, "handle is null");
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasLtGetVersion(void)
{
    return CUBLAS_VERSION;
}

size_t cublasLtGetCudartVersion(void)
{
    return CUDART_VERSION;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusString(status);
}

/* ---- attributes ---- */
typedef struct field {
    unsigned attribute;
    size_t offset, size;
} field;
#define FIELD(attribute, type, name) {attribute, offsetof(type, name), sizeof(((type *)0)->name)}

static const field layout_fields[] = {FIELD(CUBLASLT_MATRIX_LAYOUT_TYPE, lt_layout, type),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_ORDER, lt_layout, order),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_ROWS, lt_layout, rows),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_COLS, lt_layout, columns),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_LD, lt_layout, leading),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, lt_layout, count),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, lt_layout, stride),
                                      FIELD(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, lt_layout, plane)};
static const field desc_fields[] = {FIELD(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, lt_desc, compute),
                                    FIELD(CUBLASLT_MATMUL_DESC_SCALE_TYPE, lt_desc, scale),
                                    FIELD(CUBLASLT_MATMUL_DESC_POINTER_MODE, lt_desc, pointer_mode),
                                    FIELD(CUBLASLT_MATMUL_DESC_TRANSA, lt_desc, transa),
                                    FIELD(CUBLASLT_MATMUL_DESC_TRANSB, lt_desc, transb),
                                    FIELD(CUBLASLT_MATMUL_DESC_TRANSC, lt_desc, transc),
                                    FIELD(CUBLASLT_MATMUL_DESC_FILL_MODE, lt_desc, fill),
                                    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE, lt_desc, epilogue),
                                    FIELD(CUBLASLT_MATMUL_DESC_BIAS_POINTER, lt_desc, bias),
                                    FIELD(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, lt_desc, bias_stride),
                                    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, lt_desc, aux),
                                    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, lt_desc, aux_leading),
                                    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, lt_desc, aux_stride),
                                    FIELD(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, lt_desc, alpha_stride),
                                    FIELD(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, lt_desc, multiprocessors),
                                    FIELD(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, lt_desc, scaling[0]),
                                    FIELD(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, lt_desc, scaling[1]),
                                    FIELD(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, lt_desc, scaling[2]),
                                    FIELD(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, lt_desc, scaling[3]),
                                    FIELD(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, lt_desc, scaling[4]),
                                    FIELD(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, lt_desc, aux_type),
                                    FIELD(CUBLASLT_MATMUL_DESC_FAST_ACCUM, lt_desc, fast),
                                    FIELD(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, lt_desc, bias_type)};
static const field preference_fields[] = {
    FIELD(CUBLASLT_MATMUL_PREF_SEARCH_MODE, lt_preference, search),
    FIELD(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, lt_preference, workspace),
    FIELD(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, lt_preference, reductions),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, lt_preference, alignment[0]),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, lt_preference, alignment[1]),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, lt_preference, alignment[2]),
    FIELD(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, lt_preference, alignment[3]),
    FIELD(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, lt_preference, waves),
    FIELD(CUBLASLT_MATMUL_PREF_IMPL_MASK, lt_preference, implementations)};
typedef struct field_list {
    const field *first;
    size_t count;
} field_list;
#define FIELDS(array) ((field_list){array, sizeof(array) / sizeof *(array)})

static const field *find(field_list list, unsigned attribute)
{
    for (size_t i = 0; i < list.count; i++)
        if (list.first[i].attribute == attribute)
            return &list.first[i];
    return NULL;
}

static cublasStatus_t set(const char *function, void *of, field_list list, unsigned attribute, const void *value,
                          size_t size)
{
    const field *at = find(list, attribute);
    if (!of || !value)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, of ? "value is null" : "the descriptor is null");
    if (!at)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "%u is no attribute", attribute);
    if (size < at->size)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "size is %zu; attribute %u has %zu bytes", size,
                           attribute, at->size);
    memcpy((char *)of + at->offset, value, at->size);
    return CUBLAS_STATUS_SUCCESS;
}

/* A size of 0 asks for the attribute's alone. */
static cublasStatus_t get(const char *function, const void *of, field_list list, unsigned attribute, void *value,
                          size_t size, size_t *written)
{
    const field *at = find(list, attribute);
    if (!of)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "the descriptor is null");
    if (!at)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "%u is no attribute", attribute);
    if (size ? !value : !written)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, size ? "value is null" : "written is null");
    if (size && size < at->size)
        return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "size is %zu; attribute %u has %zu bytes", size,
                           attribute, at->size);
    if (size)
        memcpy(value, (const char *)of + at->offset, at->size);
    if (written)
        *written = at->size;
    return CUBLAS_STATUS_SUCCESS;
}

#define ATTRIBUTES(Kind, attributes, fields)                                                                           \
    cublasStatus_t cublasLt##Kind##Destroy(cublasLt##Kind##_t of)                                                      \
    {                                                                                                                  \
        free(of);                                                                                                      \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                  \
    cublasStatus_t cublasLt##Kind##SetAttribute(cublasLt##Kind##_t of, attributes attribute, const void *value,        \
                                                size_t size)                                                           \
    {                                                                                                                  \
        return set(__func__, of, FIELDS(fields), (unsigned)attribute, value, size);                                    \
    }                                                                                                                  \
    cublasStatus_t cublasLt##Kind##GetAttribute(cublasLt##Kind##_t of, attributes attribute, void *value, size_t size, \
                                                size_t *written)                                                       \
    {                                                                                                                  \
        return get(__func__, of, FIELDS(fields), (unsigned)attribute, value, size, written);                           \
    }
ATTRIBUTES(MatrixLayout, cublasLtMatrixLayoutAttribute_t, layout_fields)
ATTRIBUTES(MatmulDesc, cublasLtMatmulDescAttributes_t, desc_fields)
ATTRIBUTES(MatmulPreference, cublasLtMatmulPreferenceAttributes_t, preference_fields)

/* ---- making them ---- */
#define MAKE(function, pointer)                                                                                        \
    do {                                                                                                               \
        if (!(pointer))                                                                                                \
            return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "the descriptor is null");                       \
        if (!(*(pointer) = calloc(1, sizeof **(pointer))))                                                             \
            return blas_refuse(CUBLAS_STATUS_ALLOC_FAILED, function, "no memory for a descriptor");                    \
    } while (0)
#define FILL(function, to, type, ...)                                                                                  \
    do {                                                                                                               \
        if (!(to))                                                                                                     \
            return blas_refuse(CUBLAS_STATUS_INVALID_VALUE, function, "the descriptor is null");                       \
        type filled = {__VA_ARGS__};                                                                                   \
        memcpy(to, &filled, sizeof filled);                                                                            \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    } while (0)

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type, uint64_t rows, uint64_t cols,
                                        int64_t ld)
{
    FILL(__func__, layout, lt_layout, .rows = rows, .columns = cols, .leading = ld, .type = (uint32_t)type, .count = 1);
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, uint64_t rows,
                                          uint64_t cols, int64_t ld)
{
    MAKE(__func__, layout);
    return cublasLtMatrixLayoutInit(*layout, type, rows, cols, ld);
}

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc, cublasComputeType_t compute, cudaDataType scale)
{
    FILL(__func__, desc, lt_desc, .compute = (int32_t)compute, .scale = (int32_t)scale,
         .epilogue = CUBLASLT_EPILOGUE_DEFAULT, .fill = CUBLAS_FILL_MODE_FULL, .aux_type = -1, .bias_type = -1);
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t compute, cudaDataType scale)
{
    MAKE(__func__, desc);
    return cublasLtMatmulDescInit(*desc, compute, scale);
}

cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference)
{
    FILL(__func__, preference, lt_preference, .reductions = UINT32_MAX, .implementations = UINT64_MAX,
         .alignment = {256, 256, 256, 256});
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    MAKE(__func__, preference);
    return cublasLtMatmulPreferenceInit(*preference);
}
