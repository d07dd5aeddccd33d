/* What a thread of pooling's kernels does: a window's greatest element and mean, and an element's gradients. */
#ifndef LWK_DEVICE_POOL_H
#define LWK_DEVICE_POOL_H

#include <lanewise/kernel.h>

#include "../pooling.h"

static __device__ __forceinline__ int lwk_pool_within(int at, int size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

/* v over a number, rounded down. */
static __device__ __forceinline__ unsigned lwk_pool_divide(unsigned v, struct lwk_pool_divisor by)
{
    return (unsigned)((unsigned long long)v * by.factor >> by.shift);
}

/* v over a stride, rounded down. */
static __device__ __forceinline__ int lwk_pool_over(int v, unsigned long long part)
{
    return (int)(((unsigned long long)(unsigned)v * part) >> 32);
}

/* Elements of a window that are in the plane, in one direction. */
static __device__ __forceinline__ int lwk_pool_covered(int first, int window, int size)
{
    const int end = first + window;
    return (end < size ? end : size) - (first > 0 ? first : 0);
}

/* Of the window at row oy, column ox of a plane. What is outside stands for the nearest element, which the window has, too. */
static __device__ __forceinline__ float lwk_pool_most(const struct lwk_pool *pool, const float *in, int oy, int ox,
                                                      int *chosen)
{
    const int first_y = oy * pool->stride_y - pool->pad_y, first_x = ox * pool->stride_x - pool->pad_x;
    int at = lwk_pool_within(first_y, pool->height) * pool->width + lwk_pool_within(first_x, pool->width);
    float most = in[at];
    for (int wy = 0; wy < pool->window_height; wy++) {
        const int row = lwk_pool_within(first_y + wy, pool->height) * pool->width;
        for (int wx = 0; wx < pool->window_width; wx++) {
            const int next = row + lwk_pool_within(first_x + wx, pool->width);
            const float value = in[next];
            const bool greater = value > most || value != value;
            most = greater ? value : most;
            at = greater ? next : at;
        }
    }
    *chosen = at;
    return most;
}

static __device__ __forceinline__ float lwk_pool_mean(const struct lwk_pool *pool, int count_padding, const float *in,
                                                      int oy, int ox)
{
    const int first_y = oy * pool->stride_y - pool->pad_y, first_x = ox * pool->stride_x - pool->pad_x;
    const int rows = lwk_pool_covered(first_y, pool->window_height, pool->height);
    const int columns = lwk_pool_covered(first_x, pool->window_width, pool->width);
    float sum = 0;
    for (int wy = first_y > 0 ? 0 : -first_y, end = wy + rows; wy < end; wy++) {
        const float *row = in + (first_y + wy) * pool->width;
        for (int wx = 0; wx < pool->window_width; wx++) {
            const int x = first_x + wx, near = lwk_pool_within(x, pool->width);
            const float value = row[near];
            sum = x == near ? sum + value : sum;
        }
    }
    return sum / (float)(count_padding ? pool->window_height * pool->window_width : rows * columns);
}

/* Runs the statement for each window (oy, ox) that element (y, x) is in. The loops' ends are the same for all elements. */
#define LWK_POOL_WINDOWS(pool, rest, y, x, ...)                                                                        \
    {                                                                                                                  \
        const int last_y = lwk_pool_over((y) + (pool)->pad_y, (rest)->part_y),                                         \
                  last_x = lwk_pool_over((x) + (pool)->pad_x, (rest)->part_x);                                         \
        for (int back_y = (rest)->most_y - 1; back_y >= 0; back_y--) {                                                 \
            const int oy = last_y - back_y, first_y = oy * (pool)->stride_y - (pool)->pad_y;                           \
            if (oy < 0 || oy >= (rest)->out_height || (y) >= first_y + (pool)->window_height)                          \
                continue;                                                                                              \
            for (int back_x = (rest)->most_x - 1; back_x >= 0; back_x--) {                                             \
                const int ox = last_x - back_x, first_x = ox * (pool)->stride_x - (pool)->pad_x;                       \
                const bool inside = ox >= 0 && ox < (rest)->out_width && (x) < first_x + (pool)->window_width;         \
                const int window = oy * (rest)->out_width + lwk_pool_within(ox, (rest)->out_width);                    \
                __VA_ARGS__;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
    }

static __device__ __forceinline__ float lwk_pool_most_gradient(const struct lwk_pool *pool,
                                                               const struct lwk_pool_rest *rest, const int *chosen,
                                                               const float *grad_out, int y, int x)
{
    const int own = y * pool->width + x;
    float sum = 0;
    LWK_POOL_WINDOWS(pool, rest, y, x, {
        const float grad = grad_out[window];
        sum = inside && chosen[window] == own ? sum + grad : sum;
    })
    return sum;
}

static __device__ __forceinline__ float lwk_pool_mean_gradient(const struct lwk_pool *pool,
                                                               const struct lwk_pool_rest *rest, int count_padding,
                                                               const float *grad_out, int y, int x)
{
    float sum = 0;
    LWK_POOL_WINDOWS(pool, rest, y, x, {
        const int rows = lwk_pool_covered(first_y, pool->window_height, pool->height);
        const int columns = lwk_pool_covered(first_x, pool->window_width, pool->width);
        const int elements = count_padding ? pool->window_height * pool->window_width : rows * columns;
        const float part = grad_out[window] / (float)elements;
        sum = inside ? sum + part : sum;
    })
    return sum;
}

#endif
