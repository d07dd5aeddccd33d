#include <lanewise/kernel.h>

#include "L_pipeline.h"

LW_KERNEL(l_copy, (const int *, in), (int *, out))
{
    LW_SHARED(int, words, [L_MOST_LANES]);
    unsigned rank = threadIdx.x, next = (rank + 1) % blockDim.x;
    __pipeline_memcpy_async(&words[rank], &in[rank], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[2 * rank] = words[rank];
    __syncthreads();
    out[2 * rank + 1] = words[next];
}

LW_KERNEL(l_copy_seen_early, (int *, in), (int, change), (int *, out))
{
    LW_SHARED(int, words, [L_MOST_LANES]);
    unsigned rank = threadIdx.x;
    words[rank] = -1;
    __syncthreads();
    __pipeline_memcpy_async(&words[rank], &in[rank], sizeof(int));
    __pipeline_commit();
    __syncthreads();
    out[2 * rank] = words[rank];
    if (change)
        in[rank] = change;
    __pipeline_wait_prior(0);
    out[2 * rank + 1] = words[rank];
}

LW_KERNEL(l_copy_order, (const int *, in), (int *, order), (int *, last))
{
    LW_SHARED(int, words, [4]);
    volatile int *seen = words;
    for (int i = 0; i < 4; i++)
        words[i] = -1;
    for (int i = 0; i < 4; i++) {
        __pipeline_memcpy_async(&words[i], &in[i], sizeof(int));
        if (i % 2)
            __pipeline_commit();
    }
    for (int count = 0; count < 4;) {
        __nanosleep(100);
        for (int i = 0; i < 4; i++)
            if (seen[i] != -1 && order[i] == 0)
                order[i] = ++count;
    }
    for (int batches = 1; batches <= 2; batches++) {
        __pipeline_memcpy_async(&words[0], &in[0], sizeof(int));
        if (batches == 2)
            __pipeline_commit();
        __pipeline_memcpy_async(&words[0], &in[1], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        last[batches - 1] = words[0];
    }
}

LW_KERNEL(l_zfill, (const unsigned char *, in), (int, size), (int, zfill), (unsigned char *, out))
{
    LW_SHARED(uint4, place);
    unsigned char *bytes = (unsigned char *)place;
    for (int i = 0; i < 16; i++)
        bytes[i] = 0xff;
    __pipeline_memcpy_async(bytes, in, (size_t)size, (size_t)zfill);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 16; i++)
        out[i] = bytes[i];
}

LW_KERNEL(l_wait_prior, (int, prior), (const int *, in), (int *, out))
{
    LW_SHARED(int, words, [L_BATCHES][L_MOST_LANES]);
    unsigned lanes = blockDim.x, rank = threadIdx.x;
    for (int i = 0; i < L_BATCHES; i++)
        words[i][rank] = -1;
    for (int i = 0; i < L_BATCHES; i++) {
        __pipeline_memcpy_async(&words[i][rank], &in[i * lanes + rank], sizeof(int));
        __pipeline_commit();
    }
    __pipeline_wait_prior((size_t)prior);
    for (int i = 0; i < L_BATCHES; i++)
        out[i * lanes + rank] = words[i][rank];
    __pipeline_wait_prior(0);
    for (int i = 0; i < L_BATCHES; i++)
        out[(L_BATCHES + i) * lanes + rank] = words[i][rank];
}

LW_KERNEL(l_uncommitted, (const int *, in), (int *, out))
{
    LW_SHARED(int, words, [2]);
    words[0] = words[1] = -1;
    __pipeline_memcpy_async(&words[0], &in[0], sizeof(int));
    __pipeline_commit();
    __pipeline_memcpy_async(&words[1], &in[1], sizeof(int));
    __pipeline_wait_prior(0);
    out[0] = words[0];
    out[1] = words[1];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[2] = words[1];
}

LW_KERNEL(l_diverged_commits, (const int *, in), (int *, out))
{
    LW_SHARED(int, words, [8][L_MOST_LANES]);
    unsigned lanes = blockDim.x, rank = threadIdx.x;
    for (unsigned i = 0; i <= rank % 8; i++) {
        __pipeline_memcpy_async(&words[i][rank], &in[i * lanes + rank], sizeof(int));
        __pipeline_commit();
    }
    for (unsigned i = 0; i <= rank % 8; i++) {
        __pipeline_wait_prior(rank % 8 - i);
        out[i * lanes + rank] = words[i][rank];
    }
}

LW_KERNEL(l_copy_with_barrier, (const int *, in), (int *, out), (unsigned *, pending))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int, words, [L_MOST_LANES]);
    unsigned rank = threadIdx.x, next = (rank + 1) % blockDim.x;
    if (rank == 0)
        __mbarrier_init(barrier, blockDim.x);
    __syncthreads();
    __pipeline_memcpy_async(&words[rank], &in[rank], sizeof(int));
    __pipeline_arrive_on(barrier);
    __mbarrier_token_t token = __mbarrier_arrive(barrier);
    pending[rank] = __mbarrier_token_pending_count(token);
    lw_mbarrier_wait(barrier, token);
    out[rank] = words[next];
}

LW_KERNEL(l_arrive_on, (const int *, in), (unsigned *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int, word);
    __mbarrier_init(barrier, 3);
    __pipeline_arrive_on(barrier);
    __nanosleep(100000);
    __pipeline_wait_prior(0);
    out[0] = __mbarrier_token_pending_count(__mbarrier_arrive(barrier));
    __pipeline_memcpy_async(word, in, sizeof(int));
    __pipeline_arrive_on(barrier);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __nanosleep(100000);
    out[1] = __mbarrier_token_pending_count(__mbarrier_arrive(barrier));
    out[2] = __mbarrier_token_pending_count(__mbarrier_arrive(barrier));
    out[3] = (unsigned)*word;
}

LW_KERNEL(l_any_size, (const unsigned char *, in), (int, from), (int, to), (int, size), (unsigned char *, out))
{
    LW_SHARED(uint4, place, [8]);
    unsigned char *bytes = (unsigned char *)place;
    for (int i = 0; i < 128; i++)
        bytes[i] = 0xff;
    lw_pipeline_memcpy_async(bytes + to, in + from, (size_t)size);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 128; i++)
        out[i] = bytes[i];
}

LW_KERNEL(l_odd_size, (const unsigned char *, in), (unsigned char *, out))
{
    LW_SHARED(unsigned char, bytes, [7]);
    lw_pipeline_memcpy_async(bytes, in, 7);
    for (int i = 0; i < 7; i++)
        out[i] = bytes[i];
}

LW_KERNEL(l_pipeline, (int, stages), (int, batches), (const int *, in), (int *, out))
{
    LW_SHARED(lw_pipeline_stage, stage, [4]);
    LW_SHARED(int, words, [4][L_MOST_LANES]);
    unsigned lanes = blockDim.x, rank = threadIdx.x;
    lw_pipeline pipeline = lw_pipeline_make(stage, (unsigned)stages, lanes, lanes);
    int ahead = 0;
    for (int k = 0; k < batches; k++) {
        for (; ahead < batches && ahead < k + stages; ahead++) {
            lw_pipeline_producer_acquire(&pipeline);
            __pipeline_memcpy_async(&words[pipeline.head][rank], &in[ahead * lanes + rank], sizeof(int));
            lw_pipeline_producer_commit(&pipeline);
        }
        lw_pipeline_consumer_wait(&pipeline);
        out[k * lanes + rank] = 2 * words[pipeline.tail][lanes - 1 - rank];
        lw_pipeline_consumer_release(&pipeline);
    }
    lw_pipeline_quit(&pipeline);
}

LW_KERNEL(l_pipeline_roles, (int, stages), (int, producers), (int, batches), (const int *, in), (int *, out),
          (int *, most))
{
    LW_SHARED(lw_pipeline_stage, stage, [4]);
    LW_SHARED(int, words, [4][L_MOST_LANES]);
    LW_SHARED(int, filled);
    LW_SHARED(int, emptied);
    int lanes = (int)blockDim.x, rank = (int)threadIdx.x, consumers = lanes - producers;
    if (rank == 0)
        *filled = *emptied = 0;
    lw_pipeline pipeline = lw_pipeline_make(stage, (unsigned)stages, (unsigned)producers, (unsigned)consumers);
    if (rank < producers) {
        for (int k = 0; k < batches; k++) {
            lw_pipeline_producer_acquire(&pipeline);
            if (rank == 0) /* the last consumer to count has emptied the stage before */
                atomicMax(most, atomicAdd(filled, 1) + 1 - atomicAdd(emptied, 0) / consumers);
            for (int i = rank; i < consumers; i += producers)
                __pipeline_memcpy_async(&words[pipeline.head][i], &in[k * consumers + i], sizeof(int));
            lw_pipeline_producer_commit(&pipeline);
        }
    } else {
        int i = consumers - 1 - (rank - producers);
        for (int k = 0; k < batches; k++) {
            lw_pipeline_consumer_wait(&pipeline);
            out[k * consumers + i] = words[pipeline.tail][i] + 1;
            atomicAdd(emptied, 1);
            lw_pipeline_consumer_release(&pipeline);
        }
    }
    lw_pipeline_quit(&pipeline);
}

LW_KERNEL(l_pipeline_twice, (const int *, in), (int *, out))
{
    LW_SHARED(lw_pipeline_stage, stage, [2]);
    LW_SHARED(int, words, [2][L_MOST_LANES]);
    unsigned lanes = blockDim.x, rank = threadIdx.x;
    for (unsigned round = 0; round < 2; round++) {
        lw_pipeline pipeline = lw_pipeline_make(stage, 2 - round, lanes, lanes);
        for (unsigned k = 0; k < 3; k++) {
            lw_pipeline_producer_acquire(&pipeline);
            __pipeline_memcpy_async(&words[pipeline.head][rank], &in[(3 * round + k) * lanes + rank], sizeof(int));
            lw_pipeline_producer_commit(&pipeline);
            lw_pipeline_consumer_wait(&pipeline);
            out[(3 * round + k) * lanes + rank] = words[pipeline.tail][lanes - 1 - rank];
            lw_pipeline_consumer_release(&pipeline);
        }
        lw_pipeline_quit(&pipeline);
    }
}

LW_KERNEL(l_own_pipeline, (int, batches), (const int *, in), (int *, out))
{
    LW_SHARED(int, words, [2][L_MOST_LANES]);
    unsigned lanes = blockDim.x, rank = threadIdx.x, next = (rank + 1) % lanes;
    __pipeline_memcpy_async(&words[0][rank], &in[rank], sizeof(int));
    __pipeline_commit();
    for (int k = 0; k < batches; k++) {
        if (k + 1 < batches)
            __pipeline_memcpy_async(&words[(k + 1) % 2][rank], &in[(k + 1) * lanes + rank], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[k * lanes + rank] = words[k % 2][rank] + words[k % 2][next];
        __syncthreads();
    }
}
