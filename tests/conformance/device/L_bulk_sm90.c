#include <lanewise/kernel.h>

#include "L_bulk_sm90.h"

static __device__ void answer(__mbarrier_t *barrier, __mbarrier_token_t token, int *out)
{
    out[0] = __mbarrier_test_wait(barrier, token);
    out[1] = __mbarrier_try_wait(barrier, token, 100);
    out[2] = __mbarrier_test_wait_parity(barrier, 0) + 10 * __mbarrier_test_wait_parity(barrier, 1);
    out[3] = __mbarrier_try_wait_parity(barrier, 0, 100) + 10 * __mbarrier_try_wait_parity(barrier, 1, 100);
}

LW_KERNEL(l_parity, (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    __mbarrier_init(barrier, 2);
    __mbarrier_token_t token = __mbarrier_arrive(barrier);
    answer(barrier, token, out);
    (void)__mbarrier_arrive(barrier);
    answer(barrier, token, out + 4);
    (void)__mbarrier_arrive(barrier);
    token = __mbarrier_arrive(barrier);
    answer(barrier, token, out + 8);
}

LW_KERNEL(l_poll, (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    for (int way = 0; way < 4; way++) {
        if (threadIdx.x == 0)
            __mbarrier_init(barrier, 2);
        __syncthreads();
        if (threadIdx.x == 0) {
            __mbarrier_token_t token = __mbarrier_arrive(barrier);
            if (way == 0)
                while (!__mbarrier_test_wait(barrier, token))
                    ;
            if (way == 1)
                while (!__mbarrier_try_wait(barrier, token, 1000))
                    ;
            if (way == 2)
                while (!__mbarrier_test_wait_parity(barrier, 0))
                    ;
            if (way == 3)
                while (!__mbarrier_try_wait_parity(barrier, 0, 1000))
                    ;
            out[way] = 1;
        }
        if (threadIdx.x == 63) {
            __nanosleep(10000);
            (void)__mbarrier_arrive(barrier);
        }
        __syncthreads();
        if (threadIdx.x == 0)
            __mbarrier_inval(barrier);
    }
}

LW_KERNEL(l_arrive_count, (unsigned *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    __mbarrier_init(barrier, 5);
    out[0] = __mbarrier_token_pending_count(lw_mbarrier_arrive_count(barrier, 2));
    out[1] = __mbarrier_token_pending_count(lw_mbarrier_arrive_count(barrier, 1));
    out[2] = __mbarrier_test_wait_parity(barrier, 0);
    out[3] = __mbarrier_token_pending_count(lw_mbarrier_arrive_count(barrier, 2));
    out[4] = __mbarrier_test_wait_parity(barrier, 0);
}

LW_KERNEL(l_transactions, (const int *, in), (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [32]);
    int *words = (int *)place;
    __mbarrier_init(barrier, 1);
    lw_fence_mbarrier_init();
    /* Copied before it is expected: the missing arrival keeps the phase open. */
    lw_bulk_copy_to_shared(words, in, 64, barrier);
    out[0] = __mbarrier_test_wait_parity(barrier, 0);
    (void)lw_mbarrier_arrive_expect_tx(barrier, 64);
    lw_mbarrier_wait_parity(barrier, 0);
    out[1] = words[0] == in[0] && words[15] == in[15];
    /* Two copies for one expectation, and expected in two parts. */
    lw_mbarrier_expect_tx(barrier, 128);
    lw_bulk_copy_to_shared(words, in + 16, 64, barrier);
    lw_bulk_copy_to_shared(words + 16, in, 128, barrier);
    out[2] = __mbarrier_test_wait_parity(barrier, 1);
    __mbarrier_token_t token = lw_mbarrier_arrive_expect_tx(barrier, 64);
    out[3] = (int)__mbarrier_token_pending_count(token);
    lw_mbarrier_wait(barrier, token);
    out[4] = words[0] == in[16] && words[16] == in[0] && words[47] == in[31];
    /* No bytes: arrivals alone. */
    (void)lw_mbarrier_arrive_expect_tx(barrier, 0);
    out[5] = __mbarrier_test_wait_parity(barrier, 0);
    lw_bulk_copy_to_shared(words, in, 0, barrier);
    (void)__mbarrier_arrive(barrier);
    out[6] = __mbarrier_test_wait_parity(barrier, 1);
    out[7] = 1;
}

LW_KERNEL(l_open_while_bytes_are_due, (const int *, in), (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [4]);
    __mbarrier_init(barrier, 1);
    lw_fence_mbarrier_init();
    (void)lw_mbarrier_arrive_expect_tx(barrier, 64);
    out[0] = __mbarrier_test_wait_parity(barrier, 0);
    lw_bulk_copy_to_shared(place, in, 32, barrier);
    __nanosleep(100000);
    out[1] = __mbarrier_try_wait_parity(barrier, 0, 1000);
    lw_bulk_copy_to_shared(place + 2, in + 8, 32, barrier);
    while (!__mbarrier_try_wait_parity(barrier, 0, 1000))
        ;
    out[2] = 1;
}

LW_KERNEL(l_bulk_round_trip, (int, size), (const char *, in), (char *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_DYNAMIC_SHARED(char, bytes);
    __mbarrier_init(barrier, 1);
    lw_fence_mbarrier_init();
    (void)lw_mbarrier_arrive_expect_tx(barrier, (unsigned)size);
    lw_bulk_copy_to_shared(bytes, in, (unsigned)size, barrier);
    lw_mbarrier_wait_parity(barrier, 0);
    lw_bulk_copy_to_global(out, bytes, (unsigned)size);
    lw_bulk_commit_group();
    lw_bulk_wait_group(0);
}

LW_KERNEL(l_bulk_tiles, (int, stages), (int, tiles), (const int *, in), (int *, out))
{
    LW_SHARED(__mbarrier_t, filled, [4]);
    LW_SHARED(int4, place, [4][L_TILE / 4]);
    int rank = (int)threadIdx.x, lanes = (int)blockDim.x;
    if (rank == 0) {
        for (int i = 0; i < stages; i++)
            __mbarrier_init(&filled[i], 1);
        lw_fence_mbarrier_init();
        for (int i = 0; i < stages && i < tiles; i++) {
            (void)lw_mbarrier_arrive_expect_tx(&filled[i], L_TILE * 4);
            lw_bulk_copy_to_shared(place[i], in + i * L_TILE, L_TILE * 4, &filled[i]);
        }
    }
    __syncthreads();
    for (int tile = 0; tile < tiles; tile++) {
        int stage = tile % stages, *words = (int *)place[stage];
        lw_mbarrier_wait_parity(&filled[stage], tile / stages % 2);
        for (int i = rank; i < L_TILE; i += lanes)
            words[i] += 1;
        lw_fence_proxy_async();
        __syncthreads();
        if (rank == 0) {
            lw_bulk_copy_to_global(out + tile * L_TILE, words, L_TILE * 4);
            lw_bulk_commit_group();
            if (tile + stages < tiles) {
                lw_bulk_wait_group_read(0);
                (void)lw_mbarrier_arrive_expect_tx(&filled[stage], L_TILE * 4);
                lw_bulk_copy_to_shared(words, in + (tile + stages) * L_TILE, L_TILE * 4, &filled[stage]);
            }
        }
    }
    if (rank == 0)
        lw_bulk_wait_group(0);
}

LW_KERNEL(l_bulk_read_wait, (int *, out))
{
    LW_SHARED(int4, place, [16]);
    int *words = (int *)place, rank = (int)threadIdx.x;
    for (int round = 0; round < 2; round++) {
        words[rank] = 100 * round + rank;
        lw_fence_proxy_async();
        __syncthreads();
        if (rank == 0) {
            lw_bulk_copy_to_global(out + 64 * round, words, 256);
            lw_bulk_commit_group();
            lw_bulk_wait_group_read(0);
        }
        __syncthreads();
    }
    words[rank] = -1;
    if (rank == 0)
        lw_bulk_wait_group(0);
}

LW_KERNEL(l_bulk_batches, (int, prior), (int *, out), (int *, seen))
{
    LW_SHARED(int4, place, [4]);
    int *words = (int *)place;
    for (int i = 0; i < 16; i++)
        words[i] = 1 + i;
    lw_fence_proxy_async();
    for (int i = 0; i < 4; i++) {
        lw_bulk_copy_to_global(out + 4 * i, words + 4 * i, 16);
        lw_bulk_commit_group();
    }
    lw_bulk_wait_group((unsigned)prior);
    for (int i = 0; i < 16; i++)
        seen[i] = ((volatile int *)out)[i];
    lw_bulk_wait_group(0);
}

LW_KERNEL(l_bulk_early, (const int *, in), (int *, seen), (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [8]);
    int *words = (int *)place;
    words[0] = words[16] = -1;
    __mbarrier_init(barrier, 1);
    lw_fence_mbarrier_init();
    (void)lw_mbarrier_arrive_expect_tx(barrier, 128);
    lw_bulk_copy_to_shared(words, in, 64, barrier);
    lw_bulk_copy_to_shared(words + 16, in + 16, 64, barrier);
    seen[0] = words[0];
    seen[1] = words[16];
    lw_mbarrier_wait_parity(barrier, 0);
    seen[2] = words[0];
    seen[3] = words[16];
    lw_bulk_copy_to_global(out, words, 128);
    lw_bulk_commit_group();
    seen[4] = out[0];
    words[1] = 7; /* before it is read */
}

LW_KERNEL(l_bulk_order, (const int *, in), (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, place, [3]);
    int *words = (int *)place;
    __mbarrier_init(barrier, 1);
    lw_fence_mbarrier_init();
    (void)lw_mbarrier_arrive_expect_tx(barrier, 32);
    for (int i = 0; i < 2; i++)
        lw_bulk_copy_to_shared(words, in + 4 * i, 16, barrier);
    lw_mbarrier_wait_parity(barrier, 0);
    out[0] = words[0];
    for (int i = 0; i < 2; i++)
        words[4 + 4 * i] = in[4 * i];
    lw_fence_proxy_async();
    for (int i = 0; i < 2; i++)
        lw_bulk_copy_to_global(out + 4, words + 4 + 4 * i, 16);
    lw_bulk_commit_group();
    lw_bulk_wait_group(0);
}

LW_KERNEL(l_bulk_to_block, (int *, out))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int4, mine, [16]);
    LW_SHARED(int4, theirs, [16]);
    unsigned rank = threadIdx.x, blocks = __clusterSizeInBlocks(), right = (__clusterRelativeBlockRank() + 1) % blocks;
    ((int *)mine)[rank] = (int)(1000 * blockIdx.x + rank);
    if (rank == 0) {
        __mbarrier_init(barrier, 1);
        lw_fence_mbarrier_init();
        (void)lw_mbarrier_arrive_expect_tx(barrier, 256);
    }
    lw_fence_proxy_async();
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    if (rank == 0)
        lw_bulk_copy_to_block(theirs, mine, 256, barrier, right);
    lw_mbarrier_wait_parity_cluster(barrier, 0);
    out[blockIdx.x * 64 + rank] = ((int *)theirs)[rank];
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

LW_KERNEL(l_arrive_remote, (int, rounds), (int *, out))
{
    LW_SHARED(__mbarrier_t, all_came);
    LW_SHARED(__mbarrier_t, go_on);
    LW_SHARED(int, words, [16]);
    unsigned blocks = __clusterSizeInBlocks(), block = __clusterRelativeBlockRank();
    if (threadIdx.x == 0) {
        __mbarrier_init(all_came, blocks - 1);
        __mbarrier_init(go_on, 1);
        lw_fence_mbarrier_init();
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    for (int round = 0; round < rounds && threadIdx.x == 0; round++) {
        if (block == 0) {
            lw_mbarrier_wait_parity_cluster(all_came, round % 2);
            for (unsigned i = 1; i < blocks; i++)
                out[round * (int)blocks + (int)i] = words[i];
            for (unsigned i = 1; i < blocks; i++)
                lw_mbarrier_arrive_remote(go_on, i);
        } else {
            int *theirs = (int *)__cluster_map_shared_rank(words, 0);
            theirs[block] = 100 * round + (int)block;
            lw_mbarrier_arrive_remote(all_came, 0);
            lw_mbarrier_wait_parity_cluster(go_on, round % 2);
        }
    }
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

LW_KERNEL(l_elect, (const unsigned *, masks), (int, count), (unsigned *, out))
{
    unsigned lane = threadIdx.x % 32;
    for (int i = 0; i < count; i++) {
        unsigned mask = masks[i];
        if (mask >> lane & 1)
            out[32 * i + (int)lane] = 1 + lw_elect_leader_sync(mask) + (lw_elect_sync(mask) ? 100 : 0);
        __syncwarp();
    }
}

LW_KERNEL(l_elect_after_exits, (unsigned, leaving), (unsigned *, out))
{
    if (threadIdx.x < leaving)
        return;
    unsigned mask = LW_FULL_MASK << leaving;
    if (lw_elect_sync(mask))
        *out = 1 + threadIdx.x;
}
