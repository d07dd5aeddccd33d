/* cuBLASLt's descriptors from inside, and a product with all that it needs. */
#ifndef LANEWISE_CUBLAS_LT_H
#define LANEWISE_CUBLAS_LT_H

#include "../cublasLt.h"
#include "blas.h"

typedef struct lt_layout {
    uint64_t rows, columns;
    int64_t leading, stride, plane;
    uint32_t type;
    int32_t order, count;
} lt_layout;

typedef struct lt_desc {
    int32_t compute, scale, pointer_mode, transa, transb, transc, fill;
    uint32_t epilogue;
    void *bias, *aux;
    int64_t bias_stride, aux_leading, aux_stride, alpha_stride;
    const void *scaling[5];                       /* of A, B, C, D, and the maximum of D: 8-bit types have them */
    int32_t multiprocessors, aux_type, bias_type; /* -1: D's */
    int8_t fast;
} lt_desc;

typedef struct lt_preference {
    uint64_t workspace, implementations;
    uint32_t search, reductions, alignment[4];
    float waves;
} lt_preference;

/* A matrix: `inner` elements lie next to each other; `outer` times, `leading` apart. */
typedef struct lt_matrix {
    const char *name;
    const void *first;
    cudaDataType type;
    int inner, outer, leading;
    bool by_rows; /* inner elements are a row's */
    long long stride;
} lt_matrix;

typedef struct lt_product {
    lt_matrix a, b, c, d, aux, bias;
    int m, n, k, count;
    bool turn_a, turn_b; /* the matrix as it lies is to be transposed for CBLAS, whose columns are inner */
    bool reads_product, reads_c;
    cudaDataType scale;
    blas_scalar alpha, beta;
    unsigned epilogue;
} lt_product;

static inline size_t lt_size(cudaDataType type)
{
    return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2;
}

static inline size_t lt_at(const lt_matrix *of, int row, int column)
{
    return of->by_rows ? (size_t)row * (size_t)of->leading + (size_t)column
                       : (size_t)column * (size_t)of->leading + (size_t)row;
}

/* Parts of an epilogue. */
enum {
    LT_RELU = 2,
    LT_BIAS = 4,
    LT_DRELU = 8,
    LT_BGRAD = 16,
    LT_GELU = 32,
    LT_DGELU = 64,
    LT_AUX = 128,
    LT_BGRADA = 256,
    LT_BGRADB = 512
};
bool lt_is_epilogue(unsigned epilogue);
/* The auxiliary memory is bits: those of RELU. */
bool lt_aux_is_bits(unsigned epilogue);
/* Writes D: `sums` is alpha op(A) op(B), m by n, by columns. The matrices are those of one product of a batch. */
void lt_finish(const lt_product *of, const float *sums, const void *c, void *d, void *aux, void *bias);
void lt_finish_double(const lt_product *of, const double *sums, const void *c, void *d);
/* BGRADA, BGRADB: sums over k of op(A)'s rows or op(B)'s columns. */
void lt_sum_operand(const lt_product *of, const void *operand, void *bias);

#endif
