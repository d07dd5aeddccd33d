#include <lanewise/kernel.h>

#include "L_barrier.h"

LW_KERNEL(l_pending_counts, (unsigned *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    if (threadIdx.x == 0)
        __mbarrier_init(barrier, blockDim.x);
    __syncthreads();
    out[threadIdx.x] = __mbarrier_token_pending_count(__mbarrier_arrive(barrier));
}

LW_KERNEL(l_left_behind, (unsigned *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    __mbarrier_init(barrier, 2);
    out[blockIdx.x] = 1 + __mbarrier_token_pending_count(__mbarrier_arrive(barrier));
    (void)__mbarrier_arrive(barrier);
}

LW_KERNEL(l_arrive_then_wait, (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int, words, [64]);
    LW_SHARED(int, past);
    volatile int *flag = past;
    if (threadIdx.x == 0) {
        __mbarrier_init(barrier, 64);
        *flag = 0;
    }
    __syncthreads();
    if (threadIdx.x >= 32)
        while (*flag == 0)
            __nanosleep(100);
    words[threadIdx.x] = 1000 + (int)threadIdx.x;
    __mbarrier_token_t token = __mbarrier_arrive(barrier);
    if (threadIdx.x == 0)
        *flag = 1;
    lw_mbarrier_wait(barrier, token);
    out[threadIdx.x] = words[threadIdx.x ^ 32];
}

LW_KERNEL(l_phases, (l_arrival *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    __mbarrier_init(barrier, 4);
    for (int i = 0; i < 9; i++) {
        __mbarrier_token_t token = __mbarrier_arrive(barrier);
        out[i].pending = __mbarrier_token_pending_count(token);
        out[i].over = __mbarrier_test_wait(barrier, token);
    }
}

LW_KERNEL(l_drop, (int *, seen))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int, came, [128]);
    came[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        __mbarrier_init(barrier, blockDim.x);
    __syncthreads();
    for (unsigned phase = 0; phase < threadIdx.x; phase++) {
        atomicAdd(&came[phase], 1);
        lw_mbarrier_wait(barrier, __mbarrier_arrive(barrier));
        seen[threadIdx.x] = came[phase];
    }
    (void)__mbarrier_arrive_and_drop(barrier); /* the others go on: the token may soon be too old to wait for */
}

LW_KERNEL(l_arrive_and_wait, (int, rounds), (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int, words, [1024]);
    unsigned next = (threadIdx.x + 37) % blockDim.x;
    int wrong = 0;
    if (threadIdx.x == 0)
        __mbarrier_init(barrier, blockDim.x);
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        words[threadIdx.x] = i;
        lw_mbarrier_wait(barrier, __mbarrier_arrive(barrier));
        wrong += words[next] != i;
        lw_mbarrier_wait(barrier, __mbarrier_arrive(barrier));
    }
    out[threadIdx.x] = wrong;
}

LW_KERNEL(l_specialised, (int, batches), (const int *, in), (int *, out))
{
    LW_SHARED(__mbarrier_t, ready, [2]);
    LW_SHARED(__mbarrier_t, filled, [2]);
    LW_SHARED(int, buffer, [2][512]);
    int half = (int)blockDim.x / 2, i = (int)threadIdx.x % half, sum = 0;
    if (threadIdx.x < 2) {
        __mbarrier_init(&ready[threadIdx.x], blockDim.x);
        __mbarrier_init(&filled[threadIdx.x], blockDim.x);
    }
    __syncthreads();
    if ((int)threadIdx.x < half) {
        for (int k = 0; k < batches; k++) {
            lw_mbarrier_wait(&ready[k % 2], __mbarrier_arrive(&ready[k % 2]));
            buffer[k % 2][i] = in[k * half + i];
            (void)__mbarrier_arrive(&filled[k % 2]);
        }
    } else {
        (void)__mbarrier_arrive(&ready[0]);
        (void)__mbarrier_arrive(&ready[1]);
        for (int k = 0; k < batches; k++) {
            lw_mbarrier_wait(&filled[k % 2], __mbarrier_arrive(&filled[k % 2]));
            sum += buffer[k % 2][half - 1 - i];
            (void)__mbarrier_arrive(&ready[k % 2]);
        }
        out[half - 1 - i] = sum;
    }
}

LW_KERNEL(l_primitives, (unsigned *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    out[0] = __mbarrier_maximum_count();
    __mbarrier_init(barrier, __mbarrier_maximum_count());
    out[1] = __mbarrier_token_pending_count(__mbarrier_arrive(barrier));
    __mbarrier_inval(barrier);
    *barrier = 0x0123456789abcdefull; /* its memory may be reused */
    out[2] = *barrier == 0x0123456789abcdefull;
    __mbarrier_init(barrier, 2);
    __mbarrier_token_t first = __mbarrier_arrive(barrier);
    out[3] = __mbarrier_token_pending_count(first);
    out[4] = __mbarrier_test_wait(barrier, first);
    __mbarrier_token_t second = __mbarrier_arrive(barrier);
    out[5] = __mbarrier_test_wait(barrier, first);
    out[6] = __mbarrier_test_wait(barrier, second);
    __mbarrier_token_t third = __mbarrier_arrive(barrier);
    out[7] = __mbarrier_test_wait(barrier, third);
    out[8] = __mbarrier_test_wait(barrier, second);
    __mbarrier_inval(barrier);
}
