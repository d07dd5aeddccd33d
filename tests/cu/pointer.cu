// A pointer to a function that one kernel stores and another calls: its shared variable has a place in both kernels.
// > stored: 1
// > called: 360 360
// > own: 1 1
#include <cstdio>

typedef int (*Combine)(int);
__device__ Combine stored;

__device__ int sum_of_block(int value)
{
    __shared__ int parts[64];
    parts[threadIdx.x] = value;
    __syncthreads();
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; i++)
        sum += parts[i];
    __syncthreads();
    return sum;
}
__global__ void store(int *out)
{
    stored = sum_of_block;
    *out = stored != nullptr;
}
__global__ void call(int *out)
{
    __shared__ int own[16];
    own[threadIdx.x] = 1;
    int sum = stored(15 + threadIdx.x);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
    if (threadIdx.x == 15)
        out[2 + blockIdx.x] = own[15];
}

int main()
{
    int *out, got[4];
    cudaMalloc(&out, sizeof got);
    store<<<1, 1>>>(out);
    cudaMemcpy(got, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("stored: %d\n", got[0]);
    call<<<2, 16>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    printf("called: %d %d\n", got[0], got[1]);
    printf("own: %d %d\n", got[2], got[3]);
    cudaFree(out);
}
