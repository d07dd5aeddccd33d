/** @file
 * 8-bit floating point: the types and functions of CUDA's <cuda_fp8.h>, for kernels and for the host.
 *
 * A number of kind e4m3 or e5m2 is stored as a __nv_fp8_storage_t, and so is a scale of kind e8m0; two are an
 * __nv_fp8x2_storage_t with the first in the low byte. C has no constructors and no conversion operators: what CUDA C++
 * writes `(float)x` is a conversion of `x.__x` by __nv_cvt_fp8_to_halfraw() and its like, on both targets. A kernel
 * file includes this after <lanewise/kernel.h>; it brings <lanewise/half.h> and <lanewise/bfloat16.h>.
 */
#ifndef LANEWISE_FP8_H
#define LANEWISE_FP8_H

#include "bfloat16.h"
#include "half.h"

#if defined(__CUDACC__)
#include <cuda_fp8.h>
#else
#include "../../backends/cpu/language/fp8.h"
#endif

#endif
