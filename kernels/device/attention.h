/* Tiles of attention's matrices, as a block's threads load them into shared memory, and how they store results. */
#ifndef LWK_DEVICE_ATTENTION_H
#define LWK_DEVICE_ATTENTION_H

#include <lanewise/kernel.h>

#include "../attention.h"

enum { LWK_ATTENTION_PART = 64 /* elements of a row of keys at a time */ };

static __device__ __forceinline__ float4 lwk_attention_four(const float *from)
{
    return *(const float4 *)(const void *)from;
}

/* Elements c to c + 3 of a row of `size`; those beyond the row are 0. */
static __device__ __forceinline__ float4 lwk_attention_load(const float *row, int c, int size, bool is_row, int wide)
{
    float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (!is_row || c >= size)
        return four;
    if (wide)
        return lwk_attention_four(row + c);
    four.x = row[c];
    if (c + 1 < size)
        four.y = row[c + 1];
    if (c + 2 < size)
        four.z = row[c + 2];
    if (c + 3 < size)
        four.w = row[c + 3];
    return four;
}

/* Rows `first` to first + count - 1 of a matrix become columns of `tile`, 64 elements of them from column `left`. Neighbouring threads have
 * neighbouring rows, so that they store to different banks. */
static __device__ __forceinline__ void lwk_attention_columns(float *tile, int count, const float *matrix, int first,
                                                             int rows, int left, int size, float scale, int wide)
{
    _Pragma("unroll 1") for (int i = (int)threadIdx.x; i < count * (LWK_ATTENTION_PART / 4); i += LWK_ATTENTION_THREADS)
    {
        const int row = i % count, c = i / count * 4;
        const bool is_row = first + row < rows;
        const float4 four = lwk_attention_load(matrix + (size_t)(is_row ? first + row : 0) * (size_t)size, left + c,
                                               size, is_row, wide);
        tile[c * count + row] = four.x * scale;
        tile[(c + 1) * count + row] = four.y * scale;
        tile[(c + 2) * count + row] = four.z * scale;
        tile[(c + 3) * count + row] = four.w * scale;
    }
}

/* Some rows of a matrix, as they are. */
static __device__ __forceinline__ void lwk_attention_rows_of(float *tile, int count, int dim, const float *matrix,
                                                             int first, int rows, int size, int wide)
{
    _Pragma("unroll 1") for (int i = (int)threadIdx.x; i < count * dim / 4; i += LWK_ATTENTION_THREADS)
    {
        const int row = i / (dim / 4), c = i % (dim / 4) * 4;
        const bool is_row = first + row < rows;
        *(float4 *)(void *)(tile + row * dim + c) =
            lwk_attention_load(matrix + (size_t)(is_row ? first + row : 0) * (size_t)size, c, size, is_row, wide);
    }
}

/* Stores four elements of a row of `out`. */
static __device__ __forceinline__ void lwk_attention_store(float *row, int c, int size, const float four[4], int wide)
{
    if (c >= size)
        return;
    if (wide) {
        *(float4 *)(void *)(row + c) = make_float4(four[0], four[1], four[2], four[3]);
        return;
    }
    _Pragma("unroll") for (int j = 0; j < 4; j++) if (c + j < size) row[c + j] = four[j];
}

#endif
