// Templates: shared variables of dependent type and size, one for each instantiation; static shared of device functions.
// > int 16: 120 0
// > double 32: 496 0.5
// > float 48: 1128 0
// > bytes: 64 256 192, 128 49152
// > shared by two: 64 96 cudaSuccess
// > of one name on one line: 2016 1008 64 3 60
#include <cstdio>

template <class T> __device__ T half_if_double(T);
template <> __device__ int half_if_double(int)
{
    return 0;
}
template <> __device__ float half_if_double(float)
{
    return 0;
}
template <> __device__ double half_if_double(double)
{
    return 0.5;
}

template <class T, int N> __global__ void __launch_bounds__(N) sum(T *out)
{
    __shared__ T part[N];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        T all = 0;
        for (int i = 0; i < N; i++)
            all += part[i];
        out[0] = all;
        out[1] = half_if_double(T());
    }
}

/* Two kernels reach this variable. */
template <int N> __device__ int neighbour(int value)
{
    __shared__ int cell[N];
    cell[threadIdx.x] = value;
    __syncthreads();
    return cell[blockDim.x - 1 - threadIdx.x];
}
__global__ void first(int *out)
{
    int value = neighbour<32>(threadIdx.x);
    if (threadIdx.x == 0)
        *out = value + 33;
}
__global__ void second(int *out)
{
    int value = neighbour<32>(threadIdx.x + 32);
    if (threadIdx.x == 0)
        *out = value + 33;
}
/* And two others this one, for which no block would have room beside those of the rest. */
template <int I> __global__ void most(int *out)
{
    int value = neighbour<12288>(threadIdx.x + I);
    if (threadIdx.x == 0)
        *out = value;
}

template <class T, int N> void run(const char *name)
{
    T *d, h[2];
    cudaMalloc(&d, sizeof h);
    sum<T, N><<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s %d: %g %g\n", name, N, (double)h[0], (double)h[1]);
    cudaFree(d);
}

/* One kernel reaches several variables of one name that are on one line: of a template's instantiations, and of one macro. */
template <class T> __device__ T total(T value)
{
    __shared__ T part[64];
    part[threadIdx.x] = value;
    __syncthreads();
    T all = 0;
    for (int i = 0; i < 64; i++)
        all += part[i];
    return all;
}
#define REVERSE(value)                                                                                                 \
    {                                                                                                                  \
        __shared__ int cell[64];                                                                                       \
        cell[threadIdx.x] = value;                                                                                     \
        __syncthreads();                                                                                               \
        value = cell[63 - threadIdx.x];                                                                                \
    }
__global__ void several(int *out, float *sum)
{
    int own = threadIdx.x, twice = threadIdx.x, all = total<int>(threadIdx.x);
    float half = total<float>(threadIdx.x * 0.5f);
    unsigned count = total<unsigned>(1);
    REVERSE(own) REVERSE(twice) REVERSE(twice) if (threadIdx.x == 60)
    {
        out[0] = all;
        out[1] = count;
        out[2] = own;
        out[3] = twice;
        *sum = half;
    }
}

int main()
{
    run<int, 16>("int");
    run<double, 32>("double");
    run<float, 48>("float");
    cudaFuncAttributes a, b, c;
    cudaFuncGetAttributes(&a, sum<int, 16>);
    cudaFuncGetAttributes(&b, sum<double, 32>);
    cudaFuncGetAttributes(&c, sum<float, 48>);
    printf("bytes: %d %d %d", (int)a.sharedSizeBytes, (int)b.sharedSizeBytes, (int)c.sharedSizeBytes);
    cudaFuncGetAttributes(&a, first);
    cudaFuncGetAttributes(&b, most<1>);
    printf(", %d %d\n", (int)a.sharedSizeBytes, (int)b.sharedSizeBytes);
    int *d, h[2];
    cudaMalloc(&d, sizeof h);
    first<<<1, 32>>>(d);
    second<<<1, 32>>>(d + 1);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("shared by two: %d %d", h[0], h[1]);
    most<1><<<1, 32>>>(d);
    most<2><<<1, 32>>>(d + 1);
    printf(" %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int *numbers, n[4];
    float *sum, f;
    cudaMalloc(&numbers, sizeof n);
    cudaMalloc(&sum, sizeof f);
    several<<<1, 64>>>(numbers, sum);
    cudaMemcpy(n, numbers, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemcpy(&f, sum, sizeof f, cudaMemcpyDeviceToHost);
    printf("of one name on one line: %d %g %d %d %d\n", n[0], f, n[1], n[2], n[3]);
}
