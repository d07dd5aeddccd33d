/** @file
 * Asynchronous copies of one thread from global to the block's shared memory. For kernel files, which include
 * <lanewise/kernel.h>.
 *
 * Beside CUDA's __pipeline_memcpy_async(), __pipeline_commit(), __pipeline_wait_prior() and __pipeline_arrive_on(). A copy is
 * done some time between its issue and the wait for its batch: until then a write to its source, and any access to its
 * destination, is a race. After the wait the thread sees its own copies; other threads see them after a barrier.
 *
 * Each target's pipeline.h defines these names; no compiler reads this file.
 */

/** Copies any number of bytes, as __pipeline_memcpy_async() does 4, 8 or 16: in pieces of 16, 8 or 4 bytes where the size
 * and both addresses are multiples of it, else at once.
 * @param shared destination, in the block's shared memory
 * @param global source, in global memory
 * @param size bytes
 *
 * CUDA: cuda::memcpy_async of one thread. */
void lw_pipeline_memcpy_async(void *shared, const void *global, size_t size);
