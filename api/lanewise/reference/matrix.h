/** @file
 * Warp matrices: fragments, and what a warp does with them. For device code, which includes <lanewise/matrix.h>.
 *
 * A *fragment* is a thread's part of a matrix that the 32 threads of a warp have together. All of them call each function that
 * ends in `_sync`, at the same place in the source, with equal arguments except for the fragments. Anything else is undefined;
 * the emulator ends the launch with a report.
 *
 * | elements | factors | m x n x k | accumulators |
 * |---|---|---|---|
 * | half | `__half` | 16x16x16, 32x8x16, 8x32x16 | `float`, `__half` |
 * | bfloat16 | `__nv_bfloat16` | 16x16x16, 32x8x16, 8x32x16 | `float` |
 * | floats of 19 bits | `tf32` | 16x16x8 | `float` |
 * | double | `double` | 8x8x4 | `double` |
 * | bytes | `signed char`, `unsigned char` | 16x16x16, 32x8x16, 8x32x16 | `int` |
 * | 4 bits | `s4`, `u4` | 8x8x32 | `int` |
 * | bits | `b1` | 8x8x128 | `int` |
 *
 * On a GPU bfloat16, tf32, double and `bmmaBitOpAND` need compute capability 8.0.
 *
 * A fragment's numbers are in its member `x`, lw_num_storage_elements() of them. Which elements of the matrix these are is not
 * specified, so only what treats all elements alike makes sense: `for (...) sum.x[i] *= 2`. The type of `x[i]` is the element's;
 * tf32 has float, s4 has int with 8 elements in each, u4 and b1 have unsigned with 8 and 32.
 *
 * On the CPU products have the bits of an H200's. An element of d is a sum of up to 16 products (tf32: 4, so there are two
 * sums) and the element of c. The addends are aligned to the largest exponent among them, and cut after 25 bits of fraction.
 * Their sum is exact; it is cut to a float, or rounded to nearest to a half if c is half, too. Doubles are added by one fma()
 * after the other.
 *
 * Each target's matrix.h defines these names; no compiler reads this file. FRAGMENT stands for a LW_FRAGMENT, ELEMENT for the type
 * of its elements.
 */

/** The type of a fragment: `LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a;`.
 * @param use `matrix_a` (m x k), `matrix_b` (k x n) or `accumulator` (m x n)
 * @param m rows of a and of the product
 * @param n columns of b and of the product
 * @param k columns of a, rows of b
 * @param ... the elements' type; for factors also how they lie in memory, `row_major` or `col_major`. With elements below a
 *     byte a is `row_major`, b `col_major`
 *
 * CUDA: `nvcuda::wmma::fragment<use, m, n, k, type, layout>`. */
#define LW_FRAGMENT(use, m, n, k, ...)

/** How many elements a fragment has: a constant.
 * @param fragment any
 * @return the number; an element may be there twice
 *
 * CUDA: `fragment.num_elements`. */
int lw_num_elements(const FRAGMENT *fragment);

/** How many numbers the member `x` of a fragment has: a constant.
 * @param fragment any
 * @return lw_num_elements(), except for s4, u4 and b1, which have several elements in a number
 *
 * CUDA: `fragment.num_storage_elements`. */
int lw_num_storage_elements(const FRAGMENT *fragment);

/** Sets all elements of a fragment to one value. Not collective.
 * @param fragment any
 * @param value of s4 and u4 the low 4 bits count, of b1 the lowest
 *
 * CUDA: `nvcuda::wmma::fill_fragment`. */
void lw_fill_fragment(FRAGMENT *fragment, ELEMENT value);

/** Loads a matrix. It orders no memory: between other threads' stores and the load __syncwarp() is needed, or a barrier.
 * @param fragment a factor, or with a layout an accumulator
 * @param pointer the matrix's first element, in any memory that all threads of the warp access; aligned to 32 bytes. For s4, u4 and
 *     b1 a pointer to any type
 * @param distance from one row to the next, by column from one column to the next, in elements: a multiple of 16 bytes
 * @param ... for an accumulator `mem_row_major` or `mem_col_major`
 *
 * CUDA: `nvcuda::wmma::load_matrix_sync`. */
void lw_load_matrix_sync(FRAGMENT *fragment, const ELEMENT *pointer, unsigned distance, ...);

/** Stores an accumulator. It orders no memory, as lw_load_matrix_sync().
 * @param pointer as lw_load_matrix_sync()'s
 * @param fragment an accumulator
 * @param distance as lw_load_matrix_sync()'s
 * @param layout `mem_row_major` or `mem_col_major`
 *
 * CUDA: `nvcuda::wmma::store_matrix_sync`. */
void lw_store_matrix_sync(ELEMENT *pointer, const FRAGMENT *fragment, unsigned distance, layout_t layout);

/** d = a * b + c.
 * @param d an accumulator; may be c
 * @param a a `matrix_a`
 * @param b a `matrix_b` of the same shape and type
 * @param c an accumulator. With half factors one of c and d may be half, the other float
 * @param ... for integers optional: whether a sum beyond the range of int becomes its nearest end. Without it sums wrap
 *
 * CUDA: `nvcuda::wmma::mma_sync`. */
void lw_mma_sync(FRAGMENT *d, const FRAGMENT *a, const FRAGMENT *b, const FRAGMENT *c, ...);

/** d = c + the number of bits set in (row of a) op (column of b).
 * @param d an accumulator; may be c
 * @param a a `matrix_a` of b1
 * @param b a `matrix_b` of b1
 * @param c an accumulator
 * @param ... optional: `bmmaBitOpXOR` (without it, too) or `bmmaBitOpAND`; then optional `bmmaAccumulateOpPOPC`
 *
 * CUDA: `nvcuda::wmma::bmma_sync`. */
void lw_bmma_sync(FRAGMENT *d, const FRAGMENT *a, const FRAGMENT *b, const FRAGMENT *c, ...);
