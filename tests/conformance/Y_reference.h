/* What an H200's tensor cores compute, in plain integers; shares nothing with the emulator. */
#ifndef Y_REFERENCE_H
#define Y_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum y_element { Y_HALF, Y_BFLOAT16, Y_TF32, Y_FLOAT, Y_DOUBLE, Y_INT, Y_S8, Y_U8, Y_S4, Y_U4, Y_B1 } y_element;

/* An element of d: the sum of `count` products of a[] and b[], and of c. All are bits. `option`: for integers whether the sum
 * saturates; for bits 0 XOR, 1 AND. */
uint64_t y_reference(y_element element, y_element c_element, y_element d_element, int option, const uint64_t *a,
                     const uint64_t *b, int count, uint64_t c);

#endif
