/** @file
 * Warp matrices: the 32 threads of a warp multiply small matrices together, on a GPU's tensor cores. For kernel files, which
 * include <lanewise/kernel.h> first.
 *
 *     LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a;
 *     LW_FRAGMENT(matrix_b, 16, 16, 16, __half, col_major) b;
 *     LW_FRAGMENT(accumulator, 16, 16, 16, float) sum;
 *     lw_fill_fragment(&sum, 0.0f);
 *     for (int k = 0; k < depth; k += 16) {
 *         lw_load_matrix_sync(&a, left + k, depth);
 *         lw_load_matrix_sync(&b, right + k, depth);
 *         lw_mma_sync(&sum, &a, &b, &sum);
 *     }
 *     lw_store_matrix_sync(out, &sum, columns, mem_row_major);
 *
 * It includes <lanewise/half.h> and <lanewise/bfloat16.h>, so it comes before <lanewise/groups.h>. `reference/matrix.h` says what each
 * name does.
 *
 * CUDA: namespace nvcuda::wmma of <mma.h>. Names of types and layouts are CUDA's; a function has `lw_` in front, and takes
 * pointers to fragments.
 */
#ifndef LANEWISE_MATRIX_H
#define LANEWISE_MATRIX_H

#include <lanewise/kernel.h>

#include "bfloat16.h"
#include "half.h"

#if defined(__CUDACC__)
#include "../../backends/cuda/matrix.h"
#else
#include "../../backends/cpu/language/matrix.h"
#endif

#endif
