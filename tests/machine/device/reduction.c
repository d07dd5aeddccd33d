#include <lanewise/kernel.h>
#include <lanewise/groups.h>

#include "reduction.h"

LW_KERNEL(machine_reduction_int, (int, count), (const int *, in), (int *, word))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count)
        return;
    int value = in[i];
    atomicAdd(&word[0], value);
    atomicMax(&word[1], value);
    atomicMin(&word[2], value);
    if (value & 1)
        atomicOr(&word[3], value);
    atomicXor(&word[4], value);
    atomicAnd(&word[5], value);
    atomicSub(&word[6], value);
}

LW_KERNEL(machine_reduction_wide, (int, count), (const int *, in), (unsigned long long *, sum), (long long *, most),
          (float *, single), (double *, twice))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) {
        atomicAdd(sum, (unsigned long long)in[i] << 20);
        atomicMax(most, (long long)in[i] << 20);
        atomicAdd(single, (float)(in[i] & 15));
        if (in[i] & 2)
            atomicAdd(twice, (double)in[i]);
    }
}

LW_KERNEL(machine_reduction_shape, (int, count), (const int *, in), (int *, word))
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = (int)(block * blockDim.x * blockDim.y * blockDim.z + rank);
    if (i < count)
        for (int step = 0; step < in[i] % 5; step++)
            atomicAdd(&word[0], in[i]);
    if (i < count && in[i] & 1)
        atomicAdd(&word[1], 1);
}

LW_KERNEL(machine_reduction_own, (int, which), (int, steps), (int *, word), (int *, same), (int *, out))
{
    if ((int)threadIdx.x != which)
        return;
    for (int step = 0; step < steps; step++) {
        atomicAdd(word, step);
        out[step] = *same;
    }
}

LW_KERNEL(machine_reduction_store, (int, which), (int *, word), (int *, same))
{
    if ((int)threadIdx.x == which) {
        atomicAdd(word, 3);
        *same = 7;
    }
}

LW_KERNEL(machine_reduction_turns, (int, which), (int, steps), (int *, word), (int *, same))
{
    if ((int)threadIdx.x == which)
        for (int step = 0; step < steps; step++) {
            atomicAdd(word, 3);
            atomicMax(same, 60 - 10 * step);
        }
}

LW_KERNEL(machine_reduction_bins, (int, count), (int, bins), (int, stride), (const int *, in), (int *, bin))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count)
        atomicAdd(&bin[in[i] % bins * stride], i);
}

/* Blocks that read their own index: they do not run as one. */
LW_KERNEL(machine_reduction_weights, (int, count), (int, bins), (int, stride), (const int *, in), (float *, weight))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count && (int)threadIdx.x <= count)
        atomicAdd(&weight[in[i] % bins * stride], 1.0f);
}

LW_KERNEL(machine_reduction_three, (int, count), (int, bins), (int, stride), (const int *, in), (int *, bin),
          (float *, weight), (int *, least))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) {
        int at = in[i] % bins * stride;
        atomicAdd(&bin[at], i);
        atomicAdd(&weight[at], 1.0f);
        atomicMin(&least[at], i);
    }
}

LW_KERNEL(machine_reduction_counts, (int, count), (const int *, in), (unsigned *, word))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count && in[i] & 1) {
        atomicInc(&word[0], ~0u);
        atomicDec(&word[1], ~0u);
        atomicInc(&word[2], 9);
    }
}

LW_KERNEL(machine_reduction_pair, (int, count), (const int *, at), (int *, bin), (int *, other))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) {
        int place = at[i];
        atomicAdd(&bin[place], 5);
        atomicMax(&other[place], 7);
    }
}

LW_KERNEL(machine_reduction_first, (int, count), (const int *, at), (int *, first), (int *, other))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) {
        int place = at[i];
        if (place == 0)
            atomicAdd(first, 5);
        atomicMax(&other[place], 7);
    }
}

LW_KERNEL(machine_reduction_shared, (int, count), (const int *, in), (int *, bin), (float *, weight))
{
    LW_SHARED(int, own, [MACHINE_REDUCTION_BINS]);
    LW_SHARED(float, weights, [MACHINE_REDUCTION_BINS]);
    for (unsigned b = threadIdx.x; b < MACHINE_REDUCTION_BINS; b += blockDim.x)
        weights[b] = (float)(own[b] = 0);
    __syncthreads();
    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += (int)(gridDim.x * blockDim.x)) {
        atomicAdd(&own[in[i] % MACHINE_REDUCTION_BINS], i);
        atomicAdd(&weights[in[i] % MACHINE_REDUCTION_BINS], 2.0f);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < MACHINE_REDUCTION_BINS; b += blockDim.x) {
        atomicAdd(&bin[b], own[b]);
        atomicAdd(&weight[b], weights[b]);
    }
}

LW_KERNEL(machine_reduction_fence, (int, count), (const int *, in), (int *, sum), (unsigned *, done), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count)
        atomicAdd(sum, in[i]);
    __threadfence();
    if (atomicAdd(done, 1u) == gridDim.x * blockDim.x - 1)
        *out = *(volatile int *)sum;
}

LW_KERNEL(machine_reduction_none, (int, count), (const int *, in), (int *, nowhere), (float *, either))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count && in[i] < 0) {
        atomicAdd(nowhere, 1);
        atomicAdd(either, 1.0f);
    }
}

LW_KERNEL(machine_reduction_warps, (int, count), (const int *, in), (int *, word), (int *, out))
{
    LW_SHARED(int, counter);
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), value = i < count ? in[i] & 255 : 0;
    if (threadIdx.x == 0)
        *counter = 0;
    for (int d = 16; d > 0; d >>= 1)
        value += __shfl_xor_sync(~0u, value, d);
    atomicAdd(word, value);
    __syncthreads();
    if (value & 4)
        atomicAdd(counter, value);
    __syncthreads();
    out[i] = *counter;
}

LW_KERNEL(machine_reduction_denormal, (float, value), (float *, global), (float *, shared))
{
    LW_SHARED(float, sum);
    if (threadIdx.x == 0)
        *sum = 0;
    __syncthreads();
    atomicAdd(global, value);
    atomicAdd(sum, value);
    __syncthreads();
    if (threadIdx.x == 0)
        *shared = *sum;
}

LW_KERNEL(machine_reduction_groups, (int, count), (const int *, in), (int *, out), (unsigned *, length),
          (int *, errors))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count && in[i] & 1) {
        lw_coalesced_group group = lw_coalesced_threads();
        unsigned rank = lw_group_thread_rank(group), size = lw_group_num_threads(group), at = 0;
        if (rank == 0)
            at = atomicAdd(length, size);
        at = lw_group_shfl(group, at, 0);
        out[at + rank] = in[i];
        int wrong = !lw_group_any(group, 1) + !lw_group_all(group, 1) + (lw_group_any(group, 0) != 0);
        wrong += lw_group_shfl(group, (int)rank, (int)size - 1) != (int)size - 1;
        wrong += __popc(lw_group_ballot(group, 1)) != (int)size;
        if (wrong)
            atomicAdd(errors, wrong);
    }
}
