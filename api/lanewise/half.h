/** @file
 * IEEE half precision: __half, __half2 and the names of CUDA's <cuda_fp16.h>, for kernels and for the host.
 *
 * Types and functions have CUDA's names and meanings; C has no operators for structures, so CUDA's `a + b` is
 * __hadd(a, b), on both targets. A kernel file includes this after <lanewise/kernel.h>. Host files have the conversions
 * and the arithmetic, and not the atomics, shuffles and cached loads.
 */
#ifndef LANEWISE_HALF_H
#define LANEWISE_HALF_H

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#else
#include "../../backends/cpu/language/half.h"
#endif

#endif
