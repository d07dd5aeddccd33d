/* Products of matrices as an H200's warps compute them, bit for bit. Matrices are arrays by row. */
#ifndef EMU_MATRIX_H
#define EMU_MATRIX_H

#include "device_matrix.h"

/* The most elements that a matrix has. */
enum { EMU_MATRIX_MOST = 512 };

/* Elements of 16 or 32 bits are the low bits of a number here. All are floats of the shape's kinds. */
void emu_matrix_multiply_float(const emu_matrix_shape *shape, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                               uint32_t *d);
void emu_matrix_multiply_double(const emu_matrix_shape *shape, const uint64_t *a, const uint64_t *b, const uint64_t *c,
                                uint64_t *d);
/* Of integers, whatever size they had. */
void emu_matrix_multiply_int(const emu_matrix_shape *shape, bool saturates, const uint32_t *a, const uint32_t *b,
                             const uint32_t *c, uint32_t *d);
/* Of bits, 32 in a word: shape->k / 32 words in a row of a and in a column of b. Here b is by column. */
void emu_matrix_multiply_bits(const emu_matrix_shape *shape, bool is_and, const uint32_t *a, const uint32_t *b,
                              const uint32_t *c, uint32_t *d);

#endif
