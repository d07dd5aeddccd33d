// What a debugger prints in device code: coordinates and shared variables, of a kernel and of a function.
#include <cstdio>
struct pair {
    int first;
    float second;
};
extern __shared__ float dynamic[];
static __shared__ pair outside;
template <class T, int N> __device__ int sum(const T *from)
{
    __shared__ T part[N];
    part[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    int all = 0; // in sum
    for (int i = 0; i < N; i++)
        all += (int)part[i];
    return all;
}
template <class T> __global__ void watched(const T *in, int *out)
{
    dynamic[threadIdx.x] = 0.5f * threadIdx.x;
    if (threadIdx.x == 0)
        outside = {7 + (int)blockIdx.x, 0.5f};
    __syncthreads();
    out[threadIdx.x] = sum<T, 4>(in) + outside.first; // in the kernel
}
int main()
{
    int *out, *in, numbers[4];
    cudaMalloc(&out, sizeof numbers);
    cudaMalloc(&in, sizeof numbers);
    cudaMemset(in, 1, sizeof numbers);
    watched<int><<<2, 4, 64>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d\n", numbers[3]);
    return 0;
}
