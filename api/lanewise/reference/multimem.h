/** @file
 * Loads, stores and reductions at multicast addresses. For kernel files, which include <lanewise/multimem.h>. On a GPU they need
 * compute capability 9.0: in code for less, a use does not link.
 *
 * The pointer's type chooses the instruction, as CUDA's overloads do:
 *
 * | T | add | min, max | and, or, xor | st |
 * |---|---|---|---|---|
 * | int, unsigned | yes | yes | yes | yes |
 * | unsigned long, unsigned long long | yes | yes | yes | yes |
 * | long, long long | - | yes | yes | yes |
 * | float, double | yes | - | - | yes |
 * | __half2, __nv_bfloat162 | yes | loads | - | yes |
 *
 * `_v2` and `_v4` access two or four elements in a row, of __half2 or __nv_bfloat162, or sums and stores of float, at an address that
 * is a multiple of their total size. Any other address is a multiple of its type's size. Each copy of an element is one atomic access. (PTX's `.v8.f16` is
 * `_v4` of __half2.)
 *
 * `order` is __NV_ATOMIC_RELAXED or, of a load, __NV_ATOMIC_ACQUIRE, of a store or reduction, __NV_ATOMIC_RELEASE; another one ends
 * the launch. `scope` is an __NV_THREAD_SCOPE_..., and may be left out: then it is the system. The threads of another device are only in the
 * system's scope.
 *
 * On the CPU, copies are reduced in the order in which their devices were added to the object. Each step is rounded to nearest and
 * keeps denormals. In which order a GPU's switch reduces is not documented. min and max of 16-bit numbers are PTX's: a NaN
 * counts only beside another one.
 *
 * Faults on the CPU: an address that is no multicast address, or misaligned; a device without access to it; bytes where a device
 * has no memory bound. An ordinary access of a multicast address is undefined on a GPU, and a fault on the CPU. `lanewise check`
 * checks each access as one of every copy.
 *
 * Each target's multimem.h defines these names; no compiler reads this file.
 */

/** The sum of all copies.
 * @param address a multicast address
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the sum, of the type T
 *
 * CUDA: `multimem.ld_reduce.add` of PTX. */
T lw_multimem_ld_reduce_add(const T *address, int order, int scope);

/** Two sums.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.add.v2` of PTX. */
void lw_multimem_ld_reduce_add_v2(T *result, const T *address, int order, int scope);

/** Four sums.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.add.v4` of PTX. */
void lw_multimem_ld_reduce_add_v4(T *result, const T *address, int order, int scope);

/** The sum of all copies of 16-bit numbers, which is a float until all are added, and then rounded once.
 * @param address a multicast address, of __half2 or __nv_bfloat162
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the sum, of the type T
 *
 * CUDA: `multimem.ld_reduce.add.acc::f32` of PTX. */
T lw_multimem_ld_reduce_add_acc_f32(const T *address, int order, int scope);

/** Two such sums.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.add.acc::f32.v2` of PTX. */
void lw_multimem_ld_reduce_add_acc_f32_v2(T *result, const T *address, int order, int scope);

/** Four such sums.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.add.acc::f32.v4` of PTX. */
void lw_multimem_ld_reduce_add_acc_f32_v4(T *result, const T *address, int order, int scope);

/** The smallest of all copies.
 * @param address a multicast address
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the smallest, of the type T
 *
 * CUDA: `multimem.ld_reduce.min` of PTX. */
T lw_multimem_ld_reduce_min(const T *address, int order, int scope);

/** The smallest of two elements' copies each.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.min.v2` of PTX. */
void lw_multimem_ld_reduce_min_v2(T *result, const T *address, int order, int scope);

/** The smallest of four elements' copies each.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.min.v4` of PTX. */
void lw_multimem_ld_reduce_min_v4(T *result, const T *address, int order, int scope);

/** The largest of all copies.
 * @param address a multicast address
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the largest, of the type T
 *
 * CUDA: `multimem.ld_reduce.max` of PTX. */
T lw_multimem_ld_reduce_max(const T *address, int order, int scope);

/** The largest of two elements' copies each.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.max.v2` of PTX. */
void lw_multimem_ld_reduce_max_v2(T *result, const T *address, int order, int scope);

/** The largest of four elements' copies each.
 * @param result where the elements go: memory of the thread
 * @param address a multicast address, of the first element
 * @param order relaxed, or acquire
 * @param scope as above
 *
 * CUDA: `multimem.ld_reduce.max.v4` of PTX. */
void lw_multimem_ld_reduce_max_v4(T *result, const T *address, int order, int scope);

/** The bits that all copies have.
 * @param address a multicast address
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the bits, of the type T
 *
 * CUDA: `multimem.ld_reduce.and` of PTX. */
T lw_multimem_ld_reduce_and(const T *address, int order, int scope);

/** The bits that any copy has.
 * @param address a multicast address
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the bits, of the type T
 *
 * CUDA: `multimem.ld_reduce.or` of PTX. */
T lw_multimem_ld_reduce_or(const T *address, int order, int scope);

/** The bits that an odd number of copies has.
 * @param address a multicast address
 * @param order relaxed, or acquire
 * @param scope as above
 * @return the bits, of the type T
 *
 * CUDA: `multimem.ld_reduce.xor` of PTX. */
T lw_multimem_ld_reduce_xor(const T *address, int order, int scope);

/** Stores a value to all copies.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.st` of PTX. */
void lw_multimem_st(T *address, T value, int order, int scope);

/** Stores two values to all copies.
 * @param address a multicast address, of the first element
 * @param values the elements: memory of the thread
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.st.v2` of PTX. */
void lw_multimem_st_v2(T *address, const T *values, int order, int scope);

/** Stores four values to all copies.
 * @param address a multicast address, of the first element
 * @param values the elements: memory of the thread
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.st.v4` of PTX. */
void lw_multimem_st_v4(T *address, const T *values, int order, int scope);

/** Adds a value to all copies, to each in one step.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.add` of PTX. */
void lw_multimem_red_add(T *address, T value, int order, int scope);

/** Adds two values to all copies, to each element in one step.
 * @param address a multicast address, of the first element
 * @param values the elements: memory of the thread
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.add.v2` of PTX. */
void lw_multimem_red_add_v2(T *address, const T *values, int order, int scope);

/** Adds four values to all copies, to each element in one step.
 * @param address a multicast address, of the first element
 * @param values the elements: memory of the thread
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.add.v4` of PTX. */
void lw_multimem_red_add_v4(T *address, const T *values, int order, int scope);

/** Makes each copy the smaller of itself and an integer.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.min` of PTX. */
void lw_multimem_red_min(T *address, T value, int order, int scope);

/** Makes each copy the larger of itself and an integer.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.max` of PTX. */
void lw_multimem_red_max(T *address, T value, int order, int scope);

/** Clears the bits of all copies that the value lacks.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.and` of PTX. */
void lw_multimem_red_and(T *address, T value, int order, int scope);

/** Sets the bits of the value in all copies.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.or` of PTX. */
void lw_multimem_red_or(T *address, T value, int order, int scope);

/** Flips the bits of the value in all copies.
 * @param address a multicast address
 * @param value is converted to the type T
 * @param order relaxed, or release
 * @param scope as above
 *
 * CUDA: `multimem.red.xor` of PTX. */
void lw_multimem_red_xor(T *address, T value, int order, int scope);
