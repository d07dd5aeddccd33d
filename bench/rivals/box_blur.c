#include "rivals.h"

static inline float mean(const float *top, const float *middle, const float *bottom, size_t x, size_t x1, size_t x2)
{
    return (top[x] + top[x1] + top[x2] + middle[x] + middle[x1] + middle[x2] + bottom[x] + bottom[x1] + bottom[x2]) *
           (1.0f / 9.0f);
}

static inline void blur_row(size_t width, size_t height, const float *in, float *restrict out, size_t y)
{
    const float *top = in + y * width;
    const float *middle = in + (y + 1 < height ? y + 1 : height - 1) * width;
    const float *bottom = in + (y + 2 < height ? y + 2 : height - 1) * width;
    size_t inner = width > 2 ? width - 2 : 0;
    for (size_t x = 0; x < inner; x++)
        out[x] = mean(top, middle, bottom, x, x + 1, x + 2);
    for (size_t x = inner; x < width; x++)
        out[x] = mean(top, middle, bottom, x, x + 1 < width ? x + 1 : width - 1, width - 1);
}

void rival_box_blur(size_t width, size_t height, const float *in, float *out)
{
    for (size_t y = 0; y < height; y++)
        blur_row(width, height, in, out + y * width, y);
}

void rival_box_blur_openmp(size_t width, size_t height, const float *in, float *out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t y = 0; y < height; y++)
        blur_row(width, height, in, out + y * width, y);
}
