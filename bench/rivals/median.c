/* The loop of kernels/median.h, by the same exchanges. */
#include "rivals.h"

static inline float lower(float a, float b)
{
    return b < a ? b : a;
}

static inline float higher(float a, float b)
{
    return b < a ? a : b;
}

static inline float middle(float a, float b, float c)
{
    return higher(lower(a, b), lower(higher(a, b), c));
}

static inline float median(const float *above, const float *row, const float *below, size_t left, size_t x,
                           size_t right)
{
    const float *rows[3] = {above, row, below};
    float low[3], mid[3], high[3];
    for (int i = 0; i < 3; i++) {
        const float a = rows[i][left], b = rows[i][x], c = rows[i][right];
        low[i] = lower(lower(a, b), c);
        mid[i] = middle(a, b, c);
        high[i] = higher(higher(a, b), c);
    }
    return middle(higher(higher(low[0], low[1]), low[2]), middle(mid[0], mid[1], mid[2]),
                  lower(lower(high[0], high[1]), high[2]));
}

void rival_median3(size_t width, size_t height, const float *in, float *out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t y = 0; y < height; y++) {
        const float *row = in + y * width, *above = y == 0 ? row : row - width;
        const float *below = y == height - 1 ? row : row + width;
        float *restrict to = out + y * width;
        to[0] = median(above, row, below, 0, 0, width > 1 ? 1 : 0);
        if (width > 1)
            to[width - 1] = median(above, row, below, width - 2, width - 1, width - 1);
#pragma omp simd
        for (size_t x = 1; x < width - 1; x++)
            to[x] = median(above, row, below, x - 1, x, x + 1);
    }
}
