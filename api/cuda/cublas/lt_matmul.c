/* cuBLASLt's product: descriptors are checked, then the work multiplies each pair of a batch by OpenBLAS, as floats or doubles, and
 * finishes it (lt_epilogue.c). The sums of one product lie in the work's scratch memory. */
#include <limits.h>

#include "convert.h"
#include "lt.h"

/* ---- the work ---- */
static size_t elements(const lt_matrix *of)
{
    return (size_t)of->inner * (size_t)of->outer;
}

static bool is_wide(const lt_matrix *of)
{
    return of->type == CUDA_R_32F || of->type == CUDA_R_64F;
}

static size_t scratch_of(const lt_product *p)
{
    size_t operands = (is_wide(&p->a) ? 0 : elements(&p->a)) + (is_wide(&p->b) ? 0 : elements(&p->b));
    return (operands + (size_t)p->m * (size_t)p->n) * lt_size(p->scale == CUDA_R_64F ? CUDA_R_64F : CUDA_R_32F);
}

/* As floats without gaps, or itself. */
static const float *widen(const lt_matrix *of, const void *matrix, float *scratch, int *leading)
{
    *leading = of->leading;
    if (of->type == CUDA_R_32F)
        return matrix;
    for (size_t j = 0; j < (size_t)of->outer; j++)
        for (size_t i = 0; i < (size_t)of->inner; i++)
            *scratch++ = convert_from(matrix, of->type, i + j * (size_t)of->leading);
    *leading = of->inner;
    return scratch - elements(of);
}

static void multiply_float(const lt_product *p, const void *a, const void *b, float *sums, float *scratch)
{
    int lda, ldb;
    float alpha = convert_from(blas_value(&p->alpha), p->scale, 0);
    const float *wide_a = widen(&p->a, a, scratch, &lda);
    const float *wide_b = widen(&p->b, b, scratch + (is_wide(&p->a) ? 0 : elements(&p->a)), &ldb);
    cblas_sgemm(CblasColMajor, p->turn_a ? CblasTrans : CblasNoTrans, p->turn_b ? CblasTrans : CblasNoTrans, p->m, p->n,
                p->k, alpha, wide_a, lda, wide_b, ldb, 0, sums, p->m);
}

static void multiply_double(const lt_product *p, const double *a, const double *b, double *sums)
{
    cblas_dgemm(CblasColMajor, p->turn_a ? CblasTrans : CblasNoTrans, p->turn_b ? CblasTrans : CblasNoTrans, p->m, p->n,
                p->k, *(const double *)blas_value(&p->alpha), a, p->a.leading, b, p->b.leading, 0, sums, p->m);
}

static bool has_aux(const lt_product *p)
{
    return p->epilogue & LT_AUX;
}

static bool has_bias(const lt_product *p)
{
    return p->epilogue & (LT_BIAS | LT_BGRAD | LT_BGRADA | LT_BGRADB);
}

static int access_of_aux(const lt_product *p)
{
    return p->epilogue & (LT_DRELU | LT_DGELU) ? BLAS_READS : BLAS_WRITES;
}

static int access_of_bias(const lt_product *p)
{
    return p->epilogue & LT_BIAS ? BLAS_READS : BLAS_WRITES;
}

/* Where matrix `i` of a batch begins. */
static const char *address(const lt_product *p, const lt_matrix *of, int i)
{
    long long distance = i * of->stride;
    bool bits = of == &p->aux && lt_aux_is_bits(p->epilogue);
    if (!of->first)
        return NULL;
    return (const char *)of->first + (bits ? distance / CHAR_BIT : distance * (long long)lt_size(of->type));
}

static lw_host_work_range range_of(const lt_product *p, const lt_matrix *of, int i, int access)
{
    bool bits = of == &p->aux && lt_aux_is_bits(p->epilogue);
    size_t size = lt_size(of->type), inner = (size_t)of->inner, leading = (size_t)of->leading;
    return (lw_host_work_range){.argument = of->name,
                                .pointer = address(p, of, i),
                                .pitch = bits ? leading / CHAR_BIT : leading * size,
                                .width = bits ? (inner + CHAR_BIT - 1) / CHAR_BIT : inner * size,
                                .height = (size_t)of->outer,
                                .reads = access & BLAS_READS,
                                .writes = access & BLAS_WRITES};
}

/* The call has described what the batch's first product uses. */
static bool use(lw_host_work_run *run, const lt_product *p, const lt_matrix *of, int i, int access)
{
    if (i == 0 || !of->stride)
        return true;
    lw_host_work_range range = range_of(p, of, i, access);
    return !range.width || !range.height || run->use(run, &range);
}

static void run_matmul(void *arguments, void *scratch, lw_host_work_run *run)
{
    const lt_product *p = arguments;
    bool is_double = p->scale == CUDA_R_64F;
    size_t sums = (size_t)p->m * (size_t)p->n;
    blas_begin(run);
    for (int i = 0; i < p->count; i++) {
        const void *a = address(p, &p->a, i), *b = address(p, &p->b, i), *c = address(p, &p->c, i);
        void *d = (void *)(uintptr_t)address(p, &p->d, i), *aux = (void *)(uintptr_t)address(p, &p->aux, i);
        void *bias = (void *)(uintptr_t)address(p, &p->bias, i);
        if ((p->reads_product && !(use(run, p, &p->a, i, BLAS_READS) && use(run, p, &p->b, i, BLAS_READS))) ||
            (p->reads_c && !use(run, p, &p->c, i, BLAS_READS)) || !use(run, p, &p->d, i, BLAS_WRITES) ||
            (has_aux(p) && !use(run, p, &p->aux, i, access_of_aux(p))) ||
            (has_bias(p) && !use(run, p, &p->bias, i, access_of_bias(p))))
            return;
        if (!p->reads_product)
            memset(scratch, 0, sums * (is_double ? sizeof(double) : sizeof(float)));
        else if (is_double)
            multiply_double(p, a, b, scratch);
        else
            multiply_float(p, a, b, scratch, (float *)scratch + sums);
        /* A may be D, so that it is read before. */
        if (p->reads_product && p->epilogue & (LT_BGRADA | LT_BGRADB))
            lt_sum_operand(p, p->epilogue & LT_BGRADA ? a : b, bias);
        if (is_double)
            lt_finish_double(p, scratch, c, d);
        else
            lt_finish(p, scratch, c, d, aux, bias);
    }
}

/* ---- the call ---- */
#define REFUSE(status, ...) return blas_refuse(CUBLAS_STATUS_##status, function, __VA_ARGS__)

static bool is_type(int type)
{
    return type == CUDA_R_32F || type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_64F;
}

static cublasStatus_t take_matrix(const char *function, lt_matrix *to, const char *name, const void *first,
                                  const lt_layout *layout)
{
    if (!layout)
        REFUSE(INVALID_VALUE, "the layout of %s is null", name);
    bool by_rows = layout->order == CUBLASLT_ORDER_ROW;
    uint64_t inner = by_rows ? layout->columns : layout->rows, outer = by_rows ? layout->rows : layout->columns;
    if (!is_type((int)layout->type) || layout->plane || (layout->order != CUBLASLT_ORDER_COL && !by_rows))
        REFUSE(NOT_SUPPORTED,
               "%s has type %u, order %d and plane offset %lld; the CPU has CUDA_R_32F, 64F, 16F and 16BF, by "
               "columns or rows",
               name, layout->type, layout->order, (long long)layout->plane);
    if (!inner || !outer || inner > INT_MAX || outer > INT_MAX || layout->leading > INT_MAX)
        REFUSE(INVALID_VALUE, "%s has %llu rows and %llu columns; expected 1 to INT_MAX", name,
               (unsigned long long)layout->rows, (unsigned long long)layout->columns);
    if (layout->leading < (int64_t)inner)
        REFUSE(INVALID_VALUE, "the leading dimension of %s is %lld; expected %llu or more", name,
               (long long)layout->leading, (unsigned long long)inner);
    *to = (lt_matrix){.name = name,
                      .first = first,
                      .type = (cudaDataType)layout->type,
                      .inner = (int)inner,
                      .outer = (int)outer,
                      .leading = (int)layout->leading,
                      .by_rows = by_rows,
                      .stride = layout->stride};
    return CUBLAS_STATUS_SUCCESS;
}

static int rows_of(const lt_matrix *of)
{
    return of->by_rows ? of->outer : of->inner;
}

static int columns_of(const lt_matrix *of)
{
    return of->by_rows ? of->inner : of->outer;
}

/* cuBLASLt's table of types, as far as the CPU has it. */
static bool has_types(const lt_product *p, int compute, int scale)
{
    cudaDataType from = p->a.type, to = p->d.type;
    if (from != p->b.type || to != p->c.type)
        return false;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return scale == CUDA_R_16F && from == CUDA_R_16F && to == CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return scale == CUDA_R_64F && from == CUDA_R_64F && to == CUDA_R_64F &&
               p->epilogue == CUBLASLT_EPILOGUE_DEFAULT;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        return scale == CUDA_R_32F && from != CUDA_R_64F && (to == from || to == CUDA_R_32F);
    default: return false;
    }
}

/* The auxiliary matrix and the bias, which belong to the epilogue. */
static cublasStatus_t take_epilogue(const char *function, lt_product *p, const lt_desc *of)
{
    int length = p->epilogue & LT_BGRADB ? p->n : p->m;
    int aux_type = of->aux_type < 0 ? (int)p->d.type : of->aux_type;
    int bias_type = of->bias_type < 0 ? (int)p->d.type : of->bias_type;
    bool bits = lt_aux_is_bits(p->epilogue);
    if (has_bias(p) && (!is_type(bias_type) || bias_type == CUDA_R_64F))
        REFUSE(NOT_SUPPORTED, "the bias is of type %d", bias_type);
    if (has_aux(p) && (p->d.by_rows || (!bits && (!is_type(aux_type) || aux_type == CUDA_R_64F))))
        REFUSE(NOT_SUPPORTED, "the auxiliary matrix is of type %d, and D by %s", aux_type,
               p->d.by_rows ? "rows" : "columns");
    if (has_aux(p) && (of->aux_leading < p->m || of->aux_leading > INT_MAX || (bits && of->aux_leading % 128)))
        REFUSE(INVALID_VALUE, "the leading dimension of the auxiliary matrix is %lld; expected %d or more%s",
               (long long)of->aux_leading, p->m, bits ? ", a multiple of 128 bits" : "");
    p->bias = (lt_matrix){"bias", of->bias, (cudaDataType)bias_type, length, 1, length, false, of->bias_stride};
    p->aux =
        (lt_matrix){"aux", of->aux,       bits ? CUDA_R_32F : (cudaDataType)aux_type, p->m, p->n, (int)of->aux_leading,
                    false, of->aux_stride};
    return CUBLAS_STATUS_SUCCESS;
}

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        cublasStatus_t status = (call);                                                                                \
        if (status)                                                                                                    \
            return status;                                                                                             \
    } while (0)

/* Whether there is such a product: everything but the addresses and scalars. */
static cublasStatus_t take(const char *function, lt_product *p, const lt_desc *of, const lt_layout *const layout[4])
{
    static const char *const names[] = {"A", "B", "C", "D"};
    lt_matrix *const to[] = {&p->a, &p->b, &p->c, &p->d};
    if (!of)
        REFUSE(INVALID_VALUE, "the description of the product is null");
    for (int i = 0; i < 4; i++)
        TRY(take_matrix(function, to[i], names[i], NULL, layout[i]));
    bool turned_a = of->transa != CUBLAS_OP_N, turned_b = of->transb != CUBLAS_OP_N;
    p->turn_a = turned_a != p->a.by_rows, p->turn_b = turned_b != p->b.by_rows;
    p->m = rows_of(&p->d), p->n = columns_of(&p->d), p->k = turned_a ? rows_of(&p->a) : columns_of(&p->a);
    p->count = layout[3]->count, p->epilogue = of->epilogue, p->scale = (cudaDataType)of->scale;
    if ((unsigned)of->transa > CUBLAS_OP_C || (unsigned)of->transb > CUBLAS_OP_C || !lt_is_epilogue(of->epilogue))
        REFUSE(INVALID_VALUE, "transa is %d, transb %d, and the epilogue %u", of->transa, of->transb, of->epilogue);
    if (p->m != (turned_a ? columns_of(&p->a) : rows_of(&p->a)) ||
        p->n != (turned_b ? rows_of(&p->b) : columns_of(&p->b)) ||
        p->k != (turned_b ? columns_of(&p->b) : rows_of(&p->b)) || p->m != rows_of(&p->c) || p->n != columns_of(&p->c))
        REFUSE(INVALID_VALUE, "A, B, C and D do not fit: D is %d by %d, and A's other dimension %d", p->m, p->n, p->k);
    for (int i = 0; i < 4; i++)
        if (layout[i]->count != p->count || p->count < 1)
            REFUSE(INVALID_VALUE, "the batch of %s has %d matrices, that of D %d", names[i], layout[i]->count,
                   p->count);
    if (of->transc != CUBLAS_OP_N || of->fill != CUBLAS_FILL_MODE_FULL ||
        (unsigned)of->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
        REFUSE(NOT_SUPPORTED, "transc is %d, the fill mode %d, and the pointer mode %d", of->transc, of->fill,
               of->pointer_mode);
    for (int i = 0; i < 5; i++)
        if (of->scaling[i])
            REFUSE(NOT_SUPPORTED, "factors of 8-bit types, and the maximum of D, are not supported");
    if (!has_types(p, of->compute, of->scale))
        REFUSE(NOT_SUPPORTED,
               "A, B, C and D are of types %d, %d, %d and %d, compute type %d, scale type %d, epilogue %u",
               (int)p->a.type, (int)p->b.type, (int)p->c.type, (int)p->d.type, of->compute, of->scale, of->epilogue);
    return take_epilogue(function, p, of);
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[], int *returned)
{
    CUDART_CALLED();
    const char *function = __func__;
    lt_product p = {0};
    if (!handle)
        REFUSE(NOT_INITIALIZED, "handle is null; cublasLtCreate() makes one");
    if (!preference || !results || !returned || requested < 1)
        REFUSE(INVALID_VALUE, "%s",
               requested < 1 ? "requested is below 1"
               : !preference ? "preference is null"
               : !results    ? "results is null"
                             : "returned is null");
    *returned = 0;
    TRY(take(function, &p, (const lt_desc *)desc,
             (const lt_layout *const[]){(const lt_layout *)a, (const lt_layout *)b, (const lt_layout *)c,
                                        (const lt_layout *)d}));
    results[0] = (cublasLtMatmulHeuristicResult_t){.state = CUBLAS_STATUS_SUCCESS, .wavesCount = 1};
    *returned = 1;
    return CUBLAS_STATUS_SUCCESS;
}

static void describe(blas_call *call, const lt_product *p, const lt_matrix *of, int access)
{
    lw_host_work_range range = range_of(p, of, 0, access);
    blas_range(call, &range);
}

static bool is_known_zero(const blas_scalar *scalar, cudaDataType type)
{
    return !scalar->device && (type == CUDA_R_64F ? D(scalar->value) == 0 : convert_from(scalar->value, type, 0) == 0);
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha, const void *A,
                              cublasLtMatrixLayout_t a, const void *B, cublasLtMatrixLayout_t b, const void *beta,
                              const void *C, cublasLtMatrixLayout_t c, void *D, cublasLtMatrixLayout_t d,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t workspace_size,
                              cudaStream_t stream)
{
    CUDART_CALLED();
    (void)algorithm, (void)workspace, (void)workspace_size;
    const char *function = __func__;
    const lt_desc *of = (const lt_desc *)desc;
    lt_product p = {0};
    if (!handle)
        REFUSE(NOT_INITIALIZED, "handle is null; cublasLtCreate() makes one");
    if (!alpha || !beta || !A || !B || !D)
        REFUSE(INVALID_VALUE, "%s is null", !alpha ? "alpha" : !beta ? "beta" : !A ? "A" : !B ? "B" : "D");
    TRY(take(function, &p, of,
             (const lt_layout *const[]){(const lt_layout *)a, (const lt_layout *)b, (const lt_layout *)c,
                                        (const lt_layout *)d}));
    if ((has_bias(&p) && !of->bias) || (has_aux(&p) && !of->aux))
        REFUSE(INVALID_VALUE, "epilogue %u has no %s; CUBLASLT_MATMUL_DESC_..._POINTER names it", of->epilogue,
               has_bias(&p) && !of->bias ? "bias" : "auxiliary matrix");
    p.a.first = A, p.b.first = B, p.c.first = C, p.d.first = D;
    struct cublasContext context = {.stream = stream, .pointer_mode = (cublasPointerMode_t)of->pointer_mode};
    blas_call call = {.function = function, .handle = &context};
    blas_take_scalar(&call, &p.alpha, "alpha", alpha, lt_size(p.scale));
    blas_take_scalar(&call, &p.beta, "beta", beta, lt_size(p.scale));
    p.reads_product = !is_known_zero(&p.alpha, p.scale) || of->epilogue & (LT_BGRADA | LT_BGRADB);
    /* A beta in device memory is not known yet; then no read is assumed, so that none is reported falsely. */
    p.reads_c = !p.beta.device && !is_known_zero(&p.beta, p.scale);
    if (!C && (p.reads_c || p.beta.device))
        REFUSE(INVALID_VALUE, "C is null, and beta is not 0");
    if (C == D && (p.c.leading != p.d.leading || p.c.by_rows != p.d.by_rows || p.c.stride != p.d.stride))
        REFUSE(INVALID_VALUE, "C is D, with another layout");
    if (p.reads_product) {
        describe(&call, &p, &p.a, BLAS_READS);
        describe(&call, &p, &p.b, BLAS_READS);
    }
    if (p.reads_c && C != D)
        describe(&call, &p, &p.c, BLAS_READS);
    describe(&call, &p, &p.d, p.reads_c && C == D ? BLAS_UPDATES : BLAS_WRITES);
    if (has_aux(&p))
        describe(&call, &p, &p.aux, access_of_aux(&p));
    if (has_bias(&p))
        describe(&call, &p, &p.bias, access_of_bias(&p));
    return blas_run_with(&call, run_matmul, &p, sizeof p, scratch_of(&p));
}
