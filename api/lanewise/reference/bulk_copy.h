/** @file
 * Bulk copies: one thread's call copies many bytes, which the hardware does while the threads go on. For kernel files, which
 * include <lanewise/kernel.h>. On a GPU they need compute capability 9.0.
 *
 * Sizes and both addresses are multiples of 16 bytes. Until the wait for a copy, a write to its source, and any access to its
 * destination, is a race. A copy sees what threads wrote before only after each of them called lw_fence_proxy_async(), ahead
 * of the barrier that lets the copying thread go on.
 *
 * Each target's bulk_copy.h defines these names; no compiler reads this file.
 */

/** Copies from global to the block's shared memory. When it is done, the barrier's phase has `size` bytes less to expect;
 * lw_mbarrier_arrive_expect_tx() makes it expect them.
 * @param shared destination, in the block's shared memory
 * @param global source, in global memory
 * @param size bytes, a multiple of 16
 * @param barrier in the block's shared memory
 *
 * CUDA: `cp.async.bulk.shared::cluster.global` of PTX. */
void lw_bulk_copy_to_shared(void *shared, const void *global, uint32_t size, __mbarrier_t *barrier);

/** Copies from the block's shared memory to that of another block of the cluster, which must not end before.
 * @param destination in the caller's shared memory: the place, in the other block's, that is written
 * @param shared source, in the block's shared memory
 * @param size bytes, a multiple of 16
 * @param barrier in the caller's shared memory: the place, in the other block's, of the barrier that counts the bytes
 * @param rank of the other block in the cluster
 *
 * CUDA: `cp.async.bulk.shared::cluster.shared::cta` of PTX. */
void lw_bulk_copy_to_block(void *destination, const void *shared, uint32_t size, __mbarrier_t *barrier, unsigned rank);

/** Copies from the block's shared memory to global memory, as part of the thread's next batch. The block does not end before
 * its copies have read their sources.
 * @param global destination, in global memory
 * @param shared source, in the block's shared memory
 * @param size bytes, a multiple of 16
 *
 * CUDA: `cp.async.bulk.global.shared::cta` of PTX. */
void lw_bulk_copy_to_global(void *global, const void *shared, uint32_t size);

/** Makes a batch of the thread's lw_bulk_copy_to_global() calls since its last batch.
 *
 * CUDA: `cp.async.bulk.commit_group` of PTX. */
void lw_bulk_commit_group(void);

/** Waits until the thread's batches are in global memory, except the latest.
 * @param prior how many of the latest batches it does not wait for, 0 to 8
 *
 * CUDA: `cp.async.bulk.wait_group` of PTX. */
void lw_bulk_wait_group(unsigned prior);

/** Waits until the sources of the thread's batches have been read, except the latest: that shared memory may be written again.
 * @param prior how many of the latest batches it does not wait for, 0 to 8
 *
 * CUDA: `cp.async.bulk.wait_group.read` of PTX. */
void lw_bulk_wait_group_read(unsigned prior);

/** Lets later bulk copies see what the calling thread wrote before.
 *
 * CUDA: `fence.proxy.async` of PTX. */
void lw_fence_proxy_async(void);
