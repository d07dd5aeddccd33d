/* How mma.h tells the vocabulary (emu/cuda/vocabulary/matrix.h) what a fragment is. Also C. */
#ifndef LANEWISE_CUDA_MATRIX_SHAPE_H
#define LANEWISE_CUDA_MATRIX_SHAPE_H

enum {
    LW_CUDA_MATRIX_HALF,
    LW_CUDA_MATRIX_BFLOAT16,
    LW_CUDA_MATRIX_TF32,
    LW_CUDA_MATRIX_DOUBLE,
    LW_CUDA_MATRIX_S8,
    LW_CUDA_MATRIX_U8,
    LW_CUDA_MATRIX_S4,
    LW_CUDA_MATRIX_U4,
    LW_CUDA_MATRIX_B1,
    LW_CUDA_MATRIX_FLOAT,
    LW_CUDA_MATRIX_INT
};
enum { LW_CUDA_MATRIX_A, LW_CUDA_MATRIX_B, LW_CUDA_MATRIX_ACCUMULATOR };
enum { LW_CUDA_MATRIX_WRAPS, LW_CUDA_MATRIX_SATURATES, LW_CUDA_MATRIX_XOR, LW_CUDA_MATRIX_AND };

/* Bytes of a shape. STORED: the numbers that a lane has. */
enum {
    LW_CUDA_MATRIX_USE,
    LW_CUDA_MATRIX_ELEMENT,
    LW_CUDA_MATRIX_M,
    LW_CUDA_MATRIX_N,
    LW_CUDA_MATRIX_K,
    LW_CUDA_MATRIX_STORED
};
#define LW_CUDA_MATRIX_SHAPE(use, element, m, n, k, stored)                                                            \
    ((unsigned long long)(use) | (unsigned long long)(element) << 8 | (unsigned long long)(m) << 16 |                  \
     (unsigned long long)(n) << 24 | (unsigned long long)(k) << 32 | (unsigned long long)(stored) << 40)
#define LW_CUDA_MATRIX_PART(shape, part) ((unsigned)((shape) >> 8 * LW_CUDA_MATRIX_##part) & 255)

#endif
