/** @file
 * pooling: the greatest element or the mean of windows of planes (pictures of one channel), and the gradients.
 *
 *     for (p = 0; p < planes; p++) for (oy = 0; oy < out_height; oy++) for (ox = 0; ox < out_width; ox++) {
 *         float most = -INFINITY, sum = 0; int count = 0;
 *         for (wy = 0; wy < window_height; wy++) for (wx = 0; wx < window_width; wx++) {
 *             int y = oy * stride_y - pad_y + wy, x = ox * stride_x - pad_x + wx;
 *             if (y < 0 || y >= height || x < 0 || x >= width) continue;
 *             float value = in[(p * height + y) * width + x];
 *             if (first in the window || value > most || isnan(value)) { most = value; chosen = y * width + x; }
 *             sum += value; count++;
 *         }
 *         max: out = most, and chosen; average: out = sum / (count_padding ? window_height * window_width : count);
 *     }
 *
 * out_height is (height + 2 * pad_y - window_height) / stride_y + 1, rounded down; out_width likewise. Arrays have planes, rows and elements side by
 * side: a batch of pictures in NCHW form has batch * channels planes.
 *
 * On a GPU windows of 2 x 2 with strides of 2, and of 3 x 3 with strides of 2 or 1, have code of their own, which loads each element of a few rows once.
 *
 * A gradient with respect to `in` is gathered: an element sums what the windows that it is in have for it, in the order of their rows and columns, without
 * atomic operations. All bits are those of the loop, of the gradients those of
 *
 *     for (oy ...) for (ox ...) grad_in[chosen[...]] += grad_out[...];                                       max
 *     for (oy ...) for (ox ...) for (each element of the window) grad_in[...] += grad_out[...] / count;      average
 */
#ifndef LWK_POOLING_H
#define LWK_POOLING_H

#include <stdbool.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sizes of planes and windows. */
struct lwk_pool {
    int height;        /**< rows of a plane, 1 to 32767 */
    int width;         /**< columns of a plane, 1 to 32767 */
    int window_height; /**< rows of a window, 1 to 32767, at most a plane's with padding on both sides */
    int window_width;  /**< columns of a window, likewise */
    int stride_y;      /**< rows from a window to the next, 1 to 32767 */
    int stride_x;      /**< columns from a window to the next, 1 to 32767 */
    int pad_y;         /**< rows that windows may begin above a plane and end below it, 0 to less than the window's */
    int pad_x;         /**< columns that windows may begin or end beside a plane, likewise */
};

/** Output rows of a plane.
 * @param pool sizes, within their ranges
 * @return how many */
static inline int lwk_pool_out_height(const struct lwk_pool *pool)
{
    return (pool->height + 2 * pool->pad_y - pool->window_height) / pool->stride_y + 1;
}

/** Output columns of a plane.
 * @param pool sizes, within their ranges
 * @return how many */
static inline int lwk_pool_out_width(const struct lwk_pool *pool)
{
    return (pool->width + 2 * pool->pad_x - pool->window_width) / pool->stride_x + 1;
}

/** Shapes of the kernels. */
enum {
    LWK_POOL_STRIP = 4 /**< rows of planes that a thread goes down by strides, of usual sizes */
};

/** A number to divide by, as a factor (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994): v over it, rounded
 * down, is v * factor >> shift, for v less than 2^31. */
struct lwk_pool_divisor {
    unsigned factor; /**< 2^shift over the number, rounded up, or one more */
    unsigned shift;  /**< 31, and the number's bits besides */
};

/** Sizes of windows and strides that threads have code of their own for, in which loads are on their way together. */
enum lwk_pool_usual {
    LWK_POOL_OTHER,        /**< any; a thread has an element */
    LWK_POOL_TWO_BY_TWO,   /**< windows of 2 x 2, strides of 2 */
    LWK_POOL_THREE_BY_TWO, /**< windows of 3 x 3, strides of 2 */
    LWK_POOL_THREE_BY_ONE  /**< windows of 3 x 3, strides of 1 */
};

/** What kernels know of windows besides. */
struct lwk_pool_rest {
    int out_height;            /**< lwk_pool_out_height() */
    int out_width;             /**< lwk_pool_out_width() */
    int most_y;                /**< windows in which a row may be: a window's rows over the stride, rounded up */
    int most_x;                /**< windows in which a column may be, likewise */
    unsigned long long part_y; /**< 2^32 over stride_y, rounded up: v * part_y >> 32 is v over stride_y, rounded down */
    unsigned long long part_x; /**< 2^32 over stride_x, rounded up */
    enum lwk_pool_usual usual; /**< which sizes they are */
    int out_strips;            /**< threads of a column of `out` */
    int in_strips;             /**< threads of a column of `in` */
    struct lwk_pool_divisor by_out_width;  /**< out_width */
    struct lwk_pool_divisor by_out_strips; /**< out_strips */
    struct lwk_pool_divisor by_width;      /**< the plane's width */
    struct lwk_pool_divisor by_in_strips;  /**< in_strips */
};

/** Finds what kernels know of windows besides their sizes.
 * @param pool sizes, within their ranges
 * @return that */
struct lwk_pool_rest lwk_pool_rest_of(const struct lwk_pool *pool);

/** Greatest elements. A thread has a strip of a column of `out`: an element, or of usual sizes LWK_POOL_STRIP rows over the stride. Any
 * one-dimensional block; the grid covers count.
 * @param count threads: out_strips * out_width of each plane; elements of all planes are at most 2^31 - 1
 * @param pool sizes
 * @param rest lwk_pool_rest_of(&pool)
 * @param in planes of floats in device memory
 * @param out planes of floats in device memory, overlapping no other
 * @param chosen planes of ints in device memory, or null: which element of the plane each of `out` is */
LW_DECLARE_KERNEL(lwk_max_pool, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
                  (const float *, in), (float *, out), (int *, chosen));
/** Means; as lwk_max_pool().
 * @param count,pool,rest,in,out as lwk_max_pool()'s
 * @param count_padding whether what is outside the plane counts, as zeros */
LW_DECLARE_KERNEL(lwk_average_pool, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
                  (int, count_padding), (const float *, in), (float *, out));
/** The gradient of greatest elements. A thread has a strip of a column of `in`: an element, or of usual sizes LWK_POOL_STRIP rows. Any one-dimensional
 * block; the grid covers count.
 * @param count threads: in_strips * width of each plane
 * @param pool,rest as lwk_max_pool()'s
 * @param chosen ints of device memory that lwk_max_pool() has stored
 * @param grad_out a float of device memory for each output element
 * @param grad_in planes of floats in device memory, overlapping no other */
LW_DECLARE_KERNEL(lwk_max_pool_backward, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
                  (const int *, chosen), (const float *, grad_out), (float *, grad_in));
/** The gradient of means; as lwk_max_pool_backward().
 * @param count,pool,rest,grad_out,grad_in as lwk_max_pool_backward()'s
 * @param count_padding as lwk_average_pool()'s */
LW_DECLARE_KERNEL(lwk_average_pool_backward, (unsigned, count), (struct lwk_pool, pool), (struct lwk_pool_rest, rest),
                  (int, count_padding), (const float *, grad_out), (float *, grad_in));

/** As lwk_max_pool(), by a block a row: for CPUs. Blocks of 8 threads, which take `each` rows of all planes one after another; the grid covers the rows.
 * @param rows of all planes
 * @param each rows of a block, 1 or more
 * @param pool,rest,in,out,chosen as lwk_max_pool()'s */
LW_DECLARE_KERNEL(lwk_max_pool_rows, (unsigned, rows), (unsigned, each), (struct lwk_pool, pool),
                  (struct lwk_pool_rest, rest), (const float *, in), (float *, out), (int *, chosen));
/** As lwk_average_pool(), by a block a row.
 * @param rows,each as lwk_max_pool_rows()'s
 * @param pool,rest,count_padding,in,out as lwk_average_pool()'s */
LW_DECLARE_KERNEL(lwk_average_pool_rows, (unsigned, rows), (unsigned, each), (struct lwk_pool, pool),
                  (struct lwk_pool_rest, rest), (int, count_padding), (const float *, in), (float *, out));
/** As lwk_max_pool_backward(), by a block a plane: for CPUs. Blocks of one thread, which take `each` planes one after another; the grid covers them.
 * @param planes how many
 * @param each planes of a block, 1 or more
 * @param pool,rest,chosen,grad_out,grad_in as lwk_max_pool_backward()'s */
LW_DECLARE_KERNEL(lwk_max_pool_backward_planes, (unsigned, planes), (unsigned, each), (struct lwk_pool, pool),
                  (struct lwk_pool_rest, rest), (const int *, chosen), (const float *, grad_out), (float *, grad_in));
/** As lwk_average_pool_backward(), by a block a plane.
 * @param planes,each as lwk_max_pool_backward_planes()'s
 * @param pool,rest,count_padding,grad_out,grad_in as lwk_average_pool_backward()'s */
LW_DECLARE_KERNEL(lwk_average_pool_backward_planes, (unsigned, planes), (unsigned, each), (struct lwk_pool, pool),
                  (struct lwk_pool_rest, rest), (int, count_padding), (const float *, grad_out), (float *, grad_in));

/** Queues the greatest elements of windows.
 * @param stream where
 * @param planes how many; 0 does nothing
 * @param pool sizes; read before the function returns. Planes have at most 2^31 - 1 elements in all, before and after
 * @param in planes of height * width floats in device memory
 * @param out planes of out_height * out_width floats in device memory, overlapping no other
 * @param chosen as many ints of device memory, or null: which element of its plane each of `out` is, for lwk_max_pool_backward_launch()
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: cudnnPoolingForward. */
lw_status lwk_max_pool_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool, const float *in,
                              float *out, int *chosen);
/** Queues the gradient with respect to what lwk_max_pool_launch() was given.
 * @param stream,planes,pool as lwk_max_pool_launch()'s
 * @param chosen what that has stored
 * @param grad_out planes of out_height * out_width floats in device memory: the gradient with respect to `out`
 * @param grad_in planes of height * width floats in device memory, overlapping no other
 * @return as lwk_max_pool_launch()
 *
 * CUDA: cudnnPoolingBackward. */
lw_status lwk_max_pool_backward_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool, const int *chosen,
                                       const float *grad_out, float *grad_in);
/** Queues the means of windows.
 * @param stream,planes,pool,in,out as lwk_max_pool_launch()'s
 * @param count_padding whether what is outside the plane counts, as zeros
 * @return as lwk_max_pool_launch()
 *
 * CUDA: cudnnPoolingForward. */
lw_status lwk_average_pool_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool, bool count_padding,
                                  const float *in, float *out);
/** Queues the gradient with respect to what lwk_average_pool_launch() was given.
 * @param stream,planes,pool,count_padding as lwk_average_pool_launch()'s
 * @param grad_out,grad_in as lwk_max_pool_backward_launch()'s
 * @return as lwk_max_pool_launch()
 *
 * CUDA: cudnnPoolingBackward. */
lw_status lwk_average_pool_backward_launch(lw_stream *stream, size_t planes, const struct lwk_pool *pool,
                                           bool count_padding, const float *grad_out, float *grad_in);

#ifdef __cplusplus
}
#endif

#endif
