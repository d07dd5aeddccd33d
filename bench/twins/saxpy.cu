#include "twins.h"

extern "C" __global__ void twin_saxpy(size_t n, float a, const float *x, float *y)
{
    size_t tile = (size_t)blockDim.x * 4;
    for (size_t first = blockIdx.x * tile; first < n; first += gridDim.x * tile) {
        size_t i = first + threadIdx.x;
        if (n - first >= tile) {
            float p[4], q[4];
#pragma unroll
            for (unsigned k = 0; k < 4; k++) {
                p[k] = x[i + k * blockDim.x];
                q[k] = y[i + k * blockDim.x];
            }
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                y[i + k * blockDim.x] = a * p[k] + q[k];
        } else {
            for (; i < n; i += blockDim.x)
                y[i] = a * x[i] + y[i];
        }
    }
}

int twin_saxpy_launch(void *stream, size_t n, float a, const float *x, float *y)
{
    unsigned blocks = (unsigned)((n + 1023) / 1024);
    twin_saxpy<<<blocks, 256, 0, static_cast<cudaStream_t>(stream)>>>(n, a, x, y);
    return cudaGetLastError();
}
