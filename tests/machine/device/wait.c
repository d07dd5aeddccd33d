#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "wait.h"

typedef struct pair {
    int ready, value;
} pair;

LW_KERNEL(machine_wait_for_pair, (int *, out))
{
    LW_SHARED(unsigned long long, cell);
    unsigned lane = threadIdx.x;
    if (lane == 0)
        *cell = 0;
    __syncthreads();
    pair seen = {0, 0};
    if (lane == 0) {
        do
            __nv_atomic_load((pair *)cell, &seen, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
        while (seen.ready == 0);
    } else if (lane == blockDim.x - 1) {
        pair mine = {1, 42};
        __nv_atomic_store((pair *)cell, &mine, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    }
    out[lane] = seen.value;
}

LW_KERNEL(machine_wait_in_own_array, (const int *, zeros), (int *, out))
{
    LW_SHARED(int, flags, [512]);
    unsigned lane = threadIdx.x;
    int *flag = &flags[lane / 2], own[2] = {0, 0};
    if (lane % 2 == 0)
        *flag = 0;
    __syncthreads();
    if (lane % 2 == 0) {
        while (own[zeros[lane]] == 0) {
            own[0] = atomicAdd(flag, 0);
            own[1] = own[0];
        }
    } else {
        own[zeros[lane]] = 1;
        atomicExch(flag, 1);
    }
    out[lane] = own[0];
}

LW_KERNEL(machine_wait_by_exchange, (int *, lock), (volatile int *, total))
{
    int old, taken = 1, open = 0;
    do
        __nv_atomic_exchange(lock, &taken, &old, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    while (old);
    *total += 1;
    __nv_atomic_store(lock, &open, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

static __device__ void arrive(unsigned *come)
{
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(come, 1u);
    }
}

LW_KERNEL(machine_wait_for_blocks, (unsigned, wanted), (unsigned *, come), (int *, out))
{
    arrive(come);
    int all;
    do
        all = __syncthreads_and(*(volatile unsigned *)come >= wanted);
    while (!all);
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

LW_KERNEL(machine_wait_for_blocks_by_vote, (unsigned, wanted), (unsigned *, come), (int *, out))
{
    arrive(come);
    while (__any_sync(LW_FULL_MASK, *(volatile unsigned *)come < wanted))
        ;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

LW_KERNEL(machine_wait_for_warp_by_shuffle, (int *, out))
{
    LW_SHARED(int, come, [32]);
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int after = 0;
    if (lane == 0)
        come[warp] = 0;
    __syncthreads();
    if (warp + 1 < blockDim.x / 32)
        do
            after = __shfl_sync(LW_FULL_MASK, lane == 3 ? ((volatile int *)come)[warp + 1] : 0, 3);
        while (after == 0);
    if (lane == 0)
        atomicExch(&come[warp], after + 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = after + 1;
}

LW_KERNEL(machine_wait_for_warp_by_vote, (int *, out))
{
    LW_SHARED(int, come);
    int warp = (int)(threadIdx.x / 32), warps = (int)(blockDim.x / 32);
    if (threadIdx.x == 0)
        *come = 0;
    __syncthreads();
    while (!__all_sync(LW_FULL_MASK, atomicAdd(come, 0) == warps - 1 - warp))
        ;
    out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(come, 0) + 1;
    __syncwarp(LW_FULL_MASK);
    if (threadIdx.x % 32 == 0)
        atomicAdd(come, 1);
}

LW_KERNEL(machine_wait_for_tile, (int *, out))
{
    LW_SHARED(int, given, [1024]);
    LW_SHARED(int, come);
    lw_tile(64) tile = lw_tiled_partition(64, lw_this_thread_block());
    unsigned i = threadIdx.x;
    if (i == 0)
        *come = 0;
    __syncthreads();
    if (i < 32) {
        while (!__any_sync(LW_FULL_MASK, *(volatile int *)come))
            ;
        out[i] = *(volatile int *)come;
    } else if (i >= 64) {
        given[i] = (int)i;
        lw_group_sync(tile);
        out[i] = given[i ^ 63];
        if (i == blockDim.x - 1)
            atomicExch(come, 5);
    }
}

LW_KERNEL(machine_wait_search, (int, count), (const int *, sorted), (int *, out))
{
    LW_SHARED(volatile int, found);
    LW_SHARED(volatile int, low);
    LW_SHARED(volatile int, high);
    int wanted = (int)blockIdx.x, threads = (int)blockDim.x;
    if (threadIdx.x == 0) {
        *found = 0;
        *low = 0;
        *high = count;
    }
    __syncthreads();
    while (!*found) {
        int width = (*high - *low + threads - 1) / threads, from = *low + (int)threadIdx.x * width;
        int to = from + width < *high ? from + width : *high;
        __syncthreads();
        if (from < to && sorted[from] <= wanted && (to == count || wanted < sorted[to])) {
            *low = from;
            *high = to;
            if (width == 1)
                *found = 1;
        }
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = *low;
}

LW_KERNEL(machine_wait_entered_twice, (int, most), (const int *, in), (int *, out))
{
    LW_SHARED(int, x);
    unsigned lane = threadIdx.x;
    if (lane == 0)
        *x = in[blockIdx.x];
    do {
        if (lane == 0)
            *x = *x * 3 + 1;
        __syncthreads();
        int seen = *x;
        __syncthreads();
        if (seen > most)
            break;
    } while (1);
    out[blockIdx.x * blockDim.x + lane] = *x;
}

LW_KERNEL(machine_wait_goto, (int, turns), (int *, out))
{
    int sum = 0, turn = 0, mine = 0;
    if (blockIdx.x % 2)
        goto middle;
    for (; turn < turns; turn++) {
        sum += 2 * turn;
    middle:
        sum += 2 * turn + 1;
        __syncthreads();
    }
    if (threadIdx.x % 2)
        goto own;
    for (; mine < turns; mine++) {
        sum += 2 * mine;
    own:
        sum += 2 * mine + 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
