// Memory in slices of rows: allocated, set and copied by boxes.
// > pitch: a multiple of 512, 20 bytes, 3 rows
// > set: 0 wrong
// > box: 0 wrong
// > back: 0 wrong
// > refused: cudaErrorInvalidValue
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

enum { WIDTH = 5, HEIGHT = 3, DEPTH = 4 };
__global__ void add(cudaPitchedPtr memory, int value)
{
    char *row = (char *)memory.ptr + (threadIdx.z * memory.ysize + threadIdx.y) * memory.pitch;
    ((int *)row)[threadIdx.x] += value;
}

int main()
{
    cudaPitchedPtr memory;
    cudaStream_t stream;
    int host[DEPTH][HEIGHT][WIDTH], wrong = 0;
    cudaExtent whole = make_cudaExtent(WIDTH * sizeof(int), HEIGHT, DEPTH);
    if (cudaMalloc3D(&memory, whole) || cudaStreamCreate(&stream))
        return 1;
    printf("pitch: %s, %zu bytes, %zu rows\n", memory.pitch % 512 ? "odd" : "a multiple of 512", memory.xsize, memory.ysize);
    cudaMemcpy3DParms back = {};
    back.srcPtr = memory;
    back.dstPtr = make_cudaPitchedPtr(host, WIDTH * sizeof(int), WIDTH, HEIGHT);
    back.extent = whole;
    back.kind = cudaMemcpyDeviceToHost;
    if (cudaMemset3D(memory, 1, whole) || cudaMemcpy3D(&back))
        return 1;
    for (const auto &slice : host)
        for (const auto &row : slice)
            for (int number : row)
                wrong += number != 0x01010101;
    printf("set: %d wrong\n", wrong);

    // A box of 2 x 2 x 2 from the host's (1, 1, 0) to the device's (3, 0, 2).
    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++)
        host[0][0][i] = i;
    cudaMemcpy3DParms in = {};
    in.srcPtr = make_cudaPitchedPtr(host, WIDTH * sizeof(int), WIDTH, HEIGHT);
    in.srcPos = make_cudaPos(sizeof(int), 1, 0);
    in.dstPtr = memory;
    in.dstPos = make_cudaPos(3 * sizeof(int), 0, 2);
    in.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
    in.kind = cudaMemcpyHostToDevice;
    if (cudaMemset3DAsync(memory, 0, whole, stream) || cudaMemcpy3DAsync(&in, stream))
        return 1;
    add<<<1, dim3(WIDTH, HEIGHT, DEPTH), 0, stream>>>(memory, 1000);
    memset(host[3], 0, sizeof host[3]); // not of the box
    back.kind = cudaMemcpyDefault;
    if (cudaMemcpy3DAsync(&back, stream) || cudaStreamSynchronize(stream))
        return 1;
    wrong = 0;
    for (int z = 0; z < DEPTH; z++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                bool inside = x >= 3 && y < 2 && z >= 2;
                int expected = inside ? ((z - 2) * HEIGHT + y + 1) * WIDTH + x - 3 + 1 : 0;
                wrong += host[z][y][x] != 1000 + expected;
            }
    printf("box: %d wrong\n", wrong);

    // One row is copied whatever the height of a slice is said to be.
    cudaMemcpy3DParms row = {};
    int numbers[WIDTH] = {};
    row.srcPtr = memory;
    row.srcPos = make_cudaPos(0, 1, 2);
    row.dstPtr = make_cudaPitchedPtr(numbers, sizeof numbers, WIDTH, 1);
    row.extent = make_cudaExtent(sizeof numbers, 1, 1);
    row.kind = cudaMemcpyDeviceToHost;
    if (cudaMemcpy3D(&row))
        return 1;
    printf("back: %d wrong\n", memcmp(numbers, host[2][1], sizeof numbers) != 0);

    row.srcPos.x = 2 * sizeof(int); // over the destination's row
    row.extent.width = 8 * sizeof(int);
    printf("refused: %s\n", cudaGetErrorName(cudaMemcpy3D(&row)));
    return 0;
}
