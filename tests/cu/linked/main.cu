// Device code of two files, linked: -rdc=true.
#include "part.cuh"
#include <cstdio>

#ifndef __CUDACC_RDC__
#error "-rdc=true defines __CUDACC_RDC__"
#endif

static __device__ int own = 1;           // part.cu has others of these names
static __device__ int *address = &total; // of another file
static __managed__ int calls = 10;
namespace {
__device__ int hidden = 2;
__device__ int local(int n)
{
    return n + 1;
}
} // namespace
static __device__ int keep(int n)
{
    __shared__ int cell; // both() reaches both files'
    cell = n;
    return cell;
}
static __global__ void step(int *p)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        *p += tile[31] + local(own) + hidden + calls++;
}
__global__ void both(int *p)
{
    *p += keep(1) + kept(2);
}
__device__ int multiply(int n)
{
    return n < 2 ? 1 : n * factorial_of(n - 1, multiply);
}
__global__ void use(int *p, Pair *pair)
{
    extern __shared__ int dynamic[];
    dynamic[0] = 1000;
    *p = scaled(*p) + *address + factor[1] + (int)table[2] + chosen(3) + dynamic[0];
    *pair = swapped(*pair, &total);
    seen += factorial_of(5, multiply) + of_header(1);
}

int main()
{
    int *p, n = 4, factors[4] = {1, 2, 3, 4};
    Pair *pair, swap = {1, 2, 0.5};
    cudaMalloc(&p, sizeof n);
    cudaMallocManaged(&pair, sizeof swap);
    *pair = swap;
    cudaMemcpy(p, &n, sizeof n, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(factor, factors, sizeof factors);
    cudaMemcpyToSymbol(own, &n, sizeof n);
    use<<<1, 1, 64>>>(p, pair);
    step<<<1, 32>>>(p);
    both<<<1, 1>>>(p);
    cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d; %d %d %g; %d %d\n", n, pair->low, pair->high, pair->both, seen, calls);
    count<<<2, 32>>>(p, 100);
    twice<<<1, 2>>>(p);
    run_part(p);
    cudaMemcpyFromSymbol(&n, total, sizeof n);
    printf("%d", n);
    cudaMemcpyFromSymbol(&n, own, sizeof n);
    printf(" %d", n);
    cudaMemcpyFromSymbol(&n, everywhere, sizeof n);
    printf(" %d", n);
    cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
    printf(" %d %d\n", n, seen);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, step);
    printf("%s, %s\n", attributes.sharedSizeBytes < 256 ? "one tile" : "two", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
// > 1199; 9 8 0.5; 126 11
// > 164 4 7 5498 129
// > one tile, no error
