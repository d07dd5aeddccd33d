/* Fragments: a lane's part of a warp's matrix. The arrays of no elements carry numbers in their types: sizeof finds the
 * use, shape and element type of any fragment. */
#ifndef LW_CPU_MATRIX_TYPES_H
#define LW_CPU_MATRIX_TYPES_H

/* Diagnostics about LW_FRAGMENT name the line that uses it, without the macros' own lines. */
#pragma GCC system_header

#include "../../../emu/device/device_matrix.h"
#include "bfloat16_types.h"
#include "half_types.h"
#include "qualifiers.h"
#include "unsupported.h"
#include "../../../api/lanewise/preprocessor.h"

enum layout_t { mem_row_major, mem_col_major };
#ifndef __cplusplus
typedef enum layout_t layout_t;
#endif
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };

/* `layout` is 1 for col_major, 0 for row_major and for an accumulator, which has none. */
#define LW_CPU_DEFINE_FRAGMENT(name, use, m, n, k, element, layout, elements, type, memory, stored)                    \
    typedef struct __attribute__((aligned(8))) name {                                                                  \
        __extension__ char lw__use[0][(use) + 1], lw__m[0][m], lw__n[0][n], lw__k[0][k],                               \
            lw__element[0][(element) + 1];                                                                             \
        __extension__ char lw__layout[0][(layout) + 1], lw__elements[0][elements];                                     \
        __extension__ const memory *lw__memory[0];                                                                     \
        type x[stored];                                                                                                \
    } name;

/* The name of a factor's fragment, and the fragment. `elements`: in each stored number. */
#define LW_CPU_FACTOR(use, USE, m, n, k, name, element, layout, by_column, type, memory, packed, stored)               \
    LW_CPU_DEFINE_FRAGMENT(lw_cpu_##use##_##m##_##n##_##k##_##name##_##layout, USE, m, n, k, element, by_column,       \
                           (packed) * (stored), type, memory, stored)
#define LW_CPU_FACTORS(m, n, k, name, element, type, in_a, in_b)                                                       \
    LW_CPU_FACTOR(matrix_a, EMU_MATRIX_A, m, n, k, name, element, row_major, 0, type, type, 1, in_a)                   \
    LW_CPU_FACTOR(matrix_a, EMU_MATRIX_A, m, n, k, name, element, col_major, 1, type, type, 1, in_a)                   \
    LW_CPU_FACTOR(matrix_b, EMU_MATRIX_B, m, n, k, name, element, row_major, 0, type, type, 1, in_b)                   \
    LW_CPU_FACTOR(matrix_b, EMU_MATRIX_B, m, n, k, name, element, col_major, 1, type, type, 1, in_b)
/* Elements of less than a byte: a by row, b by column. */
#define LW_CPU_PACKED_FACTORS(m, n, k, name, element, type, packed)                                                    \
    LW_CPU_FACTOR(matrix_a, EMU_MATRIX_A, m, n, k, name, element, row_major, 0, type, void, packed, 1)                 \
    LW_CPU_FACTOR(matrix_b, EMU_MATRIX_B, m, n, k, name, element, col_major, 1, type, void, packed, 1)
#define LW_CPU_ACCUMULATOR(m, n, k, name, element, type, stored)                                                       \
    LW_CPU_DEFINE_FRAGMENT(lw_cpu_accumulator_##m##_##n##_##k##_##name##_none, EMU_MATRIX_ACCUMULATOR, m, n, k,        \
                           element, 0, stored, type, type, stored)

/* clang-format off */
LW_CPU_FACTORS(16, 16, 16, half, EMU_MATRIX_HALF, __half, 16, 16)
LW_CPU_FACTORS(32, 8, 16, half, EMU_MATRIX_HALF, __half, 16, 16)
LW_CPU_FACTORS(8, 32, 16, half, EMU_MATRIX_HALF, __half, 16, 16)
LW_CPU_FACTORS(16, 16, 16, bfloat16, EMU_MATRIX_BFLOAT16, __nv_bfloat16, 8, 8)
LW_CPU_FACTORS(32, 8, 16, bfloat16, EMU_MATRIX_BFLOAT16, __nv_bfloat16, 16, 4)
LW_CPU_FACTORS(8, 32, 16, bfloat16, EMU_MATRIX_BFLOAT16, __nv_bfloat16, 4, 16)
LW_CPU_FACTORS(16, 16, 16, s8, EMU_MATRIX_S8, signed char, 8, 8)
LW_CPU_FACTORS(32, 8, 16, s8, EMU_MATRIX_S8, signed char, 16, 4)
LW_CPU_FACTORS(8, 32, 16, s8, EMU_MATRIX_S8, signed char, 4, 16)
LW_CPU_FACTORS(16, 16, 16, u8, EMU_MATRIX_U8, unsigned char, 8, 8)
LW_CPU_FACTORS(32, 8, 16, u8, EMU_MATRIX_U8, unsigned char, 16, 4)
LW_CPU_FACTORS(8, 32, 16, u8, EMU_MATRIX_U8, unsigned char, 4, 16)
LW_CPU_FACTORS(16, 16, 8, tf32, EMU_MATRIX_TF32, float, 4, 4)
LW_CPU_FACTORS(8, 8, 4, double, EMU_MATRIX_DOUBLE, double, 1, 1)
LW_CPU_PACKED_FACTORS(8, 8, 32, s4, EMU_MATRIX_S4, int, 8)
LW_CPU_PACKED_FACTORS(8, 8, 32, u4, EMU_MATRIX_U4, unsigned, 8)
LW_CPU_PACKED_FACTORS(8, 8, 128, b1, EMU_MATRIX_B1, unsigned, 32)
LW_CPU_ACCUMULATOR(16, 16, 16, half, EMU_MATRIX_HALF, __half, 8)
LW_CPU_ACCUMULATOR(16, 16, 16, float, EMU_MATRIX_FLOAT, float, 8)
LW_CPU_ACCUMULATOR(16, 16, 16, int, EMU_MATRIX_INT, int, 8)
LW_CPU_ACCUMULATOR(32, 8, 16, half, EMU_MATRIX_HALF, __half, 8)
LW_CPU_ACCUMULATOR(32, 8, 16, float, EMU_MATRIX_FLOAT, float, 8)
LW_CPU_ACCUMULATOR(32, 8, 16, int, EMU_MATRIX_INT, int, 8)
LW_CPU_ACCUMULATOR(8, 32, 16, half, EMU_MATRIX_HALF, __half, 8)
LW_CPU_ACCUMULATOR(8, 32, 16, float, EMU_MATRIX_FLOAT, float, 8)
LW_CPU_ACCUMULATOR(8, 32, 16, int, EMU_MATRIX_INT, int, 8)
LW_CPU_ACCUMULATOR(16, 16, 8, float, EMU_MATRIX_FLOAT, float, 8)
LW_CPU_ACCUMULATOR(8, 8, 4, double, EMU_MATRIX_DOUBLE, double, 2)
LW_CPU_ACCUMULATOR(8, 8, 32, int, EMU_MATRIX_INT, int, 2)
LW_CPU_ACCUMULATOR(8, 8, 128, int, EMU_MATRIX_INT, int, 2)
/* clang-format on */

/* The fragment's type; an error if CUDA has no such fragment. */
#define LW_FRAGMENT(use, m, n, k, ...) LW_CPU_FRAGMENT(use, m, n, k, __VA_ARGS__, none, )
#define LW_CPU_FRAGMENT(use, m, n, k, type, layout, ...)                                                               \
    LW_CPU_FRAGMENT_OF(use, m, n, k, LW_CPU_MATRIX_NAME(LW_CPU_MATRIX_##type), layout)
#define LW_CPU_FRAGMENT_OF(...) LW_CPU_FRAGMENT_OF_(__VA_ARGS__)
#define LW_CPU_FRAGMENT_OF_(use, m, n, k, name, layout)                                                                \
    LW_PP_CAT(LW_CPU_FRAGMENT_,                                                                                        \
              LW_PP_SECOND(LW_PP_CAT(LW_CPU_LAYOUTS_##layout##_,                                                       \
                                     LW_PP_SECOND(LW_CPU_HAS_##use##_##m##_##n##_##k##_##name, nothing)),              \
                           0))                                                                                         \
    (lw_cpu_##use##_##m##_##n##_##k##_##name##_##layout)
#define LW_CPU_FRAGMENT_1(name) name
#define LW_CPU_FRAGMENT_0(name)                                                                                                \
    LW_CPU_ERROR_TEXT(CUDA has no such fragment; it has half, bfloat16, signed char and unsigned char as 16x16x16, 32x8x16 and      \
                      8x32x16, tf32 as 16x16x8, double as 8x8x4, s4 and u4 as 8x8x32, b1 as 8x8x128, with row_major or  \
                      col_major (below a byte matrix_a is row_major, matrix_b col_major), and accumulators for them)           \
    lw_cpu_accumulator_16_16_16_float_none

/* CUDA's names of element types, by their first word; after `signed` and `unsigned` only `char` may follow. */
#define LW_CPU_MATRIX_NAME(...) LW_PP_CAT(LW_PP_FIRST(__VA_ARGS__), LW_CPU_MATRIX_REST(LW_PP_SECOND(__VA_ARGS__)))
#define LW_CPU_MATRIX_REST(word) LW_CPU_MATRIX_REST_OF(word)
#define LW_CPU_MATRIX_REST_OF(word) LW_CPU_MATRIX_REST_##word
#define LW_CPU_MATRIX_REST_
#define LW_CPU_MATRIX_REST_char
#define LW_CPU_MATRIX___half half
#define LW_CPU_MATRIX_half half
#define LW_CPU_MATRIX___nv_bfloat16 bfloat16
#define LW_CPU_MATRIX_nv_bfloat16 bfloat16
#define LW_CPU_MATRIX_tf32 tf32
#define LW_CPU_MATRIX_float float
#define LW_CPU_MATRIX_double double
#define LW_CPU_MATRIX_int int
#define LW_CPU_MATRIX_signed s8,
#define LW_CPU_MATRIX_int8_t s8
#define LW_CPU_MATRIX_unsigned u8,
#define LW_CPU_MATRIX_uint8_t u8
#define LW_CPU_MATRIX_s4 s4
#define LW_CPU_MATRIX_u4 u4
#define LW_CPU_MATRIX_b1 b1

/* Which fragments there are, and with which layouts. */
#define LW_CPU_LAYOUTS_row_major_any ~, 1
#define LW_CPU_LAYOUTS_col_major_any ~, 1
#define LW_CPU_LAYOUTS_row_major_row ~, 1
#define LW_CPU_LAYOUTS_col_major_col ~, 1
#define LW_CPU_LAYOUTS_none_none ~, 1
#define LW_CPU_HAS_matrix_a_16_16_16_half ~, any
#define LW_CPU_HAS_matrix_b_16_16_16_half ~, any
#define LW_CPU_HAS_matrix_a_32_8_16_half ~, any
#define LW_CPU_HAS_matrix_b_32_8_16_half ~, any
#define LW_CPU_HAS_matrix_a_8_32_16_half ~, any
#define LW_CPU_HAS_matrix_b_8_32_16_half ~, any
#define LW_CPU_HAS_matrix_a_16_16_16_bfloat16 ~, any
#define LW_CPU_HAS_matrix_b_16_16_16_bfloat16 ~, any
#define LW_CPU_HAS_matrix_a_32_8_16_bfloat16 ~, any
#define LW_CPU_HAS_matrix_b_32_8_16_bfloat16 ~, any
#define LW_CPU_HAS_matrix_a_8_32_16_bfloat16 ~, any
#define LW_CPU_HAS_matrix_b_8_32_16_bfloat16 ~, any
#define LW_CPU_HAS_matrix_a_16_16_16_s8 ~, any
#define LW_CPU_HAS_matrix_b_16_16_16_s8 ~, any
#define LW_CPU_HAS_matrix_a_32_8_16_s8 ~, any
#define LW_CPU_HAS_matrix_b_32_8_16_s8 ~, any
#define LW_CPU_HAS_matrix_a_8_32_16_s8 ~, any
#define LW_CPU_HAS_matrix_b_8_32_16_s8 ~, any
#define LW_CPU_HAS_matrix_a_16_16_16_u8 ~, any
#define LW_CPU_HAS_matrix_b_16_16_16_u8 ~, any
#define LW_CPU_HAS_matrix_a_32_8_16_u8 ~, any
#define LW_CPU_HAS_matrix_b_32_8_16_u8 ~, any
#define LW_CPU_HAS_matrix_a_8_32_16_u8 ~, any
#define LW_CPU_HAS_matrix_b_8_32_16_u8 ~, any
#define LW_CPU_HAS_matrix_a_16_16_8_tf32 ~, any
#define LW_CPU_HAS_matrix_b_16_16_8_tf32 ~, any
#define LW_CPU_HAS_matrix_a_8_8_4_double ~, any
#define LW_CPU_HAS_matrix_b_8_8_4_double ~, any
#define LW_CPU_HAS_matrix_a_8_8_32_s4 ~, row
#define LW_CPU_HAS_matrix_b_8_8_32_s4 ~, col
#define LW_CPU_HAS_matrix_a_8_8_32_u4 ~, row
#define LW_CPU_HAS_matrix_b_8_8_32_u4 ~, col
#define LW_CPU_HAS_matrix_a_8_8_128_b1 ~, row
#define LW_CPU_HAS_matrix_b_8_8_128_b1 ~, col
#define LW_CPU_HAS_accumulator_16_16_16_half ~, none
#define LW_CPU_HAS_accumulator_16_16_16_float ~, none
#define LW_CPU_HAS_accumulator_16_16_16_int ~, none
#define LW_CPU_HAS_accumulator_32_8_16_half ~, none
#define LW_CPU_HAS_accumulator_32_8_16_float ~, none
#define LW_CPU_HAS_accumulator_32_8_16_int ~, none
#define LW_CPU_HAS_accumulator_8_32_16_half ~, none
#define LW_CPU_HAS_accumulator_8_32_16_float ~, none
#define LW_CPU_HAS_accumulator_8_32_16_int ~, none
#define LW_CPU_HAS_accumulator_16_16_8_float ~, none
#define LW_CPU_HAS_accumulator_8_8_4_double ~, none
#define LW_CPU_HAS_accumulator_8_8_32_int ~, none
#define LW_CPU_HAS_accumulator_8_8_128_int ~, none

#endif
