#include <lanewise/kernel.h>

#include "kernels.h"

enum { WIDTH = 32, HEIGHT = 8 }; /* of a block */

static __device__ __forceinline__ float at(const float *in, int width, int height, int x, int y)
{
    return x >= 0 && x < width && y >= 0 && y < height ? in[(size_t)y * width + x] : 0.0f;
}

static __device__ __forceinline__ float step(float centre, float north, float south, float west, float east, float rate)
{
    return fmaf(rate, ((north + south) + (west + east)) - 4.0f * centre, centre);
}

LW_KERNEL(bench_stencil_flat, LW_BLOCK_SIZE(WIDTH, HEIGHT, 1), (int, width), (int, height), (float, rate),
          (const float *, in), (float *, out))
{
    int x = (int)(blockIdx.x * WIDTH + threadIdx.x), y = (int)(blockIdx.y * HEIGHT + threadIdx.y);
    if (x >= width || y >= height)
        return;
    out[(size_t)y * width + x] =
        step(in[(size_t)y * width + x], at(in, width, height, x, y - 1), at(in, width, height, x, y + 1),
             at(in, width, height, x - 1, y), at(in, width, height, x + 1, y), rate);
}

LW_KERNEL(bench_stencil_tiled, LW_BLOCK_SIZE(WIDTH, HEIGHT, 1), (int, width), (int, height), (float, rate),
          (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [HEIGHT + 2][WIDTH + 2]);
    unsigned column = threadIdx.x + 1, row = threadIdx.y + 1;
    int x = (int)(blockIdx.x * WIDTH + threadIdx.x), y = (int)(blockIdx.y * HEIGHT + threadIdx.y);
    tile[row][column] = at(in, width, height, x, y);
    if (threadIdx.y == 0)
        tile[0][column] = at(in, width, height, x, y - 1);
    if (threadIdx.y == HEIGHT - 1)
        tile[HEIGHT + 1][column] = at(in, width, height, x, y + 1);
    if (threadIdx.x == 0)
        tile[row][0] = at(in, width, height, x - 1, y);
    if (threadIdx.x == WIDTH - 1)
        tile[row][WIDTH + 1] = at(in, width, height, x + 1, y);
    __syncthreads();
    if (x < width && y < height)
        out[(size_t)y * width + x] = step(tile[row][column], tile[row - 1][column], tile[row + 1][column],
                                          tile[row][column - 1], tile[row][column + 1], rate);
}
