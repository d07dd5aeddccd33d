#include "twins.h"

constexpr int SIDE = 64, ROWS = 8;

extern "C" __global__ void __block_size__((SIDE, ROWS, 1))
    twin_permute_tiles_4(size_t width, size_t height, size_t planes, size_t in_row, size_t in_plane, size_t out_row,
                         size_t out_plane, const void *in, void *out)
{
    __shared__ unsigned tile[SIDE][SIDE + 1];
    const size_t left = (size_t)blockIdx.x * SIDE;
    if (left >= width)
        return;
    const unsigned across = width - left < SIDE ? width - left : SIDE;
    for (size_t plane = blockIdx.z; plane < planes; plane += gridDim.z)
        for (size_t top = (size_t)blockIdx.y * SIDE; top < height; top += (size_t)gridDim.y * SIDE) {
            const unsigned down = height - top < SIDE ? height - top : SIDE;
            const bool whole = across == SIDE && down == SIDE;
            auto from = static_cast<const unsigned *>(in) + plane * in_plane + (top + threadIdx.y) * in_row + left +
                        threadIdx.x;
            auto to = static_cast<unsigned *>(out) + plane * out_plane + (left + threadIdx.y) * out_row + top +
                      threadIdx.x;
            unsigned value[SIDE / ROWS];
#pragma unroll
            for (int i = 0; i < SIDE / ROWS; i++) {
                value[i] = whole || (threadIdx.x < across && threadIdx.y + i * ROWS < down) ? *from : 0;
                from += ROWS * in_row;
            }
#pragma unroll
            for (int i = 0; i < SIDE / ROWS; i++)
                tile[threadIdx.y + i * ROWS][threadIdx.x] = value[i];
            __syncthreads();
#pragma unroll
            for (int i = 0; i < SIDE / ROWS; i++) {
                if (whole || (threadIdx.y + i * ROWS < across && threadIdx.x < down))
                    *to = tile[threadIdx.x][threadIdx.y + i * ROWS];
                to += ROWS * out_row;
            }
            __syncthreads();
        }
}

/* Elements of 4 bytes alone. */
int twin_transpose_batched_launch(void *stream, size_t element_size, size_t matrices, size_t width, size_t height,
                                  const void *in, void *out)
{
    if (element_size != 4)
        return cudaErrorInvalidValue;
    const size_t most = 65535, down = (height + SIDE - 1) / SIDE;
    dim3 grid((width + SIDE - 1) / SIDE, down < most ? down : most, matrices < most ? matrices : most);
    twin_permute_tiles_4<<<grid, dim3(SIDE, ROWS), 0, static_cast<cudaStream_t>(stream)>>>(
        width, height, matrices, width, width * height, height, width * height, in, out);
    return cudaGetLastError();
}
