/** @file
 * The kernel language: what a kernel file includes, first.
 *
 * CUDA C's own names, on both targets, and beside them only what C cannot spell (LW_KERNEL, LW_SHARED, ...). The folder
 * `reference` says what each of the latter does. This header chooses the target; one header per target has the vocabulary,
 * the same names in each.
 */
#ifndef LANEWISE_KERNEL_H
#define LANEWISE_KERNEL_H

#include <lanewise/descriptor.h>
#include <lanewise/launch.h>

/** All lanes of a warp, for the mask of a warp collective such as __shfl_sync(). */
#define LW_FULL_MASK 0xffffffffu

#if defined(__CUDACC__)
#include "../../backends/cuda/target.h"
#else
#include "../../backends/cpu/language/target.h"
#endif

#endif
