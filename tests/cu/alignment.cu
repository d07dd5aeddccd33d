// alignas after __shared__ and its like, as nvcc takes it.
// > aligned 0 sum 1776
#include <cstdint>
#include <cstdio>

enum { THREADS = 32, WIDE = 128 };
struct pair {
    float a, b;
};

__constant__ alignas(64) int table[4] = {1, 2, 3, 4};
__device__ __constant__ alignas(32) /* in a comment: __shared__ alignas(8) */ unsigned char bytes[3];
const char *text() { return "__shared__ alignas(4)"; }

__device__ int far(const void *p, unsigned alignment)
{
    return (uintptr_t)p % alignment != 0;
}

template <class T, int N> __global__ void sum(T *to, int *wrong)
{
    __shared__ char first;
    __shared__ alignas(WIDE) T one[N];
    __shared__
        alignas(T)
        char space[sizeof(T) * 3];
    __shared__ alignas((16 + 16) * 2) pair two[2];
    one[threadIdx.x] = (T)threadIdx.x;
    if (threadIdx.x == 0)
        first = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < N; i++)
            *to += one[i] * table[i % 4];
        *wrong += far(one, WIDE) + far(space, alignof(T)) + far(two, 64) + far(table, 64) + far(bytes, 32) + !first;
    }
}

__global__ void last(double *to)
{
    extern __shared__ __align__(16) unsigned char shared[];
    double *numbers = reinterpret_cast<double *>(shared);
    numbers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < THREADS; i++)
            *to += numbers[i];
}

int main()
{
    double *to;
    int *wrong;
    cudaMallocManaged(&to, sizeof *to);
    cudaMallocManaged(&wrong, sizeof *wrong);
    *to = *wrong = 0;
    sum<double, THREADS><<<1, THREADS>>>(to, wrong);
    last<<<1, THREADS, THREADS * sizeof(double)>>>(to);
    cudaError_t error = cudaDeviceSynchronize();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    int zero = text()[0] != '_' || text()[11] != 'a';
    printf("aligned %d sum %g\n", *wrong + zero, *to);
}
