/* CUDA's vector types (float4, dim3 ...) for headers that host files read too: a kernel's declaration may name them.
 *
 * Beside <cuda_runtime.h>, in either order, they are its own.
 */
#ifndef LANEWISE_TYPES_H
#define LANEWISE_TYPES_H

#if defined(__CUDACC__)
#include <vector_functions.h>
#include <vector_types.h>
#else
#include "../../backends/cpu/vector_functions.h"
#include "../../backends/cpu/vector_types.h"
#endif

#endif
