#include "hand.h"

enum { SIDE = 32, PITCH = SIDE + 1 };

/* Transposing squares of 16 x 16 in registers is no faster here: pages and cache lines are the bound. */
void hand_transpose(size_t first, size_t last, size_t width, size_t height, const float *restrict in,
                    float *restrict out)
{
    size_t columns = width / SIDE;
    for (size_t block = first; block < last; block++) {
        const float *from = in + block / columns * SIDE * width + block % columns * SIDE;
        float *to = out + block % columns * SIDE * height + block / columns * SIDE;
        float tile[SIDE * PITCH];
        for (size_t y = 0; y < SIDE; y++)
#pragma omp simd
            for (size_t x = 0; x < SIDE; x++)
                tile[y * PITCH + x] = from[y * width + x];
        for (size_t y = 0; y < SIDE; y++)
#pragma omp simd
            for (size_t x = 0; x < SIDE; x++)
                to[y * height + x] = tile[x * PITCH + y];
    }
}
