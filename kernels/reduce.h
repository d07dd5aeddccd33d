/** @file
 * reduce: sums, least and greatest elements of floats, doubles and ints.
 *
 *     double sum = 0;        for (i = 0; i < n; i++) sum += in[i];
 *     float least = INFINITY; for (i = 0; i < n; i++) least = in[i] < least ? in[i] : least;
 *
 * Sums are associated otherwise: a thread sums 32 elements at a distance of 64, then these sums, a block its threads, one block the
 * blocks' sums. The order depends on n alone: the bits are the same on every device and in every run. The error of a sum is at most
 * lwk_reduce_depth(n) * 2^-24 * sum |in[i]| for floats, 2^-53 for doubles. Sums of ints wrap around.
 *
 * A NaN is skipped by least and greatest elements, as fminf() skips it. A result of zero is +0. Without elements, or if all are
 * NaN, the least is infinity and the greatest is -infinity; of ints INT_MAX and INT_MIN.
 *
 * How near that comes: the sum of 10^8 copies of 1.23f is 122999968; exact would be 123000002, and floats are 8 apart there. A serial
 * loop gives 33554432. Other types and operations: device/reduce.h.
 */
#ifndef LWK_REDUCE_H
#define LWK_REDUCE_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** out[blockIdx.x] = the sum of elements blockIdx.x * chunk to (blockIdx.x + 1) * chunk - 1. Blocks of 64 threads, in a one-dimensional
 * grid that covers the elements; or one block where n is 0.
 * @param n elements, any number
 * @param chunk elements of a block, a multiple of 2048
 * @param in n floats of device memory
 * @param out gridDim.x floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_reduce_sum_float, (size_t, n), (size_t, chunk), (const float *, in), (float *, out));
/** As lwk_reduce_sum_float(), of doubles.
 * @param n,chunk,in,out as lwk_reduce_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_sum_double, (size_t, n), (size_t, chunk), (const double *, in), (double *, out));
/** As lwk_reduce_sum_float(), of ints; sums wrap around.
 * @param n,chunk,in,out as lwk_reduce_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_sum_int, (size_t, n), (size_t, chunk), (const int *, in), (int *, out));

/** out[blockIdx.x] = the least or greatest of the block's elements. Grids and blocks as lwk_reduce_sum_float()'s.
 * @param n,chunk,in,out as lwk_reduce_sum_float()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_min_float, (size_t, n), (size_t, chunk), (const float *, in), (float *, out),
                  (float, flip));
/** As lwk_reduce_min_float(), of doubles.
 * @param n,chunk,in,flip,out as lwk_reduce_min_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_min_double, (size_t, n), (size_t, chunk), (const double *, in), (double *, out),
                  (double, flip));
/** As lwk_reduce_min_float(), of ints.
 * @param n,chunk,in,out as lwk_reduce_min_float()'s
 * @param flip 0: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_min_int, (size_t, n), (size_t, chunk), (const int *, in), (int *, out), (int, flip));

/** How large a workspace the launchers need, the same for all types and operations.
 * @param n elements
 * @return bytes; 0 where none is needed */
size_t lwk_reduce_workspace(size_t n);

/** How many additions in a row a launcher's sum has, for its error bound.
 * @param n elements
 * @return at most so many */
double lwk_reduce_depth(size_t n);

/** Queues the sum of n floats.
 * @param stream where
 * @param n elements, any number; 0 gives 0
 * @param in n floats of device memory
 * @param out a float of device memory
 * @param workspace lwk_reduce_workspace(n) bytes of device memory, aligned to 8; contents undefined before and afterwards;
 *     null where that is 0. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer; or as lw_launch_kernel(), where the first launch may be queued already
 *
 * CUDA: cub::DeviceReduce::Sum. */
lw_status lwk_reduce_sum_float_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);
/** Queues the sum of n doubles.
 * @param stream,n,in,out,workspace as lwk_reduce_sum_float_launch()'s
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Sum. */
lw_status lwk_reduce_sum_double_launch(lw_stream *stream, size_t n, const double *in, double *out, void *workspace);
/** Queues the sum of n ints, which wraps around.
 * @param stream,n,in,out,workspace as lwk_reduce_sum_float_launch()'s
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Sum. */
lw_status lwk_reduce_sum_int_launch(lw_stream *stream, size_t n, const int *in, int *out, void *workspace);

/** Queues the search for the least of n floats.
 * @param stream,n,in,out,workspace as lwk_reduce_sum_float_launch()'s; n = 0 gives infinity
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Min. */
lw_status lwk_reduce_min_float_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);
/** Queues the search for the least of n doubles.
 * @param stream,n,in,out,workspace as lwk_reduce_min_float_launch()'s
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Min. */
lw_status lwk_reduce_min_double_launch(lw_stream *stream, size_t n, const double *in, double *out, void *workspace);
/** Queues the search for the least of n ints.
 * @param stream,n,in,out,workspace as lwk_reduce_sum_float_launch()'s; n = 0 gives INT_MAX
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Min. */
lw_status lwk_reduce_min_int_launch(lw_stream *stream, size_t n, const int *in, int *out, void *workspace);

/** Queues the search for the greatest of n floats.
 * @param stream,n,in,out,workspace as lwk_reduce_sum_float_launch()'s; n = 0 gives -infinity
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Max. */
lw_status lwk_reduce_max_float_launch(lw_stream *stream, size_t n, const float *in, float *out, void *workspace);
/** Queues the search for the greatest of n doubles.
 * @param stream,n,in,out,workspace as lwk_reduce_max_float_launch()'s
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Max. */
lw_status lwk_reduce_max_double_launch(lw_stream *stream, size_t n, const double *in, double *out, void *workspace);
/** Queues the search for the greatest of n ints.
 * @param stream,n,in,out,workspace as lwk_reduce_sum_float_launch()'s; n = 0 gives INT_MIN
 * @return as lwk_reduce_sum_float_launch()
 *
 * CUDA: cub::DeviceReduce::Max. */
lw_status lwk_reduce_max_int_launch(lw_stream *stream, size_t n, const int *in, int *out, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
