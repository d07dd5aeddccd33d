// libcu++: atomics, fences, a barrier, a pipeline, a semaphore, a latch.
// > 1600 3200 0 1600.000000
// > barrier 8128 pipeline 8128
// > stages 32640 bulk 2016
// > semaphore 256 latch 128 order 42
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cstdio>
struct counters {
    cuda::atomic<int, cuda::thread_scope_device> a;
    cuda::atomic<unsigned long long, cuda::thread_scope_system> b;
    cuda::atomic<int> low;
    float f;
};
__global__ void count(counters *c)
{
    c->a.fetch_add(1, cuda::memory_order_relaxed);
    unsigned long long old = c->b.load(cuda::std::memory_order_acquire);
    while (!c->b.compare_exchange_weak(old, old + 2, cuda::std::memory_order_acq_rel))
        ;
    c->low.fetch_min((int)threadIdx.x);
    cuda::atomic_ref<float, cuda::thread_scope_device>(c->f).fetch_add(1.0f);
}
__global__ void wait(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int sum[128], copied[128];
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    sum[threadIdx.x] = in[threadIdx.x];
    for (int half = 64; half; half /= 2) {
        barrier.arrive_and_wait();
        if ((int)threadIdx.x < half)
            sum[threadIdx.x] += sum[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[0] = sum[0];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&copied[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    if (threadIdx.x == 0) {
        out[1] = 0;
        for (int i = 0; i < 128; i++)
            out[1] += copied[i];
    }
    pipe.consumer_release();
}
// Stages of the block's pipeline, and a bulk copy for which a barrier counts bytes.
__global__ void stage(const int *in, int *out)
{
    enum { THREADS = 64, STAGES = 2, PARTS = 4 };
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    alignas(16) __shared__ int part[STAGES][THREADS], all[THREADS];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int filled = 0, used = 0; used < PARTS; used++) {
        for (; filled < PARTS && filled < used + STAGES; filled++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, part[filled % STAGES], in + filled * THREADS, cuda::aligned_size_t<16>(sizeof part[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += part[used % STAGES][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    if (threadIdx.x == 0)
        init(&barrier, THREADS);
    block.sync();
    cuda::memcpy_async(block, all, in, cuda::aligned_size_t<16>(sizeof all), barrier);
    barrier.arrive_and_wait();
    atomicAdd(out, sum);
    atomicAdd(out + 1, all[THREADS - 1 - threadIdx.x]);
}
__device__ int guarded;
struct turns { // managed: nvcc's host has no __device__ object of these classes
    cuda::binary_semaphore<cuda::thread_scope_device> one_at_a_time;
    cuda::latch<cuda::thread_scope_device> every;
};
__device__ cuda::atomic<int, cuda::thread_scope_device> ready{0};
__device__ int payload;
__global__ void orders(turns *t, int *out)
{
    if (threadIdx.x == 0) {
        for (int i = 0; i < 64; i++) {
            t->one_at_a_time.acquire();
            guarded++;
            t->one_at_a_time.release();
        }
    }
    t->every.count_down(32 / 32);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        t->every.wait();
        out[1] = 128;
        payload = 42;
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (!ready.load(cuda::memory_order_acquire))
            ;
        out[2] = payload;
    }
}
__global__ void last(int *out)
{
    out[0] = guarded;
}
int main()
{
    counters *c;
    turns *t;
    int *in, *out;
    cudaMallocManaged(&c, sizeof *c);
    cudaMallocManaged(&in, 256 * 4);
    cudaMallocManaged(&out, 128 * 4);
    cudaMallocManaged(&t, sizeof *t);
    new (t) turns{cuda::binary_semaphore<cuda::thread_scope_device>{1}, cuda::latch<cuda::thread_scope_device>{128}};
    new (c) counters{{0}, {0}, {5}, 0};
    for (int i = 0; i < 256; i++)
        in[i] = i;
    count<<<16, 100>>>(c);
    cudaDeviceSynchronize();
    printf("%d %llu %d %f\n", c->a.load(), c->b.load(), c->low.load(), c->f);
    wait<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    printf("barrier %d pipeline %d\n", out[0], out[1]);
    out[0] = out[1] = 0;
    stage<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    printf("stages %d bulk %d\n", out[0], out[1]);
    orders<<<4, 32>>>(t, out);
    last<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("semaphore %d latch %d order %d\n", out[0], out[1], out[2]);
    if (cudaGetLastError())
        printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
