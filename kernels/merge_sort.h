/** @file
 * merge_sort: floats or ints in rising order, alone or with a 32-bit value for each; equal keys stay in the order they have.
 *
 *     for (i = 1; i < n; i++) for (j = i; j > 0 && keys[j] < keys[j - 1]; j--) swap elements j - 1 and j;
 *
 * A stable sort has one result: the bits are the same on every device and in every run. Tiles of LWK_MERGE_SORT_TILE elements are sorted in shared memory, then runs
 * are merged in pairs, each time twice as long; a search tells which parts of both runs a block has (merge.h). On a CPU a block of one thread sorts LWK_MERGE_SORT_PART
 * elements, and merges parts of as many. radix_sort.h is faster for these keys; a merge sort needs only a comparison.
 */
#ifndef LWK_MERGE_SORT_H
#define LWK_MERGE_SORT_H

#include <stdbool.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_MERGE_SORT_TILE = 2304, /**< elements of a block of 256 threads */
    LWK_MERGE_SORT_PART = 16384 /**< elements of a block of one thread, on a CPU */
};

/** Sorts tiles of LWK_MERGE_SORT_TILE elements. Blocks of 256 threads, one for each tile.
 * @param n keys, 1 or more
 * @param keys n floats of device memory, without NaN
 * @param values n numbers of device memory; null: there are none
 * @param out n floats of device memory, overlapping no other
 * @param values_out n numbers of device memory, overlapping no other; null: there are none */
LW_DECLARE_KERNEL(lwk_merge_sort_tiles_float, (size_t, n), (const float *, keys), (const unsigned *, values),
                  (float *, out), (unsigned *, values_out));
/** As lwk_merge_sort_tiles_float(), of ints.
 * @param n,keys,values,out,values_out as lwk_merge_sort_tiles_float()'s */
LW_DECLARE_KERNEL(lwk_merge_sort_tiles_int, (size_t, n), (const int *, keys), (const unsigned *, values), (int *, out),
                  (unsigned *, values_out));
/** Sorts parts of LWK_MERGE_SORT_PART elements: for CPUs. Blocks of one thread, one for each part.
 * @param n,keys,values,out,values_out as lwk_merge_sort_tiles_float()'s
 * @param between n floats of device memory, overlapping no other
 * @param values_between n numbers of device memory, overlapping no other; null: there are none */
LW_DECLARE_KERNEL(lwk_merge_sort_parts_float, (size_t, n), (const float *, keys), (const unsigned *, values),
                  (float *, out), (unsigned *, values_out), (float *, between), (unsigned *, values_between));
/** As lwk_merge_sort_parts_float(), of ints.
 * @param n,keys,values,out,values_out,between,values_between as lwk_merge_sort_parts_float()'s */
LW_DECLARE_KERNEL(lwk_merge_sort_parts_int, (size_t, n), (const int *, keys), (const unsigned *, values), (int *, out),
                  (unsigned *, values_out), (int *, between), (unsigned *, values_between));

/** splits[k] = how many of the elements before k * each, in its pair of runs, are of the pair's first run. Any one-dimensional block; the grid covers count.
 * @param count parts of `each` elements
 * @param each elements of a part
 * @param run elements of a run, a multiple of each; the last run may be shorter, or have no other run
 * @param n keys
 * @param keys n floats of device memory: runs in rising order
 * @param splits count numbers of device memory */
LW_DECLARE_KERNEL(lwk_merge_sort_splits_float, (size_t, count), (size_t, each), (size_t, run), (size_t, n),
                  (const float *, keys), (size_t *, splits));
/** As lwk_merge_sort_splits_float(), of ints.
 * @param count,each,run,n,keys,splits as lwk_merge_sort_splits_float()'s */
LW_DECLARE_KERNEL(lwk_merge_sort_splits_int, (size_t, count), (size_t, each), (size_t, run), (size_t, n),
                  (const int *, keys), (size_t *, splits));
/** Merges pairs of runs. Blocks of 256 threads, one for each LWK_MERGE_SORT_TILE elements of the result.
 * @param run,n,keys as lwk_merge_sort_splits_float()'s
 * @param splits of tiles, as lwk_merge_sort_splits_float() has stored them
 * @param values,out,values_out as lwk_merge_sort_tiles_float()'s */
LW_DECLARE_KERNEL(lwk_merge_sort_merge_float, (size_t, run), (size_t, n), (const size_t *, splits),
                  (const float *, keys), (const unsigned *, values), (float *, out), (unsigned *, values_out));
/** As lwk_merge_sort_merge_float(), of ints.
 * @param run,n,splits,keys,values,out,values_out as lwk_merge_sort_merge_float()'s */
LW_DECLARE_KERNEL(lwk_merge_sort_merge_int, (size_t, run), (size_t, n), (const size_t *, splits), (const int *, keys),
                  (const unsigned *, values), (int *, out), (unsigned *, values_out));
/** The same by blocks of one thread, one for each part: for CPUs.
 * @param each elements of a part
 * @param run,n,splits,keys,values,out,values_out as lwk_merge_sort_merge_float()'s, of parts */
LW_DECLARE_KERNEL(lwk_merge_sort_merge_parts_float, (size_t, each), (size_t, run), (size_t, n),
                  (const size_t *, splits), (const float *, keys), (const unsigned *, values), (float *, out),
                  (unsigned *, values_out));
/** As lwk_merge_sort_merge_parts_float(), of ints.
 * @param each,run,n,splits,keys,values,out,values_out as lwk_merge_sort_merge_parts_float()'s */
LW_DECLARE_KERNEL(lwk_merge_sort_merge_parts_int, (size_t, each), (size_t, run), (size_t, n), (const size_t *, splits),
                  (const int *, keys), (const unsigned *, values), (int *, out), (unsigned *, values_out));

/** How large a workspace the launchers need.
 * @param n keys
 * @param has_values whether they have values
 * @return bytes: 4 for each key and each value, and 8 for each LWK_MERGE_SORT_TILE keys */
size_t lwk_merge_sort_workspace(size_t n, bool has_values);
/** Queues the sorting of floats.
 * @param stream where
 * @param n keys, at most 2^40; 0 does nothing
 * @param keys n floats of device memory, without NaN; -0 and 0 are equal
 * @param out n floats of device memory, overlapping no other
 * @param workspace lwk_merge_sort_workspace(n, false) bytes of device memory, aligned to 8; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cub::DeviceMergeSort::StableSortKeysCopy. */
lw_status lwk_merge_sort_keys_float_launch(lw_stream *stream, size_t n, const float *keys, float *out, void *workspace);
/** As lwk_merge_sort_keys_float_launch(), with a 32-bit value for each key, which goes where it goes.
 * @param stream,n,keys,out as lwk_merge_sort_keys_float_launch()'s
 * @param values n numbers of device memory
 * @param values_out n numbers of device memory, overlapping no other
 * @param workspace lwk_merge_sort_workspace(n, true) bytes of device memory, aligned to 8; contents undefined before and after
 * @return as lwk_merge_sort_keys_float_launch()
 *
 * CUDA: cub::DeviceMergeSort::StableSortPairs. */
lw_status lwk_merge_sort_pairs_float_launch(lw_stream *stream, size_t n, const float *keys, const unsigned *values,
                                            float *out, unsigned *values_out, void *workspace);
/** As lwk_merge_sort_keys_float_launch(), of ints.
 * @param stream,n,keys,out,workspace as lwk_merge_sort_keys_float_launch()'s
 * @return as lwk_merge_sort_keys_float_launch()
 *
 * CUDA: cub::DeviceMergeSort::StableSortKeysCopy. */
lw_status lwk_merge_sort_keys_int_launch(lw_stream *stream, size_t n, const int *keys, int *out, void *workspace);
/** As lwk_merge_sort_pairs_float_launch(), of ints.
 * @param stream,n,keys,values,out,values_out,workspace as lwk_merge_sort_pairs_float_launch()'s
 * @return as lwk_merge_sort_keys_float_launch()
 *
 * CUDA: cub::DeviceMergeSort::StableSortPairs. */
lw_status lwk_merge_sort_pairs_int_launch(lw_stream *stream, size_t n, const int *keys, const unsigned *values,
                                          int *out, unsigned *values_out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
