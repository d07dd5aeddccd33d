/* Vectors of BYTES bytes, and what comparing them gives: lanes of all ones or all zeros. Names for floats end in f. */
#ifndef EMU_MATH_VECTOR_TYPES_H
#define EMU_MATH_VECTOR_TYPES_H

#include <stdint.h>

typedef float vectorsf __attribute__((vector_size(BYTES)));
typedef double vectors __attribute__((vector_size(BYTES)));
typedef int32_t masksf __attribute__((vector_size(BYTES)));
typedef int64_t masks __attribute__((vector_size(BYTES)));

#endif
