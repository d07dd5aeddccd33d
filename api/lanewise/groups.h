/** @file
 * Cooperative groups: threads that work together, as values. For device code; a file that includes <lanewise/half.h>, too,
 * does so first.
 *
 *     lw_thread_block block = lw_this_thread_block();
 *     lw_tile(16) tile = lw_tiled_partition(16, block);
 *     float sum = lw_group_reduce(tile, x, lw_plus);
 *     if (lw_group_thread_rank(tile) == 0)
 *         out[lw_group_meta_group_rank(tile)] = sum;
 *
 * The folder `reference` says what each name does: `groups_types.h`, `groups_query.h`, `groups_collective.h`.
 *
 * Names: CUDA's members of a group, and its functions on groups, have `lw_group_` in front here, and the group as their
 * first argument. What makes a group has `lw_` in front, and a template's number as its first argument.
 *
 * A group is a value: made where it is declared, never assigned to, passed and returned freely. Every thread of the group
 * that has not ended must call what is collective, with equal arguments except for values. Otherwise CUDA leaves the result
 * undefined, and the emulator reports a deadlock and where each thread waits. So make groups early, not in divergent code.
 * A group of the wrong type is a compile error.
 *
 * Not here: multi_grid_group, which CUDA 13 has removed; aligned_size_t, as the elements' type says the alignment;
 * reduce_update_async and its like, which take C++ objects.
 *
 * CUDA: <cooperative_groups.h> and its reduce.h, scan.h and memcpy_async.h.
 */
#ifndef LANEWISE_GROUPS_H
#define LANEWISE_GROUPS_H

#include <lanewise/kernel.h>

#if defined(__CUDACC__)
#include "../../backends/cuda/groups.h"
#else
#include "../../backends/cpu/language/groups.h"
#endif

#endif
