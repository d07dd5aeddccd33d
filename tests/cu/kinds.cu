// Kinds of kernels and parameters: static, extern "C" with an entry's name, empty structures, packs, unions, enumerations;
// launches from several threads of the host.
// > 11 97 6 5 1065353216 -3 3 2 1 0 3
// > threads: 400
#include <cstdio>
#include <vector>
#include <thread>
#if !defined(__CUDACC__) || !defined(__NVCC__) || !defined(__CUDACC_EXTENDED_LAMBDA__)
#error "not nvcc's macros"
#endif
static __global__ void plain(int *p)
{
    p[threadIdx.x] += 1;
}
extern "C" __global__ void k__fiber(int *p)
{
    p[0] += 10;
}
struct Empty {};
__global__ void empty(Empty e, int *p, Empty f, char c)
{
    p[1] += c;
}
template <int... N> __global__ void pack(int *p)
{
    int v[] = {N...};
    for (int i : v)
        p[2] += i;
}
__global__ void inlined(int *p)
{
    p[3] += 5;
}
union Both {
    float f;
    int i;
};
__global__ void bits(Both u, int *p)
{
    p[4] = u.i;
}
enum class C : short { a = -3 };
__global__ void enumerated(C c, int *p)
{
    p[5] = (int)c;
}
__global__ void planes(int *p)
{
    __shared__ int a[2][3][4];
    a[1][2][threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[6 + threadIdx.x] = a[1][2][3 - threadIdx.x];
}
__global__ void choose(int *p, int n)
{
    switch (n) {
    case 0: p[10] = 1; break;
    case 1: p[10] = 2; break;
    case 7: p[10] = 3; break;
    case 9: p[10] = 4; break;
    default: p[10] = 5;
    }
}

int main()
{
    int *p, h[16] = {};
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    plain<<<1, 1>>>(p);
    k__fiber<<<1, 1>>>(p);
    empty<<<1, 1>>>(Empty(), p, Empty(), 'a');
    pack<1, 2, 3><<<1, 1>>>(p);
    inlined<<<1, 1>>>(p);
    Both u;
    u.f = 1;
    bits<<<1, 1>>>(u, p);
    enumerated<<<1, 1>>>(C::a, p);
    planes<<<1, 4>>>(p);
    choose<<<1, 1>>>(p, 7);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 11; i++)
        printf("%d%c", h[i], i < 10 ? ' ' : '\n');
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([=] {
            for (int j = 0; j < 100; j++)
                plain<<<1, 1>>>(p + 11);
        });
    for (auto &thread : threads)
        thread.join();
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("threads: %d\n", h[11]);
    cudaFree(p);
}
