/** @file
 * Split barriers in shared memory: what CUDA has in C++ and PTX only, beside its own `__mbarrier_t` functions. For kernel
 * files, which include <lanewise/kernel.h>.
 *
 * A barrier is a `__mbarrier_t` of 8 bytes. It counts arrivals, and bytes that asynchronous copies bring. Its phase is over
 * when no arrival and no byte is missing; then the next phase begins by itself, with the count that __mbarrier_init() gave.
 * Phases have parity 0, 1, 0, ... An arrival does not wait; its token names the phase, and is good until the next phase is
 * over. A thread that finds the phase over sees what the others wrote before they arrived. One thread makes the barrier; the
 * block calls __syncthreads() before others use it.
 *
 * On the CPU a barrier that was not made, an arrival too many, an outdated token, or too many bytes end the launch with
 * LW_ERROR_INVALID_BARRIER; on a GPU they are undefined. On a GPU compute capability 9.0 is needed for __mbarrier_try_wait(),
 * for parities, for counts of bytes or several arrivals, and for barriers of other blocks.
 *
 * Each target's mbarrier.h defines these names; no compiler reads this file.
 */

/** Waits until a token's phase is over.
 * @param barrier in the block's shared memory
 * @param token of an arrival in the present phase or the one before
 *
 * CUDA: cuda::barrier::wait. */
void lw_mbarrier_wait(__mbarrier_t *barrier, __mbarrier_token_t token);

/** Waits until the phase before the present one has a parity.
 * @param barrier in the block's shared memory
 * @param parity of the phase that is to be over
 *
 * CUDA: cuda::barrier::wait_parity. */
void lw_mbarrier_wait_parity(__mbarrier_t *barrier, bool parity);

/** lw_mbarrier_wait_parity() at a barrier where threads of other blocks of the cluster arrive: the caller sees what
 * they wrote.
 * @param barrier in the block's shared memory
 * @param parity of the phase that is to be over
 *
 * CUDA: `mbarrier.try_wait.parity.acquire.cluster` of PTX, in a loop. */
void lw_mbarrier_wait_parity_cluster(__mbarrier_t *barrier, bool parity);

/** Arrives several times at once.
 * @param barrier in the block's shared memory
 * @param count 1 to as many as the phase still expects
 * @return the token of the present phase
 *
 * CUDA: cuda::barrier::arrive(count). */
__mbarrier_token_t lw_mbarrier_arrive_count(__mbarrier_t *barrier, uint32_t count);

/** Makes the present phase expect more bytes.
 * @param barrier in the block's shared memory
 * @param bytes that copies will bring, up to 2^20 - 1 in all
 *
 * CUDA: cuda::device::barrier_expect_tx. */
void lw_mbarrier_expect_tx(__mbarrier_t *barrier, uint32_t bytes);

/** lw_mbarrier_expect_tx(), then one arrival.
 * @param barrier in the block's shared memory
 * @param bytes that copies will bring, up to 2^20 - 1 in all
 * @return the token of the present phase
 *
 * CUDA: cuda::device::barrier_arrive_tx. */
__mbarrier_token_t lw_mbarrier_arrive_expect_tx(__mbarrier_t *barrier, uint32_t bytes);

/** Arrives once at another block's barrier. After __mbarrier_init() the cluster calls lw_fence_mbarrier_init() and its
 * barrier, before this.
 * @param barrier in the caller's shared memory: the place, in the other block's, where its barrier is
 * @param rank of the block in the cluster
 *
 * CUDA: `mapa` and `mbarrier.arrive.shared::cluster` of PTX. */
void lw_mbarrier_arrive_remote(__mbarrier_t *barrier, unsigned rank);

/** lw_mbarrier_expect_tx() and lw_mbarrier_arrive_remote() at another block's barrier.
 * @param barrier as lw_mbarrier_arrive_remote()'s
 * @param rank of the block in the cluster
 * @param bytes that copies will bring, up to 2^20 - 1 in all
 *
 * CUDA: `mapa` and `mbarrier.arrive.expect_tx.shared::cluster` of PTX. */
void lw_mbarrier_arrive_expect_tx_remote(__mbarrier_t *barrier, unsigned rank, uint32_t bytes);

/** Makes barriers that the calling thread made fit for other blocks of the cluster, and for bulk copies.
 *
 * CUDA: `fence.mbarrier_init.release.cluster` of PTX. */
void lw_fence_mbarrier_init(void);
