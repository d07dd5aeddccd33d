/** @file
 * Electing one lane of a warp. For kernel files, which include <lanewise/kernel.h>.
 *
 * Every lane of the mask that has not returned calls with the same mask; the same lane is elected for it each time. On a GPU
 * it needs compute capability 9.0.
 *
 * Each target's elect.h defines these names; no compiler reads this file.
 */

/** Whether the calling lane is the elected one.
 * @param mask lanes of the warp, a bit each
 * @return true for one lane of the mask
 *
 * CUDA: `elect.sync` of PTX. */
bool lw_elect_sync(unsigned mask);

/** Which lane is elected.
 * @param mask lanes of the warp, a bit each
 * @return the elected lane, 0 to 31
 *
 * CUDA: `elect.sync` of PTX. */
unsigned lw_elect_leader_sync(unsigned mask);
