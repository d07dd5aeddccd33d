/* Tile by tile, so that the lines read and the lines written both stay in the cache. */
#include "rivals.h"

enum { TILE = 32 };

static inline void transpose_tiles(size_t width, size_t height, const float *restrict in, float *restrict out,
                                   size_t top)
{
    size_t bottom = top + TILE < height ? top + TILE : height;
    for (size_t left = 0; left < width; left += TILE) {
        size_t right = left + TILE < width ? left + TILE : width;
        for (size_t x = left; x < right; x++)
            for (size_t y = top; y < bottom; y++)
                out[x * height + y] = in[y * width + x];
    }
}

void rival_transpose(size_t width, size_t height, const float *in, float *out)
{
    for (size_t top = 0; top < height; top += TILE)
        transpose_tiles(width, height, in, out, top);
}

void rival_transpose_openmp(size_t width, size_t height, const float *in, float *out, int threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t top = 0; top < height; top += TILE)
        transpose_tiles(width, height, in, out, top);
}
