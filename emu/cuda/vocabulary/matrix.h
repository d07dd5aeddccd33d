/* Warp matrices, for api/cuda/mma.h. */
#ifndef VOCABULARY_MATRIX_H
#define VOCABULARY_MATRIX_H

#include "../../../api/cuda/device/matrix_shape.h"
#include "../../../api/lanewise/matrix.h"
#include "vocabulary.h"

_Static_assert(LW_CUDA_MATRIX_HALF == EMU_MATRIX_HALF && LW_CUDA_MATRIX_BFLOAT16 == EMU_MATRIX_BFLOAT16 &&
                   LW_CUDA_MATRIX_TF32 == EMU_MATRIX_TF32 && LW_CUDA_MATRIX_DOUBLE == EMU_MATRIX_DOUBLE &&
                   LW_CUDA_MATRIX_S8 == EMU_MATRIX_S8 && LW_CUDA_MATRIX_U8 == EMU_MATRIX_U8 &&
                   LW_CUDA_MATRIX_S4 == EMU_MATRIX_S4 && LW_CUDA_MATRIX_U4 == EMU_MATRIX_U4 &&
                   LW_CUDA_MATRIX_B1 == EMU_MATRIX_B1 && LW_CUDA_MATRIX_FLOAT == EMU_MATRIX_FLOAT &&
                   LW_CUDA_MATRIX_INT == EMU_MATRIX_INT,
               "elements as in device_matrix.h");
_Static_assert(LW_CUDA_MATRIX_A == EMU_MATRIX_A && LW_CUDA_MATRIX_B == EMU_MATRIX_B &&
                   LW_CUDA_MATRIX_ACCUMULATOR == EMU_MATRIX_ACCUMULATOR,
               "uses as in device_matrix.h");
_Static_assert(LW_CUDA_MATRIX_WRAPS == EMU_MATRIX_WRAPS && LW_CUDA_MATRIX_SATURATES == EMU_MATRIX_SATURATES &&
                   LW_CUDA_MATRIX_XOR == EMU_MATRIX_XOR && LW_CUDA_MATRIX_AND == EMU_MATRIX_AND,
               "options as in device_matrix.h");

LW_CPU_INLINE lw_cpu_matrix matrix_of(unsigned long long shape, unsigned distance, int by_column)
{
    lw_cpu_matrix matrix = {LW_CUDA_MATRIX_PART(shape, USE),
                            LW_CUDA_MATRIX_PART(shape, M),
                            LW_CUDA_MATRIX_PART(shape, N),
                            LW_CUDA_MATRIX_PART(shape, K),
                            LW_CUDA_MATRIX_PART(shape, ELEMENT),
                            by_column,
                            distance};
    return matrix;
}

/* Copies the lane's numbers between memory and its part; a number below a byte is in words. */
#define MOVE(type, to, at_to, from, at_from)                                                                           \
    for (unsigned i = 0; i < LW_CUDA_MATRIX_PART(shape, STORED); i++) {                                                \
        unsigned long long place = lw_cpu_matrix_index(&matrix, i);                                                    \
        (void)place;                                                                                                   \
        ((type *)(to))[at_to] = ((const type *)(from))[at_from];                                                       \
    }
#define MOVE_ALL(to, at_to, from, at_from)                                                                             \
    switch (lw_cpu_element_bits(matrix.element)) {                                                                     \
    case 64: MOVE(unsigned long long, to, at_to, from, at_from) break;                                                 \
    case 16: MOVE(unsigned short, to, at_to, from, at_from) break;                                                     \
    case 8: MOVE(unsigned char, to, at_to, from, at_from) break;                                                       \
    default: MOVE(unsigned, to, at_to, from, at_from) break;                                                           \
    }

PLACED(lw_cuda_matrix_load, "wmma::load_matrix_sync", void, void *part, const void *pointer, unsigned long long shape,
       unsigned distance, int by_column, const emu_site *site)
{
    const lw_cpu_matrix matrix = matrix_of(shape, distance, by_column);
    lw_cpu_matrix_meet(&matrix, pointer, site);
    MOVE_ALL(part, i, pointer, place)
}

PLACED(lw_cuda_matrix_store, "wmma::store_matrix_sync", void, void *pointer, const void *part, unsigned long long shape,
       unsigned distance, int by_column, const emu_site *site)
{
    const lw_cpu_matrix matrix = matrix_of(shape, distance, by_column);
    lw_cpu_matrix_meet(&matrix, pointer, site);
    MOVE_ALL(pointer, place, part, i)
}
#undef MOVE_ALL
#undef MOVE

PLACED(lw_cuda_matrix_multiply, "wmma::mma_sync", void, void *d, const void *a, const void *b, const void *c,
       unsigned long long shape, unsigned elements, unsigned option, const emu_site *site)
{
    emu_matrix_product product;
    product.shape.m = (unsigned char)LW_CUDA_MATRIX_PART(shape, M);
    product.shape.n = (unsigned char)LW_CUDA_MATRIX_PART(shape, N);
    product.shape.k = (unsigned char)LW_CUDA_MATRIX_PART(shape, K);
    product.shape.factor = (unsigned char)LW_CUDA_MATRIX_PART(shape, ELEMENT);
    product.shape.c = (unsigned char)elements;
    product.shape.d = (unsigned char)(elements >> 8);
    product.option = option;
    product.site = site;
    product.a = a;
    product.b = b;
    product.c = c;
    product.d = d;
    emu_matrix_multiply(&product);
}

#endif
