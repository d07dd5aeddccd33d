/* Warp matrices: nvcuda::wmma. See api/lanewise/reference/matrix.h. */
#ifndef LW_CUDA_MATRIX_H
#define LW_CUDA_MATRIX_H

#include <mma.h>

/* What compute capability 7.5 has, and what 8.0 brought. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define LW_CUDA_MATRIX_80 1
#endif

using nvcuda::wmma::layout_t;
using nvcuda::wmma::mem_col_major;
using nvcuda::wmma::mem_row_major;
using nvcuda::wmma::experimental::bmmaAccumulateOp;
using nvcuda::wmma::experimental::bmmaAccumulateOpPOPC;
using nvcuda::wmma::experimental::bmmaBitOp;
using nvcuda::wmma::experimental::bmmaBitOpXOR;
#ifdef LW_CUDA_MATRIX_80
using nvcuda::wmma::__float_to_tf32;
using nvcuda::wmma::experimental::bmmaBitOpAND;
#endif

/* Inside, the layouts, uses and element types have their short names. */
namespace lw_cuda_matrix {
using nvcuda::wmma::accumulator;
using nvcuda::wmma::col_major;
using nvcuda::wmma::matrix_a;
using nvcuda::wmma::matrix_b;
using nvcuda::wmma::row_major;
using nvcuda::wmma::experimental::precision::b1;
using nvcuda::wmma::experimental::precision::s4;
using nvcuda::wmma::experimental::precision::u4;
#ifdef LW_CUDA_MATRIX_80
using nvcuda::wmma::precision::tf32;
#endif
typedef void none;
} // namespace lw_cuda_matrix

#define LW_FRAGMENT(use, m, n, k, ...) LW_CUDA_FRAGMENT(use, m, n, k, __VA_ARGS__, none, )
#define LW_CUDA_FRAGMENT(use, m, n, k, type, layout, ...)                                                              \
    nvcuda::wmma::fragment<lw_cuda_matrix::use, m, n, k, LW_CUDA_MATRIX_##type, lw_cuda_matrix::layout>

/* By a type's first word. */
#define LW_CUDA_MATRIX___half __half
#define LW_CUDA_MATRIX_half __half
#define LW_CUDA_MATRIX___nv_bfloat16 __nv_bfloat16
#define LW_CUDA_MATRIX_nv_bfloat16 __nv_bfloat16
#define LW_CUDA_MATRIX_tf32 lw_cuda_matrix::tf32
#define LW_CUDA_MATRIX_float float
#define LW_CUDA_MATRIX_double double
#define LW_CUDA_MATRIX_int int
#define LW_CUDA_MATRIX_signed signed
#define LW_CUDA_MATRIX_int8_t signed char
#define LW_CUDA_MATRIX_unsigned unsigned
#define LW_CUDA_MATRIX_uint8_t unsigned char
#define LW_CUDA_MATRIX_s4 lw_cuda_matrix::s4
#define LW_CUDA_MATRIX_u4 lw_cuda_matrix::u4
#define LW_CUDA_MATRIX_b1 lw_cuda_matrix::b1

#define lw_num_elements(fragment) ((int)(fragment)->num_elements)
#define lw_num_storage_elements(fragment) ((int)(fragment)->num_storage_elements)
#define lw_fill_fragment(fragment, value) nvcuda::wmma::fill_fragment(*(fragment), value)
#define lw_load_matrix_sync(fragment, ...) nvcuda::wmma::load_matrix_sync(*(fragment), __VA_ARGS__)
#define lw_store_matrix_sync(pointer, fragment, ...) nvcuda::wmma::store_matrix_sync(pointer, *(fragment), __VA_ARGS__)
#define lw_mma_sync(d, a, b, c, ...) nvcuda::wmma::mma_sync(*(d), *(a), *(b), *(c), ##__VA_ARGS__)
#define lw_bmma_sync(d, a, b, c, ...) nvcuda::wmma::bmma_sync(*(d), *(a), *(b), *(c), ##__VA_ARGS__)

#endif
