// __grid_constant__: parameters with one address for all threads, in the launch's arguments; __isGridConstant, isspacep.param.
#include <cstdio>
#include <cuda_runtime.h>

struct Table {
    int entry[16];
    __device__ int at(int i) const { return entry[i % 16]; }
};
__constant__ int constant[2];

__device__ unsigned told(const void *pointer)
{
    return __isGridConstant(pointer);
}

__global__ void spaces(const __grid_constant__ Table table, const Table copy, const __grid_constant__ short number, unsigned *out)
{
    __shared__ int shared[2];
    int local[2] = {number, 2};
    out[0] = told(&table) + told(&table.entry[15]);
    out[1] = told(&number);
    out[2] = told(&copy.entry[number]);
    out[3] = told(&shared[number]) + told(&constant[number]) + told(&local[number]) + told(out);
    unsigned in_asm;
    asm("{ .reg .pred p; isspacep.param p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(in_asm) : "l"(&table));
    out[4] = in_asm;
    out[5] = (unsigned)(table.at(3) + number);
}

template <class T> __global__ void addresses(int before, const __grid_constant__ T value, const T **out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = &value;
}

// A pointer that another thread left.
__global__ void through(__grid_constant__ const Table table, int *out)
{
    __shared__ const Table *left;
    if (threadIdx.x == blockIdx.x)
        left = &table;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = left->at((int)threadIdx.x);
}

template <class T> static bool one_address(T value)
{
    const T **out, *got[3 * 64];
    cudaMalloc(&out, sizeof got);
    addresses<<<3, 64>>>(1, value, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (const T *address : got)
        if (!address || address != got[0])
            return false;
    return true;
}

int main()
{
    Table table, copy = {};
    for (int i = 0; i < 16; i++)
        table.entry[i] = i * i;
    unsigned *out, told[6];
    cudaMalloc(&out, sizeof told);
    spaces<<<1, 1>>>(table, copy, 1, out);
    cudaMemcpy(told, out, sizeof told, cudaMemcpyDeviceToHost);
    for (unsigned value : told)
        printf("%u ", value);
    puts("");
    printf("%d %d %d\n", one_address(table), one_address(2.5), one_address('c'));
    int *sums, got[2 * 32], wrong = 0;
    cudaMalloc(&sums, sizeof got);
    through<<<2, 32>>>(table, sums);
    cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += got[i] != (i % 16) * (i % 16);
    printf("%d wrong: %s\n", wrong, cudaGetErrorName(cudaDeviceSynchronize()));
}
// > 2 1 0 0 1 10 
// > 1 1 1
// > 0 wrong: cudaSuccess
