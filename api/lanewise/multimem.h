/** @file
 * Multicast addresses in kernels: stores to the memory of several devices at once, reductions into all of it, and loads that
 * reduce it. For kernel files, which include <lanewise/kernel.h> first. The host makes multicast addresses by
 * <lanewise/multicast.h>.
 *
 *     float sum = lw_multimem_ld_reduce_add(partial + i, __NV_ATOMIC_RELAXED);
 *     lw_multimem_st(total + i, sum, __NV_ATOMIC_RELAXED);
 *     lw_multimem_red_add(arrived, 1, __NV_ATOMIC_RELEASE);
 *
 * It includes <lanewise/half.h> and <lanewise/bfloat16.h>, so it comes before <lanewise/groups.h>. `reference/multimem.h` says what
 * each name does.
 *
 * CUDA: `multimem.ld_reduce`, `multimem.st` and `multimem.red` of PTX.
 */
#ifndef LANEWISE_MULTIMEM_H
#define LANEWISE_MULTIMEM_H

#include <lanewise/kernel.h>

#include "bfloat16.h"
#include "half.h"

#if defined(__CUDACC__)
#include "../../backends/cuda/multimem.h"
#else
#include "../../backends/cpu/language/multimem.h"
#endif

#endif
