/** @file
 * Barriers with a number, at which some warps of a block wait for each other. For kernel files, which include
 * <lanewise/kernel.h>.
 *
 * A block has barriers 0 to 15; 0 is that of __syncthreads(). A warp calls with all its threads that have not returned. One
 * number may be used again only after all of its first use have come. On the CPU a wrong number or count, or other threads
 * than expected, end the launch with a sticky status; on a GPU they are undefined.
 *
 * Each target's sync.h defines these names; no compiler reads this file.
 */

/** Waits at a barrier until `count` threads have come, and sees what they wrote before.
 * @param id 0 to 15
 * @param count threads, those of lw_barrier_arrive() included: a multiple of 32, in which a warp counts as 32 even where it
 *     has fewer
 *
 * CUDA: `bar.sync` of PTX; __barrier_sync_count(). */
void lw_barrier_sync(unsigned id, unsigned count);

/** Comes to a barrier without waiting: a producer arrives where consumers call lw_barrier_sync(), or the other way round.
 * @param id 0 to 15
 * @param count as lw_barrier_sync()'s
 *
 * CUDA: `bar.arrive` of PTX. */
void lw_barrier_arrive(unsigned id, unsigned count);
