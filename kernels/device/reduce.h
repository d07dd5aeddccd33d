/** @file
 * Reductions of any type by any associative operation, for kernel files.
 *
 *     static __device__ __forceinline__ int product(int a, int b) { return a * b; }
 *     static __device__ __forceinline__ int as_it_is(int x, int flip) { return x; }
 *     LWK_REDUCE_BLOCK(product_of_block, int, product)
 *     LWK_REDUCE_RANGE(product_of_range, int, 1, product, as_it_is)
 *
 *     LW_KERNEL(products, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, n), (size_t, chunk), (const int *, in),
 *               (int *, out))
 *     {
 *         size_t first = blockIdx.x * chunk, end = n - first < chunk ? n : first + chunk;
 *         int all = product_of_block(product_of_range(first, end, in, 0));
 *         if (threadIdx.x == 0)
 *             out[blockIdx.x] = all;
 *     }
 *
 * makes a product of each chunk of elements. A second launch, of one block, multiplies these products; lwk_chunks_of() says how
 * many there are. The order of operations depends on n alone: the bits are the same on every device and in every run.
 */
#ifndef LWK_DEVICE_REDUCE_H
#define LWK_DEVICE_REDUCE_H

#include <lanewise/kernel.h>

#include "chunks.h"

/** Before the loop over a tile's rows: nvcc unrolls it, so that 16 loads of each thread are in flight together. For a CPU it stays
 * a loop. */
#if defined(__CUDACC__)
#define LWK_REDUCE_UNROLL _Pragma("unroll 16")
#else
#define LWK_REDUCE_UNROLL _Pragma("unroll 1")
#endif

/** Defines `static type name(type value)`: the values of a block's LWK_REDUCE_THREADS threads, combined, in every thread. All threads
 * call it. Its shared memory is free again after the block's next barrier.
 * @param name the function's
 * @param type of the values; __shfl_down_sync() takes it
 * @param combine a device function of two values, associative; the first operand is that of lower elements */
#define LWK_REDUCE_BLOCK(name, type, combine)                                                                          \
    static __device__ __forceinline__ type name(type value)                                                            \
    {                                                                                                                  \
        LW_SHARED(type, warps, [LWK_REDUCE_THREADS / 32]);                                                             \
        _Pragma("unroll") for (int distance = 16; distance > 0; distance /= 2) value =                                 \
            combine(value, __shfl_down_sync(LW_FULL_MASK, value, distance));                                           \
        if (threadIdx.x % 32 == 0)                                                                                     \
            warps[threadIdx.x / 32] = value;                                                                           \
        __syncthreads();                                                                                               \
        return combine(warps[0], warps[1]);                                                                            \
    }

/** Defines `static type name(size_t first, size_t end, const type *in, type flip)`: what the thread has of elements first to end - 1,
 * which are the block's.
 * @param name the function's
 * @param type of the elements
 * @param identity what changes no value that it is combined with
 * @param combine a device function of two values: of what is combined so far and the next element
 * @param take a device function of an element and `flip`: what is combined of it */
#define LWK_REDUCE_RANGE(name, type, identity, combine, take)                                                          \
    static __device__ __forceinline__ type name(size_t first, size_t end, const type *in, type flip)                   \
    {                                                                                                                  \
        type all = identity;                                                                                           \
        for (; end - first >= LWK_REDUCE_TILE; first += LWK_REDUCE_TILE) {                                             \
            type tile = identity;                                                                                      \
            LWK_REDUCE_UNROLL for (unsigned row = 0; row < LWK_REDUCE_ROWS; row++) tile =                              \
                combine(tile, take(in[first + threadIdx.x + row * LWK_REDUCE_THREADS], flip));                         \
            all = combine(all, tile);                                                                                  \
        }                                                                                                              \
        for (size_t i = first + threadIdx.x; i < end; i += LWK_REDUCE_THREADS)                                         \
            all = combine(all, take(in[i], flip));                                                                     \
        return all;                                                                                                    \
    }

#endif
