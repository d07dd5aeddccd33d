/* Fragments: a lane's part of a warp's matrix (nvcuda::wmma::fragment). CUDA's shapes and element types alone have one. */
#ifndef LANEWISE_CUDA_MATRIX_FRAGMENT_H
#define LANEWISE_CUDA_MATRIX_FRAGMENT_H

#include "matrix_shape.h"

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
} // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
} // namespace experimental

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment;

/* `stored`: numbers that a lane stores, of `packed` elements each; `memory`: what a pointer to the matrix points to. */
template <class T, class Stored, class Value, class Memory, int is_of, int is_element, int m, int n, int k, int column,
          int stored, int packed>
struct __attribute__((aligned(8))) lw_cuda_fragment {
    typedef T element_type;
    typedef Stored storage_element_type;
    typedef Value value_type;
    typedef Memory memory_type;
    enum { num_elements = stored * packed, num_storage_elements = stored };
    static constexpr int use = is_of, element = is_element, by_column = column;
    static constexpr unsigned long long shape = LW_CUDA_MATRIX_SHAPE(is_of, is_element, m, n, k, stored);
    Stored x[stored];

    /* The value in each of a stored number's parts. */
    static __device__ __attribute__((always_inline)) Stored repeat(const Value &value)
    {
        if constexpr (is_element == LW_CUDA_MATRIX_B1)
            return 0u - (value & 1);
        else if constexpr (packed > 1)
            return (value & 15) * 0x11111111u;
        else
            return value;
    }
};

#define LW_CUDA_FRAGMENT_OF(use, USE, m, n, k, type, element, layout, column, stored_type, value, memory, stored,      \
                            packed)                                                                                    \
    template <>                                                                                                        \
    class fragment<use, m, n, k, type, layout>                                                                         \
        : public lw_cuda_fragment<type, stored_type, value, memory, LW_CUDA_MATRIX_##USE, LW_CUDA_MATRIX_##element, m, \
                                  n, k, column, stored, packed> {};
/* clang-format off */
#define LW_CUDA_FACTORS(m, n, k, type, element, stored_type, in_a, in_b)                                               \
    LW_CUDA_FRAGMENT_OF(matrix_a, A, m, n, k, type, element, row_major, 0, stored_type, stored_type, stored_type, in_a, 1) \
    LW_CUDA_FRAGMENT_OF(matrix_a, A, m, n, k, type, element, col_major, 1, stored_type, stored_type, stored_type, in_a, 1) \
    LW_CUDA_FRAGMENT_OF(matrix_b, B, m, n, k, type, element, row_major, 0, stored_type, stored_type, stored_type, in_b, 1) \
    LW_CUDA_FRAGMENT_OF(matrix_b, B, m, n, k, type, element, col_major, 1, stored_type, stored_type, stored_type, in_b, 1)
/* Elements of less than a byte: a by row, b by column. */
#define LW_CUDA_PACKED_FACTORS(m, n, k, type, element, stored_type, packed)                                            \
    LW_CUDA_FRAGMENT_OF(matrix_a, A, m, n, k, experimental::precision::type, element, row_major, 0, stored_type, unsigned, void, 1, packed) \
    LW_CUDA_FRAGMENT_OF(matrix_b, B, m, n, k, experimental::precision::type, element, col_major, 1, stored_type, unsigned, void, 1, packed)
#define LW_CUDA_ACCUMULATOR(m, n, k, type, element, stored)                                                            \
    LW_CUDA_FRAGMENT_OF(accumulator, ACCUMULATOR, m, n, k, type, element, void, 0, type, type, type, stored, 1)

LW_CUDA_FACTORS(16, 16, 16, __half, HALF, __half, 16, 16)
LW_CUDA_FACTORS(32, 8, 16, __half, HALF, __half, 16, 16)
LW_CUDA_FACTORS(8, 32, 16, __half, HALF, __half, 16, 16)
LW_CUDA_FACTORS(16, 16, 16, __nv_bfloat16, BFLOAT16, __nv_bfloat16, 8, 8)
LW_CUDA_FACTORS(32, 8, 16, __nv_bfloat16, BFLOAT16, __nv_bfloat16, 16, 4)
LW_CUDA_FACTORS(8, 32, 16, __nv_bfloat16, BFLOAT16, __nv_bfloat16, 4, 16)
LW_CUDA_FACTORS(16, 16, 16, signed char, S8, signed char, 8, 8)
LW_CUDA_FACTORS(32, 8, 16, signed char, S8, signed char, 16, 4)
LW_CUDA_FACTORS(8, 32, 16, signed char, S8, signed char, 4, 16)
LW_CUDA_FACTORS(16, 16, 16, unsigned char, U8, unsigned char, 8, 8)
LW_CUDA_FACTORS(32, 8, 16, unsigned char, U8, unsigned char, 16, 4)
LW_CUDA_FACTORS(8, 32, 16, unsigned char, U8, unsigned char, 4, 16)
LW_CUDA_FACTORS(16, 16, 8, precision::tf32, TF32, float, 4, 4)
LW_CUDA_FACTORS(8, 8, 4, double, DOUBLE, double, 1, 1)
LW_CUDA_PACKED_FACTORS(8, 8, 32, s4, S4, int, 8)
LW_CUDA_PACKED_FACTORS(8, 8, 32, u4, U4, unsigned, 8)
LW_CUDA_PACKED_FACTORS(8, 8, 128, b1, B1, unsigned, 32)
LW_CUDA_ACCUMULATOR(16, 16, 16, __half, HALF, 8)
LW_CUDA_ACCUMULATOR(16, 16, 16, float, FLOAT, 8)
LW_CUDA_ACCUMULATOR(16, 16, 16, int, INT, 8)
LW_CUDA_ACCUMULATOR(32, 8, 16, __half, HALF, 8)
LW_CUDA_ACCUMULATOR(32, 8, 16, float, FLOAT, 8)
LW_CUDA_ACCUMULATOR(32, 8, 16, int, INT, 8)
LW_CUDA_ACCUMULATOR(8, 32, 16, __half, HALF, 8)
LW_CUDA_ACCUMULATOR(8, 32, 16, float, FLOAT, 8)
LW_CUDA_ACCUMULATOR(8, 32, 16, int, INT, 8)
LW_CUDA_ACCUMULATOR(16, 16, 8, float, FLOAT, 8)
LW_CUDA_ACCUMULATOR(8, 8, 4, double, DOUBLE, 2)
LW_CUDA_ACCUMULATOR(8, 8, 32, int, INT, 2)
LW_CUDA_ACCUMULATOR(8, 8, 128, int, INT, 2)
/* clang-format on */
#undef LW_CUDA_FRAGMENT_OF
#undef LW_CUDA_FACTORS
#undef LW_CUDA_PACKED_FACTORS
#undef LW_CUDA_ACCUMULATOR

} // namespace wmma
} // namespace nvcuda

#endif
