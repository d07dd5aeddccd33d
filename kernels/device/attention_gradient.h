/* Tiles of matrices in a block's shared memory, their products and sums, of attention's gradients. */
#ifndef LWK_DEVICE_ATTENTION_GRADIENT_H
#define LWK_DEVICE_ATTENTION_GRADIENT_H

#include <lanewise/kernel.h>

#include "../attention_backward.h"
#include "attention.h"

enum {
    LWK_GRADIENT_LEVELS = 8, /* elements whose products are added without a jump between */
    LWK_GRADIENT_ACROSS = 8  /* a thread has four own rows, those of row group threadIdx.x / 8, and four others */
};

/* Before loops that nvcc unrolls. These kernels are not for CPUs, where unrolled loops over threads would take long to compile. */
#if defined(__CUDACC__)
#define LWK_GRADIENT_UNROLL _Pragma("unroll 8")
#else
#define LWK_GRADIENT_UNROLL _Pragma("unroll 1")
#endif

/* Rows from `first` on become columns of `tile`, LWK_ATTENTION_PART elements of them from column `left`; those beyond are 0. */
static __device__ __forceinline__ void lwk_gradient_columns_of(float *tile, const float *matrix, int first, int rows,
                                                               int left, int size, float scale, int wide)
{
    _Pragma("unroll 4") for (int i = (int)threadIdx.x; i < LWK_ATTENTION_GRADIENT_ROWS * LWK_ATTENTION_PART / 4;
                             i += LWK_ATTENTION_GRADIENT_THREADS)
    {
        const int row = i % LWK_ATTENTION_GRADIENT_ROWS, c = i / LWK_ATTENTION_GRADIENT_ROWS * 4;
        const bool is_row = first + row < rows;
        const float4 four = lwk_attention_load(matrix + (size_t)(is_row ? first + row : 0) * (size_t)size, left + c,
                                               size, is_row, wide);
        tile[c * LWK_ATTENTION_GRADIENT_ROWS + row] = four.x * scale;
        tile[(c + 1) * LWK_ATTENTION_GRADIENT_ROWS + row] = four.y * scale;
        tile[(c + 2) * LWK_ATTENTION_GRADIENT_ROWS + row] = four.z * scale;
        tile[(c + 3) * LWK_ATTENTION_GRADIENT_ROWS + row] = four.w * scale;
    }
}

static __device__ __forceinline__ void lwk_gradient_rows_of(float *tile, const float *matrix, int first, int rows,
                                                            int left, int size, int wide)
{
    _Pragma("unroll 4") for (int i = (int)threadIdx.x; i < LWK_ATTENTION_GRADIENT_ROWS * LWK_ATTENTION_PART / 4;
                             i += LWK_ATTENTION_GRADIENT_THREADS)
    {
        const int row = i / (LWK_ATTENTION_PART / 4), c = i % (LWK_ATTENTION_PART / 4) * 4;
        const bool is_row = first + row < rows;
        *(float4 *)(void *)(tile + row * LWK_ATTENTION_PART + c) = lwk_attention_load(
            matrix + (size_t)(is_row ? first + row : 0) * (size_t)size, left + c, size, is_row, wide);
    }
}

/* Adds products of four rows and four others: of `depth` elements, which are columns of both. */
static __device__ __forceinline__ void lwk_gradient_multiply(const float *own, const float *other, int depth,
                                                             float sum[4][4])
{
    for (int level = 0; level < depth; level += LWK_GRADIENT_LEVELS) { /* beyond a row they are 0 */
        LWK_GRADIENT_UNROLL for (int l = level; l < level + LWK_GRADIENT_LEVELS; l++)
        {
            const float4 x = lwk_attention_four(own + l * LWK_ATTENTION_GRADIENT_ROWS),
                         y = lwk_attention_four(other + l * LWK_ATTENTION_GRADIENT_ROWS);
            const float a[4] = {x.x, x.y, x.z, x.w}, b[4] = {y.x, y.y, y.z, y.w};
            _Pragma("unroll") for (int i = 0; i < 4; i++)
            {
                _Pragma("unroll") for (int j = 0; j < 4; j++) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
            }
        }
    }
}

/* Own rows' products with others of which `stage` gets the columns, part by part. */
static __device__ __forceinline__ void lwk_gradient_multiply_rows(const float *own_tile, float *stage,
                                                                  const float *matrix, int first, int rows, int size,
                                                                  int wide, int parts, float sum[4][4])
{
    const int across = (int)threadIdx.x % LWK_GRADIENT_ACROSS, down = (int)threadIdx.x / LWK_GRADIENT_ACROSS;
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        _Pragma("unroll") for (int j = 0; j < 4; j++) sum[i][j] = 0;
    }
    for (int part = 0; part < parts; part++) {
        const int depth = size - part * LWK_ATTENTION_PART < LWK_ATTENTION_PART ? size - part * LWK_ATTENTION_PART
                                                                                : (int)LWK_ATTENTION_PART;
        __syncthreads(); /* the stage is free */
        lwk_gradient_columns_of(stage, matrix, first, rows, part * LWK_ATTENTION_PART, size, 1.0f, wide);
        __syncthreads();
        lwk_gradient_multiply(own_tile + part * LWK_ATTENTION_PART * LWK_ATTENTION_GRADIENT_ROWS + 4 * down,
                              stage + 4 * across, depth, sum);
    }
}

/* Adds rows of a matrix, each times the threads' factors. Those are stored in a column of own rows for each other one, in which row group g is at place
 * g ^ (the thread that stored it) % LWK_GRADIENT_ACROSS, so that threads store to different banks. */
static __device__ __forceinline__ void lwk_gradient_add_rows(const float factor[4][4], float *factors, float *stage,
                                                             const float *matrix, int first, int rows, int size,
                                                             int wide, int parts, float total[4][16])
{
    const int across = (int)threadIdx.x % LWK_GRADIENT_ACROSS, down = (int)threadIdx.x / LWK_GRADIENT_ACROSS;
    __syncthreads(); /* the factors are free, and the stage */
    _Pragma("unroll") for (int j = 0; j < 4; j++) *
        (float4 *)(void *)(factors + (across * 4 + j) * LWK_ATTENTION_GRADIENT_ROWS + (down ^ across) * 4) =
        make_float4(factor[0][j], factor[1][j], factor[2][j], factor[3][j]);
    _Pragma("unroll") for (int part = 0; part < parts; part++)
    {
        if (part > 0)
            __syncthreads();
        lwk_gradient_rows_of(stage, matrix, first, rows, part * LWK_ATTENTION_PART, size, wide);
        __syncthreads();
        LWK_GRADIENT_UNROLL for (int at = 0; at < LWK_ATTENTION_GRADIENT_ROWS; at++)
        {
            const float4 x = lwk_attention_four(factors + at * LWK_ATTENTION_GRADIENT_ROWS + (down ^ at / 4) * 4);
            const float a[4] = {x.x, x.y, x.z, x.w};
            _Pragma("unroll") for (int half = 0; half < 2; half++)
            {
                const float4 y =
                    lwk_attention_four(stage + at * LWK_ATTENTION_PART + half * (LWK_ATTENTION_PART / 2) + across * 4);
                const float b[4] = {y.x, y.y, y.z, y.w};
                _Pragma("unroll") for (int i = 0; i < 4; i++)
                {
                    _Pragma("unroll") for (int j = 0; j < 4; j++) total[i][part * 8 + half * 4 + j] =
                        fmaf(a[i], b[j], total[i][part * 8 + half * 4 + j]);
                }
            }
        }
    }
}

static __device__ __forceinline__ void lwk_gradient_store_rows(float *matrix, int first, int rows, int size,
                                                               float scale, int wide, int parts, float total[4][16])
{
    const int across = (int)threadIdx.x % LWK_GRADIENT_ACROSS, down = (int)threadIdx.x / LWK_GRADIENT_ACROSS;
    _Pragma("unroll") for (int i = 0; i < 4; i++)
    {
        const int row = first + 4 * down + i;
        if (row >= rows)
            continue;
        _Pragma("unroll") for (int j = 0; j < 8 * parts; j++) total[i][j] *= scale;
        _Pragma("unroll") for (int four = 0; four < 2 * parts; four++)
            lwk_attention_store(matrix + (size_t)row * (size_t)size, four * (LWK_ATTENTION_PART / 2) + across * 4, size,
                                &total[i][4 * four], wide);
    }
}

#endif
