/* Warp matrices: see api/lanewise/reference/matrix.h. */
#ifndef LW_CPU_MATRIX_H
#define LW_CPU_MATRIX_H

#include "matrix_types.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* Of a pointer to a fragment, as constants. */
#define LW_CPU_USE(fragment) (sizeof((fragment)->lw__use[0]) - 1)
#define LW_CPU_M(fragment) sizeof((fragment)->lw__m[0])
#define LW_CPU_N(fragment) sizeof((fragment)->lw__n[0])
#define LW_CPU_K(fragment) sizeof((fragment)->lw__k[0])
#define LW_CPU_ELEMENT(fragment) (sizeof((fragment)->lw__element[0]) - 1)
#define LW_CPU_BY_COLUMN(fragment) (sizeof((fragment)->lw__layout[0]) - 1)
#define LW_CPU_SAME_SHAPE(a, b) (LW_CPU_M(a) == LW_CPU_M(b) && LW_CPU_N(a) == LW_CPU_N(b) && LW_CPU_K(a) == LW_CPU_K(b))

#define lw_num_elements(fragment) ((int)sizeof((fragment)->lw__elements[0]))
#define lw_num_storage_elements(fragment) ((int)(sizeof((fragment)->x) / sizeof((fragment)->x[0])))

#undef __float_to_tf32
/* To tf32: to nearest, ties away from zero. Of a NaN the low bits are cut off. */
LW_CPU_INLINE float __float_to_tf32(float x)
{
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7f800000u) != 0x7f800000u)
        bits += 0x1000u;
    bits &= ~0x1fffu;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- fill ---- */
/* The value in each of a stored number's parts. */
LW_CPU_INLINE unsigned lw_cpu_repeat(unsigned element, unsigned value)
{
    return element == EMU_MATRIX_B1 ? 0u - (value & 1) : (value & 15) * 0x11111111u;
}

#define lw_fill_fragment(fragment, value)                                                                              \
    __extension__({                                                                                                    \
        __typeof__(fragment) lw__fragment = (fragment);                                                                \
        __typeof__((fragment)->x[0]) lw__value = (value);                                                              \
        if (LW_CPU_ELEMENT(fragment) >= EMU_MATRIX_S4 && LW_CPU_ELEMENT(fragment) <= EMU_MATRIX_B1) {                  \
            unsigned lw__bits = 0;                                                                                     \
            __builtin_memcpy(&lw__bits, &lw__value, sizeof lw__value < 4 ? sizeof lw__value : 4);                      \
            lw__bits = lw_cpu_repeat(LW_CPU_ELEMENT(fragment), lw__bits);                                              \
            __builtin_memcpy(&lw__value, &lw__bits, sizeof lw__value < 4 ? sizeof lw__value : 4);                      \
        }                                                                                                              \
        for (int lw__i = 0; lw__i < lw_num_storage_elements(fragment); lw__i++)                                        \
            lw__fragment->x[lw__i] = lw__value;                                                                        \
    })

/* ---- load and store ---- */
/* A matrix in memory, as the lane sees it. */
typedef struct lw_cpu_matrix {
    unsigned use, m, n, k, element;
    int by_column;
    size_t distance; /* between rows or columns, in elements */
} lw_cpu_matrix;
#define LW_CPU_MATRIX(fragment, by_column, distance)                                                                   \
    {LW_CPU_USE(fragment),     LW_CPU_M(fragment), LW_CPU_N(fragment),  LW_CPU_K(fragment),                            \
     LW_CPU_ELEMENT(fragment), by_column,          (unsigned)(distance)}

/* Bits of an element. */
LW_CPU_INLINE unsigned lw_cpu_element_bits(unsigned element)
{
    return element == EMU_MATRIX_DOUBLE                                   ? 64
           : element == EMU_MATRIX_HALF || element == EMU_MATRIX_BFLOAT16 ? 16
           : element == EMU_MATRIX_S8 || element == EMU_MATRIX_U8         ? 8
           : element == EMU_MATRIX_S4 || element == EMU_MATRIX_U4         ? 4
           : element == EMU_MATRIX_B1                                     ? 1
                                                                          : 32;
}

/* The index in memory of the lane's stored number i. */
LW_CPU_INLINE size_t lw_cpu_matrix_index(const lw_cpu_matrix *matrix, unsigned i)
{
    unsigned bits = lw_cpu_element_bits(matrix->element), packed = bits < 8 ? 32 / bits : 1;
    emu_matrix_position at = emu_matrix_position_of(matrix->use, matrix->m, matrix->n, matrix->k, matrix->element,
                                                    LW_CPU_RANK % 32, i * packed);
    size_t line = matrix->by_column ? at.column : at.row, place = matrix->by_column ? at.row : at.column;
    return (line * matrix->distance + place) / packed;
}

/* All lanes have arrived with the same arguments. */
LW_CPU_INLINE void lw_cpu_matrix_meet(const lw_cpu_matrix *matrix, const void *pointer, const emu_site *site)
{
    uint64_t arguments = (uint64_t)(uintptr_t)pointer * 0x9e3779b97f4a7c15u + (uint64_t)(uintptr_t)site;
    arguments =
        (arguments ^ arguments >> 29) * 0xbf58476d1ce4e5b9u + matrix->distance * 2 + (unsigned)matrix->by_column;
    emu_matrix_meet(arguments, site);
#ifdef LW_CPU_CHECKED
    size_t bytes = matrix->distance * lw_cpu_element_bits(matrix->element) / 8;
    if ((uintptr_t)pointer % 32 || bytes % 16)
        emu_matrix_fail_alignment(pointer, bytes, site);
#endif
}

/* A pointer to another type is an error, as in CUDA. */
#ifdef __cplusplus
#define LW_CPU_MATRIX_POINTER(...) __VA_ARGS__
#else
#define LW_CPU_MATRIX_POINTER(...)                                                                                     \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"") __VA_ARGS__;       \
    _Pragma("GCC diagnostic pop")
#endif

#define LW_CPU_LOAD_MATRIX(fragment, pointer, by_column, distance)                                                     \
    __extension__({                                                                                                    \
        __typeof__(fragment) lw__fragment = (fragment);                                                                \
        LW_CPU_MATRIX_POINTER(__typeof__((fragment)->lw__memory[0]) lw__pointer = (pointer));                          \
        const lw_cpu_matrix lw__matrix = LW_CPU_MATRIX(fragment, by_column, distance);                                 \
        lw_cpu_matrix_meet(&lw__matrix, lw__pointer, LW_CPU_SITE("lw_load_matrix_sync"));                              \
        for (int lw__i = 0; lw__i < lw_num_storage_elements(fragment); lw__i++)                                        \
            lw__fragment->x[lw__i] = ((                                                                                \
                const __typeof__((fragment)->x[0]) *)lw__pointer)[lw_cpu_matrix_index(&lw__matrix, (unsigned)lw__i)];  \
    })
/* With a layout: of an accumulator. Without: of a factor. */
#define lw_load_matrix_sync(fragment, pointer, ...)                                                                    \
    LW_PP_CAT(LW_CPU_LOAD_, LW_PP_MORE(__VA_ARGS__))(fragment, pointer, __VA_ARGS__)
#define LW_CPU_LOAD_0(fragment, pointer, distance)                                                                     \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_USE(fragment) != EMU_MATRIX_ACCUMULATOR,                                       \
                                 "lw_load_matrix_sync: an accumulator needs a layout, mem_row_major or "               \
                                 "mem_col_major, as the last argument");                                               \
        LW_CPU_LOAD_MATRIX(fragment, pointer, LW_CPU_BY_COLUMN(fragment), distance);                                   \
    })
#define LW_CPU_LOAD_1(fragment, pointer, distance, layout)                                                             \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_USE(fragment) == EMU_MATRIX_ACCUMULATOR,                                       \
                                 "lw_load_matrix_sync: only an accumulator takes a layout as an argument");            \
        LW_CPU_LOAD_MATRIX(fragment, pointer, (layout) == mem_col_major, distance);                                    \
    })

#define lw_store_matrix_sync(pointer, fragment, distance, layout)                                                      \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_USE(fragment) == EMU_MATRIX_ACCUMULATOR,                                       \
                                 "lw_store_matrix_sync: only accumulators are stored");                                \
        const __typeof__(*(fragment)) *lw__fragment = (fragment);                                                      \
        LW_CPU_MATRIX_POINTER(__typeof__((fragment)->x[0]) *lw__pointer = (pointer));                                  \
        const lw_cpu_matrix lw__matrix = LW_CPU_MATRIX(fragment, (layout) == mem_col_major, distance);                 \
        lw_cpu_matrix_meet(&lw__matrix, lw__pointer, LW_CPU_SITE("lw_store_matrix_sync"));                             \
        for (int lw__i = 0; lw__i < lw_num_storage_elements(fragment); lw__i++)                                        \
            lw__pointer[lw_cpu_matrix_index(&lw__matrix, (unsigned)lw__i)] = lw__fragment->x[lw__i];                   \
    })

/* ---- multiply ---- */
#define LW_CPU_IS_FLOAT(element) ((element) == EMU_MATRIX_FLOAT)
#define LW_CPU_IS_HALF_OR_FLOAT(element) ((element) == EMU_MATRIX_FLOAT || (element) == EMU_MATRIX_HALF)
/* Whether CUDA adds products of such factors to an accumulator c, and puts the sum in d. */
#define LW_CPU_ADDS(factor, c, d)                                                                                      \
    ((factor) == EMU_MATRIX_HALF     ? LW_CPU_IS_HALF_OR_FLOAT(c) && LW_CPU_IS_HALF_OR_FLOAT(d)                        \
     : (factor) == EMU_MATRIX_DOUBLE ? (c) == EMU_MATRIX_DOUBLE && (d) == EMU_MATRIX_DOUBLE                            \
     : (factor) <= EMU_MATRIX_TF32   ? LW_CPU_IS_FLOAT(c) && LW_CPU_IS_FLOAT(d)                                        \
                                     : (c) == EMU_MATRIX_INT && (d) == EMU_MATRIX_INT)
#define LW_CPU_IS_INTEGER(element) ((element) >= EMU_MATRIX_S8 && (element) <= EMU_MATRIX_U4)

#define LW_CPU_MULTIPLY(name, d_, a_, b_, c_, option_)                                                                 \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(                                                                                      \
            LW_CPU_USE(a_) == EMU_MATRIX_A && LW_CPU_USE(b_) == EMU_MATRIX_B &&                                        \
                LW_CPU_USE(c_) == EMU_MATRIX_ACCUMULATOR && LW_CPU_USE(d_) == EMU_MATRIX_ACCUMULATOR,                  \
            name " takes fragments d (accumulator), a (matrix_a), b (matrix_b), c (accumulator)");                     \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_SAME_SHAPE(a_, b_) && LW_CPU_SAME_SHAPE(a_, c_) && LW_CPU_SAME_SHAPE(a_, d_),  \
                                 name ": the fragments have different shapes");                                        \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_ELEMENT(a_) == LW_CPU_ELEMENT(b_),                                             \
                                 name ": the elements of a and b have different types");                               \
        LW_CPU_EXPRESSION_ASSERT(                                                                                      \
            LW_CPU_ADDS(LW_CPU_ELEMENT(a_), LW_CPU_ELEMENT(c_), LW_CPU_ELEMENT(d_)),                                   \
            name ": products of half are added to half or float, of bfloat16 and tf32 to float, of double to double, " \
                 "of integers to int");                                                                                \
        emu_matrix_product lw__product;                                                                                \
        lw__product.shape.m = LW_CPU_M(a_);                                                                            \
        lw__product.shape.n = LW_CPU_N(a_);                                                                            \
        lw__product.shape.k = LW_CPU_K(a_);                                                                            \
        lw__product.shape.factor = LW_CPU_ELEMENT(a_);                                                                 \
        lw__product.shape.c = LW_CPU_ELEMENT(c_);                                                                      \
        lw__product.shape.d = LW_CPU_ELEMENT(d_);                                                                      \
        lw__product.option = (option_);                                                                                \
        lw__product.site = LW_CPU_SITE(name);                                                                          \
        lw__product.a = (a_)->x;                                                                                       \
        lw__product.b = (b_)->x;                                                                                       \
        lw__product.c = (c_)->x;                                                                                       \
        lw__product.d = (d_)->x;                                                                                       \
        emu_matrix_multiply(&lw__product);                                                                             \
    })
/* As in CUDA an integer product may have a fifth argument: whether it saturates. */
#define lw_mma_sync(d, a, b, ...) LW_PP_CAT(LW_CPU_MMA_, LW_PP_MORE(__VA_ARGS__))(d, a, b, __VA_ARGS__)
#define LW_CPU_MMA_0(d, a, b, c)                                                                                       \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_ELEMENT(a) != EMU_MATRIX_B1, "write lw_bmma_sync for b1");                     \
        LW_CPU_MULTIPLY("lw_mma_sync", d, a, b, c, EMU_MATRIX_WRAPS);                                                  \
    })
#define LW_CPU_MMA_1(d, a, b, c, saturates)                                                                            \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_IS_INTEGER(LW_CPU_ELEMENT(a)), "lw_mma_sync: only integers saturate");         \
        LW_CPU_MULTIPLY("lw_mma_sync", d, a, b, c, (saturates) ? EMU_MATRIX_SATURATES : EMU_MATRIX_WRAPS);             \
    })
/* The operation on bits is optional, as in CUDA, and so is POPC, the only way to add. */
#define lw_bmma_sync(d, a, b, ...) LW_CPU_BMMA(d, a, b, __VA_ARGS__, bmmaBitOpXOR, bmmaAccumulateOpPOPC, )
#define LW_CPU_BMMA(d, a, b, c, operation, ...)                                                                        \
    __extension__({                                                                                                    \
        LW_CPU_EXPRESSION_ASSERT(LW_CPU_ELEMENT(a) == EMU_MATRIX_B1, "lw_bmma_sync takes fragments of b1");            \
        LW_CPU_MULTIPLY("lw_bmma_sync", d, a, b, c, (operation) == bmmaBitOpAND ? EMU_MATRIX_AND : EMU_MATRIX_XOR);    \
    })

#endif
