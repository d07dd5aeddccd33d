// Launches: shapes, dynamic shared memory, streams, overloads, arguments of each size, a launch through a pointer.
// > grid 6 threads 24: sum 276
// > overloads: 1 2
// > arguments: 1 2 3 4.5 -6 7
// > dynamic: 31 30 1 0
// > pointer: 42
// > default block: 1
#include <cstdio>

__global__ void count(int *sum)
{
    int block = blockIdx.x + gridDim.x * blockIdx.y, thread = threadIdx.x + blockDim.x * threadIdx.y;
    atomicAdd(sum, block * blockDim.x * blockDim.y + thread);
}
__global__ void which(int *out, int)
{
    *out = 1;
}
__global__ void which(int *out, float)
{
    *out = 2;
}
struct Pair {
    char c;
    double d;
};
__global__ void arguments(double *out, char a, short b, long c, Pair p, bool negative, unsigned char last)
{
    out[0] = a, out[1] = b, out[2] = c, out[3] = p.d, out[4] = negative ? -p.c : p.c, out[5] = last;
}
__global__ void reverse(int *out)
{
    extern __shared__ int mirror[];
    mirror[blockDim.x - 1 - threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = mirror[threadIdx.x];
}
__global__ void set(int *out, int value)
{
    *out = value;
}

int main()
{
    int *d, n = 0, h[32];
    double *dd, hd[6];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&dd, sizeof hd);
    cudaMemset(d, 0, sizeof h);
    count<<<dim3(3, 2), dim3(2, 2)>>>(d);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("grid 6 threads 24: sum %d\n", n);
    which<<<1, 1>>>(d, 1);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("overloads: %d ", n);
    which<<<1, 1>>>(d, 1.0f);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("%d\n", n);
    arguments<<<1, 1>>>(dd, 1, 2, 3, Pair{6, 4.5}, true, 7);
    cudaMemcpy(hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
    printf("arguments: %g %g %g %g %g %g\n", hd[0], hd[1], hd[2], hd[3], hd[4], hd[5]);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    reverse<<<1, 32, 32 * sizeof(int), stream>>>(d);
    cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    printf("dynamic: %d %d %d %d\n", h[0], h[1], h[30], h[31]);
    int value = 42;
    void *pointers[] = {&d, &value};
    cudaLaunchKernel(set, dim3(1), dim3(1), pointers);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("pointer: %d\n", n);
    set<<<1, 1>>>(d, (int)dim3(5).y);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("default block: %d\n", n);
    cudaFree(d);
    cudaFree(dd);
}
