// Faults of kernels: an assertion, an illegal address; each as CUDA's error.
#include <cassert>
#include <cstdio>
__global__ void check(int n)
{
    assert(n < (int)threadIdx.x + 3);
}
__global__ void wild(int *p)
{
    *p = 1;
}
int main(int count, char **)
{
    if (count > 1)
        wild<<<1, 1>>>((int *)16);
    else
        check<<<1, 4>>>(4);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %s\n", cudaGetErrorName(error), cudaGetErrorString(error));
}
