/* Products of warp matrices: each warp of the grid makes one, of matrices that follow each other in memory. */
#ifndef Y_MATRIX_SM90_H
#define Y_MATRIX_SM90_H

#include <lanewise/launch.h>

/* d = a * b + c. c and d are by row. `option`: for integers whether it saturates; for bits 0 XOR, 1 AND. */
#define Y_DECLARE(name)                                                                                                \
    LW_DECLARE_KERNEL(name, (int, option), (const char *, a), (const char *, b), (const char *, c), (char *, d))
/* EACH(name, m, n, k, element, type, type in memory, layout of a, of b, c's element, type, d's element, type, option). The element names
 * the type in tests. */
#define Y_OF_HALF(EACH)                                                                                                \
    EACH(y_half_float, 16, 16, 16, HALF, __half, __half, row, col, FLOAT, float, FLOAT, float, )                       \
    EACH(y_half_half, 16, 16, 16, HALF, __half, __half, row, col, HALF, __half, HALF, __half, )                        \
    EACH(y_half_of_half, 16, 16, 16, HALF, __half, __half, col, col, HALF, __half, FLOAT, float, )                     \
    EACH(y_half_to_half, 16, 16, 16, HALF, __half, __half, row, row, FLOAT, float, HALF, __half, )                     \
    EACH(y_half_float_32, 32, 8, 16, HALF, __half, __half, col, row, FLOAT, float, FLOAT, float, )                     \
    EACH(y_half_half_32, 32, 8, 16, HALF, __half, __half, row, row, HALF, __half, HALF, __half, )                      \
    EACH(y_half_float_8, 8, 32, 16, HALF, __half, __half, col, col, FLOAT, float, FLOAT, float, )                      \
    EACH(y_half_half_8, 8, 32, 16, HALF, __half, __half, col, row, HALF, __half, HALF, __half, )
#define Y_OF_BFLOAT16(EACH)                                                                                            \
    EACH(y_bfloat16, 16, 16, 16, BFLOAT16, __nv_bfloat16, __nv_bfloat16, row, col, FLOAT, float, FLOAT, float, )       \
    EACH(y_bfloat16_32, 32, 8, 16, BFLOAT16, __nv_bfloat16, __nv_bfloat16, col, row, FLOAT, float, FLOAT, float, )     \
    EACH(y_bfloat16_8, 8, 32, 16, BFLOAT16, __nv_bfloat16, __nv_bfloat16, row, row, FLOAT, float, FLOAT, float, )
#define Y_OF_TF32(EACH)                                                                                                \
    EACH(y_tf32, 16, 16, 8, TF32, tf32, float, row, col, FLOAT, float, FLOAT, float, )                                 \
    EACH(y_tf32_turned, 16, 16, 8, TF32, tf32, float, col, row, FLOAT, float, FLOAT, float, )
#define Y_OF_DOUBLE(EACH)                                                                                              \
    EACH(y_double, 8, 8, 4, DOUBLE, double, double, row, col, DOUBLE, double, DOUBLE, double, )                        \
    EACH(y_double_turned, 8, 8, 4, DOUBLE, double, double, col, row, DOUBLE, double, DOUBLE, double, )
#define Y_OF_BYTES(EACH)                                                                                               \
    EACH(y_s8, 16, 16, 16, S8, signed char, signed char, row, col, INT, int, INT, int, SATURATES)                      \
    EACH(y_s8_32, 32, 8, 16, S8, signed char, signed char, col, row, INT, int, INT, int, SATURATES)                    \
    EACH(y_s8_8, 8, 32, 16, S8, signed char, signed char, col, col, INT, int, INT, int, SATURATES)                     \
    EACH(y_u8, 16, 16, 16, U8, unsigned char, unsigned char, row, row, INT, int, INT, int, SATURATES)                  \
    EACH(y_u8_32, 32, 8, 16, U8, unsigned char, unsigned char, row, col, INT, int, INT, int, SATURATES)                \
    EACH(y_u8_8, 8, 32, 16, U8, unsigned char, unsigned char, col, row, INT, int, INT, int, SATURATES)
#define Y_OF_PARTS(EACH)                                                                                               \
    EACH(y_s4, 8, 8, 32, S4, s4, void, row, col, INT, int, INT, int, SATURATES)                                        \
    EACH(y_u4, 8, 8, 32, U4, u4, void, row, col, INT, int, INT, int, SATURATES)                                        \
    EACH(y_b1, 8, 8, 128, B1, b1, void, row, col, INT, int, INT, int, OPERATION)

#define Y_DECLARE_EACH(name, ...) Y_DECLARE(name);
Y_OF_HALF(Y_DECLARE_EACH)
Y_OF_BFLOAT16(Y_DECLARE_EACH)
Y_OF_TF32(Y_DECLARE_EACH)
Y_OF_DOUBLE(Y_DECLARE_EACH)
Y_OF_BYTES(Y_DECLARE_EACH)
Y_OF_PARTS(Y_DECLARE_EACH)

/* Bits of an element. */
#define Y_BITS_HALF 16
#define Y_BITS_BFLOAT16 16
#define Y_BITS_TF32 32
#define Y_BITS_FLOAT 32
#define Y_BITS_DOUBLE 64
#define Y_BITS_INT 32
#define Y_BITS_S8 8
#define Y_BITS_U8 8
#define Y_BITS_S4 4
#define Y_BITS_U4 4
#define Y_BITS_B1 1

/* Elements from one row to the next, or by column from one column to the next: a multiple of 16 bytes. */
#define Y_DISTANCE(bits, elements) ((bits) * (elements) < 128 ? 128 / (bits) : (elements))
/* Elements from one matrix to the next. */
#define Y_ELEMENTS(bits, layout, rows, columns)                                                                        \
    ((size_t)Y_DISTANCE(bits, Y_IN_LINE_##layout(rows, columns)) * Y_LINES_##layout(rows, columns))
#define Y_IN_LINE_row(rows, columns) (columns)
#define Y_IN_LINE_col(rows, columns) (rows)
#define Y_LINES_row(rows, columns) (rows)
#define Y_LINES_col(rows, columns) (columns)

#endif
