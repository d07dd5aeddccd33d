#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "D_sync.h"

LW_KERNEL(sync_board, (int, rounds), (int *, board), (int *, errors))
{
    LW_DYNAMIC_SHARED(int, inside);
    int me = (int)threadIdx.x, lanes = (int)blockDim.x, wrong = 0;
    for (int round = 1; round <= rounds; round++) {
        int other = (me + round) % lanes;
        inside[me] = me + 1000 * round;
        board[me] = me - 1000 * round;
        __syncthreads();
        wrong += inside[other] != other + 1000 * round;
        wrong += board[other] != other - 1000 * round;
        __syncthreads();
    }
    errors[me] = wrong;
}

LW_KERNEL(sync_conditional, (int, taken), (int, leaving), (int *, out))
{
    LW_DYNAMIC_SHARED(int, inside);
    int me = (int)threadIdx.x, lanes = (int)blockDim.x;
    inside[me] = 0;
    if (taken)
        __syncthreads();
    if (me < leaving)
        return;
    inside[me] = me;
    __syncthreads();
    out[me] = 1 + inside[me + 1 < lanes ? me + 1 : leaving];
}

LW_KERNEL(sync_divergent, (int *, out))
{
    if (threadIdx.x % 2 == 0)
        __syncthreads();
    else
        __syncthreads();
    *out = 1;
}
LINE_ABOVE(sync_divergent_line, 5)

LW_KERNEL(sync_branches, (int *, out))
{
    LW_SHARED(int, word, [2]);
    int warp = (int)threadIdx.x / 32;
    if (threadIdx.x % 32 == 0)
        word[warp] = 5 + warp;
    if (warp == 0) {
        __syncthreads();
        out[threadIdx.x] = word[1];
    } else {
        __syncthreads();
        out[threadIdx.x] = 10 * word[0];
    }
}

LW_KERNEL(sync_turns, (int *, out))
{
    LW_SHARED(int, word, [4]);
    int sum = 0;
    if (threadIdx.x < 32) {
        for (int i = 0; i < 4; i++) {
            if (threadIdx.x == 0)
                word[i] = i + 1;
            __syncthreads();
            sum += i;
        }
    } else {
        __syncthreads();
        sum += word[0];
        __syncthreads();
        sum += word[1];
        for (int i = 2; i < 4; i++) {
            __syncthreads();
            sum += word[i];
        }
    }
    out[threadIdx.x] = sum;
}

LW_KERNEL(sync_branch_counts, (int *, out))
{
    if (threadIdx.x < 32)
        out[threadIdx.x] = __syncthreads_count(threadIdx.x < 3);
    else
        out[threadIdx.x] = 10 * __syncthreads_count(threadIdx.x >= 60);
}

LW_KERNEL(sync_predicates, (int, leaving), (int, step), (sync_result *, out))
{
    int me = (int)threadIdx.x, predicate = me % step == 0 ? 2 : 0;
    if (me < leaving)
        return;
    out[me].count = __syncthreads_count(predicate);
    out[me].conjunction = __syncthreads_and(predicate) != 0;
    out[me].disjunction = __syncthreads_or(predicate) != 0;
}

__device__ static int pass(int *inside, unsigned mask, int first, int lanes, int rounds)
{
    int me = (int)threadIdx.x, wrong = 0;
    for (int round = 0; round < rounds; round++) {
        int other = first + (me - first + 1 + round) % lanes;
        inside[me] = me + 1000 * round;
        __syncwarp(mask);
        wrong += inside[other] != other + 1000 * round;
        __syncwarp(mask);
    }
    return wrong;
}

LW_KERNEL(sync_half_warps, (int *, errors))
{
    LW_DYNAMIC_SHARED(int, inside);
    int me = (int)threadIdx.x, first = me / 32 * 32, wrong;
    if (me % 32 < 16)
        wrong = pass(inside, 0x0000ffffu, first, 16, 5);
    else
        wrong = pass(inside, 0xffff0000u, first + 16, 16, 8);
    __syncwarp();
    wrong += pass(inside, LW_FULL_MASK, first, 32, 3);
    errors[me] = wrong;
}

LW_KERNEL(sync_poll, (int *, word), (int *, out))
{
    if (threadIdx.x == 0) {
        *(volatile int *)word = 7;
        __threadfence(); /* orders; the value arrives because the readers read it repeatedly */
    }
    if (threadIdx.x >= 32 && threadIdx.x % 32 == 0) {
        int seen;
        do
            seen = *(volatile int *)word;
        while (seen == 0);
        out[threadIdx.x / 32] = seen;
    }
}

LW_KERNEL(sync_last_block, (int, n), (const int *, in), (int *, partial), (unsigned *, count), (int *, total))
{
    LW_SHARED(int, sum);
    LW_SHARED(int, last);
    int me = (int)threadIdx.x;
    if (me == 0)
        *sum = 0;
    __syncthreads();
    for (int i = (int)(blockIdx.x * blockDim.x) + me; i < n; i += (int)(gridDim.x * blockDim.x))
        atomicAdd(sum, in[i]);
    __syncthreads();
    if (me == 0) {
        *(volatile int *)&partial[blockIdx.x] = *sum;
        __threadfence();
        *last = atomicInc(count, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (!*last || me != 0)
        return;
    int all = 0;
    for (unsigned i = 0; i < gridDim.x; i++)
        all += *(volatile int *)&partial[i];
    *total = all;
    *count = 0;
}

LW_KERNEL(sync_fill, (int, n), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = i;
}

LW_KERNEL(sync_mirror, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        out[i] = in[n - 1 - i];
}

LW_KERNEL(sync_for_the_host, (int, n), (int *, x), (int *, y))
{
    for (int i = 1; i <= n; i++) {
        *(volatile int *)x = i;
        __threadfence_system();
        *(volatile int *)y = i;
    }
}

/* Alternately: the device's data and word, then the host's. result[0]: how often the host's data was older than its
 * word; result[1]: rounds, which end early on a busy machine. */
LW_KERNEL(sync_with_the_host, (int, n), (int *, ours), (int *, theirs), (int *, result))
{
    volatile int *data = ours, *word = ours + 64, *answer = theirs, *told = theirs + 64;
    unsigned long long end = lw_globaltimer() + 4000000000;
    result[0] = result[1] = 0;
    for (int i = 1; i <= n; i++) {
        *data = i;
        __threadfence_system();
        *word = i;
        while (*told != i)
            if (lw_globaltimer() > end)
                return;
        __threadfence_system();
        result[0] += *answer != -i;
        result[1] = i;
    }
}

#define FLICKER(type)                                                                                                  \
    for (int i = 0; i < times; i++)                                                                                    \
        *(volatile type *)word = (type)(i % 2 ? 0 : ~(type)0);

LW_KERNEL(sync_flicker, (int, size), (int, times), (void *, word))
{
    if (size == 1)
        FLICKER(unsigned char)
    else if (size == 2)
        FLICKER(unsigned short)
    else if (size == 4)
        FLICKER(unsigned)
    else
        FLICKER(unsigned long long)
}
