#include "twins.h"

constexpr int ROWS = 8;

extern "C" __global__ void twin_transpose_naive(int width, int height, const float *in, float *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= (unsigned)width)
        return;
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < (unsigned)height; y += gridDim.y * blockDim.y)
        out[(size_t)x * height + y] = in[(size_t)y * width + x];
}

template <int SIDE> __device__ void transpose(int width, int height, const float *in, float *out)
{
    __shared__ float tile[SIDE][SIDE + 1];
    for (unsigned top = blockIdx.y * SIDE; top < (unsigned)height; top += gridDim.y * SIDE) {
        unsigned left = blockIdx.x * SIDE, x = left + threadIdx.x;
#pragma unroll
        for (int row = 0; row < SIDE; row += ROWS) {
            unsigned y = top + threadIdx.y + row;
            if (x < (unsigned)width && y < (unsigned)height)
                tile[threadIdx.y + row][threadIdx.x] = in[(size_t)y * width + x];
        }
        __syncthreads();
        unsigned y = top + threadIdx.x;
#pragma unroll
        for (int row = 0; row < SIDE; row += ROWS) {
            x = left + threadIdx.y + row;
            if (x < (unsigned)width && y < (unsigned)height)
                out[(size_t)x * height + y] = tile[threadIdx.x][threadIdx.y + row];
        }
        __syncthreads();
    }
}

extern "C" __global__ void __block_size__((32, ROWS, 1))
    twin_transpose_tile32(int width, int height, const float *in, float *out)
{
    transpose<32>(width, height, in, out);
}

extern "C" __global__ void __block_size__((64, ROWS, 1))
    twin_transpose_tile64(int width, int height, const float *in, float *out)
{
    transpose<64>(width, height, in, out);
}

static dim3 cover(int width, int height, int tile_width, int tile_height)
{
    int rows = (height + tile_height - 1) / tile_height;
    return dim3((width + tile_width - 1) / tile_width, rows < 65535 ? rows : 65535);
}

int twin_transpose_naive_launch(void *stream, int width, int height, const float *in, float *out)
{
    twin_transpose_naive<<<cover(width, height, 32, ROWS), dim3(32, ROWS), 0, static_cast<cudaStream_t>(stream)>>>(
        width, height, in, out);
    return cudaGetLastError();
}

int twin_transpose_tile32_launch(void *stream, int width, int height, const float *in, float *out)
{
    twin_transpose_tile32<<<cover(width, height, 32, 32), dim3(32, ROWS), 0, static_cast<cudaStream_t>(stream)>>>(
        width, height, in, out);
    return cudaGetLastError();
}

int twin_transpose_launch(void *stream, int width, int height, const float *in, float *out)
{
    twin_transpose_tile64<<<cover(width, height, 64, 64), dim3(64, ROWS), 0, static_cast<cudaStream_t>(stream)>>>(
        width, height, in, out);
    return cudaGetLastError();
}
