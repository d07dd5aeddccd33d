#include "twins.h"

constexpr unsigned TILE_X = 32, TILE_Y = 8, HALO = 2, PATCH_X = TILE_X + HALO, PATCH_Y = TILE_Y + HALO;

__device__ unsigned clamped(unsigned at, int size)
{
    return at < (unsigned)size ? at : (unsigned)size - 1;
}

__device__ float sum3(const float *row, unsigned x, int width)
{
    return row[x] + row[clamped(x + 1, width)] + row[clamped(x + 2, width)];
}

extern "C" __global__ void twin_box_blur_nine(int width, int height, const float *in, float *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y) {
        float top = sum3(in + (size_t)y * width, x, width);
        float middle = sum3(in + (size_t)clamped(y + 1, height) * width, x, width);
        float bottom = sum3(in + (size_t)clamped(y + 2, height) * width, x, width);
        out[(size_t)y * width + x] = (top + middle + bottom) * (1.0f / 9.0f);
    }
}

extern "C" __global__ void twin_box_blur_rows(int width, int height, const float *in, float *sums)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y)
        sums[(size_t)y * width + x] = sum3(in + (size_t)y * width, x, width);
}

extern "C" __global__ void twin_box_blur_columns(int width, int height, const float *sums, float *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y) {
        float top = sums[(size_t)y * width + x];
        float middle = sums[(size_t)clamped(y + 1, height) * width + x];
        float bottom = sums[(size_t)clamped(y + 2, height) * width + x];
        out[(size_t)y * width + x] = (top + middle + bottom) * (1.0f / 9.0f);
    }
}

extern "C" __global__ void __block_size__((TILE_X, TILE_Y, 1))
    twin_box_blur_tiled(int width, int height, const float *in, float *out)
{
    __shared__ float patch[PATCH_Y][PATCH_X];
    unsigned left = blockIdx.x * TILE_X, x = left + threadIdx.x;
    for (unsigned top = blockIdx.y * TILE_Y; top < (unsigned)height; top += gridDim.y * TILE_Y) {
        for (unsigned i = threadIdx.y * TILE_X + threadIdx.x; i < PATCH_Y * PATCH_X; i += TILE_X * TILE_Y) {
            unsigned row = i / PATCH_X, column = i % PATCH_X;
            patch[row][column] = in[(size_t)clamped(top + row, height) * width + clamped(left + column, width)];
        }
        __syncthreads();
        unsigned y = top + threadIdx.y;
        if (x < (unsigned)width && y < (unsigned)height) {
            float sum[3];
#pragma unroll
            for (int j = 0; j < 3; j++)
                sum[j] = patch[threadIdx.y + j][threadIdx.x] + patch[threadIdx.y + j][threadIdx.x + 1] +
                         patch[threadIdx.y + j][threadIdx.x + 2];
            out[(size_t)y * width + x] = (sum[0] + sum[1] + sum[2]) * (1.0f / 9.0f);
        }
        __syncthreads();
    }
}

static dim3 cover(int width, int height)
{
    int rows = (height + TILE_Y - 1) / TILE_Y;
    return dim3((width + TILE_X - 1) / TILE_X, rows < 65535 ? rows : 65535);
}

int twin_box_blur_nine_launch(void *stream, int width, int height, const float *in, float *out)
{
    twin_box_blur_nine<<<cover(width, height), dim3(TILE_X, TILE_Y), 0, static_cast<cudaStream_t>(stream)>>>(
        width, height, in, out);
    return cudaGetLastError();
}

int twin_box_blur_separable_launch(void *stream, int width, int height, const float *in, float *sums, float *out)
{
    dim3 grid = cover(width, height), block(TILE_X, TILE_Y);
    twin_box_blur_rows<<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(width, height, in, sums);
    twin_box_blur_columns<<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(width, height, sums, out);
    return cudaGetLastError();
}

int twin_box_blur_tiled_launch(void *stream, int width, int height, const float *in, float *out)
{
    twin_box_blur_tiled<<<cover(width, height), dim3(TILE_X, TILE_Y), 0, static_cast<cudaStream_t>(stream)>>>(
        width, height, in, out);
    return cudaGetLastError();
}
