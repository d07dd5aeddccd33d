/** @file
 * Defining kernels: LW_KERNEL and its attributes. For kernel files, which include <lanewise/kernel.h>.
 *
 *     LW_KERNEL(scale, LW_LAUNCH_BOUNDS(256), (int, n), (float, by), (float *, x))
 *     {
 *         int i = blockIdx.x * blockDim.x + threadIdx.x;
 *         if (i < n)
 *             x[i] *= by;
 *     }
 *
 * Each target's kernel_macro.h defines these names; no compiler reads this file.
 */

/** Begins a kernel: its body follows in braces.
 *
 * A grid runs the body once for each thread of each block. A kernel returns nothing. A name is the whole program's, so that
 * the host can launch it: lw_launch(). Where an LW_DECLARE_KERNEL of the same name came before, other parameters do not
 * compile.
 * @param name the kernel
 * @param ... attributes, none to two: LW_LAUNCH_BOUNDS, LW_BLOCK_SIZE or LW_MAX_REGISTERS, then LW_CLUSTER_DIMS; then 0 to 64 parameters, each
 *     `(type, name)`, passed by value, 32764 bytes in all
 *
 * CUDA: `__global__ void name(type parameter, ...)`. */
#define LW_KERNEL(name, ...)

/** An attribute of LW_KERNEL: limits the block, so that the compiler may give a thread more registers. A launch of a larger
 * block is refused with LW_ERROR_INVALID_CONFIGURATION.
 * @param threads the most threads of a block
 * @param ... the fewest blocks that a multiprocessor shall hold at once; may be left out
 *
 * CUDA: `__launch_bounds__(threads, blocks)`. */
#define LW_LAUNCH_BOUNDS(threads, ...)

/** An attribute of LW_KERNEL: fixes the block's shape. A launch of another is refused with LW_ERROR_INVALID_CONFIGURATION.
 * @param x,y,z threads in each dimension, constants
 *
 * CUDA: `__block_size__((x, y, z))`. */
#define LW_BLOCK_SIZE(x, y, z)

/** An attribute of LW_KERNEL: the grid's blocks run in clusters of this shape. A launch whose grid is not a multiple of it,
 * or that names another, is refused with LW_ERROR_INVALID_CLUSTER_SIZE; a device without clusters (before 9.0) refuses each
 * with LW_ERROR_NOT_SUPPORTED.
 * @param x,y,z blocks in each dimension, constants
 *
 * CUDA: `__cluster_dims__(x, y, z)`. */
#define LW_CLUSTER_DIMS(x, y, z)

/** An attribute of LW_KERNEL: the most registers that a thread may have. No effect on the CPU.
 * @param registers a positive constant; a GPU's compiler ignores what is beyond 255
 *
 * CUDA: `__maxnreg__(registers)`. */
#define LW_MAX_REGISTERS(registers)

/** The type of a parameter of LW_KERNEL that all threads of the grid use in place: `(LW_GRID_CONSTANT(struct table), t)`. The body has
 * `t` as a `const struct table *`, with one address for all threads until the grid has ended; nothing may write there.
 * __isGridConstant(t) is 1. The kernel's LW_DECLARE_KERNEL has `(struct table, t)`, and launches pass the structure itself.
 * @param type the type that launches pass
 *
 * CUDA: `const __grid_constant__ type`, whose address the body takes. */
#define LW_GRID_CONSTANT(type)
