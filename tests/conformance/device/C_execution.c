#include <lanewise/kernel.h>

#include "C_execution.h"
#include <tests/harness/place.h>

__device__ static unsigned rank_of(void)
{
    return threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
}

LW_KERNEL(execution_lanes, (execution_lane *, out))
{
    unsigned rank = rank_of();
    out[rank].rank = rank;
    out[rank].ballot = __ballot_sync(LW_FULL_MASK, 1);
    out[rank].least = __reduce_min_sync(LW_FULL_MASK, rank);
    out[rank].most = __reduce_max_sync(LW_FULL_MASK, rank);
}

LW_KERNEL(execution_blocks, (unsigned, lanes), (unsigned *, count))
{
    if (rank_of() == lanes - 1 && blockDim.x * blockDim.y * blockDim.z == lanes)
        atomicAdd(&count[block_in_grid()], 1u);
}

LW_KERNEL(execution_order, (unsigned *, next), (unsigned *, order))
{
    order[atomicAdd(next, 1u)] = block_in_grid();
}

LW_KERNEL(execution_diverge, (int *, out))
{
    unsigned n = rank_of() + 1;
    int steps = 0;
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    if (rank_of() % 2)
        steps += 1000;
    out[rank_of()] = steps;
}

LW_KERNEL(execution_hand_over, (volatile int *, word), (int *, out))
{
    if (threadIdx.x == 0) {
        while (*word == 0)
            ;
        out[0] = *word;
    } else if (threadIdx.x == 1) {
        *word = 42;
    }
}

LW_KERNEL(execution_lock, (int *, lock), (volatile int *, counter))
{
    int done = 0;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *counter = *counter + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = 1;
        }
    }
}

LW_KERNEL(execution_neighbours, (int, synchronised), (int, rounds), (int *, errors))
{
    LW_DYNAMIC_SHARED(int, inside);
    volatile int *board = inside;
    int me = (int)threadIdx.x, first = me / 32 * 32, wrong = 0;
    board[me] = -1;
    __syncthreads();
    for (int round = 1; round <= rounds; round++) {
        int other = first + (round % 2 ? me + 1 : me + 31) % 32;
        board[me] = me + 1000 * round;
        if (synchronised)
            __syncwarp();
        wrong += board[other] != other + 1000 * round;
        if (synchronised)
            __syncwarp();
    }
    errors[me] = wrong;
}

LW_KERNEL(execution_branches, (int *, out))
{
    int lane = (int)threadIdx.x % 32, value = 100 + lane, got;
    if (lane % 3 == 0) {
        __syncwarp();
        got = __shfl_sync(LW_FULL_MASK, value, lane + 1);
    } else if (lane % 3 == 1) {
        __syncwarp(LW_FULL_MASK);
        got = __shfl_sync(LW_FULL_MASK, value, lane + 1);
    } else {
        __syncwarp();
        got = __shfl_sync(LW_FULL_MASK, value, lane + 1, 32);
    }
    out[threadIdx.x] = got;
}

LW_KERNEL(execution_ragged, (int, wrong), (int, n), (const int *, in), (int *, out))
{
    int sum = 0, i = (int)threadIdx.x;
    unsigned mask = __ballot_sync(LW_FULL_MASK, i < n);
    while (wrong ? i < n : mask != 0) {
        if (wrong)
            mask = __activemask();
        if (i < n)
            sum += __reduce_add_sync(mask, in[i]);
        i += 32;
        if (!wrong)
            mask = __ballot_sync(LW_FULL_MASK, i < n);
    }
    if (threadIdx.x == 0)
        *out = sum;
}

LW_KERNEL(execution_same_address, (int *, word), (int *, counter), (int *, seen), (int *, old))
{
    *(volatile int *)word = (int)threadIdx.x;
    __syncwarp();
    seen[threadIdx.x] = *(volatile int *)word;
    old[threadIdx.x] = atomicAdd(counter, 1);
}

LW_KERNEL(execution_shared, (int, count), (int *, errors))
{
    LW_SHARED(int, fixed, [256]);
    LW_DYNAMIC_SHARED(int, asked);
    int me = (int)threadIdx.x, lanes = (int)blockDim.x, wrong = 0;
    for (int i = me; i < 256; i += lanes)
        fixed[i] = i;
    for (int i = me; i < count; i += lanes)
        asked[i] = -i;
    __syncthreads();
    for (int i = me; i < 256; i += lanes)
        wrong += fixed[i] != i;
    for (int i = me; i < count; i += lanes)
        wrong += asked[i] != -i;
    atomicExch(&errors[me], wrong);
}

LW_KERNEL(execution_bounded, LW_LAUNCH_BOUNDS(64), (int *, out))
{
    atomicExch(out, (int)blockDim.x);
}

LW_KERNEL(execution_gate, (volatile int *, flag), (int *, out))
{
    while (*flag == 0)
        ;
    *out = 1;
}

LW_KERNEL(execution_predicated, (int, n), (int *, out))
{
    int me = (int)threadIdx.x;
    int *mine = me < n ? out + me : (int *)(uintptr_t)0x10;
    if (me < n)
        *mine = me;
    out[64 + me] = me < n ? *mine : -1;
}

LW_GLOBAL(int, execution_variable) = 5;

LW_KERNEL(execution_persist, (int, add), (int *, out))
{
    execution_variable += add;
    *out = execution_variable;
}

LW_KERNEL(execution_bytes, (unsigned char *, out))
{
    unsigned long long word = 0x0102030405060708u;
    memcpy(out, &word, sizeof word);
}
