/** @file
 * Variables of the memory spaces that C has no words for: shared, dynamic shared, constant and global memory. For kernel
 * files, which include <lanewise/kernel.h>.
 *
 * Each target's storage.h defines these names; no compiler reads this file.
 */

/** Declares shared memory: one instance a block, contents undefined when the block starts. In a kernel or a device function.
 *
 * The name is a constant pointer to the first element, on every target: LW_SHARED(float, tile, [32][33]) declares
 * `float (*const tile)[33]`, and LW_SHARED(int, count) declares `int *const count`. `sizeof` of it is a pointer's.
 * @param type an element's
 * @param name the pointer
 * @param ... the dimensions, `[n]...`, constants; left out: one element
 *
 * CUDA: `__shared__ type name[n]`. */
#define LW_SHARED(type, name, ...)

/** Names the shared memory that the launch asked for (lw_launch_config.dynamic_shared). In a kernel or a device function.
 * @param type an element's
 * @param name declared as `type *const name`, aligned to 16 bytes or, where that is more, as the type: to 4096 at most, on a GPU
 *     to 1024. All such names of a kernel are the same memory
 *
 * CUDA: `extern __shared__ type name[]`. */
#define LW_DYNAMIC_SHARED(type, name)

/** Declares a variable in global memory: one instance a device, which lives as long as the program. At file scope; an
 * initialiser may follow, else it is zero. The host reaches it through LW_SYMBOL(name).
 * @param type an element's
 * @param name the variable, a name of the whole program
 * @param ... the dimensions, `[n]...`, constants; left out: one element
 *
 * CUDA: `__device__ type name[n]`. */
#define LW_GLOBAL(type, name, ...)

/** Declares a variable in managed memory: as LW_GLOBAL, and the host uses it directly, at the address that
 * lw_symbol_get_address() gives for LW_SYMBOL(name). Each device has one instance, so the host has no name for it.
 * @param type an element's
 * @param name the variable, a name of the whole program
 * @param ... the dimensions, `[n]...`, constants; left out: one element
 *
 * CUDA: `__managed__ type name[n]`. */
#define LW_MANAGED(type, name, ...)

/** Declares a variable in constant memory: as LW_GLOBAL, and a write to it in a kernel does not compile. The host writes it
 * with lw_memcpy_to_symbol().
 * @param type an element's
 * @param name the variable, a name of the whole program
 * @param ... the dimensions, `[n]...`, constants; left out: one element. 65536 bytes at most
 *
 * CUDA: `__constant__ type name[n]`. */
#define LW_CONSTANT(type, name, ...)
