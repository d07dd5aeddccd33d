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
        unsigned left = blockIdx.x * SIDE, x = left + threadIdx.x, y = top + threadIdx.y;
        bool whole = left + SIDE <= (unsigned)width && top + SIDE <= (unsigned)height;
        const float *from = in + ((size_t)y * width + x);
        float value[SIDE / ROWS];
#pragma unroll
        for (int i = 0; i < SIDE / ROWS; i++) {
            value[i] = whole || (x < (unsigned)width && y + i * ROWS < (unsigned)height) ? *from : 0.0f;
            from += (size_t)ROWS * width;
        }
#pragma unroll
        for (int i = 0; i < SIDE / ROWS; i++)
            tile[threadIdx.y + i * ROWS][threadIdx.x] = value[i];
        __syncthreads();
        x = left + threadIdx.y;
        y = top + threadIdx.x;
        float *to = out + ((size_t)x * height + y);
#pragma unroll
        for (int i = 0; i < SIDE / ROWS; i++) {
            if (whole || (x + i * ROWS < (unsigned)width && y < (unsigned)height))
                *to = tile[threadIdx.x][threadIdx.y + i * ROWS];
            to += (size_t)ROWS * height;
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
