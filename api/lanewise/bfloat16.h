/* bfloat16: __nv_bfloat16, __nv_bfloat162 and the names of CUDA's <cuda_bf16.h>, for kernels and for the host.
 *
 * C has no operators for structures, so CUDA's `a + b` is __hadd(a, b) here, on both targets. A kernel file includes
 * this after <lanewise/kernel.h>. In host files conversions and arithmetic are there, atomics, shuffles and cached
 * loads not.
 */
#ifndef LANEWISE_BFLOAT16_H
#define LANEWISE_BFLOAT16_H

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#else
#include "../../backends/cpu/bfloat16.h"
#endif

#endif
