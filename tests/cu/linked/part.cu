// main.cu uses this file's device code.
#include "part.cuh"

__device__ int total = 100;
__device__ float table[8] = {1, 2, 30};
__constant__ int factor[4];
__managed__ int seen;
__device__ Function chosen = scaled;

static __device__ int own = 7;
static __managed__ int calls = 50;
namespace {
__device__ int hidden = 20;
__device__ int local(int n)
{
    return n * 2;
}
} // namespace
static __device__ int keep(int n)
{
    __shared__ int cell; // both() reaches both files'
    cell = n;
    return cell;
}
__shared__ int of_file; // the host's object has a symbol of this name, and the kernels' must not
static __global__ void step(int *p)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = 2 * threadIdx.x;
    if (threadIdx.x == 1)
        of_file = threadIdx.y;
    __syncthreads();
    if (threadIdx.x == 0)
        *p += of_file + tile[31] + local(own) + hidden + calls++;
}

__device__ int scaled(int n)
{
    return local(n) + 1;
}
__device__ int kept(int n)
{
    return keep(n);
}
__device__ Pair swapped(Pair pair, const int *add)
{
    return {pair.high + 7, pair.low + 7 + (*add - 100), pair.both};
}
__device__ int factorial_of(int n, Function multiply)
{
    return multiply(n);
}
__global__ void count(int *p, int n)
{
    extern __shared__ double dynamic[];
    if (n < 0)
        dynamic[0] = n;
    atomicAdd(&total, 1);
    if (threadIdx.x == 0)
        atomicAdd(p, n / 2);
}
template <class F> static __global__ void apply(int *p, F f)
{
    *p = f(*p);
}
void run_part(int *p)
{
    step<<<1, 32>>>(p);
    twice<<<1, 2>>>(p);
    apply<<<1, 1>>>(p, [] __device__(int n) { return n + of_header(1) + scaled(1); });
    cudaDeviceSynchronize();
    seen += calls - 48;
}
