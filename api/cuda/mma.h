/* CUDA's <mma.h>: warp matrices, nvcuda::wmma. */
#ifndef LANEWISE_CUDA_MMA_H
#define LANEWISE_CUDA_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#ifdef __CUDA__
#include "device/matrix_fragment.h"

namespace nvcuda {
namespace wmma {

LW_CUDA_WORD void lw_cuda_matrix_load(void *part, const void *pointer, unsigned long long shape, unsigned distance,
                                      int by_column);
LW_CUDA_WORD void lw_cuda_matrix_store(void *pointer, const void *part, unsigned long long shape, unsigned distance,
                                       int by_column);
LW_CUDA_WORD void lw_cuda_matrix_multiply(void *d, const void *a, const void *b, const void *c,
                                          unsigned long long shape, unsigned elements, unsigned option);

#define LW_CUDA_FRAGMENT template <class Use, int m, int n, int k, class T, class Layout> LW_CUDA_DEVICE

LW_CUDA_FRAGMENT void fill_fragment(fragment<Use, m, n, k, T, Layout> &to,
                                    const typename fragment<Use, m, n, k, T, Layout>::value_type &value)
{
    auto stored = fragment<Use, m, n, k, T, Layout>::repeat(value);
    for (int i = 0; i < to.num_storage_elements; i++)
        to.x[i] = stored;
}

LW_CUDA_FRAGMENT void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &to,
                                       const typename fragment<Use, m, n, k, T, Layout>::memory_type *pointer,
                                       unsigned distance)
{
    typedef fragment<Use, m, n, k, T, Layout> type;
    static_assert(type::use != LW_CUDA_MATRIX_ACCUMULATOR,
                  "an accumulator needs a layout, wmma::mem_row_major or wmma::mem_col_major, as the last argument");
    lw_cuda_matrix_load(to.x, pointer, type::shape, distance, type::by_column);
}

template <int m, int n, int k, class T>
LW_CUDA_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T, void> &to,
                                     const typename fragment<accumulator, m, n, k, T, void>::memory_type *pointer,
                                     unsigned distance, layout_t layout)
{
    lw_cuda_matrix_load(to.x, pointer, to.shape, distance, layout == mem_col_major);
}

template <int m, int n, int k, class T>
LW_CUDA_DEVICE void store_matrix_sync(typename fragment<accumulator, m, n, k, T, void>::memory_type *pointer,
                                      const fragment<accumulator, m, n, k, T, void> &from, unsigned distance,
                                      layout_t layout)
{
    lw_cuda_matrix_store(pointer, from.x, from.shape, distance, layout == mem_col_major);
}

/* d = a * b + c. */
template <int m, int n, int k, class A, class B, class C, class D, class LayoutA, class LayoutB>
LW_CUDA_DEVICE void mma_sync(fragment<accumulator, m, n, k, D, void> &d,
                             const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                             const fragment<matrix_b, m, n, k, B, LayoutB> &b,
                             const fragment<accumulator, m, n, k, C, void> &c, bool saturates = false)
{
    constexpr int of = fragment<matrix_a, m, n, k, A, LayoutA>::element;
    constexpr int from = fragment<accumulator, m, n, k, C, void>::element;
    constexpr int to = fragment<accumulator, m, n, k, D, void>::element;
    static_assert(of == fragment<matrix_b, m, n, k, B, LayoutB>::element,
                  "the elements of a and b have different types");
    static_assert(of != LW_CUDA_MATRIX_B1, "bits are multiplied by bmma_sync()");
    static_assert(of == LW_CUDA_MATRIX_HALF     ? from != LW_CUDA_MATRIX_INT && to != LW_CUDA_MATRIX_INT
                  : of == LW_CUDA_MATRIX_DOUBLE ? from == LW_CUDA_MATRIX_DOUBLE && to == from
                  : of <= LW_CUDA_MATRIX_TF32   ? from == LW_CUDA_MATRIX_FLOAT && to == from
                                                : from == LW_CUDA_MATRIX_INT && to == from,
                  "products of half are added to half or float, of bfloat16 and tf32 to float, of double to double, of "
                  "integers to int");
    lw_cuda_matrix_multiply(d.x, a.x, b.x, c.x, fragment<matrix_a, m, n, k, A, LayoutA>::shape, from | to << 8,
                            saturates && of >= LW_CUDA_MATRIX_S8 ? LW_CUDA_MATRIX_SATURATES : LW_CUDA_MATRIX_WRAPS);
}

namespace experimental {
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/* d = c + the number of ones of a ^ b, or of a & b. */
template <int m, int n, int k>
LW_CUDA_DEVICE void bmma_sync(fragment<accumulator, m, n, k, int, void> &d,
                              const fragment<matrix_a, m, n, k, experimental::precision::b1, row_major> &a,
                              const fragment<matrix_b, m, n, k, experimental::precision::b1, col_major> &b,
                              const fragment<accumulator, m, n, k, int, void> &c,
                              experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                              experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    lw_cuda_matrix_multiply(d.x, a.x, b.x, c.x, a.shape, c.element | d.element << 8,
                            operation == experimental::bmmaBitOpAND ? LW_CUDA_MATRIX_AND : LW_CUDA_MATRIX_XOR);
}

/* To nearest, ties away from zero. Of a NaN the low bits are cut off. */
LW_CUDA_DEVICE float __float_to_tf32(float x)
{
    unsigned bits = __float_as_uint(x);
    if ((bits & 0x7f800000) != 0x7f800000)
        bits += 0x1000;
    return __uint_as_float(bits & ~0x1fffu);
}

#undef LW_CUDA_FRAGMENT
} // namespace wmma
} // namespace nvcuda
#endif

#endif
