/* Fragments of warp matrices: what a lane has, memory, and mistakes. */
#ifndef Y_FRAGMENT_SM90_H
#define Y_FRAGMENT_SM90_H

#include <lanewise/launch.h>

/* EACH(name, elements, stored, bytes, bits, use, m, n, k, type, type in memory, layout): of each use, shape and type one. In a
 * fragment are so many elements, in so many stored numbers; it has so many bytes, and an element so many bits. */
#define Y_FRAGMENTS(EACH)                                                                                              \
    EACH(y_a_half, 16, 16, 32, 16, matrix_a, 16, 16, 16, __half, __half, row_major)                                    \
    EACH(y_b_half, 16, 16, 32, 16, matrix_b, 16, 16, 16, __half, __half, col_major)                                    \
    EACH(y_a_half_32, 16, 16, 32, 16, matrix_a, 32, 8, 16, __half, __half, col_major)                                  \
    EACH(y_b_half_32, 16, 16, 32, 16, matrix_b, 32, 8, 16, __half, __half, row_major)                                  \
    EACH(y_a_half_8, 16, 16, 32, 16, matrix_a, 8, 32, 16, __half, __half, row_major)                                   \
    EACH(y_b_half_8, 16, 16, 32, 16, matrix_b, 8, 32, 16, __half, __half, col_major)                                   \
    EACH(y_a_bfloat16, 8, 8, 16, 16, matrix_a, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, col_major)                    \
    EACH(y_b_bfloat16, 8, 8, 16, 16, matrix_b, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, row_major)                    \
    EACH(y_a_bfloat16_32, 16, 16, 32, 16, matrix_a, 32, 8, 16, __nv_bfloat16, __nv_bfloat16, row_major)                \
    EACH(y_b_bfloat16_32, 4, 4, 8, 16, matrix_b, 32, 8, 16, __nv_bfloat16, __nv_bfloat16, col_major)                   \
    EACH(y_a_bfloat16_8, 4, 4, 8, 16, matrix_a, 8, 32, 16, __nv_bfloat16, __nv_bfloat16, col_major)                    \
    EACH(y_b_bfloat16_8, 16, 16, 32, 16, matrix_b, 8, 32, 16, __nv_bfloat16, __nv_bfloat16, row_major)                 \
    EACH(y_a_s8, 8, 8, 8, 8, matrix_a, 16, 16, 16, signed char, signed char, row_major)                                \
    EACH(y_b_u8, 8, 8, 8, 8, matrix_b, 16, 16, 16, unsigned char, unsigned char, col_major)                            \
    EACH(y_a_u8_32, 16, 16, 16, 8, matrix_a, 32, 8, 16, unsigned char, unsigned char, col_major)                       \
    EACH(y_b_s8_32, 4, 4, 8, 8, matrix_b, 32, 8, 16, signed char, signed char, row_major)                              \
    EACH(y_a_u8_8, 4, 4, 8, 8, matrix_a, 8, 32, 16, unsigned char, unsigned char, row_major)                           \
    EACH(y_b_s8_8, 16, 16, 16, 8, matrix_b, 8, 32, 16, signed char, signed char, col_major)                            \
    EACH(y_a_tf32, 4, 4, 16, 32, matrix_a, 16, 16, 8, tf32, float, col_major)                                          \
    EACH(y_b_tf32, 4, 4, 16, 32, matrix_b, 16, 16, 8, tf32, float, row_major)                                          \
    EACH(y_a_double, 1, 1, 8, 64, matrix_a, 8, 8, 4, double, double, row_major)                                        \
    EACH(y_b_double, 1, 1, 8, 64, matrix_b, 8, 8, 4, double, double, row_major)                                        \
    EACH(y_a_s4, 8, 1, 8, 4, matrix_a, 8, 8, 32, s4, void, row_major)                                                  \
    EACH(y_b_u4, 8, 1, 8, 4, matrix_b, 8, 8, 32, u4, void, col_major)                                                  \
    EACH(y_a_b1, 32, 1, 8, 1, matrix_a, 8, 8, 128, b1, void, row_major)                                                \
    EACH(y_b_b1, 32, 1, 8, 1, matrix_b, 8, 8, 128, b1, void, col_major)
#define Y_ACCUMULATORS(EACH)                                                                                           \
    EACH(y_c_half, 8, 8, 16, 16, accumulator, 16, 16, 16, __half, __half, )                                            \
    EACH(y_c_float, 8, 8, 32, 32, accumulator, 16, 16, 16, float, float, )                                             \
    EACH(y_c_int, 8, 8, 32, 32, accumulator, 16, 16, 16, int, int, )                                                   \
    EACH(y_c_half_32, 8, 8, 16, 16, accumulator, 32, 8, 16, __half, __half, )                                          \
    EACH(y_c_float_32, 8, 8, 32, 32, accumulator, 32, 8, 16, float, float, )                                           \
    EACH(y_c_int_8, 8, 8, 32, 32, accumulator, 8, 32, 16, int, int, )                                                  \
    EACH(y_c_tf32, 8, 8, 32, 32, accumulator, 16, 16, 8, float, float, )                                               \
    EACH(y_c_double, 2, 2, 16, 64, accumulator, 8, 8, 4, double, double, )                                             \
    EACH(y_c_4, 2, 2, 8, 32, accumulator, 8, 8, 32, int, int, )                                                        \
    EACH(y_c_1, 2, 2, 8, 32, accumulator, 8, 8, 128, int, int, )

/* Loads a matrix with rows or columns `distance` elements apart. out[32 i + lane]: the low 32 bits of the lane's stored number i.
 * sizes[]: elements, stored numbers, bytes. An accumulator is loaded by column, if `by_column`, and stored in `copy` the other
 * way. */
#define Y_DECLARE_FRAGMENT(name, ...)                                                                                  \
    LW_DECLARE_KERNEL(name, (const void *, in), (int, distance), (unsigned *, out), (int *, sizes));
#define Y_DECLARE_ACCUMULATOR(name, ...)                                                                               \
    LW_DECLARE_KERNEL(name, (const void *, in), (int, distance), (unsigned *, out), (int *, sizes), (void *, copy),    \
                      (int, by_column));
Y_FRAGMENTS(Y_DECLARE_FRAGMENT)
Y_ACCUMULATORS(Y_DECLARE_ACCUMULATOR)

/* bits[8 lane + i]: what fills of 3 (floats -1.5), of any type by number i, put in the lane's first stored number. */
enum { Y_FILLS = 8 };
LW_DECLARE_KERNEL(y_fill, (unsigned *, bits));
LW_DECLARE_KERNEL(y_to_tf32, (int, n), (const float *, in), (float *, out));

/* d = a * b, halves, by row; rows and columns of each are multiples of 32. A block of 128 threads makes a part of 32 x 32: from
 * shared memory, each warp with an accumulator that starts as 0, and is doubled at the end. */
enum { Y_PART = 32 };
LW_DECLARE_KERNEL(y_multiply, (int, columns), (int, depth), (const unsigned short *, a), (const unsigned short *, b),
                  (float *, d));
/* The same with one warp, 2 x 2 accumulators in an array, and products in a device function. */
LW_DECLARE_KERNEL(y_multiply_alone, (int, columns), (int, depth), (const unsigned short *, a),
                  (const unsigned short *, b), (float *, d));

/* Mistakes, for a warp. */
enum {
    Y_RIGHT,
    Y_OTHER_POINTERS,
    Y_OTHER_DISTANCES,
    Y_OTHER_LAYOUTS,
    Y_OTHER_OPTIONS,
    Y_TWO_PLACES,
    Y_TWO_LOADS,
    Y_RETURNED,
    Y_STORE_RETURNED,
    Y_HALF_OF_THEM,
    Y_MISTAKES
};
LW_DECLARE_KERNEL(y_mistakes, (int, which), (int *, memory));

#endif
