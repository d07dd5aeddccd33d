#include <lanewise/kernel.h>

#include "D_named.h"

LW_KERNEL(named_whole_block, (int, id), (int *, errors))
{
    LW_DYNAMIC_SHARED(int, inside);
    int me = (int)threadIdx.x, lanes = (int)blockDim.x, wrong = 0;
    for (int round = 1; round <= 10; round++) {
        int other = (me + 7 * round) % lanes;
        inside[me] = me + 1000 * round;
        __barrier_sync((unsigned)id);
        wrong += inside[other] != other + 1000 * round;
        if (round % 2) /* barrier 0 is __syncthreads() */
            __barrier_sync((unsigned)id);
        else
            __syncthreads();
    }
    errors[me] = wrong;
}

LW_KERNEL(named_pairs, (int *, errors))
{
    LW_DYNAMIC_SHARED(int, inside);
    int me = (int)threadIdx.x, pair = me / 64, wrong = 0;
    for (int round = 1; round <= 3 + 2 * pair; round++) {
        int other = 64 * pair + (me + 33 * round) % 64;
        inside[me] = me + 1000 * round;
        __barrier_sync_count((unsigned)pair + 1, 64);
        wrong += inside[other] != other + 1000 * round;
        lw_barrier_sync((unsigned)pair + 1, 64);
    }
    errors[me] = wrong;
}

LW_KERNEL(named_producer, (int, rounds), (int *, out))
{
    LW_DYNAMIC_SHARED(int, buffer);
    enum { EMPTY = 1, FULL = 2 };
    unsigned all = blockDim.x;
    int me = (int)threadIdx.x, sum = 0;
    if (me < 32) {
        for (int round = 1; round <= rounds; round++) {
            lw_barrier_sync(EMPTY, all);
            buffer[me] = round * 100 + me;
            lw_barrier_arrive(FULL, all);
        }
        return;
    }
    for (int round = 1; round <= rounds; round++) {
        lw_barrier_arrive(EMPTY, all);
        lw_barrier_sync(FULL, all);
        sum += buffer[(me + round) % 32];
    }
    atomicExch(&out[me], sum);
}

LW_KERNEL(named_partial, (int, branches), (int, leaving), (int, count), (int *, out))
{
    LW_DYNAMIC_SHARED(int, written);
    int me = (int)threadIdx.x;
    if (me == 0)
        *written = 0;
    __syncthreads();
    if (me < leaving)
        return;
    atomicAdd(written, 1);
    if (branches && me % 2)
        __barrier_sync_count(3, (unsigned)count);
    else
        __barrier_sync_count(3, (unsigned)count);
    out[me] = *written;
}

LW_KERNEL(named_after_exit, (int, id), (int, first), (int, settled), (int *, out))
{
    LW_DYNAMIC_SHARED(int, written);
    if ((int)threadIdx.x >= first)
        return;
    if (settled)
        __syncthreads();
    written[threadIdx.x] = (int)threadIdx.x;
    __barrier_sync((unsigned)id);
    out[threadIdx.x] = written[first - 1 - (int)threadIdx.x];
}

LW_KERNEL(named_forms, (int *, out))
{
    LW_DYNAMIC_SHARED(int, written);
    int me = (int)threadIdx.x;
    written[me] = me;
    if (me < 32)
        __barrier_sync(0);
    else
        __syncthreads();
    out[me] = written[63 - me];
}

LW_KERNEL(named_misuse, (int, kind), (unsigned, id), (unsigned, count), (int *, out))
{
    unsigned warp = threadIdx.x / 32;
    switch (kind) {
    case 0: /* as requested */ __barrier_sync_count(id, count); break;
    case 1: /* warps that say different counts */ lw_barrier_sync(id, warp == 0 ? count : count + 32); break;
    case 2: /* a warp that arrives twice while another is missing */
        if (warp == 1)
            lw_barrier_arrive(id, 96);
        if (warp < 2)
            lw_barrier_arrive(id, 96);
        break;
    case 3: /* a warp of which half the lanes arrive */
        if (threadIdx.x % 32 < 16)
            lw_barrier_sync(id, 96);
        else
            __syncwarp();
        break;
    case 4: /* a warp that never arrives */
        if (warp == 0)
            lw_barrier_sync(id, 64);
        break;
    case 5: /* no thread can arrive at __syncthreads() without waiting */ lw_barrier_arrive(0, 96); break;
    case 6: /* some are in __syncthreads() */
        if (warp == 0)
            __syncthreads();
        else
            lw_barrier_sync(0, 64);
        break;
    case 7: /* an ended warp is not counted */
        if (warp < 2)
            lw_barrier_sync(id, 96);
        break;
    default: /* lanes of one warp in __syncthreads() and in another form of it */
        if (threadIdx.x % 2)
            __syncthreads();
        else
            __barrier_sync(0);
    }
    out[threadIdx.x] = 1;
}
