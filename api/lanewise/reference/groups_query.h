/** @file
 * Cooperative groups: ranks, sizes, indices. For device code, which includes <lanewise/groups.h>.
 *
 * COUNT stands for unsigned, and of a lw_grid_group or lw_thread_group for unsigned long long. `groups_types.h` says what
 * GROUP stands for. None of these waits. CUDA: the group's member of the name after `lw_group_`.
 *
 * Each target's groups.h defines these names; no compiler reads this file.
 */

/** The calling thread's number in a group.
 * @param group any
 * @return 0 to lw_group_num_threads() - 1 */
COUNT lw_group_thread_rank(GROUP group);

/** How many threads a group has.
 * @param group any
 * @return at least 1 */
COUNT lw_group_num_threads(GROUP group);

/** The same as lw_group_num_threads().
 * @param group any
 * @return at least 1 */
COUNT lw_group_size(GROUP group);

/** Which part of its parent a group is.
 * @param group a tile, or a lw_coalesced_group
 * @return 0 to lw_group_meta_group_size() - 1 */
unsigned lw_group_meta_group_rank(GROUP group);

/** Into how many parts the parent of a group was divided.
 * @param group a tile, or a lw_coalesced_group
 * @return at least 1 */
unsigned lw_group_meta_group_size(GROUP group);

/** The number of the calling thread's block in a group.
 * @param group a lw_grid_group or lw_cluster_group
 * @return 0 to lw_group_num_blocks() - 1 */
COUNT lw_group_block_rank(GROUP group);

/** How many blocks a group has.
 * @param group a lw_grid_group or lw_cluster_group
 * @return at least 1 */
COUNT lw_group_num_blocks(GROUP group);

/** The number of the calling thread's cluster in the grid; GPUs from 9.0 on.
 * @param group a lw_grid_group
 * @return 0 to lw_group_num_clusters() - 1 */
COUNT lw_group_cluster_rank(GROUP group);

/** How many clusters the grid has; GPUs from 9.0 on.
 * @param group a lw_grid_group
 * @return at least 1 */
COUNT lw_group_num_clusters(GROUP group);

/** Whether the launch is cooperative, so that lw_group_sync() of the grid works.
 * @param group a lw_grid_group
 * @return 0 if not */
int lw_group_is_valid(GROUP group);

/** The calling thread's place in a group.
 * @param group a lw_thread_block, lw_grid_group or lw_cluster_group
 * @return in threads, by dimension */
dim3 lw_group_thread_index(GROUP group);

/** The shape of a group in threads.
 * @param group a lw_thread_block, lw_grid_group or lw_cluster_group
 * @return threads in each dimension */
dim3 lw_group_dim_threads(GROUP group);

/** The place of the calling thread's block in a group.
 * @param group a lw_grid_group or lw_cluster_group
 * @return in blocks, by dimension */
dim3 lw_group_block_index(GROUP group);

/** The shape of a group in blocks.
 * @param group a lw_grid_group or lw_cluster_group
 * @return blocks in each dimension */
dim3 lw_group_dim_blocks(GROUP group);

/** The place of the calling thread's cluster in the grid; GPUs from 9.0 on.
 * @param group a lw_grid_group
 * @return in clusters, by dimension */
dim3 lw_group_cluster_index(GROUP group);

/** The shape of the grid in clusters; GPUs from 9.0 on.
 * @param group a lw_grid_group
 * @return clusters in each dimension */
dim3 lw_group_dim_clusters(GROUP group);

/** The place of a block in the grid.
 * @param group a lw_thread_block
 * @return blockIdx */
dim3 lw_group_group_index(GROUP group);

/** The shape of a group in its own parts.
 * @param group a lw_thread_block or lw_grid_group
 * @return a block's threads, or a grid's blocks, in each dimension */
dim3 lw_group_group_dim(GROUP group);
