// Two devices: a pointer belongs to the one that allocated it, whichever is current.
// > devices: 2
// > pointers: 0 1
// > freed: no error, no error
#include <cstdio>
#include <cstdlib>

int main()
{
    setenv("LANEWISE_CPU_DEVICES", "2", 1);
    int count = 0;
    void *memory[2];
    cudaPointerAttributes of[2];
    cudaGetDeviceCount(&count);
    printf("devices: %d\n", count);
    for (int i = 0; i < 2; i++) {
        cudaSetDevice(i);
        cudaMalloc(&memory[i], 64);
    }
    for (int i = 0; i < 2; i++)
        cudaPointerGetAttributes(&of[i], memory[i]);
    printf("pointers: %d %d\n", of[0].device, of[1].device);
    cudaError_t first = cudaFree(memory[0]);
    cudaSetDevice(0);
    cudaError_t second = cudaFree(memory[1]);
    printf("freed: %s, %s\n", cudaGetErrorString(first), cudaGetErrorString(second));
}
