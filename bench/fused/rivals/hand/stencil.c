#include "hand.h"
#include "vector.h"

enum { WIDTH = 32, HEIGHT = 8, PITCH = WIDTH + 2 };

static inline float step(float centre, float north, float south, float west, float east, float rate)
{
    return fmaf(rate, ((north + south) + (west + east)) - 4.0f * centre, centre);
}

static const float zeros[WIDTH];

/* At the edge, a block row's outer neighbours are zeros. */
void hand_stencil_flat(size_t first, size_t last, size_t width, size_t height, float rate, const float *restrict in,
                       float *restrict out)
{
    size_t columns = width / WIDTH;
    for (size_t block = first; block < last; block++) {
        size_t left = block % columns * WIDTH, top = block / columns * HEIGHT;
        for (size_t y = top; y < top + HEIGHT; y++) {
            const float *row = in + y * width + left;
            const float *north = y > 0 ? row - width : zeros, *south = y + 1 < height ? row + width : zeros;
            float *to = out + y * width + left;
            to[0] = step(row[0], north[0], south[0], left > 0 ? row[-1] : 0, row[1], rate);
#pragma omp simd
            for (int x = 1; x < WIDTH - 1; x++)
                to[x] = step(row[x], north[x], south[x], row[x - 1], row[x + 1], rate);
            to[WIDTH - 1] = step(row[WIDTH - 1], north[WIDTH - 1], south[WIDTH - 1], row[WIDTH - 2],
                                 left + WIDTH < width ? row[WIDTH] : 0, rate);
        }
    }
}

void hand_stencil_tiled(size_t first, size_t last, size_t width, size_t height, float rate, const float *restrict in,
                        float *restrict out)
{
    size_t columns = width / WIDTH;
    for (size_t block = first; block < last; block++) {
        size_t left = block % columns * WIDTH, top = block / columns * HEIGHT;
        float tile[HEIGHT + 2][PITCH];
        const float *from = in + top * width + left;
        for (size_t y = 0; y < HEIGHT; y++) {
            memcpy(&tile[y + 1][1], from + y * width, WIDTH * sizeof(float));
            tile[y + 1][0] = left > 0 ? from[y * width - 1] : 0;
            tile[y + 1][WIDTH + 1] = left + WIDTH < width ? from[y * width + WIDTH] : 0;
        }
        memcpy(&tile[0][1], top > 0 ? from - width : zeros, sizeof zeros);
        memcpy(&tile[HEIGHT + 1][1], top + HEIGHT < height ? from + HEIGHT * width : zeros, sizeof zeros);
        for (size_t y = 1; y <= HEIGHT; y++) {
            float *to = out + (top + y - 1) * width + left;
#pragma omp simd
            for (int x = 1; x <= WIDTH; x++)
                to[x - 1] = step(tile[y][x], tile[y - 1][x], tile[y + 1][x], tile[y][x - 1], tile[y][x + 1], rate);
        }
    }
}
