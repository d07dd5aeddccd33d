/* Products of columns and rows, for a block on a CPU whose threads have a column each. */
#ifndef LWK_DEVICE_COLUMN_PRODUCTS_H
#define LWK_DEVICE_COLUMN_PRODUCTS_H

#include <lanewise/kernel.h>

enum {
    LWK_COLUMN_THREADS = 16, /* of a block */
    LWK_COLUMN_LEVELS = 8    /* elements whose products are added without a jump between */
};

/* `count` products of a column of `columns`, which have one element of each thread's, with rows of `rows`, each `ld` floats after the last one.
 * What is the same for all threads is a scalar on a CPU, what is not a vector. `many`, of rows, is a constant. */
static __device__ __forceinline__ void lwk_column_products(const float *columns, const float *rows, size_t ld,
                                                           size_t step, int count, int many, float sum[4])
{
    int l = 0;
    for (; l + LWK_COLUMN_LEVELS <= count;
         l += LWK_COLUMN_LEVELS, columns += LWK_COLUMN_LEVELS * LWK_COLUMN_THREADS, rows += LWK_COLUMN_LEVELS * step) {
        _Pragma("unroll") for (int k = 0; k < LWK_COLUMN_LEVELS; k++)
        {
            _Pragma("unroll") for (int i = 0; i < many; i++) sum[i] =
                fmaf(columns[k * LWK_COLUMN_THREADS], rows[(size_t)i * ld + (size_t)k * step], sum[i]);
        }
    }
    for (; l < count; l++, columns += LWK_COLUMN_THREADS, rows += step) {
        _Pragma("unroll") for (int i = 0; i < many; i++) sum[i] = fmaf(columns[0], rows[(size_t)i * ld], sum[i]);
    }
}

#endif
