/** @file
 * radix_sort: keys of six types in order, alone or with a 32-bit value each; equal keys stay in the order they have.
 *
 *     for (i = 1; i < n; i++) for (j = i; j > 0 && digits(keys[j - 1]) > digits(keys[j]); j--) swap elements j - 1 and j;
 *
 * digits(key) is bits begin_bit to end_bit - 1 of the key as an unsigned number that has the key's order: the sign bit of signed integers and
 * of floating-point numbers that are not negative is inverted, negative floating-point numbers are inverted whole, and for a descending order all
 * bits are inverted at last. So bits 0 to 31, or 0 to 63, sort whole keys. -0 and +0 are equal. NaN stand where their bits put them: beyond the
 * infinities, those with a sign first. An output has the very bits of the inputs.
 *
 * A stable sort has one result: the bits are the same on every device, in every run and by every launcher.
 *
 * Digits of eight bits are sorted one after another, the least significant first. There are two ways. With *look-back* all digits are counted in
 * one launch; then each digit's launch reads a tile of keys, gets the tiles' counts before its own from other blocks, and writes the tile (Adinets and
 * Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022). In *passes* a thread counts the digits of its part, counts become
 * offsets, and the thread copies its part. Blocks that wait for others are fast on a GPU and slow on a CPU, and a thread's own part is the reverse: the
 * launchers without a variant look back on a GPU alone.
 */
#ifndef LWK_RADIX_SORT_H
#define LWK_RADIX_SORT_H

#include <stdbool.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What keys are. */
typedef enum {
    LWK_RADIX_UINT32, /**< unsigned integers of 32 bits */
    LWK_RADIX_INT32,  /**< signed integers of 32 bits */
    LWK_RADIX_FLOAT,  /**< floats */
    LWK_RADIX_UINT64, /**< unsigned integers of 64 bits */
    LWK_RADIX_INT64,  /**< signed integers of 64 bits */
    LWK_RADIX_DOUBLE  /**< doubles */
} lwk_radix_type;

/** Which keys come first. */
typedef enum {
    LWK_RADIX_ASCENDING, /**< the least */
    LWK_RADIX_DESCENDING /**< the greatest */
} lwk_radix_order;

/** Tiles of lwk_radix_sort_tiles_32() and lwk_radix_sort_tiles_64(). */
enum {
    LWK_RADIX_THREADS = 384,                    /**< threads of a block */
    LWK_RADIX_TILE_32 = LWK_RADIX_THREADS * 23, /**< keys of 32 bits */
    LWK_RADIX_TILE_64 = LWK_RADIX_THREADS * 14  /**< keys of 64 bits */
};

/** Adds how often each digit occurs to counts[256 * pass + digit], for the digits of all passes. Any one-dimensional grid of blocks of 256 threads.
 * @param n keys, up to 2^32 - 1 a block
 * @param type of the keys, an lwk_radix_type of 32 bits
 * @param order an lwk_radix_order
 * @param begin_bit the first bit
 * @param end_bit the last bit + 1; greater than begin_bit
 * @param keys n keys of device memory
 * @param counts 256 numbers of device memory a pass of eight bits */
LW_DECLARE_KERNEL(lwk_radix_sort_histogram_32, (size_t, n), (int, type), (int, order), (int, begin_bit), (int, end_bit),
                  (const unsigned *, keys), (unsigned long long *, counts));
/** As lwk_radix_sort_histogram_32(), of keys of 64 bits.
 * @param n,type,order,begin_bit,end_bit,keys,counts as lwk_radix_sort_histogram_32()'s */
LW_DECLARE_KERNEL(lwk_radix_sort_histogram_64, (size_t, n), (int, type), (int, order), (int, begin_bit), (int, end_bit),
                  (const unsigned long long *, keys), (unsigned long long *, counts));

/** Counts become offsets: counts[(blockIdx.x * parts + part) * 256 + digit] becomes the sum of the block's counts of lower digits, and of that digit
 * in parts before. Blocks of 256 threads.
 * @param n keys that each block's counts are of
 * @param parts how many rows of 256 counts a block has
 * @param counts gridDim.x * parts * 256 numbers of device memory
 * @param same gridDim.x words of device memory: become 1 where all keys of the block's counts have the same digit, else 0 */
LW_DECLARE_KERNEL(lwk_radix_sort_offsets, (size_t, n), (size_t, parts), (unsigned long long *, counts),
                  (unsigned *, same));

/** Sorts a portion of the keys by one digit, and their values. One block of LWK_RADIX_THREADS threads a tile of LWK_RADIX_TILE_32 keys. A block waits only for blocks
 * that have begun.
 * @param portion keys in the portions before
 * @param n keys in the portion, fewer than 2^30; all of the portion are whole tiles, except in the last portion
 * @param type of the keys, an lwk_radix_type of 32 bits
 * @param order an lwk_radix_order
 * @param shift the digit's first bit
 * @param bits of the digit, 1 to 8
 * @param keys n keys of device memory
 * @param keys_out device memory for the keys of all portions, not overlapping any of them
 * @param values n values of device memory; null: there are none
 * @param values_out device memory for the values of all portions, not overlapping any of them; null: there are none
 * @param offsets 256 numbers of device memory: where the portion's first key of each digit goes
 * @param next 256 numbers of device memory: becomes the next portion's `offsets`; null: this is the last portion
 * @param same a word of device memory: not 0 where all keys of all portions have the same digit; then they are copied
 * @param state 256 t + 1 words of device memory for t tiles, 0 before, undefined afterwards */
LW_DECLARE_KERNEL(lwk_radix_sort_tiles_32, (size_t, portion), (size_t, n), (int, type), (int, order), (int, shift),
                  (int, bits), (const unsigned *, keys), (unsigned *, keys_out), (const unsigned *, values),
                  (unsigned *, values_out), (const unsigned long long *, offsets), (unsigned long long *, next),
                  (const unsigned *, same), (unsigned *, state));
/** As lwk_radix_sort_tiles_32(), of keys of 64 bits, in tiles of LWK_RADIX_TILE_64 keys.
 * @param portion,n,type,order,shift,bits,keys,keys_out,values,values_out,offsets,next,same,state as lwk_radix_sort_tiles_32()'s */
LW_DECLARE_KERNEL(lwk_radix_sort_tiles_64, (size_t, portion), (size_t, n), (int, type), (int, order), (int, shift),
                  (int, bits), (const unsigned long long *, keys), (unsigned long long *, keys_out),
                  (const unsigned *, values), (unsigned *, values_out), (const unsigned long long *, offsets),
                  (unsigned long long *, next), (const unsigned *, same), (unsigned *, state));

/** counts[256 * part + digit] = how often the digit occurs in a part. A block of one thread a part.
 * @param n keys
 * @param part keys of a part
 * @param type of the keys, an lwk_radix_type of 32 bits
 * @param order an lwk_radix_order
 * @param shift the digit's first bit
 * @param bits of the digit, 1 to 8
 * @param keys n keys of device memory
 * @param counts 256 numbers of device memory a part */
LW_DECLARE_KERNEL(lwk_radix_sort_count_32, (size_t, n), (size_t, part), (int, type), (int, order), (int, shift),
                  (int, bits), (const unsigned *, keys), (unsigned long long *, counts));
/** As lwk_radix_sort_count_32(), of keys of 64 bits.
 * @param n,part,type,order,shift,bits,keys,counts as lwk_radix_sort_count_32()'s */
LW_DECLARE_KERNEL(lwk_radix_sort_count_64, (size_t, n), (size_t, part), (int, type), (int, order), (int, shift),
                  (int, bits), (const unsigned long long *, keys), (unsigned long long *, counts));

/** Copies each key to the place that its digit has, and its value. A block of one thread a part.
 * @param n,part,type,order,shift,bits,keys as lwk_radix_sort_count_32()'s
 * @param keys_out n keys of device memory, not overlapping `keys`
 * @param values n values of device memory; null: there are none
 * @param values_out n values of device memory, not overlapping `values`; null: there are none
 * @param offsets of lwk_radix_sort_offsets() */
LW_DECLARE_KERNEL(lwk_radix_sort_scatter_32, (size_t, n), (size_t, part), (int, type), (int, order), (int, shift),
                  (int, bits), (const unsigned *, keys), (unsigned *, keys_out), (const unsigned *, values),
                  (unsigned *, values_out), (const unsigned long long *, offsets));
/** As lwk_radix_sort_scatter_32(), of keys of 64 bits.
 * @param n,part,type,order,shift,bits,keys,keys_out,values,values_out,offsets as lwk_radix_sort_scatter_32()'s */
LW_DECLARE_KERNEL(lwk_radix_sort_scatter_64, (size_t, n), (size_t, part), (int, type), (int, order), (int, shift),
                  (int, bits), (const unsigned long long *, keys), (unsigned long long *, keys_out),
                  (const unsigned *, values), (unsigned *, values_out), (const unsigned long long *, offsets));

/** How large a workspace the launchers need, the same for all bits.
 * @param n keys
 * @param type of the keys
 * @param pairs whether the keys have values
 * @return bytes; 0 where n is 0 or `type` is none */
size_t lwk_radix_sort_workspace(size_t n, lwk_radix_type type, bool pairs);

/** Queues a sort of keys: with look-back on a GPU, in passes on a CPU.
 * @param stream where
 * @param n keys, up to 2^40; 0 does nothing
 * @param type of the keys
 * @param order which come first
 * @param begin_bit the first bit that is compared
 * @param end_bit the last bit that is compared + 1, at most 32 or 64; as great as begin_bit: the keys are copied
 * @param keys n keys of device memory; they stay as they are
 * @param keys_out n keys of device memory, not overlapping `keys`
 * @param workspace lwk_radix_sort_workspace(n, type, false) bytes of device memory, aligned to 8, overlapping no array; contents undefined before
 *     and afterwards
 * @return LW_ERROR_INVALID_VALUE: a null pointer, n too large, no such type or order, bits that the keys do not have; or as lw_launch_kernel(), where
 *     parts may be queued already
 *
 * CUDA: cub::DeviceRadixSort::SortKeys, SortKeysDescending. */
lw_status lwk_radix_sort_keys_launch(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,
                                     int begin_bit, int end_bit, const void *keys, void *keys_out, void *workspace);

/** Queues a sort of keys and their values.
 * @param stream,n,type,order,begin_bit,end_bit,keys,keys_out as lwk_radix_sort_keys_launch()'s
 * @param values n words of 32 bits of device memory; they stay as they are
 * @param values_out n words of device memory, not overlapping another array
 * @param workspace lwk_radix_sort_workspace(n, type, true) bytes, as lwk_radix_sort_keys_launch()'s
 * @return as lwk_radix_sort_keys_launch()
 *
 * CUDA: cub::DeviceRadixSort::SortPairs, SortPairsDescending. */
lw_status lwk_radix_sort_pairs_launch(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,
                                      int begin_bit, int end_bit, const void *keys, void *keys_out, const void *values,
                                      void *values_out, void *workspace);

/** Queues lwk_radix_sort_keys_launch()'s work with look-back on every device.
 * @copydetails lwk_radix_sort_keys_launch() */
lw_status lwk_radix_sort_keys_look_back_launch(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,
                                               int begin_bit, int end_bit, const void *keys, void *keys_out,
                                               void *workspace);

/** Queues lwk_radix_sort_pairs_launch()'s work with look-back on every device.
 * @copydetails lwk_radix_sort_pairs_launch() */
lw_status lwk_radix_sort_pairs_look_back_launch(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,
                                                int begin_bit, int end_bit, const void *keys, void *keys_out,
                                                const void *values, void *values_out, void *workspace);

/** Queues lwk_radix_sort_keys_launch()'s work in passes on every device.
 * @copydetails lwk_radix_sort_keys_launch() */
lw_status lwk_radix_sort_keys_passes_launch(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,
                                            int begin_bit, int end_bit, const void *keys, void *keys_out,
                                            void *workspace);

/** Queues lwk_radix_sort_pairs_launch()'s work in passes on every device.
 * @copydetails lwk_radix_sort_pairs_launch() */
lw_status lwk_radix_sort_pairs_passes_launch(lw_stream *stream, size_t n, lwk_radix_type type, lwk_radix_order order,
                                             int begin_bit, int end_bit, const void *keys, void *keys_out,
                                             const void *values, void *values_out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
