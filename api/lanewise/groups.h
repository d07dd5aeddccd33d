/* Cooperative groups: lanes that work together, as values. CUDA: <cooperative_groups.h> and its reduce.h, scan.h and
 * memcpy_async.h. For device code alone; a file that includes <lanewise/half.h>, too, does so first.
 *
 *     lw_thread_block block = lw_this_thread_block();
 *     lw_tile(16) tile = lw_tiled_partition(16, block);
 *     float sum = lw_group_reduce(tile, x, lw_plus);
 *     if (lw_group_thread_rank(tile) == 0)
 *         out[lw_group_meta_group_rank(tile)] = sum;
 *
 * Names: CUDA's member `name` of a group, and its function `name` on groups, are lw_group_name(group, ...) here; what
 * makes a group is lw_name(...), with a template's number as its first argument.
 *
 * A group is a value: made where it is declared, never assigned to, and freely passed on and returned. What is called
 * collective must be called by every lane of the group that has not ended, with equal arguments but for the values;
 * else CUDA leaves it undefined, and the emulator reports a deadlock that says who waits where. So groups are made
 * early, not in divergent code. A group of the wrong type is a compile error.
 */
#ifndef LANEWISE_GROUPS_H
#define LANEWISE_GROUPS_H

#include <lanewise/kernel.h>

/* ---- types ----
 *
 * lw_thread_block      the block                                          thread_block
 * lw_tile(n)           n neighbouring lanes of it: 1, 2, 4 ... 512        thread_block_tile<n>
 * lw_coalesced_group   some lanes of one warp                             coalesced_group
 * lw_grid_group        all lanes of the launch                            grid_group
 * lw_cluster_group     all of the block's cluster (GPUs from 9.0 on)      cluster_group
 * lw_thread_group      any of these but tiles of more than 32 lanes       thread_group
 * lw_arrival_token     see lw_group_barrier_arrive                        each group's arrival_token
 *
 * A "tile of a warp" below has at most 32 lanes.
 *
 * ---- making groups ----
 *
 * lw_this_thread_block(), lw_this_grid(), lw_this_cluster()
 * lw_this_thread()
 *     A tile of the caller alone.
 * lw_this_thread_block_with(memory)
 *     Collective. `lw_block_tile_memory(n) *memory` is shared memory, for blocks of at most n lanes: GPUs before 8.0
 *     need it for tiles of more than 32 lanes.
 * lw_coalesced_threads()
 *     The lanes active here: the caller, and which others is not promised.
 * lw_tiled_partition(n, parent)
 *     The tile with the caller's rank / n in a block or a larger tile, whose size is a multiple of n. Collective for n
 *     above 32. CUDA: tiled_partition<n>(parent)
 * lw_dynamic_tiled_partition(parent, n)
 *     The same for an n known at run time: 1, 2, 4 ... 32, else a trap. Of a coalesced group a lw_coalesced_group; of a
 *     block or a lw_thread_group a lw_thread_group. The last may be smaller. CUDA: tiled_partition(parent, n)
 * lw_labeled_partition(group, label)
 *     Collective. Of a tile of a warp or a coalesced group, the lanes with the caller's label, an integer or a pointer:
 *     a lw_coalesced_group. Meta ranks are in the order of the parts' first lanes.
 * lw_binary_partition(group, predicate)
 *     The same by a predicate, with meta rank 0 or 1 of 2; where all lanes agree, 0 of 1.
 * lw_thread_group_of(group)
 *     CUDA: the conversion to thread_group.
 *
 * ---- who and how many ----
 *
 * unsigned, and unsigned long long of a grid or a lw_thread_group:
 *
 * lw_group_thread_rank(group), lw_group_num_threads(group)          any group; lw_group_size is the latter, too
 * lw_group_meta_group_rank(group), lw_group_meta_group_size(group)  tiles, coalesced groups: which part of how many
 * lw_group_block_rank(group), lw_group_num_blocks(group)            grids, clusters
 * lw_group_cluster_rank(group), lw_group_num_clusters(group)        grids; for GPUs from 9.0 on
 * lw_group_is_valid(group)                                          grids: whether the launch was cooperative
 *
 * dim3:
 *
 * lw_group_thread_index(group), lw_group_dim_threads(group)         blocks, grids, clusters: in lanes
 * lw_group_block_index(group), lw_group_dim_blocks(group)           grids, clusters: in blocks
 * lw_group_cluster_index(group), lw_group_dim_clusters(group)       grids: in clusters; for GPUs from 9.0 on
 * lw_group_group_index(group)                                       blocks: blockIdx
 * lw_group_group_dim(group)                                         a block's lanes, a grid's blocks
 *
 * ---- waiting; collective ----
 *
 * lw_group_sync(group)
 *     A barrier of any group: what its lanes wrote before, they all see after it. A grid's needs a cooperative launch
 *     (lw_launch_config.cooperative), else it is a trap.
 * lw_group_barrier_arrive(group), lw_group_barrier_wait(group, token)
 *     Its two halves, for blocks, grids and clusters; the first gives the token. A block's arrival does nothing, a
 *     grid's waits for the block.
 *
 * ---- a cluster's shared memory ----
 *
 * lw_group_map_shared_rank(cluster, pointer, rank)    where block `rank` has what the caller has at `pointer`
 * lw_group_query_shared_rank(cluster, pointer)        the rank of the block whose shared memory it points to
 *
 * ---- exchanging values; collective ----
 *
 * Values are of any type of at most 32 bytes, for tiles of more than 32 lanes of at most 8.
 *
 * lw_group_shfl(group, value, rank)
 *     Tiles, coalesced groups: the value of the lane with that rank, modulo a tile's size. Beyond a coalesced group's
 *     size it is undefined; in a tile of more than 32 lanes all must name the same rank.
 * lw_group_shfl_up(group, value, delta), lw_group_shfl_down(group, value, delta)
 *     Tiles of a warp, coalesced groups: of the rank lower or higher by delta, the caller's own where there is none.
 * lw_group_shfl_xor(group, value, mask)
 *     Tiles of a warp: of the lane with rank ^ mask.
 * lw_group_any(group, predicate), lw_group_all(group, predicate)
 *     Tiles, coalesced groups: 0 or 1. In groups of a warp a lane that has ended counts as one that does not hold, in
 *     `all`, too, as in CUDA.
 * lw_group_ballot(group, predicate)
 *     Tiles of a warp, coalesced groups: a bit for each rank, as below.
 * lw_group_match_any(group, value), lw_group_match_all(group, value, &equal)
 *     The same groups; integers and floating-point numbers, by their bits. The ranks with the caller's value; all ranks
 *     and equal = 1 where all have one value, else 0 and 0.
 *
 * ---- combining values; collective; tiles and coalesced groups ----
 *
 * lw_group_reduce(group, value, op)            of all, to all
 * lw_group_inclusive_scan(group, value, op)    of ranks 0 to the caller's
 * lw_group_exclusive_scan(group, value, op)    of the ranks below the caller's; zeros for rank 0
 *
 * `op` is lw_plus, lw_less (the minimum), lw_greater (the maximum), lw_bit_and, lw_bit_or, lw_bit_xor, or the name of a
 * device function `T op(T, T)`, associative and commutative. The scans' may be left out: lw_plus. The order is CUDA's
 * on every target, so that sums of floats have the same bits.
 *
 * ---- one lane for all ----
 *
 * lw_group_invoke_one(group, function, arguments...)
 *     One lane of the group calls the function; which one is not promised. Collective for lanes of one warp.
 * lw_group_invoke_one_broadcast(group, function, arguments...)
 *     Collective; tiles and coalesced groups. All get what the one was given.
 *
 * ---- copies; collective; blocks, tiles, coalesced groups ----
 *
 * lw_group_memcpy_async(group, to, from, bytes), lw_group_memcpy_async(group, to, to_count, from, from_count)
 *     The lanes share out a copy between elements of one type, of so many bytes or of the lesser count of elements, and
 *     go on. From global to shared memory it is done later, by words of the elements' alignment, and of 4, 8 or 16 bytes
 *     only whole words are copied; elsewhere it is done at once.
 * lw_group_wait(group), lw_group_wait_prior(group, n)
 *     Until all the group's copies are done, or all but the n latest; n is a constant. Then all lanes see them.
 *
 * What of CUDA's is not here: multi_grid_group, which CUDA 13 has removed; aligned_size_t, as the elements' type says
 * the alignment; reduce_update_async and its kin, which take C++ objects.
 */
#if defined(__CUDACC__)
#include "../../backends/cuda/groups.h"
#else
#include "../../backends/cpu/groups.h"
#endif

#endif
