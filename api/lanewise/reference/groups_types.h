/** @file
 * Cooperative groups: their types, and what makes them. For device code, which includes <lanewise/groups.h>.
 *
 * In the pages on groups GROUP stands for the group types that the text names, TYPE for the type of a value. A *tile of a
 * warp* has at most 32 threads.
 *
 * Each target's groups.h defines these names; no compiler reads this file.
 */

/** The threads of a block. CUDA: thread_block. */
typedef struct lw_thread_block lw_thread_block;
/** Some lanes of one warp. CUDA: coalesced_group. */
typedef struct lw_coalesced_group lw_coalesced_group;
/** All threads of the launch. CUDA: grid_group. */
typedef struct lw_grid_group lw_grid_group;
/** All threads of the block's cluster; GPUs from 9.0 on. CUDA: cluster_group. */
typedef struct lw_cluster_group lw_cluster_group;
/** Any group except a tile of more than 32 threads. CUDA: thread_group. */
typedef struct lw_thread_group lw_thread_group;
/** What lw_group_barrier_arrive() returns for lw_group_barrier_wait(). CUDA: arrival_token of the group's type. */
typedef struct lw_arrival_token lw_arrival_token;

/** The type of a tile: n neighbouring threads of a block.
 * @param n a constant: 1, 2, 4 ... 512
 *
 * CUDA: `thread_block_tile<n>`. */
#define lw_tile(n)

/** The type of the shared memory for lw_this_thread_block_with(): `LW_SHARED(lw_block_tile_memory(256), memory)`.
 * @param n the most threads of the block, a constant
 *
 * CUDA: `block_tile_memory<n>`. */
#define lw_block_tile_memory(n)

/** The calling thread's block.
 * @return a group of all its threads
 *
 * CUDA: this_thread_block(). */
lw_thread_block lw_this_thread_block(void);

/** The calling thread's block, for tiles of more than 32 threads on GPUs before 8.0. Collective.
 * @param memory a pointer to lw_block_tile_memory(n), in the block's shared memory
 * @return a group of all threads of the block
 *
 * CUDA: `this_thread_block(*memory)`. */
lw_thread_block lw_this_thread_block_with(TYPE *memory);

/** The launch.
 * @return a group of all its threads
 *
 * CUDA: this_grid(). */
lw_grid_group lw_this_grid(void);

/** The calling thread's cluster; GPUs from 9.0 on.
 * @return a group of all threads of its blocks
 *
 * CUDA: this_cluster(). */
lw_cluster_group lw_this_cluster(void);

/** The calling thread.
 * @return a lw_tile(1) of it alone
 *
 * CUDA: this_thread(). */
GROUP lw_this_thread(void);

/** The lanes of the warp that are active here.
 * @return a group of the caller and of others, which are not promised
 *
 * CUDA: coalesced_threads(). */
lw_coalesced_group lw_coalesced_threads(void);

/** Divides a block or a larger tile into tiles. Collective for n above 32.
 * @param n a constant: 1, 2, 4 ... 512; the parent's size is a multiple of it
 * @param parent a lw_thread_block, or a tile of more than n threads
 * @return the lw_tile(n) that holds the caller: number rank / n of the parent
 *
 * CUDA: `tiled_partition<n>(parent)`. */
#define lw_tiled_partition(n, parent)

/** Divides a group into tiles of a size known at run time.
 * @param parent a lw_thread_block, lw_coalesced_group or lw_thread_group
 * @param n 1, 2, 4 ... 32; another number traps
 * @return the part that holds the caller; the last part may be smaller. Its type is lw_coalesced_group where the parent's is,
 *     else lw_thread_group
 *
 * CUDA: `tiled_partition(parent, n)`. */
GROUP lw_dynamic_tiled_partition(GROUP parent, unsigned n);

/** Divides a group of a warp by a label. Collective.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param label an integer or a pointer
 * @return the threads with the caller's label; meta ranks follow the order of the parts' first threads
 *
 * CUDA: labeled_partition(). */
lw_coalesced_group lw_labeled_partition(GROUP group, TYPE label);

/** Divides a group of a warp by a predicate. Collective.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param predicate 0, or any other number
 * @return the threads that agree with the caller; meta rank 0 or 1 of 2, or 0 of 1 where all agree
 *
 * CUDA: binary_partition(). */
lw_coalesced_group lw_binary_partition(GROUP group, int predicate);

/** A group as a lw_thread_group.
 * @param group any except a tile of more than 32 threads
 * @return the same threads
 *
 * CUDA: the conversion to thread_group. */
lw_thread_group lw_thread_group_of(GROUP group);
