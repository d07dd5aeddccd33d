/* Products of matrices: single ones and batches. OpenBLAS has those of float, double and complex numbers. Smaller types are converted to
 * float first, and the product is rounded once; integers to double. */
#include "blas.h"
#include "convert.h"

typedef struct operand {
    cudaDataType type;
    size_t size; /* of an element */
    int rows, columns, leading;
    long long stride;         /* elements from a matrix to the next */
    const void *matrix;       /* the first one; or null */
    const void *const *array; /* of a batch: its matrices, in device memory */
} operand;

typedef struct product {
    CBLAS_TRANSPOSE transa, transb;
    int m, n, k, count;
    cudaDataType compute; /* CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F or CUDA_R_32I: what sums are in */
    cudaDataType scale;   /* of alpha and beta: `compute`, or CUDA_R_16F */
    blas_scalar alpha, beta;
    bool reads; /* alpha is not known to be 0 */
    operand a, b, c;
} product;

static size_t size_of(cudaDataType type)
{
    switch ((int)type) {
    case CUDA_R_8I: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 4;
    }
}

/* ---- the work ---- */
/* Elements of a matrix that is converted first. */
static size_t scratch_of(const product *p, const operand *of)
{
    bool converted = p->compute == CUDA_R_32I || (p->compute == CUDA_R_32F && of->type != CUDA_R_32F);
    return converted ? (size_t)of->rows * (size_t)of->columns : 0;
}

/* The matrix as floats without gaps, or itself. */
static const float *widen(const operand *of, const void *matrix, float *scratch, int *leading)
{
    *leading = of->leading;
    if (of->type == CUDA_R_32F)
        return matrix;
    for (size_t j = 0; j < (size_t)of->columns; j++)
        for (size_t i = 0; i < (size_t)of->rows; i++)
            scratch[i + j * (size_t)of->rows] = convert_from(matrix, of->type, i + j * (size_t)of->leading);
    *leading = of->rows > 0 ? of->rows : 1;
    return scratch;
}

static float scale_of(const product *p, const blas_scalar *scalar)
{
    return convert_from(blas_value(scalar), p->scale, 0);
}

static void multiply_float(const product *p, const void *a, const void *b, void *c, float *scratch)
{
    float alpha = scale_of(p, &p->alpha), beta = scale_of(p, &p->beta);
    int lda = p->a.leading, ldb = p->b.leading, ldc = p->c.leading;
    const float *wide_a = a, *wide_b = b;
    float *wide_c = c;
    if (p->reads && p->k) {
        wide_a = widen(&p->a, a, scratch, &lda);
        scratch += scratch_of(p, &p->a);
        wide_b = widen(&p->b, b, scratch, &ldb);
        scratch += scratch_of(p, &p->b);
    }
    if (p->c.type != CUDA_R_32F) {
        wide_c = scratch;
        ldc = p->m;
        if (beta != 0)
            widen(&p->c, c, scratch, &ldc);
    }
    cblas_sgemm(CblasColMajor, p->transa, p->transb, p->m, p->n, p->k, alpha, wide_a, lda, wide_b, ldb, beta, wide_c,
                ldc);
    for (size_t j = 0; j < (size_t)p->n && p->c.type != CUDA_R_32F; j++)
        for (size_t i = 0; i < (size_t)p->m; i++)
            convert_to(c, p->c.type, i + j * (size_t)p->c.leading, wide_c[i + j * (size_t)ldc]);
}

/* Of 8 bits into 32, modulo 2^32: sums of their products are exact in double. */
static double *widen_integers(const operand *of, const int8_t *matrix, double *scratch)
{
    for (size_t j = 0; j < (size_t)of->columns; j++)
        for (size_t i = 0; i < (size_t)of->rows; i++)
            *scratch++ = matrix[i + j * (size_t)of->leading];
    return scratch;
}

static void multiply_integers(const product *p, const int8_t *a, const int8_t *b, int32_t *c, double *scratch)
{
    uint32_t alpha = *(const uint32_t *)blas_value(&p->alpha), beta = *(const uint32_t *)blas_value(&p->beta);
    double *wide_a = scratch, *wide_b = wide_a, *sums = wide_b;
    if (p->reads && p->k) {
        wide_b = widen_integers(&p->a, a, wide_a);
        sums = widen_integers(&p->b, b, wide_b);
    }
    cblas_dgemm(CblasColMajor, p->transa, p->transb, p->m, p->n, p->reads ? p->k : 0, 1, wide_a,
                p->a.rows > 1 ? p->a.rows : 1, wide_b, p->b.rows > 1 ? p->b.rows : 1, 0, sums, p->m);
    for (size_t j = 0; j < (size_t)p->n; j++)
        for (size_t i = 0; i < (size_t)p->m; i++) {
            int32_t *to = &c[i + j * (size_t)p->c.leading];
            *to = (int32_t)(alpha * (uint32_t)(int64_t)*sums++ + (beta ? beta * (uint32_t)*to : 0));
        }
}

static void multiply(const product *p, const void *a, const void *b, void *c, void *scratch)
{
    const void *alpha = blas_value(&p->alpha), *beta = blas_value(&p->beta);
#define GEMM(f, V)                                                                                                     \
    f(CblasColMajor, p->transa, p->transb, p->m, p->n, p->k, V(alpha), a, p->a.leading, b, p->b.leading, V(beta), c,   \
      p->c.leading)
    switch ((int)p->compute) {
    case CUDA_R_64F: GEMM(cblas_dgemm, D); break;
    case CUDA_C_32F: GEMM(cblas_cgemm, ); break;
    case CUDA_C_64F: GEMM(cblas_zgemm, ); break;
    case CUDA_R_32I: multiply_integers(p, a, b, c, scratch); break;
    default: multiply_float(p, a, b, c, scratch);
    }
}

static int access_of_c(const product *p)
{
    static const blas_scalar zero;
    bool known = !p->beta.device && memcmp(p->beta.value, zero.value, sizeof zero.value) == 0;
    return p->beta.device || known ? BLAS_WRITES : BLAS_UPDATES;
}

/* Matrix `i`; null: it is no memory of the device, and the work ends. */
static const void *matrix_of(const operand *of, int i, lw_host_work_run *run, const char *name, int access)
{
    const void *matrix = of->array ? of->array[i] : (const char *)of->matrix + i * of->stride * (long long)of->size;
    if (!of->array && (i == 0 || !of->stride)) /* the call has described it */
        return matrix;
    return blas_use(run, name, matrix, of->rows, of->columns, of->leading, of->size, access) ? matrix : NULL;
}

static void run_gemm(void *arguments, void *scratch, lw_host_work_run *run)
{
    const product *p = arguments;
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        const void *a = NULL, *b = NULL;
        if (p->reads && p->k) {
            a = matrix_of(&p->a, i, run, "A", BLAS_READS);
            b = a ? matrix_of(&p->b, i, run, "B", BLAS_READS) : NULL;
            if (!b)
                return;
        }
        const void *c = matrix_of(&p->c, i, run, "C", access_of_c(p));
        if (!c)
            return;
        multiply(p, a, b, (void *)(uintptr_t)c, scratch);
    }
}

/* ---- the call ---- */
/* cuBLAS's table of types: A and B have the same one. False: the types are not in it. */
static bool choose(product *p, cublasComputeType_t compute)
{
    cudaDataType from = p->a.type, to = p->c.type;
    if (from != p->b.type)
        return false;
    p->compute = p->scale = CUDA_R_32F;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: p->scale = CUDA_R_16F; return from == CUDA_R_16F && to == CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        p->compute = p->scale = from;
        return from == to && (from == CUDA_R_64F || from == CUDA_C_64F);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: p->compute = p->scale = CUDA_R_32I; return from == CUDA_R_8I && to == CUDA_R_32I;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        if (from == CUDA_C_32F && to == CUDA_C_32F)
            p->compute = p->scale = CUDA_C_32F;
        else if (from == CUDA_R_16F || from == CUDA_R_16BF)
            return to == from || to == CUDA_R_32F;
        else
            return (from == CUDA_R_32F || from == CUDA_R_8I) && to == CUDA_R_32F;
        return true;
    }
    return false;
}

/* The array of a batch, or its first matrix: the others are described when the work comes to them. */
static void describe(blas_call *call, const product *p, const char *name, const operand *of, int access)
{
    size_t width = (size_t)of->rows * of->size, pitch = (size_t)of->leading * of->size;
    if (of->array) {
        blas_bytes(call, name, of->array, (size_t)p->count * sizeof(void *), BLAS_READS);
        return;
    }
    blas_range(call, &(lw_host_work_range){.argument = name,
                                           .pointer = of->matrix,
                                           .pitch = pitch,
                                           .width = width,
                                           .height = (size_t)of->columns,
                                           .reads = access & BLAS_READS,
                                           .writes = access & BLAS_WRITES});
}

static cublasStatus_t gemm(blas_call *call, product *p, cublasOperation_t transa, cublasOperation_t transb,
                           const void *alpha, const void *beta)
{
    BLAS_REQUIRE_HANDLE(call);
    BLAS_TAKE_OPERATION(call, transa, transa);
    BLAS_TAKE_OPERATION(call, transb, transb);
    int m = p->m, n = p->n, k = p->k, lda = p->a.leading, ldb = p->b.leading, ldc = p->c.leading, count = p->count;
    BLAS_REQUIRE_COUNT(call, m);
    BLAS_REQUIRE_COUNT(call, n);
    BLAS_REQUIRE_COUNT(call, k);
    BLAS_REQUIRE_COUNT(call, count);
    bool plain_a = transa == CUBLAS_OP_N, plain_b = transb == CUBLAS_OP_N;
    p->transa = call->of.transa, p->transb = call->of.transb;
    p->a.rows = plain_a ? m : k, p->a.columns = plain_a ? k : m;
    p->b.rows = plain_b ? k : n, p->b.columns = plain_b ? n : k;
    p->c.rows = m, p->c.columns = n;
    BLAS_REQUIRE_LEADING(call, lda, p->a.rows);
    BLAS_REQUIRE_LEADING(call, ldb, p->b.rows);
    BLAS_REQUIRE_LEADING(call, ldc, m);
    BLAS_REQUIRE_POINTER(call, alpha);
    BLAS_REQUIRE_POINTER(call, beta);
    p->a.size = size_of(p->a.type), p->b.size = size_of(p->b.type), p->c.size = size_of(p->c.type);
    if (!m || !n || !count)
        return CUBLAS_STATUS_SUCCESS;
    blas_take_scalar(call, &p->alpha, "alpha", alpha, size_of(p->scale));
    blas_take_scalar(call, &p->beta, "beta", beta, size_of(p->scale));
    static const blas_scalar zero;
    p->reads = p->alpha.device || memcmp(p->alpha.value, zero.value, sizeof zero.value) != 0;
    if (p->reads && k) {
        describe(call, p, "A", &p->a, BLAS_READS);
        describe(call, p, "B", &p->b, BLAS_READS);
    }
    describe(call, p, "C", &p->c, access_of_c(p));
    size_t scratch = scratch_of(p, &p->a) + scratch_of(p, &p->b) + scratch_of(p, &p->c);
    scratch *= p->compute == CUDA_R_32I ? sizeof(double) : sizeof(float);
    return blas_run_with(call, run_gemm, p, sizeof *p, scratch);
}

/* ---- the functions ---- */
#define SIZES .m = m, .n = n, .k = k
#define TYPED(L, T, data, computed)                                                                                    \
    cublasStatus_t cublas##L##gemm(LW_CUBLAS_GEMM, const T *alpha, const T *A, int lda, const T *B, int ldb,           \
                                   const T *beta, T *C, int ldc)                                                       \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        product p = {SIZES,                                                                                            \
                     .count = 1,                                                                                       \
                     .compute = computed,                                                                              \
                     .scale = data,                                                                                    \
                     .a = {.type = data, .leading = lda, .matrix = A},                                                 \
                     .b = {.type = data, .leading = ldb, .matrix = B},                                                 \
                     .c = {.type = data, .leading = ldc, .matrix = C}};                                                \
        return gemm(BLAS_CALL(S), &p, transa, transb, alpha, beta);                                                    \
    }                                                                                                                  \
    cublasStatus_t cublas##L##gemmBatched(LW_CUBLAS_GEMM, const T *alpha, const T *const A[], int lda,                 \
                                          const T *const B[], int ldb, const T *beta, T *const C[], int ldc,           \
                                          int count)                                                                   \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        product p = {SIZES,                                                                                            \
                     .count = count,                                                                                   \
                     .compute = computed,                                                                              \
                     .scale = data,                                                                                    \
                     .a = {.type = data, .leading = lda, .array = (const void *const *)A},                             \
                     .b = {.type = data, .leading = ldb, .array = (const void *const *)B},                             \
                     .c = {.type = data, .leading = ldc, .array = (const void *const *)C}};                            \
        return gemm(BLAS_CALL(S), &p, transa, transb, alpha, beta);                                                    \
    }                                                                                                                  \
    cublasStatus_t cublas##L##gemmStridedBatched(LW_CUBLAS_GEMM, const T *alpha, const T *A, int lda,                  \
                                                 long long strideA, const T *B, int ldb, long long strideB,            \
                                                 const T *beta, T *C, int ldc, long long strideC, int count)           \
    {                                                                                                                  \
        CUDART_CALLED();                                                                                               \
        product p = {SIZES,                                                                                            \
                     .count = count,                                                                                   \
                     .compute = computed,                                                                              \
                     .scale = data,                                                                                    \
                     .a = {.type = data, .leading = lda, .matrix = A, .stride = strideA},                              \
                     .b = {.type = data, .leading = ldb, .matrix = B, .stride = strideB},                              \
                     .c = {.type = data, .leading = ldc, .matrix = C, .stride = strideC}};                             \
        return gemm(BLAS_CALL(S), &p, transa, transb, alpha, beta);                                                    \
    }

TYPED(S, float, CUDA_R_32F, CUDA_R_32F)
TYPED(D, double, CUDA_R_64F, CUDA_R_64F)
TYPED(C, cuComplex, CUDA_C_32F, CUDA_C_32F)
TYPED(Z, cuDoubleComplex, CUDA_C_64F, CUDA_C_64F)
TYPED(H, __half, CUDA_R_16F, CUDA_R_32F)

static cublasStatus_t gemm_of_types(blas_call *call, product *p, cublasOperation_t transa, cublasOperation_t transb,
                                    const void *alpha, const void *beta, cublasComputeType_t compute)
{
    BLAS_REQUIRE_HANDLE(call);
    if (choose(p, compute))
        return gemm(call, p, transa, transb, alpha, beta);
    return blas_refuse(CUBLAS_STATUS_NOT_SUPPORTED, call->function,
                       "A, B and C are of types %d, %d and %d, which have no product in cublasComputeType_t %d",
                       (int)p->a.type, (int)p->b.type, (int)p->c.type, (int)compute);
}

cublasStatus_t cublasSgemmEx(LW_CUBLAS_GEMM, const float *alpha, const void *A, cudaDataType a_type, int lda,
                             const void *B, cudaDataType b_type, int ldb, const float *beta, void *C,
                             cudaDataType c_type, int ldc)
{
    CUDART_CALLED();
    product p = {SIZES, .count = 1, .a = {.type = a_type, .leading = lda, .matrix = A},
                 .b = {.type = b_type, .leading = ldb, .matrix = B},
                 .c = {.type = c_type, .leading = ldc, .matrix = C}};
    return gemm_of_types(BLAS_CALL(S), &p, transa, transb, alpha, beta, CUBLAS_COMPUTE_32F);
}

cublasStatus_t cublasGemmEx(LW_CUBLAS_GEMM, const void *alpha, const void *A, cudaDataType a_type, int lda,
                            const void *B, cudaDataType b_type, int ldb, const void *beta, void *C, cudaDataType c_type,
                            int ldc, cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    CUDART_CALLED();
    (void)algorithm;
    product p = {SIZES, .count = 1, .a = {.type = a_type, .leading = lda, .matrix = A},
                 .b = {.type = b_type, .leading = ldb, .matrix = B},
                 .c = {.type = c_type, .leading = ldc, .matrix = C}};
    return gemm_of_types(BLAS_CALL(S), &p, transa, transb, alpha, beta, compute);
}

cublasStatus_t cublasGemmBatchedEx(LW_CUBLAS_GEMM, const void *alpha, const void *const A[], cudaDataType a_type,
                                   int lda, const void *const B[], cudaDataType b_type, int ldb, const void *beta,
                                   void *const C[], cudaDataType c_type, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    CUDART_CALLED();
    (void)algorithm;
    product p = {SIZES, .count = count, .a = {.type = a_type, .leading = lda, .array = A},
                 .b = {.type = b_type, .leading = ldb, .array = B},
                 .c = {.type = c_type, .leading = ldc, .array = (const void *const *)C}};
    return gemm_of_types(BLAS_CALL(S), &p, transa, transb, alpha, beta, compute);
}

cublasStatus_t cublasGemmStridedBatchedEx(LW_CUBLAS_GEMM, const void *alpha, const void *A, cudaDataType a_type,
                                          int lda, long long strideA, const void *B, cudaDataType b_type, int ldb,
                                          long long strideB, const void *beta, void *C, cudaDataType c_type, int ldc,
                                          long long strideC, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm)
{
    CUDART_CALLED();
    (void)algorithm;
    product p = {SIZES, .count = count, .a = {.type = a_type, .leading = lda, .matrix = A, .stride = strideA},
                 .b = {.type = b_type, .leading = ldb, .matrix = B, .stride = strideB},
                 .c = {.type = c_type, .leading = ldc, .matrix = C, .stride = strideC}};
    return gemm_of_types(BLAS_CALL(S), &p, transa, transb, alpha, beta, compute);
}
