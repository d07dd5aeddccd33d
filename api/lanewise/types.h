/** @file
 * CUDA's vector types for headers that host files read, too: a kernel's declaration may name them.
 *
 * - `char1` ... `double4`: 1 to 4 elements `x`, `y`, `z`, `w`, with CUDA's sizes and alignments; `make_char1()` ...
 *   `make_double4()` build them
 * - `double4_16a`, `double4_32a` and their like: with the alignment that the name says
 * - `dim3`: unsigned `x`, `y`, `z`
 *
 * Beside <cuda_runtime.h>, in either order, they are its own.
 */
#ifndef LANEWISE_TYPES_H
#define LANEWISE_TYPES_H

#if defined(__CUDACC__)
#include <vector_functions.h>
#include <vector_types.h>
#else
#include "../../backends/cpu/language/vector_functions.h"
#include "../../backends/cpu/language/vector_types.h"
#endif

#endif
