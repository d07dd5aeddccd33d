/* IEEE half precision: __half, __half2 and the names of CUDA's <cuda_fp16.h>, for kernels and for the host.
 *
 * C has no operators for structures, so CUDA's `a + b` is __hadd(a, b) here, on both targets. A kernel file includes
 * this after <lanewise/kernel.h>. In host files conversions and arithmetic are there, atomics, shuffles and cached
 * loads not.
 */
#ifndef LANEWISE_HALF_H
#define LANEWISE_HALF_H

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#else
#include "../../backends/cpu/half.h"
#endif

#endif
