#include "twins.h"

constexpr int SIDE = 32, ROWS = 8;

extern "C" __global__ void __block_size__((SIDE, ROWS, 1))
    twin_transpose_tile32_diagonal(int width, int height, const float *in, float *out)
{
    __shared__ float tile[SIDE][SIDE + 1];
    unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned row = block % gridDim.y, column = (block / gridDim.y + row) % gridDim.x;
    for (unsigned top = row * SIDE; top < (unsigned)height; top += gridDim.y * SIDE) {
        unsigned x = column * SIDE + threadIdx.x, y = top + threadIdx.y;
#pragma unroll
        for (int i = 0; i < SIDE; i += ROWS)
            if (x < (unsigned)width && y + i < (unsigned)height)
                tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * width + x];
        __syncthreads();
        x = column * SIDE + threadIdx.y;
        y = top + threadIdx.x;
#pragma unroll
        for (int i = 0; i < SIDE; i += ROWS)
            if (x + i < (unsigned)width && y < (unsigned)height)
                out[(size_t)(x + i) * height + y] = tile[threadIdx.x][threadIdx.y + i];
        __syncthreads();
    }
}

int twin_transpose_tile32_diagonal_launch(void *stream, int width, int height, const float *in, float *out)
{
    unsigned x = (width + SIDE - 1) / SIDE, y = (height + SIDE - 1) / SIDE;
    unsigned most = 0xffffffffu / x < 65535 ? 0xffffffffu / x : 65535;
    twin_transpose_tile32_diagonal<<<dim3(x, y < most ? y : most), dim3(SIDE, ROWS), 0,
                                     static_cast<cudaStream_t>(stream)>>>(width, height, in, out);
    return cudaGetLastError();
}
