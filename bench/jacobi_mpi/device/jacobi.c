#include <lanewise/kernel.h>
#include "jacobi.h"

__device__ static size_t jacobi_at(int pitch, int x, int y)
{
    return (size_t)(y + 1) * pitch + x + 1;
}

/* No product is added to anything, so that no compiler fuses the two: every device rounds like the serial loop. */
__device__ static float jacobi_mean(const float *from, int pitch, size_t at)
{
    return 0.25f * ((from[at - pitch] + from[at + pitch]) + (from[at - 1] + from[at + 1]));
}

LW_KERNEL(jacobi_interior, (int, width), (int, height), (int, pitch), (const float *, from), (float *, to))
{
    /* Threads begin at the rim, x = -1, where a row is aligned. */
    int x = blockIdx.x * blockDim.x + threadIdx.x - 1, y = 1 + JACOBI_ROWS * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x < 1 || x >= width - 1 || y >= height - 1)
        return;
    size_t at = jacobi_at(pitch, x, y);
    if (y + JACOBI_ROWS < height) {
        float mean[JACOBI_ROWS]; /* all loads come before the stores, so that rows share them */
#pragma unroll
        for (int i = 0; i < JACOBI_ROWS; i++)
            mean[i] = jacobi_mean(from, pitch, at + i * pitch);
#pragma unroll
        for (int i = 0; i < JACOBI_ROWS; i++)
            to[at + i * pitch] = mean[i];
    } else { /* fewer rows are left */
#pragma unroll
        for (int i = 0; i < JACOBI_ROWS - 1; i++)
            if (y + i < height - 1)
                to[at + i * pitch] = jacobi_mean(from, pitch, at + i * pitch);
    }
}

LW_KERNEL(jacobi_edge, (int, points), (int, width), (int, height), (int, pitch), (const float *, from), (float *, to))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, rows = height > 1 ? 2 : 1;
    if (i >= points)
        return;
    int x, y;
    if (i < rows * width) {
        x = i % width;
        y = i < width ? 0 : height - 1;
    } else { /* of the columns what the rows have not */
        int j = i - rows * width;
        x = j < height - 2 ? 0 : width - 1;
        y = 1 + j % (height - 2);
    }
    size_t at = jacobi_at(pitch, x, y);
    to[at] = jacobi_mean(from, pitch, at);
}

/* Where element i of a halo buffer belongs: in the edge (outside 0), or in the halo beside it (outside 1). Returns the side. */
__device__ static int jacobi_place(int width, int height, int pitch, int outside, int i, size_t *at)
{
    int side;
    if (i < 2 * width) {
        side = i < width ? JACOBI_TOP : JACOBI_BOTTOM;
        *at = jacobi_at(pitch, i % width, side == JACOBI_TOP ? -outside : height - 1 + outside);
    } else {
        int j = i - 2 * width;
        side = j < height ? JACOBI_LEFT : JACOBI_RIGHT;
        *at = jacobi_at(pitch, side == JACOBI_LEFT ? -outside : width - 1 + outside, j % height);
    }
    return side;
}

LW_KERNEL(jacobi_pack, (int, points), (int, width), (int, height), (int, pitch), (unsigned, sides),
          (const float *, tile), (float *, halo))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t at;
    if (i < points && (sides >> jacobi_place(width, height, pitch, 0, i, &at) & 1))
        halo[i] = tile[at];
}

LW_KERNEL(jacobi_unpack, (int, points), (int, width), (int, height), (int, pitch), (unsigned, sides),
          (const float *, halo), (float *, tile))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t at;
    if (i < points && (sides >> jacobi_place(width, height, pitch, 1, i, &at) & 1))
        tile[at] = halo[i];
}

LW_KERNEL(jacobi_change, (int, width), (int, height), (int, pitch), (const float *, a), (const float *, b),
          (float *, largest))
{
    LW_SHARED(float, of_warp, [JACOBI_CHANGE_THREADS / 32]);
    float own = 0.0f;
    for (int y = blockIdx.x; y < height; y += gridDim.x)
        for (int x = threadIdx.x; x < width; x += blockDim.x) {
            size_t at = jacobi_at(pitch, x, y);
            own = fmaxf(own, fabsf(a[at] - b[at]));
        }
    for (int offset = 16; offset > 0; offset >>= 1)
        own = fmaxf(own, __shfl_down_sync(LW_FULL_MASK, own, offset));
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < JACOBI_CHANGE_THREADS / 32; warp++)
            own = fmaxf(own, of_warp[warp]);
        /* Floats that are not negative are ordered as their bits are. */
        atomicMax((int *)largest, __float_as_int(own));
    }
}
