#include "openmp.h"

#include <math.h>

/* glibc has a vector version, which its header offers only with -ffast-math. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((simd("notinbranch"), const)) float expf(float);
#endif

int openmp_available(void)
{
#ifdef _OPENMP
    return 1;
#else
    return 0;
#endif
}

void openmp_exp_saxpy(size_t n, float a, const float *restrict x, float *restrict y, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for simd num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i++)
        y[i] = fmaf(a, expf(x[i]), y[i]);
}

static inline float step(float centre, float north, float south, float west, float east, float rate)
{
    return fmaf(rate, ((north + south) + (west + east)) - 4.0f * centre, centre);
}

/* A row's inner pixels in one loop, the edges by themselves. */
static void stencil_row(size_t width, size_t height, float rate, const float *in, float *restrict out, size_t y)
{
    const float *row = in + y * width;
    size_t right = width - 1;
    if (y == 0 || y + 1 == height) {
        for (size_t x = 0; x < width; x++)
            out[x] = step(row[x], y > 0 ? row[x - width] : 0, y + 1 < height ? row[x + width] : 0,
                          x > 0 ? row[x - 1] : 0, x < right ? row[x + 1] : 0, rate);
        return;
    }
    const float *north = row - width, *south = row + width;
    out[0] = step(row[0], north[0], south[0], 0, row[1], rate);
#pragma omp simd
    for (size_t x = 1; x < right; x++)
        out[x] = step(row[x], north[x], south[x], row[x - 1], row[x + 1], rate);
    out[right] = step(row[right], north[right], south[right], row[right - 1], 0, rate);
}

void openmp_stencil(size_t width, size_t height, float rate, const float *in, float *out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t y = 0; y < height; y++)
        stencil_row(width, height, rate, in, out + y * width, y);
}
