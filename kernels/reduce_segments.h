/** @file
 * reduce_segments: sums, least and greatest elements of each segment of an array of floats, doubles or ints.
 *
 *     for (s = 0; s < segments; s++) {
 *         float sum = 0;
 *         for (i = offsets[s]; i < offsets[s + 1]; i++) sum += in[i];
 *         out[s] = sum;
 *     }
 *
 * Segments of less than 32 elements in the mean are reduced by a thread each, in the loop's order; of less than 2048 by a warp each,
 * whose threads have every 32nd element; longer ones by a block each. A segment of a block that is shorter than 2048 is one part, a
 * longer one four; 64 threads have every 64th element of a part. The order depends on the mean and the segment's length alone, so the
 * bits are the same on every device and in every run. NaN, zeros, empty segments and sums of ints are as in reduce.h. One block takes
 * long for a segment of millions of elements: reduce.h is for these.
 */
#ifndef LWK_REDUCE_SEGMENTS_H
#define LWK_REDUCE_SEGMENTS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** out[blockIdx.x] = the sum of segment blockIdx.x. Blocks of 256 threads, one a segment, in a one-dimensional grid.
 * @param offsets gridDim.x + 1 numbers of device memory, none less than the one before
 * @param in floats of device memory
 * @param out gridDim.x floats of device memory, not overlapping `offsets` or `in` */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_float, (const size_t *, offsets), (const float *, in), (float *, out));
/** out[s] = the sum of segment s, one thread a segment. Any one-dimensional block; the grid covers the segments.
 * @param segments how many, any number
 * @param offsets segments + 1 numbers of device memory, none less than the one before
 * @param in floats of device memory
 * @param out segments floats of device memory, not overlapping `offsets` or `in` */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_float_each, (size_t, segments), (const size_t *, offsets),
                  (const float *, in), (float *, out));
/** out[s] = the sum of segment s, one warp a segment. Any one-dimensional block of whole warps; the grid's warps cover the segments.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_float_warps, (size_t, segments), (const size_t *, offsets),
                  (const float *, in), (float *, out));
/** As lwk_reduce_segments_sum_float_warps(), with the same bits, by one thread a segment that has the warp's sums in an array: for
 * CPUs. Any one-dimensional block; the grid covers the segments.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_float_lanes, (size_t, segments), (const size_t *, offsets),
                  (const float *, in), (float *, out));
/** As lwk_reduce_segments_sum_float(), with the same bits, by blocks of 64 threads: for CPUs.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_float_columns, (const size_t *, offsets), (const float *, in),
                  (float *, out));
/** As lwk_reduce_segments_sum_float(), of doubles.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_double, (const size_t *, offsets), (const double *, in), (double *, out));
/** As lwk_reduce_segments_sum_float_each(), of doubles.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_double_each, (size_t, segments), (const size_t *, offsets),
                  (const double *, in), (double *, out));
/** As lwk_reduce_segments_sum_float_warps(), of doubles.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_double_warps, (size_t, segments), (const size_t *, offsets),
                  (const double *, in), (double *, out));
/** As lwk_reduce_segments_sum_float_lanes(), of doubles.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_double_lanes, (size_t, segments), (const size_t *, offsets),
                  (const double *, in), (double *, out));
/** As lwk_reduce_segments_sum_float_columns(), of doubles.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_double_columns, (const size_t *, offsets), (const double *, in),
                  (double *, out));
/** As lwk_reduce_segments_sum_float(), of ints.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_int, (const size_t *, offsets), (const int *, in), (int *, out));
/** As lwk_reduce_segments_sum_float_each(), of ints.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_int_each, (size_t, segments), (const size_t *, offsets), (const int *, in),
                  (int *, out));
/** As lwk_reduce_segments_sum_float_warps(), of ints.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_int_warps, (size_t, segments), (const size_t *, offsets), (const int *, in),
                  (int *, out));
/** As lwk_reduce_segments_sum_float_lanes(), of ints.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_int_lanes, (size_t, segments), (const size_t *, offsets), (const int *, in),
                  (int *, out));
/** As lwk_reduce_segments_sum_float_columns(), of ints.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s */
LW_DECLARE_KERNEL(lwk_reduce_segments_sum_int_columns, (const size_t *, offsets), (const int *, in), (int *, out));
/** As lwk_reduce_segments_sum_float(), the least or greatest of floats.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_float, (const size_t *, offsets), (const float *, in), (float *, out),
                  (float, flip));
/** As lwk_reduce_segments_sum_float_each(), the least or greatest of floats.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_float_each, (size_t, segments), (const size_t *, offsets),
                  (const float *, in), (float *, out), (float, flip));
/** As lwk_reduce_segments_sum_float_warps(), the least or greatest of floats.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_float_warps, (size_t, segments), (const size_t *, offsets),
                  (const float *, in), (float *, out), (float, flip));
/** As lwk_reduce_segments_sum_float_lanes(), the least or greatest of floats.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_float_lanes, (size_t, segments), (const size_t *, offsets),
                  (const float *, in), (float *, out), (float, flip));
/** As lwk_reduce_segments_sum_float_columns(), the least or greatest of floats.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_float_columns, (const size_t *, offsets), (const float *, in), (float *, out),
                  (float, flip));
/** As lwk_reduce_segments_sum_float(), the least or greatest of doubles.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_double, (const size_t *, offsets), (const double *, in), (double *, out),
                  (double, flip));
/** As lwk_reduce_segments_sum_float_each(), the least or greatest of doubles.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_double_each, (size_t, segments), (const size_t *, offsets),
                  (const double *, in), (double *, out), (double, flip));
/** As lwk_reduce_segments_sum_float_warps(), the least or greatest of doubles.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_double_warps, (size_t, segments), (const size_t *, offsets),
                  (const double *, in), (double *, out), (double, flip));
/** As lwk_reduce_segments_sum_float_lanes(), the least or greatest of doubles.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_double_lanes, (size_t, segments), (const size_t *, offsets),
                  (const double *, in), (double *, out), (double, flip));
/** As lwk_reduce_segments_sum_float_columns(), the least or greatest of doubles.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s
 * @param flip 1: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_double_columns, (const size_t *, offsets), (const double *, in),
                  (double *, out), (double, flip));
/** As lwk_reduce_segments_sum_float(), the least or greatest of ints.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s
 * @param flip 0: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_int, (const size_t *, offsets), (const int *, in), (int *, out), (int, flip));
/** As lwk_reduce_segments_sum_float_each(), the least or greatest of ints.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 0: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_int_each, (size_t, segments), (const size_t *, offsets), (const int *, in),
                  (int *, out), (int, flip));
/** As lwk_reduce_segments_sum_float_warps(), the least or greatest of ints.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 0: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_int_warps, (size_t, segments), (const size_t *, offsets), (const int *, in),
                  (int *, out), (int, flip));
/** As lwk_reduce_segments_sum_float_lanes(), the least or greatest of ints.
 * @param segments,offsets,in,out as lwk_reduce_segments_sum_float_each()'s
 * @param flip 0: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_int_lanes, (size_t, segments), (const size_t *, offsets), (const int *, in),
                  (int *, out), (int, flip));
/** As lwk_reduce_segments_sum_float_columns(), the least or greatest of ints.
 * @param offsets,in,out as lwk_reduce_segments_sum_float()'s
 * @param flip 0: the least; -1: the greatest */
LW_DECLARE_KERNEL(lwk_reduce_segments_min_int_columns, (const size_t *, offsets), (const int *, in), (int *, out),
                  (int, flip));

/** Queues the sums of segments of floats.
 * @param stream where
 * @param segments how many, at most 2^31 - 1; 0 does nothing
 * @param n elements of all segments together; only whether segments are short depends on it
 * @param offsets segments + 1 numbers of device memory, none less than the one before: segment s has elements offsets[s] to
 *     offsets[s + 1] - 1
 * @param in floats of device memory
 * @param out segments floats of device memory, not overlapping `offsets` or `in`
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or segments > 2^31 - 1; or as lw_launch_kernel()
 *
 * CUDA: cub::DeviceSegmentedReduce::Sum. */
lw_status lwk_reduce_segments_sum_float_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                               const float *in, float *out);
/** Queues the sums of segments of doubles.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Sum. */
lw_status lwk_reduce_segments_sum_double_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                                const double *in, double *out);
/** Queues the sums of segments of ints.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Sum. */
lw_status lwk_reduce_segments_sum_int_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                             const int *in, int *out);
/** Queues the search for the least element of each segment of floats.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Min. */
lw_status lwk_reduce_segments_min_float_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                               const float *in, float *out);
/** Queues the search for the least element of each segment of doubles.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Min. */
lw_status lwk_reduce_segments_min_double_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                                const double *in, double *out);
/** Queues the search for the least element of each segment of ints.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Min. */
lw_status lwk_reduce_segments_min_int_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                             const int *in, int *out);
/** Queues the search for the greatest element of each segment of floats.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Max. */
lw_status lwk_reduce_segments_max_float_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                               const float *in, float *out);
/** Queues the search for the greatest element of each segment of doubles.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Max. */
lw_status lwk_reduce_segments_max_double_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                                const double *in, double *out);
/** Queues the search for the greatest element of each segment of ints.
 * @param stream,segments,n,offsets,in,out as lwk_reduce_segments_sum_float_launch()'s
 * @return as lwk_reduce_segments_sum_float_launch()
 *
 * CUDA: cub::DeviceSegmentedReduce::Max. */
lw_status lwk_reduce_segments_max_int_launch(lw_stream *stream, size_t segments, size_t n, const size_t *offsets,
                                             const int *in, int *out);

#ifdef __cplusplus
}
#endif

#endif
