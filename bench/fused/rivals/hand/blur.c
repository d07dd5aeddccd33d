#include "hand.h"
#include "vector.h"

enum { WIDTH = 32, HEIGHT = 8, HALO = 2, PITCH = WIDTH + HALO };

void hand_blur(size_t first, size_t last, size_t width, size_t height, const float *restrict in, float *restrict out)
{
    size_t columns = width / WIDTH;
    for (size_t block = first; block < last; block++) {
        size_t left = block % columns * WIDTH, top = block / columns * HEIGHT;
        float patch[HEIGHT + HALO][PITCH];
        for (size_t y = 0; y < HEIGHT + HALO; y++) {
            const float *row = in + (top + y < height ? top + y : height - 1) * width;
            memcpy(patch[y], row + left, WIDTH * sizeof(float));
            for (size_t x = WIDTH; x < PITCH; x++)
                patch[y][x] = row[left + x < width ? left + x : width - 1];
        }
        for (size_t y = 0; y < HEIGHT; y++) {
            float *to = out + (top + y) * width + left;
#pragma omp simd
            for (int x = 0; x < WIDTH; x++) {
                float upper = patch[y][x] + patch[y][x + 1] + patch[y][x + 2];
                float middle = patch[y + 1][x] + patch[y + 1][x + 1] + patch[y + 1][x + 2];
                float lower = patch[y + 2][x] + patch[y + 2][x + 1] + patch[y + 2][x + 2];
                to[x] = (upper + middle + lower) * (1.0f / 9.0f);
            }
        }
    }
}
