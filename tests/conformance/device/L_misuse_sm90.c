#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "L_misuse_sm90.h"

static __device__ void copy_wrongly(int mistake, char *global, char *shared)
{
    int local[4] = {0, 0, 0, 0};
    switch (mistake) {
    case L_COPY_SIZE: __pipeline_memcpy_async(shared, global, 12); break;
    case L_COPY_ZFILL: __pipeline_memcpy_async(shared, global, 4, 5); break;
    case L_COPY_TO_GLOBAL: __pipeline_memcpy_async(global, global, 4); break;
    case L_COPY_FROM_SHARED: __pipeline_memcpy_async(shared, shared + 64, 4); break;
    case L_COPY_FROM_LOCAL: __pipeline_memcpy_async(shared, local, 4); break;
    case L_COPY_TO_ODD: __pipeline_memcpy_async(shared + 8, global, 16); break;
    case L_COPY_FROM_ODD: __pipeline_memcpy_async(shared, global + 2, 4); break;
    case L_COPY_FROM_NULL: __pipeline_memcpy_async(shared, (const void *)0, 4); break;
    case L_COPY_PAST_END: __pipeline_memcpy_async(shared + 32768, global, 4); break;
    }
}

static __device__ void use_barrier_wrongly(int mistake, char *global, __mbarrier_t *barrier)
{
    __mbarrier_token_t token;
    switch (mistake) {
    case L_BARRIER_MISSING:
        barrier[0] = 0;
        (void)__mbarrier_arrive(barrier);
        break;
    case L_BARRIER_INVALID:
        __mbarrier_init(barrier, 2);
        __mbarrier_inval(barrier);
        (void)__mbarrier_arrive(barrier);
        break;
    case L_BARRIER_OVERWRITTEN:
        __mbarrier_init(barrier, 2);
        barrier[0] = 0x3f8000003f800000ull;
        (void)__mbarrier_arrive(barrier);
        break;
    case L_BARRIER_COUNT_0: __mbarrier_init(barrier, 0); break;
    case L_BARRIER_COUNT_16384: __mbarrier_init(barrier, 16384); break;
    case L_BARRIER_TWICE:
        __mbarrier_init(barrier, 2);
        (void)__mbarrier_arrive(barrier);
        __mbarrier_init(barrier, 2);
        break;
    case L_BARRIER_GLOBAL: __mbarrier_init((__mbarrier_t *)(void *)global, 2); break;
    case L_BARRIER_ODD: __mbarrier_init((__mbarrier_t *)(void *)((char *)barrier + 4), 2); break;
    case L_ARRIVE_ONCE_MORE:
        __mbarrier_init(barrier, 1);
        (void)lw_mbarrier_arrive_expect_tx(barrier, 64);
        (void)__mbarrier_arrive(barrier);
        break;
    case L_ARRIVE_3_OF_2:
        __mbarrier_init(barrier, 2);
        (void)lw_mbarrier_arrive_count(barrier, 3);
        break;
    case L_ARRIVE_AFTER_DROP:
        __mbarrier_init(barrier, 1);
        (void)__mbarrier_arrive_and_drop(barrier);
        (void)__mbarrier_arrive(barrier);
        break;
    case L_ARRIVE_ON_FULL:
        __mbarrier_init(barrier, 16383);
        __pipeline_arrive_on(barrier);
        break;
    case L_ARRIVE_ON_DONE:
        __mbarrier_init(barrier, 1);
        (void)lw_mbarrier_arrive_expect_tx(barrier, 64);
        __pipeline_arrive_on(barrier);
        break;
    case L_TOKEN_FOREIGN:
        __mbarrier_init(barrier, 1);
        __mbarrier_init(barrier + 1, 1);
        token = __mbarrier_arrive(barrier);
        (void)__mbarrier_test_wait(barrier + 1, token);
        break;
    case L_TOKEN_OLD:
        __mbarrier_init(barrier, 1);
        token = __mbarrier_arrive(barrier);
        (void)__mbarrier_arrive(barrier);
        (void)__mbarrier_test_wait(barrier, token);
        break;
    }
}

static __device__ void move_bytes_wrongly(int mistake, char *global, char *shared, __mbarrier_t *barrier)
{
    char *volatile not_global = shared; /* nvcc would see through it and stumble */
    __mbarrier_init(barrier, 2);
    switch (mistake) {
    case L_BYTES_TOO_MANY:
        lw_mbarrier_expect_tx(barrier, (1 << 20) - 1);
        lw_mbarrier_expect_tx(barrier, 1);
        break;
    case L_BYTES_UNEXPECTED:
        for (int i = 0; i < 33; i++)
            lw_bulk_copy_to_shared(shared, global, 32768, barrier);
        lw_mbarrier_wait_parity(barrier, 0);
        break;
    case L_BULK_SIZE: lw_bulk_copy_to_shared(shared, global, 24, barrier); break;
    case L_BULK_TO_ODD: lw_bulk_copy_to_shared(shared + 8, global, 16, barrier); break;
    case L_BULK_FROM_ODD: lw_bulk_copy_to_shared(shared, global + 4, 16, barrier); break;
    case L_BULK_FROM_SHARED: lw_bulk_copy_to_shared(shared + 64, not_global, 16, barrier); break;
    case L_BULK_TO_SHARED: lw_bulk_copy_to_global(not_global, shared + 64, 16); break;
    case L_BULK_NO_BARRIER:
        __mbarrier_inval(barrier);
        lw_bulk_copy_to_shared(shared, global, 16, barrier);
        break;
    case L_BULK_BARRIER_GONE:
        lw_bulk_copy_to_shared(shared, global, 16, barrier);
        __mbarrier_inval(barrier);
        __mbarrier_init(barrier + 1, 2);
        lw_mbarrier_wait_parity(barrier + 1, 0);
        break;
    case L_BULK_FROM_WILD: lw_bulk_copy_to_shared(shared, global + (1ll << 44), 16, barrier); break;
    case L_REMOTE_RANK: lw_mbarrier_arrive_remote(barrier, 1); break;
    }
}

LW_KERNEL(l_mistakes, (int, mistake), (char *, global))
{
    LW_SHARED(__mbarrier_t, barrier, [2]);
    LW_DYNAMIC_SHARED(char, shared);
    if (mistake < L_BARRIER_MISSING)
        copy_wrongly(mistake, global, shared);
    else if (mistake < L_BYTES_TOO_MANY)
        use_barrier_wrongly(mistake, global, barrier);
    else
        move_bytes_wrongly(mistake, global, shared, barrier);
}

LW_KERNEL(l_inval_while_waiting)
{
    LW_SHARED(__mbarrier_t, barrier);
    if (threadIdx.x == 0)
        __mbarrier_init(barrier, 2);
    __syncthreads();
    if (threadIdx.x == 0)
        lw_mbarrier_wait(barrier, __mbarrier_arrive(barrier));
    __nanosleep(1000);
    __mbarrier_inval(barrier);
}

LW_KERNEL(l_bulk_to_ended_block)
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place);
    __mbarrier_init(barrier, 1);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (__clusterRelativeBlockRank() == 0) {
        for (int i = 0; i < 100; i++)
            __nanosleep(100);
        lw_bulk_copy_to_block(place, place, 16, barrier, 1);
        lw_mbarrier_wait_parity(barrier, 0);
    }
}

LW_KERNEL(l_barrier_of_another_block)
{
    LW_SHARED(__mbarrier_t, barrier);
    if (blockIdx.x == 0)
        __mbarrier_init(barrier, 1);
    (void)__mbarrier_arrive(barrier);
}

LW_KERNEL(l_arrival_missing)
{
    LW_SHARED(__mbarrier_t, barrier);
    if (threadIdx.x == 0)
        __mbarrier_init(barrier, 3);
    __syncthreads();
    lw_mbarrier_wait(barrier, __mbarrier_arrive(barrier));
}
LINE_ABOVE(l_arrival_missing_line, 2)

LW_KERNEL(l_bytes_missing, (const char *, global))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [4]);
    if (threadIdx.x == 0) {
        __mbarrier_init(barrier, 1);
        (void)lw_mbarrier_arrive_expect_tx(barrier, 128);
        lw_bulk_copy_to_shared(place, global, 64, barrier);
    }
    __syncthreads();
    lw_mbarrier_wait_parity(barrier, 0);
}
LINE_ABOVE(l_bytes_missing_line, 2)
