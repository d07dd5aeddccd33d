/** @file
 * Where and in what shape a kernel launches another: lw_launch_device() of <lanewise/device_launch.h>.
 *
 * Each target's device_launch.h defines it; no compiler reads this file.
 */

/** A launch's stream and shape. lw_device_linear() and lw_device_grid() build it.
 * CUDA: `<<<grid, block, dynamic_shared, stream>>>`. */
typedef struct lw_device_config {
    cudaStream_t stream;   /**< see lw_device_grid() */
    lw_dim3 grid;          /**< blocks of the grid */
    lw_dim3 block;         /**< threads of a block */
    size_t dynamic_shared; /**< bytes a block, for LW_DYNAMIC_SHARED */
} lw_device_config;
