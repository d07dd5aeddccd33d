// A race and two overruns, for lanewise check: one in a function of the language, whose line is that of its use.
#include <cstdio>
template <class T> __global__ void race(const T *in, T *out, int n)
{
    __shared__ T tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = __ldg(in + i);
    out[i] = tile[63 - threadIdx.x];
}
int main()
{
    float *a, *b;
    cudaMalloc(&a, 62 * sizeof *a);
    cudaMalloc(&b, 60 * sizeof *b);
    cudaMemset(a, 0, 62 * sizeof *a);
    race<float><<<1, 64>>>(a, b, 64);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
