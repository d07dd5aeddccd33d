/* Kernels by hand in CUDA C++; sass_ours.h has the same in the kernel language. One at a time, chosen by a macro. */

#ifdef SASS_saxpy
extern "C" __global__ void kernel(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaf(a, x[i], y[i]);
}
#endif

#ifdef SASS_reduce
__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    return v;
}

extern "C" __global__ void kernel(int n, const float *in, float *out)
{
    __shared__ float partial[32];
    __shared__ int count;
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = v;
    if (threadIdx.x == 0)
        count = n;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
        v = warp_sum(v);
        if (threadIdx.x == 0)
            atomicAdd(out, v + count);
    }
}
#endif

#ifdef SASS_transpose
extern "C" __global__ void kernel(int n, const float *in, float *out)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < n)
            out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
#endif

#ifdef SASS_dynamic
extern "C" __global__ void kernel(int n, int *data)
{
    extern __shared__ int elements[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        elements[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[n - 1 - i] = elements[i];
}
#endif

#ifdef SASS_bounds
extern "C" __global__ void __block_size__((16, 8, 1)) kernel(float *out)
{
    out[threadIdx.y * blockDim.x + threadIdx.x] = (float)(blockDim.x * blockDim.y);
}
#endif

#ifdef SASS_constants
__constant__ float taps[9] = {1, 2, 3};
__constant__ int scale = 3;
__device__ int counter;
extern "C" __global__ void __launch_bounds__(256) kernel(int n, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = taps[i % 9] * scale + taps[4] + atomicAdd(&counter, 1);
}
#endif

#ifdef SASS_launch
extern "C" __global__ void child(int n, float *out);
extern "C" __global__ void kernel(int n, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        child<<<dim3(i, 2, 1), dim3(32, 4, 1), 64, cudaStreamTailLaunch>>>(n, out);
    out[i] = (float)cudaGetLastError();
}
#endif

#ifdef SASS_mbarrier
#include <cuda/ptx>
extern "C" __global__ void kernel(const int *in, int *out, unsigned bytes)
{
    namespace ptx = cuda::ptx;
    __shared__ uint64_t barrier;
    __shared__ int4 place[64];
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, 3);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &barrier, bytes);
        ptx::mbarrier_arrive(&barrier, 2);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, place, in, bytes, &barrier);
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        uint64_t token =
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 0);
        unsigned pending;
        asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(token));
        out[2] = pending;
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0))
        ;
    if (threadIdx.x == 0) {
        uint64_t token = ptx::mbarrier_arrive(&barrier, 3);
        while (!ptx::mbarrier_try_wait(&barrier, token))
            ;
    }
    out[threadIdx.x] = ((int *)place)[threadIdx.x];
}
#endif

#ifdef SASS_bulk
#include <cuda/ptx>
extern "C" __global__ void kernel(int *out, unsigned bytes)
{
    namespace ptx = cuda::ptx;
    __shared__ int4 place[64];
    ((int *)place)[threadIdx.x] = threadIdx.x;
    ptx::fence_proxy_async();
    __syncthreads();
    unsigned leader, elected = 0;
    if (threadIdx.x < 32)
        asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                     : "=r"(leader), "=r"(elected));
    if (elected) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, place, bytes);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 256, place, bytes);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>{});
        asm volatile("{ .reg .pred p; elect.sync %0|p, %1; }" : "=r"(leader) : "r"(1u << threadIdx.x));
        place[0].x = (int)leader;
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
    }
}
#endif

#ifdef SASS_multimem
#include <cuda_fp16.h>
#define GLOBAL(pointer) "l"(__cvta_generic_to_global(pointer))
extern "C" __global__ void kernel(float *f, int *n, __half2 *h)
{
    int i = threadIdx.x, most;
    float a, b, c, d;
    asm volatile("multimem.ld_reduce.acquire.gpu.global.max.s32 %0, [%1];" : "=r"(most) : GLOBAL(n + i) : "memory");
    n[i] = most;
    unsigned pair;
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.acc::f32.f16x2 %0, [%1];"
                 : "=r"(pair)
                 : GLOBAL(h + i)
                 : "memory");
    *(unsigned *)(h + i) = pair;
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : GLOBAL(f + 4 * i)
                 : "memory");
    asm volatile("multimem.st.release.sys.global.v4.f32 [%0], {%1, %2, %3, %4};"
                 :
                 : GLOBAL(f + 4 * i + 1024), "f"(a), "f"(b), "f"(c), "f"(d)
                 : "memory");
    asm volatile("multimem.st.relaxed.cta.global.b32 [%0], %1;" : : GLOBAL(n + i + 1024), "r"(3) : "memory");
    asm volatile("multimem.red.relaxed.sys.global.add.f32 [%0], %1;" : : GLOBAL(f + i + 4096), "f"(a) : "memory");
}
#endif

#ifdef SASS_remote
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(int *out, unsigned rank, unsigned bytes)
{
    __shared__ unsigned long long barrier;
    __shared__ int4 place[64];
    unsigned bar = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(place);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(bar) : "memory");
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (threadIdx.x == 0)
        asm volatile("{ .reg .u32 b, d;\n\t"
                     "mapa.shared::cluster.u32 b, %0, %1;\n\t"
                     "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [b], %2;\n\t"
                     "mapa.shared::cluster.u32 d, %3, %1;\n\t"
                     "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [d], [%4], %2, [b];\n\t"
                     "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [b]; }" ::"r"(bar),
                     "r"(rank), "r"(bytes), "r"(to), "r"(to + 512)
                     : "memory");
    unsigned over = 0;
    while (!over)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(over)
                     : "r"(bar)
                     : "memory");
    out[threadIdx.x] = ((int *)place)[threadIdx.x];
}
#endif

#ifdef SASS_stages
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>
static __device__ __forceinline__ void wait(uint64_t *barrier, bool parity)
{
    unsigned over = 0;
    while (!over)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(over)
                     : "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((unsigned)parity)
                     : "memory");
}
extern "C" __global__ void kernel(int batches, const int *in, int *out)
{
    __shared__ uint64_t stages[2][2];
    __shared__ int words[2][64];
    unsigned head = 0, tail = 0;
    bool head_parity = true, tail_parity = false;
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        for (int i = 0; i < 2; i++) {
            __mbarrier_init(&stages[i][0], 64);
            __mbarrier_init(&stages[i][1], 64);
        }
    }
    __syncthreads();
    for (int k = 0; k < batches; k++) {
        wait(&stages[head][1], head_parity);
        __pipeline_memcpy_async(&words[head][threadIdx.x], &in[k * 64 + threadIdx.x], 4);
        __pipeline_arrive_on(&stages[head][0]);
        __mbarrier_arrive(&stages[head][0]);
        if (++head == 2) {
            head = 0;
            head_parity = !head_parity;
        }
        wait(&stages[tail][0], tail_parity);
        out[k * 64 + threadIdx.x] = words[tail][63 - threadIdx.x];
        __mbarrier_arrive(&stages[tail][1]);
        if (++tail == 2) {
            tail = 0;
            tail_parity = !tail_parity;
        }
    }
    __syncthreads();
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        for (int i = 0; i < 2; i++) {
            __mbarrier_inval(&stages[i][0]);
            __mbarrier_inval(&stages[i][1]);
        }
    }
    __syncthreads();
}
#endif

#ifdef SASS_registers
extern "C" __global__ void kernel(unsigned *out, unsigned long long *times)
{
    unsigned lane, warp, multiprocessor, multiprocessors;
    unsigned long long time;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[0] = lane;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    out[1] = warp;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    out[2] = multiprocessor;
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(multiprocessors));
    out[3] = multiprocessors;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    times[0] = time;
}
#endif

#ifdef SASS_named
extern "C" __global__ void kernel(int rounds, unsigned id, int *out)
{
    __shared__ int buffer[32];
    int me = threadIdx.x, sum = 0;
    for (int round = 0; round < rounds; round++) {
        if (me < 32) {
            asm volatile("barrier.sync 1, 64;" ::: "memory");
            buffer[me] = round;
            asm volatile("barrier.arrive 2, 64;" ::: "memory");
        } else {
            asm volatile("barrier.arrive 1, 64;" ::: "memory");
            asm volatile("barrier.sync 2, 64;" ::: "memory");
            sum += buffer[(me + round) % 32];
        }
    }
    asm volatile("barrier.sync %0, %1;" : : "r"(id), "r"(blockDim.x) : "memory");
    out[me] = sum;
}
#endif
