#include "twins.h"

constexpr int TILE_X = 32, TILE_Y = 8, HALO = 2;
constexpr float NINTH = 1.0f / 9.0f;

__device__ float sum3(const float *row, int x, int width)
{
    return row[x] + row[min(x + 1, width - 1)] + row[min(x + 2, width - 1)];
}

extern "C" __global__ void twin_box_blur_nine(int width, int height, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    int stride = gridDim.y * blockDim.y;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += stride) {
        float top = sum3(in + (size_t)y * width, x, width);
        float middle = sum3(in + (size_t)min(y + 1, height - 1) * width, x, width);
        float bottom = sum3(in + (size_t)min(y + 2, height - 1) * width, x, width);
        out[(size_t)y * width + x] = (top + middle + bottom) * NINTH;
    }
}

extern "C" __global__ void twin_box_blur_rows(int width, int height, const float *in, float *sums)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    int stride = gridDim.y * blockDim.y;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += stride)
        sums[(size_t)y * width + x] = sum3(in + (size_t)y * width, x, width);
}

extern "C" __global__ void twin_box_blur_columns(int width, int height, const float *sums, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width)
        return;
    int stride = gridDim.y * blockDim.y;
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += stride) {
        const float *column = sums + x;
        float top = column[(size_t)y * width];
        float middle = column[(size_t)min(y + 1, height - 1) * width];
        float bottom = column[(size_t)min(y + 2, height - 1) * width];
        out[(size_t)y * width + x] = (top + middle + bottom) * NINTH;
    }
}

extern "C" __global__ void __block_size__((TILE_X, TILE_Y, 1))
    twin_box_blur_tiled(int width, int height, const float *in, float *out)
{
    __shared__ float tile[TILE_Y + HALO][TILE_X + HALO];
    int left = blockIdx.x * TILE_X, x = left + threadIdx.x;
    int stride = gridDim.y * TILE_Y;
    for (int top = blockIdx.y * TILE_Y; top < height; top += stride) {
        for (int j = threadIdx.y; j < TILE_Y + HALO; j += TILE_Y)
            for (int i = threadIdx.x; i < TILE_X + HALO; i += TILE_X)
                tile[j][i] = in[(size_t)min(top + j, height - 1) * width + min(left + i, width - 1)];
        __syncthreads();
        int y = top + threadIdx.y;
        if (x < width && y < height) {
            float sum[3];
#pragma unroll
            for (int j = 0; j < 3; j++)
                sum[j] = tile[threadIdx.y + j][threadIdx.x] + tile[threadIdx.y + j][threadIdx.x + 1] +
                         tile[threadIdx.y + j][threadIdx.x + 2];
            out[(size_t)y * width + x] = (sum[0] + sum[1] + sum[2]) * NINTH;
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
