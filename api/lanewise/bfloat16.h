/** @file
 * bfloat16: __nv_bfloat16, __nv_bfloat162 and the names of CUDA's <cuda_bf16.h>, for kernels and for the host.
 *
 * Types and functions have CUDA's names and meanings; C has no operators for structures, so CUDA's `a + b` is
 * __hadd(a, b), on both targets. A kernel file includes this after <lanewise/kernel.h>. Host files have the conversions
 * and the arithmetic, and not the atomics, shuffles and cached loads.
 */
#ifndef LANEWISE_BFLOAT16_H
#define LANEWISE_BFLOAT16_H

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#else
#include "../../backends/cpu/language/bfloat16.h"
#endif

#endif
