/** @file
 * search: where needles belong among sorted elements.
 *
 *     for (i = 0; i < needles; i++) { size_t k = 0; while (k < n && in[k] < needle[i]) k++; out[i] = k; }
 *
 * and with in[k] <= needle[i] the place after equal elements. Each needle takes some log2(n) steps.
 */
#ifndef LWK_SEARCH_H
#define LWK_SEARCH_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** out[i] = how many elements are less than needle i. Any one-dimensional block; the grid covers the needles.
 * @param n elements, any number
 * @param in n floats of device memory in rising order, without NaN
 * @param needles how many needles
 * @param needle so many floats of device memory; NaN is beyond no element: its place is 0
 * @param equal 1: how many elements are less or equal; 0: less
 * @param out so many numbers of device memory, overlapping no other array */
LW_DECLARE_KERNEL(lwk_search_float, (size_t, n), (const float *, in), (size_t, needles), (const float *, needle),
                  (int, equal), (size_t *, out));
/** As lwk_search_float(), of ints.
 * @param n,in,needles,needle,equal,out as lwk_search_float()'s */
LW_DECLARE_KERNEL(lwk_search_int, (size_t, n), (const int *, in), (size_t, needles), (const int *, needle),
                  (int, equal), (size_t *, out));

/** Queues lwk_search_float(): the first place of each needle that keeps the order.
 * @param stream where
 * @param n elements, any number
 * @param in n floats of device memory in rising order, without NaN
 * @param needles how many needles; 0 does nothing
 * @param needle so many floats of device memory; the place of NaN is 0
 * @param out so many numbers of device memory, overlapping no other array: 0 to n
 * @return LW_ERROR_INVALID_VALUE: a null pointer; or as lw_launch_kernel()
 *
 * CUDA: thrust::lower_bound. */
lw_status lwk_search_lower_float_launch(lw_stream *stream, size_t n, const float *in, size_t needles,
                                        const float *needle, size_t *out);
/** Queues lwk_search_float(): the last place of each needle that keeps the order.
 * @param stream,n,in,needles,needle,out as lwk_search_lower_float_launch()'s
 * @return as lwk_search_lower_float_launch()
 *
 * CUDA: thrust::upper_bound. */
lw_status lwk_search_upper_float_launch(lw_stream *stream, size_t n, const float *in, size_t needles,
                                        const float *needle, size_t *out);
/** Queues lwk_search_int(): the first place of each needle that keeps the order.
 * @param stream,n,in,needles,needle,out as lwk_search_lower_float_launch()'s, of ints
 * @return as lwk_search_lower_float_launch()
 *
 * CUDA: thrust::lower_bound. */
lw_status lwk_search_lower_int_launch(lw_stream *stream, size_t n, const int *in, size_t needles, const int *needle,
                                      size_t *out);
/** Queues lwk_search_int(): the last place of each needle that keeps the order.
 * @param stream,n,in,needles,needle,out as lwk_search_lower_float_launch()'s, of ints
 * @return as lwk_search_lower_float_launch()
 *
 * CUDA: thrust::upper_bound. */
lw_status lwk_search_upper_int_launch(lw_stream *stream, size_t n, const int *in, size_t needles, const int *needle,
                                      size_t *out);

#ifdef __cplusplus
}
#endif

#endif
