/* The loops of kernels/pooling.h. */
#include <math.h>

#include "rivals.h"

static inline int least(int a, int b)
{
    return a < b ? a : b;
}
static inline int greatest(int a, int b)
{
    return a > b ? a : b;
}

#define WINDOWS(...)                                                                                                   \
    const int out_height = (height + 2 * pad_y - window_height) / stride_y + 1;                                        \
    const int out_width = (width + 2 * pad_x - window_width) / stride_x + 1;                                           \
    (void)threads;                                                                                                     \
    _Pragma("omp parallel for num_threads(threads) schedule(static)") for (size_t p = 0; p < planes; p++)              \
    {                                                                                                                  \
        const size_t in_plane = p * (size_t)(height * width), out_plane = p * (size_t)(out_height * out_width);        \
        BEFORE;                                                                                                        \
        for (int oy = 0; oy < out_height; oy++)                                                                        \
            for (int ox = 0; ox < out_width; ox++) {                                                                   \
                const int first_y = greatest(oy * stride_y - pad_y, 0), first_x = greatest(ox * stride_x - pad_x, 0);  \
                const int end_y = least(oy * stride_y - pad_y + window_height, height);                                \
                const int end_x = least(ox * stride_x - pad_x + window_width, width);                                  \
                const size_t e = out_plane + (size_t)(oy * out_width + ox);                                            \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
    }

#define BEFORE const float *plane = in + in_plane
void rival_max_pool(size_t planes, const int *sizes, const float *in, float *out, int *chosen, int threads)
{
    const int height = sizes[0], width = sizes[1], window_height = sizes[2], window_width = sizes[3];
    const int stride_y = sizes[4], stride_x = sizes[5], pad_y = sizes[6], pad_x = sizes[7];
    WINDOWS(float most = -INFINITY; int at = first_y * width + first_x; for (int y = first_y; y < end_y; y++) {
        for (int x = first_x; x < end_x; x++)
            if (plane[y * width + x] > most || isnan(plane[y * width + x])) {
                at = y * width + x;
                most = plane[at];
            }
    } out[e] = most;
            chosen[e] = at;)
}

void rival_average_pool(size_t planes, const int *sizes, int padding, const float *in, float *out, int threads)
{
    const int height = sizes[0], width = sizes[1], window_height = sizes[2], window_width = sizes[3];
    const int stride_y = sizes[4], stride_x = sizes[5], pad_y = sizes[6], pad_x = sizes[7];
    WINDOWS(float sum = 0; for (int y = first_y; y < end_y; y++) {
        for (int x = first_x; x < end_x; x++)
            sum += plane[y * width + x];
    } out[e] = sum / (float)(padding ? window_height * window_width : (end_y - first_y) * (end_x - first_x));)
}
#undef BEFORE

#define BEFORE                                                                                                         \
    float *plane = grad_in + in_plane;                                                                                 \
    for (int i = 0; i < height * width; i++)                                                                           \
    plane[i] = 0
void rival_max_pool_backward(size_t planes, const int *sizes, const int *chosen, const float *grad_out, float *grad_in,
                             int threads)
{
    const int height = sizes[0], width = sizes[1], window_height = sizes[2], window_width = sizes[3];
    const int stride_y = sizes[4], stride_x = sizes[5], pad_y = sizes[6], pad_x = sizes[7];
    WINDOWS((void)first_y; (void)first_x; (void)end_y; (void)end_x; plane[chosen[e]] += grad_out[e];)
}

void rival_average_pool_backward(size_t planes, const int *sizes, int padding, const float *grad_out, float *grad_in,
                                 int threads)
{
    const int height = sizes[0], width = sizes[1], window_height = sizes[2], window_width = sizes[3];
    const int stride_y = sizes[4], stride_x = sizes[5], pad_y = sizes[6], pad_x = sizes[7];
    WINDOWS(const float part =
                grad_out[e] / (float)(padding ? window_height * window_width : (end_y - first_y) * (end_x - first_x));
            for (int y = first_y; y < end_y; y++) {
                for (int x = first_x; x < end_x; x++)
                    plane[y * width + x] += part;
            })
}
