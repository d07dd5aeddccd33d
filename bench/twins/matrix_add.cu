#include "twins.h"

extern "C" __global__ void twin_matrix_add(int width, int height, const float *a, const float *b, float *out)
{
    size_t tile = (size_t)blockDim.x * 4, first = blockIdx.x * tile, x = first + threadIdx.x;
    size_t stride = (size_t)gridDim.y * blockDim.y;
    for (size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y; y < (size_t)height; y += stride) {
        size_t row = y * width;
        if (first + tile <= (size_t)width) {
            float p[4], q[4];
#pragma unroll
            for (unsigned k = 0; k < 4; k++) {
                p[k] = a[row + x + k * blockDim.x];
                q[k] = b[row + x + k * blockDim.x];
            }
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                out[row + x + k * blockDim.x] = p[k] + q[k];
        } else {
            for (size_t column = x; column < (size_t)width; column += blockDim.x)
                out[row + column] = a[row + column] + b[row + column];
        }
    }
}

int twin_matrix_add_launch(void *stream, int width, int height, const float *a, const float *b, float *out)
{
    unsigned rows = (unsigned)height;
    dim3 grid(((unsigned)width + 1023) / 1024, rows < 65535 ? rows : 65535), block(256);
    twin_matrix_add<<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(width, height, a, b, out);
    return cudaGetLastError();
}
