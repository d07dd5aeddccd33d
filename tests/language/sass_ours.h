/* Kernels in the kernel language; sass_hand.h has the same by hand. One at a time, chosen by a macro. */
#include <lanewise/kernel.h>

#ifdef SASS_saxpy
LW_KERNEL(kernel, (int, n), (float, a), (const float *, x), (float *, y))
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
        v += __shfl_down_sync(LW_FULL_MASK, v, offset);
    return v;
}

LW_KERNEL(kernel, (int, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, partial, [32]);
    LW_SHARED(int, count);
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    v = warp_sum(v);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = v;
    if (threadIdx.x == 0)
        *count = n;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
        v = warp_sum(v);
        if (threadIdx.x == 0)
            atomicAdd(out, v + *count);
    }
}
#endif

#ifdef SASS_transpose
LW_KERNEL(kernel, (int, n), (const float *, in), (float *, out))
{
    LW_SHARED(float, tile, [32][33]);
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
LW_KERNEL(kernel, (int, n), (int *, data))
{
    LW_DYNAMIC_SHARED(int, elements);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        elements[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[n - 1 - i] = elements[i];
}
#endif

#ifdef SASS_bounds
LW_KERNEL(kernel, LW_BLOCK_SIZE(16, 8, 1), (float *, out))
{
    out[threadIdx.y * blockDim.x + threadIdx.x] = (float)(blockDim.x * blockDim.y);
}
#endif

#ifdef SASS_constants
LW_CONSTANT(float, taps, [9]) = {1, 2, 3};
LW_CONSTANT(int, scale) = 3;
LW_GLOBAL(int, counter);
LW_KERNEL(kernel, LW_LAUNCH_BOUNDS(256), (int, n), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = taps[i % 9] * scale + taps[4] + atomicAdd(&counter, 1);
}
#endif

#ifdef SASS_launch
#include <lanewise/device_launch.h>
LW_DECLARE_KERNEL(child, (int, n), (float *, out));
LW_KERNEL(kernel, (int, n), (float *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        lw_launch_device(
            child, lw_device_grid(cudaStreamTailLaunch, lw_device_dim3(i, 2, 1), lw_device_dim3(32, 4, 1), 64), n, out);
    out[i] = (float)cudaGetLastError();
}
#endif

#ifdef SASS_mbarrier
LW_KERNEL(kernel, (const int *, in), (int *, out), (unsigned, bytes))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [64]);
    if (threadIdx.x == 0) {
        __mbarrier_init(barrier, 3);
        lw_fence_mbarrier_init();
        lw_mbarrier_expect_tx(barrier, bytes);
        (void)lw_mbarrier_arrive_count(barrier, 2);
        lw_bulk_copy_to_shared(place, in, bytes, barrier);
    }
    __syncthreads();
    if (threadIdx.x == 32)
        out[2] = __mbarrier_token_pending_count(lw_mbarrier_arrive_expect_tx(barrier, 0));
    lw_mbarrier_wait_parity(barrier, 0);
    if (threadIdx.x == 0)
        lw_mbarrier_wait(barrier, lw_mbarrier_arrive_count(barrier, 3));
    out[threadIdx.x] = ((int *)place)[threadIdx.x];
}
#endif

#ifdef SASS_bulk
LW_KERNEL(kernel, (int *, out), (unsigned, bytes))
{
    LW_SHARED(int4, place, [64]);
    ((int *)place)[threadIdx.x] = threadIdx.x;
    lw_fence_proxy_async();
    __syncthreads();
    if (threadIdx.x < 32 && lw_elect_sync(LW_FULL_MASK)) {
        lw_bulk_copy_to_global(out, place, bytes);
        lw_bulk_commit_group();
        lw_bulk_copy_to_global(out + 256, place, bytes);
        lw_bulk_commit_group();
        lw_bulk_wait_group_read(1);
        place[0].x = (int)lw_elect_leader_sync(1u << threadIdx.x);
        lw_bulk_wait_group(0);
    }
}
#endif

#ifdef SASS_multimem
#include <lanewise/multimem.h>
LW_KERNEL(kernel, (float *, f), (int *, n), (__half2 *, h))
{
    int i = threadIdx.x;
    float four[4];
    n[i] = lw_multimem_ld_reduce_max(n + i, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    h[i] = lw_multimem_ld_reduce_add_acc_f32(h + i, __NV_ATOMIC_RELAXED);
    lw_multimem_ld_reduce_add_v4(four, f + 4 * i, __NV_ATOMIC_RELAXED);
    lw_multimem_st_v4(f + 4 * i + 1024, four, __NV_ATOMIC_RELEASE);
    lw_multimem_st(n + i + 1024, 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    lw_multimem_red_add(f + i + 4096, four[0], __NV_ATOMIC_RELAXED);
}
#endif

#ifdef SASS_remote
LW_KERNEL(kernel, LW_CLUSTER_DIMS(2, 1, 1), (int *, out), (unsigned, rank), (unsigned, bytes))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [64]);
    if (threadIdx.x == 0)
        __mbarrier_init(barrier, 2);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (threadIdx.x == 0) {
        lw_mbarrier_arrive_expect_tx_remote(barrier, rank, bytes);
        lw_bulk_copy_to_block(place, place + 32, bytes, barrier, rank);
        lw_mbarrier_arrive_remote(barrier, rank);
    }
    lw_mbarrier_wait_parity_cluster(barrier, 0);
    out[threadIdx.x] = ((int *)place)[threadIdx.x];
}
#endif

#ifdef SASS_stages
LW_KERNEL(kernel, (int, batches), (const int *, in), (int *, out))
{
    LW_SHARED(lw_pipeline_stage, stages, [2]);
    LW_SHARED(int, words, [2][64]);
    lw_pipeline pipeline = lw_pipeline_make(stages, 2, 64, 64);
    for (int k = 0; k < batches; k++) {
        lw_pipeline_producer_acquire(&pipeline);
        __pipeline_memcpy_async(&words[pipeline.head][threadIdx.x], &in[k * 64 + threadIdx.x], 4);
        lw_pipeline_producer_commit(&pipeline);
        lw_pipeline_consumer_wait(&pipeline);
        out[k * 64 + threadIdx.x] = words[pipeline.tail][63 - threadIdx.x];
        lw_pipeline_consumer_release(&pipeline);
    }
    lw_pipeline_quit(&pipeline);
}
#endif

#ifdef SASS_registers
LW_KERNEL(kernel, (unsigned *, out), (unsigned long long *, times))
{
    out[0] = lw_laneid();
    out[1] = lw_warpid();
    out[2] = lw_smid();
    out[3] = lw_nsmid();
    times[0] = lw_globaltimer();
}
#endif

#ifdef SASS_named
LW_KERNEL(kernel, (int, rounds), (unsigned, id), (int *, out))
{
    LW_SHARED(int, buffer, [32]);
    int me = threadIdx.x, sum = 0;
    for (int round = 0; round < rounds; round++) {
        if (me < 32) {
            lw_barrier_sync(1, 64);
            buffer[me] = round;
            lw_barrier_arrive(2, 64);
        } else {
            lw_barrier_arrive(1, 64);
            lw_barrier_sync(2, 64);
            sum += buffer[(me + round) % 32];
        }
    }
    lw_barrier_sync(id, blockDim.x);
    out[me] = sum;
}
#endif
