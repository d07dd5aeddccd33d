/* What a thread of pooling's kernels does with windows of a usual size: square, `window` by `window`, with equal strides. All sizes are constants where these
 * functions are used, so that loops are unrolled and arrays are in registers; loads do not wait for each other. */
#ifndef LWK_DEVICE_POOL_STRIP_H
#define LWK_DEVICE_POOL_STRIP_H

#include "pool.h"

enum {
    LWK_POOL_WINDOW = 3, /* the largest */
    LWK_POOL_BACK = 3    /* the most windows that a column is in */
};

/* The greatest elements of the windows at rows oy ... of column ox, LWK_POOL_STRIP over the stride. Of each row of elements the greatest is found once, and
 * is for all windows that it is in. The first of equal ones is left, or the last NaN, as in the loop. */
static __device__ __forceinline__ void lwk_pool_most_strip(const struct lwk_pool *pool,
                                                           const struct lwk_pool_rest *rest, const float *in,
                                                           float *out, int *chosen, int oy, int ox, const int window,
                                                           const int stride)
{
    const int each = LWK_POOL_STRIP / stride;
    const int first_y = oy * stride - pool->pad_y, first_x = ox * stride - pool->pad_x;
    int column[LWK_POOL_WINDOW], at[LWK_POOL_STRIP];
    float most[LWK_POOL_STRIP];
    _Pragma("unroll") for (int wx = 0; wx < window; wx++) column[wx] = lwk_pool_within(first_x + wx, pool->width);
    _Pragma("unroll") for (int r = 0; r < (each - 1) * stride + window; r++)
    {
        const int row = lwk_pool_within(first_y + r, pool->height) * pool->width;
        int row_at = row + column[0];
        float row_most = in[row_at];
        _Pragma("unroll") for (int wx = 1; wx < window; wx++)
        {
            const float value = in[row + column[wx]];
            const bool greater = value > row_most || value != value;
            row_most = greater ? value : row_most;
            row_at = greater ? row + column[wx] : row_at;
        }
        _Pragma("unroll") for (int k = 0; k < each; k++)
        {
            const int wy = r - k * stride;
            if (wy < 0 || wy >= window)
                continue;
            const bool greater = wy == 0 || row_most > most[k] || row_most != row_most;
            most[k] = greater ? row_most : most[k];
            at[k] = greater ? row_at : at[k];
        }
    }
    _Pragma("unroll") for (int k = 0; k < each; k++)
    {
        if (oy + k < rest->out_height) {
            out[(oy + k) * rest->out_width + ox] = most[k];
            if (chosen != NULL)
                chosen[(oy + k) * rest->out_width + ox] = at[k];
        }
    }
}

/* The means of the same windows. A sum is never -0, so that a 0 for what is outside leaves it as it is. */
static __device__ __forceinline__ void lwk_pool_mean_strip(const struct lwk_pool *pool,
                                                           const struct lwk_pool_rest *rest, int count_padding,
                                                           const float *in, float *out, int oy, int ox,
                                                           const int window, const int stride)
{
    const int each = LWK_POOL_STRIP / stride;
    const int first_y = oy * stride - pool->pad_y, first_x = ox * stride - pool->pad_x;
    const int columns = lwk_pool_covered(first_x, window, pool->width);
    float sum[LWK_POOL_STRIP];
    _Pragma("unroll") for (int k = 0; k < each; k++) sum[k] = 0;
    _Pragma("unroll") for (int r = 0; r < (each - 1) * stride + window; r++)
    {
        const int y = first_y + r, row = lwk_pool_within(y, pool->height);
        float value[LWK_POOL_WINDOW];
        _Pragma("unroll") for (int wx = 0; wx < window; wx++)
        {
            const int x = first_x + wx, column = lwk_pool_within(x, pool->width);
            const float element = in[row * pool->width + column];
            value[wx] = x == column && y == row ? element : 0.0f;
        }
        _Pragma("unroll") for (int k = 0; k < each; k++)
        {
            const int wy = r - k * stride;
            if (wy < 0 || wy >= window)
                continue;
            _Pragma("unroll") for (int wx = 0; wx < window; wx++) sum[k] += value[wx];
        }
    }
    _Pragma("unroll") for (int k = 0; k < each; k++)
    {
        const int rows = lwk_pool_covered(first_y + k * stride, window, pool->height);
        if (oy + k < rest->out_height)
            out[(oy + k) * rest->out_width + ox] = sum[k] / (float)(count_padding ? window * window : rows * columns);
    }
}

/* A gradient's strip: LWK_POOL_STRIP rows of column x, the first of which is the first of window `oy` where that is no padding. Runs the statement for each
 * window that may have an element of the strip, in the order of rows and columns: `window_y`, `back` columns before the last window that has x, and its first
 * row in the strip, a constant. `inside`: it is a window, and has the column; `place`: where its gradient is, or another's. */
#define LWK_POOL_STRIP_WINDOWS(pool, rest, oy, x, window, stride, ...)                                                 \
    const int lwk_last = ((x) + (pool)->pad_x) / (stride), lwk_in = (x) + (pool)->pad_x - lwk_last * (stride);         \
    const int lwk_before = ((window) + (stride) - 1) / (stride) - 1;                                                   \
    _Pragma("unroll") for (int lwk_y = -lwk_before; lwk_y < LWK_POOL_STRIP / (stride); lwk_y++)                        \
    {                                                                                                                  \
        const int window_y = (oy) + lwk_y, strip_row = lwk_y * (stride);                                               \
        const bool is_row = window_y >= 0 && window_y < (rest)->out_height;                                            \
        const int near_row = lwk_pool_within(window_y, (rest)->out_height) * (rest)->out_width;                        \
        _Pragma("unroll") for (int back = lwk_before; back >= 0; back--)                                               \
        {                                                                                                              \
            const int window_x = lwk_last - back, near = lwk_pool_within(window_x, (rest)->out_width);                 \
            const bool inside = is_row && window_x == near && lwk_in + back * (stride) < (window);                     \
            const int place = near_row + near;                                                                         \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

/* Stores a strip's sums; y is its first row, of which some may be padding. */
static __device__ __forceinline__ void lwk_pool_store_strip(const struct lwk_pool *pool, float *grad_in, int y, int x,
                                                            const float sum[LWK_POOL_STRIP])
{
    _Pragma("unroll") for (int i = 0; i < LWK_POOL_STRIP; i++) if (y + i >= 0 && y + i < pool->height)
        grad_in[(y + i) * pool->width + x] = sum[i];
}

static __device__ __forceinline__ void lwk_pool_most_gradient_strip(const struct lwk_pool *pool,
                                                                    const struct lwk_pool_rest *rest, const int *chosen,
                                                                    const float *grad_out, float *grad_in, int oy,
                                                                    int x, const int window, const int stride)
{
    const int y = oy * stride - pool->pad_y;
    float sum[LWK_POOL_STRIP] = {0, 0, 0, 0};
    LWK_POOL_STRIP_WINDOWS(pool, rest, oy, x, window, stride, {
        const float grad = grad_out[place];
        const int row = chosen[place] - x; /* where it begins, if the window has chosen an element of the column */
        _Pragma("unroll") for (int i = 0; i < LWK_POOL_STRIP; i++)
        {
            if (i >= strip_row && i < strip_row + window)
                sum[i] = inside && row == (y + i) * pool->width ? sum[i] + grad : sum[i];
        }
    })
    lwk_pool_store_strip(pool, grad_in, y, x, sum);
}

/* grad / count, rounded once, for counts of 1 to 9, of which `reciprocal` is 1 / count: what is left over corrects the product (Markstein, Computation of
 * elementary functions on the IBM RISC System/6000 processor, 1990). It holds for all floats, as 2^23 of them have shown, where neither is too small to
 * be exact. */
static __device__ __forceinline__ float lwk_pool_part(float grad, float count, float reciprocal)
{
    const float product = grad * reciprocal, left = fmaf(-count, product, grad);
    const float size = fabsf(grad);
    if (!(size >= 0x1p-100f && size < INFINITY) && size != 0.0f)
        return grad / count;
    return fmaf(left, reciprocal, product);
}

static __device__ __forceinline__ void lwk_pool_mean_gradient_strip(const struct lwk_pool *pool,
                                                                    const struct lwk_pool_rest *rest, int count_padding,
                                                                    const float *grad_out, float *grad_in, int oy,
                                                                    int x, const int window, const int stride)
{
    const int y = oy * stride - pool->pad_y, last = (x + pool->pad_x) / stride;
    float sum[LWK_POOL_STRIP] = {0, 0, 0, 0}, columns[LWK_POOL_BACK], reciprocal[LWK_POOL_BACK];
    _Pragma("unroll") for (int back = 0; back < (window + stride - 1) / stride; back++)
    {
        const int covered = lwk_pool_covered((last - back) * stride - pool->pad_x, window, pool->width);
        columns[back] = (float)(count_padding ? window : covered);
        reciprocal[back] = 1 / ((float)window * columns[back]);
    }
    LWK_POOL_STRIP_WINDOWS(pool, rest, oy, x, window, stride, {
        const int covered = lwk_pool_covered(window_y * stride - pool->pad_y, window, pool->height);
        const float rows = (float)(count_padding ? window : covered), count = rows * columns[back];
        const float part = lwk_pool_part(grad_out[place], count, rows == (float)window ? reciprocal[back] : 1 / count);
        _Pragma("unroll") for (int i = 0; i < LWK_POOL_STRIP; i++)
        {
            if (i >= strip_row && i < strip_row + window)
                sum[i] = inside ? sum[i] + part : sum[i];
        }
    })
    lwk_pool_store_strip(pool, grad_in, y, x, sum);
}

#endif
