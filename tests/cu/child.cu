// Kernels that launch kernels: forms of launches, streams, errors, the device runtime.
//
// > forms: 3 6 12 24 48 96
// > deduced: 15 30, overloads 1 2, recursion 31
// > macro 7, method 9, lambda 11, host lambda 13, nothing 1
// > shared 28, structure 1 2.5 3
// > tail: after 64 of 64
// > streams: 5 then 10, 3 of 3 fired
// > errors: invalid configuration argument, cudaErrorInvalidConfiguration, no error
// > memory: 42 42
// > device 1, warps of 32
#include <cstdio>
#include <cstring>

__managed__ int out[16];
__managed__ float numbers[4];
#define WAIT() cudaDeviceSynchronize()

// ---- forms ----
namespace deep
{
namespace inner
{
__global__ void set(int at, int value)
{
    out[at] = value;
}
} // namespace inner
template <int N, class T> struct holder {
    static __device__ void go(T value);
};
template <int N, class T> __global__ void times(int at, T value)
{
    out[at] = N * value;
}
template <int N, class T> __device__ void holder<N, T>::go(T value)
{
    times<N, T><<<1, 1>>>(N == 4 ? 3 : 0, value);
}
} // namespace deep
static __global__ void __launch_bounds__(32) own(int at, int value)
{
    out[at] = value;
}
__global__ void forms(int n)
{
    if (threadIdx.x != 0)
        return;
    deep::inner::set<<<1, 1>>>(0, n);
    if (n > 2)
        ::deep::times<2><<<dim3(1), dim3(1, 1)>>>(1, n);
    else
        own<<<1, 1>>>(1, 0);
    // The comment before a launch is not part of it: sizeof(int) >= 2.
    n > 2 ? own<<<1, 1, 0>>>(2, 4 * n) : own<<<1, 1>>>(3, 0);
    deep::holder<4, int>::go(2 * n);
    for (int i = 4; i < 6; i++) own<<<1, 1, 0, 0>>>(i, n << i);
}

// ---- overloads, deduction, recursion ----
template <class T> __global__ void sum(const T *from, T *to, int count)
{
    T all = 0;
    for (int i = 0; i < count; i++)
        all += from[i];
    *to = all;
}
__global__ void which(int) { out[2] = 1; }
__global__ void which(float) { out[3] = 2; }
__global__ void again(int depth)
{
    atomicAdd(&out[4], 1);
    if (depth > 0)
        again<<<2, 1>>>(depth - 1);
}
template <class T> __device__ void choose(const T *from, T *to)
{
    /* twice, :: */
    sum /* of ( */ <<<1, 1>>>(from, to, 5);
    which<<<1, 1>>>(T(1));
}
__managed__ int whole[5] = {1, 2, 3, 4, 5};
__managed__ float parts[5] = {2, 4, 6, 8, 10};
__global__ void deduced()
{
    choose(whole, &out[0]);
    choose(parts, &numbers[0]);
    again<<<1, 1>>>(4);
}

// ---- macros, methods, lambdas ----
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define LAUNCH_LONG(name, suffix, at) \
    name##suffix                      \
        <<<1, 1>>>(at,                \
                   7)
template <class F> __global__ void call(F f)
{
    f(threadIdx.x);
}
__global__ void nothing()
{
    out[5] = 1;
}
struct worker {
    int number;
    __device__ void work() const
    {
        LAUNCH(own, 1, number);
    }
};
__global__ void others(worker w)
{
    LAUNCH_LONG(o, wn, 0);
    w.work();
    int captured = 11;
    call<<<1, 1>>>([=] __device__(int i) { out[2 + i] = captured; });
    nothing<<<1, 1>>>();
}

// ---- shared memory and structures ----
struct three {
    char first;
    double second;
    short third;
};
__global__ void reverse(int n)
{
    extern __shared__ int values[];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    atomicAdd(&out[0], values[n - 1 - threadIdx.x]);
}
__global__ void unpack(three t, short *more)
{
    numbers[0] = t.first;
    numbers[1] = t.second;
    numbers[2] = t.third + *more;
}
__global__ void arguments(short *more)
{
    three t = {1, 2.5, 1};
    if (threadIdx.x == 0) {
        reverse<<<{1, 1}, {8}, 8 * sizeof(int)>>>(8);
        unpack<<<1, 1>>>(t, more);
    }
}

// ---- streams ----
__global__ void add(int at, int value)
{
    atomicAdd(&out[at], value);
}
__global__ void look(int count)
{
    out[1] = out[0] == count ? out[0] : -out[0];
}
__global__ void tail()
{
    add<<<1, 1>>>(0, 1);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        look<<<1, 1, 0, cudaStreamTailLaunch>>>(64);
}
__global__ void copy_value(int from, int to)
{
    out[to] = out[from];
}
__global__ void streams()
{
    cudaStream_t one, two;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    add<<<1, 5, 0, one>>>(0, 1);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(two, event, 0);
    copy_value<<<1, 1, 0, two>>>(0, 1);
    add<<<1, 5, 0, two>>>(0, 1);
    for (int i = 0; i < 3; i++)
        add<<<1, 1, 0, cudaStreamFireAndForget>>>(2, 1);
    cudaEventDestroy(event);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}

// ---- errors and the device runtime ----
__global__ void errors()
{
    own<<<1, 5000>>>(0, 0);
    cudaError_t error = cudaGetLastError();
    printf("errors: %s, %s, ", cudaGetErrorString(error), cudaGetErrorName(error));
    own<<<1, 1>>>(0, 0);
    printf("%s\n", cudaGetErrorString(cudaPeekAtLastError()));
}
__global__ void memory()
{
    int *own_memory;
    if (cudaMalloc(&own_memory, 4 * sizeof(int)) != cudaSuccess)
        return;
    own_memory[0] = 42;
    cudaMemcpyAsync(&out[0], own_memory, sizeof(int), cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
    out[1] = own_memory[0];
}
__global__ void device()
{
    int count = 0, warp = 0, own_device = 5;
    cudaGetDeviceCount(&count);
    cudaGetDevice(&own_device);
    cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, own_device);
    printf("device %d, warps of %d\n", own_device == 0 && count >= 1, warp);
}

int main()
{
    forms<<<1, 32>>>(3);
    WAIT();
    printf("forms: %d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
    memset(out, 0, sizeof out);
    deduced<<<1, 1>>>();
    WAIT();
    printf("deduced: %d %g, overloads %d %d, recursion %d\n", out[0], numbers[0], out[2], out[3], out[4]);
    others<<<1, 1>>>(worker{9});
    WAIT();
    int thirteen = 13;
    call<<<1, 1>>>([=] __device__(int i) { out[3 + i] = thirteen; });
    WAIT();
    printf("macro %d, method %d, lambda %d, host lambda %d, nothing %d\n", out[0], out[1], out[2], out[3], out[5]);
    memset(out, 0, sizeof out);
    short *more;
    cudaMallocManaged(&more, sizeof *more);
    *more = 2;
    arguments<<<1, 32>>>(more);
    WAIT();
    printf("shared %d, structure %g %g %g\n", out[0], numbers[0], numbers[1], numbers[2]);
    out[0] = out[1] = 0;
    tail<<<4, 16>>>();
    WAIT();
    printf("tail: after %d of 64\n", out[1]);
    memset(out, 0, sizeof out);
    streams<<<1, 1>>>();
    WAIT();
    printf("streams: %d then %d, %d of 3 fired\n", out[1], out[0], out[2]);
    errors<<<1, 1>>>();
    WAIT();
    memset(out, 0, sizeof out);
    memory<<<1, 1>>>();
    WAIT();
    printf("memory: %d %d\n", out[0], out[1]);
    device<<<1, 1>>>();
    WAIT();
    return cudaFree(more) != cudaSuccess;
}
