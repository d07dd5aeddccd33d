/** @file
 * Cooperative groups: barriers, exchanges, reductions, copies. For device code, which includes <lanewise/groups.h>.
 *
 * Each is collective unless it says otherwise: every thread of the group that has not ended calls it, with equal arguments
 * except for values. `groups_types.h` says what GROUP and TYPE stand for. Values have at most 32 bytes, in tiles of more than
 * 32 threads at most 8. CUDA: the group's member, or the function on groups, of the name after `lw_group_`.
 *
 * Each target's groups.h defines these names; no compiler reads this file.
 */

/** @name Waiting
 * @{ */

/** A barrier: what the group's threads wrote before it, all of them see after it.
 * @param group any. A grid's launch must be cooperative (lw_launch_config.cooperative), else this traps */
void lw_group_sync(GROUP group);

/** The first half of lw_group_sync(). A block's does nothing, a grid's waits for the block.
 * @param group a lw_thread_block, lw_grid_group or lw_cluster_group
 * @return the token for lw_group_barrier_wait() */
lw_arrival_token lw_group_barrier_arrive(GROUP group);

/** The second half of lw_group_sync().
 * @param group as lw_group_barrier_arrive()'s
 * @param token what that returned */
void lw_group_barrier_wait(GROUP group, lw_arrival_token token);

/** @}
 * @name A cluster's shared memory
 * Not collective.
 * @{ */

/** Where another block of the cluster has what the caller has at a pointer.
 * @param cluster the caller's
 * @param pointer into the caller's shared memory
 * @param rank of the other block in the cluster
 * @return the same place in its shared memory */
TYPE *lw_group_map_shared_rank(lw_cluster_group cluster, TYPE *pointer, int rank);

/** Which block's shared memory a pointer points into.
 * @param cluster the caller's
 * @param pointer into shared memory of a block of the cluster
 * @return the block's rank in the cluster */
unsigned lw_group_query_shared_rank(lw_cluster_group cluster, const void *pointer);

/** @}
 * @name Exchanging values
 * @{ */

/** The value of a thread of the group.
 * @param group a tile, or a lw_coalesced_group
 * @param value the caller's
 * @param rank that thread's; modulo a tile's size. Undefined beyond a coalesced group's size. In a tile of more than 32 threads the
 *     same for all
 * @return that thread's value */
TYPE lw_group_shfl(GROUP group, TYPE value, int rank);

/** The value of the thread whose rank is lower.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param value the caller's
 * @param delta by how much
 * @return that thread's value; the caller's own where there is no such thread */
TYPE lw_group_shfl_up(GROUP group, TYPE value, unsigned delta);

/** The value of the thread whose rank is higher.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param value the caller's
 * @param delta by how much
 * @return that thread's value; the caller's own where there is no such thread */
TYPE lw_group_shfl_down(GROUP group, TYPE value, unsigned delta);

/** The value of the thread with rank ^ mask.
 * @param group a tile of a warp
 * @param value the caller's
 * @param mask bits of the rank that differ
 * @return that thread's value */
TYPE lw_group_shfl_xor(GROUP group, TYPE value, unsigned mask);

/** Whether a predicate holds in any thread.
 * @param group a tile, or a lw_coalesced_group
 * @param predicate 0, or any other number
 * @return 0 or 1 */
int lw_group_any(GROUP group, int predicate);

/** Whether a predicate holds in every thread.
 * @param group a tile, or a lw_coalesced_group. A thread of a warp's group that has ended counts as one where it does not hold
 * @param predicate 0, or any other number
 * @return 0 or 1 */
int lw_group_all(GROUP group, int predicate);

/** In which threads a predicate holds.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param predicate 0, or any other number
 * @return a bit for each rank */
unsigned lw_group_ballot(GROUP group, int predicate);

/** Which threads have the caller's value.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param value an integer or floating-point number, compared by its bits
 * @return a bit for each rank */
unsigned lw_group_match_any(GROUP group, TYPE value);

/** Whether all threads have one value.
 * @param group a tile of a warp, or a lw_coalesced_group
 * @param value an integer or floating-point number, compared by its bits
 * @param[out] equal 1 where they have, else 0
 * @return a bit for each rank where they have, else 0 */
unsigned lw_group_match_all(GROUP group, TYPE value, int *equal);

/** @}
 * @name Combining values
 * The operator OPERATOR is a word below, or the name of a device function `TYPE op(TYPE, TYPE)`, associative and commutative.
 * The order is CUDA's on every target, so that sums of floats have the same bits.
 * @{ */

/** Combines the values of all threads.
 * @param group a tile, or a lw_coalesced_group
 * @param value the caller's
 * @param op the operator
 * @return the same for every thread */
TYPE lw_group_reduce(GROUP group, TYPE value, OPERATOR op);

/** Combines the values of ranks 0 to the caller's.
 * @param group a tile, or a lw_coalesced_group
 * @param value the caller's
 * @param op the operator; left out: lw_plus
 * @return the caller's running result */
TYPE lw_group_inclusive_scan(GROUP group, TYPE value, OPERATOR op);

/** Combines the values of the ranks below the caller's.
 * @param group a tile, or a lw_coalesced_group
 * @param value the caller's
 * @param op the operator; left out: lw_plus
 * @return the caller's running result; zeros for rank 0 */
TYPE lw_group_exclusive_scan(GROUP group, TYPE value, OPERATOR op);

#define lw_plus    /**< the sum; CUDA: `plus` */
#define lw_less    /**< the minimum; CUDA: `less` */
#define lw_greater /**< the maximum; CUDA: `greater` */
#define lw_bit_and /**< bitwise and; CUDA: `bit_and` */
#define lw_bit_or  /**< bitwise or; CUDA: `bit_or` */
#define lw_bit_xor /**< bitwise exclusive or; CUDA: `bit_xor` */

/** @}
 * @name One thread for all
 * @{ */

/** Calls a function in one thread of the group; which one is not promised. Collective for groups of one warp.
 * @param group any
 * @param function a device function
 * @param ... its arguments */
void lw_group_invoke_one(GROUP group, FUNCTION function, ...);

/** Calls a function in one thread of the group, and gives its result to all.
 * @param group a tile, or a lw_coalesced_group
 * @param function a device function
 * @param ... its arguments
 * @return what the function returned */
TYPE lw_group_invoke_one_broadcast(GROUP group, FUNCTION function, ...);

/** @}
 * @name Copies
 * @{ */

/** Begins a copy that the group's threads share out: lw_group_memcpy_async(group, to, from, bytes), or
 * lw_group_memcpy_async(group, to, to_count, from, from_count) for the lesser count of elements.
 *
 * From global to shared memory it is done later, in words of the elements' alignment; words of 4, 8 or 16 bytes are only
 * copied whole. Elsewhere it is done at once.
 * @param group a lw_thread_block, a tile, or a lw_coalesced_group
 * @param to destination, a pointer to elements of some type
 * @param ... the rest, as above: `from` is a pointer to elements of the same type */
void lw_group_memcpy_async(GROUP group, TYPE *to, ...);

/** Waits until all the group's copies are done. Then all its threads see them.
 * @param group as lw_group_memcpy_async()'s */
void lw_group_wait(GROUP group);

/** Waits until the group's copies are done, except the latest. Then all its threads see them.
 * @param group as lw_group_memcpy_async()'s
 * @param n how many of the latest copies it does not wait for, a constant */
void lw_group_wait_prior(GROUP group, unsigned n);

/** @} */
