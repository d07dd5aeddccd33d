// Device variables: constants, globals, static ones of functions, pointers between them, tables of functions; all begin anew after a reset.
// > constants: 1 2 3 4, changed: 10 20 30 40
// > counter: 3 then 5, from the host: 105
// > calls: 3
// > pointer: 30
// > table: 6 9 text
// > size: 16, address works: 7
// > unused: 12 2048
// > reset: counter 3, weights 1 4, hidden 8, calls 1; table: 6 9
#include <cstdio>
#include <cstring>

__constant__ int unused[3];
__device__ double also_unused[256];
struct Limits {
    int low, high;
};
__constant__ int weights[4] = {1, 2, 3, 4};
__device__ int counter = 3;
static __device__ int hidden[2] = {7, 8};
__device__ int *to_weights = &hidden[1];
__constant__ Limits limits = {2, 3};
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
typedef int (*operation)(int);
__device__ operation operations[2] = {twice, thrice};
__constant__ int offsets[] = {5, 6, 7};

__global__ void read(int *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = weights[i];
}
__global__ void add(int by)
{
    counter += by;
}
__global__ void call(int *out)
{
    static __device__ int calls;
    *out = ++calls;
}
__global__ void follow(int *out)
{
    *to_weights = 30;
    *out = hidden[1];
}
__global__ void apply(int *out, char *text)
{
    const char words[] = "text";
    for (int i = 0; i < 2; i++)
        out[i] = operations[i](limits.high);
    for (int i = 0; i < 5; i++)
        text[i] = words[i];
    out[2] = offsets[threadIdx.x + 2];
}

int main()
{
    int *d, h[4];
    char *t, text[5];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&t, sizeof text);
    read<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("constants: %d %d %d %d, ", h[0], h[1], h[2], h[3]);
    int other[] = {10, 20, 30, 40};
    cudaMemcpyToSymbol(weights, other, sizeof other);
    read<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("changed: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    int n, before;
    cudaMemcpyFromSymbol(&before, counter, sizeof before);
    add<<<1, 1>>>(2);
    cudaMemcpyFromSymbol(&n, counter, sizeof n);
    printf("counter: %d then %d, ", before, n);
    n = 100;
    cudaMemcpyToSymbol(counter, &n, sizeof n);
    add<<<1, 1>>>(5);
    cudaMemcpyFromSymbol(&n, counter, sizeof n);
    printf("from the host: %d\n", n);
    for (int i = 0; i < 3; i++)
        call<<<1, 1>>>(d);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("calls: %d\n", n);
    follow<<<1, 1>>>(d);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf("pointer: %d\n", n);
    apply<<<1, 1>>>(d, t);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(text, t, sizeof text, cudaMemcpyDeviceToHost);
    printf("table: %d %d %s\n", h[0], h[1], text);
    size_t size;
    void *address;
    cudaGetSymbolSize(&size, weights);
    cudaGetSymbolAddress(&address, hidden);
    cudaMemcpy(&n, address, sizeof n, cudaMemcpyDeviceToHost);
    printf("size: %zu, address works: %d\n", size, n);
    cudaGetSymbolSize(&size, unused);
    printf("unused: %zu", size);
    cudaGetSymbolSize(&size, also_unused);
    printf(" %zu\n", size);
    cudaDeviceReset();
    cudaMalloc(&d, 4 * sizeof *d);
    cudaMalloc(&t, sizeof text);
    cudaMemcpyFromSymbol(&n, counter, sizeof n);
    printf("reset: counter %d", n);
    read<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf(", weights %d %d", h[0], h[3]);
    cudaMemcpyFromSymbol(h, hidden, sizeof hidden);
    call<<<1, 1>>>(d);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    printf(", hidden %d, calls %d", h[1], n);
    apply<<<1, 1>>>(d, t);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("; table: %d %d\n", h[0], h[1]);
}
