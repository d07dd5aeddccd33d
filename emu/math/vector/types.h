/* Vectors of BYTES bytes, what comparing them gives, lanes of all ones or all zeros, and as many orders of Bessel
 * functions. Names for floats end in f. */
#ifndef EMU_MATH_VECTOR_TYPES_H
#define EMU_MATH_VECTOR_TYPES_H

#include <stdint.h>

typedef float vectorsf __attribute__((vector_size(BYTES)));
typedef double vectors __attribute__((vector_size(BYTES)));
typedef int32_t masksf __attribute__((vector_size(BYTES)));
typedef int64_t masks __attribute__((vector_size(BYTES)));
typedef int32_t ordersf __attribute__((vector_size(BYTES)));
typedef int32_t orders __attribute__((vector_size(BYTES / 2)));

#endif
