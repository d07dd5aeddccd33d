/** @file
 * merge: two sorted arrays of floats or ints become one; alone or with a 32-bit value for each element.
 *
 *     for (i = j = 0; i + j < count_a + count_b;)
 *         if (j < count_b && (i == count_a || b[j] < a[i])) { out[i + j] = b[j]; j++; }
 *         else { out[i + j] = a[i]; i++; }
 *
 * So elements of `a` come before equal ones of `b`, and the result is the same bits on every device, in every run. Where the first so many merged elements end in both
 * arrays is found by a search, so that blocks have equal parts (Green, McColl and Bader, GPU Merge Path, 2012). Work grows with the elements.
 */
#ifndef LWK_MERGE_H
#define LWK_MERGE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_MERGE_BLOCK = 2304 /**< elements of a block of lwk_merge_tiles_float() */
};

/** splits[k] = how many of the first k * each merged elements are of `a`, of all of them for the last. Any one-dimensional block; the grid covers count.
 * @param count splits: parts of `each` elements, and one more
 * @param each elements of a part
 * @param count_a elements of `a`
 * @param a so many floats of device memory in rising order
 * @param count_b elements of `b`
 * @param b so many floats of device memory in rising order
 * @param splits count numbers of device memory */
LW_DECLARE_KERNEL(lwk_merge_splits_float, (size_t, count), (size_t, each), (size_t, count_a), (const float *, a),
                  (size_t, count_b), (const float *, b), (size_t *, splits));
/** Merges tiles of LWK_MERGE_BLOCK elements. Blocks of 256 threads, one for each tile.
 * @param count_a,a,count_b,b as lwk_merge_splits_float()'s
 * @param values_a a number of device memory for each of `a`; null: there are none
 * @param values_b a number of device memory for each of `b`; null: there are none
 * @param splits of tiles, as lwk_merge_splits_float() has stored them
 * @param out count_a + count_b floats of device memory, overlapping no other
 * @param values_out as many numbers of device memory, overlapping no other; null: there are none */
LW_DECLARE_KERNEL(lwk_merge_tiles_float, (size_t, count_a), (const float *, a), (const unsigned *, values_a),
                  (size_t, count_b), (const float *, b), (const unsigned *, values_b), (const size_t *, splits),
                  (float *, out), (unsigned *, values_out));
/** The same by blocks of one thread, one for each part: for CPUs.
 * @param each elements of a part
 * @param count_a,a,values_a,count_b,b,values_b,splits,out,values_out as lwk_merge_tiles_float()'s, of parts */
LW_DECLARE_KERNEL(lwk_merge_parts_float, (size_t, each), (size_t, count_a), (const float *, a),
                  (const unsigned *, values_a), (size_t, count_b), (const float *, b), (const unsigned *, values_b),
                  (const size_t *, splits), (float *, out), (unsigned *, values_out));

/** As lwk_merge_splits_float(), of ints.
 * @param count,each,count_a,a,count_b,b,splits as lwk_merge_splits_float()'s */
LW_DECLARE_KERNEL(lwk_merge_splits_int, (size_t, count), (size_t, each), (size_t, count_a), (const int *, a),
                  (size_t, count_b), (const int *, b), (size_t *, splits));
/** As lwk_merge_tiles_float(), of ints.
 * @param count_a,a,values_a,count_b,b,values_b,splits,out,values_out as lwk_merge_tiles_float()'s */
LW_DECLARE_KERNEL(lwk_merge_tiles_int, (size_t, count_a), (const int *, a), (const unsigned *, values_a),
                  (size_t, count_b), (const int *, b), (const unsigned *, values_b), (const size_t *, splits),
                  (int *, out), (unsigned *, values_out));
/** As lwk_merge_parts_float(), of ints.
 * @param each,count_a,a,values_a,count_b,b,values_b,splits,out,values_out as lwk_merge_parts_float()'s */
LW_DECLARE_KERNEL(lwk_merge_parts_int, (size_t, each), (size_t, count_a), (const int *, a),
                  (const unsigned *, values_a), (size_t, count_b), (const int *, b), (const unsigned *, values_b),
                  (const size_t *, splits), (int *, out), (unsigned *, values_out));

/** How large a workspace the launchers need.
 * @param count_a elements of `a`
 * @param count_b elements of `b`
 * @return bytes: 8 for each LWK_MERGE_BLOCK elements, and 16 more */
size_t lwk_merge_workspace(size_t count_a, size_t count_b);
/** Queues the merging of sorted floats.
 * @param stream where
 * @param count_a elements of `a`, any number
 * @param a so many floats of device memory in rising order, without NaN
 * @param count_b elements of `b`, any number; both are at most 2^40
 * @param b so many floats of device memory in rising order, without NaN
 * @param out count_a + count_b floats of device memory, overlapping no other
 * @param workspace lwk_merge_workspace(count_a, count_b) bytes of device memory, aligned to 8; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cub::DeviceMerge::MergeKeys. */
lw_status lwk_merge_keys_float_launch(lw_stream *stream, size_t count_a, const float *a, size_t count_b, const float *b,
                                      float *out, void *workspace);
/** As lwk_merge_keys_float_launch(), with a 32-bit value for each element, which goes where it goes.
 * @param stream,count_a,a,count_b,b,out,workspace as lwk_merge_keys_float_launch()'s
 * @param values_a count_a numbers of device memory
 * @param values_b count_b numbers of device memory
 * @param values_out count_a + count_b numbers of device memory, overlapping no other
 * @return as lwk_merge_keys_float_launch()
 *
 * CUDA: cub::DeviceMerge::MergePairs. */
lw_status lwk_merge_pairs_float_launch(lw_stream *stream, size_t count_a, const float *a, const unsigned *values_a,
                                       size_t count_b, const float *b, const unsigned *values_b, float *out,
                                       unsigned *values_out, void *workspace);
/** As lwk_merge_keys_float_launch(), of ints.
 * @param stream,count_a,a,count_b,b,out,workspace as lwk_merge_keys_float_launch()'s
 * @return as lwk_merge_keys_float_launch()
 *
 * CUDA: cub::DeviceMerge::MergeKeys. */
lw_status lwk_merge_keys_int_launch(lw_stream *stream, size_t count_a, const int *a, size_t count_b, const int *b,
                                    int *out, void *workspace);
/** As lwk_merge_pairs_float_launch(), of ints.
 * @param stream,count_a,a,values_a,count_b,b,values_b,out,values_out,workspace as lwk_merge_pairs_float_launch()'s
 * @return as lwk_merge_keys_float_launch()
 *
 * CUDA: cub::DeviceMerge::MergePairs. */
lw_status lwk_merge_pairs_int_launch(lw_stream *stream, size_t count_a, const int *a, const unsigned *values_a,
                                     size_t count_b, const int *b, const unsigned *values_b, int *out,
                                     unsigned *values_out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
