// __managed__ variables: the host and kernels use one memory.
// > 5 2 41 3 -7 0x1
// > 12 14 42 6 -8
// > symbol: 12 same, 4 bytes
// > copies: 77 42 43, managed
#include <cstdio>

__device__ __managed__ int counter = 5;
__managed__ float table[4] = {1, 2};
extern __managed__ int later;
namespace space {
__managed__ int member = 3;
}
static __managed__ __device__ long own = -7;
static __managed__ int of_host = 9, of_kernel = 4; // only one side uses it
namespace {
__managed__ int *pointer;
}
__global__ void kernel()
{
    *pointer += 2, table[3] = table[1] + counter, later++, space::member *= 2, own -= of_kernel - 3;
}
__managed__ int later;

int main()
{
    later = 41;
    pointer = &counter;
    printf("%d %g %d %d %ld 0x%x\n", counter, table[1], later, space::member, own, pointer == &counter);
    counter += of_host - 4;
    kernel<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d %g %d %d %ld\n", counter, table[3], later, space::member, own);

    int value = 0, one = 77, *address;
    size_t size;
    cudaMemcpyFromSymbol(&value, counter, sizeof value);
    cudaGetSymbolAddress((void **)&address, counter);
    cudaGetSymbolSize(&size, counter);
    printf("symbol: %d %s, %zu bytes\n", value, address == &counter ? "same" : "other", size);

    cudaMemcpy(&space::member, &one, sizeof one, cudaMemcpyHostToDevice);
    cudaMemcpy(&one, &later, sizeof one, cudaMemcpyDefault);
    later = 43;
    cudaMemcpy(&value, &later, sizeof value, cudaMemcpyDeviceToHost);
    cudaPointerAttributes known;
    cudaPointerGetAttributes(&known, &counter);
    printf("copies: %d %d %d, %s\n", space::member, one, value,
           known.type == cudaMemoryTypeManaged ? "managed" : "other");
    return cudaGetLastError();
}
