/** @file
 * Where and when a thread runs, by PTX's special registers. For kernel files, which include <lanewise/kernel.h>.
 *
 * Each may change while the thread runs, except the lane. CUDA C reads them with inline assembly, such as
 * `asm volatile("mov.u32 %0, %%smid;" : "=r"(smid))`.
 *
 * Each target's special.h defines these names; no compiler reads this file.
 */

/** The thread's lane.
 * @return its place in its warp, 0 to 31
 *
 * CUDA: `%laneid` of PTX. */
unsigned lw_laneid(void);

/** The place that the warp holds on its multiprocessor, which is not its number in the block.
 * @return on a GPU any number, which may change
 *
 * CUDA: `%warpid` of PTX. */
unsigned lw_warpid(void);

/** The multiprocessor that runs the block.
 * @return less than lw_nsmid()
 *
 * CUDA: `%smid` of PTX. */
unsigned lw_smid(void);

/** More than any lw_smid() of the device.
 * @return at least the number of multiprocessors
 *
 * CUDA: `%nsmid` of PTX. */
unsigned lw_nsmid(void);

/** A clock of the whole device.
 * @return nanoseconds; on a GPU in steps of up to a microsecond
 *
 * CUDA: `%globaltimer` of PTX. */
unsigned long long lw_globaltimer(void);
